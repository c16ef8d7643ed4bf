/**
 * Prints the notes of the current versions from the CHANGELOG.md of each published package.
 * Run by `npm run release:notes` after `npm run release:version`.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE } from '../src/package.ts';
import { sectionOf } from './upgrade-notes.ts';

const ROOT = join(PACKAGE, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

for (const file of ['server/CHANGELOG.md', ...globSync('packages/*/CHANGELOG.md', { cwd: ROOT }).sort()]) {
  const {
    name,
    version,
    private: isPrivate,
  } = JSON.parse(read(join(dirname(file), 'package.json'))) as {
    name: string;
    version: string;
    private?: true;
  };
  const section = sectionOf(read(file), version);
  if (!isPrivate && section !== undefined) console.log(`## ${name} ${version}\n\n${section}\n`);
}
