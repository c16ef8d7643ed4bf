import type { PeekedLink } from '@tempshare/sdk/open';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { theLink } from '../address.ts';
import { failureOf, type Failure } from '../failure.ts';
import { lookAt, type Peek } from '../look-at.ts';
import { t, type Key } from '../i18n.ts';
import { Card } from './card.tsx';
import { Trouble } from './trouble.tsx';

interface LookingProps<Opened, Found> {
  peek: Peek<Opened>;
  /** Title of the shell before the look. */
  title: Key;
  /** Converts the result of the look before it is shown. Consumes nothing. */
  take: (found: PeekedLink<Opened>) => Found | Promise<Found>;
  /** @param again forgets what was found, and looks once more */
  children: (found: Found, again: () => void) => ComponentChildren;
}

type Seen<Found> = { at: 'looking' } | { at: 'found'; found: Found } | { at: 'failed'; failure: Failure };

/**
 * Looks at the link of the page, by itself for as long as that fails. Of two looks one may come late: once something was
 * found, and somebody may have begun with it, it changes nothing.
 */
export function Looking<Opened, Found>({ peek, title, take, children }: LookingProps<Opened, Found>) {
  const [seen, setSeen] = useState<Seen<Found>>({ at: 'looking' });
  const look = async (): Promise<void> => {
    const now = await lookAt(peek, theLink())
      .then(take)
      .then(
        (found): Seen<Found> => ({ at: 'found', found }),
        (error: unknown): Seen<Found> => ({ at: 'failed', failure: failureOf(error) }),
      );
    setSeen((before) => (before.at === 'found' ? before : now));
  };
  useEffect(() => void look(), []);
  switch (seen.at) {
    case 'found':
      return children(seen.found, () => {
        setSeen({ at: 'looking' });
        void look();
      });
    case 'failed':
      return <Trouble failure={seen.failure} retry={() => void look()} byItself />;
    case 'looking':
      return (
        <Card title={t(title)} waiting>
          <p class="lead">{t('wait')}</p>
        </Card>
      );
  }
}
