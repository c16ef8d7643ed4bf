import type { Progress as Sent } from '@tempshare/sdk/open';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { failureOf, type Failure } from '../failure.ts';
import { size, t } from '../words.ts';
import { Theirs } from './card.tsx';
import { Progress } from './progress.tsx';

/** A file that was chosen, and what became of it. */
export interface Chosen {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'arrived' | 'failed' | 'too_large';
  loaded: number;
}

const STATE_AFTER: Partial<Record<Failure['kind'], Chosen['state']>> = {
  password: 'waiting',
  too_large: 'too_large',
};

type Send = (
  file: File,
  options: { signal: AbortSignal; onProgress: (progress: Sent) => void },
) => Promise<unknown>;

let chosenSoFar = 0;

/** What the service takes at most. */
const MAX_BYTES = 25 * 1024 * 1024;

/** Whether there is no use in sending it. */
export const isTooLarge = ({ size: bytes }: File): boolean => bytes > MAX_BYTES;

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
  /** Sends what is waiting. Whatever stops one, and would stop the others as well, is the failure. */
  send: (send: Send) => Promise<{ arrived: number; failure?: Failure }>;
}

/** The files of a page: chosen, sent one after the other, and kept when something fails. */
export function useFiles(): Files {
  const [files, setFiles] = useState<Chosen[]>([]);
  const under = useRef<AbortController>(undefined);
  const change = (id: number, changes: Partial<Chosen>): void =>
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  return {
    files,
    unsent: files.filter(({ state }) => state !== 'arrived' && state !== 'too_large'),
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
    async send(send) {
      let arrived = 0;
      const ended = (under.current = new AbortController());
      for (const { id, file } of files.filter(({ state }) => state === 'waiting' || state === 'failed')) {
        change(id, { state: 'sending', loaded: 0 });
        try {
          await send(file, { signal: ended.signal, onProgress: ({ loaded }) => change(id, { loaded }) });
          change(id, { state: 'arrived' });
          arrived += 1;
        } catch (error) {
          const failure = failureOf(error);
          change(id, { state: STATE_AFTER[failure.kind] ?? 'failed' });
          if (failure.kind !== 'too_large' && failure.kind !== 'refused') return { arrived, failure };
        }
      }
      return { arrived };
    },
  };
}

/** Takes files by choosing, dropping, pasting and, on a phone, by camera. */
export function Picker({ add, busy }: { add: (files: Iterable<File>) => void; busy: boolean }) {
  const id = useId();
  useEffect(() => {
    const taken = (event: Event, transfer: DataTransfer | null): void => {
      if (!transfer?.files.length) return;
      event.preventDefault();
      if (!busy) add(transfer.files);
    };
    const paste = (event: ClipboardEvent): void => taken(event, event.clipboardData);
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
