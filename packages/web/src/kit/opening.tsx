import type { LinkInfo, PeekedLink } from '@tempshare/sdk/open';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { cleanLink, forgetKey } from '../address.ts';
import { failureOf, mayBeDone, type Failure } from '../failure.ts';
import type { Peek } from '../look-at.ts';
import { t, type Key } from '../i18n.ts';
import { Card } from './card.tsx';
import { Chips } from './chips.tsx';
import { Form } from './field.tsx';
import { Looking } from './looking.tsx';
import { PassOn } from './pass-on.tsx';
import { Password } from './password.tsx';
import { Trouble } from './trouble.tsx';

/** Texts about an item before it is opened. */
export interface Offer {
  title: Key;
  lead: Key;
  button: Key;
  detail?: ComponentChildren;
}

interface OpeningProps<Opened> {
  peek: Peek<Opened>;
  title: Key;
  offer: (info: LinkInfo) => Offer;
  /** @param again looks at the link once more, and asks before it is opened again */
  children: (opened: Opened, again: () => void) => ComponentChildren;
}

/** Looks at a link, which changes nothing, and opens it when a person asks for it. */
export const Opening = <Opened,>({ peek, title, offer, children }: OpeningProps<Opened>) => (
  <Looking peek={peek} title={title} take={(found) => found}>
    {(found, again) => (
      <Offered found={found} offer={offer(found)} again={again}>
        {children}
      </Offered>
    )}
  </Looking>
);

type View<Opened> =
  | { at: 'offered' | 'opening' | 'declined' }
  | { at: 'opened'; opened: Opened }
  | { at: 'failed'; failure: Failure };

interface OfferedProps<Opened> extends Pick<OpeningProps<Opened>, 'children'> {
  found: PeekedLink<Opened>;
  offer: Offer;
  again: () => void;
}

/** Failures after which the item may have been opened: the reading is repeated under its key. */
const LOST = new Set<Failure['kind']>(['away', 'offline', 'waiting']);

/** Failures whose response is not of the service. */
const FOREIGN = new Set<Failure['kind']>(['foreign', 'too_large']);

/** Adapts a failure that follows a lost response. */
const afterLoss = (failure: Failure): Failure => {
  if (failure.kind === 'limited') return { ...failure, kind: 'waiting' };
  return failure.kind === 'gone' ? { kind: 'lost' } : failure;
};

/** Tries to open an item, with a password if it needs one. */
function useOpening<Opened>(found: PeekedLink<Opened>) {
  const [view, setView] = useState<View<Opened>>({ at: 'offered' });
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState(0);
  const [lost, setLost] = useState(false);
  /** The password that was sent last, as typed or cleaned: what is tried again is tried with the same. */
  const sent = useRef<string>(undefined);
  const { requiresPassword } = found;
  /** Shows the result of a try. A late one does not replace opened content. */
  const come = (next: View<Opened>): void => setView((now) => (now.at === 'opened' ? now : next));

  const open = async (given = sent.current ?? password): Promise<void> => {
    sent.current = given;
    if (requiresPassword && given === '') {
      setWrong(wrong + 1);
      come({ at: 'offered' });
      return;
    }
    try {
      const opened = await found.open(requiresPassword ? { password: given } : {});
      forgetKey();
      come({ at: 'opened', opened });
    } catch (error) {
      const thrown = failureOf(error);
      const failure = lost || mayBeDone(error) ? afterLoss(thrown) : thrown;
      if (failure.kind === 'password') {
        setWrong(wrong + 1);
        come({ at: 'offered' });
        return;
      }
      if (LOST.has(failure.kind) || FOREIGN.has(failure.kind)) setLost(true);
      come({ at: 'failed', failure });
    }
  };
  const ask = (given?: string): void => {
    setView({ at: 'opening' });
    void open(given);
  };
  return { view, password, wrong, setPassword, open, ask, decline: () => setView({ at: 'declined' }) };
}

const Declined = ({ title, again }: { title: string; again: () => void }) => (
  <Card title={title} follows>
    <p class="lead">{t('later.said')}</p>
    <div class="buttons">
      <button type="button" onClick={again}>
        {t('retry')}
      </button>
    </div>
  </Card>
);

function Offered<Opened>({ found, offer, again, children }: OfferedProps<Opened>) {
  const { view, password, wrong, setPassword, open, ask, decline } = useOpening(found);
  switch (view.at) {
    case 'declined':
      return <Declined title={t(offer.title)} again={again} />;
    case 'failed': {
      const { kind } = view.failure;
      const isLost = LOST.has(kind);
      // Under the same key: it may have reached the service, whose response was exchanged.
      const isRepeated = FOREIGN.has(kind) || kind === 'limited';
      return (
        <Trouble
          failure={view.failure}
          retry={isLost ? () => void open() : isRepeated ? () => ask() : again}
          byItself={isLost}
          {...(isLost && { note: t('again.lead') })}
        />
      );
    }
    case 'opened':
      return children(view.opened, again);
  }

  const busy = view.at === 'opening';
  return (
    <Card title={t(offer.title)}>
      <p class="lead">{t(offer.lead)}</p>
      {offer.detail}
      <Chips {...found} />
      <Form onSend={() => void (busy || ask(password))}>
        {found.requiresPassword && (
          <Password
            value={password}
            onValue={setPassword}
            wrong={wrong}
            onTry={(bare) => busy || ask(bare)}
          />
        )}
        <div class="buttons">
          <button type="submit" class="main" aria-disabled={busy}>
            {t(busy ? 'working' : offer.button)}
          </button>
          <button type="button" disabled={busy} onClick={decline}>
            {t('later')}
          </button>
        </div>
      </Form>
      <p class="note">{t('nothing')}</p>
      <PassOn link={cleanLink()} note={t('pass.warn')} />
    </Card>
  );
}
