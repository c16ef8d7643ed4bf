import { beforeAll, expect, it } from 'vitest';
import { ALL_OPERATIONS, exampleCall } from '../../support/contract/operations.ts';
import { document, faultsOf, resolved } from '../../support/contract/schemas.ts';
import { BYTES, columnsOf } from '../../support/database/columns.ts';
import { send } from '../../support/network/send.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  return () => app.close();
});

/** Longer ones show no more. */
const LONG = 20_000;

/** The longest text that a schema takes, or a long one, of the characters that need the most bytes. */
function longest(schema: unknown): string | undefined {
  const {
    maxLength,
    type,
    allOf = [],
  } = resolved(schema) as { maxLength?: number; type?: string; allOf?: unknown[] };
  const most =
    maxLength ?? allOf.map((each) => (resolved(each) as { maxLength?: number }).maxLength).find(Boolean);
  if (type !== 'string' || most === undefined) return undefined;
  const texts = ['🔑', 'ä', 'a'].map((character) => character.repeat(Math.min(most, LONG)));
  const urls = texts.map((text) => `https://a.example/${text}`.slice(0, most));
  return [...texts, ...urls].find((text) => faultsOf(schema, text).length === 0);
}

/** Bodies of an operation that differ from its examples in one text, the longest that it may be; also within a body. */
function longBodies(schema: unknown, example: object): object[] {
  const { properties = {} } = resolved(schema) as { properties?: Record<string, unknown> };
  return Object.entries(properties).flatMap(([name, each]): object[] => {
    const text = longest(each);
    if (text !== undefined) return [{ ...example, [name]: text }];
    return longBodies(each, {}).map((inner) => ({ ...example, [name]: inner }));
  });
}

it('every column of bytes holds as many as it says, and what may be long counts', async () => {
  const key = app.apiKey;
  const create = async (call: string, json: object) => (await send(app.baseUrl, call, { key, json })).body;
  const room = (await create('POST /rooms', { name: 'a' })).roomId;
  const drop = (await create('POST /drops', { label: 'a' })).dropId;
  const { requestId: request, pin } = await create('POST /requests', { title: 'a' });
  const ids: Record<string, string> = { rooms: room, drops: drop, requests: request };

  const statuses = new Set<number>();
  for (const operation of ALL_OPERATIONS.filter((each) => each.requestType === 'application/json')) {
    const media = document.paths[operation.path]![operation.method.toLowerCase()]!.requestBody!.content;
    const { schema, examples = {} } = media['application/json']!;
    const kind = /(rooms|drops|requests)\/\{id\}/.exec(operation.path)?.[1];
    if (operation.path.includes('{') && kind === undefined) continue;
    const call = `${operation.method} ${operation.path.replace('{id}', ids[kind!]!)}`;
    const bodies = [
      exampleCall(operation).body,
      ...Object.values(examples).map(({ value }) => value),
    ] as object[];
    for (const json of bodies.flatMap((body) => longBodies(schema, 'pin' in body ? { ...body, pin } : body)))
      statuses.add((await send(app.baseUrl, call, { key, json })).status);
  }
  expect(statuses).toContain(201);

  const beyond: string[] = [];
  let counted = 0;
  for (const [name, most] of Object.entries(BYTES)) {
    const [table, column] = name.split('.') as [string, string];
    const ofFiles = columnsOf(table).some((each) => each.column === 'type') ? `WHERE type <> 'file'` : '';
    const [row] = await app.database.query<{ longest: number; sum: number }>(
      `SELECT coalesce(max(octet_length(${column})), 0) AS longest, coalesce(sum(octet_length(${column})), 0)::float8 AS sum
       FROM ${table} ${ofFiles}`,
    );
    if (most === 'counted') counted += row!.sum;
    else if (row!.longest > most) beyond.push(`${name} holds ${row!.longest}, and ${most} in BYTES`);
  }
  expect(beyond).toEqual([]);
  const { quota } = (await send(app.baseUrl, 'GET /key', { key })).body;
  expect(counted).toBeGreaterThan(LONG);
  expect(quota.bytesUsed, 'a column that BYTES says is counted is not').toBeGreaterThanOrEqual(counted);
});
