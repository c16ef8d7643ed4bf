/**
 * `npm run bench [-- --json PATH] [--only run,files]`: runs every program of this folder that measures, one after the
 * other, and prints one table of the results and the goals. It takes about a quarter of an hour on a quiet machine. Each
 * is a program of its own, with arguments to measure a part.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMet, table, type Measurement } from './measurements.ts';
import { circumstances } from './report.ts';

const PROGRAMS = ['run', 'rows', 'items', 'files', 'pages', 'start'];

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, only: { type: 'string', default: PROGRAMS.join() } },
});
const folder = mkdtempSync(join(tmpdir(), 'tempshare-bench-'));
const about = circumstances();
const found: Record<string, { measurements: Measurement[] }> = {};
const failed: string[] = [];
try {
  for (const program of options.only.split(',')) {
    console.log(`\n${program}`);
    const json = join(folder, `${program}.json`);
    const child = spawn(process.execPath, [join(import.meta.dirname, `${program}.ts`), '--json', json], {
      stdio: 'inherit',
    });
    await once(child, 'exit');
    try {
      found[program] = JSON.parse(readFileSync(json, 'utf8')) as (typeof found)[string];
    } catch {
      failed.push(program);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const all = Object.values(found).flatMap(({ measurements }) => measurements);
const judged = all.map(isMet);
console.log(`\n${table(all)}`);
console.log(
  `\n${judged.filter((met) => met === true).length} goals met, ${judged.filter((met) => met === false).length} not.`,
);
if (options.json) writeFileSync(options.json, `${JSON.stringify({ ...about, ...found }, null, 2)}\n`);
if (failed.length > 0) {
  console.error(`${failed.join(', ')} ended without a result.`);
  process.exitCode = 1;
}
