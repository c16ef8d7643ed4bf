import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentedVariables } from '../../server/src/config.ts';
import { SSL_MODES } from '../../server/src/storage/connection.ts';
import { codeBlocks, markdown, section } from '../support/docs/readme-blocks.ts';
import { ROOT } from '../support/server/server-process.ts';

const text = markdown('docs/operating.md');

describe('the unit for systemd in docs/operating.md', () => {
  const [unit] = codeBlocks(section(text, 'Starting and stopping'), 'ini') as [string];
  const value = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

  it('starts the program itself, and lets it stop its PostgreSQL', () => {
    const [node, , program] = value('ExecStart').split(' ') as [string, string, string];
    expect(node).toMatch(/node_modules\/\.bin\/node$/);
    expect(existsSync(join(ROOT, program.replace('/srv/tempshare/', '')))).toBe(true);
    expect(value('KillMode')).toBe('mixed');
  });

  it('waits longer than the server takes to stop in production', () => {
    const longest = ['SHUTDOWN_TIMEOUT', 'SHUTDOWN_FILE_TIMEOUT'].map((name) =>
      Number(documentedVariables.find((variable) => variable.name === name)?.default),
    );
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(10 + longest[0]! + longest[1]!);
  });
});

it('docs/operating.md explains every sslmode', () => {
  for (const mode of SSL_MODES)
    expect(section(text, 'A PostgreSQL of your own')).toMatch(new RegExp(`^\\| \`${mode}\``, 'm'));
});
