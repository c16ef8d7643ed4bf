import type { PanelHandlersOf } from '../../domain/panel.ts';
import { VERSION } from '../../package.ts';
import type { FeatureDeps } from '../feature.ts';
import { invitationHandlers } from './invitation-handlers.ts';
import { mailedLinkHandlers } from './mailed-links.ts';
import { memberHandlers } from './member-handlers.ts';
import { oidcHandlers, withoutPasswords } from './oidc-handlers.ts';
import { Passkeys } from './passkey.ts';
import { passkeyHandlers } from './passkey-handlers.ts';
import { canHashPasswords, PasswordHasher } from './password.ts';
import { passwordHandlers } from './password-handlers.ts';
import { secondFactorHandlers } from './second-factor-handlers.ts';
import { sessionHandlers } from './session-handlers.ts';
import { setUpHandlers } from './set-up-handlers.ts';
import * as store from './store.ts';

type Deps = Pick<
  FeatureDeps,
  'links' | 'appUrl' | 'vault' | 'oidc' | 'capacity' | 'mails' | 'anonymousSenders'
>;

export function userHandlers(features: Deps): PanelHandlersOf<'users'> {
  const deps = { ...features, hasher: new PasswordHasher(), passkeys: new Passkeys(features.appUrl) };
  const { passkeys, oidc, mails, anonymousSenders } = deps;
  const handlers: PanelHandlersOf<'users'> = {
    ...setUpHandlers(deps),
    ...sessionHandlers(deps),
    ...passwordHandlers(deps),
    ...secondFactorHandlers(deps),
    ...passkeyHandlers(deps),
    ...oidcHandlers(deps),
    ...memberHandlers(deps),
    ...invitationHandlers(deps),
    ...mailedLinkHandlers(deps),

    getFrontDoor: async ({ db }) => ({
      needsSetUp: (await store.countUsers(db, { role: 'owner' })) === 0,
      accounts: canHashPasswords(),
      address: passkeys.origin,
      passkeys: passkeys.areHere && !oidc?.isOnly,
      mail: mails !== undefined,
      anonymous: anonymousSenders?.limits ?? null,
      oidc: oidc ? { name: oidc.name, only: oidc.isOnly } : null,
      version: VERSION,
    }),
  };
  return oidc?.isOnly ? withoutPasswords(handlers) : handlers;
}
