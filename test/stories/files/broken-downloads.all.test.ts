import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/server/server-process.ts';

it('downloads come as they were sent while the line is cut and the server is killed', async () => {
  const script = join(ROOT, 'test/faults/downloads.ts');
  const options = ['--files', '12', '--kills', '3', '--at-once', '4'];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...options]);
  expect(stdout).toMatch(/whole +│ 12 [^]*faults +│ 0 /);
});
