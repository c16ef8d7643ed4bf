import { inspect } from 'node:util';
import { limits } from '@tempshare/contract';
import { describe, expect, it } from 'vitest';
import { TempshareError, type Tempshare } from '../../src/index.ts';
import { createLinkKey } from '../../src/envelope/index.ts';
import { json } from '../scripted-server.ts';
import { stage, textCreated } from '../sealing-stage.ts';

const both = json(201, { secretUrl: 'https://share.example/s', shareUrl: 'https://share.example/t' });

const MARK = 'hunter2-mark';
const file = new Blob([MARK]);
const long = (count: number) => MARK.padEnd(count, 'x');

/** Calls that JavaScript lets through; none may send anything. */
const misuses: [string, 'secrets' | 'transfers' | 'rooms', unknown][] = [
  ['no body', 'secrets', undefined],
  ['null for a body', 'secrets', null],
  ['the secret itself for a body', 'secrets', MARK],
  ['a number for a secret', 'secrets', { secret: 42 }],
  ['an object for a secret', 'secrets', { secret: { [MARK]: MARK } }],
  ['no secret', 'secrets', { password: MARK }],
  ['an empty secret', 'secrets', { secret: '' }],
  ['a misspelt field', 'secrets', { secret: 'x', sekret: MARK }],
  ['an empty password', 'secrets', { secret: MARK, password: '' }],
  ['null for a password', 'secrets', { secret: MARK, password: null }],
  ['a password over the limit', 'secrets', { secret: 'x', password: long(limits.passwordLength + 1) }],
  ['too few rounds', 'secrets', { secret: MARK, password: 'p', kdfIterations: 1 }],
  ['rounds for ever', 'secrets', { secret: MARK, password: 'p', kdfIterations: 2 ** 31 }],
  ['a mode that does not exist', 'secrets', { secret: MARK, encryption: 'none' }],
  ['half of a surrogate pair', 'secrets', { secret: `${MARK}\ud83d` }],
  ['a hash that is null', 'secrets', { secret: MARK, accessProofHash: null }],
  ['a file name beside a text', 'transfers', { type: 'text', text: 'x', fileName: MARK }],
  ['a file beside a text', 'transfers', { type: 'text', text: 'x', file }],
  ['an address without a host', 'transfers', { type: 'url', targetUrl: `https:///${MARK}` }],
  ['an address of another scheme', 'transfers', { type: 'url', targetUrl: `ftp://a.example/${MARK}` }],
  ['an address of a script', 'transfers', { type: 'url', targetUrl: `javascript:'${MARK}'` }],
  ['an address with a password', 'transfers', { type: 'url', targetUrl: `https://u:${MARK}@a.example/` }],
  ['an address with a line break', 'transfers', { type: 'url', targetUrl: `https://a.example/\n${MARK}` }],
  ['a file without bytes', 'transfers', { type: 'file', fileName: MARK }],
  ['a file that is undefined', 'transfers', { type: 'file', file: undefined, fileName: MARK }],
  ['null for a file', 'transfers', { type: 'file', file: null }],
  ['a path that is text', 'transfers', { type: 'file', file: `/tmp/${MARK}` }],
  ['a path to nothing', 'transfers', { type: 'file', file: { path: `/tmp/${MARK}` } }],
  ['a path to a folder', 'transfers', { type: 'file', file: { path: '/tmp' } }],
  ['a path for a file name', 'transfers', { type: 'file', file, fileName: `../${MARK}` }],
  ['a file name of 256 characters', 'transfers', { type: 'file', file, fileName: long(256) }],
  ['a control character in a file name', 'transfers', { type: 'file', file, fileName: `${MARK}\0` }],
  ['a media type that is none', 'transfers', { type: 'file', file, mediaType: MARK }],
  ['a size below nothing', 'transfers', { type: 'file', file: file.stream(), size: -1 }],
  ['a size that is text', 'transfers', { type: 'file', file: new Blob([]).stream(), size: MARK }],
  ['a password of a room that is a number', 'rooms', { name: 'x', password: 42 }],
  ['an unknown field of a room', 'rooms', { name: 'x', topic: MARK }],
];

describe('a call that cannot be sealed', () => {
  it.for(misuses)('for %s is refused before anything is sent', async ([, resource, body]) => {
    const { client, seen } = await stage([textCreated]);
    const call = client[resource].create(body as never);
    const error: unknown = await call.catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(TempshareError);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(MARK);
    expect(seen).toEqual([]);
  });
});

describe('what is as long as can be sealed', () => {
  it.for<[string, (client: Tempshare, text: string) => PromiseLike<unknown>, number]>([
    ['a secret', (client, secret) => client.secrets.create({ secret }), limits.secretLength],
    ['a text', (client, text) => client.transfers.create({ type: 'text', text }), limits.textLength],
    [
      'an address',
      (client, text) => client.transfers.create({ type: 'url', targetUrl: `https://a/${text}` }),
      limits.targetUrlLength - 10,
    ],
  ])('is sent: %s', async ([, create, most]) => {
    const { client, seen } = await stage([both]);
    await create(client, 'ł'.repeat(most / 2));
    await create(client, 'x'.repeat(most));
    for (const more of ['x'.repeat(most + 1), 'ł'.repeat(most / 2 + 1)])
      await expect(create(client, more)).rejects.toThrow(/is too long: at most .+ bytes of UTF-8/);
    expect(seen).toHaveLength(2);
  });
});

