import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DiskFloor } from '../../../server/src/storage/disk/disk-floor.ts';
import { DiskUpkeep, type DiskUpkeepOptions } from '../../../server/src/storage/disk/disk-upkeep.ts';
import { attachEmbeddedPostgres } from '../../../server/src/storage/embedded/embedded-postgres.ts';
import { TableSpace } from '../../../server/src/storage/disk/table-space.ts';
import { createTestDatabase } from '../../support/database/database.ts';
import { openRaw } from '../../support/network/raw-http.ts';
import { atOnce, send, type Reply } from '../../support/network/send.ts';
import { NO_RATE_LIMITS } from '../../support/server/no-rate-limits.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';
import { canMount, mountVolume, type SmallVolume } from '../../support/database/small-volume.ts';
import { startS3Server } from '../../support/files/s3-server.ts';
import { put } from '../../support/files/uploads.ts';

const MIB = 1024 * 1024;
const SOON = { timeout: 60_000, interval: 250 };
const ENV = {
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  ...NO_RATE_LIMITS,
};

describe('what makes room on a disk that is full', () => {
  it('keeps no connection that it cannot use', async () => {
    const database = await createTestDatabase();
    // That of somebody who may not do what it is for.
    const tables = new TableSpace({ ...database.connection, application_name: 'table space' });
    for (let i = 0; i < 3; i++) await expect(tables.logSegment()).rejects.toThrow('permission denied');
    const open = `SELECT FROM pg_stat_activity WHERE application_name = 'table space'`;
    await expect.poll(() => database.query(open)).toEqual([]);
    await database.drop();
  });

  it('gives up its reserve when there is no room for a connection', async () => {
    const full = Object.assign(new Error('No space left on device'), { code: '53100' });
    const done = Promise.withResolvers<undefined>();
    const logSegment = vi.fn().mockRejectedValueOnce(full).mockResolvedValue('1');
    const release = vi.fn().mockResolvedValue(true);
    const upkeep = new DiskUpkeep(
      {
        measure: () => Promise.resolve(),
        count: () => Promise.resolve(done.resolve(undefined)),
        isScarce: true,
        isFull: true,
        isKept: false,
      } as unknown as DiskFloor,
      {
        volume: { reserve: { release, isThere: true }, isLogTooLarge: () => Promise.resolve(false) },
        tables: { logSegment, vacuum: () => Promise.resolve(), close: () => Promise.resolve() },
        log: { warn: () => undefined },
        makesReserve: false,
        renewConnections: () => undefined,
      } as unknown as DiskUpkeepOptions,
    );
    upkeep.start();
    await done.promise;
    expect([logSegment.mock.calls.length, release.mock.calls.length]).toEqual([2, 1]);
    await upkeep.stop();
  });
});

