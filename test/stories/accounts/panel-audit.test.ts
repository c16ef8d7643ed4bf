import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountSchema } from '@tempshare/contract/account';
import { readConfig } from '../../../server/src/config.ts';
import { createDatabase } from '../../../server/src/deps.ts';
import { exportAudit, toCell } from '../../../server/src/features/accounts/audit-export.ts';
import { AuditLines } from '../../../server/src/features/accounts/audit-lines.ts';
import type { Database } from '../../../server/src/storage/postgres/database.ts';
import { adminOf } from '../../support/server/admin-here.ts';
import { join, newAccount, type Person } from '../../support/panel/person.ts';
import { sharedApp, startApp, type TestApp } from '../../support/server/app.ts';

type Entry = AccountSchema<'AuditEntry'>;

let app: TestApp;
let account: string;
let owner: Person;
beforeAll(async () => {
  app = await sharedApp();
  account = await newAccount(app);
  owner = await join(app, 'owner', account);
});

/** Entries of the account in one transaction, and so of the same millisecond. */
const record = (
  count: number,
  more: { actor?: string; accountId?: string; at?: string; on?: TestApp } = {},
) =>
  (more.on ?? app).database.query(
    `INSERT INTO audit_entries (id, account_id, action, target, details, actor, at)
     SELECT 'aud_' || replace(gen_random_uuid()::text, '-', ''), $1, 'restore', 'x', '{"n": 1}', $2, coalesce($3, date_trunc('milliseconds', now()))
     FROM generate_series(1, $4::int)`,
    [more.accountId ?? account, more.actor ?? 'Ada', more.at ?? null, count],
  );

/** The log by its pages. */
async function list(query: Record<string, string> = {}, person = owner): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const parts = Object.entries({ ...query, ...(cursor && { cursor }) });
    const search = parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
    const { status, body } = await person.call('listAuditEntries', { query: `?${search}` });
    if (status !== 200) throw new Error(`${status} ${body.code}`);
    found.push(...(body.entries as Entry[]));
    cursor = body.nextCursor as string | null;
  }
  return found;
}

