import {
  value,
  set,
  drop,
  push,
  pull,
  move,
  inline,
  schema,
  list,
  create,
  created,
  ok,
  query,
  type Edit,
  type Json,
} from './edits.ts';

export const HARMLESS: [title: string, edit: Edit, before?: Edit][] = [
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
