import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorCode } from '@tempshare/contract';
import { openApiDocument } from '@tempshare/contract/document';
import { describe, expect, it } from 'vitest';
import { ServiceProblem } from '../../server/src/domain/problem.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8');
const rows = [...text.matchAll(/^\| `(\w+)` +\| (\d{3}) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, code, status]) => ({
    code: code as ErrorCode,
    status: Number(status),
  }),
);

describe('docs/errors.md', () => {
  it('lists every code of the contract, in its order', () => {
    const schemas = openApiDocument().components.schemas as { ErrorCode: { enum: string[] } };
    expect(rows.map(({ code }) => code)).toEqual(schemas.ErrorCode.enum);
  });

  it.each(rows)('gives $code the status that the server answers', ({ code, status }) => {
    expect(new ServiceProblem(code, 'detail').status).toBe(status);
  });
});
