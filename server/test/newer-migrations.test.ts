import type { ClientBase } from 'pg';
import { expect, it } from 'vitest';
import { migrationNames } from '../src/storage/postgres/migrations/migration-files.ts';
import { refuseNewer, type NewerMigration } from '../src/storage/postgres/migrations/newer-migrations.ts';

/** A database that has migrations which this server lacks, and a backup. */
const client = (newer: NewerMigration[]) => {
  const query = async (sql: string): Promise<{ rows: object[] }> => {
    if (sql.includes('to_regclass')) return { rows: [{ applied: true, versions: true }] };
    if (sql.includes('audit_entries'))
      return { rows: [{ at: new Date('2026-11-20T02:00Z'), target: 'friday.gz' }] };
    return { rows: newer };
  };
  return { query } as unknown as Pick<ClientBase, 'query'>;
};
const migration = (name: string, fields: Partial<NewerMigration> = {}): NewerMigration => ({
  name,
  appliedAt: new Date('2026-11-21T12:00:59Z'),
  version: '9.1.0',
  worksWith: null,
  oldestVersion: null,
  ...fields,
});

it('newer migrations that work with one of this server are no refusal', async () => {
  const works = migration('9999-later', { worksWith: migrationNames().at(-1)! });
  expect(await refuseNewer(client([works]))).toEqual([works]);
  expect(await refuseNewer(client([]))).toEqual([]);
});

it('the newest that does not is named, with the version to start and the backup from before the first', async () => {
  const first = migration('9998-later', {
    appliedAt: new Date('2026-11-20T12:00Z'),
    worksWith: '9998-later',
  });
  const newest = migration('9999-latest', { oldestVersion: '8.0.0', worksWith: '9998-later' });
  const last = migration('9999-zero', { worksWith: migrationNames().at(-1)! });
  await expect(refuseNewer(client([first, newest, last]))).rejects.toMatchObject({
    name: 'SchemaError',
    message: expect.stringMatching(
      /version of Tempshare \(9\.1\.0\).*migration 9999-latest\. Start 8\.0\.0 or.*before 2026-11-20 12:00 UTC: the last one is friday\.gz, of 2026-11-20 02:00 UTC\.$/,
    ) as string,
  });
});

it('without a noted version the newer version is named as such', async () => {
  await expect(refuseNewer(client([migration('9999-later', { version: null })]))).rejects.toThrow(
    'Start the newer version or a later one',
  );
});
