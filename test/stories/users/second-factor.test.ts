import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountOperationId, AccountSchema } from '@tempshare/contract/account';
import { Secret, TOTP } from 'otpauth';
import type { CDPSession, Page } from 'playwright-core';
import { sharedChromium } from '../../support/browser/chromium.ts';
import { moveClock } from '../../support/clocks/database-clock.ts';
import { send } from '../../support/network/send.ts';
import { join, newAccount, PASSWORD, Person } from '../../support/panel/person.ts';
import { adminOf } from '../../support/server/admin-here.ts';
import { sharedApp, startApp, type TestApp } from '../../support/server/app.ts';

let app: TestApp;
let account: string;
beforeAll(async () => {
  app = await sharedApp();
  account = await newAccount(app);
});

const summary = ({ status, body }: { status: number; body: any }) => [status, body.code];

/** A person with an authenticator app, which shows the code of a moment. */
async function withApp() {
  const person = await join(app, 'member', account);
  const { secret, uri } = (await person.call('startSecondFactor')).body;
  expect(uri).toContain(`secret=${secret}`);
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  // The server takes the code of a step before and after its own: one that is ahead does not grow too old meanwhile.
  const code = (steps = 0) => totp.generate({ timestamp: Date.now() + (steps + 1) * 30_000 });
  const { status, body } = await person.call('confirmSecondFactor', { body: { code: code(-1) } });
  expect(status).toBe(200);
  const signIn = (given?: string) =>
    new Person(app.url, person.email).call('signIn', {
      body: { email: person.email, password: PASSWORD, ...(given !== undefined && { code: given }) },
    });
  return { person, code, signIn, recoveryCodes: body.recoveryCodes as string[] };
}