/** Rows of a CSV file as RFC 4180 defines them. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? bare!);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const exported = (body: object, person = owner) => person.call('exportAuditEntries', { body });

describe('the audit log', () => {
  it('is filtered by person, action, id and time, and a cursor serves its own filter only', async () => {
    const admin = await join(app, 'admin', account);
    const { user } = await admin.session();
    const { body: made } = await admin.call('createKey', {
      body: { name: 'x', environment: 'test', scopes: ['transfer:read'], expiresAt: null },
    });
    await record(60, { actor: 'Émile O’Neil', at: '2020-05-01T00:00:00Z' });
    const names = async (query: Record<string, string>) => (await list(query)).map(({ action }) => action);
    expect(await names({ actor: user.id })).toEqual(['keys create', 'join']);
    expect(await names({ actor: 'a ADMIN' })).toEqual(['keys create', 'join']);
    expect(await names({ id: made.key.id })).toEqual(['keys create']);
    expect(await names({ action: 'keys create' })).toEqual(['keys create']);
    expect(await names({ actor: '100%' })).toEqual([]);
    const may = { from: '2020-05-01T00:00:00.000Z', until: '2020-05-02T00:00:00.000Z' };
    expect(await list({ actor: 'Émile o', ...may })).toHaveLength(60);
    expect(await list({ ...may, until: may.from })).toEqual([]);
    const [entry] = await list({ action: 'keys create' });
    expect(await names({ id: entry!.requestId! })).toEqual(['keys create']);
    expect(await names({ id: entry!.id })).toEqual(['keys create']);
    const { body: page } = await owner.call('listAuditEntries', { query: '?action=restore&limit=1' });
    await expect(list({ cursor: page.nextCursor as string })).rejects.toThrow('400 validation_failed');
    await expect(list({ action: 'no action' })).rejects.toThrow('400 validation_failed');
  });

  it('has each entry on one page, however many are of the same moment', async () => {
    const other = await newAccount(app);
    const auditor = await join(app, 'auditor', other);
    await app.database.query(
      `INSERT INTO audit_entries (id, account_id, action, target, details, actor)
       SELECT 'aud_' || replace(gen_random_uuid()::text, '-', ''), $1, 'restore', 'x', '{}', 'Ada' FROM generate_series(1, 120)`,
      [other],
    );
    const ids = (await list({ action: 'restore' }, auditor)).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
  });
});

describe('an export', () => {
  it('has every entry once, as CSV that no spreadsheet runs, under a name with team and period', async () => {
    const team = await newAccount(app);
    await app.database.query('UPDATE accounts SET name = $2 WHERE id = $1', [team, 'Zoë & Söhne']);
    const auditor = await join(app, 'auditor', team);
    await record(1_200, { accountId: team, actor: '=HYPERLINK("https://evil", "a")' });
    const filter = { from: '2026-01-01T00:00:00.000Z', until: '2100-01-01T00:00:00.000Z' };
    const { status, headers, text } = await exported({ format: 'csv', ...filter }, auditor);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toBe(
      'attachment; filename=audit-log-zoe-sohne-2026-01-01-to-2100-01-01.csv',
    );
    expect(text.startsWith('\uFEFFid,at,actor,')).toBe(true);
    const [head, ...rows] = parseCsv(text.slice(1));
    const listed = await list({}, auditor);
    expect(rows.map(([id]) => id)).toEqual(listed.map(({ id }) => id));
    expect(listed[0]).toMatchObject({ action: 'export audit log', details: { format: 'csv', ...filter } });
    const row = Object.fromEntries(head!.map((name, column) => [name, rows[1]![column]]));
    expect(row).toMatchObject({
      actor: `'=HYPERLINK("https://evil", "a")`,
      details: '{"n":1}',
      requestId: '',
    });
  });

  it('is one JSON array as well, and empty when nothing matches', async () => {
    const { body, headers } = await exported({ format: 'json', action: 'join' });
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(body).toEqual(await list({ action: 'join' }));
    expect((await exported({ format: 'json', id: 'nothing' })).body).toEqual([]);
    expect(parseCsv((await exported({ format: 'csv', id: 'nothing' })).text)).toHaveLength(1);
  });

  it('of another account has nothing of this one, and what operators did is in that of the first', async () => {
    const other = await join(app, 'owner', await newAccount(app));
    const actions = ((await exported({ format: 'json' }, other)).body as Entry[]).map(({ action }) => action);
    expect(actions).toEqual(['export audit log', 'join']);
    await adminOf(app.database)('keys', 'create', '--name', 'x', '--scopes', 'all');
    const first = await join(app, 'owner');
    const { body } = await exported({ format: 'json', action: 'keys create' }, first);
    expect((body as Entry[])[0]).toMatchObject({ action: 'keys create', actorId: null });
  });

  it.each(['=1', '+1', '-1', '@a', '\ta', '\ra', '\na'])('makes %j text', (cell) => {
    expect(parseCsv(`${toCell(cell)}\r\n`)).toEqual([[`'${cell}`]]);
  });

  it('reads a batch when the one before was taken, and ends the connection when one cannot be read', async () => {
    let reads = 0;
    const isRead = (sql: unknown) => typeof sql === 'string' && /UNION ALL .*audit_entries/s.test(sql);
    const fails = await startApp({}, undefined, {
      through: (database) =>
        new Proxy(database, {
          get(target, name) {
            const own = Reflect.get(target, name) as unknown;
            if (typeof own !== 'function') return own;
            return (...args: unknown[]) => {
              if (name === 'query' && isRead(args[0]) && ++reads % 2 === 0) throw new Error('cut');
              return (own as (...all: unknown[]) => unknown).apply(target, args);
            };
          },
        }),
    });
    try {
      const one = await join(fails, 'owner', await newAccount(fails));
      await record(1_200, { accountId: (await one.session()).account.id, on: fails });
      const response = await fetch(`${fails.url}/api/account/audit-log/export`, {
        method: 'POST',
        headers: { cookie: one.cookie!, origin: fails.url, 'content-type': 'application/json' },
        body: JSON.stringify({ format: 'json' }),
      });
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
    } finally {
      await fails.close();
    }

    const counting = {
      query: async () => {
        reads += 1;
        return Array.from({ length: 500 }, (_, n) => ({ id: `aud_${n}`, at: new Date(0), details: {} }));
      },
    } as unknown as Database;
    reads = 0;
    const { stream } = exportAudit(counting, {
      ...{ filter: { accountId: account }, format: 'csv', accountName: '東京', now: new Date() },
    } as never);
    const pieces = stream[Symbol.asyncIterator]();
    await pieces.next();
    expect(reads).toBe(1);
    await pieces.next();
    expect(reads).toBe(2);
  });
});

describe('lines of the audit log', () => {
  const written: { audit: Entry }[] = [];
  const lines = (database: Database, level = 'silent') =>
    new AuditLines(
      database,
      pino({ level }, { write: (line: string) => void written.push(JSON.parse(line) as { audit: Entry }) }),
    );

  it('have each entry once, of which two servers write, and never one that was rolled back', async () => {
    const pool = () => createDatabase(readConfig({ NODE_ENV: 'test' }), app.database.connection);
    const [one, two] = [pool(), pool()];
    try {
      await lines(one).flush();
      written.length = 0;
      await record(1_300);
      await one
        .transaction(async (trx) => {
          await trx.query(
            `INSERT INTO audit_entries (id, action, target, details, actor) VALUES ('aud_never', 'restore', 'x', '{}', 'x')`,
          );
          throw new Error('rolled back');
        })
        .catch(() => undefined);
      await adminOf(app.database)('keys', 'create', '--name', 'x', '--scopes', 'all');
      await Promise.all([lines(one).flush(), lines(two).flush()]);
      await lines(one).flush();
    } finally {
      await one.close();
      await two.close();
    }
    const ids = written.map(({ audit }) => audit.id);
    expect([ids.length, new Set(ids).size]).toEqual([1_301, 1_301]);
    expect(ids).not.toContain('aud_never');
    expect(written.find(({ audit }) => audit.action === 'keys create')).toMatchObject({
      ...{ level: 30, msg: 'audit log' },
      audit: {
        accountId: null,
        actorId: null,
        target: expect.stringMatching(/^key_/),
        details: { name: 'x' },
      },
    });
  });
});
