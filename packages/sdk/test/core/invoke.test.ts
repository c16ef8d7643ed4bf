import { describe, expect, it, vi } from 'vitest';
import {
  APIConnectionError,
  APIUserAbortError,
  PayloadTooLargeError,
  TempshareError,
} from '../../src/index.ts';
import { createTransfer, upload } from '../operations.ts';
import { early, halfBody, hang, html, json, problem, reset } from '../scripted-server.ts';
import { failure, setup } from '../transport-setup.ts';

const path = { token: 't' };
const ok = json(200, {});

describe('a body that a function makes', () => {
  it('is made anew for each attempt, as a stream or otherwise', async () => {
    const { invoke, seen } = await setup([html(503), halfBody, ok]);
    const made = [
      () => new Blob(['the ', 'bytes']).stream(),
      async () => new Blob(['the bytes']),
      () => new TextEncoder().encode('the bytes'),
    ];
    const body = vi.fn(() => made.shift()!());
    await invoke(upload, { path, body });
    expect(seen.map(({ body }) => body)).toEqual(['the bytes', 'the bytes', 'the bytes']);
    expect(seen[0]!.headers).toMatchObject({ 'content-type': 'application/octet-stream' });
  });

  it('ends the call with what the function throws, and nothing is sent', async () => {
    const gone = new Error('the file is gone');
    const { invoke, seen, pauses } = await setup([ok]);
    await expect(invoke(upload, { path, body: () => Promise.reject(gone) })).rejects.toBe(gone);
    await expect(
      invoke(upload, {
        path,
        body: () => {
          throw gone;
        },
      }),
    ).rejects.toBe(gone);
    expect([seen.length, pauses.length]).toEqual([0, 0]);
  });

  it('and that breaks off fails the attempt, with the reason in the causes', async () => {
    const broken = new Error('the disk failed');
    const { invoke, pauses } = await setup([ok]);
    const body = () =>
      new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode('the ')),
        pull: (stream) => stream.error(broken),
      });
    const error = await failure(invoke(upload, { path, body }), APIConnectionError);
    const causes: unknown[] = [];
    for (let at: unknown = error; at instanceof Error; at = at.cause) causes.push(at);
    expect(causes).toContain(broken);
    expect(pauses).toHaveLength(2);
  });

  it('is cancelled when the call is aborted', async () => {
    const cancelled = Promise.withResolvers<void>();
    const controller = new AbortController();
    const { invoke, seen } = await setup([hang]);
    const body = () =>
      new ReadableStream({
        async pull(stream) {
          await new Promise((resolve) => setImmediate(resolve));
          stream.enqueue(new Uint8Array(1));
        },
        cancel: () => cancelled.resolve(),
      });
    const call = invoke(upload, { path, body }, { signal: controller.signal });
    await expect.poll(() => seen.length).toBe(1);
    controller.abort();
    await failure(call, APIUserAbortError);
    await cancelled.promise;
  });
});

describe('a body of bytes', () => {
  it('is sent as it was at the call, though its buffer is used again', async () => {
    const buffer = Buffer.from('first');
    const { invoke, seen } = await setup([reset, ok]);
    const call = invoke(upload, { path, body: buffer });
    buffer.write('other');
    await call;
    expect(seen.map(({ body }) => body)).toEqual(['first', 'first']);
    expect(seen[0]!.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '5',
    });
  });

  it('that is refused before it has arrived is an error with the reason', async () => {
    const refuse = early(problem(413, 'payload_too_large', { connection: 'close' }));
    const { invoke, seen } = await setup([refuse]);
    const error = await failure(
      invoke(upload, { path, body: new Uint8Array(8_000_000) }),
      PayloadTooLargeError,
    );
    expect(error).toMatchObject({ code: 'payload_too_large', attempts: 1 });
    expect(seen).toHaveLength(1);
  });
});

it('a stream by itself is refused, since a second attempt would find it empty', async () => {
  const { invoke, seen } = await setup([ok]);
  const call = invoke(upload, { path, body: new Blob(['x']).stream() });
  expect((await failure(call, TempshareError)).message).toMatch(/pass a function/);
  expect(seen).toHaveLength(0);
});

it('a body that is no JSON ends the call before anything is sent', async () => {
  const { invoke, seen } = await setup([ok]);
  await failure(invoke(createTransfer, { body: { n: 1n } }), TypeError);
  expect(seen).toHaveLength(0);
});
