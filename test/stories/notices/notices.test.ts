import { randomBytes } from 'node:crypto';
import { accountLimits } from '@tempshare/contract/account';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../../server/src/crypto/tokens.ts';
import { moveClock } from '../../support/clocks/database-clock.ts';
import { statementsOf } from '../../support/database/sent-statements.ts';
import { put } from '../../support/files/uploads.ts';
import { headerOf, MailServer, partOf, tokenIn, type ReceivedMail } from '../../support/mail/mail-server.ts';
import { startMailWorker } from '../../support/mail/mail-worker.ts';
import { send } from '../../support/network/send.ts';
import { join, newAccount, type Person } from '../../support/panel/person.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { startChild } from '../../support/server/child.ts';

const MINUTE = 60_000;
const ALL = { opened: true, expired: true, finished: true, arrived: true };

let server: MailServer;
let app: TestApp;
let account: string;
let env: Record<string, string>;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  server = await new MailServer().listen();
  env = {
    SMTP_URL: server.url,
    MAIL_FROM: 'Share <share@example.com>',
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  };
  app = await startApp(env);
  Object.assign(env, { DATABASE_URL: app.database.url, APP_URL: app.url });
  account = await newAccount(app);
  worker = startMailWorker(env);
});
afterAll(async () => {
  await worker.stop();
  await app.close();
  await server.close();
});

interface Sender extends Person {
  apiKey: string;
}

/** A member with a confirmed address and a token of the pages, who gets these notices. */
async function sender(choice: object = ALL, { confirmed = true } = {}): Promise<Sender> {
  const person = await join(app, 'member', account);
  if (confirmed) await confirm(person.email);
  expect((await person.call('updateNotices', { body: choice })).status).toBe(200);
  const { token } = (await person.call('createPageToken')).body as { token: string };
  return Object.assign(person, { apiKey: token });
}
const confirm = (email: string) =>
  app.database.query('UPDATE users SET confirmed_email = email WHERE email = $1', [email]);

const create = async ({ apiKey }: Sender, line: string, json: object) =>
  (await send(app.baseUrl, line, { key: apiKey, json })).body;
const secret = async (by: Sender, more: object = {}): Promise<string> =>
  (await create(by, 'POST /secrets', { secret: 'treasure', label: 'for Bob', ...more })).secretId;
const text = async (by: Sender, more: object = {}): Promise<string> =>
  (await create(by, 'POST /transfers', { type: 'text', text: 'treasure', ...more })).id;
const inbox = async (by: Sender): Promise<string> =>
  (await create(by, 'POST /drops', { label: 'Letters' })).dropId;
const visit = async (line: string, json: object = {}) => {
  const reply = await send(app.baseUrl, line, { json });
  expect(reply.status).toBeLessThan(300);
  return reply.body;
};
const reveal = (id: string) => visit(`POST /public/secrets/${id}/reveal`);
const open = (id: string) => visit(`POST /public/transfers/${id}/open`);
const leave = (id: string, message = 'hello') => visit(`POST /public/drops/${id}/items`, { message });

/** Does what servers do in the background, and waits until every mail has gone out. Returns the mails of a person. */
async function settle({ email }: Pick<Person, 'email'>): Promise<ReceivedMail[]> {
  await app.sweep();
  const waiting = async () => (await app.database.query('SELECT id FROM mails')).length;
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
  return server.received.filter(({ to }) => to.includes(email));
}
const subjects = (mails: ReceivedMail[]) =>
  mails.map((mail) => headerOf(mail, 'Subject')?.replace('Subject: ', '')).toSorted();
const stopUrlOf = (mail: ReceivedMail) => /<(.+)>/.exec(headerOf(mail, 'List-Unsubscribe')!)![1]!;
/** Calls the address of a mail as a mail program does. */
const oneClick = (url: string, method = 'POST') => {
  const { pathname, search } = new URL(url);
  return send(app.url, `${method} ${pathname}${search}`, {
    ...(method === 'POST' && { raw: 'List-Unsubscribe=One-Click' }),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
  });
};

