import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = [
  'openapi',
  'packages',
  'server',
  'examples',
  'test',
  'package.json',
  'tsconfig.json',
  '.config',
];

/** A copy of the checkout whose workspace packages are the copies. */
function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'tempshare-copy-'));
  for (const name of COPIED) {
    cpSync(join(ROOT, name), join(copy, name), {
      recursive: true,
      // Other tests write what they run beside the examples, and take it away again.
      filter: (path) => !/\/(?:node_modules|\.tmp-[^/]+)$/.test(path),
    });
  }
  mkdirSync(join(copy, 'node_modules/@tempshare'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@tempshare')
      symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  }
  for (const name of readdirSync(join(ROOT, 'node_modules/@tempshare'))) {
    const target = readdirSync(join(copy, 'packages')).includes(name)
      ? join(copy, 'packages', name)
      : join(copy, name);
    symlinkSync(target, join(copy, 'node_modules/@tempshare', name));
  }
  return copy;
}

describe('an operation that is only in the contract', () => {
  let copy: string;
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: copy, encoding: 'utf8' });
  beforeAll(() => {
    copy = copyCheckout();
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('makes the check name the handler and the mock that are missing, and who does not know a field', () => {
    const paths = readFileSync(join(copy, 'openapi/paths/accounts.yaml'), 'utf8');
    writeFileSync(
      join(copy, 'openapi/paths/accounts.yaml'),
      paths +
        paths
          .slice(paths.indexOf('key:'), paths.indexOf('document:'))
          .replace('key:', 'ping:')
          .replace('key.get', 'pings.get'),
    );
    const document = readFileSync(join(copy, 'openapi/openapi.yaml'), 'utf8');
    writeFileSync(
      join(copy, 'openapi/openapi.yaml'),
      document.replace('  /key:', "  /ping: { $ref: 'paths/accounts.yaml#/ping' }\n  /key:"),
    );

    // And a field of a sealed body.
    const secrets = readFileSync(join(copy, 'openapi/schemas/secrets.yaml'), 'utf8');
    const hint = '    hint: { type: string, description: A hint., x-e2e: { sealed: text, length: 100 } }\n';
    writeFileSync(
      join(copy, 'openapi/schemas/secrets.yaml'),
      secrets.replace('  properties:\n', (line) => line + hint),
    );

    const generated = run('npm', 'run', 'generate');
    expect(generated.stderr + generated.stdout).not.toContain('Error');
    expect(generated.status).toBe(0);

    const checked = run('npm', 'run', 'check:types');
    expect(checked.status).not.toBe(0);
    expect(checked.stdout).toMatch(/server\/src\/features\/accounts\/handlers\.ts.*\n?.*'"?pings\.get"?'/);
    expect(checked.stdout).toMatch(/packages\/testing\/src\/[\w\/-]+\.ts.*\n?.*'"?pings\.get"?'/);
    for (const file of [
      'sdk/src/\\w+/create-secret',
      'mcp/src/tools/create-secret',
      'testing/src/features/secrets',
    ])
      expect(checked.stdout).toMatch(new RegExp(`packages/${file}\\.ts.*\\n?.*hint`));
  });
});
