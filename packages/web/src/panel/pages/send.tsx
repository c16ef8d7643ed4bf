import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { OfferedLifetimes } from '@tempshare/contract';
import { locale, size, t } from '../../i18n.ts';
import { excessOf, Field } from '../../kit/field.tsx';
import { Picker } from '../../kit/picker.tsx';
import { Progress } from '../../kit/progress.tsx';
import type { components } from '@tempshare/contract/account/types';
import type { Refused } from '../api.ts';
import { Select } from '../kit/form.tsx';
import { Leaving } from '../kit/leaving.tsx';
import { Page } from '../kit/page.tsx';
import { Refusal } from '../kit/refusal.tsx';
import { carryDraft, carriedDraft, type CarriedDraft } from '../carried.ts';
import { asRefused } from '../load.ts';
import { SessionOf } from '../session.tsx';
import { fetchOffered, lasting, useLimits } from '../limits.ts';
import { generatePassphrase } from '../passphrase.ts';
import { callerOf, strangersCaller, type CallV1 } from '../v1.ts';
import { QuotaNotes } from './quota-bars.tsx';
import { Ready, unsentOf, type Made } from './ready.tsx';
import { CreateNav } from './send-fields.tsx';
import { forgetItems, sendItem, type Access, type Item, type TextKind, type Try } from './send-items.ts';
import { kindsOf, mostOf } from './send-kinds.ts';

type AccountSchemas = components['schemas'];

/** The choices of the person. Without a lifetime it is the one that is offered first. */
type Choice = CarriedDraft['access'];

const CHOICE: Choice = { views: undefined, password: '', label: '' };

/** Outcome of a sent draft, and the choices for it. */
interface SentDraft {
  items: readonly Made[];
  passphrase: string | undefined;
  access: Access;
}

const VIEWS = [2, 3, 10, 100] as const;

/** Somebody without an account. */
export interface Stranger {
  limits: NonNullable<AccountSchemas['FrontDoor']['anonymous']>;
  onSignIn: () => void;
}

/** Lifetimes that somebody is offered: without an account none above the limit. */
async function offeredTo(stranger: Stranger | undefined): Promise<OfferedLifetimes> {
  const offered = await fetchOffered();
  if (!stranger) return offered;
  const { longestSeconds } = stranger.limits;
  const within = offered.seconds.filter((seconds) => seconds !== null && seconds <= longestSeconds);
  const seconds = within.length > 0 ? within : [longestSeconds];
  return { seconds, chosen: seconds.includes(offered.chosen) ? offered.chosen : seconds.at(-1)! };
}

let itemsSoFar = 0;

/** The text of a draft among its items. */
const TEXT_ID = -1;

