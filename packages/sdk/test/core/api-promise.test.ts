import { describe, expect, it, vi } from 'vitest';
import { APIPromise, composed } from '../../src/core/api-promise.ts';
import { Tempshare, type APIError } from '../../src/index.ts';
import { getTransfer } from '../operations.ts';
import { json, problem, scriptedServer } from '../scripted-server.ts';
import { created, key as apiKey, setup } from '../transport-setup.ts';

describe('the result of a call', () => {
  it('is a promise: it chains, catches and settles with others', async () => {
    const { baseUrl } = await scriptedServer(json(200, { n: 1 }), problem(404, 'not_found'));
    const client = new Tempshare({ apiKey, baseUrl });
    const get = () => client.invoke<{ n: number }>(getTransfer, { path: { id: 'a' } });
    const settled = vi.fn();
    expect(
      await get()
        .then(({ n }) => n + 1)
        .finally(settled),
    ).toBe(2);
    expect(await get().catch((error: unknown) => (error as APIError).status)).toBe(404);
    const results = await Promise.allSettled([get(), get().withResponse(), get().asResponse()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(settled).toHaveBeenCalledOnce();
  });

  it('comes with the idempotency key that was sent, if one was', async () => {
    const { create, get, seen } = await setup([created]);
    expect((await create().withResponse()).idempotencyKey).toBe(seen[0]!.headers['idempotency-key']);
    expect((await create({ idempotencyKey: 'order-17' }).withResponse()).idempotencyKey).toBe('order-17');
    expect((await get().withResponse()).idempotencyKey).toBeUndefined();
  });

  it('can be had as it came, its body unread', async () => {
    const { create, seen } = await setup([created]);
    const call = create();
    const response = await call.asResponse();
    expect(await response.json()).toEqual({ success: true, id: 'abc' });
    expect(response.headers.get('x-request-id')).toBe('req_1');
    expect(await call).toEqual({ success: true, id: 'abc' });
    expect(seen).toHaveLength(1);
  });
});

describe('a composed call', () => {
  const part = (data: { id: string }, attempts: number) =>
    new APIPromise(Promise.resolve(data), {
      attempts,
      requestId: 'req_1',
      idempotencyKey: 'k1',
      response: () => Response.json(data, { status: 201, headers: { 'content-length': '2' } }),
    });

  it('has the circumstances of the call that it adopts, and counts the requests beside it', async () => {
    const call = composed(async ({ adopt, count }) => {
      const { id } = await adopt(part({ id: 'a' }, 2));
      count(3);
      return { url: `https://share.example/${id}#key` };
    });
    const { data, response, ...circumstances } = await call.withResponse();
    expect(circumstances).toEqual({ attempts: 5, requestId: 'req_1', idempotencyKey: 'k1' });
    expect(await response.json()).toEqual(data);
    expect([response.status, response.headers.has('content-length')]).toEqual([201, false]);
  });

  it('fails with what its work throws', async () => {
    const failed = composed(async () => {
      throw new Error('mine');
    });
    await expect(failed.asResponse()).rejects.toThrow('mine');
  });
});
