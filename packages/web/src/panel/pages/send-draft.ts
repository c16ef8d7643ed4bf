import { useEffect, useRef, useState } from 'preact/hooks';
import type { OfferedLifetimes } from '@tempshare/contract';
import type { components } from '@tempshare/contract/account/types';
import { excessOf } from '../../kit/field.tsx';
import type { Refused } from '../api.ts';
import { carryDraft, carriedDraft, showDraft, type CarriedDraft } from '../carried.ts';
import { asRefused } from '../load.ts';
import { fetchOffered, useLimits } from '../limits.ts';
import { generatePassphrase } from '../passphrase.ts';
import type { CallV1 } from '../v1.ts';
import { unsentOf, type Made } from './ready.tsx';
import { forgetItems, sendItem, type Access, type Item, type TextKind, type Try } from './send-items.ts';
import { kindsOf, mostOf } from './send-kinds.ts';

type AccountSchemas = components['schemas'];

/** The choices of the person. Without a lifetime it is the one that is offered first. */
type Choice = CarriedDraft['access'];

const CHOICE: Choice = { views: undefined, password: '', label: '' };

/** Outcome of a sent draft, and the choices for it. */
export interface SentDraft {
  items: readonly Made[];
  passphrase: string | undefined;
  access: Access;
}

/** Somebody without an account. */
export interface Stranger {
  limits: NonNullable<AccountSchemas['FrontDoor']['anonymous']>;
  onSignIn: () => void;
}

/** Lifetimes that somebody is offered: without an account none above the limit. */
async function offeredTo(stranger: Stranger | undefined): Promise<OfferedLifetimes> {
  const offered = await fetchOffered();
  if (!stranger) return offered;
  const { longestSeconds } = stranger.limits;
  const within = offered.seconds.filter((seconds) => seconds !== null && seconds <= longestSeconds);
  const seconds = within.length > 0 ? within : [longestSeconds];
  return { seconds, chosen: seconds.includes(offered.chosen) ? offered.chosen : seconds.at(-1)! };
}

function useOffered(stranger: Stranger | undefined): OfferedLifetimes | undefined {
  const [offered, setOffered] = useState<OfferedLifetimes>();
  useEffect(() => void offeredTo(stranger).then(setOffered), []);
  return offered;
}

/** Keeps the draft over an end of the session while it is shown. */
function useShownDraft(carried: () => CarriedDraft | undefined): void {
  const latest = useRef(carried);
  latest.current = carried;
  useEffect(() => showDraft(() => latest.current()), []);
}

/** A member, or somebody without an account. */
interface Sender {
  userId: string | undefined;
  stranger: Stranger | undefined;
}

let itemsSoFar = 0;

/** The text of a draft among its items. */
const TEXT_ID = -1;

/** The choices of who can open it for how long, with a password that may be generated. */
function useAccess(before: CarriedDraft | undefined) {
  const [access, setAccess] = useState(before?.access ?? CHOICE);
  const [generated, setGenerated] = useState(before?.generated);
  const allow = (change: Partial<Choice>): void => setAccess((before) => ({ ...before, ...change }));
  return {
    ...{ access, generated, allow },
    isGenerated: access.password !== '' && access.password === generated,
    generate: async (): Promise<void> => {
      const passphrase = await generatePassphrase();
      setGenerated(passphrase);
      allow({ password: passphrase });
    },
    clear: (): void => {
      setAccess(CHOICE);
      setGenerated(undefined);
    },
  };
}