describe('a notice of an opening', () => {
  it('is sent once, for the first opening, without content, label, id or a link to the item', async () => {
    const ada = await sender();
    const [once, often] = [await secret(ada), await text(ada)];
    await reveal(once);
    for (let i = 0; i < 3; i += 1) await open(often);
    const mails = await settle(ada);
    expect(subjects(mails)).toEqual(['Opened: Secret', 'Opened: Text']);
    await open(often);
    expect(await settle(ada)).toHaveLength(2);
    for (const mail of mails) {
      for (const part of [partOf(mail, 'text/plain'), partOf(mail, 'text/html')]) {
        expect(part).toMatch(
          /was opened for the first time on \w+ \d+, \d{4} at \d+:\d\d [AP]M UTC/,
        );
        for (const told of ['treasure', 'for Bob', once, often]) expect(part).not.toContain(told);
        const links = [...part.matchAll(/https?:\/\/[^\s"<)]+/g)].map(([link]) => link);
        expect(new Set(links)).toEqual(new Set([app.url, stopUrlOf(mail)]));
      }
    }
  });

  it('is in the language of the person', async () => {
    const ada = await sender();
    await ada.call('updateUser', { body: { locale: 'de' } });
    await reveal(await secret(ada));
    const [mail] = await settle(ada);
    expect(partOf(mail!, 'text/plain')).toContain('zum ersten Mal geöffnet');
    expect(headerOf(mail!, 'Content-Language')).toMatch(/de/);
  });

  it('goes to the person whose key made the item', async () => {
    const ada = await sender();
    const body = { name: 'ci', environment: 'live', scopes: ['secret:create'], expiresAt: null };
    const { apiKey } = (await ada.call('createKey', { body })).body as { apiKey: string };
    await reveal(await secret(Object.assign(Object.create(ada) as Sender, { apiKey })));
    expect(subjects(await settle(ada))).toEqual(['Opened: Secret']);
  });

  it('tells nothing of before it was turned on, or of a kind that is off', async () => {
    const ada = await sender({ expired: true });
    await reveal(await secret(ada));
    await ada.call('updateNotices', { body: { opened: true } });
    await reveal(await secret(ada));
    await ada.call('updateNotices', { body: { arrived: true } });
    await leave(await inbox(ada));
    await ada.call('updateNotices', { body: { arrived: false } });
    expect(subjects(await settle(ada))).toEqual(['Opened: Secret']);
  });

  it('is not lost when its transaction ends after a later one was read, and is not sent twice', async () => {
    const ada = await sender();
    await app.database.query(
      `UPDATE notice_settings SET opened_since = now() - interval '1 hour'
       WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [ada.email],
    );
    await app.sweep();
    const id = await secret(ada);
    await reveal(id);
    await app.database.query(
      `UPDATE events SET created_at = created_at - interval '2 minutes' WHERE item_id = $1`,
      [id],
    );
    for (let i = 0; i < 2; i += 1) expect(await settle(ada)).toHaveLength(1);
  });

  it('is sent though the clock of the database was set back', async () => {
    const ada = await sender();
    await app.sweep();
    await app.database.query(`UPDATE notice_progress SET read_until = now() + interval '2 days'`);
    await reveal(await secret(ada));
    expect(await settle(ada)).toHaveLength(1);
  });

  it('costs an opening no statement, whatever the mail server does', async () => {
    const ada = await sender();
    const [id, other] = [await secret(ada), await text(ada)];
    const sent = await statementsOf(async () => {
      await reveal(id);
      await open(other);
    });
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter(({ text: sql }) => /notice|INTO mails/.test(sql))).toEqual([]);
    expect(await settle(ada)).toHaveLength(2);
  });
});

describe('other notices', () => {
  it('tell what expired unread, once the sweep has ended it, and not what was used', async () => {
    const ada = await sender();
    const ended = { expiration: '1h' };
    await secret(ada, ended);
    await text(ada, ended);
    await create(ada, 'POST /debug-share', { logs: 'x', expiration: '1h' });
    await create(ada, 'POST /requests', { title: 'Papers', expiration: '1h' });
    const read = await text(ada, ended);
    await open(read);
    await reveal(await secret(ada, ended));
    expect(await settle(ada)).toHaveLength(2);
    await moveClock(app.database, 61 * MINUTE);
    expect(subjects(await settle(ada))).toEqual([
      ...['Expired unread: Debug share', 'Expired unread: File request', 'Expired unread: Secret'],
      ...['Expired unread: Text', 'Opened: Secret', 'Opened: Text'],
    ]);
  });

  it('tell of a finished request', async () => {
    const ada = await sender();
    const { requestId, pin } = await create(ada, 'POST /requests', { title: 'Papers' });
    const { files } = await visit(`POST /public/requests/${requestId}/files`, {
      pin,
      files: [{ fileName: 'a.txt', size: 1 }],
    });
    await put(app.baseUrl, files[0].uploadUrl, Buffer.from('x'));
    await visit(`POST /public/requests/${requestId}/finish`, { pin });
    const [mail, ...more] = await settle(ada);
    expect(more).toEqual([]);
    expect(headerOf(mail!, 'Subject')).toBe('Subject: File request finished');
    expect(partOf(mail!, 'text/html')).not.toContain('Papers');
  });

  it('tell of arrivals in an inbox at most once an hour, with their number, however many strangers send', async () => {
    const ada = await sender();
    const id = await inbox(ada);
    const { uploadUrl } = await visit(`POST /public/drops/${id}/items`, {
      file: { fileName: 'a.txt', size: 1 },
    });
    expect(await settle(ada)).toEqual([]);
    await put(app.baseUrl, uploadUrl, Buffer.from('x'));
    const [first] = await settle(ada);
    expect(partOf(first!, 'text/plain')).toContain('New items: 1.');
    for (let i = 0; i < 20; i += 1) await leave(id);
    expect(await settle(ada)).toHaveLength(1);
    await moveClock(app.database, 61 * MINUTE);
    const [, second] = await settle(ada);
    expect(partOf(second!, 'text/plain')).toContain('New items: 20.');
    await moveClock(app.database, 61 * MINUTE);
    expect(await settle(ada)).toHaveLength(2);
  });

  it('are bounded for a person and a day: the last one says that more has happened', async () => {
    const ada = await sender();
    for (let i = 0; i < accountLimits.noticesPerDay + 5; i += 1) await reveal(await secret(ada));
    const mails = await settle(ada);
    expect(mails).toHaveLength(accountLimits.noticesPerDay);
    expect(subjects(mails)).toContain('More has happened');
    await moveClock(app.database, 25 * 60 * MINUTE);
    await reveal(await secret(await again(ada)));
    expect(await settle(ada)).toHaveLength(accountLimits.noticesPerDay + 1);
  });
  /** The token of the pages has ended meanwhile. */
  const again = async (person: Sender): Promise<Sender> => {
    const { token } = (await person.call('createPageToken')).body as { token: string };
    return Object.assign(person, { apiKey: token });
  };
});

describe('the address of a notice', () => {
  it('is confirmed by a link that is mailed to it, and nothing is sent before', async () => {
    const ada = await sender(ALL, { confirmed: false });
    const states = async () => (await ada.call('getNotices')).body as object;
    expect(await states()).toEqual({ mail: true, confirmed: false, ...ALL });
    await reveal(await secret(ada));
    expect(await settle(ada)).toEqual([]);
    expect((await ada.call('requestEmailChange', { body: { email: ada.email } })).status).toBe(204);
    const [link] = await settle(ada);
    const token = tokenIn(link!);
    expect((await ada.call('confirmEmail', { body: { token } })).status).toBe(204);
    expect(await states()).toEqual({ mail: true, confirmed: true, ...ALL });
    await reveal(await secret(ada));
    expect(subjects(await settle(ada))).toEqual(['Confirm your e-mail address', 'Opened: Secret']);
  });

  it('is confirmed by a mailed reset link, and not by one that somebody else made', async () => {
    const reset = async (person: Person, token: string) => {
      const body = { token, password: 'another four unrelated words' };
      expect((await person.call('resetPassword', { body })).status).toBe(201);
      return ((await person.call('getNotices')).body as { confirmed: boolean }).confirmed;
    };
    const ada = await join(app, 'member', account);
    const owner = await join(app, 'owner', account);
    const { id } = (await ada.session()).user;
    const { url } = (await owner.call('createResetLink', { params: { id } })).body as { url: string };
    expect(await reset(ada, /token=(\w+)/.exec(url)![1]!)).toBe(false);
    await ada.call('requestPasswordReset', { body: { email: ada.email } });
    const mails = await settle(ada);
    expect(await reset(ada, tokenIn(mails.at(-1)!))).toBe(true);
  });

  it('is the present one: an address that is not confirmed any more gets nothing', async () => {
    const ada = await sender();
    await reveal(await secret(ada));
    await app.database.query(`UPDATE users SET email = 'new-' || email WHERE email = $1`, [ada.email]);
    expect(await settle({ email: `new-${ada.email}` })).toEqual([]);
    expect(await settle(ada)).toEqual([]);
  });
});

describe('a waiting mail', () => {
  /** Makes the mail of an opening while the mail server refuses everything, then accepts again. */
  const heldUp = async (ada: Sender, meanwhile: () => Promise<unknown>) => {
    const refused = Promise.withResolvers<void>();
    const accepting = Promise.withResolvers<void>();
    server.onMail = async ({ to }) => {
      if (!to.includes(ada.email)) return;
      refused.resolve();
      await accepting.promise;
      throw Object.assign(new Error('later'), { responseCode: 451 });
    };
    onTestFinished(() => void (server.onMail = () => undefined));
    await reveal(await secret(ada));
    await app.sweep();
    await refused.promise;
    await meanwhile();
    server.onMail = () => undefined;
    accepting.resolve();
    return settle(ada);
  };

  it('is sent when the mail server is back', async () => {
    const ada = await sender();
    expect(subjects(await heldUp(ada, async () => undefined))).toEqual(['Opened: Secret']);
  });

  it('is dropped when its kind is turned off', async () => {
    const ada = await sender();
    expect(await heldUp(ada, () => ada.call('updateNotices', { body: { opened: false } }))).toEqual([]);
  });

  it('is dropped when an administrator removes the member', async () => {
    const [ada, owner] = [await sender(), await join(app, 'owner', account)];
    const { id } = (await ada.session()).user;
    const remove = () => owner.call('removeMember', { params: { id }, query: '?shared=keep' });
    const mails = await heldUp(ada, async () => {
      await leave(await inbox(ada));
      expect((await remove()).status).toBe(204);
    });
    expect(mails).toEqual([]);
  });
});

describe('one click', () => {
  it('stops all notices by a POST of a mail program, and by nothing else', async () => {
    const ada = await sender();
    await reveal(await secret(ada));
    const [mail] = await settle(ada);
    expect(headerOf(mail!, 'List-Unsubscribe-Post')).toBe(
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    );
    const url = stopUrlOf(mail!);
    const { status, headers } = await oneClick(url, 'GET');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const chosen = async () => (await ada.call('getNotices')).body as object;
    expect(await chosen()).toMatchObject(ALL);
    for (let i = 0; i < 2; i += 1) expect((await oneClick(url)).status).toBe(204);
    expect(await chosen()).toEqual({
      ...{ mail: true, confirmed: true },
      ...{ opened: false, expired: false, finished: false, arrived: false },
    });
    await reveal(await secret(ada));
    expect(await settle(ada)).toHaveLength(1);
  });

  it('works by the link of an earlier mail, for 90 days, and for this person alone', async () => {
    const [ada, other] = [await sender(), await sender()];
    await reveal(await secret(ada));
    const [first] = await settle(ada);
    await moveClock(app.database, 89 * 24 * 60 * MINUTE);
    await app.sweep();
    expect((await oneClick(stopUrlOf(first!))).status).toBe(204);
    const { rows } = {
      rows: await app.database.query(
        `SELECT opened_since IS NOT NULL AS on FROM notice_settings s JOIN users u ON u.id = s.user_id WHERE email = $1`,
        [other.email],
      ),
    };
    expect(rows).toEqual([{ on: true }]);
    await moveClock(app.database, 2 * 24 * 60 * MINUTE);
    await app.sweep();
    expect((await oneClick(stopUrlOf(first!))).status).toBe(404);
  });

  it('needs the token, of which the database has the hash', async () => {
    const ada = await sender();
    await reveal(await secret(ada));
    const [mail] = await settle(ada);
    const token = new URL(stopUrlOf(mail!)).searchParams.get('token')!;
    const stored = await app.database.query<{ row: string }>('SELECT l::text AS row FROM notice_links l');
    expect(stored.some(({ row }) => row.includes(sha256(token).toString('hex')))).toBe(true);
    expect(stored.some(({ row }) => row.includes(token))).toBe(false);
    expect((await oneClick(`${app.url}/stop-notices?token=${'x'.repeat(43)}`)).status).toBe(404);
    expect((await oneClick(`${app.url}/stop-notices`)).status).toBe(400);
    expect((await ada.call('getNotices')).body).toMatchObject(ALL);
  });
});

describe('a notice that several processes find', () => {
  it('is sent once', async () => {
    const ada = await sender();
    for (let i = 0; i < 4; i += 1) await reveal(await secret(ada));
    await leave(await inbox(ada));
    await Promise.all(Array.from({ length: 4 }, () => app.sweep()));
    expect(await settle(ada)).toHaveLength(5);
  });

  it('is sent once when the process that takes it is killed', async () => {
    const ada = await sender();
    await reveal(await secret(ada));
    await app.sweep();
    await settle(ada);
    await leave(await inbox(ada));
    const client = new pg.Client(app.database.connection);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('BEGIN');
    await client.query('SELECT FROM notice_settings FOR UPDATE');
    const child = await startChild('mail/notices-process.ts', env);
    const blocked = async () =>
      (
        await app.database.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%notice_settings%'`,
        )
      ).length;
    await expect.poll(blocked, { timeout: 20_000 }).toBe(1);
    child.kill();
    await expect.poll(() => child.ended).toBe(true);
    await client.query('ROLLBACK');
    await expect.poll(async () => (await settle(ada)).length, { timeout: 20_000 }).toBe(2);
    expect(await settle(ada)).toHaveLength(2);
  });
});

it('a server without mail turns nothing on, and its items leave no notices', async () => {
  const quiet = await startApp({ ENCRYPTION_KEYS: env.ENCRYPTION_KEYS! }, app.database);
  onTestFinished(() => quiet.close({ keepDatabase: true }));
  const person = await join(quiet, 'member', account);
  const { status, body } = await person.call('updateNotices', { body: { opened: true } });
  expect([status, body.code]).toEqual([409, 'no_mail']);
  expect((await person.call('getNotices')).body).toMatchObject({ mail: false, opened: false });
});
