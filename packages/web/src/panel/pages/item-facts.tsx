import type { components } from '@tempshare/contract/account/types';
import { visibleName } from '@tempshare/sdk/names';
import { t, type Key } from '../../i18n.ts';
import { Name } from '../../kit/names.tsx';
import { exact, Time } from '../times.tsx';
import { number } from './delivery-facts.tsx';

export type Item = components['schemas']['Item'];
export type ItemKind = Item['kind'];
export type ItemState = Item['state'];

export const KINDS: readonly ItemKind[] = [
  ...(['text', 'url', 'file', 'secret', 'request', 'room', 'drop', 'debug'] as const),
];
export const STATES: readonly ItemState[] = ['waiting', 'opened', 'expired_unread', 'deleted'];

/** Name of an item's state. Requests, rooms and inboxes receive, and are not opened. */
const stateOf = ({ state, received }: Item): Key =>
  received !== null && state === 'opened' ? 'became.received' : `became.${state}`;

const CHIPS: Record<ItemState, string> = {
  waiting: 'chip',
  opened: 'chip',
  expired_unread: 'chip soon',
  deleted: 'chip mute',
};

/** The state, when it was last opened, and why the item ended if that says more. */
export const StateOf = ({ of, hasTime = false }: { of: Item; hasTime?: boolean }) => (
  <>
    <span class={CHIPS[of.state]}>{t(stateOf(of))}</span>
    {hasTime && of.viewedAt?.last != null && (
      <small>
        <Time at={of.viewedAt.last} />
      </small>
    )}
    {of.endReason !== null && (of.state === 'opened' || of.state === 'waiting') && (
      <small>{t(`end.${of.endReason}`)}</small>
    )}
  </>
);

/** How often it was opened, or how much has arrived. */
export function countOf({ views, maxViews, received, state, endReason }: Item): string {
  // The messages of a room are wiped when it ends.
  if (received === 0 && state === 'opened' && endReason !== null) return '–';
  if (maxViews === null) return number(received ?? views ?? 0);
  return t('shared.of', { count: views ?? 0, total: maxViews });
}

/** The count in a column of views. */
export function viewsOf(item: Item): string {
  const count = countOf(item);
  return item.received === null || count === '–' ? count : t('shared.received', { count: item.received });
}

/** When it was opened, as far as that is known: once, or first and last. */
export function openingsOf({ views, viewedAt }: Item): [name: Key, at: string][] {
  const { first = null, last = null } = viewedAt ?? {};
  if (last === null) return [];
  if (views === 1) return [['became.opened', last]];
  return [
    ...(first === null ? [] : [['shared.first-opened', first] as [Key, string]]),
    ['shared.last-opened', last],
  ];
}

/** Its label or title, set apart from the text around it, or else its kind. */
export function nameOf({ label, title, kind, endReason }: Item): string {
  const name = visibleName(label ?? '') || visibleName(title ?? '');
  if (name !== '') return `\u2068${name}\u2069`;
  return t(kind === 'drop' && endReason === 'deleted' ? 'kind.drop.deleted' : `kind.${kind}`);
}

/** The title of an item that is named by its label. */
export const TitleBeside = ({ of: { label, title }, end }: { of: Item; end?: string }) =>
  label === null || title === null ? null : (
    <>
      <Name of={title} />
      {end}
    </>
  );

/** When it ended, or will. */
export function EndOf({ of: { endedAt, expiresAt } }: { of: Item }) {
  if (endedAt !== null) {
    const [before, after = ''] = t('shared.ended', { when: '\n' }).split('\n');
    return (
      <span title={exact(endedAt)}>
        {before}
        <Time at={endedAt} />
        {after}
      </span>
    );
  }
  return expiresAt === null ? <>{t('keys.no-end')}</> : <Time at={expiresAt} />;
}

/** Sender of an item, and how it was sent. */
export const SenderOf = ({ of: { key, member }, isOwn }: { of: Item; isOwn: boolean }) => (
  <>
    {key ? t('shared.by-key', { name: key.name }) : t('shared.from-page')}
    {!isOwn && member && (
      <>
        , <bdi>{member.name}</bdi>
      </>
    )}
  </>
);
