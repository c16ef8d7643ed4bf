import type { components } from '@tempshare/contract/account/types';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { api, at, call } from '../api.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, Input } from '../kit/form.tsx';
import { Loading } from '../kit/page.tsx';
import { RowButton, Table } from '../kit/table.tsx';
import { useLoad } from '../load.ts';
import { addPasskey, obstacleOf, type Obstacle } from '../passkey.ts';
import { Time } from '../times.tsx';

type Passkey = components['schemas']['Passkey'];

type Doing = { what: 'add' } | { what: 'rename' | 'delete'; passkey: Passkey };

/** The person's passkeys, and a way to add one where the browser has them. */
export function Passkeys() {
  const list = useLoad(async (signal) => {
    const [{ passkeys }, door] = await Promise.all([
      call(() => api.GET('/passkeys', { signal })),
      call(() => api.GET('/front-door', { signal })),
    ]);
    return { passkeys, door };
  });
  const [doing, setDoing] = useState<Doing>();
  const close = (): void => setDoing(undefined);
  const done = async (): Promise<void> => {
    await list.reload();
    close();
  };
  return (
    <section class="panel-card" aria-labelledby="passkeys">
      <h2 id="passkeys">{t('passkeys.title')}</h2>
      <p class="note">{t('passkeys.lead')}</p>
      <Loading of={list}>
        {({ passkeys, door }) => {
          const obstacle = obstacleOf(door);
          return (
            <>
              {passkeys.length > 0 && <PasskeyTable passkeys={passkeys} act={setDoing} />}
              {obstacle === undefined ? (
                <div class="buttons">
                  <button type="button" onClick={() => setDoing({ what: 'add' })}>
                    {t('passkeys.add')}
                  </button>
                </div>
              ) : (
                <NoPasskeys obstacle={obstacle} address={door.address} />
              )}
            </>
          );
        }}
      </Loading>
      {doing && <PasskeyDialog {...doing} onClose={close} onDone={done} />}
    </section>
  );
}

/** Why this page can add no passkey, and where one could. */
const NoPasskeys = ({ obstacle, address }: { obstacle: Obstacle; address: string }) => (
  <p>
    {t(`passkeys.${obstacle}`)}
    {obstacle === 'elsewhere' && (
      <>
        {' '}
        <a href={`${address}${at('/account')}`}>
          <bdi>{address}</bdi>
        </a>
      </>
    )}
  </p>
);

const PasskeyTable = ({ passkeys, act }: { passkeys: readonly Passkey[]; act: (doing: Doing) => void }) => (
  <Table
    caption={t('passkeys.title')}
    rows={passkeys}
    keyOf={({ id }) => id}
    columns={[
      {
        title: t('field.passkey'),
        cell: ({ name }) => (
          <b>
            <bdi>{name}</bdi>
          </b>
        ),
      },
      {
        title: t('keys.used'),
        isTitled: true,
        cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('passkeys.unused') : <Time at={lastUsedAt} />),
      },
      {
        title: t('keys.actions'),
        isUnseen: true,
        cell: (passkey) => (
          <div class="actions">
            {(['rename', 'delete'] as const).map((what) => (
              <RowButton
                key={what}
                text={t(`passkeys.${what}`)}
                name={passkey.name}
                onClick={() => act({ what, passkey })}
              />
            ))}
          </div>
        ),
      },
    ]}
  />
);

type PasskeyDialogProps = Doing & {
  onClose: () => void;
  onDone: () => Promise<void>;
};

function PasskeyDialog({ onClose, onDone, ...doing }: PasskeyDialogProps) {
  const nameInput = (name = '') => (
    <Input
      name="name"
      label={t('field.passkey')}
      note={t('field.passkey.note')}
      autoComplete="off"
      maxLength={100}
      defaultValue={name}
    />
  );
  if (doing.what === 'add') {
    return (
      <Dialog title={t('passkeys.add')} onClose={onClose}>
        <Form
          send={t('passkeys.add.send')}
          onCancel={onClose}
          onSend={async (value) => {
            await addPasskey(value('name'));
            await onDone();
          }}
        >
          {nameInput()}
        </Form>
      </Dialog>
    );
  }
  const { name, id } = doing.passkey;
  const params = { path: { id } };
  if (doing.what === 'rename') {
    return (
      <Dialog title={t('passkeys.rename.title', { name })} onClose={onClose}>
        <Form
          send={t('passkeys.rename')}
          onCancel={onClose}
          onSend={async (value) => {
            await call(() => api.PATCH('/passkeys/{id}', { params, body: { name: value('name') } }));
            await onDone();
          }}
        >
          {nameInput(name)}
        </Form>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('passkeys.delete.title', { name })} onClose={onClose}>
      <p class="lead">{t('passkeys.delete.lead')}</p>
      <Form
        send={t('passkeys.delete')}
        isGrave
        onCancel={onClose}
        onSend={async () => {
          await call(() => api.DELETE('/passkeys/{id}', { params }));
          await onDone();
        }}
      />
    </Dialog>
  );
}
