import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations, type OperationInfo } from '@tempshare/contract';
import { openApiDocument } from '@tempshare/contract/document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf, resolve, type OpenApiDocument } from '../../packages/contract/generate/document.ts';
import { constants } from '../../packages/contract/generate/constants.ts';
import { mcpTools } from '../../packages/contract/generate/mcp-tools.ts';
import { operationsTable } from '../../packages/contract/generate/operations-table.ts';
import { sdkLimits } from '../../packages/contract/generate/sdk-limits.ts';
import { e2eFields } from '../../packages/contract/generate/e2e-fields.ts';
import { ROOT } from '../support/server/server-process.ts';

const REDOCLY = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');

const OPERATION = `
rewind:
  parameters:
    - $ref: '../parameters.yaml#/TransferId'
  post:
    operationId: transfers.rewind
    tags: [transfers]
    summary: Rewind a transfer
    description: Moves the expiry.
    security: [{ bearerAuth: ['transfer:create'] }]
    parameters:
      - $ref: '../parameters.yaml#/IdempotencyKey'
    responses:
      '200':
        description: The transfer.
        content: { application/json: { schema: { $ref: '../schemas/transfers.yaml#/Transfer' } } }
`;
const WEBHOOK = `
rewound:
  post:
    operationId: transferRewound
    tags: [webhooks]
    summary: A transfer was rewound
    description: It lives longer now.
    security: []
    requestBody:
      content: { application/json: { schema: { $ref: '../schemas/events.yaml#/TransferRewoundEvent' } } }
`;

