import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { environment, mockService, startSession } from './session.ts';

const mock = mockService();
const directory = mkdtempSync(join(tmpdir(), 'tempshare-mcp-fields-'));
writeFileSync(join(directory, 'a.txt'), 'from a file');
afterAll(() => rmSync(directory, { recursive: true }));
const { client, call } = await startSession({ ...environment(mock), SERVICE_MCP_FILES: directory });
const { tools } = await client.listTools();

type Arguments = Record<string, unknown>;

/** Arguments that share something of each kind. */
const KINDS: Record<string, Arguments[]> = {
  service_create_transfer: [
    { type: 'text', text: 'a text' },
    { type: 'url', targetUrl: 'https://example.com/' },
    { type: 'file', fromFile: 'a.txt' },
  ],
  service_create_secret: [{ secret: 'a value' }],
};
/** Arguments that say where another one comes from. */
const SOURCES = ['fromFile', 'fromEnv', 'passwordFromEnv'];

interface Published {
  type?: string;
  enum?: unknown[];
  examples?: unknown[];
  minimum?: number;
}

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString();

/** A value of a published argument, other than its default. */
function valueOf(argument: string, { type, enum: values, examples, minimum = 0 }: Published): unknown {
  if (argument === 'expiresAt') return IN_AN_HOUR;
  if (values) return values.at(-1);
  if (examples) return examples[0];
  if (type === 'boolean') return true;
  return type === 'integer' || type === 'number' ? minimum + 1 : 'a value';
}

const propertiesOf = (schema: object | undefined) =>
  Object.entries((schema as { properties: Record<string, Published> }).properties);

describe.for(tools.filter(({ name }) => name in KINDS))('$name', ({ name, inputSchema, outputSchema }) => {
  const published = propertiesOf(inputSchema).filter(([argument]) => !SOURCES.includes(argument));

  it.for(published)('sends its argument %s to the service', async ([argument, schema]) => {
    const arrived: unknown[] = [];
    const wanted: unknown[] = [];
    for (const kind of KINDS[name]!) {
      const args = { [argument]: valueOf(argument, schema), ...kind, encryption: 'server' };
      const before = mock.requests.length;
      const { isError } = await call(name, args);
      if (isError) continue;
      wanted.push((args as Arguments)[argument]);
      arrived.push((mock.requests[before]?.body as Arguments | undefined)?.[argument]);
    }
    expect(wanted).not.toEqual([]);
    expect(arrived.some((value, i) => value === wanted[i])).toBe(true);
  });

  it('returns every field of its result', async () => {
    const fields = new Set<string>();
    for (const kind of KINDS[name]!)
      for (const field of Object.keys((await call(name, kind)).data)) fields.add(field);
    expect(
      propertiesOf(outputSchema)
        .map(([field]) => field)
        .filter((field) => !fields.has(field)),
    ).toEqual([]);
  });
});

it('service_get_transfer returns every field of its result', async () => {
  const { data } = await call('service_create_transfer', { type: 'text', text: 'a text' });
  const found = await call('service_get_transfer', { id: data.id });
  const { outputSchema } = tools.find(({ name }) => name === 'service_get_transfer')!;
  expect(Object.keys(found.data).toSorted()).toEqual(
    propertiesOf(outputSchema)
      .map(([field]) => field)
      .toSorted(),
  );
});
