import { hash } from 'node:crypto';
import { allScopes, type Scope } from '@tempshare/contract';
import { accountLimits, type Role } from '@tempshare/contract/account';
import {
  generateApiKey,
  isWellFormedApiKey,
  prefixedId,
  sha256,
  type Environment,
} from '../../crypto/tokens.ts';
import type { Admission } from '../../domain/admission.ts';
import { isAnonymousKey } from '../../domain/anonymous.ts';
import type { SignedIn } from '../../domain/panel.ts';
import type { Authenticator, Principal } from '../../domain/principal.ts';
import { notFound, ServiceProblem } from '../../domain/problem.ts';
import { Coalescer } from '../../limits/coalescer.ts';
import { decisions, inOrder } from '../../limits/rate-limit.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './store.ts';

export class ApiKeys implements Authenticator {
  readonly #coalescer: Coalescer<{ principal: Principal; admission: Admission }>;

  constructor(db: Db, limit: number) {
    this.#coalescer = new Coalescer(async (batch) => {
      const hashes = batch.map(({ name }) => name);
      const counts = batch.map(({ count }) => count);
      const rows = await store.findAndCount(db, { hashes, counts }, limit);
      const unnoted = rows.filter((row) => row.unnoted).map(({ id }) => id);
      // Not awaited: a request must not fail because its use cannot be noted.
      if (unnoted.length > 0) store.noteUse(db, unnoted).catch(() => undefined);
      const counted = new Map<string, number>();
      return inOrder(rows, batch, (row, count) => {
        const principal = toPrincipal(row, limit);
        const before = counted.get(row.bucket) ?? 0;
        counted.set(row.bucket, before + count);
        return decisions(row, { requests: count, policy: 'key', limit, before }).map((admission) => ({
          principal,
          admission,
        }));
      });
    });
  }

  /** Returns undefined for unknown or ended keys. A malformed key costs no query. */
  async admit(text: string): Promise<{ principal: Principal; admission: Admission } | undefined> {
    if (!isWellFormedApiKey(text)) return undefined;
    return await this.#coalescer.ask(hash('sha256', text, 'hex'));
  }
}

/** Creates the text of a key, with what is stored of it. */
function newSecret(environment: Environment): { text: string; hash: Buffer; last4: string } {
  const text = generateApiKey(environment);
  return { text, hash: sha256(text), last4: text.slice(-4) };
}

/** Creates a key and stores its hash. The text is returned only here. */
export async function createApiKey(
  db: Db,
  params: {
    accountId: string;
    name: string;
    environment: Environment;
    scopes: readonly Scope[];
    expiresAt?: Date | null;
    userId?: string;
  },
): Promise<{ text: string; row: store.ApiKeyRow }> {
  const { text, ...secret } = newSecret(params.environment);
  const row = await store.insertApiKey(db, {
    id: prefixedId('key'),
    accountId: params.accountId,
    name: params.name,
    environment: params.environment,
    ...secret,
    scopes: [...params.scopes],
    expiresAt: params.expiresAt ?? null,
    userId: params.userId ?? null,
  });
  return { text, row };
}

export const revokeKeysOf = store.revokeKeysOf;

/**
 * Replaces a key's secret; the current ones end after `overlap` seconds. Undefined if the key has ended.
 * @throws ServiceProblem `limit_reached`
 */
export async function rotateApiKey(
  db: Db,
  { accountId, id, overlap }: { accountId: string; id: string; overlap: number },
): Promise<string | undefined> {
  const key = await store.lockLivingKey(db, accountId, id);
  if (!key) return undefined;
  const { text, ...secret } = newSecret(key.environment);
  const ending = await store.endSecrets(db, id, overlap);
  if (overlap > 0 && ending >= accountLimits.secretsPerKey)
    throw new ServiceProblem(
      'limit_reached',
      `A key has at most ${accountLimits.secretsPerKey} living secrets. Wait until one ends, or rotate without an overlap.`,
    );
  await store.insertSecret(db, { keyId: id, ...secret, replaces: overlap === 0 });
  return text;
}

