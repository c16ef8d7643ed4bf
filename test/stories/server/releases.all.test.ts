import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { VERSION } from '../../../server/src/package.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { send } from '../../support/network/send.ts';
import { runAdmin } from '../../support/server/admin.ts';
import { ADDS, FINISH, makeLaterRelease, NEWEST, type LaterRelease } from '../../support/server/release.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

const backup = join(tmpdir(), `tempshare-before-upgrade-${process.pid}.gz`);
let next: LaterRelease;
beforeAll(() => void (next = makeLaterRelease('0.2.0')));
afterAll(async () => {
  next.remove();
  await rm(backup, { force: true });
});

let database: TestDatabase;
let settings: Record<string, string>;
const running: ServerProcess[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  settings = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_KEY: '1000000',
    RATE_LIMIT_ANONYMOUS: '1000000',
  };
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop('SIGKILL')));
  await database.drop();
});
async function keep(starting: Promise<ServerProcess>): Promise<ServerProcess> {
  const server = await starting;
  running.push(server);
  return server;
}
const startOld = () => keep(startServerProcess(settings));
const startNext = (release = next) => keep(release.start(settings));
const hasFinished = async () =>
  (await database.query('SELECT FROM knex_migrations WHERE name = $1', [FINISH])).length === 1;

interface Created {
  id: string;
  key: string;
  text: string;
}

/** Clients that create and reveal secrets on servers that may change, until they are stopped. */
class Load {
  readonly unread: Created[] = [];
  readonly failures: string[] = [];
  #targets: ServerProcess[];
  readonly #apiKey: string;
  /** Requests that each server has responded to. */
  readonly #served = new Map<ServerProcess, number>();
  readonly #underWay = new Map<ServerProcess, number>();
  #stopped = false;
  readonly #clients: Promise<void>[];

  constructor(target: ServerProcess) {
    this.#targets = [target];
    this.#apiKey = target.apiKey;
    this.#clients = Array.from({ length: 4 }, (_, i) => this.#work(i));
  }

  /** Sends to these servers from now on. Resolves when the others have nothing under way, and each of these has served some. */
  async move(...servers: ServerProcess[]): Promise<void> {
    this.#targets = servers;
    const before = servers.map((server) => this.#served.get(server) ?? 0);
    const busy = () => [...this.#underWay].some(([server, count]) => count > 0 && !servers.includes(server));
    const idle = () => servers.some((server, i) => (this.#served.get(server) ?? 0) < (before[i] ?? 0) + 20);
    await expect.poll(() => busy() || idle()).toBe(false);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#clients);
  }

  async #work(client: number): Promise<void> {
    for (let n = client; !this.#stopped; n++) {
      const created = { key: randomUUID(), text: `${client}: ${n}`, id: '' };
      const { status, text } = await this.#call((base) => create(base, this.#apiKey, created));
      if (status === 201) created.id = JSON.parse(text).secretId;
      if (status === 201 && n % 2 === 0) this.unread.push(created);
      if (status === 201 && n % 2 === 1) await this.#call((base) => reveal(base, created));
      await delay(5);
    }
  }

  async #call(work: (baseUrl: string) => ReturnType<typeof send>) {
    const target = this.#targets[Math.floor(Math.random() * this.#targets.length)]!;
    const count = (by: number) => this.#underWay.set(target, (this.#underWay.get(target) ?? 0) + by);
    count(1);
    const response = await work(target.baseUrl).catch((error: Error) => ({ status: 0, text: error.message }));
    count(-1);
    this.#served.set(target, (this.#served.get(target) ?? 0) + 1);
    if (response.status >= 300 || response.status === 0)
      this.failures.push(`${response.status} ${response.text}`);
    return response;
  }
}

const create = (base: string, key: string, { key: idempotencyKey, text: secret }: Created) =>
  send(base, 'POST /secrets', { key, json: { secret }, headers: { 'idempotency-key': idempotencyKey } });
const reveal = (base: string, { id }: Created) => send(base, `POST /public/secrets/${id}/reveal`);

it('an upgrade under load can be undone until it is finished, and is not finished beside an older server', async () => {
  const before = await startOld();
  const { apiKey } = before;
  expect((await runAdmin(['backup', backup], settings)).code).toBe(0);
  const load = new Load(before);
  await load.move(before);
  const newer = await startNext();
  await load.move(before, newer);
  await load.move(newer);
  expect(await before.stop()).toBe(0);
  const after = await startOld();
  await load.move(newer, after);
  await load.move(after);
  await newer.stop('SIGKILL');
  await load.move(after);
  await load.stop();
  expect(load.failures).toEqual([]);

  const [first, ...others] = load.unread as [Created, ...Created[]];
  const replayed = await create(after.baseUrl, apiKey, first);
  expect([replayed.status, replayed.headers['idempotency-replayed']]).toEqual([201, 'true']);
  for (const each of [first, ...others])
    expect((await reveal(after.baseUrl, each)).body.secret).toBe(each.text);

  expect((await next.admin(['migrate'], settings)).stdout).toMatch(
    /migrate --finish takes away the index of secrets by state \(0999-finish-takes\); after that there is no way back/,
  );
  const refused = await next.admin(['migrate', '--finish'], settings);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining(
      `Older servers use the database: 1 process of ${VERSION} (newest migration ${NEWEST}). Stop them`,
    ),
  ]);
  expect(await hasFinished()).toBe(false);

  await after.stop();
  expect(await next.admin(['migrate', '--finish'], settings)).toEqual({
    code: 0,
    stderr: '',
    stdout:
      'Took away the index of secrets by state (0999-finish-takes). There is no way back to a server without the migration ' +
      '0998-adds: the oldest that works is 0.2.0.\n',
  });
  expect(await hasFinished()).toBe(true);
  await expect(startOld()).rejects.toThrow(
    new RegExp(
      `newer version of Tempshare \\(0\\.2\\.0\\): this one \\(${VERSION}\\) does not work with its migration ${FINISH}\\. ` +
        'Start 0\\.2\\.0 or a later one, or restore a backup from before [-0-9: ]+ UTC: the last one is tempshare-before-upgrade-',
    ),
  );
});

