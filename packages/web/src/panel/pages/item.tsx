import type { EventType } from '@tempshare/contract';
import type { components } from '@tempshare/contract/account/types';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { api, at, call, type Refused } from '../api.ts';
import { Loading, Page } from '../kit/page.tsx';
import { Refusal } from '../kit/refusal.tsx';
import { Copyable } from '../kit/shown-once.tsx';
import { asRefused, useLoad } from '../load.ts';
import { useSession } from '../session.tsx';
import { away, Time } from '../times.tsx';
import { ArrivedIn } from './arrived.tsx';
import { ItemDialogs, type Doing } from './item-dialogs.tsx';
import { labelTitleOf, OwnLabel } from './label.tsx';
import { linkOf, OpenLink } from './item-link.tsx';
import { OwnRoom } from './own-room.tsx';
import {
  countOf,
  EndOf,
  nameOf,
  openingsOf,
  SenderOf,
  StateOf,
  TitleBeside,
  type Item,
} from './item-facts.tsx';

type Schemas = components['schemas'];

/** An item: what became of it, what happened, and how it is ended. */
export function SharedItem({ id }: { id: string }) {
  const [doing, setDoing] = useState<Doing>();
  const [refused, setRefused] = useState<Refused>();
  const [inside, setInside] = useState<ComponentChildren>();
  const path = { params: { path: { id } } };
  const found = useLoad((signal) => call(() => api.GET('/items/{id}', { ...path, signal })), [id]);
  const change = async (send: () => Promise<unknown>): Promise<void> => {
    setRefused(undefined);
    try {
      await send();
    } catch (error) {
      setRefused(asRefused(error));
    }
    // Another tab or person may have changed it.
    await found.reload();
  };
  const unlock = (): void => void change(() => call(() => api.POST('/items/{id}/unlock', path)));
  if (inside) return <>{inside}</>;
  return (
    <Page
      title={found.data ? nameOf(found.data.item) : t('events.item')}
      lead={<a href={at('/shared')}>{t('nav.shared')}</a>}
    >
      <Loading of={found}>
        {({ item, deletedBy, wrongAttempts, events }) => (
          <>
            <section class="panel-card" aria-labelledby="title">
              <p class="chip-line">
                <StateOf of={item} />
              </p>
              <Facts item={item} deletedBy={deletedBy} onDo={setDoing} />
              <WrongAttempts item={item} wrongAttempts={wrongAttempts} onUnlock={unlock} />
              <Link item={item} />
              <Refusal refused={refused} />
              <Actions item={item} onDo={setDoing} />
            </section>
            <Content item={item} onInside={setInside} />
            {!WITHOUT_EVENTS.has(item.kind) && <History events={events} />}
          </>
        )}
      </Loading>
      <ItemDialogs id={id} doing={doing} onDo={setDoing} change={change} reload={found.reload} />
    </Page>
  );
}

/** Whether the person's own key made an item that has not ended. Only they see its label. */
const isOwnLiving = ({ member, endReason }: Item, userId: string): boolean =>
  member?.id === userId && endReason === null;

/** Kinds that emit no events. */
const WITHOUT_EVENTS: ReadonlySet<Item['kind']> = new Set(['room', 'drop', 'debug']);

/** Whether something of an item that has ended is still stored. */
const keepsFiles = ({ kind, endReason }: Item): boolean => kind === 'request' && endReason !== 'deleted';

/** Kinds whose contents are downloaded here. */
const isContainer = (kind: Item['kind']): kind is 'request' | 'drop' => kind === 'request' || kind === 'drop';

interface ItemProps {
  item: Item;
}

