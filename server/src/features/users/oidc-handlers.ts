import { accountLifetimes, accountOperations, type AccountOperationId } from '@tempshare/contract/account';
import { isPanelToken, panelToken } from '../../crypto/tokens.ts';
import type { PanelHandlersOf } from '../../domain/panel.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import type { FeatureDeps } from '../feature.ts';
import { admitIdentity, refuse } from './identity.ts';
import { hashOfSignIn } from './oidc-client.ts';
import { insertOidcSignIn, takeOidcSignIn } from './oidc-store.ts';
import { enter } from './session.ts';

const REFUSALS: ReadonlySet<string> = new Set([
  'no_group',
  'unverified_email',
  'not_connected',
  'limit_reached',
]);

export const oidcHandlers = ({ oidc }: Pick<FeatureDeps, 'oidc'>) =>
  ({
    startOidc: async ({ db, body: { confirms }, browser, now }) => {
      if (!oidc) throw noProvider();
      // Reuses the cookie, so that tabs do not end each other's sign-ins.
      const token = browser.token !== undefined && isPanelToken(browser.token) ? browser.token : panelToken();
      const { url, hash } = await oidc.start({ browser: token, confirms });
      await insertOidcSignIn(db, hash, confirms);
      browser.set(token, new Date(now.getTime() + 1000 * accountLifetimes.oidcSignIn));
      return { url };
    },

    finishOidc: async (context) => {
      const { db, body, browser, now } = context;
      if (!oidc) throw noProvider();
      const { token } = browser;
      const signIn =
        token === undefined ? undefined : await takeOidcSignIn(db, hashOfSignIn(token, body.state));
      if (token === undefined || !signIn) throw signInExpired();
      const identity = await oidc.finish(body, { browser: token, confirms: signIn.confirms });
      // Unconfirmed unless the provider states the time, because its session may be days old.
      const confirmedAt = new Date(Math.min(identity.authenticatedAt?.getTime() ?? 0, now.getTime()));
      const details = {};
      const terms = { lifetime: accountLifetimes.oidcSession, confirmedAt };
      const session = await enter(context, { action: 'sign in', details, terms }, async (trx) => {
        const admitted = await admitIdentity(trx, oidc, identity);
        Object.assign(details, admitted.details);
        return admitted.user;
      }).catch(async (error: unknown) => {
        if (error instanceof ServiceProblem && REFUSALS.has(error.code))
          await refuse(context, { oidc, identity, reason: error.code });
        throw error;
      });
      browser.clear();
      return session;
    },
  }) satisfies Partial<PanelHandlersOf<'users'>>;

/** Refuses the operations for passwords and passkeys, which name `sign_in_by_provider` in the contract. */
export function withoutPasswords<Handlers extends Partial<Record<AccountOperationId, unknown>>>(
  handlers: Handlers,
): Handlers {
  const refuse = (): never => {
    throw new ServiceProblem(
      'sign_in_by_provider',
      'On this server people sign in at the identity provider only. Passwords and passkeys are turned off.',
    );
  };
  const refused = Object.values(accountOperations)
    .filter(({ codes }) => (codes as readonly string[]).includes('sign_in_by_provider'))
    .map(({ id }) => [id, refuse]);
  return { ...handlers, ...(Object.fromEntries(refused) as Partial<Handlers>) };
}

const noProvider = (): ServiceProblem =>
  new ServiceProblem('provider_refused', 'This server has no identity provider.');

const signInExpired = (): ServiceProblem =>
  new ServiceProblem(
    'sign_in_expired',
    'This sign-in has expired, was finished already, or was begun in another browser. Begin again.',
  );
