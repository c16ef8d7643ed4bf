import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface CardProps {
  title: ComponentChildren;
  children?: ComponentChildren;
  /** The first card is where the page begins; one that follows takes the focus, so that it is read aloud. */
  follows?: boolean;
}

/** One question. */
export function Card({ title, children, follows }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (follows) heading.current?.focus();
  }, [follows]);
  return (
    <section class="card" aria-labelledby="title">
      <h1 id="title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}

/** A word on the state of things. */
export const Chip = ({ tone, children }: { tone: 'calm' | 'soon'; children: ComponentChildren }) => (
  <li class={`chip ${tone}`}>{children}</li>
);

/** What a stranger wrote, set apart from what we say. */
export const Theirs = ({ children }: { children: ComponentChildren }) => <bdi>{children}</bdi>;
