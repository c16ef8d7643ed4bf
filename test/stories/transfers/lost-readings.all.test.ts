import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/server/server-process.ts';

it(
  'each secret reaches exactly one of the readers who race for it, though they break off and servers are killed',
  { timeout: 300_000 },
  async () => {
    const script = join(ROOT, 'test/faults/readers.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, '--secrets', '40']);
    const count = (what: string): number => Number(new RegExp(`${what} +│ (\\d+) `).exec(stdout)?.[1]);
    expect(count('reached exactly one reader')).toBe(40);
    expect(count('of those by a repetition')).toBeGreaterThan(0);
  },
);
