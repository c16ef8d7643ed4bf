import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import {
  PayloadTooLargeError,
  TempshareError,
  type ClientOptions,
  type FileSource,
} from '../../src/index.ts';
import { asTimePasses } from '../as-time-passes.ts';
import { early, hang, html, json, problem, reset, type Reply } from '../scripted-server.ts';
import { fileCreated, fileCreatedBody, ID, stage } from '../sealing-stage.ts';

const MIB = 1_048_576;
const deleted = json(200, { success: true, message: 'The transfer and its content have been deleted.' });
const refused = problem(413, 'payload_too_large');

/** Shares a file with a service that takes the announcement and gives these responses to the upload and to what follows. */
async function share(replies: Reply[], options: object = {}, file: FileSource = new Blob(['x'])) {
  const { client, seen } = await stage([fileCreated, ...replies]);
  const call = client.transfers.create({ type: 'file', file }, { maxRetries: 0, ...options });
  const error = (await call.catch((reason: unknown) => reason)) as TempshareError;
  const deletions = () => seen.filter(({ method }) => method === 'DELETE').map(({ url }) => url);
  return { error, deletions, seen };
}

describe('a transfer whose upload fails', () => {
  it('is deleted when the service has refused the bytes, and nothing is left to tell', async () => {
    const { error, deletions, seen } = await share([refused, deleted], { headers: { 'x-tenant': 't' } });
    expect(error).toBeInstanceOf(PayloadTooLargeError);
    expect(error.announcedId).toBeUndefined();
    expect(deletions()).toEqual([`/api/v1/transfers/${ID}`]);
    expect(seen.at(-1)!.headers).toMatchObject({
      authorization: 'Bearer svc_sk_test_0123456789',
      'x-tenant': 't',
    });
  });

  it('is named by the error where the key may not delete it, and not where the error is printed', async () => {
    const { error, deletions } = await share([refused, problem(403, 'insufficient_scope')]);
    expect(error).toBeInstanceOf(PayloadTooLargeError);
    expect(error.announcedId).toBe(ID);
    expect(deletions()).toHaveLength(1);
    expect(inspect(error, { depth: 9 }) + JSON.stringify(error) + String(error)).not.toContain(ID);
  });

  it('is deleted when its source breaks off, and the error says what that failed with', async () => {
    const broken = async function* () {
      yield new Uint8Array(MIB);
      throw new RangeError('the disk');
    };
    const { error, deletions } = await share([refused, deleted], {}, broken());
    expect(error).toMatchObject({ name: 'TempshareError', cause: new RangeError('the disk') });
    expect(deletions()).toHaveLength(1);
  });

  it.for<[string, Reply]>([
    ['a connection that breaks', reset],
    ['a 502 of a gateway', problem(502, 'bad_gateway')],
    ['what is no JSON', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<')],
    ['404, as a URL that has served is', problem(404, 'not_found')],
    ['429, as whoever sends a request twice may be', problem(429, 'rate_limited')],
    ['408', problem(408, 'request_timeout')],
    ['a redirect', html(302, { location: 'https://login.example/' })],
    ["a proxy's own 403", html(403)],
    ["a proxy's own 413", html(413)],
  ])('is named and not deleted when all bytes were sent and answered with %s', async ([, reply]) => {
    const { error, deletions } = await share([reply, problem(404, 'not_found')]);
    expect(error).toBeInstanceOf(TempshareError);
    expect(error.announcedId).toBe(ID);
    expect(deletions()).toEqual([]);
  });

  it('is not deleted when its announcement may be that of an earlier call', async () => {
    const replayed = json(201, fileCreatedBody, { 'idempotency-replayed': 'true' });
    const calls: [Reply, object, ClientOptions][] = [
      [replayed, {}, {}],
      [fileCreated, { idempotencyKey: 'order-4711' }, {}],
      [fileCreated, { headers: { 'Idempotency-Key': 'order-4711' } }, {}],
      [fileCreated, {}, { defaultHeaders: { 'idempotency-key': 'order-4711' } }],
    ];
    for (const [created, options, settings] of calls) {
      const { client, seen } = await stage([created, refused, deleted], settings);
      const body = { type: 'file', file: new Blob(['x']), encryption: 'server' } as const;
      await expect(client.transfers.create(body, options)).rejects.toMatchObject({
        status: 413,
        announcedId: ID,
      });
      expect(seen.map(({ method }) => method)).toEqual(['POST', 'PUT']);
    }
  });

  it('is not deleted when an earlier attempt may have brought the bytes', async () => {
    const busy = problem(503, 'service_unavailable', { 'retry-after': '0' });
    const { error, deletions } = await share([busy, refused, deleted], { maxRetries: 1 });
    expect(error).toMatchObject({ status: 413, announcedId: ID });
    expect(deletions()).toEqual([]);
  });

  it('is named and not deleted when no response comes in time after all bytes were sent', async () => {
    const hanging = vi.fn(hang);
    const { error, deletions } = await asTimePasses(
      () => share([hanging, deleted]),
      () => hanging.mock.calls.length > 0,
    );
    expect(error).toMatchObject({ name: 'APITimeoutError', announcedId: ID });
    expect(deletions()).toEqual([]);
  });

  it('fails in time although the deletion is never answered', async () => {
    const hanging = vi.fn(hang);
    const { error } = await asTimePasses(
      () => share([refused, hanging]),
      () => hanging.mock.calls.length > 0,
    );
    expect(error).toMatchObject({ status: 413, announcedId: ID });
  });
});

describe('a caller that aborts an upload', () => {
  it('is told at once, and the transfer is deleted behind it', async () => {
    const controller = new AbortController();
    const abort = early(() => controller.abort('enough'));
    const { client, seen } = await stage([fileCreated, abort, deleted]);
    const endless = async function* () {
      for (;;) yield new Uint8Array(65_536);
    };
    const call = client.transfers.create(
      { type: 'file', file: endless(), encryption: 'server' },
      { signal: controller.signal },
    );
    const error = (await call.catch((reason: unknown) => reason)) as TempshareError;
    expect(error).toMatchObject({ name: 'APIUserAbortError', cause: 'enough', announcedId: ID });
    await expect.poll(() => error.announcedId).toBeUndefined();
    expect(seen.at(-1)).toMatchObject({ method: 'DELETE', url: `/api/v1/transfers/${ID}` });
  });
});

it('a caller that aborts while the transfer is deleted waits no longer', async () => {
  const controller = new AbortController();
  const abort: Reply = () => controller.abort('enough');
  const { error } = await share([refused, abort], { signal: controller.signal });
  expect(error).toMatchObject({ status: 413, announcedId: ID });
  expect(getEventListeners(controller.signal, 'abort').length).toBeLessThanOrEqual(1);
});

it('a file of a room that did not arrive is named by the error', async () => {
  const room = json(200, { roomId: ID, name: 'Room', encryption: 'server', expiresAt: null });
  const announced = json(201, { success: true, id: 'file_1', uploadUrl: 'https://share.example/u/u_1' });
  const { client, seen } = await stage([room, announced, refused]);
  const call = client.rooms.files.create(ID, { file: new Blob(['x']), encryption: 'server' });
  await expect(call).rejects.toMatchObject({ status: 413, announcedId: 'file_1' });
  expect(seen).toHaveLength(3);
});
