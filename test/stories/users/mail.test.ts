import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ItemVault } from '../../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../../server/src/crypto/password.ts';
import { prefixedId } from '../../../server/src/crypto/tokens.ts';
import { mailDisabledEndpoint } from '../../../server/src/features/users/mailed-links.ts';
import { MailQueue } from '../../../server/src/features/mail/mail.ts';
import type { MailLimits } from '../../../server/src/features/mail/worker.ts';
import { disable } from '../../../server/src/features/webhooks/sender/outcome-store.ts';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';
import { KEY, VALID } from '../../../server/test/webhook-certificates.ts';
import { statementsOf } from '../../support/database/sent-statements.ts';
import { headerOf, MailServer, partOf, tokenIn } from '../../support/mail/mail-server.ts';
import { startMailWorker } from '../../support/mail/mail-worker.ts';
import { join, newAccount, PASSWORD, Person } from '../../support/panel/person.ts';
import { sharedApp, startApp, type TestApp } from '../../support/server/app.ts';
import { startChild } from '../../support/server/child.ts';

const NEW_PASSWORD = 'another four unrelated words';
const address = () => `${randomUUID()}@example.com`;
const summary = ({ status, text }: { status: number; text: string }) => [
  status,
  text === '' ? undefined : (JSON.parse(text) as { code: string }).code,
];

let server: MailServer;
let app: TestApp;
let account: string;
let env: Record<string, string>;
let logged: string[];

beforeAll(async () => {
  server = await new MailServer().listen();
  const key = randomBytes(32).toString('base64');
  env = {
    SMTP_URL: server.url,
    MAIL_FROM: 'Share <share@example.com>',
    ENCRYPTION_KEYS: key,
    TRUST_PROXY: '1',
  };
  app = await startApp(env);
  Object.assign(env, { DATABASE_URL: app.database.url, APP_URL: app.url });
  account = await newAccount(app);
});
afterAll(async () => {
  await app.close();
  await server.close();
});

/** A worker until the end of the test. */
function work(limits: Partial<MailLimits> = {}, more: Record<string, string> = {}) {
  logged = [];
  const worker = startMailWorker({ ...env, ...more }, limits, (line) => void logged.push(line));
  onTestFinished(() => worker.stop());
  return worker;
}
const waiting = async () =>
  (await app.database.query<{ count: number }>('SELECT count(*)::int AS count FROM mails'))[0]!.count;
const nothingWaits = () => expect.poll(waiting).toBe(0);
const forget = (email: string, headers: Record<string, string> = {}) =>
  new Person(app.url).call('requestPasswordReset', { body: { email }, headers });
const fromNetwork = (n: number) => ({ 'x-forwarded-for': `198.18.${n}.1` });
const invite = (person: Person, email: string, headers: Record<string, string> = {}) =>
  person.call('createInvitation', { body: { role: 'member', email }, headers });

