import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { ClientConfig } from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Notifications } from '../src/storage/postgres/notifications.ts';

const WAIT = { timeout: 60_000, interval: 5 };
const HEARTBEAT_MS = 50;

/** The messages of the PostgreSQL protocol that a connection which only listens needs. */
const message = (type: string, ...parts: (string | Buffer)[]): Buffer => {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)),
  );
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const READY = message('Z', Buffer.from('I'));
const WELCOME = Buffer.concat([message('R', int32(0)), READY]);
const DONE = Buffer.concat([message('C', 'LISTEN'), READY]);

/** A database as far as those who listen see it. */
class ListenedDatabase {
  readonly queries: string[] = [];
  readonly sockets = new Set<Socket>();
  connections = 0;
  /** Accepts no connections while it is away; does not answer while it is silent. */
  away = false;
  silent = false;
  readonly #server: Server = createServer((socket) => this.#serve(socket));

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections that have sent their LISTEN and can be notified. */
  get listeners(): number {
    return this.#listening.size;
  }
  readonly #listening = new Set<Socket>();

  notify(payload: string): void {
    for (const socket of this.#listening) socket.write(message('A', int32(1), 'tempshare', payload));
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    this.connections += 1;
    if (this.away) return void socket.destroy();
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.sockets.delete(socket);
      this.#listening.delete(socket);
    });
    let greeted = false;
    socket.on('data', (chunk: Buffer) => {
      if (!greeted) {
        greeted = true;
        socket.write(WELCOME);
      } else if (chunk.toString('latin1', 0, 1) === 'X') socket.end();
      else if (chunk.toString('latin1', 0, 1) === 'Q' && !this.silent) {
        const sql = chunk.toString('utf8', 5, chunk.length - 1);
        this.queries.push(sql);
        if (sql.startsWith('LISTEN')) this.#listening.add(socket);
        socket.write(DONE);
      }
    });
  }
}

let database: ListenedDatabase;
let connection: ClientConfig;
let notifications: Notifications;
const logged: string[] = [];
const log = pino({}, { write: (line) => void logged.push((JSON.parse(line) as { msg: string }).msg) });
beforeEach(async () => {
  logged.length = 0;
  database = new ListenedDatabase();
  connection = { host: '127.0.0.1', port: await database.listen(), user: 'x', database: 'x' };
  notifications = new Notifications(connection, log, { heartbeatMs: HEARTBEAT_MS, responseMs: 60_000 });
});
afterEach(async () => {
  await notifications.close();
  await database.close();
});

/** Subscribes, and waits until the connection is there, of which each subscriber is notified. */
async function subscribed(topic: string) {
  const notify = vi.fn<() => void>();
  const leave = notifications.subscribe(topic, notify);
  if (database.connections === 0) await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce(), WAIT);
  notify.mockClear();
  return { notify, leave };
}

describe('those who have subscribed to a topic', () => {
  it('are notified of it and of no other, over one connection', async () => {
    const [first, second, other] = [await subscribed('a'), await subscribed('a'), await subscribed('b')];
    database.notify('a');
    await vi.waitFor(() => expect(second.notify).toHaveBeenCalledOnce(), WAIT);
    expect(first.notify).toHaveBeenCalledOnce();
    database.notify('c');
    database.notify('b');
    await vi.waitFor(() => expect(other.notify).toHaveBeenCalledOnce(), WAIT);
    expect(first.notify).toHaveBeenCalledOnce();
    expect(database.connections).toBe(1);
    expect(database.queries.filter((sql) => sql.startsWith('LISTEN'))).toEqual(['LISTEN tempshare']);
  });

  it('are notified of nothing once they have left, though others are', async () => {
    const [leaving, staying] = [await subscribed('a'), await subscribed('a')];
    leaving.leave();
    leaving.leave();
    database.notify('a');
    await vi.waitFor(() => expect(staying.notify).toHaveBeenCalledOnce(), WAIT);
    staying.leave();
    const later = await subscribed('a');
    database.notify('a');
    await vi.waitFor(() => expect(later.notify).toHaveBeenCalledOnce(), WAIT);
    expect(leaving.notify).not.toHaveBeenCalled();
    expect(staying.notify).toHaveBeenCalledOnce();
  });

  it('may leave while they are being notified', async () => {
    const { leave } = await subscribed('a');
    const notify = vi.fn(() => leaveToo());
    const leaveToo = notifications.subscribe('a', notify);
    const last = await subscribed('a');
    database.notify('a');
    database.notify('a');
    await vi.waitFor(() => expect(last.notify).toHaveBeenCalledTimes(2), WAIT);
    expect(notify).toHaveBeenCalledOnce();
    leave();
  });
});

