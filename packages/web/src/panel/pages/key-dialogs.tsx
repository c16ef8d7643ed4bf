import { lifetimes } from '@tempshare/contract/account/constants';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { api, call } from '../api.ts';
import type { Key, KeyCreated } from '../key.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, Input, Select } from '../kit/form.tsx';
import { away, relative } from '../times.tsx';
import { ScopeChecks, type Scope } from './scopes.tsx';
import { SharedSelect, sharedOf } from './shared.tsx';

interface DialogProps {
  of: Key;
  onClose: () => void;
}

const DEFAULT_OVERLAP = 86_400;

/** Makes a second secret, beside which the present ones work for a while. */
export const Rotate = ({
  of: { id, name },
  onClose,
  onCreated,
}: DialogProps & { onCreated: (created: KeyCreated) => void }) => (
  <Dialog title={t('rotate.label', { name })} onClose={onClose}>
    <p class="lead">{t('rotate.lead')}</p>
    <Form
      send={t('rotate.send')}
      onCancel={onClose}
      onSend={async (value) => {
        const body = { overlapSeconds: Number(value('overlap')) };
        onCreated(await call(() => api.POST('/keys/{id}/rotate', { params: { path: { id } }, body })));
      }}
    >
      <Select
        name="overlap"
        label={t('rotate.overlap')}
        value={String(DEFAULT_OVERLAP)}
        options={lifetimes.rotationOverlaps.map((seconds) => [
          String(seconds),
          seconds === 0 ? t('rotate.now') : relative(seconds * 1000),
        ])}
      />
    </Form>
  </Dialog>
);

/** Changes the name, or takes scopes away. */
export function Edit({
  of: { id, name, scopes },
  onClose,
  onDone,
}: DialogProps & { onDone: () => Promise<void> }) {
  const [kept, setKept] = useState<readonly Scope[]>(scopes);
  return (
    <Dialog title={t('edit.label', { name })} onClose={onClose}>
      <Form
        send={t('edit.send')}
        onCancel={onClose}
        onSend={async (value) => {
          const body = {
            name: value('name'),
            ...(kept.length < scopes.length && { scopes: [...kept] }),
          };
          await call(() => api.PATCH('/keys/{id}', { params: { path: { id } }, body }));
          await onDone();
        }}
      >
        <Input
          name="name"
          label={t('field.key-name')}
          defaultValue={name}
          autoComplete="off"
          maxLength={100}
        />
        <ScopeChecks legend={t('keys.may')} offered={scopes} chosen={kept} onChoose={setKept} />
        <small>{t('edit.note')}</small>
      </Form>
    </Dialog>
  );
}

/** Ends a key for good. Says when it was last used, which tells whether a program will stop. */
export const Revoke = ({
  of: { id, name, lastUsedAt },
  others,
  onClose,
  onDone,
}: DialogProps & { others: readonly Key[]; onDone: () => Promise<void> }) => (
  <Dialog title={t('revoke.title', { name })} onClose={onClose}>
    <p class="lead">
      {lastUsedAt === null ? t('revoke.unused') : t('revoke.used', { when: away(lastUsedAt) })}
    </p>
    <Form
      send={t('revoke.label', { name })}
      isGrave
      onCancel={onClose}
      onSend={async (value) => {
        const body = sharedOf(value);
        await call(() => api.POST('/keys/{id}/revoke', { params: { path: { id } }, body }));
        await onDone();
      }}
    >
      <SharedSelect label={t('revoke.shared')} heirs={others} />
    </Form>
  </Dialog>
);
