import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Tempshare } from '@tempshare/sdk';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { jobOver, mailAttempted, maskingOver } from '../../../server/src/metrics/channels.ts';
import { exposition, measure, type State } from '../../../server/src/metrics/metrics.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { databaseUrl } from '../../support/database/database-url.ts';
import { startPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';
import { faultsOfAlert, PROVOKED, type Scrape } from '../../support/server/alerts.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';
import { startReceiver, status, type Receiver } from '../../support/webhooks/receiver.ts';

type Alert = keyof typeof PROVOKED;
type Of<Kind> = { [Name in Alert]: (typeof PROVOKED)[Name][0] extends Kind ? Name : never }[Alert];

const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0;
/** Names and causes, for the titles of tests. */
const titled = <Name extends Alert>(causes: Record<Name, unknown>): [Name, string][] =>
  (Object.keys(causes) as Name[]).map((name) => [name, PROVOKED[name][1]]);

describe.skipIf(!HAS_PROMTOOL)(`alerts${HAS_PROMTOOL ? '' : ' (skipped: needs promtool)'}`, () => {
  describe('on a running server', () => {
    let database: TestDatabase;
    let proxy: PostgresProxy;
    let server: ServerProcess;
    let receiver: Receiver;
    let client: Tempshare;
    let address: string;

    const scrape = async (): Promise<Scrape> => {
      const text = await fetch(address).then(
        (response) => response.text(),
        () => '',
      );
      return { text: `${text}\nup{job="tempshare"} ${text === '' ? 0 : 1}\n`, at: Date.now() };
    };
    /** Scrapes until the cause shows: each process hands its numbers on when it is asked. */
    const scrapeUntil = async (shows: RegExp): Promise<Scrape> =>
      vi.waitFor(
        async () => {
          const scraped = await scrape();
          expect(scraped.text).toMatch(shows);
          return scraped;
        },
        { timeout: 30_000, interval: 100 },
      );
    const share = () => client.transfers.create({ type: 'text', text: 'a', encryption: 'server' });
    const call = (path: string) =>
      fetch(`${server.baseUrl}${path}`, { headers: { authorization: `Bearer ${server.apiKey}` } });

    beforeAll(async () => {
      database = await createTestDatabase();
      proxy = await startPostgresProxy(database.connection);
      receiver = await startReceiver();
      server = await startServerProcess({
        DATABASE_URL: databaseUrl(proxy.connection),
        DATABASE_POOL_SIZE: '4',
        ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
        METRICS_PORT: '0',
        RATE_LIMIT_KEY: '10000',
        WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      });
      await vi.waitFor(() => expect(server.stderr).toMatch(/"msg":"metrics"/), { timeout: 60_000 });
      address = /"url":"(http[^"]+\/metrics)"/.exec(server.stderr)?.[1] as string;
      client = new Tempshare({ apiKey: server.apiKey, baseUrl: server.baseUrl });
    });
    afterAll(async () => {
      await server.stop('SIGKILL');
      await receiver.close();
      await proxy.cut();
      await database.drop();
    });

    const CAUSES: Record<Of<'server'>, () => Promise<Scrape>> = {
      TempshareDeliveriesFail: async () => {
        receiver.react = status(500);
        await client.webhookEndpoints.create({ url: receiver.url, events: ['transfer.created'] });
        await share();
        return scrapeUntil(/delivery_attempt_seconds_count\{outcome="(?!delivered)/);
      },
      TempshareDeliveriesLate: async () => {
        for (let count = 0; count < 101; count++) await share();
        await database.query(
          `UPDATE webhook_deliveries SET created_at = created_at - interval '1 hour' WHERE state = 'pending'`,
        );
        return scrapeUntil(/deliveries_oldest_seconds 3\d\d\d/);
      },
      TempshareEndpointDisabled: async () => {
        receiver.react = status(410);
        await client.webhookEndpoints.create({ url: receiver.url, events: ['secret.consumed'] });
        const { secretId } = await client.secrets.create({ secret: 'a', encryption: 'server' });
        await client.public.secrets.reveal(secretId);
        return scrapeUntil(/endpoints\{state="disabled"\} [12]/);
      },
      TempsharePoolExhausted: async () => {
        const before = await scrape();
        const lock = await lockTransfers();
        // Reads are grouped; each create has a transaction of its own.
        const waiting = Array.from({ length: 60 }, () => share());
        const scraped = await scrapeUntil(/database_waiting (2[1-9]|[3-9]\d)/);
        await lock.release();
        await Promise.all(waiting);
        expect(faultsOfAlert('TempshareDatabaseAway', before, scraped, { fires: false })).toBe('');
        return scraped;
      },
      TempshareSlow: async () => {
        const lock = await lockTransfers();
        const waiting = call('/transfers');
        await vi.waitFor(async () => expect(await lock.waiters()).toBeGreaterThan(0), { interval: 50 });
        await lock.release(3);
        await waiting;
        return scrape();
      },
      TempshareRefusesMany: async () => {
        for (let count = 0; count < 40; count++) await fetch(`${server.baseUrl}/public/limits`);
        return scrapeUntil(/requests_total\{.*status="429"\} [12]\d/);
      },
      TempshareErrors: async () => {
        await proxy.cut();
        for (let count = 0; count < 5; count++) await call('/transfers');
        const scraped = await scrapeUntil(/requests_total\{.*status="503"\} [1-9]/);
        await proxy.mend();
        await scrapeUntil(/database_up 1/);
        return scraped;
      },
      TempshareDatabaseAway: async () => {
        await proxy.cut();
        return scrapeUntil(/database_up 0/);
      },
      TempshareDown: async () => {
        await server.stop('SIGKILL');
        return scrape();
      },
    };

    /** Locks the table of transfers, so that whoever reads it waits. */
    async function lockTransfers() {
      const holder = await database.connect();
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE transfers');
      return {
        waiters: async (): Promise<number> =>
          (
            await database.query<{ n: number }>(`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted`)
          )[0]!.n,
        /** Gives the lock back, after some seconds by the clock of PostgreSQL. */
        release: async (seconds = 0): Promise<void> => {
          await holder.query('SELECT pg_sleep($1)', [seconds]);
          await holder.query('COMMIT');
          await holder.end();
        },
      };
    }

    it.for(titled(CAUSES))('%s: %s', async ([name]) => {
      const before = await scrape();
      expect(faultsOfAlert(name, before, await CAUSES[name]())).toBe('');
    });
  });

  describe('by the code that measures', () => {
    const HOUR = 3_600_000;
    const ago = (hours: number): string => new Date(Date.now() - hours * HOUR).toISOString();
    const QUIET: State = {
      isUp: true,
      database: { bytes: 10_000_000 },
      disk: { freeBytes: 50e9, totalBytes: 100e9 },
      webhooks: { pending: 0, oldestAt: null },
      endpoints: { failing: 0, disabled: 0 },
      mails: { pending: 0, oldestAt: null },
      backup: { lastAt: ago(1), failedAt: null, unended: 0 },
      schema: { pending: [] },
    };
    let state: State;
    let scrape: () => Promise<Scrape>;

    beforeAll(async () => {
      const pool = () => ({ used: 1, idle: 1, waiting: 0 });
      const measured = await measure({ version: '0.0.0', pool, state: () => Promise.resolve(state) });
      state = QUIET;
      scrape = async () => ({ text: await exposition([await measured()]), at: Date.now() });
    });

    const CAUSES: Record<Of<'metrics' | 'series'>, () => Partial<State> | Promise<string | void> | void> = {
      TempshareDiskLow: () => ({ disk: { freeBytes: 10e9, totalBytes: 100e9 } }),
      TempshareDiskFull: () => ({ disk: { freeBytes: 2e9, totalBytes: 100e9 } }),
      TempshareDatabaseGrows: () => ({ database: { bytes: 100_000_000 } }),
      TempshareMailsLate: () => ({ mails: { pending: 1, oldestAt: ago(1) } }),
      TempshareMailsGivenUp: () => mailAttempted.tell({ outcome: 'given_up' }),
      TempshareJobFails: () => jobOver.tell({ job: 'cleanup', failed: true, seconds: 1 }),
      TempshareSweepStopped: () => undefined,
      TempshareMaskingFails: () => {
        for (let count = 0; count < 2; count++) maskingOver.tell({ failed: true, seconds: 10 });
      },
      TempshareEventLoopBlocked: async () => {
        // The timer that measures runs every 10 milliseconds: before, as the beginning, and after, late.
        await delay(50);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
        await delay(50);
      },
      TempshareMemory: async () =>
        (await scrape()).text.replace(/^(tempshare_process_resident_memory_bytes) .*$/m, '$1 2e9'),
      TempshareMigrationsPending: () => ({ schema: { pending: ['20990101_later'] } }),
      TempshareBackupOld: () => ({ backup: { lastAt: ago(27), failedAt: null, unended: 0 } }),
      TempshareBackupFails: () => ({ backup: { lastAt: ago(1), failedAt: ago(0), unended: 0 } }),
      TempshareBackupUnended: () => ({ backup: { lastAt: ago(1), failedAt: null, unended: 2 } }),
    };

    it.each(['TempshareDatabaseAway', 'TempshareBackupOld', 'TempshareDatabaseGrows'])(
      '%s: quiet while the database answers and its state cannot be read',
      async (name) => {
        onTestFinished(() => void (state = QUIET));
        const before = await scrape();
        state = { ...QUIET, database: { bytes: null }, webhooks: null, endpoints: null };
        state = { ...state, mails: null, backup: null, schema: null };
        expect(faultsOfAlert(name, before, await scrape(), { fires: false })).toBe('');
      },
    );

    it.for(titled(CAUSES))('%s: %s', async ([name]) => {
      onTestFinished(() => void (state = QUIET));
      jobOver.tell({ job: 'sweep', failed: false, seconds: 1 });
      // The histogram of the event loop begins anew with each scrape.
      await scrape();
      const before = await scrape();
      const caused = await CAUSES[name]();
      if (typeof caused === 'object') state = { ...QUIET, ...caused };
      const after = typeof caused === 'string' ? { text: caused, at: Date.now() } : await scrape();
      expect(faultsOfAlert(name, before, after)).toBe('');
    });
  });
});
