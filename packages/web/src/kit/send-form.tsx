import type { ComponentChildren } from 'preact';
import type { Failure } from '../failure.ts';
import { t } from '../i18n.ts';
import { FailedLine } from './failed-line.tsx';
import { Form } from './field.tsx';
import { FileList, Picker, type Files } from './files.tsx';

interface SendFormProps {
  files: Files;
  /** What is filled in beside the files. */
  children: ComponentChildren;
  /** What the button says. */
  label: string;
  busy: boolean;
  /** There is nothing to send. */
  isEmpty: boolean;
  failure: Failure | undefined;
  onSend: () => void;
}

/** Takes files, and something about them, and shows how far each is. */
export const SendForm = ({ files, children, label, busy, isEmpty, failure, onSend }: SendFormProps) => (
  <Form onSend={() => busy || isEmpty || onSend()}>
    {children}
    <Picker add={files.add} busy={busy} />
    <FileList files={files.files} remove={files.remove} />
    <FailedLine failure={failure} />
    <div class="buttons">
      <button type="submit" class="main" disabled={busy || isEmpty}>
        {busy ? t('files.sending') : label}
      </button>
      {busy && (
        <button type="button" onClick={files.cancel}>
          {t('cancel')}
        </button>
      )}
    </div>
  </Form>
);
