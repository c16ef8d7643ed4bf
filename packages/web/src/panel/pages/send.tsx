import type { RefObject } from 'preact';
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { locale, size, t } from '../../i18n.ts';
import { excessOf, Field } from '../../kit/field.tsx';
import { Picker } from '../../kit/picker.tsx';
import { Progress } from '../../kit/progress.tsx';
import { Select } from '../kit/form.tsx';
import { Leaving } from '../kit/leaving.tsx';
import { Page } from '../kit/page.tsx';
import { Refusal } from '../kit/refusal.tsx';
import { carryDraft } from '../carried.ts';
import { SessionOf } from '../session.tsx';
import { lasting } from '../limits.ts';
import { callerOf, strangersCaller } from '../v1.ts';
import { QuotaNotes } from './quota-bars.tsx';
import { Ready } from './ready.tsx';
import { useDraft, useSending } from './send-draft.ts';
import type { DraftState, SendingState, SentDraft, Stranger } from './send-draft.ts';
import { CreateNav } from './send-fields.tsx';
import { forgetItems, type Item } from './send-items.ts';

const VIEWS = [2, 3, 10, 100] as const;

/** Sends a text, a secret, a link or files, and shows their links. */
export default function Send({ stranger }: { stranger?: Stranger }) {
  const [made, setMade] = useState<SentDraft>();
  const session = useContext(SessionOf)?.session;
  const callV1 = session ? callerOf(session.user.id) : strangersCaller();
  const draft = useDraft(callV1, { userId: session?.user.id, stranger });
  const sending = useSending(callV1, draft, setMade);
  const again = (): void => {
    setMade(undefined);
    draft.forget();
  };
  // The browser may keep the page when it is left, and a page that is left shows nothing of what was sent.
  useLayoutEffect(() => {
    carryDraft();
    addEventListener('pagehide', again);
    return () => {
      removeEventListener('pagehide', again);
      forgetItems();
    };
  }, []);
  return made ? (
    <Ready
      made={made.items}
      passphrase={made.passphrase}
      choices={stranger ? undefined : made.access}
      onUnsent={draft.keep}
      onAgain={() => setMade(undefined)}
    />
  ) : (
    <Draft draft={draft} sending={sending} />
  );
}

interface DraftProps {
  draft: DraftState;
  sending: SendingState;
}

/** The form of a draft. */
function Draft({ draft, sending }: DraftProps) {
  const { files, isEmpty } = draft;
  const { isBusy, refused, wasEmpty } = sending;
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const count = Math.max(1, draft.items().length);
  useKeys(draft, { area, form });
  return (
    <Page title={t('send.title')} lead={t('send.lead')}>
      {draft.stranger ? <StrangersLimits {...draft.stranger} /> : <CreateNav here="/" />}
      <form
        ref={form}
        class="send"
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void sending.send();
        }}
      >
        <section class="panel-card">
          <Text draft={draft} isBusy={isBusy} area={area} />
          <Picker add={draft.add} busy={isBusy} />
          <p class="note">{t('files.each', { size: size(draft.mostBytes) })}</p>
          {files.length > 0 && <Files draft={draft} sending={sending} />}
          {count > 1 && <p class="note">{t('send.each')}</p>}
        </section>
        <h2>{t('send.who')}</h2>
        <Choices draft={draft} isBusy={isBusy} />
        {!draft.stranger && <QuotaNotes of={draft.items().map(bytesOf)} />}
        <Refusal refused={refused} />
        <p class="wrong" role="alert">
          {wasEmpty && isEmpty && t('send.empty')}
        </p>
        <Buttons sending={sending} count={count} />
        <p class="note">{t('send.sealed')}</p>
      </form>
      {draft.stranger && <StrangersDoor draft={draft} onSignIn={draft.stranger.onSignIn} />}
      <Leaving isAtRisk={!isEmpty} note={t('send.lost')} />
    </Page>
  );
}

interface KeyTargets {
  area: RefObject<HTMLTextAreaElement | null>;
  form: RefObject<HTMLFormElement | null>;
}

