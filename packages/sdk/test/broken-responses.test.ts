import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { APIConnectionError, APIError, APITimeoutError, InternalServerError } from '../src/index.ts';
import { createTransfer } from './operations.ts';
import {
  closing,
  cutChunk,
  gzipped,
  halfBody,
  html,
  interim,
  json,
  problem,
  reset,
  resetAfterHead,
  shortPromise,
  stalledBody,
  trickle,
  type Reply,
} from './scripted-server.ts';
import { created, failure, setup } from './transport-setup.ts';

describe('a call is made again after', () => {
  it.each<[string, Reply]>([
    ['a reset before the head', reset],
    ['a reset after the head', resetAfterHead],
    ['a body shorter than its Content-Length', halfBody],
    ['a body cut within a chunk', cutChunk],
    ['a body that does not decompress', gzipped({ success: true }, true)],
    [
      'a body that stops at a Content-Length too short for it',
      shortPromise('{"success":true,"id":"abc"}', 10),
    ],
    ['JSON without a body', shortPromise('', 0)],
  ])('%s', async (_, reply) => {
    const { create, seen } = await setup([reply, created]);
    const { attempts, idempotencyKey } = await create().withResponse();
    expect(attempts).toBe(2);
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual([idempotencyKey, idempotencyKey]);
  });

  it.each<[string, Reply]>([
    ['silence after the head', stalledBody],
    ['a trickle of which every byte is in time', trickle(200, 'application/json')],
  ])('%s, once its time is over', async (_, reply) => {
    const { get } = await setup([reply, json(200, { ok: true })]);
    expect(await get({ timeout: 200, maxRetries: 50 })).toEqual({ ok: true });
  });
});

describe('a response', () => {
  it('longer than its Content-Length fails without a quotation, and does no harm to the next call', async () => {
    const { create, get } = await setup([
      shortPromise('{"success":true,"id":"abc"}', 10),
      json(200, { ok: true }),
    ]);
    const error = await failure(create({ maxRetries: 0 }), APIConnectionError);
    expect(inspect(error, { depth: 9 })).not.toMatch(/succ/);
    expect(await get()).toEqual({ ok: true });
  });

  it('after interim responses is the final one', async () => {
    const { create, seen } = await setup([interim(created)]);
    expect(await create()).toEqual({ success: true, id: 'abc' });
    expect(seen).toHaveLength(1);
  });

  it('that is compressed is read', async () => {
    const { get } = await setup([gzipped({ ok: true })]);
    expect(await get()).toEqual({ ok: true });
  });

  it('of an error whose document never ends is decided by its status, in time', async () => {
    for (const reply of [trickle(404, 'application/problem+json'), trickle(404, 'text/html')]) {
      const { get, sockets } = await setup([reply]);
      expect(await failure(get({ timeout: 200, maxRetries: 50 }), APIError)).toMatchObject({
        status: 404,
        code: 'unknown_error',
      });
      await expect.poll(() => sockets.size).toBe(0);
    }
  });

  it('on a connection that is closed between calls is asked for on a new one', async () => {
    const { finish, sockets, seen } = await setup([closing(json(200, { ok: true }))]);
    for (let call = 0; call < 3; call++) {
      expect((await finish().withResponse()).attempts).toBe(1);
      await expect.poll(() => sockets.size).toBe(0);
    }
    expect(seen).toHaveLength(3);
  });

  it('goes to its own call when many run at once', async () => {
    const echo: Reply = (response, { url }) => json(200, { url })(response, undefined as never);
    const { invoke } = await setup([echo]);
    const ids = Array.from({ length: 200 }, (_, i) => `id${i}`);
    const operation = { ...createTransfer, method: 'GET', path: '/transfers/{id}', idempotent: false };
    const replies = await Promise.all(ids.map((id) => invoke(operation, { path: { id } })));
    expect(replies).toEqual(ids.map((id) => ({ url: `/api/v1/transfers/${id}` })));
  });
});

describe('a connection is let go', () => {
  it.each<[string, Reply]>([
    ['an error that is no problem document', trickle(500, 'text/html')],
    ['a redirect', trickle(302, 'text/html')],
    ['a success that is not in time', trickle(200, 'application/json')],
  ])('after %s, though its body has no end', async (_, reply) => {
    const { create, sockets } = await setup([reply]);
    await failure(create({ maxRetries: 0, timeout: 60 }), Error);
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('when a download is not in time', async () => {
    const { download, sockets } = await setup([trickle(200, 'application/octet-stream')]);
    const call = download({ timeout: 60 });
    await failure(
      call.then((response) => response.text()),
      APITimeoutError,
    );
    await expect.poll(() => sockets.size).toBe(0);
  });
});

it('a download that breaks off is not made again, since its bytes are already used', async () => {
  const { download, seen } = await setup([cutChunk]);
  const response = await download();
  await failure(response.text(), APIConnectionError);
  expect(seen).toHaveLength(1);
});

it('an error of a proxy before the last attempt leaves no trace', async () => {
  const { get } = await setup([html(502), problem(500, 'internal_error')], { maxRetries: 1 });
  expect(await failure(get(), InternalServerError)).toMatchObject({ code: 'internal_error', attempts: 2 });
});
