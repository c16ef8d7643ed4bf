/** Writes the version of package.json, as Changesets has set it, into the source that sends it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sdk = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8')) as { version: string };
const file = join(sdk, 'src/internal/version.ts');
writeFileSync(file, readFileSync(file, 'utf8').replace(/'.+'/, `'${version}'`));
