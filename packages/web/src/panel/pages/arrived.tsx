import type { DropItem, SharedFile } from '@tempshare/sdk/types';
import { useState } from 'preact/hooks';
import { safeFileName } from '@tempshare/sdk/names';
import { t, size } from '../../i18n.ts';
import { save } from '../../save.ts';
import type { Refused } from '../api.ts';
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
  const download = async (wanted: readonly Arrived[]): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setRefused(undefined);
    try {
      for (const one of wanted) await downloadOne(callV1, kind, id, one);
    } catch (error) {
      setRefused(asRefused(error));
      found.reload();
    }
    setBusy(false);
  };
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
                          onClick={() => void download([one])}
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
              <div class="buttons">
                {files.length > 1 && (
                  <button type="button" aria-disabled={busy} onClick={() => void download(files)}>
                    {t('shared.download-all')}
                  </button>
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

async function downloadOne(
  callV1: CallV1,
  kind: Container,
  id: string,
  { id: fileId, file }: Arrived,
): Promise<void> {
  const blob = await callV1(async (client) => {
    const response = await (kind === 'request'
      ? client.requests.files.download(id, fileId)
      : client.drops.items.download(id, fileId));
    return response.blob();
  });
  // Saved under the sender's name, and never opened by the browser.
  save(new Blob([blob], { type: 'application/octet-stream' }), nameOf(file!));
}
