import { useEffect, useRef, useState } from 'preact/hooks';
import { t, type Key } from '../../i18n.ts';
import { copyText } from '../../kit/copy.ts';
import { PassOn } from '../../kit/pass-on.tsx';
import { Progress } from '../../kit/progress.tsx';
import { at, holdRefreshes, type Refused } from '../api.ts';
import { Leaving } from '../kit/leaving.tsx';
import { Page } from '../kit/page.tsx';
import { Refusal } from '../kit/refusal.tsx';
import { Copyable } from '../kit/shown-once.tsx';
import { asRefused } from '../load.ts';
import { away, exact } from '../times.tsx';
import type { ContainerKind } from './create-containers.ts';
import { Program, type Choices } from './program.tsx';
import type { Item, Sent, Try } from './send-items.ts';

/** A request, room or inbox, and what those who have its link see of it. */
interface Container {
  id: number;
  kind: ContainerKind;
  name: string;
}

/** An item with its link, or with the reason why it was not sent. */
export interface Made {
  item: Item | Container;
  sent?: Sent;
  refused?: Refused;
  /** Goes on sending it. */
  retry: (how: Try) => Promise<Sent>;
}

/** The items that were not sent. */
export const unsentOf = (made: readonly Made[]): ReadonlySet<number> =>
  new Set(made.flatMap(({ item, sent }) => (sent ? [] : [item.id])));

interface ReadyProps {
  made: readonly Made[];
  /** A generated password, which nobody remembers. */
  passphrase: string | undefined;
  /** The choices for what was sent, where the person can do the same by a program. */
  choices: Choices | undefined;
  /** Fewer are left that were not sent. */
  onUnsent?: (left: ReadonlySet<number>) => void;
  onAgain: () => void;
}

/** Items that were made, some of them after a retry. */
function useRetries(first: readonly Made[], onUnsent: ReadyProps['onUnsent']) {
  const [made, setMade] = useState(first);
  const [retried, setRetried] = useState<Made['item']>();
  const replace = (one: Made, sent: Sent): void => {
    setRetried(one.item);
    setMade((before) => before.map((other) => (other.item === one.item ? { ...other, sent } : other)));
  };
  useEffect(() => {
    if (retried) onUnsent?.(unsentOf(made));
  }, [made]);
  return { made, retried, replace };
}

/**
 * Links that are ready. They are in memory alone, and leaving asks for as long as one was not taken, or something was not
 * sent.
 */
export function Ready({ made: first, passphrase, choices, onUnsent, onAgain }: ReadyProps) {
  const { made, retried, replace } = useRetries(first, onUnsent);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [said, setSaid] = useState('');
  const links = made.flatMap(({ sent }) => (sent ? [sent.link] : []));
  const { kind } = made[0]!.item;
  // The link of an inbox is shown again at any time.
  const isAtRisk =
    kind !== 'drop' &&
    [...links, ...(passphrase === undefined ? [] : [passphrase])].some((text) => !taken.includes(text));
  const uncopied = t(kind === 'request' ? 'made.uncopied' : 'ready.uncopied');
  const take = (...some: string[]): void => setTaken((before) => [...before, ...some]);
  const copyAll = async (): Promise<void> => {
    const isCopied = await copyText(links.join('\n'));
    setSaid(isCopied ? t('copied') : t('once.select'));
    if (isCopied) take(...links);
  };
  useEffect(() => holdRefreshes(), []);
  return (
    <Page title={t('ready.title', { count: links.length })} lead={t(LEADS[kind] ?? 'ready.key')}>
      {made.map((one, index) =>
        one.sent ? (
          <LinkCard
            key={one.item.id}
            {...{ item: one.item, sent: one.sent }}
            isFirst={retried ? one.item === retried : index === made.findIndex(({ sent }) => sent)}
            isOnly={made.length === 1}
            onTaken={() => take(one.sent!.link)}
          />
        ) : (
          <NotSent key={one.item.id} of={one} onSent={(sent) => replace(one, sent)} />
        ),
      )}
      {passphrase !== undefined && <Passphrase text={passphrase} onCopied={() => take(passphrase)} />}
      <div class="buttons">
        {links.length > 1 && (
          <button type="button" class="main" onClick={() => void copyAll()}>
            {t('ready.copy-all')}
          </button>
        )}
        {made[0]!.sent && kind in FOLLOW && (
          <a class="button" href={at(`/shared/${made[0]!.sent.id}`)}>
            {t(FOLLOW[kind]!)}
          </a>
        )}
        <AnotherButton
          title={t(kind in FOLLOW ? 'made.another' : 'ready.another')}
          {...{ isAtRisk, uncopied, onAgain }}
        />
      </div>
      <p role="status">{said}</p>
      {choices && <Program kind={kind} choices={choices} />}
      <Leaving isAtRisk={isAtRisk || unsentOf(made).size > 0} note={isAtRisk ? uncopied : t('send.lost')} />
    </Page>
  );
}

type Kind = Made['item']['kind'];

const LEADS: Partial<Record<Kind, Key>> = { request: 'made.request', drop: 'made.drop' };

/** The next step for a request, a room or an inbox. */
const FOLLOW: Partial<Record<Kind, Key>> = {
  request: 'made.follow',
  room: 'room.enter',
  drop: 'made.follow',
};

/** The name of an item. */
const nameOf = (item: Made['item']): string =>
  item.kind === 'file' ? item.file.name : 'name' in item ? item.name : t(`as.${item.kind}`);

