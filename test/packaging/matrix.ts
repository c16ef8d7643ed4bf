/**
 * Installs the packed SDK and mock into fresh folders beside the tools that the SDK's README lists, and tries them there:
 * `node test/packaging/matrix.ts [--only name …] [--list]`. It needs a package registry, and takes some minutes.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tryCase } from './fresh-folder.ts';
import { CASES } from './matrix-cases.ts';
import { packBoth } from './pack.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, list: { type: 'boolean' } },
});
const chosen = CASES.filter(({ name }) => values.only?.some((part) => name.includes(part)) ?? true);
if (values.list || chosen.length === 0) {
  for (const { name } of CASES) console.log(name);
  process.exit(values.list ? 0 : 1);
}

const directory = await realpath(await mkdtemp(join(tmpdir(), 'tempshare-matrix-')));
let failed = 0;
try {
  const tarballs = await packBoth(directory);
  for (const each of chosen) {
    const started = performance.now();
    const fault = await tryCase(each, tarballs, join(directory, each.name));
    if (fault !== undefined) failed++;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${fault === undefined ? 'holds' : 'FAILS'}  ${each.name}  (${seconds} s)`);
    if (fault !== undefined) console.log(fault.replaceAll(/^/gm, '    '));
    await rm(join(directory, each.name), { recursive: true, force: true });
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
console.log(`${chosen.length - failed} of ${chosen.length} hold`);
process.exitCode = failed === 0 ? 0 : 1;
