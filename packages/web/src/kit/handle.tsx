import { LinkError, type OpenedLink } from '@tempshare/sdk/open';
import type { ComponentChildren } from 'preact';
import type { Key } from '../words.ts';
import { Looking } from './looking.tsx';

interface HandleProps<Kind extends OpenedLink['kind']> {
  kind: Kind;
  title: Key;
  children: (handle: Extract<OpenedLink, { kind: Kind }>) => ComponentChildren;
}

/** What a link gives in which nothing is consumed: a place to take part in. */
export function Handle<Kind extends 'request' | 'drop'>({ kind, title, children }: HandleProps<Kind>) {
  return (
    <Looking
      title={title}
      take={async (found) => {
        const handle = await found.open();
        if (handle.kind !== kind) throw new LinkError('invalid_link', 'the link is of another kind');
        return handle as Extract<OpenedLink, { kind: Kind }>;
      }}
    >
      {children}
    </Looking>
  );
}
