import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { MailLimits } from '../../../server/src/features/mail/worker.ts';
import { newAccount, Person } from '../panel/person.ts';
import { startApp, type TestApp } from '../server/app.ts';
import { MailServer } from './mail-server.ts';
import { startMailWorker } from './mail-worker.ts';

export const NEW_PASSWORD = 'another four unrelated words';
export const address = () => `${randomUUID()}@example.com`;
export const summary = ({ status, text }: { status: number; text: string }) => [
  status,
  text === '' ? undefined : (JSON.parse(text) as { code: string }).code,
];
export const fromNetwork = (n: number) => ({ 'x-forwarded-for': `198.18.${n}.1` });
export const invite = (person: Person, email: string, headers: Record<string, string> = {}) =>
  person.call('createInvitation', { body: { role: 'member', email }, headers });

/** A server that sends mail, an SMTP server that takes it, and workers, for the tests of a file. */
export class MailStage {
  server!: MailServer;
  app!: TestApp;
  account!: string;
  env!: Record<string, string>;
  logged: string[] = [];

  constructor() {
    beforeAll(async () => {
      this.server = await new MailServer().listen();
      const key = randomBytes(32).toString('base64');
      this.env = {
        SMTP_URL: this.server.url,
        MAIL_FROM: 'Share <share@example.com>',
        ENCRYPTION_KEYS: key,
        TRUST_PROXY: '1',
      };
      this.app = await startApp(this.env);
      Object.assign(this.env, { DATABASE_URL: this.app.database.url, APP_URL: this.app.url });
      this.account = await newAccount(this.app);
    });
    afterAll(async () => {
      await this.app.close();
      await this.server.close();
    });
  }

  /** A worker until the end of the test. */
  work(limits: Partial<MailLimits> = {}, more: Record<string, string> = {}) {
    this.logged = [];
    const worker = startMailWorker({ ...this.env, ...more }, limits, (line) => void this.logged.push(line));
    onTestFinished(() => worker.stop());
    return worker;
  }

  async waiting(): Promise<number> {
    const rows = await this.app.database.query<{ count: number }>('SELECT count(*)::int AS count FROM mails');
    return rows[0]!.count;
  }

  nothingWaits() {
    return expect.poll(() => this.waiting()).toBe(0);
  }

  forget(email: string, headers: Record<string, string> = {}) {
    return new Person(this.app.url).call('requestPasswordReset', { body: { email }, headers });
  }
}