describe('notifications that do not arrive', () => {
  it('are made up for by looking again and again, until they do', async () => {
    let arrives = false;
    const probe = async (payload: string) => void (arrives && database.notify(payload));
    const impatient = { heartbeatMs: HEARTBEAT_MS, responseMs: 1_000, pollMs: HEARTBEAT_MS };
    notifications = new Notifications(connection, log, { ...impatient, probe });
    const { notify } = await subscribed('a');
    await vi.waitFor(() => expect(notify.mock.calls.length).toBeGreaterThan(3), WAIT);
    expect(notifications.mode).toBe('poll');
    arrives = true;
    await vi.waitFor(() => expect(notifications.mode).toBe('listen'), WAIT);
    notify.mockClear();
    await vi.waitFor(
      () => expect(database.queries.filter((sql) => sql === 'SELECT 1').length).toBeGreaterThan(5),
      WAIT,
    );
    expect(notify).not.toHaveBeenCalled();
    database.notify('a');
    await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce(), WAIT);
    expect(logged).toEqual([
      expect.stringMatching(/^notifications of the database do not arrive/),
      'notifications of the database arrive again',
    ]);
  });
});

describe('the connection', () => {
  it('is not made before somebody subscribes', async () => {
    await notifications.close();
    expect(database.connections).toBe(0);
  });

  it('is made again when it is cut; everybody is notified that something may have happened meanwhile', async () => {
    const subscribers = [await subscribed('a'), await subscribed('b')];
    for (let round = 1; round <= 3; round++) {
      database.cut();
      for (const { notify } of subscribers)
        await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(round), WAIT);
    }
    database.notify('a');
    await vi.waitFor(() => expect(subscribers[0]?.notify).toHaveBeenCalledTimes(4), WAIT);
    expect(subscribers[1]?.notify).toHaveBeenCalledTimes(3);
    expect(database.listeners).toBe(1);
  });

  it('is tried until the database is back, ever more slowly, and its loss is logged once', async () => {
    const { notify } = await subscribed('a');
    database.away = true;
    database.cut();
    const started = performance.now();
    await vi.waitFor(() => expect(database.connections).toBe(5), WAIT);
    expect(performance.now() - started).toBeGreaterThan(50 + 100 + 200);
    expect(notify).not.toHaveBeenCalled();
    database.away = false;
    await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce(), WAIT);
    expect(logged).toEqual(['live events are late: they wait for the database', 'live events go on']);
  });

  it('is given up when the database falls silent, and made again', async () => {
    const impatient = { heartbeatMs: HEARTBEAT_MS, responseMs: 4 * HEARTBEAT_MS };
    notifications = new Notifications(connection, log, impatient);
    const { notify } = await subscribed('a');
    const [lost] = database.sockets;
    database.silent = true;
    await vi.waitFor(() => expect(lost?.closed).toBe(true), WAIT);
    database.silent = false;
    await vi.waitFor(() => expect(notify).toHaveBeenCalled(), WAIT);
    await vi.waitFor(() => expect(database.listeners).toBe(1), WAIT);
  });

  it('lasts while the database answers', async () => {
    await subscribed('a');
    await vi.waitFor(() => expect(database.queries.filter((sql) => sql === 'SELECT 1').length).toBe(5), WAIT);
    expect(database.connections).toBe(1);
  });

  it.each(['while it is there', 'while it is made', 'while the database is away'])(
    'is gone for good once it was closed %s',
    async (when) => {
      database.away = when === 'while the database is away';
      const notify = vi.fn<() => void>();
      notifications.subscribe('a', notify);
      if (when === 'while it is there') await vi.waitFor(() => expect(notify).toHaveBeenCalled(), WAIT);
      if (database.away) await vi.waitFor(() => expect(database.connections).toBe(2), WAIT);
      notify.mockClear();
      await notifications.close();
      const { connections } = database;
      database.away = false;
      await vi.waitFor(() => expect(database.sockets.size).toBe(0), WAIT);
      notifications.subscribe('a', notify);
      await notifications.close();
      expect(database.connections).toBe(connections);
      expect(notify).not.toHaveBeenCalled();
    },
  );
});
