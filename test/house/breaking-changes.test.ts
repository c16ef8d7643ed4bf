/** The gate for breaking changes of the contract: what it must catch, by which rule, and what it must let through. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentText } from '@tempshare/contract/document';
import { describe, expect, it } from 'vitest';
import { accept } from '../../packages/contract/compatibility/accepted.ts';
import { breaksOf } from '../../packages/contract/compatibility/compare.ts';
import { ROOT } from '../support/server/server-process.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Edit = (document: Json) => void;

/** The holder and name of a place, which is written as names with blanks between; numbers count in lists. */
function find(document: Json, path: string): { holder: Record<string, Json>; name: string } {
  const names = path.split(' ');
  const name = names.pop()!;
  const holder = names.reduce<Json>((at, each) => {
    const next = (at as Record<string, Json>)[each];
    if (next === undefined) throw new Error(`there is no ${each} of ${path}`);
    return next;
  }, document);
  return { holder: holder as Record<string, Json>, name };
}
const value = (document: Json, path: string): Json => {
  const { holder, name } = find(document, path);
  if (holder[name] === undefined) throw new Error(`there is no ${path}`);
  return holder[name];
};

const set =
  (path: string, to: Json): Edit =>
  (document) => {
    const { holder, name } = find(document, path);
    holder[name] = structuredClone(to);
  };
const drop =
  (path: string): Edit =>
  (document) => {
    value(document, path);
    const { holder, name } = find(document, path);
    delete holder[name];
  };
const push =
  (path: string, ...more: Json[]): Edit =>
  (document) => {
    (value(document, path) as Json[]).push(...structuredClone(more));
  };
/** Takes the entries out of a list whose text holds a word. */
const pull =
  (path: string, word: string): Edit =>
  (document) => {
    const { holder, name } = find(document, path);
    const list = value(document, path) as Json[];
    holder[name] = list.filter((each) => !JSON.stringify(each).includes(word));
    if (holder[name].length === list.length) throw new Error(`${path} has no ${word}`);
  };
const move =
  (from: string, to: string): Edit =>
  (document) => {
    set(to, value(document, from))(document);
    drop(from)(document);
  };
const inline =
  (path: string): Edit =>
  (document) => {
    const { $ref } = value(document, path) as { $ref: string };
    set(path, value(document, $ref.slice(2).replaceAll('/', ' ')))(document);
  };

const schema = (path: string): string => `components schemas ${path}`;
const list = 'paths /transfers get';
const create = 'paths /transfers post';
const created = schema('TransferCreated');
const ok = { description: 'It is.', content: { 'application/json': { schema: { type: 'object' } } } };
const query = (required: boolean): Json => ({ name: 'q', in: 'query', required, schema: { type: 'string' } });

