import { accountLimits, type AccountSchema } from '@tempshare/contract/account';
import type { MemberContext, PanelHandlersOf } from '../../domain/panel.ts';
import { findListed } from '../../domain/page.ts';
import { invalid, notFound, ServiceProblem } from '../../domain/problem.ts';
import type { Db } from '../../storage/postgres/database.ts';
import type { FeatureDeps } from '../feature.ts';
import { change } from '../users/session.ts';
import { createApiKey, createPageToken, createPageTokenOfKey, rotateApiKey } from './api-key.ts';
import { audit, toEntry } from './audit.ts';
import { exportAudit } from './audit-export.ts';
import { findAuditPage, type RecordedEntry } from './audit-store.ts';
import { usedByKey, WINDOW_SECONDS } from '../../limits/rate-limit.ts';
import { readFate, settle } from './settlement.ts';
import { readServer } from './server.ts';
import { quotaHandlers } from './quota-handlers.ts';
import * as store from './store.ts';
import { usageByKey, usageByStep, type Period } from './usage-store.ts';

const PERIODS = { day: { unit: 'hour', count: 24 }, month: { unit: 'day', count: 30 } } as const;

export function accountPanelHandlers({
  capacity,
  keyLimit,
  diskFloor,
}: Pick<FeatureDeps, 'capacity' | 'keyLimit' | 'diskFloor'>): PanelHandlersOf<'accounts'> {
  return {
    ...quotaHandlers(),

    listKeys: async ({ db, query, signedIn: { user }, now }) => {
      const own = user.role === 'member' ? { userId: user.id } : {};
      const keys = await store.listKeys(db, {
        accountId: user.accountId,
        utcOffset: query.utcOffset,
        ...own,
      });
      return { keys: keys.map((key) => toKey(key, now)) };
    },

    createKey: async (context) => {
      const {
        db,
        body,
        now,
        signedIn: { user },
      } = context;
      const expiresAt = body.expiresAt === null ? null : new Date(body.expiresAt);
      if (expiresAt && !(expiresAt > now))
        throw invalid('/body/expiresAt', 'future', 'must lie in the future');
      return change(db, context.signedIn, async (trx) => {
        if ((await store.countLivingKeys(trx, user.accountId)) >= accountLimits.keysPerAccount)
          throw new ServiceProblem(
            'limit_reached',
            `An account has at most ${accountLimits.keysPerAccount} keys. Revoke some first.`,
          );
        const { name, environment, scopes } = body;
        const params = { accountId: user.accountId, userId: user.id, name, environment, scopes, expiresAt };
        const { text, row } = await createApiKey(trx, params);
        await audit(context, trx, {
          action: 'keys create',
          target: row.id,
          details: { name, environment, scopes },
        });
        return { apiKey: text, key: toKey(await findManagedKey(context, trx, row.id), now) };
      });
    },

    updateKey: async (context) => {
      const { db, params, body, now } = context;
      return change(db, context.signedIn, async (trx) => {
        await lockManagedKey(context, trx, params.id);
        const key = await findManagedKey(context, trx, params.id);
        const added = (body.scopes ?? []).filter((scope) => !key.scopes.includes(scope));
        if (added.length > 0)
          throw invalid('/body/scopes', 'scope', `must not add ${added.join(', ')}: make a new key for that`);
        await store.updateKey(trx, key.id, body);
        await audit(context, trx, { action: 'keys update', target: key.id, details: { ...body } });
        return toKey(await findManagedKey(context, trx, key.id), now);
      });
    },

    rotateKey: async (context) => {
      const { db, params, body, now } = context;
      return change(db, context.signedIn, async (trx) => {
        const { id, account_id: accountId } = await findManagedKey(context, trx, params.id);
        const apiKey = await rotateApiKey(trx, { accountId, id, overlap: body.overlapSeconds });
        if (apiKey === undefined) throw notFound();
        const details = { overlapSeconds: body.overlapSeconds };
        await audit(context, trx, { action: 'keys rotate', target: id, details });
        return { apiKey, key: toKey(await findManagedKey(context, trx, id), now) };
      });
    },

    revokeKey: async (context) => {
      const { db, params, body, now } = context;
      const fate = readFate(body, 'body');
      const { shared, handOverTo } = fate;
      return change(db, context.signedIn, async (trx) => {
        const { id, environment } = await findManagedKey(context, trx, params.id);
        if (handOverTo !== undefined) await heirOf(context, trx, { id, environment, heir: handOverTo });
        if (!(await store.revokeApiKey(trx, id))) throw notFound();
        if (shared !== 'keep')
          await settle(trx, { keyIds: [id], heirId: handOverTo ?? null, maxBytes: capacity.keyBytes });
        await audit(context, trx, { action: 'keys revoke', target: id, details: { ...fate } });
        return toKey(await findManagedKey(context, trx, id), now);
      });
    },

    getUsage: async ({ db, query, signedIn: { user }, now }) => {
      const own = user.role === 'member' ? { userId: user.id } : {};
      const all = await store.listKeys(db, { accountId: user.accountId, ...own });
      const isShown = (key: store.ListedKey): boolean =>
        toKey(key, now).state === 'active' && (query.keyId === undefined || key.id === query.keyId);
      const keys = all.filter(isShown);
      if (query.keyId !== undefined && keys.length === 0) throw notFound();
      const ids = keys.map(({ id }) => id);
      const period: Period = { ...PERIODS[query.period], utcOffset: query.utcOffset };
      const steps = await usageByStep(db, ids, period);
      const used = await usedByKey(db, ids);
      const byId = new Map((await usageByKey(db, ids, period)).map((usage) => [usage.id, usage]));
      const { keyBytes: maxBytes } = capacity;
      return {
        steps: steps.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts })),
        keys: keys.map(({ id, name }) => {
          const { held, left, requests, items, bytes } = byId.get(id)!;
          const counts = { requests, items, bytes };
          const requestsPerMinute = Math.floor((keyLimit * 60) / WINDOW_SECONDS);
          return {
            id,
            name,
            ...counts,
            requestsPerMinute,
            requestsLeft: Math.max(0, keyLimit - (used.get(id) ?? 0)),
            maxBytes,
            bytesLeft: Math.max(0, Math.min(maxBytes - held, left ?? Infinity)),
          };
        }),
      };
    },

    createPageToken: async (context) => {
      const { db, body, signedIn } = context;
      const { accountId, role } = signedIn.user;
      const sessionId = signedIn.session.id;
      const keyId = body?.keyId;
      const { text, scopes, expiresAt } = await change(db, signedIn, async (trx) => {
        if (keyId === undefined) return createPageToken(trx, { ...signedIn.user, sessionId });
        const { environment } = await findManagedKey(context, trx, keyId);
        return createPageTokenOfKey(trx, { keyId, accountId, role, sessionId, environment });
      });
      return { token: text, scopes: [...scopes], expiresAt: expiresAt.toISOString() };
    },

    getServer: ({ db, signedIn: { account } }) => {
      if (!account.runsServer)
        throw new ServiceProblem(
          'insufficient_role',
          'Owners and administrators of the first account may see this, which is that of the operators.',
        );
      return readServer(db, diskFloor);
    },

    listAuditEntries: async ({ db, query, signedIn: { user } }) => {
      const { limit, cursor, ...conditions } = query;
      const filter = { accountId: user.accountId, ...conditions };
      const { actor, action, id, from, until } = conditions;
      const call = { list: ['audit', user.accountId, actor, action, id, from, until], limit, cursor };
      const { rows, page } = await findListed(
        call,
        async (place) => ({
          rows: await findAuditPage(db, filter, place),
          total: 0,
          totalIsExact: false,
        }),
        ({ at }: RecordedEntry) => at,
      );
      return { entries: rows.map(toEntry), nextCursor: page.nextCursor };
    },

    exportAuditEntries: async (context) => {
      const {
        db,
        body: { format, ...conditions },
        now,
        signedIn: { user, account },
      } = context;
      const details = { format, ...conditions };
      await audit(context, db, { action: 'export audit log', target: user.accountId, details });
      const filter = { accountId: user.accountId, ...conditions };
      return exportAudit(db, { filter, format, accountName: account.name, now });
    },
  };
}

