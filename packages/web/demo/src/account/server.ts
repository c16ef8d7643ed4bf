import type { AccountOperationId } from '@tempshare/contract/account';
import type { operations } from '@tempshare/contract/account/operations';
import manifest from '../../../package.json' with { type: 'json' };
import { endpointsOf } from '../../../../testing/src/features/webhooks/endpoint.ts';
import { AccountProblem, found, type HandlersOf } from './account.ts';

const { version: VERSION } = manifest;

type OwnCode = ConstructorParameters<typeof AccountProblem>[0];

/** A handler that refuses an operation for want of a server, by one of its codes. */
const without =
  <K extends AccountOperationId>(
    _operation: K,
    code: Extract<(typeof operations)[K]['codes'][number], OwnCode>,
    detail: string,
  ) =>
  (): never => {
    throw new AccountProblem(code, detail);
  };

const NO_PASSKEYS = 'The demo has no passkeys.';
const NO_MAIL = 'The demo sends no mail.';
const NO_PROVIDER = 'The demo has no identity provider.';
const NO_LINK = 'The demo sends no mail, so it knows no link of one.';

const noPasskey = (): never => found<never>(undefined);

type Operations =
  | 'getFrontDoor'
  | 'getServer'
  | 'getNotices'
  | 'updateNotices'
  | 'stopNotices'
  | 'setUp'
  | 'requestEmailChange'
  | 'confirmEmail'
  | 'requestPasswordReset'
  | 'listPasskeys'
  | 'addPasskey'
  | 'startPasskey'
  | 'renamePasskey'
  | 'deletePasskey'
  | 'signInByPasskey'
  | 'startPasskeySignIn'
  | 'confirmByPasskey'
  | 'startPasskeyConfirmation'
  | 'startOidc'
  | 'finishOidc';

/** Handlers about the server, and refusals of operations that need one. */
export const serverHandlers: HandlersOf<Operations> = {
  getFrontDoor: ({ appUrl }) => ({
    ...{ needsSetUp: false, accounts: true, address: new URL(appUrl).origin, version: VERSION },
    ...{ passkeys: false, mail: false, oidc: null, anonymous: null },
  }),

  getServer: async ({ state }) => {
    const endpoints = [...endpointsOf(state).values()];
    const pending = endpoints.flatMap(({ deliveries }) =>
      deliveries.filter((each) => each.state === 'pending'),
    );
    const waiting = pending.map(({ createdAt }) => createdAt);
    const { usage, quota } = await spaceOfBrowser();
    return {
      ...{ version: VERSION, node: '–', backup: null, schema: null },
      database: { version: null, bytes: usage, embedded: true },
      disk:
        usage === null || quota === null
          ? null
          : { freeBytes: quota - usage, totalBytes: quota, minimumBytes: 0, isFull: false },
      webhooks: {
        ...{ pending: pending.length, isExact: true },
        oldestAt: waiting.length === 0 ? null : new Date(Math.min(...waiting)).toISOString(),
      },
      endpoints: {
        failing: endpoints.filter(({ failures, disabledReason }) => failures > 0 && disabledReason === null)
          .length,
        disabled: endpoints.filter(({ disabledReason }) => disabledReason !== null).length,
      },
    };
  },

  getNotices: ({ account, user }) => ({
    ...{ mail: false, confirmed: false },
    ...(account.notices.get(user.id) ?? { opened: false, expired: false, finished: false, arrived: false }),
  }),
  updateNotices: without('updateNotices', 'no_mail', NO_MAIL),
  stopNotices: without('stopNotices', 'invalid_link', NO_LINK),

  setUp: without('setUp', 'already_set_up', 'The demo has an owner.'),
  requestEmailChange: without('requestEmailChange', 'no_mail', NO_MAIL),
  confirmEmail: without('confirmEmail', 'invalid_link', NO_LINK),
  requestPasswordReset: without('requestPasswordReset', 'no_mail', NO_MAIL),

  listPasskeys: () => ({ passkeys: [] }),
  renamePasskey: noPasskey,
  deletePasskey: noPasskey,
  addPasskey: without('addPasskey', 'invalid_passkey', NO_PASSKEYS),
  signInByPasskey: without('signInByPasskey', 'invalid_passkey', NO_PASSKEYS),
  confirmByPasskey: without('confirmByPasskey', 'invalid_passkey', NO_PASSKEYS),
  startPasskey: without('startPasskey', 'no_passkeys_here', NO_PASSKEYS),
  startPasskeySignIn: without('startPasskeySignIn', 'no_passkeys_here', NO_PASSKEYS),
  startPasskeyConfirmation: without('startPasskeyConfirmation', 'no_passkeys_here', NO_PASSKEYS),
  startOidc: without('startOidc', 'provider_refused', NO_PROVIDER),
  finishOidc: without('finishOidc', 'provider_refused', NO_PROVIDER),
};

/** Room that the browser gives to this address. */
async function spaceOfBrowser(): Promise<{ usage: number | null; quota: number | null }> {
  const manager = (globalThis.navigator as { storage?: StorageManager } | undefined)?.storage;
  const { usage = null, quota = null } = (await manager?.estimate().catch(() => undefined)) ?? {};
  return { usage, quota };
}