interface DoProps {
  onDo: (doing: Doing) => void;
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

function Facts({ item, deletedBy, onDo }: ItemProps & DoProps & Pick<Schemas['ItemDetails'], 'deletedBy'>) {
  const { user } = useSession();
  return (
    <>
      <dl class="item-facts">
        <Fact name={t('shared.kind')}>
          {t(`kind.${item.kind}`)}
          <small>
            <TitleBeside of={item} />
          </small>
        </Fact>
        {isOwnLiving(item, user.id) && item.kind !== 'drop' && (
          <Fact name={t('send.name')}>
            <OwnLabel item={item} onChange={() => onDo({ what: 'label', item })} />
          </Fact>
        )}
        <Fact name="ID">
          <code dir="ltr">{item.id}</code>
        </Fact>
        {item.shortCode !== null && (
          <Fact name={t('shared.code')}>
            <code dir="ltr">{item.shortCode}</code>
          </Fact>
        )}
        <Fact name={t(item.received === null ? 'shared.views' : 'became.received')}>{countOf(item)}</Fact>
        {openingsOf(item).map(([name, time]) => (
          <Fact key={name} name={t(name)}>
            <Time at={time} />
          </Fact>
        ))}
        <Fact name={t('shared.sent')}>
          <Time at={item.createdAt} />, <SenderOf of={item} isOwn={item.member?.id === user.id} />
        </Fact>
        <Fact name={t('keys.expires')}>
          <EndOf of={item} />
        </Fact>
        {deletedBy && <Fact name={t('shared.deleted-by')}>{deletedBy.name}</Fact>}
        {item.encryption !== null && (
          <Fact name={t('shared.encryption')}>
            {t(item.encryption === 'e2e' ? 'shared.e2e' : 'shared.server')}
            {item.requiresPassword && <small>{t('shared.password')}</small>}
          </Fact>
        )}
      </dl>
      {item.encryption === 'e2e' && item.endReason === null && (
        <p class="note">{t(linkOf(item, user.id) === undefined ? 'shared.only-link' : 'shared.tab')}</p>
      )}
    </>
  );
}

interface WrongAttemptsProps extends ItemProps, Pick<Schemas['ItemDetails'], 'wrongAttempts'> {
  onUnlock: () => void;
}

/** Wrong passwords or PINs so far, and how they are forgotten. */
function WrongAttempts({ item, wrongAttempts: { count, heldUntil }, onUnlock }: WrongAttemptsProps) {
  const { may } = useSession();
  if (count === 0 || item.endReason !== null) return null;
  return (
    <div class="banner">
      <p>
        {t('shared.wrong', { count })}
        {heldUntil !== null && <small>{t('shared.held', { when: away(heldUntil) })}</small>}
      </p>
      {may('unlockItem') && (
        <button type="button" class="small" onClick={onUnlock}>
          {t('shared.unlock')}
        </button>
      )}
    </div>
  );
}

/** The link, as long as this tab has it. */
function Link({ item }: ItemProps) {
  const { user } = useSession();
  const link = linkOf(item, user.id);
  if (link === undefined) return null;
  return (
    <>
      <Copyable label={t('shared.link')} text={link} />
      <OpenLink item={item} link={link} />
    </>
  );
}

function Actions({ item, onDo }: ItemProps & DoProps) {
  const { user, may } = useSession();
  if (!may('deleteItem') || (item.endReason !== null && !keepsFiles(item))) return null;
  const isOwn = isOwnLiving(item, user.id);
  return (
    <div class="buttons">
      {item.kind === 'drop' && isOwn && (
        <button type="button" onClick={() => onDo({ what: 'label', item })}>
          {t(labelTitleOf(item))}
        </button>
      )}
      {item.kind === 'request' && isOwn && (
        <button type="button" onClick={() => onDo({ what: 'pin' })}>
          {t('shared.pin')}
        </button>
      )}
      {item.kind !== 'drop' && item.endReason === null && (
        <button type="button" onClick={() => onDo({ what: 'expiry' })}>
          {t('shared.expiry')}
        </button>
      )}
      <button type="button" onClick={() => onDo({ what: 'delete' })}>
        {t('shared.delete')}
      </button>
    </div>
  );
}

interface ContentProps extends ItemProps {
  /** Takes what is shown in place of the page. */
  onInside: (room?: ComponentChildren) => void;
}

/** The door of the person's own room, or what their request or inbox has received. */
function Content({ item, onInside }: ContentProps) {
  const { user } = useSession();
  const { id, kind, key, received } = item;
  const link = linkOf(item, user.id);
  if (kind === 'room' && key === null && link !== undefined) {
    return (
      <OwnRoom
        link={link}
        hasPassword={item.requiresPassword}
        onEnter={onInside}
        onLeave={() => onInside()}
      />
    );
  }
  if (!isContainer(kind) || item.endReason === 'deleted' || item.member?.id !== user.id) return null;
  if (key) return <p class="note">{t('shared.with-key')}</p>;
  return <ArrivedIn kind={kind} id={id} userId={user.id} version={received ?? 0} />;
}

const History = ({ events }: Pick<Schemas['ItemDetails'], 'events'>) => (
  <section class="panel-card" aria-labelledby="history">
    <h2 id="history">{t('shared.history')}</h2>
    {events.length === 0 ? (
      <p>{t('shared.no-history')}</p>
    ) : (
      <ol class="answers">
        {events.map((event) => (
          <li key={event.id}>
            {t(`event.${event.type as EventType}`)}, <Time at={event.createdAt} />
            {event.deliveries.map(({ endpointId, state }) => (
              <small key={endpointId}>
                {t('hooks.endpoint')} <code dir="ltr">{endpointId}</code>: {t(`delivery.${state}`)}
              </small>
            ))}
          </li>
        ))}
      </ol>
    )}
  </section>
);
