import { accountLimits } from '@tempshare/contract/account';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../../server/src/crypto/tokens.ts';
import { moveClock } from '../../support/clocks/database-clock.ts';
import { headerOf, partOf, tokenIn } from '../../support/mail/mail-server.ts';
import {
  ALL,
  MINUTE,
  NoticeStage,
  stopUrlOf,
  subjectsOf,
  type Sender,
} from '../../support/mail/notice-stage.ts';
import { join, type Person } from '../../support/panel/person.ts';
import { startApp } from '../../support/server/app.ts';

const stage = new NoticeStage();

describe('a notice of an opening', () => {
  it('is in the language of the person', async () => {
    const ada = await stage.sender();
    await ada.call('updateUser', { body: { locale: 'de' } });
    await stage.reveal(await stage.secret(ada));
    const [mail] = await stage.settle(ada);
    expect(partOf(mail!, 'text/plain')).toContain('zum ersten Mal geöffnet');
    expect(headerOf(mail!, 'Content-Language')).toMatch(/de/);
  });

  it('goes to the person whose key made the item', async () => {
    const ada = await stage.sender();
    const body = { name: 'ci', environment: 'live', scopes: ['secret:create'], expiresAt: null };
    const { apiKey } = (await ada.call('createKey', { body })).body as { apiKey: string };
    await stage.reveal(await stage.secret(Object.assign(Object.create(ada) as Sender, { apiKey })));
    expect(subjectsOf(await stage.settle(ada))).toEqual(['Opened: Secret']);
  });

  it('is not lost when its transaction ends after a later one was read, and is not sent twice', async () => {
    const ada = await stage.sender();
    await stage.app.database.query(
      `UPDATE notice_settings SET opened_since = now() - interval '1 hour'
       WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
      [ada.email],
    );
    await stage.app.sweep();
    const id = await stage.secret(ada);
    await stage.reveal(id);
    await stage.app.database.query(
      `UPDATE events SET created_at = created_at - interval '2 minutes' WHERE item_id = $1`,
      [id],
    );
    for (let i = 0; i < 2; i += 1) expect(await stage.settle(ada)).toHaveLength(1);
  });
});

describe('other notices', () => {
  it('are bounded for a person and a day: the last one says that more has happened', async () => {
    const ada = await stage.sender();
    for (let i = 0; i < accountLimits.noticesPerDay + 5; i += 1) await stage.reveal(await stage.secret(ada));
    const mails = await stage.settle(ada);
    expect(mails).toHaveLength(accountLimits.noticesPerDay);
    expect(subjectsOf(mails)).toContain('More has happened');
    await moveClock(stage.app.database, 25 * 60 * MINUTE);
    await stage.reveal(await stage.secret(await again(ada)));
    expect(await stage.settle(ada)).toHaveLength(accountLimits.noticesPerDay + 1);
  });

  /** The token of the pages has ended meanwhile. */
  const again = async (person: Sender): Promise<Sender> => {
    const { token } = (await person.call('createPageToken')).body as { token: string };
    return Object.assign(person, { apiKey: token });
  };
});

describe('the address of a notice', () => {
  it('is confirmed by a mailed reset link, and not by one that somebody else made', async () => {
    const reset = async (person: Person, token: string) => {
      const body = { token, password: 'another four unrelated words' };
      expect((await person.call('resetPassword', { body })).status).toBe(201);
      return ((await person.call('getNotices')).body as { confirmed: boolean }).confirmed;
    };
    const ada = await join(stage.app, 'member', stage.account);
    const owner = await join(stage.app, 'owner', stage.account);
    const { id } = (await ada.session()).user;
    const { url } = (await owner.call('createResetLink', { params: { id } })).body as { url: string };
    expect(await reset(ada, /token=(\w+)/.exec(url)![1]!)).toBe(false);
    await ada.call('requestPasswordReset', { body: { email: ada.email } });
    const mails = await stage.settle(ada);
    expect(await reset(ada, tokenIn(mails.at(-1)!))).toBe(true);
  });

  it('is the present one: an address that is not confirmed any more gets nothing', async () => {
    const ada = await stage.sender();
    await stage.reveal(await stage.secret(ada));
    await stage.app.database.query(`UPDATE users SET email = 'new-' || email WHERE email = $1`, [ada.email]);
    expect(await stage.settle({ email: `new-${ada.email}` })).toEqual([]);
    expect(await stage.settle(ada)).toEqual([]);
  });
});

describe('a waiting mail', () => {
  it('is sent when the mail server is back', async () => {
    const ada = await stage.sender();
    expect(subjectsOf(await stage.heldUp(ada, async () => undefined))).toEqual(['Opened: Secret']);
  });
});

describe('one click', () => {
  it('works by the link of an earlier mail, for 90 days, and for this person alone', async () => {
    const [ada, other] = [await stage.sender(), await stage.sender()];
    await stage.reveal(await stage.secret(ada));
    const [first] = await stage.settle(ada);
    await moveClock(stage.app.database, 89 * 24 * 60 * MINUTE);
    await stage.app.sweep();
    expect((await stage.oneClick(stopUrlOf(first!))).status).toBe(204);
    const { rows } = {
      rows: await stage.app.database.query(
        `SELECT opened_since IS NOT NULL AS on FROM notice_settings s JOIN users u ON u.id = s.user_id WHERE email = $1`,
        [other.email],
      ),
    };
    expect(rows).toEqual([{ on: true }]);
    await moveClock(stage.app.database, 2 * 24 * 60 * MINUTE);
    await stage.app.sweep();
    expect((await stage.oneClick(stopUrlOf(first!))).status).toBe(404);
  });

  it('needs the token, of which the database has the hash', async () => {
    const ada = await stage.sender();
    await stage.reveal(await stage.secret(ada));
    const [mail] = await stage.settle(ada);
    const token = new URL(stopUrlOf(mail!)).searchParams.get('token')!;
    const stored = await stage.app.database.query<{ row: string }>(
      'SELECT l::text AS row FROM notice_links l',
    );
    expect(stored.some(({ row }) => row.includes(sha256(token).toString('hex')))).toBe(true);
    expect(stored.some(({ row }) => row.includes(token))).toBe(false);
    expect((await stage.oneClick(`${stage.app.url}/stop-notices?token=${'x'.repeat(43)}`)).status).toBe(404);
    expect((await stage.oneClick(`${stage.app.url}/stop-notices`)).status).toBe(400);
    expect((await ada.call('getNotices')).body).toMatchObject(ALL);
  });
});

it('a server without mail turns nothing on, and its items leave no notices', async () => {
  const quiet = await startApp({ ENCRYPTION_KEYS: stage.env.ENCRYPTION_KEYS! }, stage.app.database);
  onTestFinished(() => quiet.close({ keepDatabase: true }));
  const person = await join(quiet, 'member', stage.account);
  const { status, body } = await person.call('updateNotices', { body: { opened: true } });
  expect([status, body.code]).toEqual([409, 'no_mail']);
  expect((await person.call('getNotices')).body).toMatchObject({ mail: false, opened: false });
});
