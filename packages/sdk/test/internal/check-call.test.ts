import { operations } from '@tempshare/contract';
import { describe, expect, it } from 'vitest';
import { createFetchClient } from '../../src/fetch.ts';
import { table } from '../../src/gen/operation-table.ts';
import { TempshareError, type Tempshare } from '../../src/index.ts';
import { json } from '../scripted-server.ts';
import { ID, stage } from '../sealing-stage.ts';
import { failure } from '../transport-setup.ts';

const apiKey = 'svc_sk_test_0123456789';
const all = Object.values(operations);
type Operation = (typeof all)[number];
type Method = (...args: unknown[]) => PromiseLike<unknown>;

/** Calls the method of an operation with something as its body or query. */
function call(client: Tempshare, { id, path }: Operation, given: unknown, ...options: unknown[]) {
  const names = id.split('.');
  const method = names.pop()!;
  const resource = names.reduce<never>((at, name) => at[name], client as never) as Record<string, Method>;
  const room = names[0] === 'rooms' && method === 'create' && names.length > 1;
  const ids = [...path.matchAll(/\{\w+\}/g)].map(() => ID);
  const takes = takesOf({ id, path } as Operation);
  const body = room ? { ...(given as object), encryption: 'server' } : given;
  return resource[method]!(...ids, ...(takes ? [body] : []), ...options);
}

const takesOf = ({ id }: Operation): readonly string[] | undefined =>
  table.find((row) => row.id === id)!.takes;

describe('a name that is not known is refused before anything is sent', () => {
  it.each(all.filter(takesOf))('as a field or filter of $id', async (operation) => {
    const { client, seen } = await stage([json(200, {})]);
    const [known] = takesOf(operation)!;
    const misspelt = `${known}s`;
    const error = await failure(call(client, operation, { [misspelt]: 'x' }), TempshareError);
    expect(error.message).toContain(`"${misspelt}" (perhaps ${known} is meant); known are`);
    expect(error.message).toContain('nothing was sent');
    expect(seen).toEqual([]);
  });

  it.each(all.filter(({ requestType }) => requestType !== 'application/octet-stream'))(
    'as an option of $id',
    async (operation) => {
      const { client, seen } = await stage([json(200, {})]);
      const error = await failure(call(client, operation, {}, { maxRetry: 0 }), TempshareError);
      expect(error.message).toContain('"maxRetry" (perhaps maxRetries is meant); known are signal');
      expect(seen).toEqual([]);
    },
  );

  it.each(['signal', 'idempotencyKey', 'timeout', 'linkKey', 'onProgress'])(
    'as the option %s beside the fields, with the place where it belongs',
    async (option) => {
      const { client, seen } = await stage([json(200, {})]);
      for (const sent of [
        client.secrets.create({ secret: 'x', [option]: 'x' }),
        client.drops.create({ label: 'x', [option]: 'x' }),
        client.transfers.list({ [option]: 'x' }),
      ])
        expect((await failure(sent, TempshareError)).message).toContain(
          'options such as signal go into the last argument',
        );
      expect((await failure(client.drops.create({ x: 'x' } as never), TempshareError)).message).not.toContain(
        'signal',
      );
      expect(seen).toEqual([]);
    },
  );

  it('by the path-style client, too', async () => {
    const { baseUrl, seen } = await stage([json(200, {})]);
    const client = createFetchClient({ apiKey, baseUrl });
    for (const [sent, name] of [
      [client.GET('/transfers', { params: { query: { limits: 5 } as object } }), 'limit'],
      [client.POST('/drops', { body: { label: 'x', labels: 'x' } as never }), 'label'],
      [client.GET('/transfers', { timeOut: 5 } as object), 'timeout'],
    ] as const)
      expect((await failure(sent, TempshareError)).message).toContain(`(perhaps ${name} is meant)`);
    expect(seen).toEqual([]);
  });

  it('unless it is undefined', async () => {
    const { client, seen } = await stage([json(200, { transfers: [], nextCursor: null })]);
    await client.transfers.list({ limits: undefined } as object, { timeOut: undefined } as object);
    expect(seen).toHaveLength(1);
  });
});

describe('a password that is none', () => {
  const makers: [string, (client: Tempshare, body: object) => PromiseLike<unknown>][] = [
    ['a secret', ({ secrets }, body) => secrets.create({ secret: 'x', ...body })],
    ['a text', ({ transfers }, body) => transfers.create({ type: 'text', text: 'x', ...body })],
    ['a file', ({ transfers }, body) => transfers.create({ type: 'file', file: new Blob(['x']), ...body })],
    [
      'an announced file',
      ({ transfers }, body) => transfers.create({ type: 'file', encryption: 'server', ...body }),
    ],
    ['a room', ({ rooms }, body) => rooms.create({ name: 'x', ...body })],
    [
      'what is sent by its row',
      (client, body) => {
        const args = { body: { secret: 'x', ...body } };
        return client.invoke(operations['secrets.create'], args);
      },
    ],
    [
      'what is sent by its path',
      ({ baseUrl }, body) =>
        createFetchClient({ apiKey, baseUrl }).POST('/secrets', { body: { secret: 'x', ...body } }),
    ],
  ];
  const passwords = [
    [undefined, 'password is undefined'],
    [null, 'password is null'],
    ['', 'password is empty'],
  ] as const;

  for (const encryption of ['e2e', 'server'] as const)
    it.for(makers)(`is refused for %s, sealed by ${encryption}`, async ([, make]) => {
      for (const [password, words] of passwords) {
        const { client, seen } = await stage([json(201, {})], { encryption });
        const error = await failure(make(client, { password }), TempshareError);
        expect(error.message).toContain(words);
        expect(error.message).toContain('leave the field out; nothing was sent');
        expect(seen).toEqual([]);
      }
    });

  it('opens nothing, and is sent as none where something is opened', async () => {
    const { client, seen } = await stage([json(200, { secret: 'x' })]);
    await client.public.secrets.reveal(ID, { password: undefined });
    expect(seen[0]!.body).toBe('{}');
  });
});

describe('one view and more of them', () => {
  it.for<[string, object]>([
    ['of a text', { type: 'text', text: 'x' }],
    ['of a file', { type: 'file', file: new Blob(['x']) }],
    ['of what the service seals', { type: 'text', text: 'x', encryption: 'server' }],
  ])('are refused %s', async ([, body]) => {
    const { client, seen } = await stage([json(201, {})]);
    for (const maxViews of [0, 2, 1_000, null]) {
      const input = { ...body, oneTime: true, maxViews } as never;
      const error = await failure(client.transfers.create(input), TempshareError);
      expect(error.message).toMatch(/^oneTime: true is one view.+nothing was sent$/);
    }
    expect(seen).toEqual([]);
  });
});
