/**
 * A process that uses an embedded PostgreSQL: `node embedded-owner.ts <module> <start|attach> <DATA_DIR>`. Prints one line
 * of JSON, `{ connection }` or `{ refused }`, and ends when a line arrives on its input: `stop` first, `exit` at once.
 */
import { once } from 'node:events';
import type * as embedded from '../../../server/src/storage/embedded/embedded-postgres.ts';

const [module, way, dataDir] = process.argv.slice(2) as [string, 'start' | 'attach', string];
const { startEmbeddedPostgres, attachEmbeddedPostgres } = (await import(module)) as typeof embedded;
const open = way === 'start' ? startEmbeddedPostgres : attachEmbeddedPostgres;

try {
  const postgres = await open({ dataDir, log: (message) => console.error(message) });
  console.log(JSON.stringify({ connection: postgres.connection }));
  const [command] = (await once(process.stdin, 'data')) as [Buffer];
  if (command.toString() === 'stop\n') await postgres.stop();
} catch (error) {
  console.log(JSON.stringify({ refused: (error as Error).message }));
}
process.exit();
