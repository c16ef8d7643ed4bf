/** Releases after this one: copies of the server with further migrations. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { migrationNames } from '../../../server/src/storage/postgres/migrations/migration-files.ts';
import { runProgram, type Outcome } from './admin.ts';
import { ROOT, startServerProcess, type ServerProcess } from './server-process.ts';

/** Newest migration of this release, and those of the one after. */
export const NEWEST = migrationNames().at(-1) as string;
export const ADDS = '0998-adds';
export const FINISH = '0999-finish-takes';

const MIGRATIONS = {
  [ADDS]: `
    export const worksWith = '${NEWEST}';
    export const up = (knex) => knex.raw('ALTER TABLE secrets ADD COLUMN added text');`,
  [FINISH]: `
    export const worksWith = '${ADDS}';
    export const takesAway = 'the index of secrets by state';
    export const up = (knex) => knex.raw('DROP INDEX secrets_by_state');`,
};

export interface LaterRelease {
  start(env: Record<string, string>): Promise<ServerProcess>;
  admin(args: readonly string[], env: Record<string, string>, killed?: AbortSignal): Promise<Outcome>;
  remove(): void;
}

/**
 * Copies the server, with a migration that adds a column and a finish migration that takes an index away.
 * @param published the versions that have been published with them
 */
export function makeLaterRelease(version: string, published: readonly string[] = []): LaterRelease {
  const folder = mkdtempSync(join(tmpdir(), 'tempshare-release-'));
  const server = join(folder, 'server');
  for (const part of ['src', 'migrations', 'main.js', 'package.json'])
    cpSync(join(ROOT, 'server', part), join(server, part), { recursive: true });
  for (const modules of ['node_modules', 'server/node_modules'])
    if (existsSync(join(ROOT, modules))) symlinkSync(join(ROOT, modules), join(folder, modules));
  for (const [name, text] of Object.entries(MIGRATIONS))
    writeFileSync(join(server, `migrations/${name}.ts`), text);
  writeFileSync(
    join(server, 'migrations/releases.txt'),
    published.map((each) => `${each} ${FINISH}\n`).join(''),
  );
  const schema = readFileSync(join(server, 'migrations/schema.txt'), 'utf8');
  const added = `${schema}column secrets.added: text\n`;
  writeFileSync(join(server, 'migrations/schema.txt'), added);
  const finished = added.replace(/^index secrets\.secrets_by_state: .*\n/m, '');
  if (finished === added)
    throw new Error('schema.txt does not have the index that the finish migration drops');
  writeFileSync(join(server, 'migrations/schema-finished.txt'), finished);
  const manifest = join(server, 'package.json');
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace(/"version": ".*?"/, `"version": "${version}"`),
  );
  const main = join(server, 'main.js');
  return {
    start: (env) => startServerProcess(env, [], main),
    admin: (args, env, killed) =>
      runProgram(relative(ROOT, main), ['admin', ...args], env, killed && { signal: killed }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
