import { limits } from '@tempshare/contract';
import type { FileToSend, SendAllOptions, SentFile } from '@tempshare/sdk/open';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { failureOf, type Failure } from '../failure.ts';
import { size, t } from '../i18n.ts';
import { Theirs } from './card.tsx';
import { Progress } from './progress.tsx';

/** A file that was chosen, and what became of it. */
export interface Chosen {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'arrived' | 'failed' | 'too_large';
  loaded: number;
  /** It has a place there already, into which it is sent again. */
  sent?: SentFile | undefined;
}

const STATE_AFTER: Partial<Record<Failure['kind'], Chosen['state']>> = {
  password: 'waiting',
  too_large: 'too_large',
};

/** After these there is no use in sending a file again. */
const FOR_GOOD = new Set<Failure['kind']>(['too_large', 'refused']);

/** Announces files, and sends them. */
export type SendAll = (files: FileToSend[], options: SendAllOptions) => Promise<SentFile[]>;

/** What became of the files that were waiting. */
interface Outcome {
  arrived: number;
  /** Why not all have arrived, where it can be mended. */
  failure?: Failure;
}

let chosenSoFar = 0;

/** So many are sent again at a time. */
const AT_ONCE = 3;

/** Whether there is no use in sending it. */
export const isTooLarge = ({ size: bytes }: File): boolean => bytes > limits.fileBytes;

/** The files of a page, and what is done with them. */
export interface Files {
  files: Chosen[];
  /** Those that can still be sent. */
  unsent: Chosen[];
  arrived: number;
  add: (added: Iterable<File>) => void;
  remove: (id: number) => void;
  forget: () => void;
  cancel: () => void;
  /** Sends what is waiting. */
  send: (sendAll: SendAll) => Promise<Outcome>;
}

/** The files of a page: chosen, announced together, and kept when something fails. */
export function useFiles(): Files {
  const [files, setFiles] = useState<Chosen[]>([]);
  const under = useRef<AbortController>(undefined);
  /** An announcement that may have been made all the same: under its key the files get the places that they have. */
  const unclear = useRef<{ what: string; key: string | undefined }>(undefined);
  const change = (id: number, changes: Partial<Chosen>): void =>
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  const unsent = files.filter(({ state }) => state !== 'arrived' && state !== 'too_large');
  return {
    files,
    unsent,
    arrived: files.filter(({ state }) => state === 'arrived').length,
    add: (added: Iterable<File>) =>
      setFiles((all) => [
        ...all,
        ...Array.from(added, (file): Chosen => ({
          id: chosenSoFar++,
          file,
          state: isTooLarge(file) ? 'too_large' : 'waiting',
          loaded: 0,
        })),
      ]),
    remove: (id: number) => setFiles((all) => all.filter((one) => one.id !== id)),
    forget: () => setFiles([]),
    cancel: () => under.current?.abort(),
    async send(sendAll) {
      const ended = (under.current = new AbortController());
      const batch = files.filter(({ state }) => state === 'waiting' || state === 'failed');
      const settle = (id: number, error: unknown, sent?: SentFile): Failure | undefined => {
        const failure = error === undefined ? undefined : failureOf(error);
        const state = failure ? (STATE_AFTER[failure.kind] ?? 'failed') : 'arrived';
        // A place that is gone is of no use: the next time it is given another one.
        change(id, { state, sent: failure?.kind === 'gone' ? undefined : sent });
        return failure;
      };
      for (const { id } of batch) change(id, { state: 'sending', loaded: 0 });
      const failures: (Failure | undefined)[] = [];
      const waiting = batch.filter(({ sent }) => sent).values();
      const sendAgain = async (): Promise<void> => {
        for (const { id, sent } of waiting) {
          const onProgress = ({ loaded }: { loaded: number }): void => change(id, { loaded });
          const error: unknown = await sent!.retry({ signal: ended.signal, onProgress }).then(
            () => undefined,
            (thrown: unknown) => thrown,
          );
          failures.push(settle(id, error, sent));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sendAgain));
      const outcome = (): Outcome => {
        const failure = failures.find((one) => one && !FOR_GOOD.has(one.kind));
        const arrived = failures.filter((one) => one === undefined).length;
        return { arrived, ...(failure && { failure }) };
      };
      const fresh = batch.filter(({ sent }) => !sent);
      if (fresh.length === 0) return outcome();
      const what = fresh.map(({ id }) => id).join();
      const idempotencyKey = unclear.current?.what === what ? unclear.current.key : undefined;
      unclear.current = undefined;
      try {
        const sent = await sendAll(
          fresh.map(({ file }) => ({ file, fileName: file.name, mediaType: file.type || undefined })),
          {
            ...{ signal: ended.signal, idempotencyKey },
            onProgress: ({ loaded }, index) => change(fresh[index]!.id, { loaded }),
          },
        );
        failures.push(...sent.map((one, index) => settle(fresh[index]!.id, one.error, one)));
        return outcome();
      } catch (error) {
        unclear.current = { what, key: (error as { idempotencyKey?: string }).idempotencyKey };
        for (const { id } of fresh) settle(id, error);
        return { ...outcome(), failure: failureOf(error) };
      }
    },
  };
}