describe('an invitation', () => {
  it('is mailed as text and HTML in the language of the inviter, and lets the recipient join', async () => {
    work();
    const [owner, email] = [await join(app, 'owner', account), address()];
    const { body } = await invite(owner, email, { 'accept-language': 'de-AT,de;q=0.9' });
    expect(body.mailed).toBe(true);
    const [mail] = await server.waitFor(email);
    expect(mail).toMatchObject({ from: 'share@example.com', to: [email] });
    expect(headerOf(mail!, 'From')).toBe('From: Share <share@example.com>');
    expect(headerOf(mail!, 'Auto-Submitted')).toMatch(/auto-generated/);
    expect(headerOf(mail!, 'Content-Language')).toMatch(/de/);
    const [text, html] = [partOf(mail!, 'text/plain'), partOf(mail!, 'text/html')];
    expect(text).toContain('A owner hat Sie auf Tempshare zu another team eingeladen.');
    expect(text).toContain(`\n${body.url}`);
    expect(html).toContain('lang="de"');
    expect(html).toContain(`href="${body.url}"`);
    expect(html).not.toMatch(/<img|<link|<script|url\(|@import/i);
    const joining = { token: tokenIn(mail!), email, name: 'Grace', password: PASSWORD };
    const reply = await new Person(app.url).call('acceptInvitation', { body: joining });
    expect(reply.status).toBe(201);
    expect(logged.join('')).not.toContain(email);
  });

  it('for nobody in particular is not mailed', async () => {
    const owner = await join(app, 'owner', account);
    const { body } = await owner.call('createInvitation', { body: { role: 'member' } });
    expect(body.mailed).toBe(false);
  });

  it('that was cancelled before it was sent is not sent', async () => {
    const [owner, email] = [await join(app, 'owner', account), address()];
    const { body } = await invite(owner, email);
    expect(await waiting()).toBe(1);
    await owner.call('cancelInvitation', { params: { id: body.invitation.id } });
    expect(await waiting()).toBe(0);
  });

  it('waits under seal: the database has neither the address nor the token of its mail', async () => {
    const [owner, email] = [await join(app, 'owner', account), address()];
    const { body } = await invite(owner, email);
    const [row] = await app.database.query<{ row: string; content: Buffer }>(
      'SELECT m::text AS row, content FROM mails m',
    );
    const token = new URL(body.url).hash.slice('#token='.length);
    for (const text of [email, token]) {
      expect(row!.row).not.toContain(text);
      expect(row!.row).not.toContain(Buffer.from(text).toString('hex'));
    }
    await owner.call('cancelInvitation', { params: { id: body.invitation.id } });
  });

  it('has no headers but its own, whatever account and inviter are called', async () => {
    work();
    const hostile = 'x\r\nBcc: victim@example.com\r\n\r\n<img src=//evil.example>\u202e\u2028';
    const team = await newAccount(app);
    await app.database.query('UPDATE accounts SET name = $1 WHERE id = $2', [hostile, team]);
    const [owner, email] = [await join(app, 'owner', team), address()];
    await app.database.query('UPDATE users SET name = $1 WHERE email = $2', [hostile, owner.email]);
    await invite(owner, email);
    const [mail] = await server.waitFor(email);
    expect(mail!.to).toEqual([email]);
    const [head] = mail!.raw.toString('latin1').split('\r\n\r\n', 1) as [string];
    expect(head).not.toMatch(/^bcc:/im);
    expect(head).not.toMatch(/[^\r]\n|\0/);
    expect(partOf(mail!, 'text/html')).toContain('&lt;img');
    expect(partOf(mail!, 'text/html')).not.toMatch(/<img|\u202e/);
    expect(server.received.filter(({ to }) => to.includes('victim@example.com'))).toEqual([]);
  });
});

it('U+0000 and line breaks in a value end neither a header nor a line', async () => {
  const { queue } = work();
  const database = openDatabase({ connection: { connectionString: env.DATABASE_URL! }, poolSize: 2 });
  onTestFinished(() => database.close());
  const to = address();
  const values = { name: 'Eve\0\nBcc: a@example.com', team: 'x\r\n.\r\nQUIT' };
  await queue.enqueue(database, { kind: 'invitation', to, locale: 'xx', values, url: 'https://a.example/' });
  const [mail] = await server.waitFor(to);
  expect(mail!.raw.includes(0)).toBe(false);
  expect(headerOf(mail!, 'Subject')).toBe('Subject: Eve Bcc: a@example.com invited you to join x . QUIT');
  expect(headerOf(mail!, 'Bcc')).toBeUndefined();
});

describe('a forgotten password', () => {
  it('is replaced by a mailed link, which ends sessions and is told by another mail', async () => {
    work();
    const person = await join(app, 'member', account);
    await person.call('updateUser', { body: { locale: 'fr' } });
    expect((await forget(person.email.toUpperCase())).status).toBe(204);
    const [mail] = await server.waitFor(person.email);
    expect(partOf(mail!, 'text/plain')).toContain('nouveau mot de passe');
    expect(partOf(mail!, 'text/plain')).toMatch(/\/reset-password#token=\w{43}\r?\n/);
    const body = { token: tokenIn(mail!), password: NEW_PASSWORD };
    expect((await new Person(app.url).call('resetPassword', { body })).status).toBe(201);
    expect((await person.call('getSession')).status).toBe(401);
    const [, notice] = await server.waitFor(person.email, 2);
    expect(partOf(notice!, 'text/plain')).toContain('a été changé');
    expect(summary(await new Person(app.url).call('resetPassword', { body }))).toEqual([404, 'invalid_link']);
  });

  it('of an unknown address is answered by the same statements and the same response, and mails nobody', async () => {
    const { email } = await join(app, 'member', account);
    const replies: object[] = [];
    const ask = async (to: string) => {
      const sent = await statementsOf(async () => {
        const { status, text, headers } = await forget(to);
        replies.push({ status, text, names: Object.keys(headers).toSorted() });
      });
      return sent.map(({ text }) => text).filter((text) => !/rate_limits|user_sessions/.test(text));
    };
    const unknown = address();
    expect(await ask(unknown)).toEqual(await ask(email));
    expect(replies[0]).toEqual(replies[1]);
    work();
    await server.waitFor(email);
    await nothingWaits();
    expect(server.received.filter(({ to }) => to.includes(unknown))).toEqual([]);
  });

  it.each(['known', 'unknown'])(
    'is limited by address and network where the address is %s',
    async (which) => {
      const email = which === 'known' ? (await join(app, 'member', account)).email : address();
      const replies = [];
      for (let i = 0; i < 6; i += 1) replies.push(summary(await forget(email, fromNetwork(1))));
      expect(replies).toEqual([...Array<unknown>(5).fill([204, undefined]), [429, 'rate_limited']]);
      expect((await forget(email, fromNetwork(2))).status).toBe(204);
      await app.database.query('DELETE FROM mails');
    },
  );

  it('that a hundred networks ask for brings three mails, with two workers', async () => {
    const { email } = await join(app, 'member', account);
    const replies = await Promise.all(Array.from({ length: 100 }, (_, n) => forget(email, fromNetwork(n))));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
    work();
    work();
    await nothingWaits();
    expect(await server.waitFor(email, 3)).toHaveLength(3);
    expect(new Set(server.received.filter(({ to }) => to.includes(email)).map(tokenIn)).size).toBe(3);
  });

  it('of somebody who has none, and signs in at a provider, brings no mail', async () => {
    const { email } = await join(app, 'member', account);
    await app.database.query('UPDATE users SET password_hash = NULL WHERE email = $1', [email]);
    await forget(email);
    work();
    await nothingWaits();
    expect(server.received.filter(({ to }) => to.includes(email))).toEqual([]);
  });
});

describe('without an SMTP server', () => {
  it('the front page says so, and mails are refused', async () => {
    const without = await sharedApp();
    const member = await join(without, 'owner', await newAccount(without));
    expect((await member.call('getFrontDoor')).body.mail).toBe(false);
    expect(
      (await member.call('createInvitation', { body: { role: 'member', email: address() } })).body.mailed,
    ).toBe(false);
    for (const id of ['requestPasswordReset', 'requestEmailChange'] as const)
      expect(summary(await member.call(id, { body: { email: address() } }))).toEqual([409, 'no_mail']);
    expect(await without.database.query('SELECT FROM mails')).toEqual([]);
  });
});

describe('an SMTP server', () => {
  it('that is away or never speaks delays no request, and gets the mail when it is back', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const [owner, email] = [await join(app, 'owner', account), address()];
    const port = (silent.address() as AddressInfo).port;
    const stuck = work({ totalTimeoutMs: 100 }, { SMTP_URL: `smtp://127.0.0.1:${port}` });
    expect((await invite(owner, email)).status).toBe(201);
    await expect.poll(() => logged.join('')).toMatch(/a mail was not sent, and is tried again/);
    await stuck.stop();
    work();
    expect(await server.waitFor(email)).toHaveLength(1);
    await nothingWaits();
  });

  it('that refuses for good ends a mail, and the log has no address', async () => {
    const [owner, email] = [await join(app, 'owner', account), address()];
    let tries = 0;
    server.onMail = ({ to }) => {
      tries += 1;
      throw Object.assign(new Error(`no such user ${to.join()}`), { responseCode: 550 });
    };
    onTestFinished(() => void (server.onMail = () => undefined));
    await invite(owner, email);
    work();
    await nothingWaits();
    expect(tries).toBe(1);
    await expect.poll(() => logged.join('')).toMatch(/"code":"EMESSAGE DATA 550".*a mail was given up/);
    expect(logged.join('')).not.toContain('example.com');
  });

  it('that refuses for now is tried a bounded number of times', async () => {
    const [owner, email] = [await join(app, 'owner', account), address()];
    let tries = 0;
    server.onMail = () => {
      tries += 1;
      throw Object.assign(new Error('try later'), { responseCode: 451 });
    };
    onTestFinished(() => void (server.onMail = () => undefined));
    await invite(owner, email);
    work({ gaps: [1, 1, 1] });
    await nothingWaits();
    expect(tries).toBe(4);
  });

  it('without TLS that must have it gets neither mail nor password', async () => {
    const [owner, email] = [await join(app, 'owner', account), address()];
    await invite(owner, email);
    const url = server.url.replace('smtp://', 'smtp://user:secret@');
    for (const SMTP_URL of [`${url}?tls=required`, url.replace('smtp:', 'smtps:')]) {
      const worker = work({}, { SMTP_URL });
      await expect.poll(() => logged.join('')).toMatch(/"code":"E(?:TLS|SOCKET|CONNECTION|PROTOCOL)/);
      await worker.stop();
    }
    expect(server.received.filter(({ to }) => to.includes(email))).toEqual([]);
    await app.database.query('DELETE FROM mails');
  });
});

describe('a mail', () => {
  it('is sent by another worker when the one that claimed it was killed', async () => {
    const [owner, email] = [await join(app, 'owner', account), address()];
    const claimed = Promise.withResolvers<void>();
    server.onMail = ({ to }) => {
      if (!to.includes(email)) return undefined;
      claimed.resolve();
      return new Promise<void>(() => undefined);
    };
    onTestFinished(() => void (server.onMail = () => undefined));
    await invite(owner, email);
    const limits = { leaseMs: 1_500, totalTimeoutMs: 1_000 };
    const child = await startChild('mail/mail-worker-process.ts', env, JSON.stringify(limits));
    await claimed.promise;
    child.kill();
    server.onMail = () => undefined;
    work(limits);
    expect(await server.waitFor(email)).toHaveLength(1);
    await nothingWaits();
  });

  it('goes out over STARTTLS to a server whose certificate is trusted, and to no other', async () => {
    const secure = await new MailServer({
      ...{ key: KEY, cert: VALID, disabledCommands: [] },
      onMailFrom: (_, session, done) => done(session.secure ? undefined : new Error('no TLS')),
    }).listen();
    const directory = await mkdtemp(path.join(tmpdir(), 'tempshare-mail-'));
    onTestFinished(async () => {
      await secure.close();
      await rm(directory, { recursive: true });
    });
    const ca = path.join(directory, 'ca.pem');
    await writeFile(ca, VALID);
    const [owner, email] = [await join(app, 'owner', account), address()];
    await invite(owner, email);
    const toSecure = { SMTP_URL: `${secure.url}?tls=required` };
    const worker = work({}, toSecure);
    await expect.poll(() => logged.join('')).toContain('a mail was not sent');
    await worker.stop();
    await app.database.query('UPDATE mails SET due_at = now(), lease = 0');
    const child = await startChild('mail/mail-worker-process.ts', {
      ...{ ...env, ...toSecure, NODE_EXTRA_CA_CERTS: ca },
    });
    onTestFinished(() => child.kill());
    expect(await secure.waitFor(email)).toHaveLength(1);
    await nothingWaits();
  });

  it('is never sent by two workers at once', async () => {
    const owner = await join(app, 'owner', account);
    const addresses = Array.from({ length: 12 }, address);
    for (const email of addresses) await invite(owner, email);
    for (let i = 0; i < 3; i += 1) work();
    await nothingWaits();
    for (const email of addresses) expect(await server.waitFor(email)).toHaveLength(1);
  });

  it('goes out though the clock of the database was set back', async () => {
    const [owner, email] = [await join(app, 'owner', account), address()];
    await invite(owner, email);
    await app.database.query(`UPDATE mails SET due_at = now() + interval '3 hours'`);
    work();
    expect(await server.waitFor(email)).toHaveLength(1);
  });

  it('whose link has expired is not sent, and is forgotten', async () => {
    const [owner, email] = [await join(app, 'owner', account), address()];
    await invite(owner, email);
    await app.database.query('UPDATE mails SET expires_at = now()');
    work();
    await app.sweep();
    expect(await waiting()).toBe(0);
    expect(server.received.filter(({ to }) => to.includes(email))).toEqual([]);
  });
});

describe('a notice', () => {
  it('tells of a changed password and of a removed second factor', async () => {
    work();
    const person = await join(app, 'member', account);
    const body = { current: PASSWORD, password: NEW_PASSWORD };
    expect((await person.call('changePassword', { body })).status).toBe(204);
    const { user } = await person.session();
    const turnOn = () => app.database.query('INSERT INTO second_factors (id) VALUES ($1)', [user.id]);
    await turnOn();
    expect((await person.call('removeSecondFactor')).status).toBe(204);
    const owner = await join(app, 'owner', account);
    await turnOn();
    await owner.call('removeMemberSecondFactor', { params: { id: user.id } });
    const subjects = (await server.waitFor(person.email, 3)).map((mail) => headerOf(mail, 'Subject'));
    // Mails that wait at once are sent side by side.
    expect(subjects.toSorted()).toEqual([
      'Subject: Your password was changed',
      'Subject: Your second factor was turned off',
      'Subject: Your second factor was turned off',
    ]);
  });

  it('of a disabled webhook endpoint goes to the user of its key, else to the owners', async () => {
    work();
    const team = await newAccount(app);
    const [owner, member] = [await join(app, 'owner', team), await join(app, 'member', team)];
    const { user } = await member.session();
    const database = openDatabase({ connection: { connectionString: env.DATABASE_URL! }, poolSize: 2 });
    onTestFinished(() => database.close());
    const keyring = new Keyring([Buffer.from(env.ENCRYPTION_KEYS!, 'base64')]);
    const notify = mailDisabledEndpoint(new MailQueue(new ItemVault(keyring, new PasswordKdf())), app.url);
    const disabled = async (userId: string | null) => {
      const { id: key } = await app.createKey();
      const endpointId = prefixedId('we');
      await app.database.query('UPDATE api_keys SET user_id = $2, account_id = $3 WHERE id = $1', [
        key,
        userId,
        team,
      ]);
      await app.database.query(
        `INSERT INTO webhook_endpoints (id, api_key_id, account_id, livemode, events, wrapped_key, secret, sealed_url, host, created_at)
         VALUES ($1, $2, $3, false, '{}', '', '', '', '', now())`,
        [endpointId, key, team],
      );
      const once = () => disable(database, { endpointId, reason: 'gone', notify });
      expect([await once(), await once()]).toEqual([true, false]);
      return endpointId;
    };
    const own = await disabled(user.id);
    const [mail] = await server.waitFor(member.email);
    expect(partOf(mail!, 'text/plain')).toContain(`/developers/webhooks/${own}`);
    const orphaned = await disabled(prefixedId('user'));
    const [toOwner] = await server.waitFor(owner.email);
    expect(partOf(toOwner!, 'text/plain')).toContain(orphaned);
    await nothingWaits();
    expect(await server.waitFor(member.email)).toHaveLength(1);
  });
});

describe('another e-mail address', () => {
  const change = async (person: Person, email: string) => {
    const { status } = await person.call('requestEmailChange', { body: { email } });
    expect(status).toBe(204);
    const mails = await server.waitFor(email.toLowerCase());
    return tokenIn(mails.at(-1)!);
  };
  const confirm = (token: string) => new Person(app.url).call('confirmEmail', { body: { token } });

  it('is confirmed by its own mail, told to the one before, and ends reset links', async () => {
    work();
    const [person, email] = [await join(app, 'member', account), address()];
    await forget(person.email);
    const [reset] = await server.waitFor(person.email);
    const token = await change(person, email.toUpperCase());
    expect((await person.session()).user.email).toBe(person.email);
    const replies = await Promise.all([confirm(token), confirm(token)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect((await person.session()).user.email).toBe(email);
    const [, notice] = await server.waitFor(person.email, 2);
    expect(headerOf(notice!, 'Subject')).toBe('Subject: Your e-mail address was changed');
    const body = { token: tokenIn(reset!), password: NEW_PASSWORD };
    expect(summary(await new Person(app.url).call('resetPassword', { body }))).toEqual([404, 'invalid_link']);
    expect((await new Person(app.url, email).signIn()).status).toBe(201);
    expect((await new Person(app.url, person.email).signIn()).status).toBe(401);
  });

  it.each(['changes the password', 'resets it'])(
    'is not confirmed any more once its owner %s',
    async (way) => {
      work();
      const person = await join(app, 'member', account);
      const token = await change(person, address());
      if (way === 'resets it') {
        await forget(person.email);
        const [mail] = await server.waitFor(person.email);
        const body = { token: tokenIn(mail!), password: NEW_PASSWORD };
        expect((await new Person(app.url).call('resetPassword', { body })).status).toBe(201);
      } else {
        const body = { current: PASSWORD, password: NEW_PASSWORD };
        expect((await person.call('changePassword', { body })).status).toBe(204);
      }
      expect(summary(await confirm(token))).toEqual([404, 'invalid_link']);
    },
  );

  it('that somebody else has is not told before it is confirmed, and then refused with the link left whole', async () => {
    work();
    const [person, other] = [await join(app, 'member', account), await join(app, 'member', account)];
    const token = await change(person, other.email);
    expect(summary(await confirm(token))).toEqual([409, 'email_taken']);
    expect(summary(await confirm(token))).toEqual([409, 'email_taken']);
    expect((await person.session()).user.email).toBe(person.email);
  });

  it('of two people who confirm the same one at once is one of theirs', async () => {
    work();
    const [one, two, email] = [
      await join(app, 'member', account),
      await join(app, 'owner', account),
      address(),
    ];
    const first = await change(one, email);
    await two.call('requestEmailChange', { body: { email } });
    const second = tokenIn((await server.waitFor(email, 2))[1]!);
    const replies = await Promise.all([confirm(first), confirm(second)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });

  it('is asked for five times an hour at most, so that nobody floods the address of a stranger', async () => {
    const person = await join(app, 'member', account);
    const ask = () => person.call('requestEmailChange', { body: { email: address() } });
    const replies = [];
    for (let i = 0; i < 6; i += 1) replies.push(summary(await ask()));
    expect(replies).toEqual([...Array<unknown>(5).fill([204, undefined]), [409, 'limit_reached']]);
    await app.database.query('DELETE FROM mails');
  });
});
