import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useTitle } from './title.ts';

interface CardProps {
  title: string;
  /** The title is a stranger's, as it can be seen. */
  theirs?: boolean;
  children?: ComponentChildren;
  /** The first card is where the page begins; one that follows takes the focus, so that it is read aloud. */
  follows?: boolean;
  /** Holds the place of what is not known yet. */
  waiting?: boolean;
}

/** One question. */
export function Card({ title, theirs, children, follows, waiting }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(theirs ? `\u2068${title}\u2069` : title);
  useLayoutEffect(() => {
    if (follows) heading.current?.focus();
  }, [follows]);
  return (
    <section class={waiting ? 'card waiting' : 'card'} aria-labelledby="title">
      <h1 id="title" ref={heading} tabIndex={-1}>
        {theirs ? <Theirs>{title}</Theirs> : title}
      </h1>
      {children}
    </section>
  );
}

/** A word on the state of things. */
export const Chip = ({ tone, children }: { tone: 'calm' | 'soon'; children: ComponentChildren }) => (
  <li class={`chip ${tone}`}>{children}</li>
);

/** Stranger's text, isolated from ours. */
export const Theirs = ({ children }: { children: ComponentChildren }) => <bdi>{children}</bdi>;
