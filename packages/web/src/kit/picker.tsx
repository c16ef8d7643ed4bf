import { useId, useLayoutEffect } from 'preact/hooks';
import { t } from '../i18n.ts';

type Add = (files: Iterable<File>) => void;

/** Takes files that are pasted or dropped anywhere on the page. */
function useTransfers(add: Add, busy: boolean): void {
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
}

/** Takes files by choosing, dropping, pasting and, on a phone, by camera. */
export function Picker({ add, busy }: { add: Add; busy: boolean }) {
  const id = useId();
  useTransfers(add, busy);
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
