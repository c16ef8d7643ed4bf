import type { ComponentChildren } from 'preact';
import type { Failure } from '../failure.ts';
import { t } from '../i18n.ts';
import { FailedLine } from './failed-line.tsx';
import { Form } from './field.tsx';
import { FileList, RoomLine, type Files, type Room } from './files.tsx';
import { Picker } from './picker.tsx';

interface SendFormProps {
  files: Files;
  /** How much the place takes. */
  room: Room;
  /** Fields beside the files. */
  children: ComponentChildren;
  /** Label of the button. */
  label: string;
  busy: boolean;
  /** There is nothing to send. */
  isEmpty: boolean;
  failure: Failure | undefined;
  onSend: () => void;
  /** The main button where nothing is left to be sent. */
  done?: ComponentChildren;
}

/** Takes files, and something about them, and shows how far each is. */
export const SendForm = ({
  files,
  room,
  children,
  label,
  busy,
  isEmpty,
  failure,
  onSend,
  done,
}: SendFormProps) => (
  <Form onSend={() => busy || isEmpty || onSend()}>
    {children}
    <Picker add={files.add} busy={busy} />
    <RoomLine room={room} files={files} />
    <FileList files={files.files} remove={files.remove} />
    <FailedLine failure={failure} />
    <div class="buttons">
      {(isEmpty && !busy && done) || (
        <button type="submit" class="main" disabled={busy || isEmpty}>
          {busy ? t('files.sending') : label}
        </button>
      )}
      {busy && (
        <button type="button" onClick={files.cancel}>
          {t('cancel')}
        </button>
      )}
    </div>
  </Form>
);
