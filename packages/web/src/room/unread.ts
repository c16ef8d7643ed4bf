import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useUnreadCount } from '../kit/title.ts';

/** Counts as the end of the list. */
const NEAR_PX = 40;
/** For so long after somebody moved or pressed there, nothing moves under their finger. */
const HELD_MS = 2_000;

/** Notes that somebody is about to press something in the list, or presses it. */
function useHold() {
  const [held, setHeld] = useState(false);
  const letGo = useRef<ReturnType<typeof setTimeout>>(undefined);
  const letGoLater = useCallback(() => {
    clearTimeout(letGo.current);
    letGo.current = setTimeout(() => setHeld(false), HELD_MS);
  }, []);
  useEffect(() => {
    const ends = ['pointerup', 'pointercancel'];
    for (const end of ends) addEventListener(end, letGoLater);
    return () => {
      for (const end of ends) removeEventListener(end, letGoLater);
    };
  }, []);
  const hold = ({ buttons }: PointerEvent): void => {
    setHeld(true);
    letGoLater();
    if (buttons !== 0) clearTimeout(letGo.current);
  };
  return { held, hold };
}

/**
 * Messages that arrived unseen: with the page in the background, or the list moved away from its end. Where somebody
 * looks, the list stays at its end.
 */
export function useUnread(ids: string[]) {
  const list = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const last = useRef<string>(undefined);
  const [count, setCount] = useState(0);
  const [first, setFirst] = useState<string>();
  const { held, hold } = useHold();
  useUnreadCount(count);

  const toEnd = useCallback(() => {
    atEnd.current = true;
    list.current?.scrollTo({ top: list.current.scrollHeight });
    setCount(0);
  }, []);
  const newest = ids.at(-1);
  useLayoutEffect(() => {
    if (held && !document.hidden) return;
    const added = last.current === undefined ? [] : ids.slice(ids.lastIndexOf(last.current) + 1);
    last.current = newest;
    if (atEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight });
    if ((atEnd.current && !document.hidden) || added.length === 0) return;
    if (count === 0) setFirst(added[0]);
    setCount(count + added.length);
  }, [newest, held]);
  useEffect(() => {
    const looked = (): void => void (!document.hidden && atEnd.current && toEnd());
    document.addEventListener('visibilitychange', looked);
    return () => document.removeEventListener('visibilitychange', looked);
  }, []);

  return {
    list,
    /** How many. */
    count,
    /** The id of the first of them; it stays when they have been seen. */
    first,
    forgetFirst: () => setFirst(undefined),
    toEnd,
    hold,
    onScroll: (): void => {
      const { scrollTop, clientHeight, scrollHeight } = list.current!;
      atEnd.current = scrollTop + clientHeight >= scrollHeight - NEAR_PX;
      if (atEnd.current && !document.hidden) setCount(0);
    },
  };
}
