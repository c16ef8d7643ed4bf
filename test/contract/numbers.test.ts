import { openApiDocument } from '@tempshare/contract/document';
import { describe, expect, it } from 'vitest';
import { accountConstants } from '../../packages/contract/generate/account.ts';
import { constants } from '../../packages/contract/generate/constants.ts';
import type { OpenApiDocument } from '../../packages/contract/generate/document.ts';
import { expectNumbers } from '../../packages/contract/generate/expect.ts';
import account from '../../packages/contract/src/gen/account/openapi.json' with { type: 'json' };

it.each([
  [{ sessions: null }, 'x-limits.sessions in openapi/ must be a number, and is null.'],
  [{ sessions: '50' }, 'x-limits.sessions in openapi/ must be a number, and is "50".'],
  [{ sessions: -50 }, 'x-limits.sessions in openapi/ must be a number, and is -50.'],
  [{ sessions: [50] }, 'x-limits.sessions in openapi/ must be a number, and is [50].'],
  [{ wrong: { seconds: null } }, 'x-limits.wrong.seconds in openapi/ must be a number, and is null.'],
])('a table of limits with %j is refused with a sentence that names the entry', (table, message) => {
  expect(() => expectNumbers('x-limits', table)).toThrow(new Error(message));
});

it('a table of numbers, and of tables of them, is accepted', () => {
  expect(() => expectNumbers('x-limits', { sessions: 50, wrong: { seconds: 600 } })).not.toThrow();
});

const DOCUMENTS = {
  openapi: [openApiDocument() as unknown as OpenApiDocument, constants],
  account: [account as unknown as OpenApiDocument, accountConstants],
} as const;

/** Paths of the numbers in a table, and of the lists that hold some. */
function* entries(node: unknown, path: string[]): Generator<string[]> {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) yield path;
  if (typeof node === 'object' && node !== null)
    for (const [key, each] of Object.entries(node)) yield* entries(each, [...path, key]);
}

/** A copy of a document in which one entry has another value. */
function withMistake(document: OpenApiDocument, path: string[], value: unknown): OpenApiDocument {
  const copy = structuredClone(document);
  const holder = path.slice(0, -1).reduce<any>((at, step) => at[step], copy);
  holder[path.at(-1)!] = value;
  return copy;
}

describe.each(Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[])('%s.yaml', (name) => {
  const [document, write] = DOCUMENTS[name];

  it('is written', () => {
    expect(write(document)).toContain('export const lifetimes');
  });

  const { sentByName } = (document['x-webhooks'] ?? {}) as { sentByName?: string[] };
  it.runIf(sentByName).each([null, [], ['transfer.renamed'], 'transfer.updated'])(
    'names its list of events when that is %j',
    (wrong) => {
      const mistaken = withMistake(document, ['x-webhooks', 'sentByName'], wrong);
      expect(() => write(mistaken)).toThrow('x-webhooks.sentByName in openapi/ must be a list of ');
    },
  );

  it.each([null, '50', Number.NaN, []])('names any of its numbers that is %j', (wrong) => {
    const tables = ['x-limits', 'x-lifetimes', 'x-webhooks'] as const;
    const paths = tables
      .filter((table) => table in document)
      .flatMap((table) => [...entries(document[table], [table])])
      .filter(([, name]) => name !== 'sentByName');
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths)
      expect(() => write(withMistake(document, path, wrong))).toThrow(
        `${path.join('.')} in openapi/ must be `,
      );
  });
});

it.each<[keyof typeof DOCUMENTS, string, unknown, string]>([
  ['openapi', 'components.parameters.Limit.schema.default', '20', 'integer'],
  ['openapi', 'components.parameters.Limit.schema.default', 101, '<= 100'],
  ['openapi', 'components.schemas.TransferCreate.properties.expiration.default', '2d', 'equal to one of the'],
  ['openapi', 'components.schemas.RoomCreate.properties.ttlHours.default', null, 'number'],
  ['openapi', 'components.schemas.TransferCreate.properties.oneTime.default', 'no', 'boolean'],
  ['openapi', 'components.schemas.KdfIterations.x-default', 99_999, '>= 100000'],
  ['account', 'components.parameters.UtcOffset.schema.default', 'noon', 'integer'],
])('a default of %s.yaml that its schema refuses is named: %s = %j', (name, path, value, expected) => {
  const [document, write] = DOCUMENTS[name];
  expect(() => write(withMistake(document, path.split('.'), value))).toThrow(
    `${path} in openapi/ must be ${expected}`,
  );
});