describe.skipIf(!canMount)('a disk of 160 MB', () => {
  let disk: SmallVolume;
  let server: ServerProcess;
  let key = '';
  let dropId = '';
  let secretId = '';
  const undoing: (() => unknown)[] = [];
  /** Items whose files have arrived. */
  const items: string[] = [];

  const start = async (env: Record<string, string> = {}): Promise<void> => {
    server = await startServerProcess({ ...ENV, ...env, DATA_DIR: join(disk.path, 'data') });
    const started = server;
    undoing.push(() => started.stop('SIGKILL'));
    key ||= server.apiKey;
  };
  const own = (call: string, json?: object, headers = {}): Promise<Reply> =>
    send(server.baseUrl, call, { key, json, headers });
  const announce = (size: number): Promise<Reply> =>
    send(server.baseUrl, `POST /public/drops/${dropId}/items`, { json: { file: { size } } });
  const upload = async (announced: Reply, size: number): Promise<Reply> => {
    const uploaded = await put(server.baseUrl, announced.body.uploadUrl as string, randomBytes(size));
    if (uploaded.status === 200) items.push(announced.body.id as string);
    return uploaded;
  };
  const leave = async (size: number): Promise<Reply> => {
    const announced = await announce(size);
    return announced.status === 201 ? upload(announced, size) : announced;
  };
  const untilRefused = async (add: () => Promise<Reply>): Promise<void> => {
    for (;;) {
      const response = await add();
      if (response.status < 300) continue;
      isRefused(response);
      return;
    }
  };
  /** Creates with an Idempotency-Key, always the same. */
  const createOnce = (): Promise<Reply> =>
    own('POST /secrets', { secret: 'x' }, { 'idempotency-key': 'once' });
  let created: Reply;
  const shareSecret = async (): Promise<void> => {
    const shared = await untilRoom(() => own('POST /secrets', { secret: 'the value' }));
    secretId = shared.body.secretId as string;
  };
  /** Free space is about the floor, and a moment decides on which side. */
  const untilRoom = (add: () => Promise<Reply>): Promise<Reply> =>
    vi.waitFor(async () => {
      const added = await add();
      expect(added.status, added.text).toBe(201);
      return added;
    }, SOON);
  const reveal = async (): Promise<void> => {
    const revealed = await send(server.baseUrl, `POST /public/secrets/${secretId}/reveal`);
    expect(revealed.text).toMatch('"the value"');
  };
  const isRefused = (response: Reply): void => {
    expect(response.status, response.text).toBe(507);
    expect(response.body).toMatchObject({
      code: 'insufficient_storage',
      detail: expect.stringMatching(/nearly full/),
    });
  };
  const ready = async (): Promise<object> => {
    const response = await send(server.url, 'GET /readyz');
    expect(response.status).toBe(200);
    const { events: _, ...rest } = response.body as { events?: string };
    return rest;
  };

  /** Adds until nothing is taken any more, and those who watch are told so. */
  const untilFull = (add: () => Promise<Reply>): Promise<void> =>
    vi.waitFor(async () => {
      await untilRefused(add);
      expect(await ready()).toEqual({ status: 'ok', storage: 'full' });
    }, SOON);

  /** The reserve that PostgreSQL recovers with may have been given up, and takes a moment to be made again. */
  const untilReserved = (): Promise<void> =>
    vi.waitFor(() => expect(existsSync(join(disk.path, 'data/postgres.reserve'))).toBe(true), SOON);

  /** Runs statements as a superuser, and returns the first row of the last. */
  const query = async (...statements: string[]): Promise<unknown> => {
    const { connection } = await attachEmbeddedPostgres({
      dataDir: join(disk.path, 'data'),
      log: () => undefined,
    });
    const client = new pg.Client({ ...connection, user: 'postgres' });
    await client.connect();
    try {
      let row: unknown;
      for (const statement of statements) [row] = (await client.query(statement)).rows;
      return row;
    } finally {
      await client.end();
    }
  };

  /** Removed files of PostgreSQL's log take room until no process has them open. */
  const untilLetGo = (): Promise<void> =>
    vi.waitFor(async () => {
      expect(await ready()).toMatchObject({ status: 'ok' });
      expect(disk.removedAndOpen()).toEqual([]);
    }, SOON);

  const untilRoomy = (): Promise<void> =>
    vi.waitFor(async () => expect(await ready()).toEqual({ status: 'ok' }), SOON);

  /** How many pieces of files are there. */
  const pieces = async (): Promise<number> =>
    ((await query('SELECT count(*)::int AS count FROM blob_chunks')) as { count: number }).count;

  /** Kills PostgreSQL, and waits until the server has seen it. */
  const killPostgres = async (): Promise<void> => {
    const deaths = (): number => server.stderr.split('PostgreSQL is not running').length;
    const before = deaths();
    process.kill(
      Number.parseInt(readFileSync(join(disk.path, 'data/postgres/postmaster.pid'), 'utf8')),
      'SIGKILL',
    );
    await vi.waitFor(() => expect(deaths()).toBeGreaterThan(before), SOON);
  };

  beforeAll(async () => {
    disk = mountVolume(160);
    undoing.push(() => disk.unmount());
    await start();
    dropId = (await own('POST /drops', { label: 'x' })).body.dropId as string;
    await untilReserved();
  });
  afterAll(async () => {
    for (const undo of undoing.reverse()) await undo();
  });

  it('takes what strangers leave until it is nearly full, however many at once', async () => {
    await shareSecret();
    created = await createOnce();
    expect(created.status).toBe(201);
    const announced = await atOnce(20, () => announce(4 * MIB));
    const responses = await Promise.all(announced.map((one) => upload(one, 4 * MIB)));
    const refused = responses.filter(({ status }) => status !== 200);
    refused.forEach(isRefused);
    expect(refused).not.toEqual([]);
    // Removed files of the log may have taken the room of uploads that had begun.
    await vi.waitFor(async () => {
      if (items.length < 3) await leave(4 * MIB);
      expect(items.length).toBeGreaterThan(2);
    }, SOON);
    await untilRefused(() => leave(MIB));
    expect(disk.freeMiB()).toBeGreaterThan(8);
  });

  it('then refuses what is new, and says so to those who watch', async () => {
    await untilRefused(() => own('POST /secrets', { secret: 'x'.repeat(50_000) }));
    await untilFull(() => own('POST /transfers', { type: 'text', text: 'x'.repeat(50_000) }));
    const said = /is nearly full \(MIN_FREE_DISK, 16 MiB\)/;
    await vi.waitFor(() => expect(server.stderr).toMatch(said), SOON);
  });

  it('still opens what is there', async () => {
    await reveal();
  });

  it('still gives the response to a create that is repeated, and to no other', async () => {
    const again = await createOnce();
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
      201,
      created.text,
      'true',
    ]);
    let others = 0;
    await untilRefused(() =>
      own('POST /secrets', { secret: 'x'.repeat(50_000) }, { 'idempotency-key': `other-${others++}` }),
    );
  });

  it('can be started on again after a kill', async () => {
    await server.stop('SIGKILL');
    await start();
    await untilFull(() => leave(8 * MIB));
  });

  it('has room again when its owner has deleted something, also from the middle', async () => {
    const remove = async (ids: string[]): Promise<void> => {
      for (const id of ids) expect((await own(`DELETE /drops/${dropId}/items/${id}`)).status).toBe(200);
    };
    const hasRoom = async (): Promise<void> => expect((await leave(4 * MIB)).status).toBe(200);
    const [first, second, ...others] = items.splice(0) as [string, string, ...string[]];
    await remove(others);
    // All of them have to go if few have come and the log has its full length.
    await vi.waitFor(hasRoom, { ...SOON, timeout: 20_000 }).catch(async () => {
      await remove([first, second]);
      await vi.waitFor(hasRoom, SOON);
    });
    await untilRefused(() => leave(MIB));
    expect(disk.freeMiB()).toBeGreaterThan(8);
    expect((await own(`DELETE /drops/${dropId}`)).status).toBe(200);
    await untilRoomy();
    dropId = (await own('POST /drops', { label: 'x' })).body.dropId as string;
    await vi.waitFor(hasRoom, SOON);
    await vi.waitFor(() => expect(server.stderr).toMatch(/has room again/), SOON);
  });

  it('has the room of a log that has been shortened, however often its connections are used', async () => {
    await shareSecret();
    // A log of more than it was given, which a checkpoint then removes files of.
    const next = ['CREATE TABLE x ()', 'DROP TABLE x', 'SELECT pg_switch_wal()'];
    await query(...next, ...next, 'CHECKPOINT');
    await untilLetGo();
    await vi.waitFor(async () => expect((await announce(4 * MIB)).status).toBe(201), SOON);
  });

  it('stops uploads under way when somebody else fills it, and keeps nothing of them', async () => {
    await untilRoomy();
    const before = await pieces();
    const { uploadUrl } = (await announce(4 * MIB)).body as { uploadUrl: string };
    const begun = await openRaw(`PUT ${uploadUrl}`, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': 4 * MIB,
    });
    await begun.write(randomBytes(2 * MIB));
    await vi.waitFor(async () => expect(await pieces()).toBeGreaterThan(before), SOON);
    disk.fill('foreign', Math.floor(disk.freeMiB()) - 6);
    await vi.waitFor(async () => expect(await ready()).toEqual({ status: 'ok', storage: 'full' }), SOON);
    await begun.write(randomBytes(MIB));
    expect((await begun.until(/^HTTP\/1\.1 (\d+)/))[1]).toBe('507');
    await vi.waitFor(async () => expect(await pieces()).toBe(before), SOON);
    disk.remove('foreign');
    await vi.waitFor(async () => expect((await leave(MIB)).status).toBe(200), SOON);
  });

  it('may be filled by somebody else to the last byte: it recovers, and can be emptied', async () => {
    await shareSecret();
    await untilReserved();
    disk.fill('foreign');
    await killPostgres();
    await vi.waitFor(reveal, SOON);
    // Until the reserve is given up PostgreSQL may stop once more, in the middle of a change.
    await vi.waitFor(async () => isRefused(await own('POST /secrets', { secret: 'x' })), SOON);
    const deleted = items.at(-2) as string;
    await vi.waitFor(async () => {
      expect([200, 404]).toContain((await own(`DELETE /drops/${dropId}/items/${deleted}`)).status);
    }, SOON);
    disk.remove('foreign');
    await untilReserved();
    await vi.waitFor(async () => expect((await leave(MIB)).status).toBe(200), SOON);
  });

  it('may be filled but for what PostgreSQL starts with: it is given the rest', async () => {
    await shareSecret();
    await untilReserved();
    disk.fill('foreign', (Math.floor(disk.freeMiB() * 1024) - 100) / 1024);
    await killPostgres();
    await vi.waitFor(reveal, SOON);
    disk.remove('foreign');
  });

  it('may be filled when the reserve is gone: the log says so, and what runs goes on when there is room', async () => {
    await shareSecret();
    await untilReserved();
    disk.fill('foreign');
    rmSync(join(disk.path, 'data/postgres.reserve'));
    const more: string[] = [];
    // It may start with what it frees itself, as long as nobody else takes that.
    const isExplained = (): boolean =>
      /needs 64 MiB to start: .*It is started as soon as they are there\./.test(server.stderr);
    await vi.waitFor(async () => {
      more.push(`more-${more.length}`);
      disk.fill(more.at(-1) as string);
      if (!isExplained()) await killPostgres();
      expect(isExplained()).toBe(true);
    }, SOON);
    for (const name of ['foreign', ...more]) disk.remove(name);
    await vi.waitFor(reveal, SOON);
    await untilReserved();
    await vi.waitFor(async () => expect((await leave(MIB)).status).toBe(200), SOON);
  });

  it('may be full when the server starts, if its reserve is there; if not, the start says what to do', async () => {
    await shareSecret();
    await server.stop();
    disk.fill('foreign');
    await start();
    const givenUp = /is full: its reserve of 32 MiB is given up/;
    await vi.waitFor(() => expect(server.stderr).toMatch(givenUp), SOON);
    await reveal();
    await untilRefused(() => own('POST /secrets', { secret: 'x' }));
    await server.stop();
    disk.fill('more');
    await expect(start()).rejects.toThrow(
      /ended with 1: .*The disk of \S+ is full, and PostgreSQL needs 64 MiB to start: free them there or enlarge the disk, and start again\. What has been stored is safe\.\n$/s,
    );
    disk.remove('foreign');
    disk.remove('more');
    await start();
    await vi.waitFor(async () => expect((await leave(MIB)).status).toBe(200), SOON);
  });

  it('takes bytes that go to S3, and announces no more of them', async () => {
    const s3 = await startS3Server();
    undoing.push(() => s3.close());
    await server.stop();
    await start(s3.env);
    const announced = await untilRoom(() => announce(4 * MIB));
    disk.fill('foreign', Math.floor(disk.freeMiB()) - 6);
    await vi.waitFor(async () => expect(await ready()).toEqual({ status: 'ok', storage: 'full' }), SOON);
    expect((await upload(announced, 4 * MIB)).status).toBe(200);
    expect(await s3.objects()).toHaveLength(1);
    await vi.waitFor(async () => isRefused(await announce(4 * MIB)), SOON);
  });
});
