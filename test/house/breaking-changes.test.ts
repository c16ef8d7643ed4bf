/** The gate for breaking changes of the contract: what it must catch, by which rule, and what it must let through. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentText } from '@tempshare/contract/document';
import { describe, expect, it } from 'vitest';
import { accept } from '../../packages/contract/compatibility/accepted.ts';
import { breaksOf } from '../../packages/contract/compatibility/compare.ts';
import { BREAKS } from '../support/contract/breaking/breaks.ts';
import { set, schema, type Edit, type Json } from '../support/contract/breaking/edits.ts';
import { HARMLESS } from '../support/contract/breaking/harmless.ts';
import { ROOT } from '../support/server/server-process.ts';

const RELEASED = JSON.parse(documentText) as Json;
const breaksBy = (edit: Edit, before?: Edit) => {
  const [released, current] = [
    before ? (JSON.parse(documentText) as Json) : RELEASED,
    JSON.parse(documentText) as Json,
  ];
  before?.(released);
  edit(current);
  return breaksOf(released, current);
};

describe('a change of the contract that breaks clients', () => {
  it.for(BREAKS)('is refused by %s: %s', ([rule, , edit, before]) => {
    const found = breaksBy(edit, before);
    expect(found.map((each) => each.rule)).toContain(rule);
    for (const { pointer, operations } of found) {
      expect(pointer).toMatch(/^\//);
      expect(operations).not.toEqual([]);
    }
  });

  it('is named by its place and by the operations that it breaks', () => {
    expect(breaksBy(set(schema('Password maxLength'), 20))).toEqual([
      {
        rule: 'request-bound-narrowed',
        pointer: '/components/schemas/Password/maxLength',
        message: 'maxLength is 20, was 1024',
        operations: expect.arrayContaining(['transfers.create', 'secrets.create', 'public.transfers.open']),
      },
    ]);
    const shared = breaksBy(set(schema('Label maxLength'), 100));
    expect(shared.map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ['request-bound-narrowed', '/components/schemas/Label/maxLength'],
    ]);
  });

  it('is accepted with a reason, which is asked for and may not be left over', () => {
    const breaks = breaksBy(set(schema('Password maxLength'), 20));
    const entry = { rule: 'request-bound-narrowed', pointer: '/components/schemas/Password/maxLength' };
    const meant = { ...entry, reason: 'No client has sent more.' };
    expect(accept(breaks, [meant])).toEqual({ refused: [], accepted: [meant], unused: [] });
    expect(accept(breaks, [{ ...meant, pointer: '/components' }])).toMatchObject({
      refused: breaks,
      unused: [{ pointer: '/components' }],
    });
    expect(() => accept(breaks, [{ ...entry, reason: ' ' }])).toThrow('no reason for request-bound-narrowed');
  });
});

it.for(HARMLESS)('a change of the contract that breaks no client passes: %s', ([, edit, before]) => {
  expect(breaksBy(edit, before)).toEqual([]);
});

it('the contract breaks no client of the last release but where that is accepted', () => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, 'openapi', name), 'utf8'));
  const breaks = breaksOf(read('released.json'), JSON.parse(documentText));
  const { refused, unused } = accept(breaks, read('accepted-breaks.json') as []);
  expect({ refused, unused }).toEqual({ refused: [], unused: [] });
});
