import type { ComponentChildren } from 'preact';
import type { Peek } from '../look-at.ts';
import type { Key } from '../i18n.ts';
import { Looking } from './looking.tsx';

interface HandleProps<Opened> {
  peek: Peek<Opened>;
  title: Key;
  children: (handle: Opened) => ComponentChildren;
}

/** Handle of a link whose opening consumes nothing: a container to take part in. */
export const Handle = <Opened,>({ peek, title, children }: HandleProps<Opened>) => (
  <Looking peek={peek} title={title} take={(found) => found.open()}>
    {children}
  </Looking>
);