/** Takes what is pasted beside a field into the text, and sends by Ctrl+Enter. */
function useKeys(draft: DraftState, { area, form }: KeyTargets): void {
  const latest = useRef(draft);
  latest.current = draft;
  useEffect(() => {
    const isField = (target: EventTarget | null): boolean =>
      target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    const paste = (event: ClipboardEvent): void => {
      const { clipboardData, target } = event;
      const pasted = clipboardData?.getData('text/plain') ?? '';
      if (pasted === '' || isField(target) || clipboardData!.files.length > 0) return;
      event.preventDefault();
      latest.current.type(latest.current.text + pasted);
      area.current!.focus();
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      event.preventDefault();
      form.current!.requestSubmit();
    };
    addEventListener('paste', paste);
    addEventListener('keydown', press);
    return () => {
      removeEventListener('paste', paste);
      removeEventListener('keydown', press);
    };
  }, []);
}

interface PartProps {
  draft: DraftState;
  isBusy: boolean;
}

/** The text, its length if that comes near the limit, and the kinds as which it can be sent. */
function Text({ draft, isBusy, area }: PartProps & Pick<KeyTargets, 'area'>) {
  const { text, kind, hasText } = draft;
  const id = useId();
  const most = draft.mostOf(kind);
  const excess = hasText ? excessOf(text, most, 'bytes') : 0;
  return (
    <>
      <label for={id}>{t('send.label')}</label>
      <textarea
        ref={area}
        id={id}
        rows={5}
        dir="auto"
        autoComplete="off"
        spellcheck={false}
        value={text}
        readOnly={isBusy}
        aria-invalid={excess > 0}
        aria-describedby={`${id}-note`}
        onInput={({ currentTarget }) => draft.type(currentTarget.value)}
      />
      <div id={`${id}-note`}>
        <Counter text={text} most={most} />
        {excess > 0 && <p class="wrong">{t('send.too-long', { count: excess })}</p>}
        {hasText && <Kinds draft={draft} isBusy={isBusy} />}
      </div>
    </>
  );
}

/** For how long, how often and by whom it can be opened, and its label. */
function Choices({ draft, isBusy }: PartProps) {
  const { kind, files, access, offered, limits, hasText } = draft;
  return (
    <div class="choices">
      <Select
        name="expiration"
        label={t('keys.expires')}
        value={String(access.lifetime === undefined ? offered?.chosen : access.lifetime)}
        options={lifetimesOf(draft).map((each) => [String(each), lasting(each)] as const)}
        onValue={(value) => draft.allow({ lifetime: value === 'null' ? null : Number(value) })}
      />
      {(files.length > 0 || !hasText || kind !== 'secret') && <Views draft={draft} />}
      <div>
        <Field
          label={t('field.password')}
          isOptional
          value={access.password}
          maxLength={limits.lengths.password}
          onValue={(password) => draft.allow({ password })}
        />
        <Generate onPress={draft.generate} isBusy={isBusy} />
        {access.password !== '' && <p class="note">{t('send.password.note')}</p>}
      </div>
      {!draft.stranger && (
        <div>
          <Field
            label={t('send.name')}
            isOptional
            value={access.label}
            maxLength={limits.lengths.label}
            onValue={(label) => draft.allow({ label })}
          />
          <p class="note">{t('send.name.note')}</p>
        </div>
      )}
    </div>
  );
}

const Views = ({ draft: { access, limits, allow } }: Pick<PartProps, 'draft'>) => (
  <Select
    name="views"
    label={t('send.views')}
    value={String(access.views ?? '')}
    options={[
      ['', t('send.views.any')],
      ['1', t('send.views.once')],
      ...VIEWS.filter((views) => views <= limits.maxViews).map(
        (views) => [String(views), t('send.views.count', { count: views })] as const,
      ),
    ]}
    onValue={(views) => allow({ views: views === '' ? undefined : Number(views) })}
  />
);

