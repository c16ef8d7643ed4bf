/**
 * Records the newest migration of the current version in releases.txt, writes its upgrade notes into CHANGELOG.md and sets
 * the image's tag in deploy/. Run by `npm run release:version`.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE, VERSION } from '../src/package.ts';
import {
  loadMigrations,
  migrationNames,
  releases,
  RELEASES_FILE,
} from '../src/storage/postgres/migrations/migration-files.ts';
import { upgradeNotes, withNotes } from './upgrade-notes.ts';

if (!releases().some(({ version }) => version === VERSION))
  appendFileSync(RELEASES_FILE, `${VERSION} ${migrationNames().at(-1)}\n`);
const file = join(PACKAGE, 'CHANGELOG.md');
const notes = upgradeNotes(await loadMigrations(), releases(), VERSION);
writeFileSync(file, withNotes(readFileSync(file, 'utf8'), VERSION, notes));

const deploy = join(PACKAGE, '../deploy');
for (const name of ['compose.yaml', 'kubernetes/kustomization.yaml']) {
  const path = join(deploy, name);
  const tag = /(?<=^ +(?:image: tempshare:|newTag: ))\S+$/m;
  writeFileSync(path, readFileSync(path, 'utf8').replace(tag, VERSION));
}
