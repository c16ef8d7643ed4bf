import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { limits } from '@tempshare/contract';
import { accountOperations } from '@tempshare/contract/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { further } from '../../support/further.ts';
import { linkToken, PASSWORD, Person } from '../../support/panel/person.ts';
import { LyingProvider } from '../../support/panel/provider.ts';
import { send } from '../../support/network/send.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';

/** A browser with all cookies of the server. */
class Browser {
  readonly cookies = new Map<string, string>();
  readonly app: TestApp;

  constructor(app: TestApp) {
    this.app = app;
  }

  async call(id: 'startOidc' | 'finishOidc' | 'getSession' | 'createKey', json?: object, headers = {}) {
    const { method, path } = accountOperations[id];
    const reply = await send(`${this.app.url}/api/account`, `${method} ${path}`, {
      ...(json && { json }),
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
    });
    for (const set of reply.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      if (value) this.cookies.set(name!, value);
      else this.cookies.delete(name!);
    }
    return reply;
  }

  async start(confirms = false): Promise<string> {
    const { status, body } = await this.call('startOidc', { confirms });
    expect(status).toBe(200);
    return body.url as string;
  }

  async signIn(person: object = {}) {
    provider.person = person as Record<string, unknown>;
    return this.call('finishOidc', provider.authorize(await this.start()));
  }
}

let provider: LyingProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await new LyingProvider().listen();
  app = await startApp({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'tempshare',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ROLES: 'cn=staff,dc=example=member; admins=admin; owners=owner; audit=auditor',
    OIDC_NAME: 'Example ID',
  });
  await new Person(app.url).call('setUp', {
    body: {
      ...{ token: await linkToken(app, { purpose: 'set-up' }), email: 'first@example.com' },
      ...{ name: 'First', password: PASSWORD },
    },
  });
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await app.close();
  await provider.close();
});

const STAFF = 'cn=staff,dc=example';
const someone = (more: object = {}) => ({
  ...{ sub: randomUUID(), email: `${randomUUID()}@example.com`, email_verified: true },
  ...{ name: 'Grace Hopper', groups: [STAFF], ...more },
});
const summary = ({ status, body }: { status: number; body: any }) => [status, body.code];

/** A member with a password, of this role. */
async function member(role: 'owner' | 'admin' | 'member'): Promise<Person> {
  const person = new Person(app.url);
  const token = await linkToken(app, { role });
  const body = { token, email: person.email, name: 'Ada', password: PASSWORD };
  expect((await person.call('acceptInvitation', { body })).status).toBe(201);
  return person;
}

