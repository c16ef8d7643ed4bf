/**
 * Writes the expected schema, with and without finish migrations, and the checksums of all migrations. Migrations are
 * immutable from then on. Run by `npm run schema` after a migration was added.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readCatalog } from '../src/storage/postgres/migrations/catalog.ts';
import { startEmbeddedPostgres } from '../src/storage/embedded/embedded-postgres.ts';
import { applyMigrations } from '../src/storage/postgres/migrations/migrate.ts';
import { isFinish, migrationNames } from '../src/storage/postgres/migrations/migration-files.ts';
import { FINISHED_FILE, SCHEMA_FILE } from '../src/storage/postgres/migrations/schema.ts';
import { CHECKSUM_FILE, checksums, recordedChecksums } from './checksums.ts';

const finish = migrationNames().filter(isFinish);

async function catalogs(): Promise<[unfinished: string[], finished: string[]]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tempshare-schema-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
    const client = new pg.Client(postgres.connection);
    try {
      await applyMigrations(postgres.connection);
      await client.connect();
      const unfinished = await readCatalog(client);
      await applyMigrations(postgres.connection, { only: finish });
      return [unfinished, await readCatalog(client)];
    } finally {
      await client.end();
      await postgres.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const recorded = recordedChecksums(await readFile(CHECKSUM_FILE, 'utf8'));
const current = checksums();
const changed = [...recorded].filter(([name, sum]) => current.get(name) !== sum).map(([name]) => name);
if (changed.length > 0) {
  console.error(
    `These migrations have landed and must not change: ${changed.join(', ')}. Restore them, and write a new migration. ` +
      'If one of them is yours and nobody has it yet, take its line out of server/migrations/checksums.txt first.',
  );
  process.exit(1);
}
await writeFile(CHECKSUM_FILE, [...current].map(([name, sum]) => `${sum}  ${name}\n`).join(''));
const [unfinished, finished] = await catalogs();
const write = (file: string, lines: readonly string[]): Promise<void> =>
  writeFile(file, lines.map((line) => `${line}\n`).join(''));
await write(SCHEMA_FILE, unfinished);
if (finish.length > 0) await write(FINISHED_FILE, finished);
else await rm(FINISHED_FILE, { force: true });
