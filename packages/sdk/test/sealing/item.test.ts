import { describe, expect, expectTypeOf, it } from 'vitest';
import { createLinkKey, decodeLinkKey, deriveKeys, open, seal } from '../../src/envelope/index.ts';
import { APIUserAbortError, TempshareError, type APIPromise } from '../../src/index.ts';
import type { SecretCreated, TransferCreate, TransferCreated } from '../../src/gen/types.gen.ts';
import { problem, reset } from '../scripted-server.ts';
import { ID, secretCreated, stage, textCreated, uploaded } from '../sealing-stage.ts';
import { skipPauses } from '../as-time-passes.ts';

skipPauses();

const parsed = (body: string) => JSON.parse(body) as Record<string, string>;

describe('a sealed create', () => {
  it('sends what the link that it gives opens, and nothing else of it', async () => {
    const { client, seen } = await stage([secretCreated]);
    const { secretUrl } = await client.secrets.create({ secret: 'hunter2', expiration: '1h' });
    expect(secretUrl).toMatch(new RegExp(`^https://share.example/en/secret/${ID}#[\\w-]{43}$`));
    const body = parsed(seen[0]!.body);
    expect(Object.keys(body).sort()).toEqual(['accessProofHash', 'encryption', 'expiration', 'secret']);
    const keys = await deriveKeys(decodeLinkKey(secretUrl));
    expect(body.accessProofHash).toBe(keys.accessProofHash);
    expect(await open(body.secret!, keys, 'secret')).toBe('hunter2');
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`hunter2|${secretUrl.split('#')[1]}`));
  });

  it('sends the rounds of a password, and not the password', async () => {
    const { client, seen } = await stage([textCreated]);
    const input = { type: 'text', text: 'hi', password: 'pass phrase', kdfIterations: 100_000 } as const;
    const { shareUrl } = await client.transfers.create(input);
    const body = parsed(seen[0]!.body);
    expect(body).toMatchObject({ encryption: 'e2e', kdfIterations: 100_000 });
    expect(body).not.toHaveProperty('password');
    const keys = await deriveKeys(decodeLinkKey(shareUrl), { password: 'pass phrase', iterations: 100_000 });
    expect(await open(body.text!, keys, 'text')).toBe('hi');
  });

  it('sends the same bytes under one idempotency key at each attempt', async () => {
    const busy = problem(503, 'service_unavailable', { 'retry-after': '0' });
    const { client, seen } = await stage([busy, reset, secretCreated]);
    const { data, attempts, idempotencyKey, requestId } = await client.secrets
      .create({ secret: 'hunter2', password: 'p' })
      .withResponse();
    expect(data.secretUrl).toContain('#');
    expect({ attempts, requestId }).toEqual({ attempts: 3, requestId: 'req_1' });
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([idempotencyKey]));
  });

  it('sends the same bytes in another process that has kept both keys', async () => {
    const { client, seen } = await stage([textCreated]);
    const options = { idempotencyKey: 'order-1', linkKey: createLinkKey() };
    const input = { type: 'text', text: 'hi', maxViews: 3, password: 'p' } as const;
    const first = await client.transfers.create(input, options);
    const { password, maxViews, text, type } = input;
    expect(await client.transfers.create({ password, maxViews, text, type }, options)).toEqual(first);
    expect(seen[1]!.body).toBe(seen[0]!.body);
    await client.transfers.create({ ...input, text: 'ho' }, options);
    expect(parsed(seen[2]!.body).text).not.toBe(parsed(seen[0]!.body).text);
  });

  it('takes an idempotency key only with a link key, and none for a file', async () => {
    const { client, seen } = await stage([textCreated]);
    const options = { idempotencyKey: 'order-1' };
    await expect(client.secrets.create({ secret: 'x' }, options)).rejects.toThrow(/needs a linkKey/);
    await expect(client.rooms.create({ name: 'x' }, options)).rejects.toThrow(/needs a linkKey/);
    const file = new Blob(['x']);
    await expect(client.transfers.create({ type: 'file', file }, options)).rejects.toThrow(/its key is new/);
    expect(seen).toEqual([]);
  });

  it('fails as other calls do', async () => {
    const { client } = await stage([problem(403, 'insufficient_scope')]);
    await expect(client.secrets.create({ secret: 'x' })).rejects.toMatchObject({
      status: 403,
      operation: 'secrets.create',
    });
    await expect(client.secrets.create({ secret: 'x' }).asResponse()).rejects.toMatchObject({ status: 403 });
    await expect(client.secrets.create({ secret: '' })).rejects.toBeInstanceOf(TempshareError);
  });

  it('sends nothing once it is aborted, before or while it seals', async () => {
    const { client, seen } = await stage([secretCreated]);
    const early = client.secrets.create({ secret: 'x' }, { signal: AbortSignal.abort('why') });
    await expect(early).rejects.toMatchObject({ name: 'APIUserAbortError', cause: 'why', attempts: 0 });
    const stop = new AbortController();
    const later = client.secrets.create({ secret: 'x', password: 'p' }, { signal: stop.signal });
    stop.abort();
    await expect(later).rejects.toBeInstanceOf(APIUserAbortError);
    expect(seen).toEqual([]);
  });
});