describe('a person of the provider', () => {
  it('joins with the role of their groups, is the same one later, and is in the audit log', async () => {
    expect((await new Person(app.url).call('getFrontDoor')).body.oidc).toEqual({
      name: 'Example ID',
      only: false,
    });
    const claims = someone({ groups: ['other', STAFF, 'admins'] });
    const browser = new Browser(app);
    const first = await browser.signIn(claims);
    expect([first.status, first.body.user]).toMatchObject([
      201,
      { role: 'admin', name: 'Grace Hopper', email: claims.email },
    ]);
    const old = new Map(browser.cookies);
    const second = await browser.signIn({ ...claims, email: 'changed@example.com' });
    expect(second.body.user).toMatchObject({ id: first.body.user.id, email: claims.email });
    browser.cookies.clear();
    for (const [name, value] of old) browser.cookies.set(name, value);
    expect((await browser.call('getSession')).status).toBe(401);
    const entries = await app.database.query(
      'SELECT action, details FROM audit_entries WHERE target = $1 ORDER BY at',
      [first.body.user.id],
    );
    expect(entries).toMatchObject([
      { action: 'sign in', details: { by: 'oidc', joined: true } },
      { action: 'sign in', details: { by: 'oidc' } },
    ]);
  });

  it('gets another role with other groups, and loses the sessions of the one before', async () => {
    const claims = someone({ groups: ['admins'] });
    const [one, other] = [new Browser(app), new Browser(app)];
    await one.signIn(claims);
    const { body } = await other.signIn({ ...claims, groups: STAFF });
    expect(body.user.role).toBe('member');
    expect((await one.call('getSession')).status).toBe(401);
  });

  it.each([[['x']], [[]], [undefined], ['*'], [{ 'cn=staff,dc=example': true }], [[['admins']]]])(
    'is refused with the groups %j',
    async (groups) => {
      const browser = new Browser(app);
      const reply = await browser.signIn(someone({ groups }));
      expect(summary(reply)).toEqual([403, 'no_group']);
      expect((await browser.call('getSession')).status).toBe(401);
    },
  );

  it('is signed out everywhere when no group is left', async () => {
    const claims = someone();
    const browser = new Browser(app);
    await browser.signIn(claims);
    expect(summary(await new Browser(app).signIn({ ...claims, groups: [] }))).toEqual([403, 'no_group']);
    expect((await browser.call('getSession')).status).toBe(401);
  });

  it('who is refused is in the audit log with the reason, and bounded by network', async () => {
    await app.database.query(`DELETE FROM attempts WHERE item_id LIKE 'refusals:%'`);
    const member = someone();
    const { body } = await new Browser(app).signIn(member);
    const stranger = someone({ groups: [] });
    const refuse = (person: object) => new Browser(app).signIn(person);
    await refuse({ ...member, groups: [] });
    for (let count = 0; count < 10; count++) await refuse(stranger);
    const entries = await app.database.query<{ actor_id: string | null }>(
      `SELECT actor, actor_id, network, details->>'reason' AS reason FROM audit_entries
       WHERE action = 'refuse sign-in' AND details->>'subject' = ANY ($1) ORDER BY at, id`,
      [[member.sub, stranger.sub]],
    );
    expect(entries.filter(({ actor_id: id }) => id === body.user.id)).toEqual([
      { actor: 'Grace Hopper', actor_id: body.user.id, network: '127.0.0.0/24', reason: 'no_group' },
    ]);
    expect(entries).toHaveLength(limits.wrongAttempts.perNetwork);
    expect(entries).toContainEqual({
      ...{ actor: stranger.email, actor_id: null, network: '127.0.0.0/24', reason: 'no_group' },
    });
  });

  it('is refused with the same problem when the refusal cannot be recorded', async () => {
    await app.database.query(`DELETE FROM attempts WHERE item_id LIKE 'refusals:%'`);
    await app.database.query(
      `ALTER TABLE audit_entries ADD CONSTRAINT unrecorded CHECK (action <> 'refuse sign-in') NOT VALID`,
    );
    const reply = await new Browser(app).signIn(someone({ groups: [] }));
    await app.database.query('ALTER TABLE audit_entries DROP CONSTRAINT unrecorded');
    expect(summary(reply)).toEqual([403, 'no_group']);
  });

  it.each([
    [{ email_verified: false }],
    [{ email_verified: 'true' }],
    [{ email_verified: undefined }],
    [{ email: undefined }],
    [{ email: 'a b@c' }],
    [{ email: `a\u202e@example.com` }],
  ])('is refused with %j', async (more) => {
    expect(summary(await new Browser(app).signIn(someone(more)))).toEqual([403, 'unverified_email']);
  });

  it.each([
    ['\u202eevil\u0000\nname', 'evil name'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['😀'.repeat(500), '😀'.repeat(100)],
    ['\ud800', undefined],
    [{ toString: 1 }, undefined],
  ])('called %j is shown as %j', async (name, shown) => {
    const claims = someone({ name });
    const { status, body } = await new Browser(app).signIn(claims);
    expect([status, body.user.name]).toEqual([201, shown ?? claims.email]);
  });

  it('confirms delicate operations only by a sign-in at the provider of the last minutes', async () => {
    const claims = someone({ groups: ['admins'] });
    const body = { name: 'x', environment: 'test', scopes: ['transfer:read'], expiresAt: null };
    const browser = new Browser(app);
    await browser.signIn({ ...claims, auth_time: 1_700_000_000 });
    expect(summary(await browser.call('createKey', body))).toEqual([403, 'confirmation_required']);
    const url = await browser.start(true);
    expect(new URL(url).searchParams.get('max_age')).toBe('600');
    const stale = await browser.call('finishOidc', provider.authorize(url));
    expect(summary(stale)).toEqual([502, 'provider_failed']);
    provider.person = claims;
    await browser.call('finishOidc', provider.authorize(await browser.start(true)));
    expect((await browser.call('createKey', body)).status).toBe(201);
  });
});

describe('a member with the same e-mail address', () => {
  it('is connected if the provider has verified it, and the password ends', async () => {
    const known = await member('member');
    const { user } = await known.session();
    const { status, body } = await new Browser(app).signIn(
      someone({ email: known.email.toUpperCase(), groups: ['admins'] }),
    );
    expect([status, body.user]).toMatchObject([201, { id: user.id, role: 'admin' }]);
    expect((await known.call('getSession')).status).toBe(401);
    expect((await known.signIn()).status).toBe(401);
  });

  it('who is an owner is connected only if a group makes owners of them', async () => {
    const owner = await member('owner');
    const claims = someone({ email: owner.email, groups: ['admins'] });
    expect(summary(await new Browser(app).signIn(claims))).toEqual([409, 'not_connected']);
    expect((await owner.signIn()).status).toBe(201);
    const { body } = await new Browser(app).signIn({ ...claims, groups: ['owners'] });
    expect(body.user.role).toBe('owner');
  });

  it('is not connected to a second person of the provider, nor from another account', async () => {
    const claims = someone();
    await new Browser(app).signIn(claims);
    const second = await new Browser(app).signIn({ ...claims, sub: 'another' });
    expect(summary(second)).toEqual([409, 'not_connected']);
  });
});

describe('a sign-in', () => {
  it('is finished once, by the browser that began it', async () => {
    const [browser, other] = [new Browser(app), new Browser(app)];
    provider.person = someone();
    const response = provider.authorize(await browser.start());
    await other.start();
    expect(summary(await other.call('finishOidc', response))).toEqual([401, 'sign_in_expired']);
    expect(summary(await new Browser(app).call('finishOidc', response))).toEqual([401, 'sign_in_expired']);
    const cookies = new Map(browser.cookies);
    const replies = await Promise.all([0, 1].map(() => browser.call('finishOidc', response)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 401]);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect(summary(await browser.call('finishOidc', response))).toEqual([401, 'sign_in_expired']);
    expect(provider.seen.filter((path) => path === '/token').length).toBeGreaterThan(0);
  });

  it('of two tabs can be finished in either order, and ends after ten minutes', async () => {
    const browser = new Browser(app);
    provider.person = someone();
    const [one, two] = [await browser.start(), await browser.start()];
    const cookies = new Map(browser.cookies);
    await app.database.query(`UPDATE oidc_sign_ins SET created_at = now() - interval '601 seconds'`);
    expect((await browser.call('finishOidc', provider.authorize(two))).body.code).toBe('sign_in_expired');
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await browser.call('finishOidc', provider.authorize(await browser.start()))).status).toBe(201);
    expect((await browser.call('finishOidc', provider.authorize(one))).body.code).toBe('sign_in_expired');
    await app.sweep();
    expect(
      await app.database.query(
        "SELECT 1 FROM oidc_sign_ins WHERE created_at < now() - interval '10 minutes'",
      ),
    ).toEqual([]);
  });

  it('with a code that was used before is refused', async () => {
    const browser = new Browser(app);
    provider.person = someone();
    const { code } = provider.authorize(await browser.start());
    const first = { ...provider.authorize(await browser.start()), code };
    expect(summary(await browser.call('finishOidc', first))).toEqual([401, 'provider_refused']);
  });

  it('that the person has cancelled there is refused', async () => {
    const browser = new Browser(app);
    const { state, iss } = provider.authorize(await browser.start());
    const reply = await browser.call('finishOidc', { state, iss, error: 'access_denied' });
    expect(summary(reply)).toEqual([401, 'provider_refused']);
  });

  it('cannot be begun or finished by a page of another site', async () => {
    const browser = new Browser(app);
    for (const [id, body] of [
      ['startOidc', { confirms: false }],
      ['finishOidc', { state: 'x' }],
    ] as const) {
      const reply = await browser.call(id, body, { 'sec-fetch-site': 'cross-site' });
      expect(summary(reply)).toEqual([403, 'foreign_origin']);
    }
  });

  it('has PKCE, state and nonce, and a cookie that only pages of the server send', async () => {
    const { body, headers } = await new Browser(app).call('startOidc', { confirms: false });
    const query = Object.fromEntries(new URL(body.url).searchParams);
    expect(query).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', scope: 'openid profile email' },
      ...{ redirect_uri: `${app.url}/oidc/callback`, state: expect.stringMatching(/^\w{43}$/) },
      ...{
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^oidc=\w{43}; .*HttpOnly; SameSite=Strict/),
    ]);
  });
});