describe('a second factor', () => {
  it('is asked for once a code of it was confirmed', async () => {
    const person = await join(app, 'member', account);
    await person.call('startSecondFactor');
    expect((await person.signIn()).status).toBe(201);
    const wrong = await person.call('confirmSecondFactor', { body: { code: '000000' } });
    expect(summary(wrong)).toEqual([401, 'wrong_code']);
    const { signIn, code } = await withApp();
    expect(summary(await signIn())).toEqual([401, 'code_required']);
    expect((await signIn(code())).status).toBe(201);
  });

  it('takes each code once, of two that come at once too', async () => {
    const { signIn, code } = await withApp();
    const replies = await Promise.all([signIn(code()), signIn(code())]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 401]);
    expect(summary(await signIn(code(-1)))).toEqual([401, 'wrong_code']);
  });

  it('has ten recovery codes, each of which works once, however it is typed', async () => {
    const { person, signIn, recoveryCodes } = await withApp();
    expect(recoveryCodes).toHaveLength(10);
    const [first, second] = recoveryCodes as [string, string];
    expect((await signIn(first.toUpperCase().replace('-', ' '))).status).toBe(201);
    expect(summary(await signIn(first))).toEqual([401, 'wrong_code']);
    expect((await person.call('getSecondFactor')).body).toEqual({ enabled: true, recoveryCodesLeft: 9 });
    await person.call('createRecoveryCodes');
    expect(summary(await signIn(second))).toEqual([401, 'wrong_code']);
  });

  it('stops guesses at codes by whoever knows the password', async () => {
    const { signIn } = await withApp();
    const statuses = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await signIn('000000')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('is not passed over by a reset link', async () => {
    const owner = await join(app, 'owner', account);
    const { person, code } = await withApp();
    const params = { id: (await person.session()).user.id };
    const { url } = (await owner.call('createResetLink', { params })).body;
    const token = new URL(url).hash.replace('#token=', '');
    const reset = (more: object) =>
      new Person(app.url).call('resetPassword', {
        body: { token, password: 'another four unrelated words', ...more },
      });
    expect(summary(await reset({}))).toEqual([401, 'code_required']);
    expect(summary(await reset({ code: '000000' }))).toEqual([401, 'wrong_code']);
    expect((await reset({ code: code() })).status).toBe(201);
  });

  it('is turned off by its owner, and by an administrator for a member who lost it', async () => {
    const owner = await join(app, 'owner', account);
    const [own, lost] = [await withApp(), await withApp()];
    expect((await own.person.call('removeSecondFactor')).status).toBe(204);
    expect((await own.signIn()).status).toBe(201);
    const params = { id: (await lost.person.session()).user.id };
    expect((await owner.call('removeMemberSecondFactor', { params })).status).toBe(204);
    expect((await lost.person.call('getSession')).status).toBe(401);
    expect((await lost.signIn()).status).toBe(201);
  });

  it('is shown in the list of members, with how many passkeys each has', async () => {
    const owner = await join(app, 'owner', await newAccount(app));
    const listed = async () => (await owner.call('listMembers')).body.members as object[];
    await owner.call('startSecondFactor');
    expect(await listed()).toMatchObject([{ secondFactor: false, passkeys: 0 }]);
    const { secret } = (await owner.call('startSecondFactor')).body;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await owner.call('confirmSecondFactor', { body: { code } });
    expect(await listed()).toMatchObject([{ secondFactor: true, passkeys: 0 }]);
  });

  it('stands in the database sealed', async () => {
    const { person } = await withApp();
    const { secret } = (await person.call('startSecondFactor')).body;
    const rows = await app.database.query<{ row: string }>(
      'SELECT second_factors::text AS row FROM second_factors',
    );
    const hex = Buffer.from(Secret.fromBase32(secret).buffer).toString('hex');
    expect(rows.map(({ row }) => row).join()).not.toContain(hex);
  });
});

describe('a token of the pages', () => {
  const token = async (person: Person) =>
    (await person.call('createPageToken')).body as { token: string; scopes: string[] };
  const status = async (key: string, line = 'GET /key', json?: object) =>
    (await send(app.baseUrl, line, { key, json })).status;

  it('calls the public API with the scopes of the role, and shares one key', async () => {
    const [member, auditor] = [await join(app, 'member', account), await join(app, 'auditor', account)];
    const [first, second, reading] = [await token(member), await token(member), await token(auditor)];
    const { body: made } = await send(app.baseUrl, 'POST /secrets', {
      key: first.token,
      json: { secret: 'x' },
    });
    expect(await status(second.token, `GET /secrets/${made.secretId}`)).toBe(200);
    expect(await status(reading.token, 'POST /secrets', { secret: 'x' })).toBe(403);
    expect(reading.scopes.every((scope) => scope.endsWith(':read'))).toBe(true);
    expect((await member.call('listKeys')).body.keys).toEqual([]);
  });

  it('ends after 15 minutes, and with its session', async () => {
    const [member, other] = [await join(app, 'member', account), await join(app, 'member', account)];
    const [short, long] = [await token(member), await token(other)];
    await other.call('signOut');
    expect([await status(short.token), await status(long.token)]).toEqual([200, 401]);
    await moveClock(app.database, 901_000);
    expect(await status(short.token)).toBe(401);
    await app.sweep();
    const left = await app.database.query(`SELECT FROM api_key_secrets WHERE kind = 'page'`);
    expect(left).toEqual([]);
  });

  it('repeats a create under the token that follows it', async () => {
    const member = await join(app, 'member', account);
    const create = async () =>
      send(app.baseUrl, 'POST /secrets', {
        key: (await token(member)).token,
        json: { secret: 'once' },
        headers: { 'idempotency-key': 'page-1' },
      });
    expect((await create()).text).toBe((await create()).text);
  });
});

describe('a passkey', () => {
  let here: TestApp;
  let page: Page;
  let devices: CDPSession;
  let authenticatorId: string;
  beforeAll(async () => {
    here = await startApp({}, undefined, { host: 'localhost' });
    page = await (await (await sharedChromium()).newContext()).newPage();
    devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    ({ authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    }));
    await page.goto(`${here.url}/healthz`);
  });
  afterAll(async () => {
    await page.context().close();
    await here.close();
  });

  // A browser asks the person to choose among several passkeys, and nobody is there.
  beforeEach(() => devices.send('WebAuthn.clearCredentials', { authenticatorId }).then(() => undefined));

  /** The browser's response to the options of a call. */
  const ask = (kind: 'create' | 'get', options: unknown): Promise<{ id: string }> =>
    page.evaluate(
      async ([which, json]) => {
        interface Credentials {
          PublicKeyCredential: Record<
            `parse${'Creation' | 'Request'}OptionsFromJSON`,
            (json: unknown) => object
          >;
          navigator: {
            credentials: Record<'create' | 'get', (options: object) => Promise<{ toJSON(): { id: string } }>>;
          };
        }
        const { PublicKeyCredential: keys, navigator: browser } = globalThis as unknown as Credentials;
        const read =
          which === 'create' ? keys.parseCreationOptionsFromJSON : keys.parseRequestOptionsFromJSON;
        const credential = await browser.credentials[which]({ publicKey: read.call(keys, json) });
        return credential.toJSON();
      },
      [kind, options] as const,
    );
  const options = async (person: Person, id: AccountOperationId) => (await person.call(id)).body as unknown;

  it('signs in alone, and confirms; its challenge counts once', async () => {
    const person = await join(here, 'member');
    const made = await ask('create', await options(person, 'startPasskey'));
    const added = await person.call('addPasskey', { body: { name: 'Laptop', response: made } });
    expect([added.status, added.body.name]).toEqual([201, 'Laptop']);
    const again = await person.call('addPasskey', { body: { name: 'Laptop', response: made } });
    expect(summary(again)).toEqual([401, 'invalid_passkey']);

    const visitor = new Person(here.url);
    const signed = await ask('get', await options(visitor, 'startPasskeySignIn'));
    const replies = [1, 2].map(() =>
      new Person(here.url).call('signInByPasskey', { body: { response: signed } }),
    );
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 401]);
    expect((await person.call('listPasskeys')).body.passkeys).toMatchObject([
      { name: 'Laptop', lastUsedAt: expect.any(String) },
    ]);
  });

  it('of one person is none of another, nor for a challenge that is old', async () => {
    const [person, other] = [await join(here, 'member'), await join(here, 'member')];
    const made = await ask('create', await options(person, 'startPasskey'));
    const stolen = await other.call('addPasskey', { body: { name: 'x', response: made } });
    expect(summary(stolen)).toEqual([401, 'invalid_passkey']);
    const late = await ask('create', await options(person, 'startPasskey'));
    await moveClock(here.database, 301_000);
    expect(summary(await person.call('addPasskey', { body: { name: 'x', response: late } }))).toEqual([
      401,
      'invalid_passkey',
    ]);
  });

  it('confirms the session of its owner, who stays in it, and that of nobody else', async () => {
    const [person, other] = [await join(here, 'member'), await join(here, 'member')];
    const made = await ask('create', await options(person, 'startPasskey'));
    await person.call('addPasskey', { body: { name: 'Laptop', response: made } });
    const confirm = (one: Person, response: object) => one.call('confirmByPasskey', { body: { response } });
    const asked = (await person.call('startPasskeyConfirmation')).body;
    expect(asked.allowCredentials).toMatchObject([{ id: made.id }]);
    const signed = await ask('get', asked);
    await here.database.query(`UPDATE user_sessions SET confirmed_at = now() - interval '1 hour'`);
    expect(summary(await person.call('startPasskey'))).toEqual([403, 'confirmation_required']);
    expect(summary(await confirm(other, signed))).toEqual([401, 'invalid_passkey']);
    const { cookie } = person;
    const replies = await Promise.all([confirm(person, signed), confirm(person, signed)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(person.cookie).toBe(cookie);
    expect((await person.session()).confirmedUntil).not.toBeNull();
    expect((await other.session()).confirmedUntil).toBeNull();
  });

  it('that signed for a sign-in confirms nothing, and the other way round', async () => {
    const person = await join(here, 'member');
    const made = await ask('create', await options(person, 'startPasskey'));
    await person.call('addPasskey', { body: { name: 'Laptop', response: made } });
    const forSignIn = await ask('get', await options(person, 'startPasskeySignIn'));
    const wrong = await person.call('confirmByPasskey', { body: { response: forSignIn } });
    const forConfirmation = await ask('get', await options(person, 'startPasskeyConfirmation'));
    const body = { response: forConfirmation };
    const alsoWrong = await new Person(here.url).call('signInByPasskey', { body });
    expect([summary(wrong), summary(alsoWrong)]).toEqual(Array(2).fill([401, 'invalid_passkey']));
  });

  it.each([{ id: 'AAAA' }, { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} }])(
    'that is made up signs nobody in',
    async (response) => {
      const reply = await new Person(here.url).call('signInByPasskey', { body: { response } });
      expect(summary(reply)).toEqual([401, 'invalid_passkey']);
    },
  );

  it('is not offered on an IP address, where browsers refuse it', async () => {
    const visitor = new Person(app.url);
    expect((await visitor.call('getFrontDoor')).body.passkeys).toBe(false);
    expect(summary(await visitor.call('startPasskeySignIn'))).toEqual([409, 'no_passkeys_here']);
    expect((await new Person(here.url).call('getFrontDoor')).body.passkeys).toBe(true);
  });
});

