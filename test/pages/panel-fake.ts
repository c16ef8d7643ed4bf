/**
 * The account API as a page sees it, in memory and typed by the contract: for states that a real server is slow to reach,
 * such as a key that expires in three days.
 */
import {
  accountOperations,
  accountProblems,
  type AccountHandlers,
  type AccountOperationId,
} from '@tempshare/contract/account';
import type { AccountSchema, Role } from '@tempshare/contract/account';
import type { BrowserContext } from 'playwright-core';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
export const id = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(22, '0')}`;
export const PASSWORD = 'correct horse battery staple';
export const TOKEN = 'a'.repeat(43);
const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const RECOVERY_CODES = Array.from({ length: 10 }, (_, number) => `7k2m${number}-4xqpt`);

type Key = AccountSchema<'Key'>;
type Member = AccountSchema<'Member'>;

/** A call that is answered with this code of the contract. */
export class Problem extends Error {
  readonly code: keyof typeof accountProblems;

  constructor(code: keyof typeof accountProblems) {
    super(code);
    this.code = code;
  }
}

const ada: Member = {
  id: id('user', 1),
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  role: 'owner',
  locale: null,
  createdAt: ago(90 * DAY),
  lastSeenAt: ago(0),
  secondFactor: false,
  passkeys: 0,
};

let made = 100;

/** A key as the list has it. */
export const aKey = (name: string, more: Partial<Key> = {}): Key => ({
  id: id('key', (made += 1)),
  name,
  environment: 'live',
  scopes: ['transfer:create', 'transfer:read'],
  createdBy: { id: ada.id, name: ada.name },
  createdAt: ago(10 * DAY),
  expiresAt: ago(-80 * DAY),
  revokedAt: null,
  lastUsedAt: ago(HOUR),
  requestsToday: 42,
  state: 'active',
  secrets: [{ last4: `k${made}`, createdAt: ago(10 * DAY), expiresAt: ago(-80 * DAY) }],
  ...more,
});

/** An item as the list has it. */
export const anItem = (
  kind: AccountSchema<'Item'>['kind'],
  more: Partial<AccountSchema<'Item'>> = {},
): AccountSchema<'Item'> => ({
  ...{
    id: `7sQmXk2VbT9cLrPz4Wn${(made += 1)}`,
    kind,
    title: null,
    label: null,
    shortCode: null,
    encryption: 'server',
  },
  ...{ requiresPassword: false, state: 'waiting', views: 0, maxViews: null, received: null, endReason: null },
  ...{ createdAt: ago(HOUR), expiresAt: ago(-DAY), endedAt: null, livemode: true },
  viewedAt: { first: null, last: null },
  key: { id: id('key', 1), name: 'ci-deploy' },
  member: { id: ada.id, name: ada.name },
  ...more,
});

/** State of the fake, which a test changes as it likes. */
export interface FakeAccount {
  isSignedIn: boolean;
  isConfirmed: boolean;
  needsSetUp: boolean;
  oidc: AccountSchema<'FrontDoor'>['oidc'];
  anonymous: AccountSchema<'FrontDoor'>['anonymous'];
  /** Whether the server sends mail. */
  mail: boolean;
  notices: Omit<AccountSchema<'Notices'>, 'mail'>;
  user: Member;
  keys: Key[];
  members: Member[];
  invitations: AccountSchema<'Invitation'>[];
  entries: AccountSchema<'AuditEntry'>[];
  items: AccountSchema<'Item'>[];
  link: AccountSchema<'LinkPurpose'> | undefined;
  server: AccountSchema<'Server'>;
  quotas: Pick<AccountSchema<'Quotas'>, 'account' | 'memberDefault'>;
  /** Quotas of their own, by member. */
  ownQuotas: Map<string, AccountSchema<'QuotaLimits'>>;
  /** The token by which pages call the public API. */
  apiKey: string;
  /** Origin at which passkeys work. */
  address: string;
  secondFactor: AccountSchema<'SecondFactor'>;
  passkeys: AccountSchema<'Passkey'>[];
  /** Operations that were called, with their bodies. */
  calls: { operation: AccountOperationId; body: unknown }[];
  /** Answers one operation with a problem from now on. */
  refusals: Partial<Record<AccountOperationId, keyof typeof accountProblems>>;
}

const SECRET = (): string => `svc_sk_live_${String((made += 1)).padStart(40, 'x')}`;

/** Puts the fake in the place of the account API, for all pages of a browser context. */
export async function fakeAccount(context: BrowserContext, role: Role = 'owner'): Promise<FakeAccount> {
  const user: Member = { ...ada, role };
  const fake: FakeAccount = {
    isSignedIn: true,
    isConfirmed: true,
    needsSetUp: false,
    oidc: null,
    anonymous: null,
    mail: false,
    notices: { confirmed: true, opened: true, expired: false, finished: false, arrived: false },
    user,
    keys: [],
    members: [user],
    invitations: [],
    entries: [],
    items: [],
    link: undefined,
    server: {
      ...{ version: '0.1.0', node: '24.21.0' },
      database: { version: '17.2', bytes: 73_400_320, embedded: true },
      disk: {
        ...{ freeBytes: 12_884_901_888, totalBytes: 42_949_672_960 },
        ...{ minimumBytes: 268_435_456, isFull: false },
      },
      webhooks: { pending: 3, isExact: true, oldestAt: ago(HOUR) },
      endpoints: { failing: 0, disabled: 0 },
      backup: { lastAt: ago(2 * DAY), failedAt: null, unended: 0, unendedSince: null },
      schema: { latest: '0056-key-usage', pending: [], newer: [] },
    },
    quotas: {
      account: {
        limits: { items: 100, bytes: 10_000_000_000, uploads: 0 },
        used: { items: 12, bytes: 4_567_890, uploads: 0 },
      },
      memberDefault: { items: 20, bytes: null, uploads: 50 },
    },
    ownQuotas: new Map(),
    apiKey: SECRET(),
    address: 'https://share.example',
    secondFactor: { enabled: false, recoveryCodesLeft: 0 },
    passkeys: [],
    calls: [],
    refusals: {},
  };
  const handlers = handlersOf(fake);
  await context.route('**/api/account/**', async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    const path = url.pathname.replace(/^.*\/api\/account/, '');
    const found = Object.values(accountOperations).find(
      (operation) => operation.method === request.method() && patternOf(operation.path).test(path),
    )!;
    const body = request.postDataJSON() as unknown;
    fake.calls.push({ operation: found.id, body });
    try {
      const roles: readonly Role[] = found.roles;
      if (roles.length > 0 && !fake.isSignedIn) throw new Problem('not_signed_in');
      if (roles.length > 0 && !roles.includes(fake.user.role)) throw new Problem('insufficient_role');
      if (found.recentSignIn && !fake.isConfirmed) throw new Problem('confirmation_required');
      const refusal = fake.refusals[found.id];
      if (refusal) throw new Problem(refusal);
      const params = patternOf(found.path).exec(path)?.groups ?? {};
      const query = Object.fromEntries(url.searchParams);
      const handler = handlers[found.id] as ((request: object) => unknown) | undefined;
      if (!handler) throw new Error(`The fake has no ${found.id}`);
      const json = await handler({ params, query, body });
      await route.fulfill(json === undefined ? { status: found.status } : { status: found.status, json });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { status, title } = accountProblems[error.code];
      const json = { type: '', title, status, detail: title, code: error.code, requestId: 'req_1' };
      await route.fulfill({ status, json, contentType: 'application/problem+json' });
    }
  });
  return fake;
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

/** The operations that pages call. */
function handlersOf(fake: FakeAccount): Partial<AccountHandlers<object, object>> {
  const session = (): AccountSchema<'Session'> => ({
    user: fake.user,
    account: { id: id('acc', 1), name: 'Analytical Engines', runsServer: true },
    hasPassword: true,
    confirmedUntil: fake.isConfirmed ? ago(-10 * 60_000) : null,
    expiresAt: ago(-30 * DAY),
  });
  const signedIn = (password: string): AccountSchema<'Session'> => {
    if (password !== PASSWORD) throw new Problem('wrong_credentials');
    Object.assign(fake, { isSignedIn: true, isConfirmed: true });
    return session();
  };
  const find = <Item extends { id: string }>(items: Item[], wanted: string): Item =>
    items.find((item) => item.id === wanted)!;
  const link = (path: string) => `https://share.example/${path}?token=${TOKEN}`;
  const started = (name: string) => {
    Object.assign(fake.user, { name });
    return signedIn(PASSWORD);
  };
  return {
    getFrontDoor: () => ({
      needsSetUp: fake.needsSetUp,
      anonymous: fake.anonymous,
      accounts: true,
      address: fake.address,
      passkeys: true,
      mail: fake.mail,
      oidc: fake.oidc,
      version: '0.1.0',
    }),
    setUp: ({ body }) => started(body.name),
    getSession: session,
    createPageToken: () => ({ token: fake.apiKey, scopes: [], expiresAt: ago(-15 * 60_000) }),
    signIn: ({ body }) => signedIn(body.password),
    signOut: () => void (fake.isSignedIn = false),
    confirmSession: ({ body }) => signedIn(body.password),
    listSessions: () => ({
      sessions: [
        {
          ...{ id: id('ses', 1), isCurrent: true, device: 'Firefox 140 on Linux', network: '203.0.113.0/24' },
          ...{ createdAt: ago(DAY), lastSeenAt: ago(0) },
        },
        {
          ...{ id: id('ses', 2), isCurrent: false, device: null, network: '2001:db8:7::/48' },
          ...{ createdAt: ago(20 * DAY), lastSeenAt: ago(9 * DAY) },
        },
      ],
    }),
    endOtherSessions: () => undefined,
    endSession: () => undefined,
    updateUser: ({ body }) => Object.assign(fake.user, body),
    changePassword: ({ body }) => {
      if (body.current !== PASSWORD) throw new Problem('wrong_credentials');
    },
    listMembers: () => ({ members: fake.members }),
    updateMember: ({ params, body }) => Object.assign(find(fake.members, params.id), body),
    removeMember: ({ params }) => void (fake.members = fake.members.filter((one) => one.id !== params.id)),
    leaveAccount: () => void (fake.isSignedIn = false),
    createResetLink: () => ({ url: link('reset-password'), expiresAt: ago(-HOUR) }),
    listInvitations: () => ({ invitations: fake.invitations }),
    createInvitation: ({ body: { role, email = null } }) => {
      const invitation = {
        ...{ id: id('inv', (made += 1)), role, email },
        ...{ createdAt: ago(0), expiresAt: ago(-7 * DAY) },
      };
      fake.invitations.push(invitation);
      return { invitation, url: link('join'), mailed: fake.mail && email !== null };
    },
    cancelInvitation: ({ params }) =>
      void (fake.invitations = fake.invitations.filter((one) => one.id !== params.id)),
    inspectLink: () => {
      if (!fake.link) throw new Problem('invalid_link');
      return fake.link;
    },
    acceptInvitation: ({ body }) => started(body.name),
    resetPassword: () => signedIn(PASSWORD),
    requestPasswordReset: () => undefined,
    requestEmailChange: () => undefined,
    confirmEmail: () => void (fake.link = undefined),
    getNotices: () => ({ mail: fake.mail, ...fake.notices }),
    updateNotices: ({ body }) => ({ mail: fake.mail, ...Object.assign(fake.notices, body) }),
    stopNotices: () =>
      void Object.assign(fake.notices, { opened: false, expired: false, finished: false, arrived: false }),
    getSecondFactor: () => fake.secondFactor,
    startSecondFactor: () => ({ secret: TOTP_SECRET, uri: `otpauth://totp/Tempshare?secret=${TOTP_SECRET}` }),
    confirmSecondFactor: () => {
      fake.secondFactor = { enabled: true, recoveryCodesLeft: 10 };
      return { recoveryCodes: RECOVERY_CODES };
    },
    createRecoveryCodes: () => ({ recoveryCodes: RECOVERY_CODES }),
    listPasskeys: () => ({ passkeys: fake.passkeys }),
    listKeys: () => ({ keys: fake.keys }),
    createKey: ({ body }) => {
      const apiKey = SECRET();
      const secrets = [{ last4: apiKey.slice(-4), createdAt: ago(0), expiresAt: body.expiresAt }];
      const key = aKey(body.name, { ...body, createdAt: ago(0), lastUsedAt: null, secrets });
      fake.keys.unshift(key);
      return { apiKey, key };
    },
    updateKey: ({ params, body }) => Object.assign(find(fake.keys, params.id), body),
    rotateKey: ({ params, body }) => {
      const apiKey = SECRET();
      const key = find(fake.keys, params.id);
      const until = ago(-1000 * body.overlapSeconds);
      key.secrets = [
        { last4: apiKey.slice(-4), createdAt: ago(0), expiresAt: null },
        ...(body.overlapSeconds > 0 ? key.secrets.map((secret) => ({ ...secret, expiresAt: until })) : []),
      ];
      return { apiKey, key };
    },
    revokeKey: ({ params }) =>
      Object.assign(find(fake.keys, params.id), { state: 'revoked', revokedAt: ago(0), secrets: [] }),
    getUsage: ({ query: { period, keyId } }) => ({
      steps: Array.from({ length: period === 'month' ? 30 : 24 }, (_, step) => ({
        at: ago((30 - step) * DAY),
        ...{ requests: step * 7, items: step, bytes: step * 100_000 },
      })),
      keys: fake.keys
        .filter(({ id: key, state }) => state === 'active' && (keyId ?? key) === key)
        .map((key) => ({
          ...{ id: key.id, name: key.name, requests: 1234, items: 12, bytes: 4_567_890 },
          ...{
            requestsPerMinute: 120,
            requestsLeft: 117,
            bytesLeft: 9_000_000_000,
            maxBytes: 10_000_000_000,
          },
        })),
    }),
    getQuotas: () => ({
      ...fake.quotas,
      members: fake.members.map(({ id: member, name, email }) => ({
        ...{ id: member, name, email, isOwn: fake.ownQuotas.has(member) },
        limits: fake.ownQuotas.get(member) ?? fake.quotas.memberDefault,
        used: { items: 12, bytes: 4_567_890, uploads: 50 },
      })),
    }),
    getOwnQuota: () => ({
      account: fake.quotas.account,
      member: { limits: fake.quotas.memberDefault, used: { items: 12, bytes: 4_567_890, uploads: 50 } },
    }),
    setQuotas: ({ body: { account, memberDefault } }) => {
      fake.quotas = { account: { ...fake.quotas.account, limits: account }, memberDefault };
    },
    setMemberQuota: ({ params, body: { limits } }) => {
      if (limits) fake.ownQuotas.set(params.id, limits);
      else fake.ownQuotas.delete(params.id);
    },
    listItems: ({ query: { kind, state, cursor = '0' } }) => {
      const found = fake.items.filter(
        (item) => (kind ?? item.kind) === item.kind && (state ?? item.state) === item.state,
      );
      const next = Number(cursor) + 5;
      return {
        items: found.slice(next - 5, next),
        nextCursor: next < found.length ? String(next) : null,
      };
    },
    getItem: ({ params }) => ({
      item: find(fake.items, params.id),
      deletedBy: null,
      wrongAttempts: { count: 3, lastAt: ago(DAY), heldUntil: ago(-HOUR) },
      events: [
        {
          ...{ id: id('evt', 1), type: 'transfer.created', createdAt: ago(DAY) },
          deliveries: [{ endpointId: id('we', 1), state: 'failed' }],
        },
      ],
    }),
    changeItemPin: () => ({ pin: '48213907' }),
    updateItem: ({ params, body }) => void Object.assign(find(fake.items, params.id), body),
    getServer: () => fake.server,
    listAuditEntries: ({ query: { cursor = '0' } }) => {
      const next = Number(cursor) + 5;
      return {
        entries: fake.entries.slice(next - 5, next),
        nextCursor: next < fake.entries.length ? String(next) : null,
      };
    },
  };
}
