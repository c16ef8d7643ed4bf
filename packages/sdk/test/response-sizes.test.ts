import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { UnexpectedResponseError, APIError, NotFoundError, Tempshare } from '../src/index.ts';
import { openLink } from '../src/links/index.ts';
import { scriptedServer, type Reply } from './scripted-server.ts';
import { failure, setup } from './transport-setup.ts';

const MIB = 1_048_576;
const ID = '7sQmXk2VbT9cLrPz4WnYdA';

/** Sends as much of an endless body as is taken. */
function endless(status: number, type: string): Reply & { sent: () => number } {
  let sent = 0;
  const piece = Buffer.alloc(MIB, ' ');
  const reply: Reply = (response) => {
    response.writeHead(status, { 'content-type': type });
    const more = (error?: Error | null) => {
      if (error || response.destroyed) return;
      sent += piece.length;
      response.write(piece, more);
    };
    more();
  };
  return Object.assign(reply, { sent: () => sent });
}

const text = (status: number, type: string, body: string, headers = {}): Reply => {
  return (response) => response.writeHead(status, { 'content-type': type, ...headers }).end(body);
};

describe('a response that is longer than any of the service', () => {
  it('fails as an UnexpectedResponseError, is not asked for again, and is not read to its end', async () => {
    const reply = endless(200, 'application/json');
    const { create, seen, sockets } = await setup([reply]);
    const error = await failure(create(), UnexpectedResponseError);
    expect(error.message).toBe('the response to transfers.create is too long (POST /transfers, 1 attempt)');
    await expect.poll(() => sockets.size).toBe(0);
    expect(seen).toHaveLength(1);
    expect(reply.sent()).toBeLessThan(64 * MIB);
  });

  it('is told by what it is decompressed, whatever its Content-Length', async () => {
    const bytes = gzipSync(Buffer.alloc(64 * MIB, ' '));
    expect(bytes.length).toBeLessThan(MIB);
    const headers = { 'content-encoding': 'gzip', 'content-length': String(bytes.length) };
    const { get, seen } = await setup([
      (response) => response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(bytes),
    ]);
    await failure(get(), UnexpectedResponseError);
    expect(seen).toHaveLength(1);
  });

  it('is let go where a fetch of the caller does not heed its signal', async () => {
    const cancelled = vi.fn();
    const pull = (stream: ReadableStreamDefaultController) => stream.enqueue(new Uint8Array(MIB).fill(32));
    const { get } = await setup([], {
      fetch: async () => new Response(new ReadableStream({ pull, cancel: cancelled })),
    });
    await failure(get(), UnexpectedResponseError);
    expect(cancelled).toHaveBeenCalledOnce();
  });

  it('does not fill the memory of who opens the link of a stranger', async () => {
    const { baseUrl } = await scriptedServer(endless(200, 'application/json'));
    const link = `${baseUrl.replace('/api/v1', '')}/en/${ID}`;
    await failure(openLink(link), UnexpectedResponseError);
  });
});

describe('a response as long as the contract allows', () => {
  it('is read whole: a debug share of characters that JSON takes twelve bytes for', async () => {
    const info = { id: ID, kind: 'debug', encryption: 'server', oneTime: false, expiresAt: null };
    const part = String.raw`\ud83d\ude00`.repeat(1_000_000);
    const opened = `{"kind":"debug","encryption":"server","diagnostics":"${part}","logs":"${part}"}`;
    const replies = [JSON.stringify(info), opened].map((body) => text(200, 'application/json', body));
    const { baseUrl } = await scriptedServer(...replies);
    const share = await openLink(`${baseUrl.replace('/api/v1', '')}/en/${ID}`);
    const whole = '😀'.repeat(1_000_000);
    expect(share.kind === 'debug' && share.diagnostics === whole && share.logs === whole).toBe(true);
  });

  it('may hold characters that its parts cut through, and begin with a byte order mark', async () => {
    const bytes = Buffer.from('\ufeff{"text":"für 😀"}');
    const { get } = await setup([
      async (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        for (const byte of bytes) await new Promise((sent) => response.write(Buffer.of(byte), sent));
        response.end();
      },
    ]);
    expect(await get()).toEqual({ text: 'für 😀' });
  });
});

describe('a problem document', () => {
  const type = 'application/problem+json';

  it('that is longer than any of the service leaves the status to decide', async () => {
    const long = JSON.stringify({ code: 'not_found', detail: 'x'.repeat(300_000) });
    const { get } = await setup([text(404, type, long)]);
    expect(await failure(get(), NotFoundError)).toMatchObject({ code: 'unknown_error', attempts: 1 });
  });

  it('without end is let go before it fills the memory', async () => {
    const reply = endless(400, type);
    const { get, sockets } = await setup([reply]);
    expect(await failure(get(), APIError)).toMatchObject({ status: 400, code: 'unknown_error' });
    await expect.poll(() => sockets.size).toBe(0);
    expect(reply.sent()).toBeLessThan(32 * MIB);
  });

  it('with the faults of many fields is read', async () => {
    const errors = Array.from({ length: 1_000 }, (_, i) => ({ pointer: `/f${i}`, detail: 'is required' }));
    const { get } = await setup([text(400, type, JSON.stringify({ code: 'validation_failed', errors }))]);
    expect((await failure(get(), APIError)).errors).toEqual(errors);
  });
});

it('a fetch of the caller may answer with a body that is no stream of the web', async () => {
  const foreign = { ok: true, status: 200, headers: new Headers(), body: {}, text: async () => '{"a":1}' };
  const client = new Tempshare({
    apiKey: 'svc_sk_test_0123456789',
    baseUrl: 'https://share.example/api/v1',
    fetch: async () => foreign as unknown as Response,
  });
  expect(await client.key.get()).toEqual({ a: 1 });
});