const PAGE_SCOPES: Record<Role, readonly Scope[]> = {
  owner: allScopes,
  admin: allScopes,
  member: allScopes,
  auditor: allScopes.filter((scope) => scope.endsWith(':read')),
};

/** Returns the id of the key with which a user's pages call the public API, and creates it if needed. */
export const hiddenKeyOf = (
  db: Db,
  user: { id: string; account_id: string; name: string; role: Role },
): Promise<string> =>
  store.putHiddenKey(db, {
    keyId: prefixedId('key'),
    accountId: user.account_id,
    userId: user.id,
    name: `Pages of ${user.name}`,
    scopes: PAGE_SCOPES[user.role],
  });

/** Creates a token with which a session's pages call the public API. */
export async function createPageToken(
  db: Db,
  { id: userId, accountId, name, role }: SignedIn['user'],
  sessionId: string,
): Promise<{ text: string; scopes: readonly Scope[]; expiresAt: Date }> {
  const { text, ...secret } = newSecret('live');
  const scopes = PAGE_SCOPES[role];
  const expiresAt = await store.insertPageToken(db, {
    keyId: prefixedId('key'),
    ...{ accountId, userId, sessionId, scopes },
    name: `Pages of ${name}`,
    ...secret,
  });
  return { text, scopes, expiresAt };
}

/** Creates a token for the webhooks of a program's key. @throws ServiceProblem `not_found` */
export async function createPageTokenOfKey(
  db: Db,
  {
    role,
    environment,
    ...token
  }: { keyId: string; accountId: string; environment: Environment; role: Role; sessionId: string },
): Promise<{ text: string; scopes: readonly Scope[]; expiresAt: Date }> {
  const { text, ...secret } = newSecret(environment);
  const scopes = PAGE_SCOPES[role].filter((scope) => scope.startsWith('webhook:'));
  const expiresAt = await store.insertPageTokenOfKey(db, {
    ...token,
    ...secret,
    scopes,
  });
  if (!expiresAt) throw notFound();
  return { text, scopes, expiresAt };
}

/** Returns the oldest account, and creates it if there is none. */
export function defaultAccount(db: Db): Promise<string> {
  return db.transaction(async (trx) => {
    await trx.query('SELECT pg_advisory_xact_lock(hashtext($1))', ['tempshare first account']);
    const existing = await store.firstAccount(trx);
    if (existing) return existing.id;
    const id = prefixedId('acc');
    await store.insertAccount(trx, { id, name: 'default' });
    return id;
  });
}

/** Creates an account and a test key on a new database. The key is shown before the commit, so none is lost. */
export async function createFirstKey(
  db: Db,
  show: (key: string, accountId: string, trx: Db) => void | Promise<void>,
): Promise<void> {
  await db.transaction(async (trx) => {
    const accountId = await defaultAccount(trx);
    if ((await store.listApiKeys(trx)).some(({ id }) => !isAnonymousKey(id))) return;
    const params = { accountId, name: 'first key', environment: 'test', scopes: allScopes } as const;
    await show((await createApiKey(trx, params)).text, accountId, trx);
  });
}

function toPrincipal(row: store.CountedKey, rateLimit: number): Principal {
  return {
    keyId: row.id,
    last4: row.last4,
    accountId: row.account_id,
    environment: row.environment,
    livemode: row.environment === 'live',
    scopes: scopesIn(row.scopes),
    endsAt: row.ends_at,
    rateLimit,
    borrowed: row.borrowed,
    isAnonymous: false,
  };
}

const scopesByText = new Map<string, readonly Scope[]>();
const MAX_TEXTS = 1_000;

function scopesIn(text: string): readonly Scope[] {
  const known = scopesByText.get(text);
  if (known) return known;
  const scopes = Object.freeze(text === '' ? [] : (text.split(' ') as Scope[]));
  if (scopesByText.size < MAX_TEXTS) scopesByText.set(text, scopes);
  return scopes;
}