/** Takes files by choosing, dropping, pasting and, on a phone, by camera. */
export function Picker({ add, busy }: { add: (files: Iterable<File>) => void; busy: boolean }) {
  const id = useId();
  useLayoutEffect(() => {
    const taken = (event: Event, transfer: DataTransfer | null): void => {
      if (!transfer?.files.length) return;
      event.preventDefault();
      if (!busy) add(transfer.files);
    };
    const paste = (event: ClipboardEvent): void => {
      const { clipboardData, target } = event;
      // Spreadsheets and word processors give a picture along with a text.
      const isTyped = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
      if (!isTyped || !clipboardData?.types.includes('text/plain')) taken(event, clipboardData);
    };
    const drop = (event: DragEvent): void => taken(event, event.dataTransfer);
    const over = (event: DragEvent): void => event.preventDefault();
    addEventListener('paste', paste);
    addEventListener('drop', drop);
    addEventListener('dragover', over);
    return () => {
      removeEventListener('paste', paste);
      removeEventListener('drop', drop);
      removeEventListener('dragover', over);
    };
  }, [busy]);
  const picked = (input: HTMLInputElement): void => {
    add(input.files ?? []);
    input.value = '';
  };
  const hasCamera = matchMedia('(pointer: coarse)').matches;
  return (
    <div class="field">
      <label class="pick" for={id}>
        {t('files.choose')}
        <small>{t('files.drop')}</small>
        <input
          id={id}
          class="unseen"
          type="file"
          multiple
          disabled={busy}
          onChange={(event) => picked(event.currentTarget)}
        />
      </label>
      {hasCamera && (
        <label class="pick" for={`${id}-camera`}>
          {t('files.camera')}
          <input
            id={`${id}-camera`}
            class="unseen"
            type="file"
            accept="image/*"
            capture="environment"
            disabled={busy}
            onChange={(event) => picked(event.currentTarget)}
          />
        </label>
      )}
    </div>
  );
}

const STATES = {
  arrived: 'files.arrived',
  failed: 'files.failed',
  too_large: 'files.too_large',
} as const;

/** The files, and how far each is. */
export const FileList = ({ files, remove }: { files: Chosen[]; remove: (id: number) => void }) => (
  <ul class="files" aria-label={t('files.list')}>
    {files.map(({ id, file, state, loaded }) => (
      <li key={id}>
        <span>
          <Theirs>{file.name}</Theirs> <small>{size(file.size)}</small>
        </span>
        {state !== 'sending' && state !== 'arrived' && (
          <button type="button" aria-label={t('remove', { name: file.name })} onClick={() => remove(id)}>
            ✕
          </button>
        )}
        {state === 'sending' && <Progress label={file.name} loaded={loaded} total={file.size} />}
        {state in STATES && (
          <small class="state" role="status">
            {t(STATES[state as keyof typeof STATES])}
          </small>
        )}
      </li>
    ))}
  </ul>
);
