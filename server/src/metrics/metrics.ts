import type * as Prom from 'prom-client';
import { deliveryAttempted, jobOver, mailAttempted, maskingOver, requestOver } from './channels.ts';

/** Metrics of one process, as they are sent between processes. */
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

/** Makers of metrics in a registry. */
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
  const readState = state && stateGauges(gauge, state);
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

interface Settable {
  set(labels: Record<string, string>, value: number): void;
  set(value: number): void;
  reset(): void;
  remove(): void;
}
type MakeGauge = (name: string, help: string, options?: { labelNames: string[] }) => Settable;

/** Gauges of the whole server. An unreadable one has no value. @returns a function that updates them */
function stateGauges(gauge: MakeGauge, state: () => Promise<State>): () => Promise<void> {
  const up = gauge('database_up', '1: the database answers.');
  const bytes = gauge('database_bytes', 'The size of the database.');
  const disk = gauge('disk_bytes', 'Room on the disk of the embedded PostgreSQL.', { labelNames: ['kind'] });
  const deliveries = gauge('deliveries_pending', 'Deliveries that wait; at most 50,000 are counted.');
  const deliveryAge = gauge('deliveries_oldest_seconds', 'How long the oldest delivery has waited.');
  const endpoints = gauge('endpoints', 'Webhook endpoints in trouble.', { labelNames: ['state'] });
  const mails = gauge('mails_pending', 'Mails that wait.');
  const mailAge = gauge('mails_oldest_seconds', 'How long the oldest mail has waited.');
  const backup = gauge('backup_last_timestamp_seconds', 'When the last backup was through.');
  const backupFailure = gauge(
    'backup_failed_timestamp_seconds',
    'When a scheduled backup has failed; 0 if the last one succeeded.',
  );
  const unendedBackups = gauge(
    'backup_unended',
    'Scheduled backups that were started and did not end, since one last ended.',
  );
  const migrations = gauge('migrations_pending', 'Migrations that the database lacks.');
  const plain = [
    bytes,
    deliveries,
    deliveryAge,
    mails,
    mailAge,
    backup,
    backupFailure,
    unendedBackups,
    migrations,
  ];
  const age = (at: string | null): number =>
    at === null ? 0 : Math.max(0, (Date.now() - Date.parse(at)) / 1_000);
  const seconds = (at: string | null): number => (at === null ? 0 : Date.parse(at) / 1_000);
  return async () => {
    // A gauge without labels is 0 after a reset.
    for (const each of plain) each.remove();
    for (const each of [disk, endpoints]) each.reset();
    const now = await state();
    up.set(now.isUp ? 1 : 0);
    if (now.database.bytes !== null) bytes.set(now.database.bytes);
    if (now.disk) disk.set({ kind: 'free' }, now.disk.freeBytes);
    if (now.disk) disk.set({ kind: 'total' }, now.disk.totalBytes);
    if (now.webhooks) deliveries.set(now.webhooks.pending);
    if (now.webhooks) deliveryAge.set(age(now.webhooks.oldestAt));
    if (now.endpoints) endpoints.set({ state: 'failing' }, now.endpoints.failing);
    if (now.endpoints) endpoints.set({ state: 'disabled' }, now.endpoints.disabled);
    if (now.mails) mails.set(now.mails.pending);
    if (now.mails) mailAge.set(age(now.mails.oldestAt));
    if (now.backup) backup.set(seconds(now.backup.lastAt));
    if (now.backup) backupFailure.set(seconds(now.backup.failedAt));
    if (now.backup) unendedBackups.set(now.backup.unended);
    if (now.schema) migrations.set(now.schema.pending.length);
  };
}

/** Aggregates the metrics of processes, in Prometheus's exposition format 0.0.4. */
export async function exposition(processes: readonly Measured[]): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client');
  return AggregatorRegistry.aggregate([...processes]).metrics();
}
