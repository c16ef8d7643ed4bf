import { createMock } from '@tempshare/testing';
import { getResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const mock = createMock({ baseUrl: 'http://share.example/api/v1' });

/** Asks the mock itself, so that the only timers are its own. */
const ask = async (path: string, init?: RequestInit) =>
  (await getResponse(mock.handlers, new Request(mock.baseUrl + path, init))) as Response;

async function createRoom(ttlHours = 24): Promise<string> {
  const headers = { Authorization: `Bearer ${mock.apiKey}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'x', ttlHours });
  const { roomId } = (await (await ask('/rooms', { method: 'POST', headers, body })).json()) as {
    roomId: string;
  };
  return roomId;
}

async function follow(roomId: string) {
  const { body } = await ask(`/public/rooms/${roomId}/events`);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  return {
    leave: () => reader.cancel(),
    /** The next event; undefined when the stream has ended. */
    read: async () => {
      const { value } = await reader.read();
      return value && new TextDecoder().decode(value);
    },
  };
}

/** Waits for as many timers to run. */
async function untilTimers(count: number): Promise<void> {
  while (vi.getTimerCount() !== count) await new Promise((resolve) => setImmediate(resolve));
}

describe('the events of the mock’s rooms', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => {
    mock.reset();
    vi.useRealTimers();
  });

  it('keep the connection alive with comments', async () => {
    const { read, leave } = await follow(await createRoom());
    expect(await read()).toBe(':\n\n');
    for (let i = 0; i < 3; i++) {
      const next = read();
      await untilTimers(1);
      vi.advanceTimersByTime(20_000);
      expect(await next).toBe(':\n\n');
    }
    await leave();
  });

  it('come in chunks, without which Node.js may end with a reader that leaves', async () => {
    const { headers, body } = await ask(`/public/rooms/${await createRoom()}/events`);
    expect(headers.get('transfer-encoding')).toBe('chunked');
    await body?.cancel();
  });

  it('end by themselves when the room expires', async () => {
    const roomId = await createRoom(10 / 3600);
    const { read } = await follow(roomId);
    await read();
    const next = read();
    await untilTimers(1);
    vi.advanceTimersByTime(10_000);
    expect(await next).toBe(`event: closed\ndata: {"roomId":"${roomId}","state":"expired"}\n\n`);
    expect(await read()).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('end when the mock’s clock is moved past the expiry', async () => {
    const { read } = await follow(await createRoom(1));
    await read();
    const next = read();
    mock.advance(3_600_000);
    expect(await next).toContain('"state":"expired"');
    expect(await read()).toBeUndefined();
  });

  it('leave nothing behind when the reader goes away, never reads, or the mock is reset', async () => {
    const roomId = await createRoom();
    const [leaving, staying] = [await follow(roomId), await follow(roomId)];
    await follow(roomId);
    await ask(`/public/rooms/${roomId}/events`, { method: 'HEAD' });
    for (const { read } of [leaving, staying]) expect(await read()).toBe(':\n\n');
    const [interrupted, ended] = [leaving.read(), staying.read()];
    await untilTimers(2);
    await leaving.leave();
    expect(await interrupted).toBeUndefined();
    expect(vi.getTimerCount()).toBe(1);
    mock.reset();
    expect(vi.getTimerCount()).toBe(0);
    expect(await ended).toContain('event: closed');
    expect(await staying.read()).toBeUndefined();
  });
});
