import type { ItemVault } from '../../crypto/item-vault.ts';
import { prefixedId } from '../../crypto/tokens.ts';
import type { NoticeKind } from '../../events/notice.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './store.ts';

/** Kinds of mails that people get. Each has sentences in packages/web/locales/mail. */
export const MAIL_KINDS = [
  'set-up',
  'invitation',
  'reset',
  'email',
  'password-changed',
  'second-factor-off',
  'passkey-added',
  'email-changed',
  'endpoint-disabled',
  'item-opened',
  'item-expired',
  'item-finished',
  'item-arrived',
  'notices-paused',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface Recipient {
  /** E-mail address. */
  to: string;
  /** Language tag; null for the default language. */
  locale: string | null;
}

export interface Mail extends Recipient {
  kind: MailKind;
  /** Values of the sentences, such as names. Never content of items. */
  values?: Readonly<Record<string, string>>;
  url?: string;
  /** End of the one-time link, ISO 8601. */
  until?: string;
  /** Kind of the item in it, said in the language of the mail. */
  item?: string;
  /** Times in the sentences, ISO 8601. */
  times?: Readonly<Record<string, string>>;
  /** Address at which one click stops such mails. */
  stop?: string;
}

/** A notice about an item. Its recipient is looked up when it is sent, and may be nobody by then. */
export interface Notice extends Omit<Mail, keyof Recipient> {
  userId: string;
  about: NoticeKind;
}

/** Somebody asked for a reset link for an address, which may be nobody's: the worker finds out, not the request. */
export interface ResetRequest extends Recipient {
  kind: 'reset-request';
}

/** Content of a row of the queue. */
export type Queued = Mail | ResetRequest | Notice;

/** Seconds after which a notice is not worth sending. */
const NOTICE_SECONDS = 86_400;

const ref = (id: string) => ({ kind: 'mail', id }) as const;

/** Mails that wait to be sent. */
export class MailQueue {
  readonly #vault: ItemVault;

  constructor(vault: ItemVault) {
    this.#vault = vault;
  }

  /** Adds a mail, in the transaction of what it tells. With `linkId` it is dropped as soon as that link is used or deleted. */
  async enqueue(
    db: Db,
    mail: Queued,
    { linkId = null, seconds = NOTICE_SECONDS }: { linkId?: string | null; seconds?: number } = {},
  ): Promise<void> {
    const id = prefixedId('mail');
    const { lock, sealed } = await this.#vault.seal(ref(id), { content: encode(mail) });
    await store.insert(db, { id, wrappedKey: lock.wrappedKey, content: sealed.content, linkId, seconds });
  }

  open({ id, wrapped_key: key, content }: store.MailRow): Queued {
    const dataKey = this.#vault.unlockUnprotected(ref(id), key);
    return JSON.parse(
      this.#vault.open(ref(id), { part: 'content', dataKey, sealed: content }).toString(),
    ) as Queued;
  }

  /** Replaces a mail that a worker holds, before it is sent. False if the worker no longer holds it. */
  replace(
    db: Db,
    row: store.MailRow,
    { mail, linkId, seconds }: { mail: Mail; linkId: string; seconds: number },
  ): Promise<boolean> {
    const dataKey = this.#vault.unlockUnprotected(ref(row.id), row.wrapped_key);
    const content = this.#vault.sealPart(ref(row.id), { part: 'content', dataKey, plaintext: encode(mail) });
    return store.replace(db, row, { content, linkId, seconds });
  }
}

const encode = (mail: Queued): Buffer => Buffer.from(JSON.stringify(mail));