/** The draft: its content, and who can open it for how long. */
export function useDraft(callV1: CallV1, { userId, stranger }: Sender) {
  const [before] = useState(carriedDraft);
  const [text, setText] = useState(before?.text ?? '');
  const [chosen, setChosen] = useState(before?.chosen);
  const [files, setFiles] = useState(before?.files ?? []);
  const { access, generated, isGenerated, generate, allow, clear } = useAccess(before);
  const offered = useOffered(stranger);
  const limits = useLimits();
  const mostBytes = Math.min(stranger?.limits.itemBytes ?? Infinity, limits.fileBytes);
  const kinds = kindsOf(text);
  const kind = chosen && kinds.includes(chosen) ? chosen : kinds[0]!;
  const hasText = text.trim() !== '';
  const isEmpty = !hasText && files.length === 0;
  useEffect(() => {
    // Loads the client and a token before the button is pressed.
    if (!isEmpty) callV1(() => Promise.resolve()).catch(() => undefined);
  }, [isEmpty]);
  const carried = (): CarriedDraft | undefined =>
    isEmpty ? undefined : { userId, text, chosen, files, access, generated };
  useShownDraft(carried);
  const forget = (): void => {
    setText('');
    setChosen(undefined);
    setFiles([]);
    clear();
    forgetItems();
  };
  return {
    ...{ text, kinds, kind, files, access, offered, hasText, isEmpty },
    type: (typed: string): void => {
      if (typed.trim() === '') setChosen(undefined);
      setText(typed);
    },
    ...{ stranger, limits, mostBytes },
    /** Most bytes that a text of a kind may have. */
    mostOf: (kind: TextKind): number => Math.min(mostOf(limits)[kind], mostBytes),
    ...{ isGenerated, generate, allow },
    choose: setChosen,
    add: (added: Iterable<File>): void =>
      setFiles((before) => [
        ...before,
        ...Array.from(added, (file) => ({ id: itemsSoFar++, kind: 'file' as const, file })),
      ]),
    remove: (id: number): void => {
      forgetItems(id);
      setFiles((before) => before.filter((one) => one.id !== id));
    },
    items: (): readonly Item[] => [...(hasText ? [{ id: TEXT_ID, kind, text }] : []), ...files],
    forget,
    /** Keeps the draft for the page after the sign-in. */
    carry: (): void => carryDraft(carried()),
    /** Keeps these items, with the choices for them. Without any it is a new draft. */
    keep: (ids: ReadonlySet<number>): void => {
      if (ids.size === 0) return forget();
      if (!ids.has(TEXT_ID)) setText('');
      setFiles((before) => before.filter(({ id }) => ids.has(id)));
    },
  };
}
export type DraftState = ReturnType<typeof useDraft>;

/** Sends items one after the other. After a failure that would meet them all, the others are not tried. */
async function sendAll(items: readonly Item[], access: Access, how: Sending): Promise<Made[]> {
  const { callV1, signal, onLoaded } = how;
  const made: Made[] = [];
  let last: Refused | undefined;
  for (const item of items) {
    const onProgress = (bytes: number): void => onLoaded(item.id, bytes);
    const retry = (how: Try): ReturnType<typeof sendItem> => sendItem(item, access, { callV1, ...how });
    try {
      if (last && last.kind !== 'unreadable') throw last;
      made.push({ item, sent: await sendItem(item, access, { callV1, signal, onProgress }), retry });
    } catch (error) {
      last = asRefused(error);
      made.push({ item, refused: last, retry });
    }
  }
  return made;
}

interface Sending {
  callV1: CallV1;
  signal: AbortSignal;
  onLoaded: (id: number, bytes: number) => void;
}

/** Sends what is there. Links of what has arrived are shown, whatever became of the others. */
export function useSending(callV1: CallV1, draft: DraftState, onMade: (made: SentDraft) => void) {
  const [loaded, setLoaded] = useState<Readonly<Record<number, number>>>();
  const [refused, setRefused] = useState<Refused>();
  const [wasEmpty, setWasEmpty] = useState(false);
  const under = useRef<AbortController>(undefined);
  const isFine = (item: Item): boolean =>
    item.kind === 'file'
      ? item.file.size <= draft.mostBytes
      : excessOf(item.text, draft.mostOf(item.kind), 'bytes') === 0;
  const onLoaded = (id: number, bytes: number): void => setLoaded((before) => ({ ...before, [id]: bytes }));
  const send = async (): Promise<void> => {
    const items = draft.items();
    setRefused(undefined);
    setWasEmpty(items.length === 0);
    if (under.current || items.length === 0 || !items.every(isFine)) return;
    const { signal } = (under.current = new AbortController());
    setLoaded({});
    const { chosen } = await offeredTo(draft.stranger);
    const access: Access = { lifetime: chosen, ...draft.access };
    const made = await sendAll(items, access, { callV1, signal, onLoaded });
    under.current = undefined;
    setLoaded(undefined);
    if (made.some(({ sent }) => sent)) {
      draft.keep(unsentOf(made));
      const passphrase = draft.isGenerated ? access.password : undefined;
      onMade({ items: made, passphrase, access });
    } else setRefused(made.at(-1)!.refused);
  };
  useEffect(() => () => under.current?.abort(), []);
  return {
    ...{ loaded, refused, wasEmpty, send },
    isBusy: loaded !== undefined,
    cancel: (): void => under.current?.abort(),
  };
}
export type SendingState = ReturnType<typeof useSending>;
