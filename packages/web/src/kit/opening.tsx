import { openLink, type LinkInfo, type OpenedLink } from '@tempshare/sdk/open';
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { forgetKey, theLink } from '../address.ts';
import { LONGEST_WAIT, lookAt } from '../look-at.ts';
import { failureOf, type Failure } from '../failure.ts';
import { t, whenIs, type Key } from '../words.ts';
import { Card, Chip } from './card.tsx';
import { Field, Form } from './field.tsx';
import { Trouble } from './trouble.tsx';

/** What is said of a thing before it is opened. */
export interface Offer {
  title: Key;
  lead: Key;
  button: Key;
}

interface OpeningProps {
  /** What the shell says while nothing is known. */
  title: Key;
  offer: (facts: LinkInfo) => Offer & { detail?: ComponentChildren };
  children: (opened: OpenedLink, facts: LinkInfo) => ComponentChildren;
}

type View =
  | { at: 'looking' | 'declined' }
  | { at: 'offered' | 'opening'; facts: LinkInfo }
  | { at: 'opened'; facts: LinkInfo; opened: OpenedLink }
  | { at: 'failed'; failure: Failure; asked: boolean };

/** Where a look at the link decides what follows. */
const UNSEEN = new Set<View['at']>(['looking', 'declined', 'failed']);

/** Looks at a link, which changes nothing, and opens it when a person asks for it. */
export function Opening({ title, offer, children }: OpeningProps) {
  const [view, setView] = useState<View>({ at: 'looking' });
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState(0);

  const look = useCallback(async () => {
    const seen: View = await lookAt(theLink()).then(
      (facts) => ({ at: 'offered', facts }),
      (error: unknown) => ({ at: 'failed', failure: failureOf(error), asked: false }),
    );
    // Of two looks one may come late: what was opened meanwhile stays.
    setView((now) => (UNSEEN.has(now.at) ? seen : now));
  }, []);
  useEffect(() => void look(), []);

  const open = async (facts: LinkInfo): Promise<void> => {
    if (facts.requiresPassword && password === '') {
      setWrong(wrong + 1);
      return;
    }
    setView({ at: 'opening', facts });
    try {
      const opened = await openLink(theLink(), {
        maxRetryAfter: LONGEST_WAIT,
        ...(facts.requiresPassword && { password }),
      });
      forgetKey();
      setView({ at: 'opened', facts, opened });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'password') {
        setWrong(wrong + 1);
        setView({ at: 'offered', facts });
      } else setView({ at: 'failed', failure, asked: true });
    }
  };

  switch (view.at) {
    case 'looking':
      return (
        <Card title={t(title)}>
          <p class="lead">{t('wait')}</p>
        </Card>
      );
    case 'declined':
      return (
        <Card title={t(title)} follows>
          <p class="lead">{t('later.said')}</p>
          <div class="buttons">
            <button type="button" onClick={() => void look()}>
              {t('retry')}
            </button>
          </div>
        </Card>
      );
    case 'failed':
      return <Trouble failure={view.failure} retry={() => void look()} byItself={!view.asked} />;
    case 'opened':
      return children(view.opened, view.facts);
  }

  const { facts } = view;
  const busy = view.at === 'opening';
  const said = offer(facts);
  const { expiresAt, oneTime, encryption, requiresPassword } = facts;
  return (
    <Card title={t(said.title)}>
      <p class="lead">{t(said.lead)}</p>
      {said.detail}
      <ul class="chips">
        <Chip tone="calm">{t(encryption === 'e2e' ? 'chip.e2e' : 'chip.server')}</Chip>
        {oneTime && <Chip tone="soon">{t('chip.once')}</Chip>}
        {expiresAt !== null && (
          <Chip tone="soon">{t('chip.expires', { when: whenIs(Date.parse(expiresAt) - Date.now()) })}</Chip>
        )}
      </ul>
      <Form onSend={() => void (busy || open(facts))}>
        {requiresPassword && (
          <Field
            key={`password-${wrong}`}
            label={t('password.label')}
            type="password"
            value={password}
            onValue={setPassword}
            wrong={wrong > 0 ? t('password.wrong') : undefined}
          />
        )}
        <div class="buttons">
          <button type="submit" class="main" aria-disabled={busy}>
            {t(busy ? 'working' : said.button)}
          </button>
          <button type="button" disabled={busy} onClick={() => setView({ at: 'declined' })}>
            {t('later')}
          </button>
        </div>
      </Form>
      <p class="note">{t('nothing')}</p>
    </Card>
  );
}