it('the release after finishes an upgrade at its start, when no older server runs any more', async () => {
  const afterNext = makeLaterRelease('0.3.0', ['0.2.0']);
  try {
    const old = await startOld();
    const first = await startNext(afterNext);
    await expect
      .poll(() => first.stderr)
      .toMatch(
        /"migrations":\["0999-finish-takes"\].*the upgrade cannot be finished while older servers run/,
      );
    expect(await hasFinished()).toBe(false);
    await Promise.all([old.stop(), first.stop()]);
    const { baseUrl } = await startNext(afterNext);
    expect(await hasFinished()).toBe(true);
    expect((await send(baseUrl, 'GET /secrets?state=waiting', { key: old.apiKey })).status).toBe(200);
    await expect(startOld()).rejects.toThrow('does not work with its migration');
    await startNext();
  } finally {
    afterNext.remove();
  }
});

it.each([
  ['a migration', ['migrate'], ADDS],
  ['a finish', ['migrate', '--finish'], FINISH],
])('%s that is killed leaves nothing, and the next one goes through', async (_, command, migration) => {
  if (migration === FINISH) await next.admin(['migrate'], settings);
  const reader = await database.connect();
  try {
    await reader.query('BEGIN; LOCK TABLE secrets IN ACCESS SHARE MODE');
    const killed = new AbortController();
    const outcome = next.admin(command, settings, killed.signal);
    const waiting = `SELECT a.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE NOT l.granted AND l.relation = 'secrets'::regclass AND a.datname = current_database()`;
    await expect.poll(() => database.query(waiting)).toHaveLength(1);
    killed.abort();
    await outcome;
    await reader.query('COMMIT');
  } finally {
    await reader.end();
  }
  const applied = () => database.query('SELECT FROM knex_migrations WHERE name = $1', [migration]);
  expect(await applied()).toHaveLength(0);
  const twice = await Promise.all([1, 2].map(() => next.admin(command, settings)));
  expect(twice.map(({ code }) => code)).toEqual([0, 0]);
  expect(await applied()).toHaveLength(1);
});
