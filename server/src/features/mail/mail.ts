import type { ItemVault } from '../../crypto/item-vault.ts';
import { prefixedId } from '../../crypto/tokens.ts';
import type { NoticeKind } from '../../events/notice.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './store.ts';

/** Kinds of mails; each has sentences in packages/web/locales/mail. */
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
  to: string;
  /** Language tag; null for the default language. */
  locale: string | null;
}

export interface Mail extends Recipient {
  kind: MailKind;
  /** Values of the sentences, such as names, without content of items. */
  values?: Readonly<Record<string, string>>;
  url?: string;
  /** End of the one-time link, ISO 8601. */
  until?: string;
  /** Kind of the item, translated in the mail. */
  item?: string;
  /** Times in the sentences, ISO 8601. */
  times?: Readonly<Record<string, string>>;
  stop?: string;
}

/** A notice about an item. Its recipient is looked up when it is sent. */
export interface Notice extends Omit<Mail, keyof Recipient> {
  userId: string;
  about: NoticeKind;
}

/** A request for a reset link. The worker looks the address up, so the request reveals nothing. */
export interface ResetRequest extends Recipient {
  kind: 'reset-request';
}

type Queued = Mail | ResetRequest | Notice;

/** Maximum age of a notice, in seconds. */
const NOTICE_SECONDS = 86_400;

const ref = (id: string) => ({ kind: 'mail', id }) as const;

export class MailQueue {
  readonly #vault: ItemVault;

  constructor(vault: ItemVault) {
    this.#vault = vault;
  }

  /** Adds a mail in the transaction of its cause. It is dropped when the link `linkId` is used or deleted. */
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

  /** Replaces a claimed mail before it is sent. @returns false if the claim has expired */
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
