import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useTitle, useUnreadCount } from '../../kit/title.ts';
import { t } from '../../i18n.ts';
import type { Loaded } from '../load.ts';
import { Refusal } from './refusal.tsx';

let isFirst = true;

/** Moves the focus to the heading, so that the page is read aloud, unless it is the one with which the visit begins. */
function useHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return heading;
}

interface PageProps {
  title: string;
  lead?: ComponentChildren;
  children?: ComponentChildren;
}

/** A page beside the rail. */
export function Page({ title, lead, children }: PageProps) {
  const heading = useHeading();
  useTitle(title);
  useUnreadCount(0);
  return (
    <main class="page">
      <h1 id="title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p class="lead">{lead}</p>}
      {children}
    </main>
  );
}

/** A page with one card in the middle, for those who are not signed in. */
export function CardPage({ title, lead, children }: PageProps) {
  const heading = useHeading();
  useTitle(title);
  return (
    <main class="middle">
      <section class="card" aria-labelledby="title">
        <h1 id="title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p class="lead">{lead}</p>}
        {children}
      </section>
    </main>
  );
}

/** Shows data when it has arrived. A refresh that failed leaves what is there, and says so. */
export function Loading<Data>({
  of: { data, refused, reload },
  children,
}: {
  of: Loaded<Data>;
  children: (data: Data) => ComponentChildren;
}) {
  return (
    <>
      {refused && (
        <div class="buttons">
          <Refusal refused={refused} />
          <button type="button" class="small" onClick={() => void reload()}>
            {t('retry')}
          </button>
        </div>
      )}
      {data === undefined ? !refused && <p class="lead waiting">{t('wait')}</p> : children(data)}
    </>
  );
}
