import type { PanelHandlersOf } from '../../domain/panel.ts';
import { notFound } from '../../domain/problem.ts';
import type { FeatureDeps } from '../feature.ts';
import type { PasswordHasher } from './password.ts';
import { checkSecondFactor } from './second-factor.ts';
import { confirm, enter, toSession, toUser } from './session.ts';
import * as sessions from './session-store.ts';
import * as store from './store.ts';
import { authenticate, wrongCredentials } from './user.ts';

export const sessionHandlers = ({ hasher, vault }: Pick<FeatureDeps, 'vault'> & { hasher: PasswordHasher }) =>
  ({
    signIn: async (context) => {
      const { db, body, address, now } = context;
      const check = ({ id: userId }: store.UserRow) =>
        checkSecondFactor(db, vault, { userId, code: body.code, now });
      const user = await authenticate(db, hasher, { ...body, address, check });
      return enter(context, { action: 'sign in' }, async (trx) => {
        if (!(await store.holdUser(trx, user))) throw wrongCredentials();
        return user;
      });
    },

    signOut: async ({ db, signedIn, cookie }) => {
      if (signedIn) await sessions.endSessions(db, { token_hash: signedIn.session.tokenHash });
      cookie.clear();
    },

    getSession: ({ signedIn, now }) => toSession(signedIn, now),

    confirmSession: async ({ db, body, address, signedIn, now }) => {
      const { id: userId, email } = signedIn.user;
      const check = () => checkSecondFactor(db, vault, { userId, code: body.code, now });
      await authenticate(db, hasher, { email, password: body.password, address, check });
      return confirm(db, signedIn, now);
    },

    listSessions: async ({ db, signedIn }) => ({
      sessions: (await sessions.listSessions(db, signedIn.user.id)).map((row) => ({
        id: row.id,
        isCurrent: row.id === signedIn.session.id,
        device: row.device,
        network: row.network,
        createdAt: row.created_at.toISOString(),
        lastSeenAt: row.seen_at.toISOString(),
      })),
    }),

    endSession: async ({ db, params, signedIn, cookie }) => {
      if ((await sessions.endSessions(db, { user_id: signedIn.user.id, id: params.id })) === 0)
        throw notFound();
      if (params.id === signedIn.session.id) cookie.clear();
    },

    endOtherSessions: async ({ db, signedIn: { user, session } }) => {
      await sessions.endSessions(db, { user_id: user.id }, session.tokenHash);
    },

    updateUser: async ({ db, body, signedIn: { user } }) => {
      await store.updateUser(db, user.id, body);
      return toUser({ ...user, ...body, created_at: user.createdAt });
    },
  }) satisfies Partial<PanelHandlersOf<'users'>>;
