import { t, type Key } from '../../i18n.ts';
import { Name } from '../../kit/names.tsx';
import { api, call } from '../api.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, Input } from '../kit/form.tsx';
import { useLimits } from '../limits.ts';
import type { Item } from './item-facts.tsx';
import { labelOf } from './send-items.ts';

/** Name of the dialog that changes the label of an item. Senders see that of an inbox as its name. */
export const labelTitleOf = ({ kind, label }: Item): Key =>
  kind === 'drop' ? 'label.name' : label === null ? 'label.add' : 'label.change';

interface OwnLabelProps {
  item: Item;
  onChange: () => void;
}

/** The label of an own item, with a button that adds or changes it. */
export const OwnLabel = ({ item, onChange }: OwnLabelProps) => (
  <>
    {item.label !== null && (
      <>
        <Name of={item.label} />{' '}
      </>
    )}
    <button type="button" class="plain" onClick={onChange}>
      {t(labelTitleOf(item))}
    </button>
  </>
);

interface LabelDialogProps {
  item: Item;
  onClose: () => void;
  /** Shows the present state: the label was changed, or could not be. */
  onSent: () => Promise<void>;
}

/** Adds, changes or removes a label, or changes the name of an inbox. */
export function LabelDialog({ item, onClose, onSent }: LabelDialogProps) {
  const isInbox = item.kind === 'drop';
  const { lengths } = useLimits();
  return (
    <Dialog title={t(labelTitleOf(item))} onClose={onClose}>
      {!isInbox && item.label !== null && <p class="lead">{t('label.remove')}</p>}
      <Form
        send={t('label.save')}
        onCancel={onClose}
        onSend={async (value) => {
          const params = { path: { id: item.id } };
          const body = { label: labelOf(value('label')) || null };
          await call(() => api.PATCH('/items/{id}', { params, body })).finally(onSent);
          onClose();
        }}
      >
        <Input
          name="label"
          label={t(isInbox ? 'new.drop.name' : 'send.name')}
          note={t(isInbox ? 'new.drop.name.note' : 'send.name.note')}
          isOptional={!isInbox}
          defaultValue={(isInbox ? item.title : item.label) ?? ''}
          autoComplete="off"
          maxLength={isInbox ? lengths.name : lengths.label}
        />
      </Form>
    </Dialog>
  );
}