/** Finds a key that the caller may manage; members manage those they created. @throws ServiceProblem `not_found` */
async function findManagedKey(
  { signedIn: { user } }: MemberContext,
  db: Db,
  id: string,
): Promise<store.ListedKey> {
  const key = await store.findKey(db, user.accountId, id);
  if (!key || (user.role === 'member' && key.user_id !== user.id)) throw notFound();
  return key;
}

async function lockManagedKey({ signedIn: { user } }: MemberContext, db: Db, id: string): Promise<void> {
  if (!(await store.lockLivingKey(db, user.accountId, id))) throw notFound();
}

/** Checks the key that takes over items of a revoked one. @throws ServiceProblem `validation_failed` */
async function heirOf(
  context: MemberContext,
  db: Db,
  { id, environment, heir }: { id: string; environment: string; heir: string },
): Promise<void> {
  const key = heir === id ? undefined : await findManagedKey(context, db, heir);
  const isActive = key && (await store.lockLivingKey(db, key.account_id, heir));
  if (!isActive || key.environment !== environment)
    throw invalid('/body/handOverTo', 'key', `must be another active ${environment} key of this account`);
}

function toKey(key: store.ListedKey, now: Date): AccountSchema<'Key'> {
  return {
    id: key.id,
    name: key.name,
    environment: key.environment,
    scopes: key.scopes,
    createdBy:
      key.user_id !== null && key.user_name !== null ? { id: key.user_id, name: key.user_name } : null,
    createdAt: key.created_at.toISOString(),
    expiresAt: key.expires_at?.toISOString() ?? null,
    revokedAt: key.revoked_at?.toISOString() ?? null,
    lastUsedAt: key.last_used_at?.toISOString() ?? null,
    requestsToday: key.requests_today,
    state: key.revoked_at ? 'revoked' : key.expires_at && key.expires_at <= now ? 'expired' : 'active',
    secrets: key.secrets,
  };
}
