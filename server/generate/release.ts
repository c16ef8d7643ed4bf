/** Notes in releases.txt which migration is the newest of the version in package.json. Run by `npm run release:version`. */
import { appendFileSync } from 'node:fs';
import { VERSION } from '../src/package.ts';
import { migrationNames, releases, RELEASES_FILE } from '../src/storage/migration-files.ts';

if (!releases().some(({ version }) => version === VERSION))
  appendFileSync(RELEASES_FILE, `${VERSION} ${migrationNames().at(-1)}\n`);