describe('who seals', () => {
  it("is the service for encryption: 'server', of a call or of the client", async () => {
    const { client, seen } = await stage([secretCreated]);
    const body = { secret: 'plain', password: 'p' };
    const one = await client.secrets.create({ ...body, encryption: 'server' });
    const preset = client.withOptions({ encryption: 'server' });
    expect(await preset.secrets.create(body)).toEqual(one);
    expect(one.secretUrl).not.toContain('#');
    expect(seen.map((each) => parsed(each.body))).toEqual([{ ...body, encryption: 'server' }, body]);
    expect((await preset.secrets.create({ secret: 'x', encryption: 'e2e' })).secretUrl).toContain('#');
  });

  it('is the caller who has sealed already, and then nothing is added', async () => {
    const { client, seen } = await stage([secretCreated]);
    const keys = await deriveKeys(createLinkKey());
    const { accessProofHash } = keys;
    const secret = await seal('x', keys, { kind: 'secret' });
    const { secretUrl } = await client.secrets.create({ secret, accessProofHash });
    expect(secretUrl).not.toContain('#');
    expect(parsed(seen[0]!.body)).toEqual({ secret, accessProofHash, encryption: 'e2e' });
    const bare = client.secrets.create({ secret: 'not sealed', accessProofHash });
    await expect(bare).rejects.toMatchObject({ code: 'unsupported_envelope' });
    await expect(client.secrets.create({ secret, accessProofHash, password: 'p' })).rejects.toThrow(
      /unknown field of secrets.create: "password".+nothing was sent/,
    );
    expect(seen).toHaveLength(1);
  });
});

it('the types are those of the call, with a file or without', async () => {
  const { client } = await stage([uploaded]);
  const calls = (draft: TransferCreate) => [
    client.transfers.create({ type: 'file', file: new Blob([]), fileName: 'a', oneTime: true }),
    client.transfers.create(
      { type: 'file', file: { path: '/a' }, encryption: 'server' },
      { onProgress() {} },
    ),
    // @ts-expect-error a path stands in an object, lest it is taken for the content
    client.transfers.create({ type: 'file', file: '/a' }),
    // @ts-expect-error the bytes are of a file
    client.transfers.create({ type: 'text', file: new Blob([]) }),
    // @ts-expect-error the same where the service seals
    client.transfers.create({ type: 'file', file: '/a', encryption: 'server' }),
    // @ts-expect-error the text is missing
    client.transfers.create({ type: 'text' }),
    // @ts-expect-error the text is missing, and an address is none
    client.transfers.create({ type: 'text', targetUrl: 'https://a.example' }),
    // @ts-expect-error an address goes with its own type
    client.transfers.create({ type: 'text', text: 'x', targetUrl: 'https://a.example' }),
    // @ts-expect-error the file is missing, and nothing says who seals it
    client.transfers.create({ type: 'file' }),
    // @ts-expect-error a text is no file
    client.transfers.create({ type: 'file', text: 'x' }),
    client.transfers.create(draft),
    client.transfers.create({ ...draft, encryption: 'server' }),
    // @ts-expect-error misspelt
    client.transfers.create({ ...draft, pasword: 'x' }),
  ];
  type Body = Parameters<typeof client.transfers.create>[0];
  expectTypeOf<{ type: 'file'; encryption: 'server'; fileName: string }>().toExtend<Body>();
  expectTypeOf<{
    type: 'file';
    accessProofHash: string;
    sealedMetadata: string;
    size: number;
  }>().toExtend<Body>();
  expectTypeOf<{ type: 'text'; text: string; accessProofHash: string }>().toExtend<Body>();
  expectTypeOf<{ type: 'text'; text: string; oneTime: boolean }>().toExtend<Body>();
  expectTypeOf<{ type: 'url'; targetUrl: string; maxViews: number }>().toExtend<Body>();
  expectTypeOf<TransferCreate>().not.toExtend<Body>();
  expectTypeOf(calls).returns.toEqualTypeOf<APIPromise<TransferCreated>[]>();
  expectTypeOf(() => client.secrets.create({ secret: 'x' })).returns.toEqualTypeOf<
    APIPromise<SecretCreated>
  >();
});
