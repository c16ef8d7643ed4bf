/** A server that mails notices, its people, and strangers who open and send. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { send } from '../network/send.ts';
import { join, newAccount, type Person } from '../panel/person.ts';
import { startApp, type TestApp } from '../server/app.ts';
import { headerOf, MailServer, type ReceivedMail } from './mail-server.ts';
import { startMailWorker } from './mail-worker.ts';

export const MINUTE = 60_000;
export const ALL = { opened: true, expired: true, finished: true, arrived: true };

/** A member with a key. */
export interface Sender extends Person {
  apiKey: string;
}

/** A server with a mail server and a mail worker, for the tests of a file. */
export class NoticeStage {
  app!: TestApp;
  server!: MailServer;
  /** The account of its people. */
  account!: string;
  /** Settings of the server. */
  env!: Record<string, string>;

  constructor() {
    let worker: { stop(): Promise<void> };
    beforeAll(async () => {
      this.server = await new MailServer().listen();
      this.env = {
        SMTP_URL: this.server.url,
        MAIL_FROM: 'Share <share@example.com>',
        ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      };
      this.app = await startApp(this.env);
      Object.assign(this.env, { DATABASE_URL: this.app.database.url, APP_URL: this.app.url });
      this.account = await newAccount(this.app);
      worker = startMailWorker(this.env);
    });
    afterAll(async () => {
      await worker.stop();
      await this.app.close();
      await this.server.close();
    });
  }

  /** A member with a confirmed address and a token of the pages, who gets these notices. */
  async sender(choice: object = ALL, { confirmed = true } = {}): Promise<Sender> {
    const person = await join(this.app, 'member', this.account);
    if (confirmed)
      await this.app.database.query('UPDATE users SET confirmed_email = email WHERE email = $1', [
        person.email,
      ]);
    expect((await person.call('updateNotices', { body: choice })).status).toBe(200);
    const { token } = (await person.call('createPageToken')).body as { token: string };
    return Object.assign(person, { apiKey: token });
  }

  async create({ apiKey }: Sender, line: string, json: object) {
    return (await send(this.app.baseUrl, line, { key: apiKey, json })).body;
  }
  async secret(by: Sender, more: object = {}): Promise<string> {
    return (await this.create(by, 'POST /secrets', { secret: 'treasure', label: 'for Bob', ...more }))
      .secretId;
  }
  async text(by: Sender, more: object = {}): Promise<string> {
    return (await this.create(by, 'POST /transfers', { type: 'text', text: 'treasure', ...more })).id;
  }
  async inbox(by: Sender): Promise<string> {
    return (await this.create(by, 'POST /drops', { label: 'Letters' })).dropId;
  }

  /** A call of somebody without a key. */
  async visit(line: string, json: object = {}) {
    const reply = await send(this.app.baseUrl, line, { json });
    expect(reply.status).toBeLessThan(300);
    return reply.body;
  }
  reveal(id: string) {
    return this.visit(`POST /public/secrets/${id}/reveal`);
  }
  open(id: string) {
    return this.visit(`POST /public/transfers/${id}/open`);
  }
  leave(id: string) {
    return this.visit(`POST /public/drops/${id}/items`, { message: 'hello' });
  }

  /** Does what servers do in the background, and waits until every mail has gone out. Returns the mails of a person. */
  async settle({ email }: Pick<Person, 'email'>): Promise<ReceivedMail[]> {
    await this.app.sweep();
    const waiting = async () => (await this.app.database.query('SELECT id FROM mails')).length;
    await expect.poll(waiting).toBe(0);
    return this.server.received.filter(({ to }) => to.includes(email));
  }

  /** Makes the mail of an opening, whose first try the mail server refuses after `meanwhile`. Returns the person's mails. */
  async heldUp(ada: Sender, meanwhile: () => Promise<unknown>): Promise<ReceivedMail[]> {
    const arrived = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    this.server.onMail = async ({ to }) => {
      if (!to.includes(ada.email)) return;
      arrived.resolve();
      await goOn.promise;
      throw Object.assign(new Error('later'), { responseCode: 451 });
    };
    onTestFinished(() => void (this.server.onMail = () => undefined));
    await this.reveal(await this.secret(ada));
    await this.app.sweep();
    await arrived.promise;
    await meanwhile();
    this.server.onMail = () => undefined;
    goOn.resolve();
    return this.settle(ada);
  }

  /** Calls the address of a mail as a mail program does. */
  oneClick(url: string, method = 'POST') {
    const { pathname, search } = new URL(url);
    return send(this.app.url, `${method} ${pathname}${search}`, {
      ...(method === 'POST' && { raw: 'List-Unsubscribe=One-Click' }),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    });
  }
}

export const subjectsOf = (mails: ReceivedMail[]) =>
  mails.map((mail) => headerOf(mail, 'Subject')?.replace('Subject: ', '')).toSorted();

/** The address at which one click stops such mails. */
export const stopUrlOf = (mail: ReceivedMail): string =>
  /<(.+)>/.exec(headerOf(mail, 'List-Unsubscribe')!)![1]!;
