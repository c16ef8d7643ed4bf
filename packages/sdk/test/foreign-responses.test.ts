import { describe, expect, it } from 'vitest';
import { UnexpectedResponseError, TempshareError, type Tempshare } from '../src/index.ts';
import { openLink } from '../src/links/index.ts';
import { json, scriptedServer } from './scripted-server.ts';
import { stage } from './sealing-stage.ts';

const ID = '7sQmXk2VbT9cLrPz4WnYdA';
const KEY = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg';
const NOTHING = [null, 42, 'x', [], {}];

async function outcome(call: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return error;
  }
}

const walk = async (rows: AsyncIterable<unknown>) => {
  for await (const _ of rows) expect.unreachable();
};

describe('a list whose response is not a page', () => {
  it.for([...NOTHING, { transfers: null }, { transfers: {} }, { transfers: 'abc' }])(
    'but %j fails as an UnexpectedResponseError when it is walked through',
    async (reply) => {
      const { client } = await stage([json(200, reply)]);
      expect(await outcome(() => walk(client.transfers.list()))).toBeInstanceOf(UnexpectedResponseError);
      expect(await outcome(() => walk(client.transfers.list().pages()))).toBeInstanceOf(
        UnexpectedResponseError,
      );
    },
  );
});

it('a file is not sent where the response has no address for it', async () => {
  for (const uploadUrl of [
    undefined,
    null,
    5,
    '',
    'https://share.example/',
    'https://share.example/%2e%2e',
  ]) {
    const created = { success: true, id: ID, shareUrl: `https://share.example/en/${ID}`, uploadUrl };
    const { client, seen } = await stage([json(201, created), json(200, { success: true })]);
    const sharing = () => client.transfers.create({ type: 'file', file: new Blob(['report']) });
    expect(await outcome(sharing)).toBeInstanceOf(UnexpectedResponseError);
    expect(seen.map(({ method }) => method)).not.toContain('PUT');
  }
});

describe('a call that seals and is answered with something else', () => {
  const link = `https://share.example/en/room/${ID}#${KEY}`;
  const calls: [string, (client: Tempshare) => PromiseLike<unknown>][] = [
    ['secrets.create', ({ secrets }) => secrets.create({ secret: 'hunter2' })],
    ['transfers.create', ({ transfers }) => transfers.create({ type: 'text', text: 'hi' })],
    ['transfers.create of a file', ({ transfers }) => transfers.create({ type: 'file', file: new Blob() })],
    ['rooms.create', ({ rooms }) => rooms.create({ name: 'Incident' })],
    ['rooms.open', ({ rooms }) => rooms.open(link)],
    ['rooms.messages.create', ({ rooms }) => rooms.messages.create(link, { text: 'hi' })],
    ['rooms.files.create', ({ rooms }) => rooms.files.create(link, { file: new Blob() })],
  ];

  it.for(calls)('fails with an error of the package: %s', async ([, call]) => {
    for (const reply of [...NOTHING, { encryption: 'e2e', kdfIterations: 'many' }]) {
      const { client } = await stage([json(200, reply)], { maxRetries: 0 });
      expect(await outcome(() => call(client))).toBeInstanceOf(TempshareError);
    }
  });
});

/** Responses with the info of a link and with its content, one field of them of another kind each time. */
const info = {
  id: ID,
  secretId: ID,
  roomId: ID,
  kind: 'text',
  name: 'Room',
  title: 'Papers',
  state: 'open',
  label: 'Box',
  encryption: 'e2e',
  requiresPassword: false,
  oneTime: false,
  expiresAt: '2999-01-01T00:00:00.000Z',
  kdfIterations: undefined as unknown,
  text: 'x',
  targetUrl: 'x',
  secret: 'x',
  downloadUrl: 'x',
  sealedMetadata: 'x',
};

describe('a link whose service answers', () => {
  const fields = Object.keys(info) as (keyof typeof info)[];
  const links = [
    ...['text', 'url', 'file', 'debug'].map((kind) => ({ kind, path: '', fragment: `#${KEY}` })),
    ...['secret/', 'room/'].map((path) => ({ kind: 'text', path, fragment: `#${KEY}` })),
    ...['request/', 'drop/'].map((path) => ({ kind: 'text', path, fragment: '' })),
  ];

  it.for(fields)('a %s of another kind fails as something of the package, if it does', async (field) => {
    for (const value of [null, 42, {}]) {
      for (const { kind, path, fragment } of links) {
        const { baseUrl } = await scriptedServer(json(200, { ...info, kind, [field]: value }));
        const link = `${baseUrl.replace('/api/v1', '')}/en/${path}${ID}${fragment}`;
        const result = await outcome(() => openLink(link, { maxRetries: 0 }));
        expect(result instanceof TempshareError || !(result instanceof Error)).toBe(true);
      }
    }
  });
});
