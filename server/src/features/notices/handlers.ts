import type { PanelHandlersOf } from '../../domain/panel.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import type { Db } from '../../storage/postgres/database.ts';
import type { FeatureDeps } from '../feature.ts';
import { stopNotices } from './notice.ts';
import * as store from './store.ts';

export function noticeHandlers({ mails }: Pick<FeatureDeps, 'mails'>): PanelHandlersOf<'notices'> {
  const find = async (db: Db, userId: string) => ({
    mail: mails !== undefined,
    ...(await store.findSettings(db, userId)),
  });
  return {
    getNotices: ({ db, signedIn }) => find(db, signedIn.user.id),

    updateNotices: async ({ db, body, signedIn: { user } }) => {
      if (!mails && Object.values(body).includes(true))
        throw new ServiceProblem('no_mail', 'This server sends no mail, so it cannot send notices.');
      await store.saveSettings(db, user.id, body);
      return find(db, user.id);
    },

    stopNotices: ({ db, query }) => stopNotices(db, query.token),
  };
}
