/**
 * Refuses what breaks clients of the last release: `node packages/contract/compatibility/main.ts`, after `npm run generate`.
 * With `--release` the contract becomes that of the last release, and the accepted breaks are forgotten.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accept, type Accepted } from './accepted.ts';
import { breaksOf } from './compare.ts';

const ROOT = join(import.meta.dirname, '../../..');
const RELEASED = join(ROOT, 'openapi/released.json');
const CURRENT = join(ROOT, 'packages/contract/src/gen/openapi.json');
const ACCEPTED = join(ROOT, 'openapi/accepted-breaks.json');

if (process.argv.includes('--release')) {
  copyFileSync(CURRENT, RELEASED);
  writeFileSync(ACCEPTED, '[]\n');
} else {
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  const breaks = breaksOf(read(RELEASED), read(CURRENT));
  const { refused, accepted, unused } = accept(breaks, read(ACCEPTED) as Accepted[]);
  for (const { rule, pointer, reason } of accepted) console.log(`Accepted: ${rule} at ${pointer}: ${reason}`);
  for (const { rule, pointer } of unused)
    console.error(`openapi/accepted-breaks.json accepts ${rule} at ${pointer}, which is no break.`);
  for (const { rule, pointer, message, operations } of refused)
    console.error(`${rule} at ${pointer}: ${message}\n  breaks ${operations.join(', ')}`);
  if (refused.length > 0)
    console.error(
      `Clients of the last release (openapi/released.json) would break: docs/releasing.md, "Breaking changes".`,
    );
  if (refused.length + unused.length > 0) process.exitCode = 1;
}