const Passphrase = ({ text, onCopied }: { text: string; onCopied: () => void }) => (
  <section class="panel-card">
    <Copyable label={t('field.password')} text={text} onCopied={onCopied} />
    <p class="note">{t('send.password.note')}</p>
  </section>
);

interface AnotherButtonProps {
  title: string;
  isAtRisk: boolean;
  uncopied: string;
  onAgain: () => void;
}

/** Leaves the links, after asking once if one was not taken. */
function AnotherButton({ title, isAtRisk, uncopied, onAgain }: AnotherButtonProps) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <button type="button" onClick={() => (isAtRisk && !asks ? setAsks(true) : onAgain())}>
        {asks && isAtRisk ? t('once.close') : title}
      </button>
      <p class="wrong" role="alert">
        {asks && isAtRisk && uncopied}
      </p>
    </>
  );
}

interface LinkCardProps {
  item: Made['item'];
  sent: Sent;
  isFirst: boolean;
  isOnly: boolean;
  onTaken: () => void;
}

function LinkCard({ item, sent, isFirst, isOnly, onTaken }: LinkCardProps) {
  const { link, pin, expiresAt, isOnce, encryption } = sent;
  return (
    <section class="panel-card">
      <Copyable
        label={isOnly && item.kind !== 'file' ? t('ready.link') : nameOf(item)}
        text={link}
        isMain={isOnly}
        isSelected={isFirst}
        {...(pin === undefined && { onCopied: onTaken })}
      />
      {pin !== undefined && <Copyable label={t('made.pin')} text={pin} onCopied={onTaken} />}
      <p class="chip-line">
        <span class="chip">{t(encryption === 'e2e' ? 'chip.e2e' : 'chip.server')}</span>{' '}
        {isOnce && <span class="chip soon">{t('chip.once')}</span>}{' '}
        {expiresAt !== null && (
          <time class="chip soon" dateTime={expiresAt} title={exact(expiresAt)}>
            {t('chip.expires', { when: away(expiresAt) })}
          </time>
        )}
      </p>
      <PassOn link={link} {...(pin === undefined && { onTaken })} />
      {pin !== undefined && <MailRequest link={link} />}
      {encryption === 'e2e' && <TwoWays link={link} onTaken={onTaken} />}
    </section>
  );
}

const mailOf = (subject: string, lines: string[]): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n\r\n'))}`;

/** A letter to go with the link of a request. Its PIN goes another way. */
const MailRequest = ({ link }: { link: string }) => (
  <details class="pass">
    <summary>{t('made.ways')}</summary>
    <p>{t('made.ways.lead')}</p>
    <a class="button" href={mailOf(t('made.mail.subject'), [t('made.mail.lead'), link, t('made.mail.pin')])}>
      {t('ready.mail')}
    </a>
  </details>
);

/** The link and its key apart, each to be sent by another way, and a letter to go with the link. */
function TwoWays({ link, onTaken }: { link: string; onTaken: () => void }) {
  const [isWhole, setWhole] = useState(false);
  const [hasLink, setHasLink] = useState(false);
  const [address, key] = link.split('#') as [string, string];
  const lines = isWhole ? [t('mail.lead'), link] : [t('mail.lead'), address, t('mail.key')];
  return (
    <details class="pass">
      <summary>{t('ready.ways')}</summary>
      <p>{t('ready.ways.lead')}</p>
      <Copyable label={t('ready.ways.link')} text={address} onCopied={() => setHasLink(true)} />
      <Copyable label={t('ready.ways.key')} text={key} onCopied={() => hasLink && onTaken()} />
      <label class="check">
        <input
          type="checkbox"
          checked={isWhole}
          onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
        />
        {t('ready.mail.whole')}
      </label>
      <a
        class="button"
        href={mailOf(t('mail.subject'), lines)}
        onClick={() => (isWhole ? onTaken() : setHasLink(true))}
      >
        {t('ready.mail')}
      </a>
    </details>
  );
}

/** An item that has not arrived. Another try goes on with it, and can be cancelled as the first one. */
function NotSent({ of: { item, refused, retry }, onSent }: { of: Made; onSent: (sent: Sent) => void }) {
  const [why, setWhy] = useState(refused);
  const [loaded, setLoaded] = useState<number>();
  const under = useRef<AbortController>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = loaded !== undefined;
  const again = async (): Promise<void> => {
    if (isBusy) return;
    const { signal } = (under.current = new AbortController());
    setWhy(undefined);
    setLoaded(0);
    try {
      onSent(await retry({ signal, onProgress: setLoaded }));
    } catch (error) {
      setWhy(asRefused(error));
      setLoaded(undefined);
    }
  };
  useEffect(() => () => under.current?.abort(), []);
  return (
    <section class="panel-card">
      <p>
        <b>
          <bdi>{nameOf(item)}</bdi>
        </b>
        : {t(isBusy ? 'files.sending' : 'files.failed')}
      </p>
      {isBusy && item.kind === 'file' && (
        <Progress label={item.file.name} loaded={loaded} total={item.file.size} />
      )}
      <Refusal refused={why} />
      <div class="buttons">
        <button ref={button} type="button" aria-disabled={isBusy} onClick={() => void again()}>
          {t('retry')}
        </button>
        {isBusy && (
          <button
            type="button"
            onClick={() => {
              under.current!.abort();
              button.current!.focus();
            }}
          >
            {t('cancel')}
          </button>
        )}
      </div>
    </section>
  );
}
