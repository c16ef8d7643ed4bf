import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';
import { statementsOf } from '../../support/database/sent-statements.ts';
import { headerOf, partOf, tokenIn } from '../../support/mail/mail-server.ts';
import {
  address,
  fromNetwork,
  invite,
  MailStage,
  NEW_PASSWORD,
  summary,
} from '../../support/mail/mail-stage.ts';
import { join, newAccount, PASSWORD, Person } from '../../support/panel/person.ts';
import { sharedApp } from '../../support/server/app.ts';

const stage = new MailStage();

describe('an invitation', () => {
  it('is mailed as text and HTML in the language of the inviter, and lets the recipient join', async () => {
    stage.work();
    const [owner, email] = [await join(stage.app, 'owner', stage.account), address()];
    const { body } = await invite(owner, email, { 'accept-language': 'de-AT,de;q=0.9' });
    expect(body.mailed).toBe(true);
    const [mail] = await stage.server.waitFor(email);
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
    const reply = await new Person(stage.app.url).call('acceptInvitation', { body: joining });
    expect(reply.status).toBe(201);
    expect(stage.logged.join('')).not.toContain(email);
  });

  it('for nobody in particular is not mailed', async () => {
    const owner = await join(stage.app, 'owner', stage.account);
    const { body } = await owner.call('createInvitation', { body: { role: 'member' } });
    expect(body.mailed).toBe(false);
  });

  it('that was cancelled before it was sent is not sent', async () => {
    const [owner, email] = [await join(stage.app, 'owner', stage.account), address()];
    const { body } = await invite(owner, email);
    expect(await stage.waiting()).toBe(1);
    await owner.call('cancelInvitation', { params: { id: body.invitation.id } });
    expect(await stage.waiting()).toBe(0);
  });

  it('waits under seal: the database has neither the address nor the token of its mail', async () => {
    const [owner, email] = [await join(stage.app, 'owner', stage.account), address()];
    const { body } = await invite(owner, email);
    const [row] = await stage.app.database.query<{ row: string; content: Buffer }>(
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
    stage.work();
    const hostile = 'x\r\nBcc: victim@example.com\r\n\r\n<img src=//evil.example>\u202e\u2028';
    const team = await newAccount(stage.app);
    await stage.app.database.query('UPDATE accounts SET name = $1 WHERE id = $2', [hostile, team]);
    const [owner, email] = [await join(stage.app, 'owner', team), address()];
    await stage.app.database.query('UPDATE users SET name = $1 WHERE email = $2', [hostile, owner.email]);
    await invite(owner, email);
    const [mail] = await stage.server.waitFor(email);
    expect(mail!.to).toEqual([email]);
    const [head] = mail!.raw.toString('latin1').split('\r\n\r\n', 1) as [string];
    expect(head).not.toMatch(/^bcc:/im);
    expect(head).not.toMatch(/[^\r]\n|\0/);
    expect(partOf(mail!, 'text/html')).toContain('&lt;img');
    expect(partOf(mail!, 'text/html')).not.toMatch(/<img|\u202e/);
    expect(stage.server.received.filter(({ to }) => to.includes('victim@example.com'))).toEqual([]);
  });
});

it('U+0000 and line breaks in a value end neither a header nor a line', async () => {
  const { queue } = stage.work();
  const database = openDatabase({ connection: { connectionString: stage.env.DATABASE_URL! }, poolSize: 2 });
  onTestFinished(() => database.close());
  const to = address();
  const values = { name: 'Eve\0\nBcc: a@example.com', team: 'x\r\n.\r\nQUIT' };
  await queue.enqueue(database, { kind: 'invitation', to, locale: 'xx', values, url: 'https://a.example/' });
  const [mail] = await stage.server.waitFor(to);
  expect(mail!.raw.includes(0)).toBe(false);
  expect(headerOf(mail!, 'Subject')).toBe('Subject: Eve Bcc: a@example.com invited you to join x . QUIT');
  expect(headerOf(mail!, 'Bcc')).toBeUndefined();
});

describe('a forgotten password', () => {
  it('is replaced by a mailed link, which ends sessions and is told by another mail', async () => {
    stage.work();
    const person = await join(stage.app, 'member', stage.account);
    await person.call('updateUser', { body: { locale: 'fr' } });
    expect((await stage.forget(person.email.toUpperCase())).status).toBe(204);
    const [mail] = await stage.server.waitFor(person.email);
    expect(partOf(mail!, 'text/plain')).toContain('nouveau mot de passe');
    expect(partOf(mail!, 'text/plain')).toMatch(/\/reset-password#token=\w{43}\r?\n/);
    const body = { token: tokenIn(mail!), password: NEW_PASSWORD };
    expect((await new Person(stage.app.url).call('resetPassword', { body })).status).toBe(201);
    expect((await person.call('getSession')).status).toBe(401);
    const [, notice] = await stage.server.waitFor(person.email, 2);
    expect(partOf(notice!, 'text/plain')).toContain('a été changé');
    expect(summary(await new Person(stage.app.url).call('resetPassword', { body }))).toEqual([
      404,
      'invalid_link',
    ]);
  });

  it('of an unknown address is answered by the same statements and the same response, and mails nobody', async () => {
    const { email } = await join(stage.app, 'member', stage.account);
    const replies: object[] = [];
    const ask = async (to: string) => {
      const sent = await statementsOf(async () => {
        const { status, text, headers } = await stage.forget(to);
        replies.push({ status, text, names: Object.keys(headers).toSorted() });
      });
      return sent.map(({ text }) => text).filter((text) => !/rate_limits|user_sessions/.test(text));
    };
    const unknown = address();
    expect(await ask(unknown)).toEqual(await ask(email));
    expect(replies[0]).toEqual(replies[1]);
    stage.work();
    await stage.server.waitFor(email);
    await stage.nothingWaits();
    expect(stage.server.received.filter(({ to }) => to.includes(unknown))).toEqual([]);
  });

  it.each(['known', 'unknown'])(
    'is limited by address and network, also beyond a sweep, where the address is %s',
    async (which) => {
      const email = which === 'known' ? (await join(stage.app, 'member', stage.account)).email : address();
      const replies = [];
      for (let i = 0; i < 5; i += 1) replies.push(summary(await stage.forget(email, fromNetwork(1))));
      await stage.app.sweep();
      replies.push(summary(await stage.forget(email, fromNetwork(1))));
      expect(replies).toEqual([...Array<unknown>(5).fill([204, undefined]), [429, 'rate_limited']]);
      expect((await stage.forget(email, fromNetwork(2))).status).toBe(204);
      await stage.app.database.query('DELETE FROM mails');
    },
  );

  it('that a hundred networks ask for brings three mails, with two workers', async () => {
    const { email } = await join(stage.app, 'member', stage.account);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) => stage.forget(email, fromNetwork(n))),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
    stage.work();
    stage.work();
    await stage.nothingWaits();
    expect(await stage.server.waitFor(email, 3)).toHaveLength(3);
    expect(new Set(stage.server.received.filter(({ to }) => to.includes(email)).map(tokenIn)).size).toBe(3);
  });

  it('of somebody who has none, and signs in at a provider, brings no mail', async () => {
    const { email } = await join(stage.app, 'member', stage.account);
    await stage.app.database.query('UPDATE users SET password_hash = NULL WHERE email = $1', [email]);
    await stage.forget(email);
    stage.work();
    await stage.nothingWaits();
    expect(stage.server.received.filter(({ to }) => to.includes(email))).toEqual([]);
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
