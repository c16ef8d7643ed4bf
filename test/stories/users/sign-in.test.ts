import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { accountOperations } from '@tempshare/contract/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveClock } from '../../support/clocks/database-clock.ts';
import { join, linkToken, newAccount, PASSWORD, Person } from '../../support/panel/person.ts';
import { sharedApp, startApp, type TestApp } from '../../support/server/app.ts';

let app: TestApp;
let account: string;
beforeAll(async () => {
  app = await sharedApp();
  account = await newAccount(app);
});

const DAY = 86_400_000;
const NEW = () => ({ email: `${randomUUID()}@example.com`, name: 'Ada', password: PASSWORD });
const summary = ({ status, body }: { status: number; body: any }) => [status, body.code];
const twice = <T>(make: (i: number) => Promise<T>) => Promise.all([make(0), make(1)]);

describe('the first owner', () => {
  let fresh: TestApp;
  beforeAll(async () => void (fresh = await startApp()));
  afterAll(() => fresh.close());

  it('is one, whoever uses two set-up links at once', async () => {
    const tokens = [
      await linkToken(fresh, { purpose: 'set-up' }),
      await linkToken(fresh, { purpose: 'set-up' }),
    ];
    const visitor = new Person(fresh.url);
    expect((await visitor.call('getFrontDoor')).body).toMatchObject({ needsSetUp: true, accounts: true });
    const replies = await Promise.all(
      [...tokens, ...tokens].map((token) =>
        new Person(fresh.url).call('setUp', { body: { token, ...NEW() } }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toMatchObject([
      201,
      ...replies.slice(1).map(() => expect.toBeOneOf([404, 409])),
    ]);
    expect((await visitor.call('getFrontDoor')).body.needsSetUp).toBe(false);
    const late = await visitor.call('setUp', { body: { token: tokens[0], ...NEW() } });
    expect(summary(late)).toEqual([404, 'invalid_link']);
    const other = await linkToken(fresh, { purpose: 'set-up' });
    const refused = await visitor.call('setUp', { body: { token: other, ...NEW() } });
    expect(summary(refused)).toEqual([409, 'already_set_up']);
  });
});

describe('a one-time link', () => {
  it('lets one of two in who use it at once', async () => {
    const token = await linkToken(app, { role: 'member', accountId: account });
    const replies = await twice(() =>
      new Person(app.url).call('acceptInvitation', { body: { token, ...NEW() } }),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 404]);
  });

  it('is left whole by an address that is taken, or by a weak password', async () => {
    const token = await linkToken(app, { role: 'member', accountId: account });
    const { email } = await join(app, 'member', account);
    const refused = (more: object) =>
      new Person(app.url).call('acceptInvitation', { body: { token, ...NEW(), ...more } });
    expect(summary(await refused({ email: email.toUpperCase() }))).toEqual([409, 'email_taken']);
    expect(summary(await refused({ password: 'password1234' }))).toEqual([422, 'weak_password']);
    expect((await refused({})).status).toBe(201);
  });

  it('expires', async () => {
    const token = await linkToken(app, { role: 'member', accountId: account });
    await app.database.query('UPDATE one_time_links SET expires_at = now()');
    const person = new Person(app.url);
    expect(summary(await person.call('inspectLink', { body: { token } }))).toEqual([404, 'invalid_link']);
    const reply = await person.call('acceptInvitation', { body: { token, ...NEW() } });
    expect(summary(reply)).toEqual([404, 'invalid_link']);
  });

  it('sets a new password once, and ends every session of the person', async () => {
    const [owner, member] = [await join(app, 'owner', account), await join(app, 'member', account)];
    const { user } = await member.session();
    const { body } = await owner.call('createResetLink', { params: { id: user.id } });
    const token = new URL(body.url).hash.replace('#token=', '');
    const password = 'another four unrelated words';
    const replies = await twice(() =>
      new Person(app.url, member.email).call('resetPassword', { body: { token, password } }),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 404]);
    expect((await member.call('getSession')).status).toBe(401);
    expect((await member.signIn()).status).toBe(401);
  });
});

describe('signing in', () => {
  it('answers an unknown address and a wrong password alike', async () => {
    const { email } = await join(app, 'member', account);
    const attempt = (address: string) =>
      new Person(app.url).call('signIn', { body: { email: address, password: 'not the password' } });
    const [wrong, unknown] = [await attempt(email), await attempt(`${randomUUID()}@example.com`)];
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(summary(wrong)).toEqual([401, 'wrong_credentials']);
  });

  it.each(['known', 'unknown'])('stops guesses at an address that is %s', async (which) => {
    const email =
      which === 'known' ? (await join(app, 'member', account)).email : `${randomUUID()}@example.com`;
    const guess = () => new Person(app.url).call('signIn', { body: { email, password: 'not the password' } });
    const statuses = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    await app.sweep();
    expect((await guess()).status).toBe(429);
  });

  it('makes a session of its own in place of the one that the browser came with', async () => {
    const person = await join(app, 'member', account);
    const before = person.cookie!;
    expect((await person.signIn()).status).toBe(201);
    expect(person.cookie).not.toBe(before);
    const thief = new Person(app.url);
    thief.cookie = before;
    expect((await thief.call('getSession')).status).toBe(401);
  });

  it('sets a cookie that scripts and other sites do not have', async () => {
    const secure = await startApp({ APP_URL: 'https://share.example.com' });
    try {
      const token = await linkToken(secure, { purpose: 'set-up' });
      const person = new Person(secure.url);
      const { headers } = await person.call('setUp', { body: { token, ...NEW() } });
      expect(headers['set-cookie']).toEqual([
        expect.stringMatching(
          /^__Host-session=\w{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
        ),
      ]);
      expect((await person.call('getSession')).status).toBe(200);
      const leak = await secure.database.query(
        `SELECT FROM user_sessions WHERE encode(token_hash, 'escape') LIKE $1`,
        [`%${person.cookie!.split('=')[1]}%`],
      );
      expect(leak).toEqual([]);
    } finally {
      await secure.close();
    }
  });
});

describe('a session', () => {
  it('is over after signing out, whoever has its cookie', async () => {
    const person = await join(app, 'member', account);
    const stolen = person.cookie!;
    expect((await person.call('signOut')).status).toBe(204);
    person.cookie = stolen;
    expect((await person.call('getSession')).status).toBe(401);
    expect((await person.call('signOut')).status).toBe(204);
  });

  it('ends after 30 days without use, and after 90 in all', async () => {
    const [idle, busy] = [await join(app, 'member', account), await join(app, 'member', account)];
    for (let day = 0; day < 89; day += 29) {
      expect((await busy.call('getSession')).status).toBe(200);
      await app.database.query('UPDATE user_sessions SET seen_at = now() WHERE user_id = $1', [
        (await busy.session()).user.id,
      ]);
      await moveClock(app.database, 29 * DAY);
    }
    expect((await idle.call('getSession')).status).toBe(401);
    expect((await busy.call('getSession')).status).toBe(401);
    await app.sweep();
    expect(await app.database.query('SELECT FROM user_sessions')).toEqual([]);
  });

  it('is listed with device and network, and ended from another one', async () => {
    const [here, there] = [await join(app, 'member', account), new Person(app.url)];
    await there.call('signIn', {
      body: { email: here.email, password: PASSWORD },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    });
    const { sessions } = (await here.call('listSessions')).body;
    expect(sessions).toMatchObject([
      { isCurrent: false, device: 'Firefox 140 on Linux', network: '127.0.0.0/24' },
      { isCurrent: true, device: null },
    ]);
    expect((await here.call('endSession', { params: { id: sessions[0].id } })).status).toBe(204);
    expect((await there.call('getSession')).status).toBe(401);
  });

  it('survives a change of the password, which ends all others', async () => {
    const [here, there] = [await join(app, 'member', account), new Person(app.url)];
    there.cookie = undefined;
    await there.call('signIn', { body: { email: here.email, password: PASSWORD } });
    const body = { current: PASSWORD, password: 'another four unrelated words' };
    expect((await here.call('changePassword', { body })).status).toBe(204);
    expect((await here.call('getSession')).status).toBe(200);
    expect((await there.call('getSession')).status).toBe(401);
  });

  it('is over, or no longer confirmed, in the future of a clock that was set back', async () => {
    const [early, late] = [await join(app, 'owner', account), await join(app, 'owner', account)];
    await app.database.query(
      `UPDATE user_sessions SET created_at = now() - interval '1 day' WHERE user_id = $1`,
      [(await early.session()).user.id],
    );
    await moveClock(app.database, -3_600_000);
    expect((await late.call('getSession')).status).toBe(401);
    expect(summary(await early.call('createInvitation', { body: { role: 'member' } }))).toEqual([
      403,
      'confirmation_required',
    ]);
    await moveClock(app.database, 3_600_000);
  });

  it('confirms again what is delicate', async () => {
    const owner = await join(app, 'owner', await newAccount(app));
    await moveClock(app.database, 601_000);
    const invite = () => owner.call('createInvitation', { body: { role: 'member' } });
    expect((await owner.session()).confirmedUntil).toBeNull();
    expect(summary(await invite())).toEqual([403, 'confirmation_required']);
    const wrong = await owner.call('confirmSession', { body: { password: 'not the password' } });
    expect(summary(wrong)).toEqual([401, 'wrong_credentials']);
    expect((await owner.call('confirmSession', { body: { password: PASSWORD } })).status).toBe(200);
    expect((await invite()).status).toBe(201);
  });
});

describe('what changes meanwhile', () => {
  /** Begins a call of a person, whose body ends when `finish` is called. */
  function hold(
    person: Person,
    id: 'updateMember' | 'createKey',
    params: Record<string, string>,
    body: object,
  ) {
    const { method, path } = accountOperations[id];
    const text = JSON.stringify(body);
    const outgoing = request(`${app.url}/api/account${path.replace('{id}', params['id'] ?? '')}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'content-length': text.length,
        'sec-fetch-site': 'same-origin',
        cookie: person.cookie!,
      },
    });
    const status = once(outgoing, 'response').then(
      ([response]: IncomingMessage[]) => response!.resume().statusCode,
    );
    outgoing.write(text.slice(0, 5));
    return {
      finish: () => {
        outgoing.end(text.slice(5));
        return status;
      },
    };
  }

  it('decides about a call whose body took its time', async () => {
    const team = await newAccount(app);
    const [owner, other] = [await join(app, 'owner', team), await join(app, 'owner', team)];
    const params = { id: (await other.session()).user.id };
    const again = hold(other, 'updateMember', params, { role: 'owner' });
    const body = { name: 'x', environment: 'test', scopes: ['transfer:read'], expiresAt: null };
    const key = hold(other, 'createKey', {}, body);
    await other.call('getSession');
    expect((await owner.call('updateMember', { params, body: { role: 'member' } })).status).toBe(200);
    expect([await again.finish(), await key.finish()]).toEqual([401, 401]);
    expect(await app.database.query('SELECT FROM api_keys WHERE user_id = $1', [params.id])).toEqual([]);
  });

  it('ends the links that somebody has made, or that are for somebody whose role changes', async () => {
    const team = await newAccount(app);
    const [owner, admin, member] = [
      await join(app, 'owner', team),
      await join(app, 'admin', team),
      await join(app, 'member', team),
    ];
    const idOf = async (person: Person) => (await person.session()).user.id;
    const [adminId, memberId] = [await idOf(admin), await idOf(member)];
    const invited = (await admin.call('createInvitation', { body: { role: 'admin' } })).body.url as string;
    const reset = (await admin.call('createResetLink', { params: { id: memberId } })).body.url as string;
    const change = (id: string, role: string) =>
      owner.call('updateMember', { params: { id }, body: { role } });
    await change(memberId, 'owner');
    await change(adminId, 'member');
    for (const url of [invited, reset]) {
      const token = new URL(url).hash.replace('#token=', '');
      expect(summary(await new Person(app.url).call('inspectLink', { body: { token } }))).toEqual([
        404,
        'invalid_link',
      ]);
    }
  });

  it('refuses a sign-in whose password was changed while it was checked', async () => {
    const person = await join(app, 'member', account);
    const visitors = Array.from({ length: 3 }, () => new Person(app.url, person.email));
    const signingIn = visitors.map((visitor) => visitor.signIn());
    const body = { current: PASSWORD, password: 'another four unrelated words' };
    expect((await person.call('changePassword', { body })).status).toBe(204);
    await Promise.all(signingIn);
    const statuses = await Promise.all(
      visitors.map(async (visitor) => (await visitor.call('getSession')).status),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
  });

  it('leaves one reset link of several that are made at once, and none after the password was set', async () => {
    const [owner, member] = [await join(app, 'owner', account), await join(app, 'member', account)];
    const params = { id: (await member.session()).user.id };
    await Promise.all([1, 2, 3].map(() => owner.call('createResetLink', { params })));
    const links = () => app.database.query('SELECT FROM one_time_links WHERE user_id = $1', [params.id]);
    expect(await links()).toHaveLength(1);
    const body = { current: PASSWORD, password: 'another four unrelated words' };
    expect((await member.call('changePassword', { body })).status).toBe(204);
    expect(await links()).toEqual([]);
  });

  it('takes the keys of a member who only looks from now on', async () => {
    const team = await newAccount(app);
    const [owner, member] = [await join(app, 'owner', team), await join(app, 'member', team)];
    const body = { name: 'x', environment: 'test', scopes: ['transfer:read'], expiresAt: null };
    const { apiKey } = (await member.call('createKey', { body })).body;
    const params = { id: (await member.session()).user.id };
    await owner.call('updateMember', { params, body: { role: 'auditor' } });
    const key = await fetch(`${app.baseUrl}/key`, { headers: { authorization: `Bearer ${apiKey}` } });
    expect(key.status).toBe(401);
    await member.signIn();
    expect((await member.call('createPageToken')).status).toBe(201);
  });

  it('keeps an invitation for the address that it names', async () => {
    const owner = await join(app, 'owner', account);
    const email = `${randomUUID()}@example.com`;
    const { url } = (await owner.call('createInvitation', { body: { role: 'member', email } })).body;
    const token = new URL(url as string).hash.replace('#token=', '');
    const accept = (more: object) =>
      new Person(app.url).call('acceptInvitation', { body: { token, ...NEW(), ...more } });
    expect(summary(await accept({}))).toEqual([400, 'validation_failed']);
    expect((await accept({ email: email.toUpperCase() })).status).toBe(201);
  });
});
