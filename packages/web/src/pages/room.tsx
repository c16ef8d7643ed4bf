import { openLink, type LinkInfo, type OpenedFile, type OpenedMessage, type Room } from '@tempshare/sdk/open';
import { useEffect, useRef, useState } from 'preact/hooks';
import { theLink } from '../address.ts';
import { failureOf, type Failure } from '../failure.ts';
import { Card, Chip, Theirs } from '../kit/card.tsx';
import { FailedLine } from '../kit/failed-line.tsx';
import { Area, Field, Form, withoutSent } from '../kit/field.tsx';
import { isTooLarge } from '../kit/files.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useUnsaved } from '../kit/unsaved.ts';
import { lookAt } from '../look-at.ts';
import { save } from '../save.ts';
import { start } from '../start.tsx';
import { locale, size, t, whenIs } from '../words.ts';

type View =
  | { at: 'looking' }
  | { at: 'offered'; facts: LinkInfo }
  | { at: 'inside'; room: Room; author: string }
  | { at: 'failed'; failure: Failure };

/** The door of a room: a name, and a password where there is one. */
function Door() {
  const [view, setView] = useState<View>({ at: 'looking' });
  const [author, setAuthor] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const look = async (): Promise<void> => {
    const seen: View = await lookAt(theLink()).then(
      (facts) => ({ at: 'offered', facts }),
      (error: unknown) => ({ at: 'failed', failure: failureOf(error) }),
    );
    // Of two looks one may come late: who is inside by then stays there.
    setView((now) => (now.at === 'looking' || now.at === 'failed' ? seen : now));
  };
  useEffect(() => void look(), []);
  const enter = async (facts: LinkInfo): Promise<void> => {
    setWrong(false);
    setBusy(true);
    try {
      const opened = await openLink(theLink(), facts.requiresPassword ? { password } : {});
      if (opened.kind === 'room') setView({ at: 'inside', room: opened.room, author: author.trim() });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'password') setWrong(true);
      else setView({ at: 'failed', failure });
    }
    setBusy(false);
  };
  switch (view.at) {
    case 'inside':
      return <Inside room={view.room} author={view.author} />;
    case 'failed':
      return <Trouble failure={view.failure} retry={() => void look()} byItself />;
    case 'looking':
      return (
        <Card title={t('room.title')}>
          <p class="lead">{t('wait')}</p>
        </Card>
      );
  }
  const { facts } = view;
  return (
    <Card title={t('room.title')}>
      <p class="lead">{t('room.lead')}</p>
      <ul class="chips">
        <Chip tone="calm">{t(facts.encryption === 'e2e' ? 'chip.e2e' : 'chip.server')}</Chip>
        {facts.expiresAt !== null && (
          <Chip tone="soon">
            {t('chip.expires', { when: whenIs(Date.parse(facts.expiresAt) - Date.now()) })}
          </Chip>
        )}
      </ul>
      <Form onSend={() => void (busy || enter(facts))}>
        <Field label={t('room.name')} value={author} onValue={setAuthor} isOptional maxLength={80} />
        {facts.requiresPassword && (
          <Field
            label={t('password.label')}
            type="password"
            value={password}
            onValue={setPassword}
            wrong={wrong ? t('password.wrong') : undefined}
          />
        )}
        <div class="buttons">
          <button type="submit" class="main" aria-disabled={busy}>
            {t(busy ? 'working' : 'room.enter')}
          </button>
        </div>
      </Form>
    </Card>
  );
}

/** So many messages are fetched at once, newest first. */
const AT_ONCE = 40;
const LOOK_AGAIN_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;

/** The next that are not known yet. */
async function next(
  messages: AsyncIterator<OpenedMessage>,
  known: ReadonlySet<string> = new Set(),
): Promise<OpenedMessage[]> {
  const taken: OpenedMessage[] = [];
  while (taken.length < AT_ONCE) {
    const one = await messages.next();
    if (one.done) break;
    if (!known.has(one.value.id)) taken.push(one.value);
  }
  return taken;
}

/** Those that are not among all. */
function unknownTo(all: OpenedMessage[], added: OpenedMessage[]): OpenedMessage[] {
  const known = new Set(all.map(({ id }) => id));
  return added.filter(({ id }) => !known.has(id));
}

