import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { moveClock } from '../../support/clocks/database-clock.ts';
import { IMPATIENT, QUICK } from '../../support/webhooks/delivery-worker.ts';
import { announce, download, openFile, sha256, share } from '../../support/files/file-transfers.ts';
import { hang, inSequence, status } from '../../support/webhooks/receiver.ts';
import { rowsIn } from '../../support/rows/rows.ts';
import { send } from '../../support/network/send.ts';
import { useWebhooks, WAIT } from '../../support/webhooks/stage.ts';

const HOUR = 3_600_000;
const SECOND = 1_000;

/** A row of this column is looked at when its time comes, and that is at most so many milliseconds ahead. */
const WAITS: Record<string, number> = {
  'blobs.doomed_at': 2 * HOUR,
  'downloads.expires_at': 600 * SECOND,
  'downloads.granted_at': 600 * SECOND,
  'files.upload_until': HOUR,
  'transfers.awaiting_until': HOUR,
  'webhook_deliveries.lease_until': 45 * SECOND,
  'webhook_endpoints.trial_until': 45 * SECOND,
};

/** Behaviour of the other times when the clock goes back. */
const OTHERS: Record<string, string> = {
  'accounts.created_at': 'a record',
  'key_usage.hour': 'a record',
  'quota_uploads.day': 'another day than the present one counts nothing (quotas.test.ts)',
  'api_key_secrets.created_at': 'a record',
  'api_key_secrets.expires_at': 'a moment that was promised: the secret works until then',
  'api_keys.created_at': 'a record',
  'api_keys.expires_at': 'a moment that was promised: the key works until then',
  'api_keys.last_used_at': 'overwritten by the next use (below)',
  'api_keys.revoked_at': 'a record: revoked is revoked',
  'attempts.busy_until': 'a tier starts anew when it lies further ahead than any (attempts.test.ts)',
  'attempts.recent': 'does not count in the future (attempts.test.ts)',
  'audit_entries.at': 'a record',
  'backup_schedule.failed_at': 'a record',
  'backup_schedule.first_started_at': 'a record',
  'backup_schedule.running_until': 'over when it lies further ahead than any (backup-schedule.test.ts)',
  'backup_schedule.started_at': 'due when it lies in the future (backup-schedule.test.ts)',
  'backup_schedule.succeeded_at': 'compared with started_at alone',
  'blobs.created_at': 'a record',
  'downloads.finishing_until': 'a claim that lies further ahead does not hold (below)',
  'drop_items.created_at': 'a record',
  'drops.created_at': 'a record',
  'ended_items.created_at': 'a record',
  'ended_items.ended_at': 'a record, kept for 30 days and the difference',
  'ended_items.expires_at': 'a record',
  'ended_items.first_viewed_at': 'a record',
  'ended_items.last_viewed_at': 'a record',
  'events.created_at': 'a record, kept for 30 days and the difference',
  'files.completed_at': 'a record',
  'files.created_at': 'a record',
  'idempotency_keys.created_at': 'replayed for 24 hours and the difference (below)',
  'key_settlements.created_at': 'a record',
  'key_settlements.due_at': 'due when it lies further ahead than any (settlements.test.ts)',
  'keyring_checks.created_at': 'a record',
  'keyring_checks.emptied_at': 'compared with sealing_at alone: at worst the next start looks again',
  'keyring_checks.sealing_at': 'compared with emptied_at alone',
  'mails.created_at': 'a record',
  'mails.due_at': 'due when it lies further ahead than any pause (mail.test.ts)',
  'mails.expires_at': 'a moment that was promised',
  'notice_links.created_at': 'a record, kept for 90 days and the difference',
  'notice_progress.read_until': 'does not count in the future (notices.test.ts)',
  'notice_settings.arrived_since': 'a record',
  'notice_settings.counted_from': 'counts anew when it lies in the future',
  'notice_settings.expired_since': 'a record',
  'notice_settings.finished_since': 'a record',
  'notice_settings.opened_since': 'a record: openings before it are not told',
  'notices.due_at': 'due when it lies further ahead than any pause (notices.test.ts)',
  'notices.happened_at': 'a record, kept for a day and the difference',
  'notices.item_created_at': 'a record',
  'oidc_sign_ins.created_at': 'over in the future: the person tries again',
  'one_time_links.created_at': 'a record',
  'one_time_links.expires_at': 'a moment that was promised',
  'passkey_challenges.created_at': 'over in the future: the person tries again',
  'passkeys.created_at': 'a record',
  'passkeys.last_used_at': 'overwritten by the next use',
  'rate_limits.at': 'does not count in the future (rate-limit.test.ts)',
  'rate_limits.decided': 'forgotten in the future',
  'rate_limits.oldest': 'taken from what counts',
  'readings.kept_until': 'over when it lies further ahead than any (reader-keys.test.ts)',
  'requests.closed_at': 'a moment that was promised: files are kept until 7 days after',
  'requests.created_at': 'a record',
  'requests.expires_at': 'a moment that was promised',
  'room_messages.created_at': 'a record; the order is that of seq',
  'rooms.created_at': 'a record',
  'rooms.expires_at': 'a moment that was promised',
  'secrets.created_at': 'a record',
  'secrets.ended_at': 'a record, kept for 30 days and the difference',
  'secrets.expires_at': 'a moment that was promised',
  'secrets.read_until': 'over when it lies further ahead than any (reader-keys.test.ts)',
  'server_processes.seen_at':
    'overwritten by the next note; a dead process counts for 2 minutes and the difference',
  'sessions.present_until': 'a participant counts as present for at most 45 seconds',
  'sessions.expires_at': 'a session that ends further ahead than any is forgotten by the clean-up',
  'transfers.created_at': 'a record',
  'transfers.ended_at': 'a record, kept for 30 days and the difference',
  'transfers.expires_at': 'a moment that was promised',
  'transfers.first_viewed_at': 'a record',
  'transfers.last_viewed_at': 'a record',
  'transfers.read_until': 'over when it lies further ahead than any (reader-keys.test.ts)',
  'user_identities.created_at': 'a record',
  'user_sessions.confirmed_at': 'does not count in the future (sign-in.test.ts)',
  'user_sessions.created_at': 'over in the future: the person signs in again (sign-in.test.ts)',
  'user_sessions.expires_at': 'see created_at',
  'user_sessions.seen_at': 'overwritten by the next use',
  'users.created_at': 'a record',
  'webhook_attempts.started_at': 'a record',
  'webhook_deliveries.attempt_times': 'a record; a wait that began in the future is over (below)',
  'webhook_deliveries.created_at': 'a record, kept for 30 days and the difference',
  'webhook_deliveries.next_attempt_at': 'due, if its wait began in the future (below)',
  'webhook_endpoints.created_at': 'a record',
  'webhook_endpoints.failing_since': 'brought back by the next failure',
  'webhook_endpoints.hung_at': 'ends the pause in the future, and is set anew by the next (below)',
  'webhook_endpoints.paused_until': 'ends when hung_at lies in the future',
  'webhook_endpoints.rotation_ends_at': 'a moment that was promised',
  'webhook_endpoints.rotation_started_at': 'a record',
  'webhook_endpoints.skipped_from': 'a record',
  'webhook_endpoints.skipped_until': 'a record',
  'wipes.created_at': 'an order',
};