describe('a provider that lies', () => {
  it.each([
    ['another issuer', { iss: 'https://evil.example' }, {}],
    ['another audience', { aud: 'another' }, {}],
    ['another nonce', { nonce: 'another' }, {}],
    ['no nonce', { nonce: undefined }, {}],
    ['an expired token', { exp: 1_700_000_000 }, {}],
    ['no subject', { sub: undefined }, {}],
    ['a subject with a line', { sub: 'a\nb' }, {}],
    ['no signature', {}, { alg: 'none' }],
    ['another algorithm', {}, { alg: 'HS256' }],
    ['an unknown key', {}, { kid: 'another' }],
  ])('by %s signs nobody in', async (_, lies, header) => {
    Object.assign(provider, { lies, header });
    const browser = new Browser(app);
    expect(summary(await browser.signIn(someone(lies)))).toEqual([502, 'provider_failed']);
    expect(browser.cookies.has('session')).toBe(false);
  });

  it('about its own name is not used', async () => {
    const reply = await new Browser(app).call('startOidc', { confirms: false });
    expect(reply.status).toBe(200);
    provider.metadata = { issuer: 'https://evil.example' };
    const other = await startApp(settings({ OIDC_CLIENT_ID: 'other' }));
    expect(summary(await new Browser(other).call('startOidc', { confirms: false }))).toEqual([
      502,
      'provider_failed',
    ]);
    await other.close();
  });
});

