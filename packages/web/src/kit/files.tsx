import { limits } from '@tempshare/contract';
import type { FileToSend, SendAllOptions, SentFile } from '@tempshare/sdk/open';
import { useRef, useState } from 'preact/hooks';
import { failureOf, fileFailureOf, type Failure } from '../failure.ts';
import { size, t, type Key } from '../i18n.ts';
import { failureLine, type FullProps } from './failed-line.tsx';
import { NameOfFile, shortName } from './names.tsx';
import { Progress } from './progress.tsx';

/** A file that was chosen, and what became of it. */
export interface Chosen {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'arrived' | 'failed';
  /** Why it has failed. */
  failure?: Failure | undefined;
  loaded: number;
  /** It has a place there already, into which it is sent again. */
  sent?: SentFile | undefined;
  /** An announcement that may have been made all the same: under its key these files get the places that they have. */
  announced?: { ids: string; key: string | undefined } | undefined;
}

/** After these there is no use in sending a file again. */
const FOR_GOOD = new Set<Failure['kind'] | undefined>(['too_large', 'unreadable', 'unclear', 'refused']);

/** With these an announcement is refused for one of its files: the others are announced without it. */
const FOR_ONE = new Set<Failure['kind']>(['too_large', 'full', 'refused']);

/** So many single files may find no room, before no smaller one is tried any more. */
const MOST_WITHOUT_ROOM = 3;

/** Announces files, and sends them. */
export type SendAll = (files: FileToSend[], options: SendAllOptions) => Promise<SentFile[]>;

/** Outcome of the waiting files. */
interface Outcome {
  arrived: number;
  /** Why not all have arrived, where it can be mended. */
  failure?: Failure;
}

let chosenSoFar = 0;

/** So many are sent again at a time. */
const AT_ONCE = 3;

/** Whether there is no use in sending it. */
const isTooLarge = ({ size: bytes }: File): boolean => bytes > limits.fileBytes;

/** Whether the file is still as it was chosen: not changed or gone since, and no folder. */
async function isReadable({ file }: Chosen): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

const idsOf = (files: Chosen[]): string => files.map(({ id }) => id).join();

/** The files of a page, and what is done with them. */
export interface Files {
  files: Chosen[];
  /** Files that can still be sent. */
  unsent: Chosen[];
  arrived: number;
  add: (added: Iterable<File>) => void;
  remove: (id: number) => void;
  /** Forgets all files, or those that have arrived. */
  forget: (which?: 'arrived') => void;
  cancel: () => void;
  /** Sends what is waiting. */
  send: (sendAll: SendAll) => Promise<Outcome>;
}

const isUnsent = ({ state, failure }: Chosen): boolean => state !== 'arrived' && !FOR_GOOD.has(failure?.kind);

