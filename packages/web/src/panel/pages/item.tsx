import { lifetimes, type EventType } from '@tempshare/contract';
import { Fragment, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { serverNow } from '../../clock.ts';
import { api, at, call, Refused } from '../api.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Form, Select } from '../kit/form.tsx';
import { Loading, Page } from '../kit/page.tsx';
import { Refusal } from '../kit/refusal.tsx';
import { Copyable, ShownOnce } from '../kit/shown-once.tsx';
import { asRefused, useLoad } from '../load.ts';
import { lasting, offeredOf, useLimits } from '../limits.ts';
import { useSession } from '../session.tsx';
import { away, Time } from '../times.tsx';
import { ArrivedIn } from './arrived.tsx';
import { LabelDialog, labelTitleOf, OwnLabel } from './label.tsx';
import { linkOf, OpenLink } from './item-link.tsx';
import { OwnRoom } from './own-room.tsx';
import {
  EndOf,
  nameOf,
  openingsOf,
  SenderOf,
  StateOf,
  TitleBeside,
  viewsOf,
  type Item,
} from './item-facts.tsx';

/** An item: what became of it, what happened, and how it is ended. */
export function SharedItem({ id }: { id: string }) {
  const { user, may } = useSession();
  const [isDeleting, setDeleting] = useState(false);
  const [isExtending, setExtending] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const [labelled, setLabelled] = useState<Item>();
  const [pin, setPin] = useState<string>();
  const [refused, setRefused] = useState<Refused>();
  const [inside, setInside] = useState<ComponentChildren>();
  const path = { params: { path: { id } } };
  const found = useLoad((signal) => call(() => api.GET('/items/{id}', { ...path, signal })), [id]);
  const offered = offeredOf(useLimits());
  // A moment is needed to change to: without an end there is none.
  const ends = offered.seconds
    .filter((each) => each !== null)
    .map((each) => Math.max(each, SHORTEST_SECONDS));
  const chosen = ends.includes(offered.chosen!) ? offered.chosen : ends.at(-1);
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
              <dl class="item-facts">
                <dt>{t('shared.kind')}</dt>
                <dd>
                  {t(`kind.${item.kind}`)}
                  <small>
                    <TitleBeside of={item} />
                  </small>
                </dd>
                {isOwnLiving(item, user.id) && item.kind !== 'drop' && (
                  <>
                    <dt>{t('send.name')}</dt>
                    <dd>
                      <OwnLabel item={item} onChange={() => setLabelled(item)} />
                    </dd>
                  </>
                )}
                <dt>ID</dt>
                <dd>
                  <code dir="ltr">{item.id}</code>
                </dd>
                {item.shortCode !== null && (
                  <>
                    <dt>{t('shared.code')}</dt>
                    <dd>
                      <code dir="ltr">{item.shortCode}</code>
                    </dd>
                  </>
                )}
                <dt>{t('shared.views')}</dt>
                <dd>{viewsOf(item)}</dd>
                {openingsOf(item).map(([name, at]) => (
                  <Fragment key={name}>
                    <dt>{t(name)}</dt>
                    <dd>
                      <Time at={at} />
                    </dd>
                  </Fragment>
                ))}
                <dt>{t('shared.sent')}</dt>
                <dd>
                  <Time at={item.createdAt} />, <SenderOf of={item} isOwn={item.member?.id === user.id} />
                </dd>
                <dt>{t('keys.expires')}</dt>
                <dd>
                  <EndOf of={item} />
                </dd>
                {deletedBy && (
                  <>
                    <dt>{t('shared.deleted-by')}</dt>
                    <dd>{deletedBy.name}</dd>
                  </>
                )}
                {item.encryption !== null && (
                  <>
                    <dt>{t('shared.encryption')}</dt>
                    <dd>
                      {t(item.encryption === 'e2e' ? 'shared.e2e' : 'shared.server')}
                      {item.requiresPassword && <small>{t('shared.password')}</small>}
                    </dd>
                  </>
                )}
              </dl>
              {item.encryption === 'e2e' && item.endReason === null && (
                <p class="note">
                  {t(linkOf(item, user.id) === undefined ? 'shared.only-link' : 'shared.tab')}
                </p>
              )}
              {wrongAttempts.count > 0 && item.endReason === null && (
                <div class="banner">
                  <p>
                    {t('shared.wrong', { count: wrongAttempts.count })}
                    {wrongAttempts.heldUntil !== null && (
                      <small>{t('shared.held', { when: away(wrongAttempts.heldUntil) })}</small>
                    )}
                  </p>
                  {may('unlockItem') && (
                    <button
                      type="button"
                      class="small"
                      onClick={() => void change(() => call(() => api.POST('/items/{id}/unlock', path)))}
                    >
                      {t('shared.unlock')}
                    </button>
                  )}
                </div>
              )}
              {linkOf(item, user.id) !== undefined && (
                <>
                  <Copyable label={t('shared.link')} text={linkOf(item, user.id)!} />
                  <OpenLink item={item} link={linkOf(item, user.id)!} />
                </>
              )}
              <Refusal refused={refused} />
              {may('deleteItem') && (item.endReason === null || keepsFiles(item)) && (
                <div class="buttons">
                  {item.kind === 'drop' && isOwnLiving(item, user.id) && (
                    <button type="button" onClick={() => setLabelled(item)}>
                      {t(labelTitleOf(item))}
                    </button>
                  )}
                  {item.kind === 'request' && isOwnLiving(item, user.id) && (
                    <button type="button" onClick={() => setChanging(true)}>
                      {t('shared.pin')}
                    </button>
                  )}
                  {item.kind !== 'drop' && item.endReason === null && (
                    <button type="button" onClick={() => setExtending(true)}>
                      {t('shared.expiry')}
                    </button>
                  )}
                  <button type="button" onClick={() => setDeleting(true)}>
                    {t('shared.delete')}
                  </button>
                </div>
              )}
            </section>
            {item.kind === 'room' && item.key === null && linkOf(item, user.id) !== undefined && (
              <OwnRoom
                link={linkOf(item, user.id)!}
                hasPassword={item.requiresPassword}
                onEnter={setInside}
                onLeave={() => setInside(undefined)}
              />
            )}
            {isContainer(item.kind) &&
              item.endReason !== 'deleted' &&
              item.member?.id === user.id &&
              (item.key ? (
                <p class="note">{t('shared.with-key')}</p>
              ) : (
                <ArrivedIn kind={item.kind} id={id} userId={user.id} version={item.received ?? 0} />
              ))}
            {!WITHOUT_EVENTS.has(item.kind) && (
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
                            {t('hooks.endpoint')} <code dir="ltr">{endpointId}</code>:{' '}
                            {t(`delivery.${state}`)}
                          </small>
                        ))}
                      </li>
                    ))}
                  </ol>
                )}
              </section>
            )}
          </>
        )}
      </Loading>
      {isChanging && (
        <Dialog title={t('shared.pin')} onClose={() => setChanging(false)}>
          <p class="lead">{t('shared.pin.lead')}</p>
          <Form
            send={t('shared.pin')}
            onCancel={() => setChanging(false)}
            onSend={async () => {
              const changed = await call(() => api.POST('/items/{id}/pin', path));
              setChanging(false);
              setPin(changed.pin);
            }}
          />
        </Dialog>
      )}
      {pin !== undefined && (
        <ShownOnce
          title={t('shared.pin.shown')}
          note={t('once.lead')}
          texts={[[t('shared.pin.shown'), pin]]}
          onClose={() => {
            setPin(undefined);
            void found.reload();
          }}
        />
      )}
      {labelled && (
        <LabelDialog item={labelled} onClose={() => setLabelled(undefined)} onSent={found.reload} />
      )}
      {isExtending && (
        <Dialog title={t('shared.expiry')} onClose={() => setExtending(false)}>
          <p class="lead">{t('shared.expiry.lead')}</p>
          <Form
            send={t('shared.expiry')}
            onCancel={() => setExtending(false)}
            onSend={async (value) => {
              const seconds = Number(value('expiration') || chosen);
              const expiresAt = new Date(serverNow() + 1000 * seconds).toISOString();
              await change(() =>
                call(() => api.PATCH('/items/{id}', { ...path, body: { expiresAt } })).catch(asEnded),
              );
              setExtending(false);
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
      )}
      {isDeleting && (
        <Dialog title={t('shared.delete.title')} onClose={() => setDeleting(false)}>
          <p class="lead">{t('shared.delete.lead')}</p>
          <Form
            send={t('shared.delete.send')}
            isGrave
            onCancel={() => setDeleting(false)}
            onSend={async () => {
              await change(() => call(() => api.DELETE('/items/{id}', path)));
              setDeleting(false);
            }}
          />
        </Dialog>
      )}
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

/** Longer than the shortest end by what a request takes on its way. */
const SHORTEST_SECONDS = lifetimes.soonestExpiry + 10;

/** Says of an item that is not found that it has ended. */
function asEnded(error: unknown): never {
  throw error instanceof Refused && error.kind === 'gone' ? new Refused('item_ended', error) : error;
}

/** Kinds whose contents are downloaded here. */
const isContainer = (kind: Item['kind']): kind is 'request' | 'drop' => kind === 'request' || kind === 'drop';
