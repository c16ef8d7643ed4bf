import { lifetimes } from '@tempshare/contract';
import { t } from '../../i18n.ts';
import { serverNow } from '../../clock.ts';
import { api, call, Refused } from '../api.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, Select } from '../kit/form.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { lasting, offeredOf, useLimits } from '../limits.ts';
import type { Item } from './item-facts.tsx';
import { LabelDialog } from './label.tsx';

/** The dialog that is open for an item. */
export type Doing =
  | { what: 'delete' | 'expiry' | 'pin' }
  | { what: 'label'; item: Item }
  /** The new PIN is in memory alone. */
  | { what: 'new-pin'; pin: string };

interface ItemDialogsProps {
  id: string;
  doing: Doing | undefined;
  /** Opens a dialog in place of the one that is open, or closes it. */
  onDo: (doing?: Doing) => void;
  /** Sends a change, says why it was refused, and loads the item again. */
  change: (send: () => Promise<unknown>) => Promise<void>;
  reload: () => Promise<void>;
}

/** Shows the dialog that is open, if any. */
export function ItemDialogs({ id, doing, onDo, change, reload }: ItemDialogsProps) {
  const stop = (): void => onDo();
  switch (doing?.what) {
    case undefined:
      return null;
    case 'pin':
      return <NewPin id={id} onCreated={(pin) => onDo({ what: 'new-pin', pin })} onClose={stop} />;
    case 'new-pin':
      return (
        <ShownOnce
          title={t('shared.pin.shown')}
          note={t('once.lead')}
          texts={[[t('shared.pin.shown'), doing.pin]]}
          onClose={() => {
            stop();
            void reload();
          }}
        />
      );
    case 'label':
      return <LabelDialog item={doing.item} onClose={stop} onSent={reload} />;
    case 'expiry':
      return <Extend id={id} change={change} onClose={stop} />;
    case 'delete':
      return <Delete id={id} change={change} onClose={stop} />;
  }
}

interface DialogProps extends Pick<ItemDialogsProps, 'id'> {
  onClose: () => void;
}

const pathOf = (id: string) => ({ params: { path: { id } } });

const NewPin = ({ id, onCreated, onClose }: DialogProps & { onCreated: (pin: string) => void }) => (
  <Dialog title={t('shared.pin')} onClose={onClose}>
    <p class="lead">{t('shared.pin.lead')}</p>
    <Form
      send={t('shared.pin')}
      onCancel={onClose}
      onSend={async () => onCreated((await call(() => api.POST('/items/{id}/pin', pathOf(id)))).pin)}
    />
  </Dialog>
);

type ChangeProps = DialogProps & Pick<ItemDialogsProps, 'change'>;

function Extend({ id, change, onClose }: ChangeProps) {
  const offered = offeredOf(useLimits());
  // A moment is needed to change to: without an end there is none.
  const ends = offered.seconds
    .filter((each) => each !== null)
    .map((each) => Math.max(each, SHORTEST_SECONDS));
  const chosen = ends.includes(offered.chosen!) ? offered.chosen : ends.at(-1);
  return (
    <Dialog title={t('shared.expiry')} onClose={onClose}>
      <p class="lead">{t('shared.expiry.lead')}</p>
      <Form
        send={t('shared.expiry')}
        onCancel={onClose}
        onSend={async (value) => {
          const seconds = Number(value('expiration') || chosen);
          const expiresAt = new Date(serverNow() + 1000 * seconds).toISOString();
          await change(() =>
            call(() => api.PATCH('/items/{id}', { ...pathOf(id), body: { expiresAt } })).catch(asEnded),
          );
          onClose();
        }}
      >
        <Select
          name="expiration"
          label={t('keys.expires')}
          value={String(chosen)}
          options={ends.map((each) => [String(each), lasting(each)] as const)}
        />
      </Form>
    </Dialog>
  );
}

const Delete = ({ id, change, onClose }: ChangeProps) => (
  <Dialog title={t('shared.delete.title')} onClose={onClose}>
    <p class="lead">{t('shared.delete.lead')}</p>
    <Form
      send={t('shared.delete.send')}
      isGrave
      onCancel={onClose}
      onSend={async () => {
        await change(() => call(() => api.DELETE('/items/{id}', pathOf(id))));
        onClose();
      }}
    />
  </Dialog>
);

/** Longer than the shortest end by what a request takes on its way. */
const SHORTEST_SECONDS = lifetimes.soonestExpiry + 10;

/** Says of an item that is not found that it has ended. */
function asEnded(error: unknown): never {
  throw error instanceof Refused && error.kind === 'gone' ? new Refused('item_ended', error) : error;
}
