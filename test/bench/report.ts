import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import type { Figures, Outcome } from './contest.ts';
import { measurable } from './processor.ts';

/** The machine and the version that were measured. */
export function circumstances(): Record<string, unknown> {
  const git = (...args: string[]): string => {
    try {
      return execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
    } catch {
      return '';
    }
  };
  return {
    at: new Date().toISOString(),
    commit: git('rev-parse', '--short', 'HEAD'),
    changed: git('status', '--porcelain', '--untracked-files=no') !== '',
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processors: cpus().length,
    processor: cpus()[0]?.model,
    load: loadavg().map((value) => Number(value.toFixed(2))),
    processorTime: measurable ? '/proc/PID/stat of all processes of each' : 'not measured on this system',
  };
}

const COLUMNS = [
  ['operation', 20],
  ['at', 4],
  ['calls/s', 9],
  ['of bare', 20],
  ['p50 ms', 9],
  ['p99 ms', 9],
  ['bare p50', 10],
  ['bare p99', 10],
  ['µs server+pg', 15],
  ['bare', 11],
  ['ratio', 7],
  ['load', 6],
] as const;

const COMPARED = [
  ['operation', 20],
  ['calls/s', 24],
  ['ratio', 7],
  ['p50 ms', 20],
  ['p99 ms', 20],
  ['µs server+pg', 26],
  ['ratio', 7],
] as const;

/** The heading of a comparison of servers with few and many rows. */
export const comparisonHeading = (): string =>
  COMPARED.map(([name, width], i) => (i === 0 ? name.padEnd(width) : name.padStart(width))).join('');

/** An outcome as a line below it: of each server, and the last beside the one before it. */
export function comparisonRow({ operation, figures, ratios, processorRatios }: Outcome): string {
  const names = Object.keys(figures);
  const before = names.at(-2) as string;
  const of = (show: (one: Figures) => string): string =>
    names.map((name) => show(figures[name]!)).join(' / ');
  return [
    operation,
    of(({ rate }) => rate.toFixed(0)),
    ratios[before]!.median.toFixed(2),
    of(({ p50 }) => p50.toFixed(1)),
    of(({ p99 }) => p99.toFixed(1)),
    of(({ serverUs, postgresUs }) => `${serverUs.toFixed(0)}+${postgresUs.toFixed(0)}`),
    processorRatios[before]!.toFixed(2),
  ]
    .map((cell, i) => (i === 0 ? cell.padEnd(COMPARED[0][1]) : cell.padStart(COMPARED[i]![1])))
    .join('');
}

const line = (cells: readonly string[]): string =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(COLUMNS[0][1]) : cell.padStart(COLUMNS[i]![1]))).join('');

export const heading = (): string => line(COLUMNS.map(([name]) => name));

/** An outcome as a line below the heading. */
export function row({ operation, concurrency, figures, ratios, processorRatios }: Outcome): string {
  const { bare, server } = figures as { bare: Figures; server: Figures };
  const ofBare = ratios.bare!;
  const shown = (value: number): string => value.toFixed(2);
  const microseconds = (of: Figures): string =>
    measurable ? `${of.serverUs.toFixed(0)}+${of.postgresUs.toFixed(0)}` : '-';
  return line([
    operation,
    String(concurrency),
    server.rate.toFixed(server.rate < 100 ? 1 : 0),
    `${shown(ofBare.median)} (${shown(ofBare.lower)}-${shown(ofBare.upper)})`,
    shown(server.p50),
    shown(server.p99),
    shown(bare.p50),
    shown(bare.p99),
    microseconds(server),
    microseconds(bare),
    measurable ? shown(processorRatios.bare!) : '-',
    measurable ? `${(100 * server.loadShare).toFixed(0)} %` : '-',
  ]);
}