function Inside({ room, author }: { room: Room; author: string }) {
  const [messages, setMessages] = useState<OpenedMessage[]>([]);
  const [closed, setClosed] = useState(false);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const list = useRef<HTMLDivElement>(null);
  const earlier = useRef<AsyncIterator<OpenedMessage>>(undefined);
  const [hasEarlier, setHasEarlier] = useState(false);
  useUnsaved(!closed && (busy || text.trim() !== ''));

  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const add = (added: OpenedMessage[]): void => setMessages((all) => [...all, ...unknownTo(all, added)]);
    let after: string | undefined;
    let failures = 0;
    const begin = async (): Promise<void> => {
      earlier.current = room.messages({ signal })[Symbol.asyncIterator]();
      const before = await next(earlier.current);
      setHasEarlier(before.length === AT_ONCE);
      after ??= before[0]?.id;
      add(before.reverse());
    };
    /** The last that was said, then what comes, for as long as the page is open, however often the line breaks. */
    const follow = async (): Promise<void> => {
      if (after === undefined) await begin();
      // What is said into an empty room before it is followed would be missed: it is looked at once more.
      if (after === undefined) setTimeout(() => void begin().catch(() => undefined), LOOK_AGAIN_MS);
      for await (const event of room.events({ signal, after })) {
        failures = 0;
        if (event.type === 'closed') break;
        after = event.message.id;
        add([event.message]);
      }
      setClosed(true);
    };
    const again = async (): Promise<void> => {
      while (!signal.aborted) {
        try {
          return await follow();
        } catch (error) {
          const broken = failureOf(error);
          if (broken.kind === 'gone') return setClosed(true);
          if (broken.kind === 'cancelled') return;
          setFailure(broken);
          const asked = 'retryMs' in broken ? broken.retryMs : 0;
          const pause = Math.max(asked, Math.min(LONGEST_PAUSE_MS, 5_000 * 2 ** failures++));
          await new Promise((resolve) => setTimeout(resolve, pause));
          setFailure(undefined);
        }
      }
    };
    void again();
    return () => ended.abort();
  }, []);
  const newest = messages.at(-1)?.id;
  useEffect(() => list.current?.scrollTo({ top: list.current.scrollHeight }), [newest]);

  const during = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  };
  const goBack = () =>
    during(async () => {
      earlier.current ??= room.messages()[Symbol.asyncIterator]();
      const known = new Set(messages.map(({ id }) => id));
      try {
        const before = await next(earlier.current, known);
        setHasEarlier(before.length === AT_ONCE);
        setMessages((all) => [...unknownTo(all, before.reverse()), ...all]);
      } catch (error) {
        // It gives no more; another one begins at the newest.
        earlier.current = undefined;
        throw error;
      }
    });
  const by = author === '' ? {} : { author };
  const post = () =>
    during(async () => {
      await room.post({ text, ...by });
      setText((typed) => withoutSent(typed, text));
    });
  const sendFile = (file: File) =>
    during(async () => {
      if (isTooLarge(file)) return setFailure({ kind: 'too_large' });
      await room.send(file, { fileName: file.name, mediaType: file.type || undefined, ...by });
    });

  return (
    <Card title={room.name ? <Theirs>{room.name}</Theirs> : t('room.title')} follows>
      <div class="messages" ref={list} tabIndex={0} role="log" aria-label={t('room.messages')}>
        {hasEarlier && (
          <button type="button" disabled={busy} onClick={() => void goBack()}>
            {t('room.earlier')}
          </button>
        )}
        <ol>
          {messages.map((message) => (
            <Said key={message.id} {...message} />
          ))}
        </ol>
      </div>
      {messages.length === 0 && !closed && <p class="lead">{t('room.empty')}</p>}
      {closed ? (
        <p class="lead" role="status">
          {t('room.closed')}
        </p>
      ) : (
        <Form onSend={() => void (busy || text.trim() === '' || post())}>
          <Area label={t('room.message')} value={text} onValue={setText} />
          <FailedLine failure={failure} />
          <div class="buttons">
            <button type="submit" class="main" disabled={busy || text.trim() === ''}>
              {t('send')}
            </button>
            <label class="button">
              {t('room.file')}
              <input
                class="unseen"
                type="file"
                disabled={busy}
                onChange={({ currentTarget: input }) => {
                  const [file] = input.files ?? [];
                  if (file) void sendFile(file);
                  input.value = '';
                }}
              />
            </label>
          </div>
        </Form>
      )}
    </Card>
  );
}

function Said({ from, author, createdAt, text, file, damaged }: OpenedMessage) {
  const time = new Date(createdAt);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const download = async (wanted: OpenedFile): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      save(await wanted.blob(), wanted.fileName ?? t('file.unnamed'));
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  };
  return (
    <li>
      <header>
        <strong>
          {author ? <Theirs>{author}</Theirs> : t(from === 'owner' ? 'room.owner' : 'room.guest')}
        </strong>
        <time dateTime={createdAt}>
          {new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(time)}
        </time>
      </header>
      {damaged && <em>{t('room.damaged')}</em>}
      {text !== undefined && <Theirs>{text}</Theirs>}
      {file && (
        <button type="button" aria-disabled={busy} onClick={() => void (busy || download(file))}>
          <Theirs>{file.fileName ?? t('file.unnamed')}</Theirs>
          {file.size !== undefined && <small> {size(file.size)}</small>}
        </button>
      )}
      {failure && <FailedLine failure={failure} />}
    </li>
  );
}

start(Door);
