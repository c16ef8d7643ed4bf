import type { Key, Messages } from '../src/i18n.ts';
import type { Kind, Plain, ShellKind } from '../src/site.ts';

/** The pages, each with the messages that it shows first. */
export const FIRST: Record<ShellKind, Key> = {
  share: 'share.title',
  secret: 'secret.title',
  request: 'request.title',
  room: 'room.title',
  drop: 'drop.title',
  panel: 'panel.title',
};

/** The pages that belong to no link. */
export const PLAIN: Plain[] = ['home', 'docs', 'missing', 'away'];

/** The pages of links. */
export const KINDS = (Object.keys(FIRST) as ShellKind[]).filter((kind): kind is Kind => kind !== 'panel');

const OPENED = ['once', 'many', 'password', 'damaged', 'unsafe', 'mismatch', 'again', 'lost'];

/** Which groups of sentences each page may need; a sentence without a group is for all. */
const GROUPS: Record<ShellKind, string[]> = {
  share: [...OPENED, 'share', 'text', 'url', 'file', 'debug'],
  secret: [...OPENED, 'secret'],
  request: ['request', 'files', 'damaged', 'mismatch', 'unsafe'],
  room: ['room', 'message', 'password', 'file', 'files', 'damaged', 'mismatch', 'unsafe'],
  drop: ['drop', 'message', 'files', 'damaged', 'mismatch', 'unsafe'],
  panel: ['files', 'room', 'message', 'password', 'file'],
};
/** Groups that only pages without a link need. */
const PLAIN_GROUPS = ['home', 'docs', 'missing'];
const GROUPED = new Set([...Object.values(GROUPS).flat(), ...PLAIN_GROUPS]);

/** The sentences that a page may say. */
export function messagesOf(kind: ShellKind, messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages).filter(([key]) => {
      const [group = ''] = key.split('.');
      return !key.includes('.') || !GROUPED.has(group) || GROUPS[kind].includes(group);
    }),
  );
}