const stage = useWebhooks();
const query = <Row extends object>(sql: string, values?: unknown[]) =>
  stage.app.database.query<Row>(sql, values);
const setBack = (ms: number): Promise<void> => moveClock(stage.app.database, -ms);

it('every time in the database is a record, a moment that was promised, or waited for within limits', async () => {
  const columns = await query<{ name: string }>(
    `SELECT c.table_name || '.' || c.column_name AS name
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND c.table_name NOT LIKE 'knex%'
       AND (c.udt_name IN ('timestamptz', '_timestamptz', 'timestamp', 'date')
         OR c.table_name = 'rate_limits' AND c.udt_name IN ('int8', '_int8'))`,
  );
  expect(columns.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(WAITS), ...Object.keys(OTHERS)].sort(),
  );
});

describe('when the clock of the database is set back, by hours', () => {
  it('nothing waits for longer than it does otherwise', async () => {
    const { app } = stage;
    const rows = rowsIn(app.database);
    await rows.insert('blobs', { id: 'doomed', storage: 's3', doomed_at: '2 hours' });
    await announce(app);
    const { id } = await share(app, Buffer.from('x'), { oneTime: true });
    await openFile(app, id);
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const endpoint = await owner.register(receiver);
    await owner.transfer();
    const lease = `now() + interval '45 seconds'`;
    await query(`UPDATE webhook_deliveries SET lease_until = ${lease} WHERE endpoint_id = $1`, [endpoint.id]);
    await query(`UPDATE webhook_endpoints SET trial_until = ${lease} WHERE id = $1`, [endpoint.id]);
    await setBack(12 * HOUR);
    await app.sweep();
    for (const [column, ms] of Object.entries(WAITS)) {
      const [table, name] = column.split('.') as [string, string];
      const [found] = await query(
        `SELECT count(${name}) > 0 AS some, count(*) FILTER (WHERE ${name} > now() + $1::float8 * interval '1 millisecond')::int AS late
         FROM ${table}`,
        [ms],
      );
      expect([column, found]).toEqual([column, { some: true, late: 0 }]);
    }
    await query('DELETE FROM webhook_endpoints');
  });

  it('a file is finished though a response that is gone was finishing it', async () => {
    const { app } = stage;
    const { id } = await share(app, Buffer.from('x'), { oneTime: true });
    const downloadUrl = await openFile(app, id);
    await query(`UPDATE downloads SET finisher = $1, finishing_until = now() + interval '10 seconds'`, [
      randomUUID(),
    ]);
    await setBack(HOUR);
    expect(await download(downloadUrl)).toBe(sha256(Buffer.from('x')));
  });

  it('a file that was opened once for all is wiped, though nobody fetches it', async () => {
    const { app } = stage;
    const { id } = await share(app, Buffer.from('x'), { oneTime: true });
    const downloadUrl = await openFile(app, id);
    await setBack(HOUR);
    await app.sweep();
    await moveClock(app.database, 600 * SECOND);
    await app.sweep();
    expect(await download(downloadUrl)).toBe(404);
    expect(await query('SELECT FROM files WHERE transfer_id = $1', [id])).toEqual([]);
  });

  it('an event is sent that a dead worker had taken, and its endpoint is tried', async () => {
    const [owner, receiver] = [await stage.owner(), await stage.receiver()];
    const { id } = await owner.register(receiver);
    await owner.transfer();
    const lease = `now() + interval '45 seconds'`;
    await query(`UPDATE webhook_deliveries SET lease = 7, lease_until = ${lease} WHERE endpoint_id = $1`, [
      id,
    ]);
    await query(`UPDATE webhook_endpoints SET trial_until = ${lease} WHERE id = $1`, [id]);
    await setBack(HOUR);
    await stage.app.sweep();
    await moveClock(stage.app.database, 46 * SECOND);
    stage.worker();
    expect((await owner.ended(id))[0].state).toBe('delivered');
  });

  it('what is to be tried again is, once, and then by the schedule', async () => {
    const owner = await stage.owner();
    const receiver = await stage.receiver(status(500));
    const { id } = await owner.register(receiver);
    await owner.transfer();
    const worker = stage.worker({ ...QUICK, gaps: [HOUR, HOUR] });
    await vi.waitFor(async () => expect((await owner.deliveries(id))[0]?.attempts).toHaveLength(1), WAIT);
    await worker.stop();
    await setBack(HOUR);
    await stage.app.sweep();
    stage.worker({ ...QUICK, gaps: [HOUR, HOUR] });
    await vi.waitFor(async () => expect((await owner.deliveries(id))[0]?.attempts).toHaveLength(2), WAIT);
    await stage.app.sweep();
    const due = 'SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND next_attempt_at <= now()';
    expect(await query(due, [id])).toEqual([]);
    expect(receiver.received).toHaveLength(2);
  });

  it('what is on its way is not sent by two workers at once', async () => {
    const owner = await stage.owner();
    let respondNow = (): void => undefined;
    const receiver = await stage.receiver((response) => (respondNow = () => void response.end()));
    const { id } = await owner.register(receiver);
    await owner.transfer();
    stage.worker();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT);
    await setBack(HOUR);
    await stage.app.sweep();
    const taken = `SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND lease_until > now()`;
    expect(await query(taken, [id])).toHaveLength(1);
    respondNow();
    expect((await owner.ended(id))[0]).toMatchObject({ state: 'delivered', attempts: { length: 1 } });
  });

  it('an endpoint that hangs is left alone again', async () => {
    const owner = await stage.owner();
    const receiver = await stage.receiver(inSequence(hang, hang, status(200)));
    const { id } = await owner.register(receiver);
    await owner.transfer();
    const pauses = [HOUR];
    const first = stage.worker({ ...IMPATIENT, pauses, gaps: [0, 0] });
    const hangs = async (): Promise<number> =>
      (await query<{ hangs: number }>('SELECT hangs FROM webhook_endpoints WHERE id = $1', [id]))[0]!.hangs;
    await expect.poll(hangs, WAIT).toBe(1);
    await first.stop();
    await setBack(12 * HOUR);
    await stage.app.sweep();
    const second = stage.worker({ ...IMPATIENT, pauses, gaps: [0, 0] });
    await expect.poll(hangs, WAIT).toBe(2);
    await second.stop();
    const paused = `SELECT FROM webhook_endpoints
      WHERE id = $1 AND hung_at <= now() AND paused_until BETWEEN now() AND now() + interval '90 minutes'`;
    expect(await query(paused, [id])).toHaveLength(1);
  });

  it('a key is seen to be used', async () => {
    const { app } = stage;
    const used = () => query('SELECT FROM api_keys WHERE last_used_at <= now() AND id = $1', [owner.keyId]);
    const owner = await stage.owner();
    await owner.call('GET /key');
    await expect.poll(used, WAIT).toHaveLength(1);
    await setBack(HOUR);
    expect(await used()).toEqual([]);
    await send(app.baseUrl, 'GET /key', { key: app.apiKey });
    await owner.call('GET /key');
    await expect.poll(used, WAIT).toHaveLength(1);
  });

  it('a create that is repeated with its Idempotency-Key is still known', async () => {
    const owner = await stage.owner();
    const create = () =>
      owner.call('POST /secrets', { json: { secret: 'x' }, headers: { 'idempotency-key': 'known' } });
    const made = await create();
    await setBack(HOUR);
    await stage.app.sweep();
    const again = await create();
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
      201,
      made.text,
      'true',
    ]);
  });
});
