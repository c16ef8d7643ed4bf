import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { openApiDocument } from '@tempshare/contract/document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';

const NATIVE_TSC = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
const OPTIONS = '--noEmit --strict --skipLibCheck --target es2022 --module preserve --types node'.split(' ');

describe('schemas that @hey-api/openapi-ts writes for Zod', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tempshare-zod-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await createClient({
      input: openApiDocument() as never,
      output: { path: join(folder, 'gen'), postProcess: [] },
      logs: { level: 'silent' },
      plugins: ['zod'],
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('compile', () => {
    execFileSync(process.execPath, [NATIVE_TSC, ...OPTIONS, join(folder, 'gen/zod.gen.ts')], { cwd: folder });
  });

  it('take and refuse what the contract takes and refuses', () => {
    const names = [
      'report.pdf',
      'ä 名 🔑.txt',
      '...',
      '.',
      '..',
      ' ',
      'a/b',
      'a\\b',
      'a\n',
      'a\u2028',
      'a\u0085',
    ];
    const program = `
      import { zFileName } from './gen/zod.gen.ts';
      console.log(JSON.stringify(${JSON.stringify(names)}.filter((name) => zFileName.safeParse(name).success)));`;
    writeFileSync(join(folder, 'names.ts'), program);
    const taken = execFileSync(process.execPath, [join(folder, 'names.ts')], { encoding: 'utf8' });
    expect(JSON.parse(taken)).toEqual(names.slice(0, 3));
  });
});
