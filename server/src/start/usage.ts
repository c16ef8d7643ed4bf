import { parseArgs } from 'node:util';
import { documentedVariables } from '../config.ts';
import { COMMANDS, VERSION } from '../package.ts';

/** Output that the command's arguments ask for in place of a start; undefined without arguments. */
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
  const { start, startWith, admin } = COMMANDS;
  const commands = [
    [start, 'start the server'],
    [`${startWith} --help`, 'this text'],
    [`${startWith} --version`, 'the version'],
    [`${admin} --help`, 'keys, takedowns, backups, migrations'],
  ].map(([command = '', purpose]) => `  ${command.padEnd(36)}${purpose}`);
  return `Tempshare ${VERSION}: secure temporary sharing.

Usage:
${commands.join('\n')}

Settings are environment variables (with their defaults), or files named by <NAME>_FILE:

${rows.join('\n')}

More: docs/configuration.md, docs/troubleshooting.md.`;
}
