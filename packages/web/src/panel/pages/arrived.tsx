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

type Container = 'request' | 'drop';

const PAGE = 100;

function listOf(
  callV1: CallV1,
  kind: Container,
  id: string,
  cursor?: string,
  signal?: AbortSignal,
): Promise<ArrivedPage> {
  const page = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
  return callV1<ArrivedPage>(async (client) => {
    if (kind === 'request') {
      const { files, nextCursor } = await client.requests.files.list(id, page, { signal });
      return { arrived: files.map((file) => ({ id: file.id, createdAt: file.createdAt, file })), nextCursor };
    }
    const { items, nextCursor } = await client.drops.items.list(id, page, { signal });
    return { arrived: items.map((item: DropItem) => item), nextCursor };
  });
}

/** Files and messages that a request or inbox of this person's pages has received, with downloads of one or all. */
export function ArrivedIn({
  kind,
  id,
  userId,
  version,
}: {
  kind: Container;
  id: string;
  userId: string;
  version: number;
}) {
  const callV1 = callerOf(userId);
  const [pages, setPages] = useState(1);
  const [refused, setRefused] = useState<Refused>();
  const [busy, setBusy] = useState(false);
  const found = useLoad(
    async (signal) => {
      const all: Arrived[] = [];
      let next: string | null = null;
      for (let page = 0; page < pages && (page === 0 || next !== null); page += 1) {
        const { arrived, nextCursor } = await listOf(callV1, kind, id, next ?? undefined, signal);
        all.push(...arrived);
        next = nextCursor;
      }
      return { arrived: all, nextCursor: next };
    },
    [id, pages, version],
  );
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
      void found.reload();
    }
    setBusy(false);
    setLoaded(undefined);
  };
  const download = (one: Arrived): Promise<void> =>
    during(async (signal) => saveAs([await bytesOf(callV1, kind, id, one, signal)], nameOf(one.file!)));
  const downloadAll = (): Promise<void> =>
    during(async (signal) => {
      setLoaded(0);
      const { packed } = await later('zip', () => import('../../parts/zip.ts')).catch(() => {
        throw new Refused('away');
      });
      const onLoaded = (bytes: number): void => setLoaded((before = 0) => before + bytes);
      let count = 0;
      for await (const archive of packed(entriesOf(callV1, kind, id, signal, onLoaded))) {
        count += 1;
        save(archive, count === 1 ? `${id}.zip` : `${id} (${count}).zip`);
      }
      setSaved(true);
    });
  return (
    <section class="panel-card" aria-labelledby="arrived" aria-busy={busy}>
      <h2 id="arrived">{t('shared.arrived')}</h2>
      <Loading of={found}>
        {({ arrived, nextCursor }) => {
          const files = arrived.filter(({ file }) => file !== undefined);
          return (
            <>
              {arrived.length === 0 && <p>{t('shared.arrived.none')}</p>}
              <ul class="answers">
                {arrived.map((one) => (
                  <li key={one.id}>
                    {one.message !== undefined && (
                      <p class="said" dir="auto">
                        {one.message}
                      </p>
                    )}
                    {one.file && (
                      <>
                        <bdi>{nameOf(one.file)}</bdi>{' '}
                        <button
                          type="button"
                          class="plain"
                          aria-disabled={busy}
                          onClick={() => void download(one)}
                        >
                          {t('shared.download')} <bdi class="unseen">{nameOf(one.file)}</bdi>
                        </button>
                      </>
                    )}
                    <small>
                      {one.file && <>{size(one.file.size)}, </>}
                      <Time at={one.createdAt} />
                    </small>
                  </li>
                ))}
              </ul>
              <Refusal refused={refused} />
              <p role="status">{saved && t('file.saved')}</p>
              <div class="buttons">
                {(files.length > 1 || (files.length > 0 && arrived.length > 1)) && (
                  <button type="button" aria-disabled={busy} onClick={() => void downloadAll()}>
                    {t('shared.download-all')}
                  </button>
                )}
                {loaded !== undefined && (
                  <>
                    <button type="button" onClick={() => under.current?.abort()}>
                      {t('cancel')}
                    </button>
                    <Progress
                      label={t('shared.download-all')}
                      loaded={loaded}
                      total={
                        nextCursor === null ? files.reduce((sum, { file }) => sum + file!.size, 0) : undefined
                      }
                    />
                  </>
                )}
                {nextCursor !== null && (
                  <button type="button" onClick={() => setPages(pages + 1)}>
                    {t('shared.more')}
                  </button>
                )}
              </div>
            </>
          );
        }}
      </Loading>
    </section>
  );
}

/** The name that a stranger gave, fit to be one. */
const nameOf = ({ fileName }: SharedFile): string => safeFileName(fileName) ?? t('shared.unnamed');

async function bytesOf(
  callV1: CallV1,
  kind: Container,
  id: string,
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

/** All files, those of further pages too, and the messages as a text beside them. */
async function* entriesOf(
  callV1: CallV1,
  kind: Container,
  id: string,
  signal: AbortSignal,
  onLoaded: (bytes: number) => void,
): AsyncGenerator<Entry> {
  let messages = '';
  let cursor: string | null | undefined;
  do {
    const page: ArrivedPage = await listOf(callV1, kind, id, cursor ?? undefined, signal);
    for (const one of page.arrived) {
      const { createdAt, message, file } = one;
      if (message !== undefined) messages += `${createdAt}\n${message}\n\n`;
      if (!file) continue;
      const bytes = async (): Promise<Uint8Array> => {
        const content = await bytesOf(callV1, kind, id, one, signal);
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
