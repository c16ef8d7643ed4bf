import { openLink, type OpenedLink } from '@tempshare/sdk/open';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { theLink } from '../address.ts';
import { failureOf, type Failure } from '../failure.ts';
import { sealedBy } from '../foot.ts';
import { t, type Key } from '../words.ts';
import { Card } from './card.tsx';
import { Trouble } from './trouble.tsx';

interface HandleProps<Kind extends OpenedLink['kind']> {
  kind: Kind;
  title: Key;
  children: (handle: Extract<OpenedLink, { kind: Kind }>) => ComponentChildren;
}

type View<Handle> = { at: 'looking' } | { at: 'here'; handle: Handle } | { at: 'failed'; failure: Failure };

/** What a link gives in which nothing is consumed: a place to take part in. */
export function Handle<Kind extends 'request' | 'drop'>({ kind, title, children }: HandleProps<Kind>) {
  type Here = Extract<OpenedLink, { kind: Kind }>;
  const [view, setView] = useState<View<Here>>({ at: 'looking' });
  // Of two looks one may come late: where somebody has begun, it changes nothing.
  const show = (seen: View<Here>): void => setView((now) => (now.at === 'here' ? now : seen));
  const look = async (): Promise<void> => {
    try {
      const handle = await openLink(theLink());
      sealedBy('server');
      if (handle.kind === kind) show({ at: 'here', handle: handle as Here });
    } catch (error) {
      show({ at: 'failed', failure: failureOf(error) });
    }
  };
  useEffect(() => void look(), []);
  switch (view.at) {
    case 'here':
      return children(view.handle);
    case 'failed':
      return <Trouble failure={view.failure} retry={() => void look()} byItself />;
    case 'looking':
      return (
        <Card title={t(title)}>
          <p class="lead">{t('wait')}</p>
        </Card>
      );
  }
}
