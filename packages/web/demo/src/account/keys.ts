import { allScopes } from '@tempshare/contract';
import type { AccountSchema } from '@tempshare/contract/account';
import { lifetimes, limits } from '@tempshare/contract/account/constants';
import { apiKey } from '../../../../testing/src/domain/tokens.ts';
import {
  AccountProblem,
  audit,
  found,
  idOf,
  isEnded,
  iso,
  isoOrNull,
  keysOf,
  pagesKeyOf,
  type Demo,
  type HandlersOf,
  type MemberContext,
  type StoredKey,
} from './account.ts';
import { settle } from './settlement.ts';
import { today } from './usage.ts';

function toKey({ account }: Demo, key: StoredKey, now: number, utcOffset = 0): AccountSchema<'Key'> {
  const { id, name, environment, scopes, createdBy, createdAt, expiresAt, revokedAt, lastUsedAt, secrets } =
    key;
  const maker = account.users.find((user) => user.id === createdBy);
  const ended = revokedAt === null ? 'expired' : 'revoked';
  return {
    ...{ id, name, environment, scopes: [...scopes] },
    createdBy: maker ? { id: maker.id, name: maker.name } : null,
    ...{ createdAt: iso(createdAt), expiresAt: isoOrNull(expiresAt), revokedAt: isoOrNull(revokedAt) },
    ...{ lastUsedAt: isoOrNull(lastUsedAt), requestsToday: today(account, id, now, utcOffset) },
    state: isEnded(key, now) ? ended : 'active',
    secrets: secrets.map(({ text, createdAt: madeAt, expiresAt: end }) => ({
      ...{ last4: text.slice(-4), createdAt: iso(madeAt), expiresAt: isoOrNull(end ?? expiresAt) },
    })),
  };
}

/** A key that works and may be changed. @throws MockProblem `not_found` */
const living = (context: MemberContext, id: string): StoredKey =>
  found(keysOf(context).find((key) => key.id === id && !isEnded(key, context.now)));

const ABOUT_WEBHOOKS = ['webhook:read', 'webhook:write'] as const;
const READ_ONLY = ['webhook:read'] as const;

type Operations = 'listKeys' | 'createKey' | 'updateKey' | 'rotateKey' | 'revokeKey' | 'createPageToken';

export const keyHandlers: HandlersOf<Operations> = {
  listKeys: (context) => {
    const { now, query } = context;
    const newestFirst = keysOf(context).toSorted((one, other) => other.createdAt - one.createdAt);
    return { keys: newestFirst.map((key) => toKey(context, key, now, query.utcOffset)) };
  },

  createKey: (context) => {
    const { account, now, user, body } = context;
    if (account.keys.length >= limits.keysPerAccount) throw new AccountProblem('limit_reached');
    const { name, environment, scopes } = body;
    const expiresAt = body.expiresAt === null ? null : Date.parse(body.expiresAt);
    const text = apiKey(environment);
    const key: StoredKey = {
      ...{ id: idOf('key'), name, environment, scopes, createdBy: user.id, createdAt: now, expiresAt },
      ...{ revokedAt: null, lastUsedAt: null, hidden: false },
      secrets: [{ text, createdAt: now, expiresAt: null }],
    };
    account.keys.push(key);
    audit(context, 'keys create', key.id, { name, environment, scopes });
    return { apiKey: text, key: toKey(context, key, now) };
  },

  updateKey: (context) => {
    const { body, now, params } = context;
    const key = living(context, params.id);
    Object.assign(key, body);
    audit(context, 'keys update', key.id, { ...body });
    return toKey(context, key, now);
  },

  rotateKey: (context) => {
    const { body, now, params } = context;
    const key = living(context, params.id);
    if (key.secrets.length >= limits.secretsPerKey) throw new AccountProblem('limit_reached');
    const text = apiKey(key.environment);
    const end = now + 1000 * body.overlapSeconds;
    const earlier = key.secrets.map((secret) => ({
      ...secret,
      expiresAt: Math.min(secret.expiresAt ?? Infinity, end),
    }));
    const kept = body.overlapSeconds === 0 ? [] : earlier;
    key.secrets = [{ text, createdAt: now, expiresAt: null }, ...kept];
    audit(context, 'keys rotate', key.id, { overlapSeconds: body.overlapSeconds });
    return { apiKey: text, key: toKey(context, key, now) };
  },

  revokeKey: (context) => {
    const { body, now, params, state } = context;
    const key = living(context, params.id);
    const heir = body.handOverTo === undefined ? undefined : living(context, body.handOverTo);
    settle(state, [key.id], body.shared ?? 'keep', heir?.id);
    Object.assign(key, { revokedAt: now, secrets: [] });
    audit(context, 'keys revoke', key.id, { shared: body.shared ?? 'keep' });
    return toKey(context, key, now);
  },

  createPageToken: (context) => {
    const { account, body, now, user } = context;
    const keyId = body?.keyId;
    const key = keyId === undefined ? pagesKeyOf(context, user, allScopes, now) : living(context, keyId);
    const ofPages = keyId === undefined ? allScopes : ABOUT_WEBHOOKS;
    const scopes = user.role === 'auditor' ? READ_ONLY : ofPages;
    const token = apiKey(key.environment);
    const expiresAt = now + 1000 * lifetimes.pageToken;
    account.tokens.set(token, { keyId: key.id, scopes, expiresAt });
    return { token, scopes: [...scopes], expiresAt: iso(expiresAt) };
  },
};
