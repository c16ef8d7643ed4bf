import { useLocation } from 'preact-iso';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { t, type Key } from '../i18n.ts';
import { at, pathOf } from './api.ts';
import type { PanelRoute } from './routes.ts';
import { queryOf } from './query.ts';
import { canSend, useSession, roleMay, type Role } from './session.tsx';

interface Entry {
  route: PanelRoute;
  title: Key;
  /** Heading above it on a wide page. */
  heading?: Key;
  /** `runsServer`: the account is that of the operators. */
  isShown: (role: Role, runsServer: boolean) => boolean;
  /** On a narrow page it stands behind "More". */
  isDeep?: boolean;
}

/** Pages of the rail, in their order. */
export const ENTRIES: readonly Entry[] = [
  { route: '/', title: 'nav.send', isShown: canSend },
  { route: '/', title: 'nav.start', isShown: (role) => !canSend(role) },
  { route: '/shared', title: 'nav.shared', isShown: (role) => roleMay(role, 'listItems') },
  {
    route: '/developers/keys',
    title: 'nav.keys',
    heading: 'nav.developers',
    isShown: (role) => roleMay(role, 'listKeys'),
  },
  { route: '/developers/webhooks', title: 'nav.webhooks', isShown: () => true, isDeep: true },
  { route: '/developers/events', title: 'nav.events', isShown: () => true, isDeep: true },
  {
    route: '/developers/quick-start',
    title: 'nav.quick-start',
    isShown: (role) => roleMay(role, 'createKey'),
    isDeep: true,
  },
  {
    route: '/developers/usage',
    title: 'nav.usage',
    isShown: (role) => roleMay(role, 'getUsage'),
    isDeep: true,
  },
  {
    route: '/admin/members',
    title: 'nav.members',
    heading: 'nav.administration',
    isShown: (role) => roleMay(role, 'listMembers'),
  },
  {
    route: '/admin/quotas',
    title: 'nav.quotas',
    isShown: (role) => roleMay(role, 'getQuotas'),
    isDeep: true,
  },
  {
    route: '/admin/audit',
    title: 'nav.audit',
    isShown: (role) => roleMay(role, 'listAuditEntries'),
    isDeep: true,
  },
  {
    route: '/admin/server',
    title: 'nav.server',
    isShown: (role, runsServer) => runsServer && roleMay(role, 'getServer'),
    isDeep: true,
  },
];

/** Pages about a key. */
const OF_KEY: readonly PanelRoute[] = ['/developers/webhooks', '/developers/events'];

/** Query with the key of the page that is open, for links to other pages about that key. */
const keyOf = (here: string, { key }: { key?: string }): string =>
  OF_KEY.some((route) => here.startsWith(route)) ? queryOf({ key }) : '';

/** Ways to the pages: beside them, or on a narrow page at the foot. */
export function Rail() {
  const { user, account, signOut } = useSession();
  const { path, query } = useLocation();
  const here = pathOf(path);
  const isHere = (route: PanelRoute): boolean =>
    here === route || here.startsWith(route === '/' ? '/new/' : `${route}/`);
  const more = useRef<HTMLDetailsElement>(null);
  const entries = ENTRIES.filter(({ isShown }) => isShown(user.role, account.runsServer));
  const link = (route: PanelRoute, children: ComponentChildren, className = '') => (
    <a
      href={at(route) + (OF_KEY.includes(route) ? keyOf(here, query) : '')}
      class={className}
      aria-current={isHere(route) ? 'page' : undefined}
    >
      {children}
    </a>
  );
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('title')?.focus()}>
        {t('nav.skip')}
      </button>
      <nav class="rail" aria-label={t('nav.label')}>
        {entries.map(({ route, title, heading, isDeep }) => (
          <>
            {heading && <b>{t(heading)}</b>}
            {link(route, t(title), isDeep ? 'deep' : '')}
          </>
        ))}
        <details
          ref={more}
          class="more"
          onClick={({ target }) => (target as Element).matches('a') && (more.current!.open = false)}
        >
          <summary>{t('nav.more')}</summary>
          <div>
            {entries.filter(({ isDeep }) => isDeep).map(({ route, title }) => link(route, t(title)))}
            {link('/account', t('nav.account'))}
            <button type="button" onClick={() => void signOut()}>
              {t('nav.sign-out')}
            </button>
          </div>
        </details>
        <div class="me">
          <bdi>{user.email}</bdi>
          {link('/account', t('nav.account'))}
          <button type="button" onClick={() => void signOut()}>
            {t('nav.sign-out')}
          </button>
        </div>
      </nav>
    </>
  );
}
