import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../server/src/storage/database.ts';
import { makeCallers } from './callers.ts';
import { fillExpiring } from './fill.ts';
import { run } from './load.ts';
import { operations, Stage } from './operations.ts';
import type { Contestants } from './servers.ts';
import { median, quantile } from './statistics.ts';

export interface Sweeping {
  expired: number;
  seconds: number;
  /** Medians of what was measured while nothing was to be swept, and meanwhile: calls per second, and milliseconds. */
  quiet: Window;
  meanwhile: Window;
  p99Ratio: number;
}

interface Window {
  rate: number;
  p50: number;
  p99: number;
  windows: number;
}

const CONCURRENCY = 32;
const LEFT = `
  SELECT (SELECT count(*) FROM (SELECT FROM secrets WHERE state = 'waiting' AND expires_at <= now() LIMIT 1) s)
    + (SELECT count(*) FROM (SELECT FROM transfers WHERE state = 'active' AND expires_at <= now() LIMIT 1) t) AS left`;

/**
 * Lets many secrets and transfers expire at one moment, and compares the mixed load before that and after the sweep with
 * that of the time between.
 */
export async function measureSweep(
  { service, postgres }: Contestants,
  { rows, calls, keys }: { rows: number; calls: number; keys: number },
): Promise<Sweeping> {
  const { connection } = postgres;
  const base = `${service.url}/api/v1`;
  const callers = await makeCallers(connection, keys);
  const stage = new Stage(base, callers, keys);
  await stage.warm();
  const database = openDatabase({ connection, poolSize: 1 });
  const mixed = operations.find(({ name }) => name === 'mixed')!;
  const window = async () => {
    const { rate, latencies } = await run(base, await mixed.calls(stage, calls), CONCURRENCY);
    return { rate, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
  };
  const anyLeft = async (): Promise<boolean> =>
    Number((await database.query<{ left: string }>(LEFT))[0]!.left) > 0;

  const expiresAt = new Date(Date.now() + 60_000 + rows / 5);
  await fillExpiring({ connection, callers }, { rows, expiresAt });
  const quiet: Awaited<ReturnType<typeof window>>[] = [];
  const meanwhile: typeof quiet = [];
  await window();
  for (let i = 0; i < 12 && Date.now() + 5_000 < expiresAt.getTime(); i++) quiet.push(await window());
  await delay(Math.max(0, expiresAt.getTime() - Date.now()));
  const began = performance.now();
  while (await anyLeft()) meanwhile.push(await window());
  const seconds = (performance.now() - began) / 1000;
  for (let i = 0; i < 12; i++) quiet.push(await window());
  await database.close();

  const summed = (windows: typeof quiet): Window => ({
    rate: median(windows.map(({ rate }) => rate)),
    p50: median(windows.map(({ p50 }) => p50)),
    p99: median(windows.map(({ p99 }) => p99)),
    windows: windows.length,
  });
  const [before, during] = [summed(quiet), summed(meanwhile)];
  const ratio = during.p99 / before.p99;
  const show = ({ rate, p50, p99 }: Window): string =>
    `${rate.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  console.log(
    `\n${rows} expired, swept in ${seconds.toFixed(0)} s: mixed load ${show(before)} without, ${show(during)} meanwhile; p99 ${ratio.toFixed(2)} ×`,
  );
  return { expired: rows, seconds, quiet: before, meanwhile: during, p99Ratio: ratio };
}