const Buttons = ({ sending: { isBusy, cancel }, count }: { sending: SendingState; count: number }) => (
  <div class="buttons">
    <button type="submit" class="main" aria-disabled={isBusy}>
      {isBusy ? t('files.sending') : count === 1 ? t('send.create') : t('send.create-all', { count })}
    </button>
    {isBusy && (
      <button type="button" onClick={cancel}>
        {t('cancel')}
      </button>
    )}
  </div>
);

/** The offered lifetimes, and the one that was chosen before the sign-in. */
function lifetimesOf({ offered, access: { lifetime } }: DraftState): readonly (number | null)[] {
  const seconds = offered?.seconds ?? [];
  return lifetime === undefined || !offered || seconds.includes(lifetime) ? seconds : [lifetime, ...seconds];
}

const bytesOf = (item: Item): { bytes: number } => ({
  bytes: item.kind === 'file' ? item.file.size : item.text.length,
});

/** Longest character of UTF-8 for a code unit. */
const BYTES_OF_UNIT = 3;

/** The length of a text that comes near its limit. */
function Counter({ text, most }: { text: string; most: number }) {
  const isNear = (bytes: number): boolean => bytes > 0.9 * most;
  const bytes = isNear(text.length * BYTES_OF_UNIT) ? new TextEncoder().encode(text).length : 0;
  const number = new Intl.NumberFormat(locale());
  return isNear(bytes) ? <p class="hint">{`${number.format(bytes)} / ${number.format(most)}`}</p> : null;
}

const StrangersLimits = ({
  limits: { itemBytes, longestSeconds, createsPerMinute, totalBytes },
}: Stranger) => (
  <p class="note">
    {t('anonymous.limits', {
      ...{ size: size(itemBytes), lifetime: lasting(longestSeconds), total: size(totalBytes) },
      count: createsPerMinute,
    })}
  </p>
);

/** The way to the sign-in, which keeps the draft. */
const StrangersDoor = ({ draft, onSignIn }: Pick<PartProps, 'draft'> & Pick<Stranger, 'onSignIn'>) => (
  <p>
    {t('anonymous.account')}{' '}
    <button
      type="button"
      class="plain"
      onClick={() => {
        draft.carry();
        onSignIn();
      }}
    >
      {t('signin.send')}
    </button>
  </p>
);

/** Puts a passphrase into the field of the password. */
function Generate({ onPress, isBusy }: { onPress: () => Promise<void>; isBusy: boolean }) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-disabled={isBusy}
        onClick={() => {
          if (isBusy) return;
          onPress().then(
            () => setFailed(false),
            () => setFailed(true),
          );
        }}
      >
        {t('send.generate')}
      </button>
      {hasFailed && (
        <p class="wrong" role="alert">
          {t('away.ask')}
        </p>
      )}
    </>
  );
}

/** Offers the kinds as which the text can be sent, and says how the chosen one is opened. */
const Kinds = ({ draft: { kinds, kind, choose }, isBusy }: PartProps) => (
  <>
    <div class="presets" role="group" aria-label={t('send.as')}>
      {kinds.map((one) => (
        <button
          key={one}
          type="button"
          class="chip"
          aria-pressed={one === kind}
          disabled={isBusy}
          onClick={() => choose(one)}
        >
          {t(`as.${one}`)}
        </button>
      ))}
    </div>
    <p class="note" role="status">
      {t(`as.${kind}.note`)}
    </p>
  </>
);

const Files = ({ draft: { files, remove, mostBytes }, sending: { loaded, isBusy } }: DraftProps) => (
  <ul class="files" aria-label={t('files.list')}>
    {files.map(({ id, file }) => (
      <li key={id}>
        <span>
          <bdi>{file.name}</bdi> <small>{size(file.size)}</small>
        </span>
        {!isBusy && (
          <button type="button" aria-label={t('remove', { name: file.name })} onClick={() => remove(id)}>
            ✕
          </button>
        )}
        {isBusy && <Progress label={file.name} loaded={loaded?.[id] ?? 0} total={file.size} />}
        {file.size > mostBytes && (
          <small class="state" role="status">
            {t('send.too-large', { size: size(mostBytes) })}
          </small>
        )}
      </li>
    ))}
  </ul>
);