/** The files of a page: chosen, announced together, and kept when something fails. Each fails alone, with its reason. */
export function useFiles(): Files {
  const [files, setFiles] = useState<Chosen[]>([]);
  const current = useRef(files);
  const under = useRef<AbortController>(undefined);
  const set = (all: Chosen[]): void => setFiles((current.current = all));
  const change: Change = (id, changes) =>
    set(current.current.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  return {
    files,
    unsent: files.filter(isUnsent),
    arrived: files.filter(({ state }) => state === 'arrived').length,
    add: (added) => set([...current.current, ...Array.from(added, chosen)]),
    remove: (id) => set(current.current.filter((one) => one.id !== id)),
    forget: (which) => set(current.current.filter(({ state }) => which && state !== which)),
    cancel: () => under.current?.abort(),
    async send(sendAll) {
      const { signal } = (under.current = new AbortController());
      const batch = current.current.filter(isUnsent);
      const sending: Sending = { change, signal, failures: [] };
      for (const { id } of batch) change(id, { state: 'sending', failure: undefined, loaded: 0 });
      const readable = await Promise.all(batch.map(isReadable));
      for (const one of batch.filter((_, at) => !readable[at]))
        settle(sending, one, { failure: { kind: 'unreadable' } });
      const left = batch.filter((_, at) => readable[at]);
      const again = left.filter(({ sent }) => sent).values();
      await Promise.all(Array.from({ length: AT_ONCE }, () => sendAgain(sending, again)));
      await announceAll(
        sending,
        left.filter(({ sent }) => !sent),
        sendAll,
      );
      const { failures } = sending;
      const failure = failures.find((one) => one && !FOR_GOOD.has(one.kind));
      const arrived = failures.filter((one) => one === undefined).length;
      return { arrived, ...(failure && { failure }) };
    },
  };
}

type Change = (id: number, changes: Partial<Chosen>) => void;

function chosen(file: File): Chosen {
  const [state, failure] = isTooLarge(file)
    ? (['failed', { kind: 'too_large' }] as const)
    : ['waiting' as const];
  return { id: chosenSoFar++, file, state, failure, loaded: 0 };
}

/** One sending of the waiting files. */
interface Sending {
  change: Change;
  signal: AbortSignal;
  /** Failures of the files that are settled; undefined for those that have arrived. */
  failures: (Failure | undefined)[];
}

interface Settled extends Partial<Pick<Chosen, 'sent' | 'announced'>> {
  failure: Failure | undefined;
}

/** Notes what became of a file. */
function settle({ change, failures }: Sending, { id }: Chosen, { failure, ...changes }: Settled): void {
  failures.push(failure);
  const state = failure ? (failure.kind === 'password' ? 'waiting' : 'failed') : 'arrived';
  change(id, { announced: undefined, ...changes, state, failure });
}

/** Notes what became of a file that has a place. One that is gone is of no use: the next time the file is given another one. */
function settleSent(
  sending: Sending,
  one: Chosen,
  { sent, error }: { sent: SentFile; error: unknown },
): void {
  const failure = error === undefined ? undefined : fileFailureOf(error);
  settle(sending, one, { failure, sent: failure?.kind === 'gone' ? undefined : sent });
}

/** Sends files again into the places that they have. */
async function sendAgain(sending: Sending, waiting: Iterable<Chosen>): Promise<void> {
  const { signal, change } = sending;
  for (const one of waiting) {
    const sent = one.sent!;
    const onProgress = ({ loaded }: { loaded: number }): void => change(one.id, { loaded });
    const error: unknown = await sent.retry({ signal, onProgress }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    settleSent(sending, one, { sent, error });
  }
}

/** Announces files and sends them, in as many parts as that needs. */
async function announceAll(sending: Sending, files: Chosen[], sendAll: SendAll): Promise<void> {
  let parts = announcements(files);
  let withoutRoom = 0;
  for (let part = parts.shift(); part; part = parts.shift()) {
    const error = await announce(sending, part, sendAll);
    if (error === undefined) continue;
    const failure = failureOf(error);
    if (!FOR_ONE.has(failure.kind)) {
      const { idempotencyKey: key } = error as { idempotencyKey?: string };
      for (const one of part) settle(sending, one, { failure, announced: { ids: idsOf(part), key } });
      for (const one of parts.flat()) settle(sending, one, { failure, announced: one.announced });
      return;
    }
    if (part.length > 1) {
      const half = Math.ceil(part.length / 2);
      parts.unshift(part.slice(0, half), part.slice(half));
      continue;
    }
    const [only] = part as [Chosen];
    settle(sending, only, { failure });
    if (failure.kind !== 'full') continue;
    // None that is as large finds room, and before long none at all.
    withoutRoom += 1;
    const isTried = withoutRoom < MOST_WITHOUT_ROOM;
    const fits = ({ file }: Chosen): boolean => isTried && file.size < only.file.size;
    for (const one of parts.flat().filter((one) => !fits(one))) settle(sending, one, { failure });
    parts = parts.map((files) => files.filter(fits)).filter((files) => files.length > 0);
  }
}

/** Announces files together, and sends them. Returns the error if the announcement has failed. */
async function announce(sending: Sending, announced: Chosen[], sendAll: SendAll): Promise<unknown> {
  const { signal, change } = sending;
  const options: SendAllOptions = {
    ...{ signal, idempotencyKey: keyOf(announced) },
    onProgress: ({ loaded }, index) => change(announced[index]!.id, { loaded }),
  };
  try {
    const sent = await sendAll(
      announced.map(({ file }) => file),
      options,
    );
    sent.forEach((one, index) => settleSent(sending, announced[index]!, { sent: one, error: one.error }));
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The files in the groups in which they may have been announced before, and the others in groups as large as may be. */
function announcements(files: Chosen[]): Chosen[][] {
  const keys = new Set(files.map(({ announced }) => announced?.ids));
  const before = Array.from(keys, (ids) => files.filter(({ announced }) => announced?.ids === ids)).filter(
    keyOf,
  );
  const others = files.filter((one) => !before.flat().includes(one));
  const count = Math.ceil(others.length / limits.filesAtOnce);
  return [
    ...before,
    ...Array.from({ length: count }, (_, at) =>
      others.slice(at * limits.filesAtOnce, (at + 1) * limits.filesAtOnce),
    ),
  ];
}

/** The key of an announcement of exactly these files. */
const keyOf = (files: Chosen[]): string | undefined =>
  files[0]?.announced?.ids === idsOf(files) ? files[0].announced.key : undefined;

/** Why a file was not sent, where it is the file: else what is said of any failure. */
const REASONS: Partial<Record<Failure['kind'], Key>> = {
  full: 'files.full',
  unreadable: 'files.unreadable',
  unclear: 'files.unclear',
  refused: 'files.refused',
  cancelled: 'files.cancelled',
};

function stateLine({ state, failure }: Chosen, full: string | undefined): string | undefined {
  if (state === 'arrived') return t('files.arrived');
  if (!failure || state !== 'failed') return undefined;
  if (failure.kind === 'too_large') return t('files.too_large');
  if (failure.kind === 'full' && full !== undefined) return `${t('files.failed')} · ${full}`;
  const reason = REASONS[failure.kind];
  return `${t('files.failed')} · ${reason ? t(reason) : failureLine(failure)}`;
}

interface FileListProps extends FullProps {
  files: Chosen[];
  remove: (id: number) => void;
}

/** The files, and how far each is. */
export const FileList = ({ files, remove, full }: FileListProps) => (
  <ul class="files" aria-label={t('files.list')}>
    {files.map((one) => {
      const { id, file, state, loaded } = one;
      const line = stateLine(one, full);
      return (
        <li key={id}>
          <span>
            <NameOfFile of={file.name} /> <small>{size(file.size)}</small>
          </span>
          {state !== 'sending' && state !== 'arrived' && (
            <button
              type="button"
              aria-label={t('remove', { name: shortName(file.name) })}
              onClick={() => remove(id)}
            >
              ✕
            </button>
          )}
          {state === 'sending' && <Progress label={shortName(file.name)} loaded={loaded} total={file.size} />}
          {line && (
            <small class="state" role="status">
              {line}
            </small>
          )}
        </li>
      );
    })}
  </ul>
);

/** How much a place takes, as the service said when it was looked at. */
export interface Room {
  maxItems: number;
  /** Never above `limits.itemsLeftShown`. */
  itemsLeft: number;
}

/** Says how many files go, and how large they may be, before any is sent. */
export function RoomLine({ room, files: { unsent, arrived } }: { room: Room; files: Files }) {
  const { maxItems, itemsLeft } = room;
  const isExact = itemsLeft < limits.itemsLeftShown;
  const left = Math.max(0, (isExact ? itemsLeft : maxItems) - arrived);
  const over = unsent.length - left;
  const [line, count] = isExact ? (['files.left', left] as const) : (['files.most', maxItems] as const);
  return (
    <p class={over > 0 ? 'wrong' : 'note'} role="status">
      {t(line, { count, size: size(limits.fileBytes) })}
      {over > 0 && ` ${t('files.over', { count: over })}`}
    </p>
  );
}
