import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeBlocks, markdown, section } from '../../support/docs/readme-blocks.ts';
import { runCommand } from '../../support/docs/readme-command.ts';
import { ROOT } from '../../support/server/server-process.ts';

const DOC = markdown('docs/testing.md');
const blocks = (heading: string, language = 'ts') => codeBlocks(section(DOC, heading), language);

/** Runs a block where the packages resolve. */
async function runBlock(code: string, options = ''): Promise<string> {
  const file = join(ROOT, `examples/.tmp-${process.pid}-testing-doc.ts`);
  await writeFile(file, code);
  try {
    const { code: status, stdout, stderr } = await runCommand(`'${process.execPath}' ${options} '${file}'`);
    expect(stderr).not.toMatch(/Error/);
    expect(status).toBe(0);
    return stdout;
  } finally {
    await rm(file);
  }
}

describe('docs/testing.md', () => {
  it('shows the test of the example application as it is', async () => {
    const shown = blocks('A complete example', 'typescript');
    expect(shown).toEqual([await readFile(join(ROOT, 'examples/testing/onboarding.test.ts'), 'utf8')]);
  });

  it('has a test for node:test that passes', async () => {
    const [code] = blocks('Setting it up') as [string];
    expect(await runBlock(code, '--test')).toMatch(/^ℹ pass 1$|^# pass 1$/m);
  });

  it('plants failures that the contract has', async () => {
    expect(await runBlock(blocks('Failures')[0]!)).toBe('');
  });

  it('signs an event that is accepted', async () => {
    expect(await runBlock(blocks('Webhooks')[0]!)).toBe('evt_1\n');
  });

  it('fills an upload request', async () => {
    const [code] = blocks('Opening what was shared') as [string];
    const listening = `import { setupServer } from 'msw/node';\n${code.replace(
      'const client',
      "setupServer(...mock.handlers).listen({ onUnhandledFrame: 'error' });\nconst client",
    )}`;
    expect(await runBlock(listening)).toBe('contract.pdf\n');
  });
});
