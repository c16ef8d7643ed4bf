import { parseArgs } from 'node:util';
import { documentedVariables } from './config.ts';
import { VERSION } from './version.ts';

/** What the words after the program ask for in place of a start; undefined when there are none. */
export function handleArguments(argv: readonly string[]): { text: string; code: 0 | 2 } | undefined {
  if (argv.length === 0) return undefined;
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } },
    });
    return { text: values.version ? VERSION : usage(), code: 0 };
  } catch (error) {
    return { text: `${(error as Error).message}\n\n${usage()}`, code: 2 };
  }
}

function usage(): string {
  const rows = documentedVariables.map(({ name, default: fallback = '', description }) => {
    const plain = description.replaceAll('`', '');
    return `  ${name}${fallback && ` (${fallback})`}\n      ${plain}`;
  });
  return `Tempshare ${VERSION}: secure temporary sharing.

Usage: npm start                      start the server
       npm start -- --help            this text
       npm start -- --version         the version
       npm run admin -- --help        keys, takedowns, backups, migrations

Settings are environment variables (with their defaults), or files named by <NAME>_FILE:

${rows.join('\n')}

More: docs/configuration.md, docs/operating.md.`;
}