/** Each with its rule, and some with what the contract must have said before. */
const BREAKS: [rule: string, title: string, edit: Edit, before?: Edit][] = [
  ['operation-removed', 'a path', drop('paths /webhook-statistics')],
  ['operation-removed', 'a method', drop('paths /rooms/{id}/messages get')],
  ['operation-removed', 'another method', move('paths /drops/{id} patch', 'paths /drops/{id} put')],
  ['operation-removed', 'another path', move('paths /key', 'paths /keys')],
  ['operation-id-changed', 'another name in clients', set(`${list} operationId`, 'transfers.all')],
  ['request-parameter-removed', 'a query parameter', pull(`${list} parameters`, '"status"')],
  [
    'request-parameter-removed',
    'a query parameter becomes a header',
    set(`${list} parameters 2 in`, 'header'),
  ],
  [
    'request-parameter-removed',
    'a header of a whole path',
    pull('paths /public/rooms/{id}/messages parameters', 'Proof'),
  ],
  ['request-parameter-removed', 'a header of all requests', pull('x-request-headers', 'X-Retry-Count')],
  ['request-parameter-required', 'an optional one', set('components parameters Cursor required', true)],
  ['request-parameter-required', 'a new one', set('paths /key get parameters', [query(true)])],
  ['request-parameter-serialization', 'another form of lists', set(`${list} parameters 2 explode`, false)],
  [
    'request-bound-narrowed',
    'a lower maximum of a parameter',
    set('components parameters Limit schema maximum', 50),
  ],
  [
    'request-default-changed',
    'a default of a parameter',
    set('components parameters Limit schema default', 10),
  ],
  [
    'request-type-narrowed',
    'a parameter becomes a boolean',
    set('components parameters Limit schema', { type: 'boolean' }),
  ],
  [
    'request-pattern-narrowed',
    'a header',
    set('components parameters IdempotencyKey schema pattern', '^[a-z]+$'),
  ],
  ['request-property-required', 'an optional property', push(schema('TransferCreate required'), 'label')],
  ['request-property-removed', 'a property', drop(schema('TransferCreate properties label'))],
  ['request-enum-narrowed', 'a value', pull(schema('Expiration enum'), '15m')],
  ['request-enum-narrowed', 'a constant', set(schema('TransferCreate properties oneTime const'), true)],
  [
    'request-type-narrowed',
    'null by alternatives',
    pull(schema('WebhookEndpointUpdate properties description oneOf'), 'null'),
  ],
  [
    'request-type-narrowed',
    'a number becomes whole',
    set(schema('RoomCreate properties ttlHours type'), 'integer'),
  ],
  ['request-bound-narrowed', 'a shorter text', set(schema('Label maxLength'), 100)],
  ['request-bound-narrowed', 'a longer text', set(schema('SecretCreate properties secret minLength'), 8)],
  ['request-bound-narrowed', 'fewer entries', set(schema('FilesCreate maxItems'), 2)],
  [
    'request-bound-narrowed',
    'fewer bytes',
    set(
      'paths /public/uploads/{token} put requestBody content application/octet-stream schema x-max-bytes',
      1000,
    ),
  ],
  ['request-pattern-narrowed', 'a property', set(schema('Password pattern'), '^[a-z]+$')],
  ['request-format-narrowed', 'a property', set(schema('Label format'), 'email')],
  ['request-keyword-narrowed', 'a multiple', set(schema('RoomCreate properties ttlHours multipleOf'), 1)],
  [
    'request-additional-properties-closed',
    'a body that was open',
    () => {},
    drop(schema('RoomCreate additionalProperties')),
  ],
  [
    'request-unevaluated-properties-closed',
    'a body that was open',
    (document) => {
      drop(schema('RoomCreate additionalProperties'))(document);
      set(schema('RoomCreate unevaluatedProperties'), false)(document);
    },
    drop(schema('RoomCreate additionalProperties')),
  ],
  [
    'request-branch-removed',
    'one way to share logs',
    pull(schema('DebugShareCreate allOf 0 anyOf'), '"logs"'),
  ],
  [
    'request-branch-removed',
    'one of two texts',
    set(schema('Label oneOf'), [{ pattern: '^a' }, { pattern: '^b' }]),
    set(schema('Label oneOf'), [{ pattern: '^a' }, { pattern: '^b' }, { pattern: '^c' }]),
  ],
  [
    'request-condition-added',
    'a pair of properties',
    push(schema('RoomCreate allOf'), { if: { required: ['label'] }, then: { required: ['ttlHours'] } }),
  ],
  ['request-property-required', 'in a case', push(schema('TransferCreate allOf 1 then required'), 'label')],
  [
    'request-type-narrowed',
    'a property is ruled out in a case',
    set(schema('TransferCreate allOf 1 then properties label'), false),
  ],
  [
    'request-default-changed',
    'a default of a property',
    set(schema('TransferCreate properties oneTime default'), true),
  ],
  [
    'request-default-changed',
    'a default beside a reference',
    set(schema('TransferCreate properties expiration default'), '7d'),
  ],
  [
    'request-body-required',
    'an optional body',
    set('paths /public/secrets/{id}/reveal post requestBody required', true),
  ],
  [
    'request-media-type-removed',
    'bytes',
    move(
      'paths /public/uploads/{token} put requestBody content application/octet-stream',
      'paths /public/uploads/{token} put requestBody content image/png',
    ),
  ],
  ['response-property-removed', 'a property', drop(`${created} properties shortCode`)],
  ['response-property-removed', 'of an event', drop(schema('TransferEventObject properties status'))],
  ['response-property-removed', 'of errors', drop(schema('Problem properties requestId'))],
  ['response-property-optional', 'a property', pull(`${created} required`, 'shortCode')],
  [
    'response-type-widened',
    'null by a list of types',
    set(`${created} properties shortCode type`, ['string', 'null']),
  ],
  [
    'response-type-widened',
    'null by alternatives',
    set(`${created} properties type`, {
      oneOf: [{ $ref: '#/components/schemas/TransferType' }, { type: 'null' }],
    }),
  ],
  [
    'response-type-widened',
    'a whole number becomes one with a fraction',
    set(schema('Total type'), 'number'),
  ],
  [
    'response-type-widened',
    'a webhook',
    set(schema('TransferEventObject properties id type'), ['string', 'null']),
  ],
  [
    'response-type-widened',
    'entries of a list',
    set(schema('TransferList properties transfers items'), { type: ['object', 'null'] }),
  ],
  [
    'response-const-changed',
    'another constant',
    set(schema('Success'), { type: 'boolean', const: false, enum: [false] }),
  ],
  [
    'response-const-changed',
    'no constant any more',
    set(schema('SecretCreated properties burnAfterRead'), { type: 'boolean' }),
  ],
  ['response-enum-dropped', 'any text', drop(schema('TransferStatus enum'))],
  ['response-format-widened', 'no link any more', drop(`${created} properties shareUrl format`)],
  ['response-pattern-widened', 'times in another form', set(schema('Timestamp pattern'), '^.+Z$')],
  ['response-bound-widened', 'more views', set(schema('MaxViews maximum'), 5000)],
  [
    'response-branch-added',
    'a third form',
    set(`${created} properties shortCode anyOf`, [{ pattern: '^a' }, { pattern: '^b' }, { pattern: '^c' }]),
    set(`${created} properties shortCode anyOf`, [{ pattern: '^a' }, { pattern: '^b' }]),
  ],
  [
    'response-additional-properties-opened',
    'a property that was closed',
    () => {},
    set(schema('ViewedAt additionalProperties'), false),
  ],
  [
    'response-unevaluated-properties-opened',
    'a property that was closed',
    () => {},
    set(schema('ViewedAt unevaluatedProperties'), false),
  ],
  ['response-status-removed', 'another status', move(`${create} responses 201`, `${create} responses 200`)],
  ['response-status-added', 'a second status', set(`${create} responses 202`, ok)],
  [
    'response-media-type-removed',
    'a stream',
    move(
      'paths /public/rooms/{id}/events get responses 200 content text/event-stream',
      'paths /public/rooms/{id}/events get responses 200 content text/plain',
    ),
  ],
  [
    'response-header-removed',
    'a header',
    drop('components responses FileContent headers Content-Disposition'),
  ],
  ['response-header-optional', 'a header', set('components headers Content-Range required', false)],
  ['response-type-widened', 'a header', set('components headers Retry-After schema', { type: 'string' })],
  ['error-code-removed', 'an error', drop(schema('ErrorCode x-problems invalid_pin'))],
  ['error-status-changed', 'an error', set(schema('ErrorCode x-problems invalid_pin status'), 401)],
  ['security-narrowed', 'a second scope', push(`${list} security 0 bearerAuth`, 'transfer:create')],
  ['security-narrowed', 'another scope', set(`${list} security 0 bearerAuth`, ['secret:create'])],
  [
    'security-narrowed',
    'a key where none was needed',
    set('paths /public/limits get security', [{ bearerAuth: [] }]),
  ],
  ['security-narrowed', 'one of two ways', pull('paths /rooms get security', 'room:write')],
  [
    'security-scheme-changed',
    'another place of the key',
    set('components securitySchemes bearerAuth scheme', 'basic'),
  ],
  ['server-removed', 'another address', set('servers 0 url', '/api/v2')],
  ['webhook-removed', 'an event', drop('webhooks secret.consumed')],
  ['webhook-header-removed', 'a signature', pull('webhooks secret.consumed post parameters', '/WebhookId')],
  ['webhook-header-optional', 'a signature', set('components parameters Signature required', false)],
  ['webhook-answer-removed', 'an answer of receivers', drop('webhooks secret.consumed post responses 410')],
  ['limit-lowered', 'entries of a room', set('x-limits capacity room items', 100)],
  ['limit-lowered', 'the life of an upload', set('x-lifetimes uploadUrl', 60)],
];

