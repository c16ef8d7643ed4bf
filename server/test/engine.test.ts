import type { ClientBase } from 'pg';
import { describe, expect, it } from 'vitest';
import { requireSupportedEngine } from '../src/storage/postgres/migrations/engine.ts';

const client = (engine: object, distributed: string[] = []) => {
  const query = async (sql: string): Promise<{ rows: object[] }> => ({
    rows: sql.includes('pg_dist_partition d') ? distributed.map((table) => ({ table })) : [engine],
  });
  return { query } as unknown as Pick<ClientBase, 'query'>;
};
const postgres = (version: string, number: number, citus = false) => ({
  version: `PostgreSQL ${version} on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit`,
  number,
  citus,
});

describe('the database at DATABASE_URL', () => {
  it.each([
    ['the oldest that is taken', postgres('15.0', 150_000)],
    ['a packaged one', postgres('16.4 (Debian 16.4-1.pgdg120+1)', 160_004)],
    ['the newest', postgres('18.1', 180_001)],
    ['with Citus, which has distributed nothing', postgres('17.2', 170_002, true)],
  ])('is taken: %s', async (_, engine) => {
    await expect(requireSupportedEngine(client(engine))).resolves.toBeUndefined();
  });

  it.each([
    [
      'an old PostgreSQL',
      client(postgres('14.9', 140_009)),
      'is PostgreSQL 14.9, and Tempshare needs PostgreSQL 15',
    ],
    [
      'CockroachDB',
      client({
        version: 'CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu, built 2024/05/15, go1.22.2)',
        number: 130_000,
        citus: false,
      }),
      'is CockroachDB CCL v24.1.0, which Tempshare does not work with: its advisory locks lock nothing',
    ],
    [
      'tables that Citus has distributed',
      client(postgres('17.2', 170_002, true), ['secrets', 'transfers']),
      "(secrets, transfers), which it does not work with. SELECT undistribute_table('secrets'",
    ],
  ])('is refused before anything is written: %s', async (_, refused, reason) => {
    await expect(requireSupportedEngine(refused)).rejects.toMatchObject({
      name: 'SchemaError',
      message: expect.stringContaining(reason) as string,
    });
  });
});
