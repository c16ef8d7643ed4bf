import type { PanelHandlersOf } from '../../domain/panel.ts';
import { findListed } from '../../domain/page.ts';
import { audit, toEntry } from './audit.ts';
import { exportAudit } from './audit-export.ts';
import { findEntries, type RecordedEntry } from './audit-store.ts';

export const auditHandlers = {
  listAuditEntries: async ({ db, query, signedIn: { user } }) => {
    const { limit, cursor, ...conditions } = query;
    const filter = { accountId: user.accountId, ...conditions };
    const { actor, action, id, from, until } = conditions;
    const call = { list: ['audit', user.accountId, actor, action, id, from, until], limit, cursor };
    const { rows, page } = await findListed(
      call,
      async (place) => ({
        rows: await findEntries(db, filter, { count: place.limit + 1, after: place.after }),
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
} satisfies Partial<PanelHandlersOf<'accounts'>>;
