import type { components } from '@tempshare/contract/account/types';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { later } from '../../later.ts';
import { api, call, type Refused } from '../api.ts';
import { APP_CODE } from '../kit/code.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Form, Input } from '../kit/form.tsx';
import { Loading } from '../kit/page.tsx';
import { Refusal } from '../kit/refusal.tsx';
import { Copyable, ShownOnce } from '../kit/shown-once.tsx';
import { asRefused, useLoad } from '../load.ts';
import { useSession } from '../session.tsx';

type Started = components['schemas']['SecondFactorStarted'];

/** Fewer recovery codes than this are few. */
const FEW_CODES = 4;

/** The state of the card. Secret and codes are in memory alone. */
type State =
  | { at: 'card' | 'new-codes' | 'off' }
  | { at: 'set-up'; started: Started }
  | { at: 'codes'; codes: string[] };

/** Authenticator app and recovery codes. */
export function SecondFactor() {
  const factor = useLoad((signal) => call(() => api.GET('/second-factor', { signal })));
  const [state, setState] = useState<State>({ at: 'card' });
  const [refused, setRefused] = useState<Refused>();
  const close = (): void => setState({ at: 'card' });
  const show = (codes: string[]): void => {
    setState({ at: 'codes', codes });
    void factor.reload();
  };
  const setUp = async (): Promise<void> => {
    setRefused(undefined);
    await call(() => api.POST('/second-factor')).then(
      (started) => setState({ at: 'set-up', started }),
      (error: unknown) => setRefused(asRefused(error)),
    );
  };
  return (
    <section class="panel-card" aria-labelledby="second-factor">
      <h2 id="second-factor">{t('factor.title')}</h2>
      <Loading of={factor}>
        {({ enabled, recoveryCodesLeft }) => (
          <>
            <p>
              <span class={enabled ? 'chip' : 'chip mute'}>{t(enabled ? 'factor.on' : 'factor.off')}</span>{' '}
              {enabled && (
                <span class={recoveryCodesLeft < FEW_CODES ? 'chip soon' : 'chip mute'}>
                  {t('factor.left', { count: recoveryCodesLeft })}
                </span>
              )}
            </p>
            <p class="note">{t(enabled ? 'factor.on.lead' : 'factor.off.lead')}</p>
            <Refusal refused={refused} />
            <div class="buttons">
              <button type="button" onClick={() => void setUp()}>
                {t(enabled ? 'factor.again' : 'factor.set-up')}
              </button>
              {enabled && (
                <>
                  <button type="button" onClick={() => setState({ at: 'new-codes' })}>
                    {t('factor.codes.new')}
                  </button>
                  <button type="button" onClick={() => setState({ at: 'off' })}>
                    {t('factor.remove')}
                  </button>
                </>
              )}
            </div>
          </>
        )}
      </Loading>
      <FactorDialogs state={state} onClose={close} onCodes={show} onRemoved={factor.reload} />
    </section>
  );
}

interface FactorDialogsProps {
  state: State;
  onClose: () => void;
  onCodes: (codes: string[]) => void;
  onRemoved: () => Promise<void>;
}

/** The dialog that is open, if any. */
function FactorDialogs({ state, onClose, onCodes, onRemoved }: FactorDialogsProps) {
  const { user } = useSession();
  switch (state.at) {
    case 'card':
      return null;
    case 'set-up':
      return <SetUp {...state.started} onClose={onClose} onCodes={onCodes} />;
    case 'new-codes':
      return (
        <Dialog title={t('factor.codes.new')} onClose={onClose}>
          <p class="lead">{t('factor.codes.new.lead')}</p>
          <Form
            send={t('factor.codes.send')}
            onCancel={onClose}
            onSend={async () =>
              onCodes((await call(() => api.POST('/second-factor/recovery-codes'))).recoveryCodes)
            }
          />
        </Dialog>
      );
    case 'off':
      return (
        <Dialog title={t('factor.remove.title')} onClose={onClose}>
          <p class="lead">{t('factor.remove.lead')}</p>
          <Form
            send={t('factor.remove')}
            isGrave
            onCancel={onClose}
            onSend={async () => {
              await call(() => api.DELETE('/second-factor'));
              await onRemoved();
              onClose();
            }}
          />
        </Dialog>
      );
    case 'codes':
      return (
        <ShownOnce
          title={t('factor.codes')}
          note={t('factor.codes.lead')}
          texts={[[user.email, state.codes.join('\n')]]}
          fileName="recovery-codes.txt"
          onClose={onClose}
        />
      );
  }
}

interface SetUpProps extends Started {
  onClose: () => void;
  onCodes: (codes: string[]) => void;
}

/** Shows a new secret, and takes a code of the app that has it. */
function SetUp({ secret, uri, onClose, onCodes }: SetUpProps) {
  return (
    <Dialog title={t('factor.set-up')} onClose={onClose}>
      <p class="lead">{t('factor.scan')}</p>
      <Qr text={uri} />
      <p>
        <a href={uri}>{t('factor.open')}</a>
      </p>
      {/* In fours, for those who type it: apps ignore blanks. */}
      <Copyable label={t('factor.secret')} text={secret.replaceAll(/.{4}(?=.)/g, '$& ')} />
      <Form
        send={t('factor.send')}
        blame={{ wrong_code: 'code' }}
        onCancel={onClose}
        onSend={async (value) => {
          const body = { code: value('code') };
          onCodes((await call(() => api.POST('/second-factor/confirm', { body }))).recoveryCodes);
        }}
      >
        <Input name="code" label={t('field.code')} note={t('factor.code.note')} {...APP_CODE} />
        <small>{t('account.password.note')}</small>
      </Form>
    </Dialog>
  );
}

/** A QR code, which is drawn by a part of its own. Without it the secret can still be typed. */
function Qr({ text }: { text: string }) {
  const [{ path, size }, draw] = useState({ path: '', size: 1 });
  useEffect(() => {
    later('qr', () => import('../../parts/qr.ts')).then(
      ({ outline }) => draw(outline(text)),
      () => undefined,
    );
  }, [text]);
  return (
    <svg class="qr" role="img" aria-label={t('factor.qr')} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} fill="currentColor" shape-rendering="crispEdges" />
    </svg>
  );
}