const HARMLESS: [title: string, edit: Edit, before?: Edit][] = [
  ['a new path', set('paths /new', { get: { operationId: 'new.get', responses: { 200: ok } } })],
  ['a new method', set('paths /key delete', { operationId: 'key.delete', responses: { 200: ok } })],
  ['a new optional parameter', push(`${list} parameters`, query(false))],
  [
    'parameters in another order',
    (document) => void (value(document, `${list} parameters`) as Json[]).reverse(),
  ],
  ['a header in other letters', set('components parameters IdempotencyKey name', 'idempotency-key')],
  [
    'another name of a parameter of a path',
    (document) => {
      move('paths /transfers/{id}/unlock', 'paths /transfers/{transferId}/unlock')(document);
      inline('paths /transfers/{transferId}/unlock parameters 0')(document);
      set('paths /transfers/{transferId}/unlock parameters 0 name', 'transferId')(document);
    },
  ],
  ['a description', set(`${create} description`, 'Shares a text.')],
  ['an operation is deprecated', set(`${create} deprecated`, true)],
  ['other tags', set(`${create} tags`, ['other'])],
  ['another example', drop(`${create} requestBody content application/json examples`)],
  ['an optional property of a request', set(schema('TransferCreate properties note'), { type: 'string' })],
  ['a property of a request becomes optional', pull(schema('RoomCreate required'), 'name')],
  ['a longer text in a request', set(schema('SecretCreate properties secret maxLength'), 2_000_000)],
  ['an empty text in a request', set(schema('Password minLength'), 0)],
  ['more entries in a request', set(schema('FilesCreate maxItems'), 1000)],
  ['a value of an enum of requests', push(schema('Expiration enum'), '30d')],
  ['null in a request', set(schema('TransferCreate properties oneTime type'), ['boolean', 'null'])],
  ['a number with a fraction in a request', set(schema('TransferCreate properties maxViews type'), 'number')],
  ['a larger format in a request', set(schema('TransferCreate properties maxViews format'), 'int64')],
  ['no pattern in a request', drop(schema('Password pattern'))],
  [
    'no format in a request',
    drop('paths /events get parameters 4 schema'),
    set('paths /events get parameters 4 schema', { type: 'string', format: 'date-time' }),
  ],
  ['a request is opened', drop(schema('RoomCreate additionalProperties'))],
  ['a condition of a request goes', drop(schema('TransferCreate allOf 0'))],
  ['another way to share logs', push(schema('DebugShareCreate allOf 0 anyOf'), { required: ['label'] })],
  ['a body becomes optional', set('paths /secrets post requestBody required', false)],
  [
    'a further media type of a request',
    set('paths /secrets post requestBody content text/plain', { schema: { type: 'string' } }),
  ],
  ['a property of a response', set(`${created} properties note`, { type: 'string' })],
  ['a property of a response is always there', push(`${created} required`, 'uploadUrl')],
  [
    'null no more in a response',
    set(schema('TransferEventObject properties expiresAt'), { $ref: '#/components/schemas/Timestamp' }),
  ],
  [
    'whole numbers alone in a response',
    set(schema('Views'), { type: 'integer', format: 'int32', minimum: 0, maximum: 10 }),
  ],
  ['a pattern in a response', set(`${created} properties shortCode pattern`, '^[0-9A-Z]{8}$')],
  ['a format in a response', set(`${created} properties id format`, 'id')],
  ['a constant in a response', set(`${created} properties oneTime const`, true)],
  ['a value of an enum of responses', push(schema('TransferStatus enum'), 'paused')],
  [
    'a value less in an enum of responses',
    pull(schema('SecretEventObject properties state enum'), 'revoked'),
  ],
  ['an alternative less in a response', pull(schema('WebhookEndpoint properties skipped oneOf'), 'null')],
  ['a further error', set(`${list} responses 410`, ok)],
  ['an error less', drop(`${create} responses 415`)],
  ['a header of a response', set(`${list} responses 200 headers X-New`, { schema: { type: 'string' } })],
  ['a header of a response is always there', set('components headers ETag required', true)],
  [
    'a further media type of a response',
    set(`${list} responses 200 content text/csv`, { schema: { type: 'string' } }),
  ],
  ['no scope is needed', set(`${list} security 0 bearerAuth`, [])],
  ['a second way in', push('paths /drops get security', { bearerAuth: ['room:create'] })],
  ['no key is needed', set('paths /key get security', [])],
  [
    'a new event',
    (document) => {
      set('webhooks drop.created', value(document, 'webhooks transfer.created'))(document);
      set('webhooks drop.created post operationId', 'dropCreated')(document);
      const text = JSON.stringify(value(document, schema('TransferCreatedEvent')));
      set(
        schema('DropCreatedEvent'),
        JSON.parse(text.replaceAll('transfer.created', 'drop.created')) as Json,
      )(document);
      push(schema('EventType enum'), 'drop.created')(document);
      push(schema('Event oneOf'), { $ref: '#/components/schemas/DropCreatedEvent' })(document);
    },
  ],
  ['a property of an event', set(schema('TransferEventObject properties note'), { type: 'string' })],
  [
    'a header of an event',
    push('webhooks secret.consumed post parameters', {
      name: 'X-New',
      in: 'header',
      schema: { type: 'string' },
    }),
  ],
  ['another answer of receivers', set('webhooks secret.consumed post responses 404', ok)],
  ['a higher limit', set('x-limits capacity room items', 20_000)],
  ['a new limit', set('x-limits capacity room members', 10)],
  ['a schema in place of its reference', inline(`${create} requestBody content application/json schema`)],
  ['a parameter in place of its reference', inline(`${list} parameters 0`)],
  [
    'null by alternatives in place of a list',
    set(schema('NextCursor'), { oneOf: [{ type: 'string' }, { type: 'null' }] }),
    set(schema('NextCursor'), { type: ['string', 'null'] }),
  ],
  [
    'alternatives in another order',
    (document) => void (value(document, schema('Event oneOf')) as Json[]).reverse(),
  ],
  [
    'another name of a schema',
    (document) => {
      move(schema('ViewedAt'), schema('ViewTimes'))(document);
      for (const each of ['TransferSummary', 'Transfer'])
        set(schema(`${each} properties viewedAt`), { $ref: '#/components/schemas/ViewTimes' })(document);
    },
  ],
];

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
