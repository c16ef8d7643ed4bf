import type { PanelHandlersOf } from '../../domain/panel.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import type { FeatureDeps } from '../feature.ts';
import { change } from '../users/session.ts';
import { createPageToken, createPageTokenOfKey } from './api-key.ts';
import { auditHandlers } from './audit-handlers.ts';
import { keyHandlers } from './key-handlers.ts';
import { findManagedKey } from './managed-key.ts';
import { quotaHandlers } from './quota-handlers.ts';
import { readServer } from './server.ts';
import { usageHandlers } from './usage-handlers.ts';

type Deps = Pick<FeatureDeps, 'capacity' | 'keyLimit' | 'diskFloor'>;

export const accountPanelHandlers = (deps: Deps): PanelHandlersOf<'accounts'> => ({
  ...keyHandlers(deps),
  ...usageHandlers(deps),
  ...auditHandlers,
  ...quotaHandlers,

  createPageToken: async (context) => {
    const { body, signedIn } = context;
    const { accountId, role } = signedIn.user;
    const sessionId = signedIn.session.id;
    const keyId = body?.keyId;
    const { text, scopes, expiresAt } = await change(context, async (trx) => {
      if (keyId === undefined) return createPageToken(trx, signedIn.user, sessionId);
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
    return readServer(db, deps.diskFloor);
  },
});
