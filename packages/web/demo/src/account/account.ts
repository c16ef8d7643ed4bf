import type { AccountHandlers, AccountOperationId, AccountSchema } from '@tempshare/contract/account';
import { problems } from '@tempshare/contract/account/constants';
import type { Scope } from '@tempshare/contract';
import { linkId } from '../../../../testing/src/domain/tokens.ts';
import { MockProblem } from '../../../../testing/src/http/problem.ts';
import type { State } from '../../../../testing/src/state.ts';

export type User = AccountSchema<'Member'> & { recoveryCodesLeft: number };

/** An API key, or the key of a person's pages. */
export interface StoredKey {
  id: string;
  name: string;
  environment: 'live' | 'test';
  scopes: readonly Scope[];
  /** Id of the person who made it. */
  createdBy: string;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
  /** The key of a person's pages, which no list has. */
  hidden: boolean;
  /** Newest first. */
  secrets: { text: string; createdAt: number; expiresAt: number | null }[];
}

export type Counts = Pick<AccountSchema<'UsageStep'>, 'requests' | 'items' | 'bytes'>;
type QuotaLimits = AccountSchema<'QuotaLimits'>;

/** An address with a one-time token. */
export interface OneTimeLink {
  purpose: 'invitation' | 'reset';
  /** Id of the invitation, or of the user whose password is reset. */
  about: string;
  expiresAt: string;
}

/** State of the account: plain data, which a browser can store. */
export interface Account {
  id: string;
  name: string;
  users: User[];
  /** Id of the user who is signed in. */
  signedInAs: string | null;
  sessions: (AccountSchema<'ListedSession'> & { userId: string })[];
  keys: StoredKey[];
  /** Tokens of pages, by their text. */
  tokens: Map<string, { keyId: string; scopes: readonly Scope[]; expiresAt: number }>;
  invitations: AccountSchema<'Invitation'>[];
  links: Map<string, OneTimeLink>;
  /** Counts by key, and by the time at which their hour began. */
  usage: Map<string, Map<number, Counts>>;
  quotas: { account: QuotaLimits; memberDefault: QuotaLimits; own: Map<string, QuotaLimits> };
  notices: Map<string, Omit<AccountSchema<'Notices'>, 'mail' | 'confirmed'>>;
  /** Oldest first. */
  entries: AccountSchema<'AuditEntry'>[];
  /** Links of examples, for the page about the demo. */
  examples: { secret: string; request: string; pin: string; room: string };
}

/** The demo: the mock of the public API, and the account beside it. */
export interface Demo {
  state: State;
  account: Account;
}

/** Context of every operation. */
export interface VisitorContext extends Demo {
  now: number;
  requestId: string;
  /** Address of the service, without a slash at its end. */
  appUrl: string;
}

/** Context of operations that need a session. */
export interface MemberContext extends VisitorContext {
  user: User;
}

/** One handler for each operation of the panel. */
export type DemoHandlers = AccountHandlers<MemberContext, VisitorContext>;

/** The handlers of some operations. */
export type HandlersOf<Operations extends AccountOperationId> = Pick<DemoHandlers, Operations>;

type OwnCode = keyof typeof problems;

/** A problem that only the panel's document knows. */
export class AccountProblem extends Error {
  readonly code: OwnCode;

  constructor(code: OwnCode, detail = `${problems[code].title}.`) {
    super(detail);
    this.code = code;
  }

  get status(): number {
    return problems[this.code].status;
  }

  toBody(requestId: string): AccountSchema<'Problem'> {
    const { code, status, message: detail } = this;
    return {
      type: `urn:tempshare:problem:${code}`,
      title: problems[code].title,
      status,
      detail,
      code,
      requestId,
    };
  }
}

/** @throws MockProblem `not_found` */
export function found<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new MockProblem('not_found', 'There is nothing here.');
  return item;
}

export const idOf = (prefix: 'user' | 'ses' | 'key' | 'aud' | 'inv' | 'acc'): string =>
  `${prefix}_${linkId()}`;
export const iso = (time: number): string => new Date(time).toISOString();
export const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time));

/** Records an entry of the audit log. */
export function audit(
  { account, now, requestId, user }: Pick<MemberContext, 'account' | 'now' | 'requestId' | 'user'>,
  action: AccountSchema<'AuditAction'>,
  target: string,
  details: Record<string, unknown> = {},
): void {
  account.entries.push({
    ...{ id: idOf('aud'), at: iso(now), actor: user.name, actorId: user.id, action, target },
    ...{ network: null, requestId, details },
  });
}

const isOver = (end: number | null, now: number): boolean => end !== null && end <= now;
export const isEnded = ({ revokedAt, expiresAt }: StoredKey, now: number): boolean =>
  revokedAt !== null || isOver(expiresAt, now);

/** The keys that somebody sees: members those they made. */
export const keysOf = ({ account, user }: Pick<MemberContext, 'account' | 'user'>): StoredKey[] =>
  account.keys.filter(
    ({ hidden, createdBy }) => !hidden && (user.role !== 'member' || createdBy === user.id),
  );

/** Gives the mock the keys that work now: each secret of a key, and each token of a page, under the key's id. */
export function admitKeys({ state, account }: Demo): void {
  const { now } = state;
  for (const [text, { expiresAt }] of account.tokens) if (expiresAt <= now) account.tokens.delete(text);
  const living = account.keys.filter((key) => !isEnded(key, now));
  const texts = living.flatMap((key) => {
    const { id, environment, scopes, createdAt, expiresAt } = key;
    key.secrets = key.secrets.filter((secret) => !isOver(secret.expiresAt, now));
    const secrets = key.secrets.map(({ text, expiresAt: end }) => {
      const ends = Math.min(end ?? Infinity, expiresAt ?? Infinity);
      return { id, text, environment, scopes, createdAt, expiresAt: Number.isFinite(ends) ? ends : null };
    });
    const tokens = [...account.tokens].filter(([, { keyId }]) => keyId === id);
    return [
      ...secrets,
      ...tokens.map(([text, { scopes: permitted }]) => ({
        ...{ id, text, environment, scopes: permitted, createdAt, expiresAt: null },
      })),
    ];
  });
  state.keys = new Map(texts.map((key) => [key.text, key]));
}

/** The key of somebody's pages, made when it is first needed. */
export function pagesKeyOf(
  { account }: Pick<Demo, 'account'>,
  user: User,
  scopes: readonly Scope[],
  now: number,
): StoredKey {
  const known = account.keys.find(({ hidden, createdBy }) => hidden && createdBy === user.id);
  if (known) return known;
  const key: StoredKey = {
    ...{ id: idOf('key'), name: 'pages', environment: 'live', scopes, createdBy: user.id, hidden: true },
    ...{ createdAt: now, expiresAt: null, revokedAt: null, lastUsedAt: null, secrets: [] },
  };
  account.keys.push(key);
  return key;
}
