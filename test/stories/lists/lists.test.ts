import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../server/src/storage/postgres/database.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { document } from '../../support/contract/schemas.ts';
import { encryptionKey, FEW, fillPlainLists, fillSealedLists } from '../../support/rows/list-rows.ts';
import { listOperations, listPaths } from '../../support/contract/lists.ts';
import { send } from '../../support/network/send.ts';
import { statementsOf, type SentStatement } from '../../support/database/sent-statements.ts';

const COUNTED = (document.components.schemas.Total as { maximum: number }).maximum;
/** More than are counted where nothing is sealed, and more than a few pages of the rest. */
const PLAIN = COUNTED + 500;
const SEALED = 600;
const LIMIT = 50;
/** Lists that hold few, whatever happens. */
const SHORT: Record<string, number> = { 'webhookEndpoints.list': 20 };

let app: TestApp;
let planner: Database;
let paths: Record<string, string>;
/** Ids of the owner of the lists, and of what has some: other servers of this process send statements of their own. */
let ids: ReadonlySet<unknown>;

const call = (line: string, json?: object) => send(app.baseUrl, line, { key: app.apiKey, json });
const idOf = async (line: string, json: object): Promise<any> => (await call(line, json)).body;

beforeAll(async () => {
  const key = encryptionKey();
  app = await startApp({ ENCRYPTION_KEYS: key });
  const { requestId } = await idOf('POST /requests', { title: 'x', expiration: '7d' });
  const { roomId } = await idOf('POST /rooms', { name: 'x' });
  const { dropId } = await idOf('POST /drops', { label: 'x' });
  const endpoints: string[] = [];
  for (let i = 0; i < 20; i++) {
    const url = `https://93.184.215.14/${i}`;
    endpoints.push((await idOf('POST /webhook-endpoints', { url, events: ['request.closed'] })).id);
  }
  const { id: keyId } = (await call('GET /key')).body;
  const owner = { keyId, requestId, roomId, dropId, endpointId: endpoints[0] as string };
  ids = new Set(Object.values(owner));
  const { database } = app;
  const query = <Row extends object>(sql: string, values?: unknown[]) => database.query<Row>(sql, values);
  await fillPlainLists(query, owner, PLAIN);
  await fillSealedLists(query, owner, { encryptionKey: key, count: SEALED });
  await query('VACUUM ANALYZE');
  planner = openDatabase({ connection: app.database.connection, poolSize: 1 });
  paths = listPaths(owner);
}, 120_000);
afterAll(async () => {
  await planner.close();
  await app.close();
});

/** The lookups among what is sent to the database while `work` goes on. */
const lookupsOf = async (work: () => Promise<unknown>): Promise<SentStatement[]> =>
  (await statementsOf(work)).filter(
    ({ text, values = [] }) =>
      /^\s*\(?\s*(SELECT|WITH)\b/.test(text) &&
      !/\b(INSERT|UPDATE|DELETE)\b/.test(text) &&
      (text.includes('set_config') || values.some((value) => ids.has(value))),
  );

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** The steps of these statements that take more rows than there are to be answered or counted. */
const greedySteps = (statements: SentStatement[]): Promise<string[]> =>
  planner.transaction(async (trx) => {
    const greedy: string[] = [];
    for (const { text, values } of statements) {
      if (text.includes('set_config')) {
        await trx.query(text, values);
        continue;
      }
      const most = text.startsWith('SELECT count(*)') ? COUNTED + 1 : LIMIT + 1 + FEW;
      const [explained] = await trx.query<Explained>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      for (const step of stepsOf((explained as Explained)['QUERY PLAN'][0].Plan)) {
        const rows = (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'];
        if (rows > most) greedy.push(`${step['Node Type']} of ${rows} rows in ${text}`);
      }
    }
    return greedy;
  });

interface Explained {
  'QUERY PLAN': [{ Plan: Plan }];
}
const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];

describe('a list', () => {
  for (const { id, filters } of listOperations()) {
    for (const filter of filters) {
      // Deleted items are in no list.
      if (filter === 'state=deleted') continue;
      it(`reads no more than the page that it answers: ${id} ${filter}`, async () => {
        const line = (cursor?: string): string =>
          `GET ${paths[id]}?limit=${LIMIT}${filter && `&${filter}`}${cursor === undefined ? '' : `&cursor=${cursor}`}`;
        let page: any;
        let cursor: string | undefined;
        for (let pages = 0; pages < 4; pages++) {
          const statements = await lookupsOf(async () => ({ body: page } = await call(line(cursor))));
          const rows = Object.values(page).find(Array.isArray) as unknown[];
          expect(rows).toHaveLength(SHORT[id] ?? LIMIT);
          expect(statements.length).toBeGreaterThan(0);
          expect(await greedySteps(statements)).toEqual([]);
          if (SHORT[id] !== undefined) break;
          cursor = page.nextCursor;
          expect(cursor).toEqual(expect.any(String));
        }
      });
    }
  }
});

describe('lists of one key', () => {
  it('leave connections to others, however many are asked for at once', async () => {
    const small = await startApp({ DATABASE_POOL_SIZE: '3' });
    const blocker = await small.database.connect();
    const waiting = async (): Promise<number> => {
      const [row] = await small.database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_locks WHERE relation = 'drops'::regclass AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return (row as { count: number }).count;
    };
    try {
      await blocker.query('BEGIN; LOCK TABLE drops');
      const pages = Array.from({ length: 12 }, () =>
        send(small.baseUrl, 'GET /drops', { key: small.apiKey }),
      );
      await expect.poll(waiting).toBeGreaterThan(0);
      const another = (await small.createKey()).text;
      for (let i = 0; i < 5; i++) {
        const json = { secret: 'x' };
        expect((await send(small.baseUrl, 'POST /secrets', { key: another, json })).status).toBe(201);
      }
      expect(await waiting()).toBeLessThanOrEqual(2);
      await blocker.query('COMMIT');
      // The lock may have lasted longer than a statement waits for one.
      for (const page of pages) expect([200, 503]).toContain((await page).status);
    } finally {
      await blocker.end();
      await small.close();
    }
  });
});

describe('the total', () => {
  const totalOf = async (line: string) => {
    const { total, totalIsExact } = (await call(`GET ${line}`)).body;
    return [total, totalIsExact];
  };

  it('is exact up to what the contract says, and says when there are more', async () => {
    expect(await totalOf('/transfers')).toEqual([COUNTED, false]);
    expect(await totalOf('/transfers?status=consumed')).toEqual([COUNTED, false]);
    expect(await totalOf('/requests?state=closed')).toEqual([SEALED, true]);
    await app.database.query(`DELETE FROM transfers WHERE id IN (
      SELECT id FROM transfers WHERE state = 'consumed' LIMIT ${PLAIN - COUNTED})`);
    expect(await totalOf('/transfers?status=consumed')).toEqual([COUNTED, true]);
  });

  it('counts by the clock what the sweep is yet to take', async () => {
    const { body } = await call('GET /requests?state=expired&limit=100');
    expect([body.total, body.totalIsExact]).toEqual([SEALED + FEW, true]);
    expect(await totalOf('/requests?state=open')).toEqual([SEALED + 1 - FEW, true]);
  });
});