describe('an operator', () => {
  it('lets somebody in again who has lost the password, and the second factor if that is said', async () => {
    const admin = adminOf(app.database);
    const unknown = await admin('users', 'reset-link', 'nobody@example.com');
    expect(unknown).toMatchObject({ code: 2, stderr: 'Nobody signs in with nobody@example.com.' });
    const { person, signIn } = await withApp();
    const { email } = person;
    const reset = async (...options: string[]) => {
      const { stdout } = await admin('users', 'reset-link', email.toUpperCase(), ...options);
      const token = new URL(stdout.trim()).hash.replace('#token=', '');
      const body = { token, password: PASSWORD };
      return new Person(app.url, email).call('resetPassword', { body });
    };
    expect(summary(await reset())).toEqual([401, 'code_required']);
    expect((await person.call('getSession')).status).toBe(200);
    expect((await reset('--second-factor-off')).status).toBe(201);
    expect((await person.call('getSession')).status).toBe(401);
    expect((await signIn()).status).toBe(201);
    const rows = await app.database.query('SELECT confirmed_email FROM users WHERE email = $1', [email]);
    expect(rows).toEqual([{ confirmed_email: null }]);
    const owner = await join(app, 'owner', account);
    const { entries } = (await owner.call('listAuditEntries')).body as AccountSchema<'AuditEntryList'>;
    const byOperators = entries.filter(({ actorId }) => actorId === null);
    expect(byOperators.map(({ action }) => action).sort()).toEqual([
      ...['create reset link', 'create reset link'],
      'turn second factor off',
    ]);
  });
});
