import { join } from 'node:path';
import { operations, type OperationId } from '@tempshare/contract';
import { openApiDocument } from '@tempshare/contract/document';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { scopes } from '../src/gen/tools.ts';
import { startSession } from './session.ts';

const TOOLS = ['service_create_transfer', 'service_get_transfer', 'service_create_secret'] as const;
const BODIES = { service_create_transfer: 'TransferCreate', service_create_secret: 'SecretCreate' } as const;
const RESPONSES = {
  service_create_transfer: 'TransferCreated',
  service_get_transfer: 'Transfer',
  service_create_secret: 'SecretCreated',
} as const;

const schemas = openApiDocument().components.schemas as Record<string, any>;
// The published schemas do not depend on the settings.
const { client } = await startSession({});
const { tools } = await client.listTools();

/** A schema of the contract with its references followed. */
function resolved(schema: any): any {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(resolved);
  const { $ref, ...beside } = schema;
  const target = $ref === undefined ? {} : resolved(schemas[String($ref).split('/').at(-1) as string]);
  return {
    ...target,
    ...Object.fromEntries(Object.entries(beside).map(([key, value]) => [key, resolved(value)])),
  };
}

/** Rules of a schema without its descriptions. */
function rules(schema: any): object {
  const texts = ['description', 'example', 'examples'];
  // JSON Schema has no formats of numbers.
  const formats = ['int32', 'int64', 'double'];
  return Object.fromEntries(
    Object.entries(schema as object).filter(
      ([key, value]) => !texts.includes(key) && !key.startsWith('x-') && !formats.includes(value),
    ),
  );
}

it('there are exactly the three tools, and none opens what may be gone afterwards', () => {
  expect(tools.map(({ name }) => name)).toEqual(TOOLS);
  const ids = Object.keys(scopes) as OperationId[];
  expect(ids).toHaveLength(TOOLS.length);
  expect(ids.filter((id) => operations[id].consumes || operations[id].readerKey)).toEqual([]);
});

it('what is published is what was reviewed', async () => {
  for (const tool of tools) {
    const file = join(import.meta.dirname, 'published', `${tool.name}.json`);
    const text = await format(JSON.stringify(tool, null, 2), {
      ...(await resolveConfig(file)),
      filepath: file,
    });
    await expect(text).toMatchFileSnapshot(file);
  }
});

describe.for(tools)('$name', ({ name, inputSchema, outputSchema, annotations, title, description }) => {
  const response = resolved(schemas[RESPONSES[name as keyof typeof RESPONSES]]);

  it('says what it does and what it changes', () => {
    expect(title).toMatch(/\w/);
    expect(description).toMatch(/\w\.$/);
    const reads = name === 'service_get_transfer';
    expect(annotations).toEqual({
      readOnlyHint: reads,
      destructiveHint: false,
      idempotentHint: reads,
      openWorldHint: true,
    });
  });

  it('has schemas without references, and without what models do not take at the root', () => {
    const text = JSON.stringify([inputSchema, outputSchema]);
    expect(text).not.toMatch(/\$ref|"x-/);
    for (const keyword of ['oneOf', 'anyOf', 'allOf', 'not', 'if', '$schema'])
      expect(inputSchema).not.toHaveProperty(keyword);
    for (const property of Object.values(inputSchema.properties as object))
      expect(property.description).toMatch(/[\w`)]\.$/);
  });

  it('returns what the contract returns', () => {
    const own = name === 'service_get_transfer' ? ['remainingSeconds'] : [];
    const needed = {
      service_create_transfer: ['id', 'shareUrl', 'encryption'],
      service_get_transfer: ['id', 'type', 'status', 'views', 'maxViews', 'expiresAt'],
      service_create_secret: ['secretId', 'secretUrl', 'encryption'],
    };
    // The address for the upload, and the beginning of what was shared without sealing.
    const withheld = ['uploadUrl', 'contentSnippet'];
    const published = Object.keys(outputSchema?.properties as object);
    expect(published).toEqual([
      ...Object.keys(response.properties).filter((key) => !withheld.includes(key)),
      ...own,
    ]);
    expect(outputSchema?.required).toEqual([...needed[name as keyof typeof needed], ...own]);
    // A client that checks more than types would throw away the link to something that was made.
    for (const key of published.filter((each) => !own.includes(each)))
      expect(rules((outputSchema?.properties as any)[key]), key).toEqual({
        type: response.properties[key].type,
      });
  });
});

describe.for(Object.entries(BODIES))('the arguments of %s', ([name, body]) => {
  const { inputSchema } = tools.find((tool) => tool.name === name)!;
  const contract = resolved(schemas[body]);
  const published = inputSchema.properties as Record<string, any>;

  it('are the fields of the contract that a client can know before it seals, and where else a value comes from', () => {
    const wire = ['accessProofHash', 'kdfIterations', 'sealedMetadata', 'size'];
    const own = ['fromFile', 'fromEnv', 'passwordFromEnv'];
    expect(Object.keys(published)).toEqual([
      ...Object.keys(contract.properties).filter((key) => !wire.includes(key)),
      ...own,
    ]);
  });

  it('are those of the contract with the limits of what is not sealed, and seal by default', () => {
    const rule = (contract.allOf as any[]).find((each) => each.if.properties.encryption);
    const unsealed = rule.else.properties;
    for (const [key, schema] of Object.entries(published)) {
      if (!(key in contract.properties)) continue;
      const expected = { ...rules(contract.properties[key]), ...rules(unsealed[key] ?? {}) };
      const own: Record<string, object> = {
        encryption: { default: 'e2e' },
        fileName: {
          pattern: String(contract.properties.fileName?.pattern).replace('(?!\\.{1,2}$)(?!\\s*$)(?=.+$)', ''),
        },
      };
      expect(rules(schema), key).toEqual({ ...expected, ...own[key] });
      expect(schema.pattern ?? '').not.toContain('(?');
    }
  });
});
