import { accountLimits, type AccountSchema } from '@tempshare/contract/account';
import type { MemberContext, PanelHandlersOf } from '../../domain/panel.ts';
import { invalid, notFound, ServiceProblem } from '../../domain/problem.ts';
import type { Db } from '../../storage/postgres/database.ts';
import type { FeatureDeps } from '../feature.ts';
import { change } from '../users/session.ts';
import { createApiKey, rotateApiKey } from './api-key.ts';
import { audit } from './audit.ts';
import { checkHeir, findManagedKey, toKey } from './managed-key.ts';
import { readFate, settle, type Fate } from './settlement.ts';
import * as store from './store.ts';

export const keyHandlers = ({ capacity }: Pick<FeatureDeps, 'capacity'>) =>
  ({
    listKeys: async ({ db, query: { utcOffset }, signedIn: { user }, now }) => {
      const own = user.role === 'member' ? { userId: user.id } : {};
      const keys = await store.listKeys(db, { accountId: user.accountId, utcOffset, ...own });
      return { keys: keys.map((key) => toKey(key, now)) };
    },

    createKey: async (context) => {
      const { name, environment, scopes, expiresAt: end } = context.body;
      const { accountId, id: userId } = context.signedIn.user;
      const expiresAt = end === null ? null : new Date(end);
      if (expiresAt && !(expiresAt > context.now))
        throw invalid('/body/expiresAt', 'future', 'must lie in the future');
      return change(context, async (trx) => {
        if ((await store.countLivingKeys(trx, accountId)) >= accountLimits.keysPerAccount)
          throw tooManyKeys();
        const details = { name, environment, scopes };
        const { text, row } = await createApiKey(trx, { accountId, userId, ...details, expiresAt });
        await audit(context, trx, { action: 'keys create', target: row.id, details });
        return { apiKey: text, key: await readKey(context, trx, row.id) };
      });
    },

    updateKey: (context) =>
      change(context, async (trx) => {
        const {
          params: { id },
          body,
        } = context;
        if (!(await store.lockLivingKey(trx, context.signedIn.user.accountId, id))) throw notFound();
        const key = await findManagedKey(context, trx, id);
        const added = (body.scopes ?? []).filter((scope) => !key.scopes.includes(scope));
        if (added.length > 0)
          throw invalid('/body/scopes', 'scope', `must not add ${added.join(', ')}: make a new key for that`);
        await store.updateKey(trx, id, body);
        await audit(context, trx, { action: 'keys update', target: id, details: { ...body } });
        return readKey(context, trx, id);
      }),

    rotateKey: (context) =>
      change(context, async (trx) => {
        const { overlapSeconds } = context.body;
        const { id, account_id: accountId } = await findManagedKey(context, trx, context.params.id);
        const apiKey = await rotateApiKey(trx, { accountId, id, overlap: overlapSeconds });
        if (apiKey === undefined) throw notFound();
        await audit(context, trx, { action: 'keys rotate', target: id, details: { overlapSeconds } });
        return { apiKey, key: await readKey(context, trx, id) };
      }),

    revokeKey: async (context) => {
      const fate = readFate(context.body, 'body');
      return change(context, (trx) => revoke(context, trx, { fate, maxBytes: capacity.keyBytes }));
    },
  }) satisfies Partial<PanelHandlersOf<'accounts'>>;

type Context = MemberContext & { params: { id: string } };

async function revoke(
  context: Context,
  trx: Db,
  { fate, maxBytes }: { fate: Fate; maxBytes: number },
): Promise<AccountSchema<'Key'>> {
  const { shared, handOverTo } = fate;
  const { id, environment } = await findManagedKey(context, trx, context.params.id);
  if (handOverTo !== undefined) await checkHeir(context, trx, { id, environment, heir: handOverTo });
  if (!(await store.revokeApiKey(trx, id))) throw notFound();
  if (shared !== 'keep') await settle(trx, { keyIds: [id], heirId: handOverTo ?? null, maxBytes });
  await audit(context, trx, { action: 'keys revoke', target: id, details: { ...fate } });
  return readKey(context, trx, id);
}

const readKey = async (context: MemberContext, trx: Db, id: string): Promise<AccountSchema<'Key'>> =>
  toKey(await findManagedKey(context, trx, id), context.now);

const tooManyKeys = (): ServiceProblem =>
  new ServiceProblem(
    'limit_reached',
    `An account has at most ${accountLimits.keysPerAccount} keys. Revoke some first.`,
  );
