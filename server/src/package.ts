import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Folder of the package, in a checkout or as published. */
export const PACKAGE = join(import.meta.dirname, '..');

const EXTENSION = extname(import.meta.filename);
const isCheckout = EXTENSION === '.ts' || existsSync(join(PACKAGE, '../start.js'));

/** Path of a script that is run as a program, such as `src/workers/worker`. */
export const scriptPath = (name: string): string => join(PACKAGE, `${name}${EXTENSION}`);

/** Name of a script without its extension; undefined for other files. */
export const scriptName = (file: string): string | undefined =>
  file.endsWith(EXTENSION) ? file.slice(0, -EXTENSION.length) : undefined;

export const VERSION = (
  JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
).version;

export const COMMANDS = isCheckout
  ? { start: 'npm start', startWith: 'npm start --', admin: 'npm run --silent admin --' }
  : { start: 'tempshare-server', startWith: 'tempshare-server', admin: 'tempshare-server admin' };
