import type { DropItem, SharedFile } from '@tempshare/sdk/types';
import { useEffect, useRef, useState } from 'preact/hooks';
import { safeFileName } from '@tempshare/sdk/names';
import { t, size } from '../../i18n.ts';
import { save } from '../../save.ts';
import { Progress } from '../../kit/progress.tsx';
import { later } from '../../later.ts';
import type { Entry } from '../../parts/zip.ts';
import { Refused } from '../api.ts';
import { Loading } from '../kit/page.tsx';
import { Refusal } from '../kit/refusal.tsx';
import { asRefused, useLoad } from '../load.ts';
import { Time } from '../times.tsx';
import { callerOf, type CallV1 } from '../v1.ts';

/** Something that has arrived in a request or an inbox. */
interface Arrived {
  id: string;
  createdAt: string;
  message?: string | undefined;
  file?: SharedFile | undefined;
}

interface ArrivedPage {
  arrived: Arrived[];
  nextCursor: string | null;
}

/** A request or inbox of this person's pages. */
interface Container {
  kind: 'request' | 'drop';
  id: string;
  callV1: CallV1;
}

const PAGE = 100;

interface PageOptions {
  cursor: string | null;
  signal: AbortSignal;
}

function listOf({ callV1, kind, id }: Container, { cursor, signal }: PageOptions): Promise<ArrivedPage> {
  const page = { limit: PAGE, ...(cursor !== null && { cursor }) };
  return callV1<ArrivedPage>(async (client) => {
    if (kind === 'request') {
      const { files, nextCursor } = await client.requests.files.list(id, page, { signal });
      return { arrived: files.map((file) => ({ id: file.id, createdAt: file.createdAt, file })), nextCursor };
    }
    const { items, nextCursor } = await client.drops.items.list(id, page, { signal });
    return { arrived: items.map((item: DropItem) => item), nextCursor };
  });
}

/** The first pages of what a container has received. */
async function firstPages(of: Container, pages: number, signal: AbortSignal): Promise<ArrivedPage> {
  const all: Arrived[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages && (page === 0 || cursor !== null); page += 1) {
    const { arrived, nextCursor } = await listOf(of, { cursor, signal });
    all.push(...arrived);
    cursor = nextCursor;
  }
  return { arrived: all, nextCursor: cursor };
}

interface ArrivedInProps extends Pick<Container, 'kind' | 'id'> {
  userId: string;
  /** Grows when something has arrived. */
  version: number;
}

/** Files and messages that a request or inbox of this person's pages has received, with downloads of one or all. */
export function ArrivedIn({ kind, id, userId, version }: ArrivedInProps) {
  const of: Container = { kind, id, callV1: callerOf(userId) };
  const [pages, setPages] = useState(1);
  const found = useLoad((signal) => firstPages(of, pages, signal), [id, pages, version]);
  const downloads = useDownloads(of, found.reload);
  const { busy, refused, saved } = downloads;
  return (
    <section class="panel-card" aria-labelledby="arrived" aria-busy={busy}>
      <h2 id="arrived">{t('shared.arrived')}</h2>
      <Loading of={found}>
        {({ arrived, nextCursor }) => (
          <>
            {arrived.length === 0 && <p>{t('shared.arrived.none')}</p>}
            <ul class="answers">
              {arrived.map((one) => (
                <ArrivedLine key={one.id} of={one} busy={busy} onDownload={downloads.download} />
              ))}
            </ul>
            <Refusal refused={refused} />
            <p role="status">{saved && t('file.saved')}</p>
            <div class="buttons">
              <DownloadAll arrived={arrived} isAll={nextCursor === null} downloads={downloads} />
              {nextCursor !== null && (
                <button type="button" onClick={() => setPages(pages + 1)}>
                  {t('shared.more')}
                </button>
              )}
            </div>
          </>
        )}
      </Loading>
    </section>
  );
}

