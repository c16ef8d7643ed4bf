/** The rules of deploy/alerts.yaml, and what provokes each. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './server-process.ts';

const RULES = join(ROOT, 'deploy/alerts.yaml');

/** Names of the rules, with the metrics of each. */
export const ALERTS: ReadonlyMap<string, readonly string[]> = new Map(
  readFileSync(RULES, 'utf8')
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((text) => {
      const [name, ...rest] = text.split('\n') as [string, ...string[]];
      const expression = rest.join('\n').split(/^ {8}(?:for|labels):/m)[0]!;
      return [name, [...new Set(expression.match(/\b(tempshare_\w+|up\b)/g))]] as const;
    }),
);

/**
 * Provocation of each alert. `server`: a running server that the cause happens to. `metrics`: the code that measures, which
 * is told the cause. `series`: a value in place of the measured one.
 */
export const PROVOKED = {
  TempshareDown: ['server', 'the server is killed'],
  TempshareDatabaseAway: ['server', 'the connections to PostgreSQL are cut'],
  TempshareErrors: ['server', 'requests fail while PostgreSQL is away'],
  TempshareSlow: ['server', 'a table is locked for three seconds'],
  TempshareRefusesMany: ['server', 'one address sends more than it may'],
  TempsharePoolExhausted: ['server', 'requests wait for a locked table in a small pool'],
  TempshareDiskLow: ['metrics', 'a disk of which 10 % are free'],
  TempshareDiskFull: ['metrics', 'a disk of which 2 % are free'],
  TempshareDatabaseGrows: ['metrics', 'a database of ten times the size'],
  TempshareDeliveriesLate: ['server', 'deliveries whose rows are moved back by an hour'],
  TempshareDeliveriesFail: ['server', 'an endpoint that responds with 500'],
  TempshareEndpointDisabled: ['server', 'an endpoint that responds with 410'],
  TempshareMailsLate: ['metrics', 'a mail that has waited for an hour'],
  TempshareMailsGivenUp: ['metrics', 'a mail is given up'],
  TempshareJobFails: ['metrics', 'a job fails'],
  TempshareSweepStopped: ['metrics', 'the sweep is through no more'],
  TempshareMaskingFails: ['metrics', 'masking fails'],
  TempshareEventLoopBlocked: ['metrics', 'the event loop is blocked for 1.5 seconds'],
  TempshareMemory: ['series', 'a resident size of 2 GB'],
  TempshareMigrationsPending: ['metrics', 'a migration is pending'],
  TempshareBackupOld: ['metrics', 'a backup of 27 hours ago'],
  TempshareBackupFails: ['metrics', 'a scheduled backup that failed'],
  TempshareBackupUnended: ['metrics', 'two scheduled backups that did not end'],
} as const satisfies Record<string, readonly ['server' | 'metrics' | 'series', string]>;

/** Metrics at a moment. */
export interface Scrape {
  text: string;
  /** `Date.now()` */
  at: number;
}

/** Prometheus is told this many minutes of what was measured before a cause, and of what was measured with it. */
const [BEFORE, AFTER] = [60, 120];

/** The series of some metrics, by name and labels. */
const seriesOf = ({ text }: Scrape, metrics: readonly string[]): Map<string, number> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [, series, value] = /^(\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      return series !== undefined && metrics.includes(series.replace(/\{.*/s, ''))
        ? [[series, Number(value)] as const]
        : [];
    }),
  );

/** Values of a series as promtool takes them: as measured, and then with the cause going on. */
function valuesOf(series: string, before: Scrape, after: Scrape, metrics: readonly string[]): string {
  const [first, second] = [before, after].map((each) => seriesOf(each, metrics).get(series));
  const phase = (value: number | undefined, step: number, minutes: number): string =>
    value === undefined
      ? `_x${minutes - 1}`
      : `${value}${step < 0 ? '-' : '+'}${Math.abs(step)}x${minutes - 1}`;
  if (series.includes('_timestamp_seconds')) {
    // promtool begins at the time 0. Before the cause, what is due happens all the time.
    const [a, b] = [
      first === undefined ? undefined : first - before.at / 1000,
      second === undefined ? undefined : second - after.at / 1000 + BEFORE * 60,
    ];
    return `${phase(a, 60, BEFORE)} ${phase(b, 0, AFTER)}`;
  }
  const isCounter = /_(total|bucket|count|sum)(\{|$)/.test(series);
  const growth = isCounter ? (second ?? 0) - (first ?? 0) : 0;
  return `${phase(isCounter ? (first ?? 0) : first, 0, BEFORE)} ${phase(second, growth, AFTER)}`;
}

/**
 * Has promtool evaluate the rules over what was scraped before and after a cause, which then goes on for two hours.
 * @returns the output of promtool; empty if the alert is quiet before, and fires after unless it must not
 */
export function faultsOfAlert(name: string, before: Scrape, after: Scrape, { fires = true } = {}): string {
  const metrics = ALERTS.get(name) ?? [];
  const names = new Set([before, after].flatMap((each) => [...seriesOf(each, metrics).keys()]));
  const firing = `ALERTS{alertname="${name}",alertstate="firing"}`;
  const expected = (eval_time: string, window: string, value: number) => ({
    expr: `clamp_max(count(max_over_time(${firing}[${window}])), 1) or vector(0)`,
    eval_time,
    exp_samples: [{ labels: '{}', value }],
  });
  const test = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: [...names].map((series) => ({
          series,
          values: valuesOf(series, before, after, metrics),
        })),
        promql_expr_test: [
          expected(`${BEFORE - 1}m`, `${BEFORE - 1}m`, 0),
          expected(`${BEFORE + AFTER - 1}m`, `${AFTER}m`, fires ? 1 : 0),
        ],
      },
    ],
  };
  const directory = mkdtempSync(join(tmpdir(), 'tempshare-alerts-'));
  try {
    const file = join(directory, 'test.yaml');
    writeFileSync(file, JSON.stringify(test));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    return status === 0 ? '' : `${stdout}${stderr}\n${JSON.stringify(test.tests[0]!.input_series, null, 1)}`;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