describe('a misspelt field', () => {
  it.for<[string[], string]>([
    [['expiresIn'], 'unknown field of transfers.create: "expiresIn" (perhaps expiresAt is meant); known are'],
    [['MAXVIEWS', 'textt'], '"MAXVIEWS", "textt" (perhaps maxViews, text are meant)'],
    [['url'], '(perhaps targetUrl is meant)'],
    [[MARK, '0'], 'unknown field of transfers.create: not shown here; known are'],
    [[`text${MARK.repeat(1_000)}`], 'field of transfers.create: not shown here; known are'],
  ])('of %j is answered with what may be meant', async ([names, words]) => {
    const { client, seen } = await stage([textCreated]);
    const fields = Object.fromEntries(names.map((name) => [name, MARK]));
    const call = client.transfers.create({ type: 'text', text: 'x', ...fields });
    const error: unknown = await call.catch((failure: unknown) => failure);
    expect((error as Error).message).toContain(words);
    expect(inspect(error)).not.toContain(MARK);
    expect(seen).toEqual([]);
  });

  it('among the options is answered so, too', async () => {
    const { client } = await stage([textCreated]);
    const call = client.secrets.create({ secret: 'x' }, { timeOut: 5 } as object);
    await expect(call).rejects.toThrow(/option of secrets.create: "timeOut" \(perhaps timeout is meant\)/);
  });
});

describe('a link key under which nothing would be sealed', () => {
  it.for<[string, object, 'e2e' | 'server']>([
    ["with encryption: 'server' in the body", { encryption: 'server' }, 'e2e'],
    ["with encryption: 'server' of the client", {}, 'server'],
    ['with what is sealed already', { accessProofHash: 'x' }, 'e2e'],
  ])('is refused %s', async ([, more, encryption]) => {
    const { client, seen } = await stage([textCreated], { encryption });
    const options = { linkKey: createLinkKey() };
    for (const call of [
      client.secrets.create({ secret: MARK, ...more }, options),
      client.transfers.create({ type: 'text', text: MARK, ...more }, options),
      client.transfers.create({ type: 'file', file, ...more }, options),
      client.rooms.create({ name: MARK, ...more }, options),
    ])
      await expect(call).rejects.toThrow(/has a linkKey, but would seal nothing under it.+nothing was sent/);
    expect(seen).toEqual([]);
  });
});

const room = `https://share.example/en/room/7sQmXk2VbT9cLrPz4WnYdA`;
const key = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg';

describe('a link of a room', () => {
  it.for<[string, unknown, string]>([
    ['the id alone', '7sQmXk2VbT9cLrPz4WnYdA', 'missing_key'],
    ['the link without its fragment', room, 'missing_key'],
    ['the link of a secret', `${room.replace('/room', '/secret')}#${key}`, 'invalid_link'],
    ['a fragment that is cut off', `${room}#${key.slice(1)}`, 'invalid_link_key'],
    ['the fragment alone', `#${key}`, 'invalid_link'],
    ['nothing', undefined, 'missing_key'],
  ])('that is %s is refused before anything is sent', async ([, link, code]) => {
    const { client, seen } = await stage([textCreated]);
    const post = client.rooms.messages.create(link as string, { text: MARK });
    await expect(post).rejects.toMatchObject({ code });
    await expect(client.rooms.files.create(link as string, { file })).rejects.toMatchObject({ code });
    expect(seen).toEqual([]);
  });

  it('does not get into an address in place of an id', async () => {
    const { client, seen } = await stage([textCreated]);
    const link = `${room}#${key}`;
    for (const call of [
      client.rooms.get(link),
      client.rooms.delete(link.replace('#', '%23')),
      client.rooms.delete(`7sQmXk2VbT9cLrPz4WnYdA%2523${key}`),
      client.rooms.files.create(link.replace('#', '%2523'), { fileName: MARK, encryption: 'server' }),
      client.rooms.files.create(link, { fileName: MARK, encryption: 'server' }),
      client.secrets.get(link),
    ])
      await expect(call).rejects.toThrow(/nor a whole link; nothing was sent/);
    const unsealed = client.rooms.files.create('7sQmXk2VbT9cLrPz4WnYdA', { fileName: MARK });
    await expect(unsealed).rejects.toThrow(/needs its bytes.+nothing was sent/);
    expect(seen).toEqual([]);
  });
});

it.for<[string, (client: Tempshare, options: object) => Promise<unknown>]>([
  ['password', (client, options) => client.secrets.create({ secret: MARK }, options)],
  ['encryption', (client, options) => client.transfers.create({ type: 'text', text: MARK }, options)],
  ['password', (client, options) => client.rooms.create({ name: 'x' }, options)],
  ['linkKey', (client, options) => client.rooms.messages.create(room, { text: MARK }, options)],
])('%s among the options is refused where it belongs into the body', async ([name, create]) => {
  const { client, seen } = await stage([textCreated]);
  await expect(create(client, { [name]: 'e2e' })).rejects.toThrow(
    /^unknown option of .+belongs into the body/,
  );
  expect(seen).toEqual([]);
});
