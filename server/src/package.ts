import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The folder of the package: `server` of the checkout, or the package as it is published. */
export const PACKAGE = join(import.meta.dirname, '..');

/** Sources are run as they are in a checkout; published are scripts. */
const EXTENSION = extname(import.meta.filename);
/** Sources, or the package as it is built in a checkout. */
const isCheckout = EXTENSION === '.ts' || existsSync(join(PACKAGE, '../start.js'));

/** The path of a script that is started by itself, as `src/workers/worker`. */
export const scriptPath = (name: string): string => join(PACKAGE, `${name}${EXTENSION}`);

/** Whether a file of a folder is one of our scripts, and its name without the ending. */
export const scriptName = (file: string): string | undefined =>
  file.endsWith(EXTENSION) ? file.slice(0, -EXTENSION.length) : undefined;

/** The version of this server. */
export const VERSION = (
  JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
).version;

/** Commands that a person types: to start the server, to start it with arguments, and to administer it. */
export const COMMANDS = isCheckout
  ? { start: 'npm start', startWith: 'npm start --', admin: 'npm run --silent admin --' }
  : { start: 'tempshare-server', startWith: 'tempshare-server', admin: 'tempshare-server admin' };
