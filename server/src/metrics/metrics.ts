import type * as Prom from 'prom-client';
import { deliveryAttempted, jobOver, mailAttempted, maskingOver, requestOver } from './channels.ts';

/** Metrics of one process, as sent between processes. */
export type Measured = Prom.MetricObjectWithValues<Prom.MetricValue<string>>[];

/** State of the server; null where it cannot be read. */
export interface State {
  /** Whether PostgreSQL answers, even if the pool has no free connection. */
  isUp: boolean;
  database: { bytes: number | null };
  disk: { freeBytes: number; totalBytes: number } | null;
  webhooks: { pending: number; oldestAt: string | null } | null;
  endpoints: { failing: number; disabled: number } | null;
  mails: { pending: number; oldestAt: string | null } | null;
  backup: { lastAt: string | null; failedAt: string | null; unended: number } | null;
  schema: { pending: readonly string[] } | null;
}

interface Sources {
  version: string;
  /** Connections of this process's pool. */
  pool: () => { used: number; idle: number; waiting: number };
  /** Read at each scrape; left out in all processes of a server but one. */
  state: (() => Promise<State>) | undefined;
}

const SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60];

type Makers = ReturnType<typeof makersFor>;

function makersFor({ Counter, Gauge, Histogram }: typeof Prom, registers: Prom.Registry[]) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `tempshare_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name: `tempshare_${name}`, help, labelNames, buckets: SECONDS, registers });
  type Aggregator = 'sum' | 'max' | 'first';
  const gauge = <Label extends string>(
    name: string,
    help: string,
    { labelNames = [], aggregator = 'sum' }: { labelNames?: Label[]; aggregator?: Aggregator } = {},
  ) => new Gauge({ name: `tempshare_${name}`, help, labelNames, aggregator, registers });
  return { counter, gauge, histogram };
}

/**
 * Begins to measure this process. No label holds an id, a link, a name or an address.
 * @returns a function that reads the metrics
 */
export async function measure({ version, pool, state }: Sources): Promise<() => Promise<Measured>> {
  const prom = await import('prom-client');
  const registry = new prom.Registry();
  const makers = makersFor(prom, [registry]);
  const { gauge } = makers;
  prom.collectDefaultMetrics({ register: registry, prefix: 'tempshare_' });
  gauge('info', 'The version of the server and of Node.js.', {
    labelNames: ['version', 'node'],
    aggregator: 'first',
  }).set({ version, node: process.versions.node }, 1);
  subscribe(makers);
  const connections = gauge('database_connections', 'Connections of the pool.', { labelNames: ['state'] });
  const waiting = gauge('database_waiting', 'Statements that wait for a connection of the pool.');
  const readState = state && stateGauges(makers, state);
  return async () => {
    const { used, idle, waiting: waits } = pool();
    connections.set({ state: 'used' }, used);
    connections.set({ state: 'idle' }, idle);
    waiting.set(waits);
    await readState?.();
    return await registry.getMetricsAsJSON();
  };
}

/** Counts and times the work of this process. */
function subscribe({ counter, gauge, histogram }: Makers): void {
  const seconds = histogram('request_seconds', 'How long requests take, by operation.', ['operation']);
  const requests = counter('requests_total', 'Requests, by operation and status.', ['operation', 'status']);
  requestOver.listen(({ operation = 'none', status, seconds: took }) => {
    requests.inc({ operation, status });
    seconds.observe({ operation }, took);
  });
  const deliveries = histogram('delivery_attempt_seconds', 'Attempts to deliver webhooks, by outcome.', [
    'outcome',
  ]);
  deliveryAttempted.listen(({ outcome, seconds: took }) => deliveries.observe({ outcome }, took));
  const mails = counter('mail_attempts_total', 'Attempts to send mails, by outcome.', ['outcome']);
  mailAttempted.listen(({ outcome }) => mails.inc({ outcome }));
  const jobs = histogram('job_seconds', 'How long recurring jobs take.', ['job']);
  const failures = counter('job_failures_total', 'Recurring jobs that failed.', ['job']);
  const ended = gauge('job_last_success_timestamp_seconds', 'When a recurring job was last through.', {
    labelNames: ['job'],
    aggregator: 'max',
  });
  jobOver.listen(({ job, failed, seconds: took }) => {
    jobs.observe({ job }, took);
    failures.inc({ job }, failed ? 1 : 0);
    if (!failed) ended.setToCurrentTime({ job });
  });
  const masking = histogram('masking_seconds', 'How long masking takes.', []);
  const notMasked = counter('masking_failures_total', 'Texts that could not be masked.', []);
  maskingOver.listen(({ failed, seconds: took }) => {
    masking.observe(took);
    if (failed) notMasked.inc();
  });
}

const age = (at: string | null): number =>
  at === null ? 0 : Math.max(0, (Date.now() - Date.parse(at)) / 1_000);
const seconds = (at: string | null): number => (at === null ? 0 : Date.parse(at) / 1_000);

/** Gauges of the whole server. An unreadable one has no value. */
const STATE_GAUGES: Record<string, [help: string, read: (state: State) => number | null | undefined]> = {
  database_up: ['1: the database answers.', ({ isUp }) => (isUp ? 1 : 0)],
  database_bytes: ['The size of the database.', ({ database }) => database.bytes],
  deliveries_pending: [
    'Deliveries that wait; at most 50,000 are counted.',
    ({ webhooks }) => webhooks?.pending,
  ],
  deliveries_oldest_seconds: [
    'How long the oldest delivery has waited.',
    ({ webhooks }) => webhooks && age(webhooks.oldestAt),
  ],
  mails_pending: ['Mails that wait.', ({ mails }) => mails?.pending],
  mails_oldest_seconds: ['How long the oldest mail has waited.', ({ mails }) => mails && age(mails.oldestAt)],
  backup_last_timestamp_seconds: [
    'When the last backup was through.',
    ({ backup }) => backup && seconds(backup.lastAt),
  ],
  backup_failed_timestamp_seconds: [
    'When a scheduled backup has failed; 0 if the last one succeeded.',
    ({ backup }) => backup && seconds(backup.failedAt),
  ],
  backup_unended: [
    'Scheduled backups that were started and did not end, since one last ended.',
    ({ backup }) => backup?.unended,
  ],
  migrations_pending: ['Migrations that the database lacks.', ({ schema }) => schema?.pending.length],
};

/** @returns a function that updates the gauges of the whole server */
function stateGauges({ gauge }: Makers, state: () => Promise<State>): () => Promise<void> {
  const plain = Object.entries(STATE_GAUGES).map(([name, [help, read]]) => ({
    made: gauge(name, help),
    read,
  }));
  const disk = gauge('disk_bytes', 'Room on the disk of the embedded PostgreSQL.', { labelNames: ['kind'] });
  const endpoints = gauge('endpoints', 'Webhook endpoints in trouble.', { labelNames: ['state'] });
  return async () => {
    const now = await state();
    // A gauge without labels is 0 after a reset.
    for (const { made } of plain) made.remove();
    for (const each of [disk, endpoints]) each.reset();
    for (const { made, read } of plain) {
      const value = read(now) ?? undefined;
      if (value !== undefined) made.set(value);
    }
    if (now.disk) disk.set({ kind: 'free' }, now.disk.freeBytes);
    if (now.disk) disk.set({ kind: 'total' }, now.disk.totalBytes);
    if (now.endpoints) endpoints.set({ state: 'failing' }, now.endpoints.failing);
    if (now.endpoints) endpoints.set({ state: 'disabled' }, now.endpoints.disabled);
  };
}

/** Aggregates the metrics of processes, in Prometheus's exposition format 0.0.4. */
export async function exposition(processes: readonly Measured[]): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client');
  return AggregatorRegistry.aggregate([...processes]).metrics();
}
