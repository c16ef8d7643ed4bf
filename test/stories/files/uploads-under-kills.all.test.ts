import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/server/server-process.ts';

it(
  'uploads whose PostgreSQL is killed are complete, or are told to come again and leave nothing',
  {
    timeout: 300_000,
  },
  async () => {
    const script = join(ROOT, 'test/faults/uploads.ts');
    const run = promisify(execFile)(process.execPath, [script, '--uploads', '6', '--kills', '2']);
    expect((await run).stdout).toMatch(/answered 200 +│ 6 /);
  },
);
