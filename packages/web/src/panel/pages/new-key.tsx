import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { api, call, Refused } from '../api.ts';
import type { KeyCreated } from '../key.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, Input, Select, type ValueOf } from '../kit/form.tsx';
import { DAY, relative, YEAR } from '../times.tsx';
import { PRESETS, SCOPES, ScopeChecks, type Preset, type Scope } from './scopes.tsx';

const TERMS = [30 * DAY, 90 * DAY, YEAR];
const DEFAULT_TERM = String(90 * DAY);

/** Date after some time, as `<input type="date">` has it. */
const dateIn = (ms: number): string => {
  const date = new Date(Date.now() + ms);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/** The end of what was chosen: after some milliseconds, at the end of a date, or never. */
function endOf(expiry: string, date: string): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'date') return new Date(`${date}T23:59:59`).toISOString();
  return new Date(Date.now() + Number(expiry)).toISOString();
}

/** Makes a key. */
export function NewKey({ onCreated }: { onCreated: (created: KeyCreated) => void }) {
  const [scopes, setScopes] = useState<readonly Scope[]>(PRESETS.send);
  const [expiry, setExpiry] = useState(DEFAULT_TERM);
  const [asking, setAsking] = useState<(sure: boolean) => void>();
  const [version, setVersion] = useState(0);
  const send = async (value: ValueOf): Promise<void> => {
    if (expiry === 'never') {
      const sure = await new Promise<boolean>((resolve) => setAsking(() => resolve));
      setAsking(undefined);
      if (!sure) throw new Refused('cancelled');
    }
    const body = {
      name: value('name'),
      environment: value('environment') as 'live' | 'test',
      scopes: [...scopes],
      expiresAt: endOf(expiry, value('date')),
    };
    onCreated(await call(() => api.POST('/keys', { body })));
    setScopes(PRESETS.send);
    setExpiry(DEFAULT_TERM);
    // Empties the fields.
    setVersion(version + 1);
  };
  return (
    <section class="panel-card" aria-labelledby="new-key">
      <h2 id="new-key" tabIndex={-1}>
        {t('keys.new')}
      </h2>
      <Form key={version} send={t('keys.create')} onSend={send}>
        <Input
          name="name"
          label={t('field.key-name')}
          note={t('field.key-name.note')}
          autoComplete="off"
          maxLength={100}
        />
        <Select
          name="environment"
          label={t('keys.environment')}
          options={[
            ['live', t('keys.live')],
            ['test', t('keys.test')],
          ]}
          note={t('keys.environment.note')}
        />
        <ScopeChecks legend={t('keys.may')} offered={SCOPES} chosen={scopes} onChoose={setScopes}>
          <Presets scopes={scopes} onChoose={setScopes} />
        </ScopeChecks>
        {scopes.length === 0 && <p class="wrong">{t('keys.none-chosen')}</p>}
        <Expiry value={expiry} onValue={setExpiry} />
      </Form>
      {asking && <NeverExpires onAnswer={asking} />}
    </section>
  );
}

interface PresetsProps {
  scopes: readonly Scope[];
  onChoose: (scopes: readonly Scope[]) => void;
}

const Presets = ({ scopes, onChoose }: PresetsProps) => (
  <div class="presets" role="group" aria-label={t('keys.presets')}>
    {(Object.keys(PRESETS) as Preset[]).map((preset) => (
      <button
        key={preset}
        type="button"
        class="chip"
        aria-pressed={String(PRESETS[preset]) === String(scopes)}
        onClick={() => onChoose(PRESETS[preset])}
      >
        {t(`preset.${preset}`)}
      </button>
    ))}
  </div>
);

const Expiry = ({ value, onValue }: { value: string; onValue: (value: string) => void }) => (
  <>
    <Select
      name="expiry"
      label={t('keys.expires')}
      value={value}
      onValue={onValue}
      options={[
        ...TERMS.map((term) => [String(term), relative(term)] as const),
        ['date', t('keys.expires.date')],
        ['never', t('keys.expires.never')],
      ]}
    />
    {value === 'date' && (
      <Input name="date" label={t('keys.date')} type="date" min={dateIn(0)} defaultValue={dateIn(YEAR / 2)} />
    )}
  </>
);

/** Asks whether a key is to have no end. */
const NeverExpires = ({ onAnswer }: { onAnswer: (sure: boolean) => void }) => (
  <Dialog title={t('keys.never.title')} onClose={() => onAnswer(false)}>
    <p class="lead">{t('keys.never.lead')}</p>
    <div class="buttons">
      <button type="button" class="main" onClick={() => onAnswer(true)}>
        {t('keys.never.send')}
      </button>
      <button type="button" onClick={() => onAnswer(false)}>
        {t('cancel')}
      </button>
    </div>
  </Dialog>
);
