import { safeFileName } from '@tempshare/sdk/names';
import type { LinkInfo, OpenedFile } from '@tempshare/sdk/open';
import { useEffect, useRef, useState } from 'preact/hooks';
import { failureOf, type Failure } from '../failure.ts';
import { checksum, save } from '../save.ts';
import { size, t } from '../i18n.ts';
import { Card } from './card.tsx';
import { NameOfFile } from './names.tsx';
import { Progress } from './progress.tsx';
import { Trouble } from './trouble.tsx';
import { useUnsaved } from './unsaved.ts';

/** Name and size of a file before its download. */
export const FileName = ({ fileName, size: bytes }: Pick<LinkInfo, 'fileName' | 'size'>) => (
  <div class="file">
    <strong>
      {fileName === undefined ? (
        t('file.sealed')
      ) : (
        <NameOfFile of={safeFileName(fileName) ?? t('file.unnamed')} />
      )}
    </strong>
    {bytes !== undefined && <small>{size(bytes)}</small>}
  </div>
);

type View =
  | { at: 'loading'; loaded: number; total: number | undefined }
  | { at: 'here'; blob: Blob; sum: string | undefined }
  | { at: 'failed'; failure: Failure };

interface DownloadProps {
  file: OpenedFile;
  oneTime: boolean;
  /** Opens it again: what has been opened can be fetched for some minutes only. */
  again: () => void;
}

/** Fetches a file, and hands it to the browser. */
function useDownload({ file, oneTime, again }: DownloadProps) {
  const [view, setView] = useState<View>({ at: 'loading', loaded: 0, total: file.size });
  const reader = useRef<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>>(undefined);
  const name = file.fileName ?? t('file.unnamed');

  const fetchIt = async (): Promise<void> => {
    setView({ at: 'loading', loaded: 0, total: file.size });
    try {
      const bytes = file.stream(({ loaded, total }) => setView({ at: 'loading', loaded, total })).getReader();
      reader.current = bytes;
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for (let part = await bytes.read(); !part.done; part = await bytes.read()) parts.push(part.value);
      const blob = new Blob(parts, { type: file.mediaType ?? 'application/octet-stream' });
      if (reader.current !== bytes) throw new DOMException('', 'AbortError');
      save(blob, name);
      setView({ at: 'here', blob, sum: await checksum(blob) });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'gone' && !oneTime) again();
      else setView({ at: 'failed', failure });
    }
  };
  useEffect(() => void fetchIt(), []);
  useUnsaved(oneTime && view.at === 'loading');

  const cancel = (): void => {
    const bytes = reader.current;
    reader.current = undefined;
    void bytes?.cancel();
  };
  return { view, name, fetchIt, cancel };
}

/** A file that is fetched, with its progress. */
export function Download(props: DownloadProps) {
  const { view, name, fetchIt, cancel } = useDownload(props);
  if (view.at === 'failed' && view.failure.kind !== 'cancelled') {
    return <Trouble failure={view.failure} retry={() => void fetchIt()} byItself={false} />;
  }
  return (
    <Card title={t(view.at === 'here' ? 'file.done' : 'file.title')} follows>
      <FileName fileName={name} size={view.at === 'here' ? view.blob.size : props.file.size} />
      {view.at === 'loading' && (
        <>
          <Progress {...view} label={t('file.title')} />
          <div class="buttons">
            <button type="button" onClick={cancel}>
              {t('cancel')}
            </button>
          </div>
        </>
      )}
      {view.at === 'failed' && (
        <>
          <p class="lead">{t('file.cancelled')}</p>
          <div class="buttons">
            <button type="button" class="main" onClick={() => void fetchIt()}>
              {t('retry')}
            </button>
          </div>
        </>
      )}
      {view.at === 'here' && (
        <>
          <p class="lead">{t('file.saved')}</p>
          {view.sum && (
            <p class="sum">
              {t('file.checksum')} <code>{view.sum}</code>
            </p>
          )}
          <div class="buttons">
            <button type="button" class="main" onClick={() => save(view.blob, name)}>
              {t('file.again')}
            </button>
          </div>
        </>
      )}
    </Card>
  );
}
