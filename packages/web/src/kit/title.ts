import { useLayoutEffect } from 'preact/hooks';

let title = '';
let unread = 0;

const show = (): void => {
  const service = document.querySelector('.brand')!.textContent.trim();
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${title} · ${service}`;
};

/** Names the page, in the tabs and the history of the browser, by what it says. */
export function useTitle(named: string): void {
  useLayoutEffect(() => {
    title = named;
    show();
  }, [named]);
}

/** Says in front of the name of the page how much there is that was not seen. */
export function useUnreadCount(count: number): void {
  useLayoutEffect(() => {
    unread = count;
    show();
  }, [count]);
}
