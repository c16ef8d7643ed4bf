import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { locale, speak, t, type Site } from '../i18n.ts';
import { fetchMessages } from '../languages.tsx';
import { later } from '../later.ts';
import type { PartName } from '../part-names.ts';
import { api, at, call, guardCalls, pathOf, type Refused } from './api.ts';
import { Confirmation } from './confirmation.tsx';
import { carryDraft, carryShownDraft, keepDraftOf } from './carried.ts';
import { CardPage, Page } from './kit/page.tsx';
import { sentenceOf } from './kit/refusal.tsx';
import { forgetLinks } from './links.ts';
import { asRefused, useReturn } from './load.ts';
import { Home } from './pages/home.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Rail } from './rail.tsx';
import { PANEL_ROUTES, patternOf, type PanelRoute } from './routes.ts';
import {
  canSend,
  SessionOf,
  TakeSession,
  useSession,
  type Session,
  type SessionContext,
  type User,
} from './session.tsx';

/** A page that is loaded when it is opened. */
const part = <Props extends object>(
  name: PartName,
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> =>
  lazy(() =>
    later(name, load).catch((): { default: ComponentType<Props> } => ({
      // The server was upgraded meanwhile, or is away.
      default: () => (
        <Page title={t('away.title')} lead={t('away.ask')}>
          <button type="button" class="main" onClick={() => location.reload()}>
            {t('panel.reload')}
          </button>
        </Page>
      ),
    })),
  );

const LinkPage = part('link', () => import('./pages/link.tsx'));

const StopNotices = part('stop-notices', () => import('./pages/stop-notices.tsx'));

const OidcCallback = part('oidc-callback', () => import('./pages/oidc-callback.tsx'));

/** Pages that need no session: they start one, or are opened by a link of a mail. */
const STARTS: ReadonlySet<ComponentType> = new Set([LinkPage, StopNotices, OidcCallback]);

const Shared = part('items', () => import('./pages/items.tsx'));
const Webhooks = part('webhooks', () => import('./pages/webhooks.tsx'));

const Send = part('send', () => import('./pages/send.tsx'));

const Containers = part('containers', () => import('./pages/containers.tsx'));

/** A page on which something is created, for roles that may. */
const creating = (Create: ComponentType) => () => (canSend(useSession().user.role) ? <Create /> : <Home />);

const NewContainer = creating(Containers);

const PAGES: Record<PanelRoute, ComponentType> = {
  '/': creating(Send),
  '/set-up': LinkPage,
  '/join': LinkPage,
  '/reset-password': LinkPage,
  '/confirm-email': LinkPage,
  '/stop-notices': StopNotices,
  '/oidc/callback': OidcCallback,
  '/new/request': NewContainer,
  '/new/room': NewContainer,
  '/new/inbox': NewContainer,
  '/shared': Shared,
  '/shared/:id': Shared,
  '/developers/keys': part('keys', () => import('./pages/keys.tsx')),
  '/developers/webhooks': Webhooks,
  '/developers/webhooks/:id': Webhooks,
  '/developers/events': part('events', () => import('./pages/events.tsx')),
  '/developers/quick-start': part('quick-start', () => import('./pages/quick-start.tsx')),
  '/developers/usage': part('usage', () => import('./pages/usage.tsx')),
  '/admin/members': part('members', () => import('./pages/members.tsx')),
  '/admin/quotas': part('quotas', () => import('./pages/quotas.tsx')),
  '/admin/audit': part('audit', () => import('./pages/audit.tsx')),
  '/admin/server': part('server', () => import('./pages/server.tsx')),
  '/account': part('account', () => import('./pages/account.tsx')),
};

type State =
  { at: 'asking' | 'out' | 'ended' } | { at: 'in'; session: Session } | { at: 'failed'; refused: Refused };

/** A confirmation that calls wait for. */
interface Confirming {
  answered: Promise<boolean>;
  answer: (confirmed: boolean) => void;
}

function newConfirming(): Confirming {
  let answer: Confirming['answer'] | undefined;
  const answered = new Promise<boolean>((resolve) => (answer = resolve));
  return { answered, answer: answer! };
}

/** One confirmation at a time, for all the calls that ask meanwhile. */
function useConfirming() {
  const [isConfirming, setConfirming] = useState(false);
  const confirmation = useRef<Confirming>(undefined);
  const answer = (confirmed: boolean): void => {
    confirmation.current?.answer(confirmed);
    confirmation.current = undefined;
    setConfirming(false);
  };
  /** Calls that ask at once share one dialog and its answer. */
  const confirm = (): Promise<boolean> => {
    setConfirming(true);
    return (confirmation.current ??= newConfirming()).answered;
  };
  return { isConfirming, confirm, answer };
}

interface AppProps {
  site: Site;
  /** Draws the pages again, in the language that is spoken now. */
  redraw: () => void;
}

/** Loads the language of a person. Gives false if the pages speak it already. */
async function speakTo({ locale: wanted }: User, site: Site): Promise<boolean> {
  const code = wanted ?? site.language.code;
  const language = site.languages.find((one) => one.code === code);
  if (!language || code === locale()) return false;
  speak({ language, messages: await fetchMessages(language) });
  return true;
}

/** The panel: sign-in at whatever address was wanted, and behind it the pages. */
export function App({ site, redraw }: AppProps) {
  const [state, setState] = useState<State>({ at: 'asking' });
  const { isConfirming, confirm, answer } = useConfirming();
  const user = useRef<string>(undefined);

  const speakAs = async (speaker: User): Promise<void> => {
    if (await speakTo(speaker, site)) redraw();
  };
  const take = async (session: Session): Promise<void> => {
    // The pages work in another language, too.
    await speakAs(session.user).catch(() => undefined);
    if (user.current !== session.user.id) forgetLinks();
    if (canSend(session.user.role)) keepDraftOf(session.user.id);
    else carryDraft();
    user.current = session.user.id;
    setState({ at: 'in', session });
  };
  const ask = (): Promise<void> =>
    call(() => api.GET('/session')).then(take, (error: unknown) => {
      const refused = asRefused(error);
      if (refused.kind !== 'not_signed_in' && user.current === undefined) setState({ at: 'failed', refused });
    });
  const signOut = async (): Promise<void> => {
    await call(() => api.DELETE('/session'));
    // A new document: nothing of the session stays in memory.
    location.replace(at('/'));
  };

  useEffect(() => {
    guardCalls({
      confirm,
      signedOut: () => {
        answer(false);
        carryShownDraft();
        // Several calls may find it out at once.
        setState(({ at: before }) => ({ at: before === 'in' || before === 'ended' ? 'ended' : 'out' }));
        user.current = undefined;
        forgetLinks();
      },
    });
    void ask();
  }, []);
  useReturn(() => {
    if (user.current !== undefined) void ask();
  });

  const taken = (session: Session): void => void take(session);
  const context: SessionContext | undefined =
    state.at === 'in' ? { session: state.session, take: taken, speakAs, signOut } : undefined;
  return (
    <SessionOf.Provider value={context}>
      <LocationProvider scope={scopeOf()}>
        <TakeSession.Provider value={taken}>
          <Frame state={state} retry={() => void ask()} take={taken} />
        </TakeSession.Provider>
        {isConfirming && state.at === 'in' && <Confirmation session={state.session} onAnswer={answer} />}
      </LocationProvider>
    </SessionOf.Provider>
  );
}

/** Addresses that are pages of the panel: all other links leave it. */
const scopeOf = (): RegExp =>
  new RegExp(`^(?:${PANEL_ROUTES.map((route) => patternOf(at(route))).join('|')})(?:\\?|$)`);

interface FrameProps {
  state: State;
  retry: () => void;
  take: (session: Session) => void;
}

function Frame({ state, retry, take }: FrameProps) {
  const { path } = useLocation();
  const starts = STARTS.has(PAGES[pathOf(path) as PanelRoute]);
  // Such a page looks the same to somebody who is signed in.
  const look = starts && state.at === 'in' ? 'out' : state.at;
  useEffect(() => void (document.body.dataset.panel = look), [look]);
  if (starts) return <Pages />;
  switch (state.at) {
    case 'asking':
      return (
        <main class="middle">
          <p class="lead">{t('wait')}</p>
        </main>
      );
    case 'failed':
      return (
        <CardPage title={t('away.title')} lead={sentenceOf(state.refused)}>
          <button type="button" class="main" onClick={retry}>
            {t('retry')}
          </button>
        </CardPage>
      );
    case 'out':
    case 'ended':
      return (
        <ErrorBoundary>
          <SignIn
            hasEnded={state.at === 'ended'}
            isStart={pathOf(path) === '/'}
            onSession={take}
            renderSend={(stranger) => <Send stranger={stranger} />}
          />
        </ErrorBoundary>
      );
    case 'in':
      return (
        // Another user of the same tab begins anew.
        <>
          <Rail />
          <Pages key={state.session.user.id} />
        </>
      );
  }
}

const Pages = () => (
  <Router>
    {PANEL_ROUTES.map((route) => (
      <Route key={route} path={at(route)} component={PAGES[route]} />
    ))}
  </Router>
);
