import type { OpenedFile, OpenedMessage } from '@tempshare/sdk/open';
import { Theirs } from '../kit/card.tsx';
import { FailedLine } from '../kit/failed-line.tsx';
import { Name, NameOfFile } from '../kit/names.tsx';
import { useWork } from '../kit/work.ts';
import { save } from '../save.ts';
import { locale, size, t } from '../i18n.ts';

interface SaidProps {
  message: OpenedMessage;
  /** The first of those that came while nobody looked. */
  isNew: boolean;
}

/** A message of a room. */
export function Said({ message: { from, author, createdAt, text, file, damaged }, isNew }: SaidProps) {
  const { busy, failure, during } = useWork();
  const download = (wanted: OpenedFile) =>
    during(async () => {
      save(await wanted.blob(), wanted.fileName ?? t('file.unnamed'));
      return undefined;
    });
  return (
    <li>
      {isNew && <p class="new">{t('room.new')}</p>}
      <header>
        {author && (
          <strong>
            <Name of={author} />
          </strong>
        )}
        {/* Whatever they call themselves, this is what the service knows. */}
        <span class={`from ${from}`}>{t(from === 'owner' ? 'room.owner' : 'room.guest')}</span>
        <time dateTime={createdAt}>
          {new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(new Date(createdAt))}
        </time>
      </header>
      {damaged && <em>{t('room.damaged')}</em>}
      {text !== undefined && <Theirs>{text}</Theirs>}
      {file && (
        <button type="button" aria-disabled={busy} onClick={() => void (busy || download(file))}>
          <NameOfFile of={file.fileName ?? t('file.unnamed')} />
          {file.size !== undefined && <small> {size(file.size)}</small>}
        </button>
      )}
      {failure && <FailedLine failure={failure} />}
    </li>
  );
}