/** Sends a text, a secret, a link or files, and shows their links. */
export default function Send({ stranger }: { stranger?: Stranger }) {
  const [made, setMade] = useState<SentDraft>();
  const session = useContext(SessionOf)?.session;
  const callV1 = session ? callerOf(session.user.id) : strangersCaller();
  const draft = useDraft(callV1, stranger);
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

/** The draft: its content, and who can open it for how long. */
function useDraft(callV1: CallV1, stranger: Stranger | undefined) {
  const [before] = useState(carriedDraft);
  const [text, setText] = useState(before?.text ?? '');
  const [chosen, setChosen] = useState(before?.chosen);
  const [files, setFiles] = useState(before?.files ?? []);
  const [access, setAccess] = useState(before?.access ?? CHOICE);
  const [generated, setGenerated] = useState(before?.generated);
  const [offered, setOffered] = useState<OfferedLifetimes>();
  const limits = useLimits();
  const mostBytes = Math.min(stranger?.limits.itemBytes ?? Infinity, limits.fileBytes);
  useEffect(() => void offeredTo(stranger).then(setOffered), []);
  const kinds = kindsOf(text);
  const kind = chosen && kinds.includes(chosen) ? chosen : kinds[0]!;
  const hasText = text.trim() !== '';
  const isEmpty = !hasText && files.length === 0;
  useEffect(() => {
    // Loads the client and a token before the button is pressed.
    if (!isEmpty) callV1(() => Promise.resolve()).catch(() => undefined);
  }, [isEmpty]);
  const forget = (): void => {
    setText('');
    setChosen(undefined);
    setFiles([]);
    setAccess(CHOICE);
    setGenerated(undefined);
    forgetItems();
  };
  return {
    ...{ text, kinds, kind, files, access, offered, hasText, isEmpty },
    type: (typed: string): void => {
      if (typed.trim() === '') setChosen(undefined);
      setText(typed);
    },
    ...{ stranger, limits, mostBytes },
    /** Most bytes that a text of a kind may have. */
    mostOf: (kind: TextKind): number => Math.min(mostOf(limits)[kind], mostBytes),
    isGenerated: access.password !== '' && access.password === generated,
    generate: async (): Promise<void> => {
      const passphrase = await generatePassphrase();
      setGenerated(passphrase);
      setAccess((before) => ({ ...before, password: passphrase }));
    },
    choose: setChosen,
    allow: (change: Partial<Choice>): void => setAccess((before) => ({ ...before, ...change })),
    add: (added: Iterable<File>): void =>
      setFiles((before) => [
        ...before,
        ...Array.from(added, (file) => ({ id: itemsSoFar++, kind: 'file' as const, file })),
      ]),
    remove: (id: number): void => {
      forgetItems(id);
      setFiles((before) => before.filter((one) => one.id !== id));
    },
    items: (): readonly Item[] => [...(hasText ? [{ id: TEXT_ID, kind, text }] : []), ...files],
    forget,
    /** Keeps the draft for the page after the sign-in. */
    carry: (): void => carryDraft(isEmpty ? undefined : { text, chosen, files, access, generated }),
    /** Keeps these items, with the choices for them. Without any it is a new draft. */
    keep: (ids: ReadonlySet<number>): void => {
      if (ids.size === 0) return forget();
      if (!ids.has(TEXT_ID)) setText('');
      setFiles((before) => before.filter(({ id }) => ids.has(id)));
    },
  };
}
type DraftState = ReturnType<typeof useDraft>;

/** Sends what is there, one item after the other. Links of what has arrived are shown, whatever became of the others. */
function useSending(callV1: CallV1, draft: DraftState, onMade: (made: SentDraft) => void) {
  const [loaded, setLoaded] = useState<Readonly<Record<number, number>>>();
  const [refused, setRefused] = useState<Refused>();
  const [wasEmpty, setWasEmpty] = useState(false);
  const under = useRef<AbortController>(undefined);
  const isFine = (item: Item): boolean =>
    item.kind === 'file'
      ? item.file.size <= draft.mostBytes
      : excessOf(item.text, draft.mostOf(item.kind), 'bytes') === 0;
  const send = async (): Promise<void> => {
    const items = draft.items();
    setRefused(undefined);
    setWasEmpty(items.length === 0);
    if (under.current || items.length === 0 || !items.every(isFine)) return;
    const { signal } = (under.current = new AbortController());
    const made: Made[] = [];
    let last: Refused | undefined;
    setLoaded({});
    const { chosen } = await offeredTo(draft.stranger);
    const access: Access = { lifetime: chosen, ...draft.access };
    for (const item of items) {
      const onProgress = (bytes: number): void => setLoaded((before) => ({ ...before, [item.id]: bytes }));
      const retry = (how: Try): ReturnType<typeof sendItem> => sendItem(item, access, { callV1, ...how });
      try {
        if (last && last.kind !== 'unreadable') throw last;
        made.push({ item, sent: await sendItem(item, access, { callV1, signal, onProgress }), retry });
      } catch (error) {
        last = asRefused(error);
        made.push({ item, refused: last, retry });
      }
    }
    under.current = undefined;
    setLoaded(undefined);
    if (made.some(({ sent }) => sent)) {
      draft.keep(unsentOf(made));
      const passphrase = draft.isGenerated ? access.password : undefined;
      onMade({ items: made, passphrase, access });
    } else setRefused(last);
  };
  useEffect(() => () => under.current?.abort(), []);
  return {
    ...{ loaded, refused, wasEmpty, send },
    isBusy: loaded !== undefined,
    cancel: (): void => under.current?.abort(),
  };
}

interface DraftProps {
  draft: DraftState;
  sending: ReturnType<typeof useSending>;
}

function Draft({ draft, sending }: DraftProps) {
  const { text, kind, files, access, offered, limits, hasText, isEmpty } = draft;
  const { isBusy, refused, wasEmpty } = sending;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const most = draft.mostOf(kind);
  const excess = hasText ? excessOf(text, most, 'bytes') : 0;
  const count = Math.max(1, draft.items().length);
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
  return (
    <Page title={t('send.title')} lead={t('send.lead')}>
      {draft.stranger && <StrangersLimits {...draft.stranger} />}
      {!draft.stranger && <CreateNav here="/" />}
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
          <Picker add={draft.add} busy={isBusy} />
          <p class="note">{t('files.each', { size: size(draft.mostBytes) })}</p>
          {files.length > 0 && <Files draft={draft} sending={sending} />}
          {count > 1 && <p class="note">{t('send.each')}</p>}
        </section>
        <h2>{t('send.who')}</h2>
        <div class="choices">
          <Select
            name="expiration"
            label={t('keys.expires')}
            value={String(access.lifetime === undefined ? offered?.chosen : access.lifetime)}
            options={lifetimesOf(draft).map((each) => [String(each), lasting(each)] as const)}
            onValue={(value) => draft.allow({ lifetime: value === 'null' ? null : Number(value) })}
          />
          {(files.length > 0 || !hasText || kind !== 'secret') && (
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
              onValue={(views) => draft.allow({ views: views === '' ? undefined : Number(views) })}
            />
          )}
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
        {!draft.stranger && <QuotaNotes of={draft.items().map(bytesOf)} />}
        <Refusal refused={refused} />
        <p class="wrong" role="alert">
          {wasEmpty && isEmpty && t('send.empty')}
        </p>
        <div class="buttons">
          <button type="submit" class="main" aria-disabled={isBusy}>
            {isBusy ? t('files.sending') : count === 1 ? t('send.create') : t('send.create-all', { count })}
          </button>
          {isBusy && (
            <button type="button" onClick={sending.cancel}>
              {t('cancel')}
            </button>
          )}
        </div>
        <p class="note">{t('send.sealed')}</p>
      </form>
      {draft.stranger && (
        <StrangersDoor
          onSignIn={() => {
            draft.carry();
            draft.stranger!.onSignIn();
          }}
        />
      )}
      <Leaving isAtRisk={!isEmpty} note={t('send.lost')} />
    </Page>
  );
}

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

const StrangersDoor = ({ onSignIn }: Pick<Stranger, 'onSignIn'>) => (
  <p>
    {t('anonymous.account')}{' '}
    <button type="button" class="plain" onClick={onSignIn}>
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
const Kinds = ({ draft: { kinds, kind, choose }, isBusy }: { draft: DraftState; isBusy: boolean }) => (
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