/** Downloads of one file or all, one download at a time. */
function useDownloads(of: Container, reload: () => Promise<void>) {
  const [refused, setRefused] = useState<Refused>();
  const [busy, setBusy] = useState(false);
  /** Bytes of all files that are here. */
  const [loaded, setLoaded] = useState<number>();
  const [saved, setSaved] = useState(false);
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  const during = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    if (busy) return;
    const { signal } = (under.current = new AbortController());
    setBusy(true);
    setSaved(false);
    setRefused(undefined);
    try {
      await work(signal);
    } catch (error) {
      setRefused(asRefused(error));
      void reload();
    }
    setBusy(false);
    setLoaded(undefined);
  };
  return {
    ...{ busy, refused, saved, loaded },
    cancel: (): void => under.current?.abort(),
    download: (one: Arrived): Promise<void> =>
      during(async (signal) => saveAs([await bytesOf(of, one, signal)], nameOf(one.file!))),
    downloadAll: (): Promise<void> =>
      during(async (signal) => {
        setLoaded(0);
        const { packed } = await later('zip', () => import('../../parts/zip.ts')).catch(() => {
          throw new Refused('away');
        });
        const onLoaded = (bytes: number): void => setLoaded((before = 0) => before + bytes);
        let count = 0;
        for await (const archive of packed(entriesOf(of, { signal, onLoaded }))) {
          count += 1;
          save(archive, count === 1 ? `${of.id}.zip` : `${of.id} (${count}).zip`);
        }
        setSaved(true);
      }),
  };
}

interface ArrivedLineProps {
  of: Arrived;
  busy: boolean;
  onDownload: (one: Arrived) => Promise<void>;
}

/** A message, a file with its size, or both. */
const ArrivedLine = ({ of, busy, onDownload }: ArrivedLineProps) => {
  const { message, file, createdAt } = of;
  return (
    <li>
      {message !== undefined && (
        <p class="said" dir="auto">
          {message}
        </p>
      )}
      {file && (
        <>
          <bdi>{nameOf(file)}</bdi>{' '}
          <button type="button" class="plain" aria-disabled={busy} onClick={() => void onDownload(of)}>
            {t('shared.download')} <bdi class="unseen">{nameOf(file)}</bdi>
          </button>
        </>
      )}
      <small>
        {file && <>{size(file.size)}, </>}
        <Time at={createdAt} />
      </small>
    </li>
  );
};

interface DownloadAllProps {
  arrived: readonly Arrived[];
  /** There are no further pages. */
  isAll: boolean;
  downloads: ReturnType<typeof useDownloads>;
}

/** Downloads everything, where there is more than one thing, and shows how far that is. */
function DownloadAll({ arrived, isAll, downloads: { busy, loaded, cancel, downloadAll } }: DownloadAllProps) {
  const files = arrived.flatMap(({ file }) => file ?? []);
  return (
    <>
      {files.length > 0 && arrived.length > 1 && (
        <button type="button" aria-disabled={busy} onClick={() => void downloadAll()}>
          {t('shared.download-all')}
        </button>
      )}
      {loaded !== undefined && (
        <>
          <button type="button" onClick={cancel}>
            {t('cancel')}
          </button>
          <Progress
            label={t('shared.download-all')}
            loaded={loaded}
            total={isAll ? files.reduce((sum, file) => sum + file.size, 0) : undefined}
          />
        </>
      )}
    </>
  );
}

/** The name that a stranger gave, fit to be one. */
const nameOf = ({ fileName }: SharedFile): string => safeFileName(fileName) ?? t('shared.unnamed');

function bytesOf(
  { callV1, kind, id }: Container,
  { id: fileId }: Arrived,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return callV1(async (client) => {
    const response = await (kind === 'request'
      ? client.requests.files.download(id, fileId, { signal })
      : client.drops.items.download(id, fileId, { signal }));
    return new Uint8Array(await response.arrayBuffer());
  });
}

/** Saves bytes under the sender's name. The browser never opens them. */
const saveAs = (bytes: Uint8Array<ArrayBuffer>[], name: string): void =>
  save(new Blob(bytes, { type: 'application/octet-stream' }), name);

interface EntriesOptions {
  signal: AbortSignal;
  onLoaded: (bytes: number) => void;
}

/** All files, those of further pages too, and the messages as a text beside them. */
async function* entriesOf(of: Container, { signal, onLoaded }: EntriesOptions): AsyncGenerator<Entry> {
  let messages = '';
  let cursor: string | null = null;
  do {
    const page: ArrivedPage = await listOf(of, { cursor, signal });
    for (const one of page.arrived) {
      const { createdAt, message, file } = one;
      if (message !== undefined) messages += `${createdAt}\n${message}\n\n`;
      if (!file) continue;
      const bytes = async (): Promise<Uint8Array> => {
        const content = await bytesOf(of, one, signal);
        onLoaded(content.length);
        return content;
      };
      yield { name: nameOf(file), createdAt, bytes };
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  if (messages === '') return;
  const text = new TextEncoder().encode(messages);
  yield { name: 'messages.txt', createdAt: new Date().toISOString(), bytes: () => Promise.resolve(text) };
}
