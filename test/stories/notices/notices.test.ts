import { describe, expect, it, onTestFinished } from 'vitest';
import { moveClock } from '../../support/clocks/database-clock.ts';
import { statementsOf } from '../../support/database/sent-statements.ts';
import { put } from '../../support/files/uploads.ts';
import { headerOf, partOf, tokenIn } from '../../support/mail/mail-server.ts';
import { ALL, MINUTE, NoticeStage, stopUrlOf, subjectsOf } from '../../support/mail/notice-stage.ts';
import { join } from '../../support/panel/person.ts';
import { startChild } from '../../support/server/child.ts';

const stage = new NoticeStage();

it('keeps nobody from leaving something whose owner is removed at that moment', async () => {
  const ada = await stage.sender();
  const inbox = await stage.inbox(ada);
  const client = await stage.app.database.connect();
  onTestFinished(() => client.end());
  await client.query('BEGIN');
  await client.query('DELETE FROM users WHERE email = $1', [ada.email]);
  const left = stage.leave(inbox);
  await stage.app.database.untilLocked();
  await client.query('COMMIT');
  // Anything but a success throws.
  await left;
});

describe('a notice of an opening', () => {
  it('is sent once, for the first opening, without content, label, id or a link to the item', async () => {
    const ada = await stage.sender();
    const [once, often] = [await stage.secret(ada), await stage.text(ada)];
    await stage.reveal(once);
    for (let i = 0; i < 3; i += 1) await stage.open(often);
    const mails = await stage.settle(ada);
    expect(subjectsOf(mails)).toEqual(['Opened: Secret', 'Opened: Text']);
    await stage.open(often);
    expect(await stage.settle(ada)).toHaveLength(2);
    for (const mail of mails) {
      for (const part of [partOf(mail, 'text/plain'), partOf(mail, 'text/html')]) {
        expect(part).toMatch(/was opened for the first time on \w+ \d+, \d{4} at \d+:\d\d [AP]M UTC/);
        for (const told of ['treasure', 'for Bob', once, often]) expect(part).not.toContain(told);
        const links = [...part.matchAll(/https?:\/\/[^\s"<)]+/g)].map(([link]) => link);
        expect(new Set(links)).toEqual(new Set([stage.app.url, stopUrlOf(mail)]));
      }
    }
  });

  it('tells nothing of before it was turned on, or of a kind that is off', async () => {
    const ada = await stage.sender({ expired: true });
    await stage.reveal(await stage.secret(ada));
    await ada.call('updateNotices', { body: { opened: true } });
    await stage.reveal(await stage.secret(ada));
    await ada.call('updateNotices', { body: { arrived: true } });
    await stage.leave(await stage.inbox(ada));
    await ada.call('updateNotices', { body: { arrived: false } });
    expect(subjectsOf(await stage.settle(ada))).toEqual(['Opened: Secret']);
  });

  it('is sent though the clock of the database was set back', async () => {
    const ada = await stage.sender();
    await stage.app.sweep();
    await stage.leave(await stage.inbox(ada));
    for (const later of [
      'notice_progress SET read_until = ',
      `notice_settings SET counted_from = now() + interval '2 days', opened_since = `,
      'notices SET due_at = ',
    ])
      await stage.app.database.query(`UPDATE ${later} now() + interval '2 days'`);
    await stage.reveal(await stage.secret(ada));
    expect(subjectsOf(await stage.settle(ada))).toEqual(['New in your inbox', 'Opened: Secret']);
  });

  it('costs an opening no statement, whatever the mail server does', async () => {
    const ada = await stage.sender();
    const [id, other] = [await stage.secret(ada), await stage.text(ada)];
    const sent = await statementsOf(async () => {
      await stage.reveal(id);
      await stage.open(other);
    });
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter(({ text: sql }) => /notice|INTO mails/.test(sql))).toEqual([]);
    expect(await stage.settle(ada)).toHaveLength(2);
  });
});

describe('other notices', () => {
  it('tell what expired unread, once the sweep has ended it, and not what was used', async () => {
    const ada = await stage.sender();
    const ended = { expiration: '1h' };
    await stage.secret(ada, ended);
    await stage.text(ada, ended);
    await stage.create(ada, 'POST /debug-share', { logs: 'x', expiration: '1h' });
    await stage.create(ada, 'POST /requests', { title: 'Papers', expiration: '1h' });
    const read = await stage.text(ada, ended);
    await stage.open(read);
    await stage.reveal(await stage.secret(ada, ended));
    expect(await stage.settle(ada)).toHaveLength(2);
    await moveClock(stage.app.database, 61 * MINUTE);
    expect(subjectsOf(await stage.settle(ada))).toEqual([
      ...['Expired unread: Debug share', 'Expired unread: File request', 'Expired unread: Secret'],
      ...['Expired unread: Text', 'Opened: Secret', 'Opened: Text'],
    ]);
  });

  it('tell of a finished request', async () => {
    const ada = await stage.sender();
    const { requestId, pin } = await stage.create(ada, 'POST /requests', { title: 'Papers' });
    const { files } = await stage.visit(`POST /public/requests/${requestId}/files`, {
      pin,
      files: [{ fileName: 'a.txt', size: 1 }],
    });
    await put(stage.app.baseUrl, files[0].uploadUrl, Buffer.from('x'));
    await stage.visit(`POST /public/requests/${requestId}/finish`, { pin });
    const [mail, ...more] = await stage.settle(ada);
    expect(more).toEqual([]);
    expect(headerOf(mail!, 'Subject')).toBe('Subject: File request finished');
    expect(partOf(mail!, 'text/html')).not.toContain('Papers');
  });

  it('tell of arrivals in an inbox at most once an hour, with their number, however many strangers send', async () => {
    const ada = await stage.sender();
    const id = await stage.inbox(ada);
    const { uploadUrl } = await stage.visit(`POST /public/drops/${id}/items`, {
      file: { fileName: 'a.txt', size: 1 },
    });
    expect(await stage.settle(ada)).toEqual([]);
    await put(stage.app.baseUrl, uploadUrl, Buffer.from('x'));
    const [first] = await stage.settle(ada);
    expect(partOf(first!, 'text/plain')).toContain('New items: 1.');
    for (let i = 0; i < 20; i += 1) await stage.leave(id);
    expect(await stage.settle(ada)).toHaveLength(1);
    await moveClock(stage.app.database, 61 * MINUTE);
    const [, second] = await stage.settle(ada);
    expect(partOf(second!, 'text/plain')).toContain('New items: 20.');
    await moveClock(stage.app.database, 61 * MINUTE);
    expect(await stage.settle(ada)).toHaveLength(2);
  });
});

describe('the address of a notice', () => {
  it('is confirmed by a link that is mailed to it, and nothing is sent before', async () => {
    const ada = await stage.sender(ALL, { confirmed: false });
    const states = async () => (await ada.call('getNotices')).body as object;
    expect(await states()).toEqual({ mail: true, confirmed: false, ...ALL });
    await stage.reveal(await stage.secret(ada));
    expect(await stage.settle(ada)).toEqual([]);
    expect((await ada.call('requestEmailChange', { body: { email: ada.email } })).status).toBe(204);
    const [link] = await stage.settle(ada);
    const token = tokenIn(link!);
    expect((await ada.call('confirmEmail', { body: { token } })).status).toBe(204);
    expect(await states()).toEqual({ mail: true, confirmed: true, ...ALL });
    await stage.reveal(await stage.secret(ada));
    expect(subjectsOf(await stage.settle(ada))).toEqual(['Confirm your e-mail address', 'Opened: Secret']);
  });
});

describe('a waiting mail', () => {
  it('is dropped when its kind is turned off', async () => {
    const ada = await stage.sender();
    expect(await stage.heldUp(ada, () => ada.call('updateNotices', { body: { opened: false } }))).toEqual([]);
  });

  it('is dropped when an administrator removes the member', async () => {
    const [ada, owner] = [await stage.sender(), await join(stage.app, 'owner', stage.account)];
    const { id } = (await ada.session()).user;
    const remove = () => owner.call('removeMember', { params: { id }, query: '?shared=keep' });
    const mails = await stage.heldUp(ada, async () => {
      await stage.leave(await stage.inbox(ada));
      expect((await remove()).status).toBe(204);
    });
    expect(mails).toEqual([]);
  });
});

describe('one click', () => {
  it('stops all notices by a POST of a mail program, and by nothing else', async () => {
    const ada = await stage.sender();
    await stage.reveal(await stage.secret(ada));
    const [mail] = await stage.settle(ada);
    expect(headerOf(mail!, 'List-Unsubscribe-Post')).toBe(
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    );
    const url = stopUrlOf(mail!);
    const { status, headers } = await stage.oneClick(url, 'GET');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const chosen = async () => (await ada.call('getNotices')).body as object;
    expect(await chosen()).toMatchObject(ALL);
    for (let i = 0; i < 2; i += 1) expect((await stage.oneClick(url)).status).toBe(204);
    expect(await chosen()).toEqual({
      ...{ mail: true, confirmed: true },
      ...{ opened: false, expired: false, finished: false, arrived: false },
    });
    await stage.reveal(await stage.secret(ada));
    expect(await stage.settle(ada)).toHaveLength(1);
  });
});

describe('a notice that several processes find', () => {
  it('is sent once', async () => {
    const ada = await stage.sender();
    for (let i = 0; i < 4; i += 1) await stage.reveal(await stage.secret(ada));
    await stage.leave(await stage.inbox(ada));
    await Promise.all(Array.from({ length: 4 }, () => stage.app.sweep()));
    expect(await stage.settle(ada)).toHaveLength(5);
  });

  it('is sent once when the process that takes it is killed', async () => {
    const ada = await stage.sender();
    await stage.reveal(await stage.secret(ada));
    await stage.app.sweep();
    await stage.settle(ada);
    await stage.leave(await stage.inbox(ada));
    const client = await stage.app.database.connect();
    onTestFinished(() => client.end());
    await client.query('BEGIN');
    await client.query('SELECT FROM notice_settings FOR UPDATE');
    const child = await startChild('mail/notices-process.ts', stage.env);
    const blocked = async () =>
      (
        await stage.app.database.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%notice_settings%'`,
        )
      ).length;
    await expect.poll(blocked).toBe(1);
    child.kill();
    await expect.poll(() => child.ended).toBe(true);
    await client.query('ROLLBACK');
    await expect.poll(async () => (await stage.settle(ada)).length).toBe(2);
    expect(await stage.settle(ada)).toHaveLength(2);
  });
});
