import { inspect } from 'node:util';
import { limits } from '@tempshare/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createLinkKey,
  deriveKeys,
  encodeLinkKey,
  seal,
  sealMetadata,
  createFileKey,
  type EnvelopeKeys,
} from '../../src/envelope/index.ts';
import { ID, stage } from '../sealing-stage.ts';
import { json, problem, type Reply } from '../scripted-server.ts';

const MARK = 'hunter2-mark';
const linkKey = createLinkKey();
const link = `https://share.example/en/room/${ID}#${encodeLinkKey(linkKey)}`;
const file = new File([MARK], `${MARK}.txt`);
let keys: EnvelopeKeys;
beforeAll(async () => void (keys = await deriveKeys(linkKey)));

const info = { roomId: ID, name: 'Room', state: 'open', expiresAt: '2999-01-01T00:00:00.000Z' };
const room = (said: object): Reply => json(200, { ...info, encryption: 'e2e', ...said });
const wrongProof = problem(403, 'invalid_password');
const posted = json(201, { success: true, id: 'msg_1', createdAt: info.expiresAt });
/** The requests by what they ask. */
const asked = (seen: { method: string; url: string }[]) => seen.map(({ method, url }) => `${method} ${url}`);

describe('what an owner posts', () => {
  it('is sent once the service has taken the proof of its keys', async () => {
    const { client, seen } = await stage([room({}), room({}), posted]);
    await client.rooms.messages.create(link, { text: MARK });
    expect(asked(seen)).toEqual([
      `GET /api/v1/rooms/${ID}`,
      `GET /api/v1/public/rooms/${ID}`,
      `POST /api/v1/rooms/${ID}/messages`,
    ]);
    expect(seen[1]!.headers['x-access-proof']).toBe(keys.accessProof);
    expect(seen[1]!.headers).not.toHaveProperty('authorization');
  });

  it('has at most 10,000 bytes of UTF-8, under a name of at most 200 characters', async () => {
    const entered = [room({}), room({})];
    const { client, seen } = await stage([...entered, posted, ...entered, posted, ...entered]);
    const post = (text: string, author?: string) =>
      client.rooms.messages.create(link, { text, ...(author !== undefined && { author }) });
    await post('x'.repeat(limits.messageLength), '😀'.repeat(limits.authorLength));
    await post('ł'.repeat(limits.messageLength / 2));
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
    await expect(post('ł'.repeat(limits.messageLength / 2) + 'x')).rejects.toThrow(
      /text is too long: at most 10,000 bytes/,
    );
    await expect(post('x', 'x'.repeat(limits.authorLength + 1))).rejects.toThrow(
      /author must be .+ 1 to 200 characters/,
    );
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('under a wrong key or password is not sent', async () => {
    const refused = { name: 'PermissionDeniedError', code: 'invalid_password', requestId: 'req_1' };
    for (const [said, options, expected] of [
      [{}, {}, { name: 'LinkError', code: 'wrong_key', cause: refused }],
      [{ kdfIterations: 100_000 }, { password: 'wrong' }, refused],
    ] as const) {
      for (const call of ['message', 'file', 'open'] as const) {
        const { client, seen } = await stage([room(said), wrongProof, posted]);
        const { rooms } = client;
        const result = {
          message: () => rooms.messages.create(link, { text: MARK }, options),
          file: () => rooms.files.create(link, { file }, options),
          open: () => rooms.open(link, options),
        }[call]();
        await expect(result).rejects.toMatchObject(expected);
        expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET']);
      }
    }
  });

  it('with a password into a room that is said to have none is not sent', async () => {
    const { client, seen } = await stage([room({})]);
    const options = { password: 'azalea' };
    const refused = { name: 'LinkError', code: 'password_not_used' };
    await expect(client.rooms.messages.create(link, { text: MARK }, options)).rejects.toMatchObject(refused);
    await expect(client.rooms.files.create(link, { file }, options)).rejects.toMatchObject(refused);
    await expect(client.rooms.open(link, options)).rejects.toMatchObject(refused);
    const server = await stage([room({ encryption: 'server' })]);
    const body = { text: MARK, encryption: 'server' } as const;
    await expect(server.client.rooms.messages.create(ID, body, options)).rejects.toMatchObject(refused);
    for (const { method } of [...seen, ...server.seen]) expect(method).toBe('GET');
  });

  it("in the clear does not go to a room whose participants seal, whatever 'encryption' says", async () => {
    const encryption = 'server';
    const { client, seen } = await stage([room({}), room({}), room({}), room({ encryption: undefined })]);
    const calls = [
      () => client.rooms.messages.create(ID, { text: MARK, author: MARK, encryption }),
      () => client.rooms.files.create(ID, { file, encryption }),
      () => client.rooms.files.create(ID, { fileName: MARK, encryption }),
      () => client.withOptions({ encryption }).rooms.messages.create(ID, { text: MARK }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'missing_key' });
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
    expect(inspect(seen)).not.toContain(MARK);
  });

  it("goes in the clear by the id or the link without a fragment, where 'encryption' is server", async () => {
    const bare = link.replace(/#.*/, '');
    for (const place of [ID, bare]) {
      const reply = (_: unknown, i: number) => (i % 2 === 0 ? room({ encryption: 'server' }) : posted);
      const { client, seen } = await stage(Array.from({ length: 8 }, reply));
      const preset = client.withOptions({ encryption: 'server' });
      await client.rooms.messages.create(place, { text: 'x', encryption: 'server' });
      await preset.rooms.messages.create(place, { text: 'x' });
      await client.rooms.files.create(place, { fileName: 'x', encryption: 'server' });
      await preset.rooms.files.create(place, { fileName: 'x' });
      const rounds = ['messages', 'messages', 'files', 'files'];
      expect(asked(seen)).toEqual(
        rounds.flatMap((what) => [`GET /api/v1/rooms/${ID}`, `POST /api/v1/rooms/${ID}/${what}`]),
      );
    }
  });

  it('by a link that has lost its fragment, or by the id, is not sent, and the error says what to pass', async () => {
    const { client, seen } = await stage([room({ encryption: 'server' })]);
    for (const place of [ID, link.replace(/#.*/, '')]) {
      await expect(client.rooms.messages.create(place, { text: MARK })).rejects.toMatchObject({
        code: 'missing_key',
        message: expect.stringMatching(/the whole roomUrl.+\{ …, encryption: 'server' \}.+nothing was sent$/),
      });
    }
    await expect(client.rooms.open(ID)).rejects.toMatchObject({
      code: 'missing_key',
      message: expect.stringMatching(/its id alone does not hold the key: pass the whole roomUrl/),
    });
    const misspelt = client.rooms.open(link, { pasword: 'x' } as object);
    await expect(misspelt).rejects.toThrow(
      'unknown option of rooms.open: "pasword" (perhaps password is meant)',
    );
    expect(seen).toEqual([]);
  });

  it('by the key of a link in place of an id is not sent', async () => {
    const { client, seen } = await stage([room({ encryption: 'server' })]);
    const key = encodeLinkKey(linkKey);
    const sealedMetadata = await seal('x', keys, { kind: 'file' });
    const encryption = 'server';
    for (const call of [
      () => client.rooms.messages.create(key, { text: 'x', encryption }),
      () => client.rooms.files.create(key, { file, encryption }),
      () => client.rooms.files.create(key, { fileName: 'x', encryption }),
      () => client.rooms.files.create(key, { sealedMetadata }),
    ])
      await expect(call()).rejects.toThrow(/nothing was sent/);
    expect(seen).toEqual([]);
  });
});

describe('what was sealed already', () => {
  it('is sent as what it was sealed as, or not at all', async () => {
    const { client, seen } = await stage([json(201, {})]);
    const sealed = await seal(MARK, keys, { kind: 'message' });
    const { accessProofHash } = keys;
    const sealedMetadata = await sealMetadata({ key: createFileKey() }, keys);
    for (const call of [
      () => client.secrets.create({ secret: sealed, encryption: 'e2e', accessProofHash }),
      () => client.transfers.create({ type: 'text', text: sealed, encryption: 'e2e', accessProofHash }),
      () => client.transfers.create({ type: 'url', targetUrl: sealed, encryption: 'e2e', accessProofHash }),
      () => client.rooms.files.create(ID, { sealedMetadata: sealed }),
      () => client.rooms.files.create(ID, { sealedMetadata, author: sealed }),
    ])
      await expect(call()).rejects.toThrow(/sealed as another kind \(message\)/);
    await expect(client.rooms.files.create(ID, { sealedMetadata, author: 'Kim' })).rejects.toThrow(/JWE/);
    const secret = await seal(MARK, keys, { kind: 'secret' });
    const rounds = { encryption: 'e2e', accessProofHash, kdfIterations: limits.kdfIterationsLeast } as const;
    await expect(client.secrets.create({ secret, ...rounds })).rejects.toThrow(/kdfIterations/);
    expect(seen).toEqual([]);
    await client.secrets.create({ secret, encryption: 'e2e', accessProofHash });
    expect(seen).toHaveLength(1);
  });

  it('is of a kind that exists', async () => {
    await expect(seal('x', keys, { kind: 'nope' as 'text' })).rejects.toMatchObject({
      name: 'EnvelopeError',
      code: 'unsupported_envelope',
    });
  });
});

it('a service that returns no link makes no link', async () => {
  for (const reply of [null, { success: true }, { secretUrl: {}, shareUrl: 42, roomUrl: null }]) {
    const { client } = await stage([json(201, reply)]);
    for (const call of [
      () => client.secrets.create({ secret: 'x' }),
      () => client.transfers.create({ type: 'text', text: 'x' }),
      () => client.transfers.create({ type: 'file', file: new Blob(['x']) }),
      () => client.rooms.create({ name: 'x' }),
    ])
      await expect(call()).rejects.toMatchObject({
        name: 'UnexpectedResponseError',
        message: expect.stringMatching(/contract|not of this service/),
      });
  }
});
