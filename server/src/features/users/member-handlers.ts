import type { AccountSchema } from '@tempshare/contract/account';
import type { PanelHandlersOf } from '../../domain/panel.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { hiddenKeyOf, revokeKeysOf } from '../accounts/api-key.ts';
import { audit } from '../accounts/audit.ts';
import { findKeysOf, readFate, settle, type Fate } from '../accounts/settlement.ts';
import type { FeatureDeps } from '../feature.ts';
import { change, toUser } from './session.ts';
import * as store from './store.ts';
import { changeRole, findHeir, findManaged, keepAnOwner, requireOwnerFor } from './user.ts';

export const memberHandlers = ({ capacity: { keyBytes } }: Pick<FeatureDeps, 'capacity'>) =>
  ({
    listMembers: async ({ db, signedIn }) => ({
      members: (await store.listMembers(db, { account_id: signedIn.user.accountId })).map(toMember),
    }),

    updateMember: (context) =>
      change(context, async (trx) => {
        const { params, body, signedIn } = context;
        const member = await findManaged(trx, signedIn.user, params.id);
        requireOwnerFor(body.role, signedIn.user.role);
        if (body.role !== member.role) {
          if (body.role !== 'owner') await keepAnOwner(trx, member);
          const details = await changeRole(trx, member, body.role);
          await audit(context, trx, { action: 'change role', target: member.id, details });
        }
        const [changed] = await store.listMembers(trx, { id: member.id });
        return toMember(changed!);
      }),

    removeMember: async (context) => {
      const { params, query, signedIn } = context;
      const fate = readFate(query, 'query');
      await change(context, async (trx) => {
        const member = await findManaged(trx, signedIn.user, params.id);
        const details = await remove(trx, member, { fate, keyBytes });
        await audit(context, trx, { action: 'remove member', target: member.id, details });
      });
    },

    leaveAccount: async (context) => {
      const { query, signedIn, cookie } = context;
      const { id } = signedIn.user;
      const fate = readFate(query, 'query');
      await change(context, async (trx) => {
        const user = (await store.findUser(trx, { id }))!;
        const details = await remove(trx, user, { fate, keyBytes });
        await audit(context, trx, { action: 'leave', target: id, details });
      });
      cookie.clear();
    },
  }) satisfies Partial<PanelHandlersOf<'users'>>;

/** @returns the details of the audit entry */
async function remove(
  trx: Db,
  member: store.UserRow,
  { fate, keyBytes: maxBytes }: { fate: Fate; keyBytes: number },
): Promise<Record<string, unknown>> {
  await keepAnOwner(trx, member);
  const revokedKeys = await revokeKeysOf(trx, member.id, { hidden: true });
  if (fate.shared !== 'keep') {
    const heir = fate.handOverTo === undefined ? null : await findHeir(trx, member, fate.handOverTo);
    const heirId = heir && (await hiddenKeyOf(trx, heir));
    const keyIds = await findKeysOf(trx, member.id);
    await settle(trx, { keyIds, heirId, maxBytes });
  }
  await store.deleteUser(trx, member.id);
  return { name: member.name, revokedKeys, ...fate };
}

const toMember = (row: store.MemberRow): AccountSchema<'Member'> => ({
  ...toUser(row),
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  secondFactor: row.second_factor,
  passkeys: row.passkeys,
});