describe('what follows from the contract', () => {
  let folder: string;
  const file = (name: string) => join(folder, 'openapi', name);
  const change = (name: string, from: string, to: string) => {
    const text = readFileSync(file(name), 'utf8');
    expect(text).toContain(from);
    writeFileSync(
      file(name),
      text.replace(from, () => to),
    );
  };
  const bundle = () => {
    const output = join(folder, 'bundle.json');
    const config = join(ROOT, '.config/redocly.yaml');
    const args = [REDOCLY, 'bundle', file('openapi.yaml'), '-o', output, '--config', config];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) return stderr;
    return JSON.parse(readFileSync(output, 'utf8')) as OpenApiDocument;
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tempshare-contract-'));
    cpSync(join(ROOT, 'openapi'), join(folder, 'openapi'), { recursive: true });
    change(
      'openapi.yaml',
      '  /secrets:',
      "  /transfers/{id}/rewind: { $ref: 'paths/transfers.yaml#/rewind' }\n  /secrets:",
    );
    writeFileSync(
      file('paths/transfers.yaml'),
      readFileSync(file('paths/transfers.yaml'), 'utf8') + OPERATION,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('gives a new operation the errors and headers of its kind', () => {
    const { post } = (bundle() as OpenApiDocument).paths['/transfers/{id}/rewind']!;
    const { '200': success, ...errors } = post!.responses;
    expect(Object.keys(errors)).toEqual(['400', '401', '403', '404', '409', '422', '429', '500', '503']);
    expect(errors['409']).toEqual({ $ref: '#/components/responses/Conflict' });
    expect(Object.keys((success as { headers: object }).headers)).toContain('Idempotency-Replayed');
    expect(post!['x-codes']).toEqual(expect.arrayContaining(['missing_api_key', 'not_found']));
  });

  it('names the event that has no schema, and adds one that has', () => {
    change(
      'openapi.yaml',
      '  request.created:',
      "  transfer.rewound: { $ref: 'webhooks/transfers.yaml#/rewound' }\n  request.created:",
    );
    writeFileSync(
      file('webhooks/transfers.yaml'),
      readFileSync(file('webhooks/transfers.yaml'), 'utf8') + WEBHOOK,
    );
    expect(bundle()).toContain('no schema has the x-event transfer.rewound');

    const schema =
      'TransferRewoundEvent: { x-event: transfer.rewound, x-event-object: TransferEventObject }\n';
    change('schemas/events.yaml', 'RequestCreatedEvent:', `${schema}RequestCreatedEvent:`);
    const { webhooks, components } = bundle() as OpenApiDocument;
    const schemas = components['schemas'] as Record<string, any>;
    expect(schemas.EventType.enum).toEqual(Object.keys(webhooks));
    expect(Object.keys(schemas.Event.discriminator.mapping)).toEqual(Object.keys(webhooks));
    expect(schemas.TransferRewoundEvent.properties.type.const).toBe('transfer.rewound');
    expect(webhooks['transfer.rewound']!.post!.parameters).toHaveLength(5);
  });

  it('names the code of which nobody says what answers with it', () => {
    change(
      'schemas/problem.yaml',
      '    not_found:',
      "    on_fire: { status: 503, title: 'On fire', detail: 'Run.' }\n    not_found:",
    );
    expect(bundle()).toContain('on_fire');
  });
});

describe('what the generators read of the contract', () => {
  const contract = () => openApiDocument() as unknown as OpenApiDocument;
  const KEYWORDS =
    /^(minimum|maximum|maxLength|maxItems|pattern|default|enum|x-(?!e2e|events|sealed|consumes|stores|guard|pattern)[\w-]+)$/;
  const callLimits = (document: OpenApiDocument) => sdkLimits(document, 'calls');
  const contentLimits = (document: OpenApiDocument) => sdkLimits(document, 'contents');
  const generate = (document: OpenApiDocument): string =>
    [constants, callLimits, contentLimits, mcpTools, e2eFields].map((of) => of(document)).join('') +
    operationsTable(operationsOf(document));

  /** Every keyword below a node, with what takes it away. */
  function keywordsOf(node: any, place: string): { place: string; remove: () => void }[] {
    if (typeof node !== 'object' || node === null) return [];
    return Object.keys(node).flatMap((key) => [
      ...(KEYWORDS.test(key) ? [{ place: `${place}/${key}`, remove: () => void delete node[key] }] : []),
      ...keywordsOf(node[key], `${place}/${key}`),
    ]);
  }
  const placesOf = (document: any) =>
    [
      ...['x-limits', 'x-lifetimes', 'x-webhooks'].map((place) => ({
        place,
        remove: () => void delete document[place],
      })),
      ...['schemas', 'parameters'].flatMap((kind) => keywordsOf(document.components[kind], kind)),
    ].filter(({ place }) => !/\/(example|properties\/[^/]+\/(example|properties))/.test(place));

  it('is written with what is there, or nothing is: a number or name that is missing is not left out', () => {
    const whole = generate(contract());
    expect(whole).not.toMatch(/\b(undefined|NaN)\b/);
    const lines = whole.split('\n').length;
    const silent = placesOf(contract()).flatMap(({ place }, i) => {
      const document = contract();
      placesOf(document)[i]!.remove();
      try {
        const text = generate(document);
        return /\b(undefined|NaN)\b/.test(text) || constantNames(text) < constantNames(whole) ? [place] : [];
      } catch {
        return [];
      }
    });
    expect(lines).toBeGreaterThan(100);
    expect(silent).toEqual([]);
  });

  /** How many constants and limits are written. */
  const constantNames = (text: string): number =>
    [...text.matchAll(/^(export const \w+|  '[\w.]+':)/gm)].length;
});

describe('the lint of the contract', () => {
  const lint = (edit: (file: (name: string, from: string, to: string) => void) => void): string => {
    const folder = mkdtempSync(join(tmpdir(), 'tempshare-lint-'));
    cpSync(join(ROOT, 'openapi'), join(folder, 'openapi'), { recursive: true });
    edit((name, from, to) => {
      const path = join(folder, 'openapi', name);
      const text = readFileSync(path, 'utf8');
      expect(text).toContain(from);
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
    });
    const args = [
      REDOCLY,
      'lint',
      join(folder, 'openapi/openapi.yaml'),
      '--config',
      join(ROOT, '.config/redocly.yaml'),
    ];
    const { stdout, stderr } = spawnSync(process.execPath, [...args, '--format', 'stylish'], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true, force: true });
    return stdout + stderr;
  };

  it('names each fault of one that was changed, by its line', { timeout: 120_000 }, () => {
    const found = lint((change) => {
      const secret = 'schemas/secrets.yaml';
      change(
        secret,
        '  properties:\n',
        '  properties:\n    note: { type: string, maxLength: 100, description: A note., x-e2e: clear }\n',
      );
      change('schemas/drops.yaml', '      x-sealed: true\n', '');
      change('schemas/shared.yaml', "  pattern: '^[^\\x00]*$'\n", '');
      change('schemas/shared.yaml', 'Count: { type: integer, format: int32,', 'Count: { type: integer,');
      change('schemas/shared.yaml', 'maximum: 9007199254740991', 'maximum: 9007199254740993');
      change('parameters.yaml', 'minimum: 1, maximum: 100,', 'minimum: 1,');
      change('schemas/shared.yaml', '  const: true\n  enum: [true]\n', '  const: true\n');
      change('paths/files.yaml', 'x-max-bytes: 26214800', 'maxLength: 26214800');
    });
    for (const fault of [
      /note: a string needs a pattern that refuses U\+0000/,
      /message: a string needs a pattern/,
      /password: a string needs a pattern/,
      /#\/Count: a number needs a format: int32 or int64/,
      /#\/Bytes: the bounds exceed those of int64/,
      /#\/Limit\/schema: a number needs a minimum and a maximum/,
      /#\/Success: a const needs an enum/,
      /bytes have no maxLength/,
    ])
      expect(found).toMatch(fault);
    expect(found).toMatch(/secrets\.yaml/);
  });
});