const settings = (more: Record<string, string> = {}) => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: 'tempshare',
  OIDC_ROLES: 'owners=owner; *=member',
  ...more,
});

it.runIf(further)('a provider that is away stops neither starts nor others, and is asked again', async () => {
  const down = (_request: unknown, response: ServerResponse) => void response.destroy();
  const slow = () => undefined;
  provider.answers = { '/.well-known/openid-configuration': down };
  const other = await startApp(settings());
  const browser = new Browser(other);
  expect(summary(await browser.call('startOidc', { confirms: false }))).toEqual([503, 'provider_away']);
  expect((await new Person(other.url).signIn()).body.code).toBe('wrong_credentials');
  provider.answers = { '/.well-known/openid-configuration': slow };
  expect(summary(await browser.call('startOidc', { confirms: false }))).toEqual([503, 'provider_away']);
  provider.answers = {};
  expect((await browser.signIn(someone({ groups: undefined }))).body.user.role).toBe('member');
  await other.close();
});

it('with OIDC_ONLY passwords and passkeys are refused, but for the set-up link', async () => {
  const other = await startApp(settings({ OIDC_ONLY: 'true' }));
  const body = { email: 'ada@example.com', name: 'Ada', password: PASSWORD };
  const visitor = new Person(other.url, 'ada@example.com');
  const token = await linkToken(other, { purpose: 'set-up' });
  expect((await visitor.call('setUp', { body: { token, ...body } })).status).toBe(201);
  const calls = [
    ['signIn', { email: body.email, password: PASSWORD }],
    ['confirmSession', { password: PASSWORD }],
    ['changePassword', { current: PASSWORD, password: 'another few words' }],
    ['acceptInvitation', { token, ...body }],
    ['resetPassword', { token, password: PASSWORD }],
    ['createInvitation', { role: 'member' }],
    ['startPasskeySignIn', undefined],
    ['signInByPasskey', { response: { id: 'AAAA' } }],
    ['startPasskey', undefined],
  ] as const;
  for (const [id, json] of calls) {
    const reply = await visitor.call(id, json && { body: json });
    expect([id, ...summary(reply)]).toEqual([id, 403, 'sign_in_by_provider']);
  }
  expect((await visitor.call('getFrontDoor')).body).toMatchObject({
    passkeys: false,
    oidc: { only: true },
  });
  const reply = await new Browser(other).signIn(someone({ email: body.email, groups: ['owners'] }));
  expect([reply.status, reply.body.user]).toMatchObject([201, { name: 'Ada', role: 'owner' }]);
  const member = await new Browser(other).signIn({ ...someone({ groups: [] }), sub: 'x' });
  expect(member.body.user.role).toBe('member');
  await other.close();
});
