import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KEY, VALID } from '../../../server/test/webhook-certificates.ts';
import { MailServer } from '../../support/mail/mail-server.ts';
import { address, invite, MailStage } from '../../support/mail/mail-stage.ts';
import { join } from '../../support/panel/person.ts';
import { startChild } from '../../support/server/child.ts';

const stage = new MailStage();

describe('an SMTP server', () => {
  it('that is away or never speaks delays no request, and gets the mail when it is back', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const [owner, email] = [await join(stage.app, 'owner', stage.account), address()];
    const port = (silent.address() as AddressInfo).port;
    const stuck = stage.work({ totalTimeoutMs: 100 }, { SMTP_URL: `smtp://127.0.0.1:${port}` });
    expect((await invite(owner, email)).status).toBe(201);
    await expect.poll(() => stage.logged.join('')).toMatch(/a mail was not sent, and is tried again/);
    await stuck.stop();
    stage.work();
    expect(await stage.server.waitFor(email)).toHaveLength(1);
    await stage.nothingWaits();
  });

  it('that refuses for good ends a mail, and the log has no address', async () => {
    const [owner, email] = [await join(stage.app, 'owner', stage.account), address()];
    let tries = 0;
    stage.server.onMail = ({ to }) => {
      tries += 1;
      throw Object.assign(new Error(`no such user ${to.join()}`), { responseCode: 550 });
    };
    onTestFinished(() => void (stage.server.onMail = () => undefined));
    await invite(owner, email);
    stage.work();
    await stage.nothingWaits();
    expect(tries).toBe(1);
    await expect.poll(() => stage.logged.join('')).toMatch(/"code":"EMESSAGE DATA 550".*a mail was given up/);
    expect(stage.logged.join('')).not.toContain('example.com');
  });

  it('that refuses for now is tried a bounded number of times', async () => {
    const [owner, email] = [await join(stage.app, 'owner', stage.account), address()];
    let tries = 0;
    stage.server.onMail = () => {
      tries += 1;
      throw Object.assign(new Error('try later'), { responseCode: 451 });
    };
    onTestFinished(() => void (stage.server.onMail = () => undefined));
    await invite(owner, email);
    stage.work({ gaps: [1, 1, 1] });
    await stage.nothingWaits();
    expect(tries).toBe(4);
  });

  it('without TLS that must have it gets neither mail nor password', async () => {
    const [owner, email] = [await join(stage.app, 'owner', stage.account), address()];
    await invite(owner, email);
    const url = stage.server.url.replace('smtp://', 'smtp://user:secret@');
    for (const SMTP_URL of [`${url}?tls=required`, url.replace('smtp:', 'smtps:')]) {
      const worker = stage.work({}, { SMTP_URL });
      await expect.poll(() => stage.logged.join('')).toMatch(/"code":"E(?:TLS|SOCKET|CONNECTION|PROTOCOL)/);
      await worker.stop();
    }
    expect(stage.server.received.filter(({ to }) => to.includes(email))).toEqual([]);
    await stage.app.database.query('DELETE FROM mails');
  });
});

describe('a mail', () => {
  it('is sent by another worker when the one that claimed it was killed', async () => {
    const [owner, email] = [await join(stage.app, 'owner', stage.account), address()];
    const claimed = Promise.withResolvers<void>();
    stage.server.onMail = ({ to }) => {
      if (!to.includes(email)) return undefined;
      claimed.resolve();
      return new Promise<void>(() => undefined);
    };
    onTestFinished(() => void (stage.server.onMail = () => undefined));
    await invite(owner, email);
    const limits = { leaseMs: 1_500, totalTimeoutMs: 1_000 };
    const child = await startChild('mail/mail-worker-process.ts', stage.env, JSON.stringify(limits));
    await claimed.promise;
    child.kill();
    stage.server.onMail = () => undefined;
    stage.work(limits);
    expect(await stage.server.waitFor(email)).toHaveLength(1);
    await stage.nothingWaits();
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
    const [owner, email] = [await join(stage.app, 'owner', stage.account), address()];
    await invite(owner, email);
    const toSecure = { SMTP_URL: `${secure.url}?tls=required` };
    const worker = stage.work({}, toSecure);
    await expect.poll(() => stage.logged.join('')).toContain('a mail was not sent');
    await worker.stop();
    await stage.app.database.query('UPDATE mails SET due_at = now(), lease = 0');
    const child = await startChild('mail/mail-worker-process.ts', {
      ...{ ...stage.env, ...toSecure, NODE_EXTRA_CA_CERTS: ca },
    });
    onTestFinished(() => child.kill());
    expect(await secure.waitFor(email)).toHaveLength(1);
    await stage.nothingWaits();
  });

  it('is never sent by two workers at once', async () => {
    const owner = await join(stage.app, 'owner', stage.account);
    const addresses = Array.from({ length: 12 }, address);
    for (const email of addresses) await invite(owner, email);
    for (let i = 0; i < 3; i += 1) stage.work();
    await stage.nothingWaits();
    for (const email of addresses) expect(await stage.server.waitFor(email)).toHaveLength(1);
  });

  it('goes out though the clock of the database was set back', async () => {
    const [owner, email] = [await join(stage.app, 'owner', stage.account), address()];
    await invite(owner, email);
    await stage.app.database.query(`UPDATE mails SET due_at = now() + interval '3 hours'`);
    stage.work();
    expect(await stage.server.waitFor(email)).toHaveLength(1);
  });

  it('whose link has expired is not sent, and is forgotten', async () => {
    const [owner, email] = [await join(stage.app, 'owner', stage.account), address()];
    await invite(owner, email);
    await stage.app.database.query('UPDATE mails SET expires_at = now()');
    stage.work();
    await stage.app.sweep();
    expect(await stage.waiting()).toBe(0);
    expect(stage.server.received.filter(({ to }) => to.includes(email))).toEqual([]);
  });
});