describe('an operation of the contract', () => {
  const all: OperationInfo[] = Object.values(operations);
  const idsOf = (found: OperationInfo[]) => found.map(({ id }) => id);

  it('that an owner posts to takes an Idempotency-Key, unless a repeated call does nothing twice', () => {
    const once = all.filter(
      ({ auth, method, idempotent }) => auth === 'bearer' && method === 'POST' && !idempotent,
    );
    // Takes failed deliveries, each of which is due afterwards.
    expect(idsOf(once)).toEqual(['webhookEndpoints.redeliveries.create']);
  });

  it('that takes a body refuses fields that it does not know', () => {
    const document = openApiDocument();
    const bodies = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId, requestBody }) => {
        const schema = requestBody?.content['application/json']?.schema;
        return schema === undefined ? [] : [[operationId, resolve<any>(document as any, schema as any)]];
      }),
    );
    expect(bodies.length).toBeGreaterThan(10);
    const open = bodies.filter(([, { additionalProperties }]) => additionalProperties !== false);
    expect(open.map(([id]) => id)).toEqual([]);
  });

  it('that creates what is shared may find no room left', () => {
    const created = all.filter(({ status, tag }) => status === 201 && tag !== 'webhooks');
    expect(created.length).toBeGreaterThan(5);
    expect(idsOf(created.filter(({ codes }) => !codes.includes('insufficient_storage')))).toEqual([]);
  });
});

describe('a body that can be sealed', () => {
  const contract = () => openApiDocument() as unknown as OpenApiDocument;
  const schemasOf = (document: OpenApiDocument) => document.components['schemas'] as Record<string, any>;

  it('says of each field what becomes of it, or nothing is generated', () => {
    const document = contract();
    schemasOf(document).SecretCreate.properties.hint = { type: 'string' };
    expect(() => e2eFields(document)).toThrow('SecretCreate.hint needs an x-e2e');
  });

  it.each(['TransferCreate', 'SecretCreate', 'RoomCreate'])('%s keeps its rules to that', (name) => {
    const schemas = schemasOf(contract());
    const { properties, allOf } = schemas[name];
    const treatment = (field: any): any =>
      field['x-e2e'] ?? schemas[String(field.$ref).split('/').at(-1)!]?.['x-e2e'];
    const named = (of: (treatment: any) => boolean) =>
      Object.keys(properties).filter((field) => of(treatment(properties[field])));
    const rule = (allOf as any[]).find((each) => each.if.properties.encryption);
    const [sealed, clear] = [rule.then.properties, rule.else.properties];
    const withheld = Object.keys(sealed).filter((field) => sealed[field] === false);
    expect(withheld.sort()).toEqual(named((each) => each === 'withheld').sort());
    const jwes = Object.keys(sealed).filter((field) => String(sealed[field].$ref).endsWith('/CompactJwe'));
    expect(jwes).toEqual(named((each) => each.sealed !== undefined));
    for (const field of jwes) expect(clear[field].maxLength).toBe(treatment(properties[field]).length);
    const refused = Object.keys(clear).filter((field) => clear[field] === false);
    const derived = named((each) => each === 'derived');
    expect(derived).toEqual(expect.arrayContaining(refused));
    expect(
      derived.filter((field) => !refused.includes(field) && !['encryption', 'size'].includes(field)),
    ).toEqual([]);
  });
});

it('a schema that adds to another one says so with allOf: beside a $ref of a whole schema the server sees nothing', () => {
  const schemas = openApiDocument().components.schemas as Record<string, object>;
  const beside = Object.keys(schemas).filter((name) => '$ref' in schemas[name]!);
  expect(beside).toEqual([]);
});
