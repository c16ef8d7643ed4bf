/**
 * `node test/bench/rows.ts [--rows 1000000] [--few 10000] [--rounds 9] [--calls 1000] [--json PATH]`: what
 * a request costs among many rows beside among few, and pages of the list of a key with 1, few and many transfers. Two
 * servers, each with a PostgreSQL of its own. Rounds are interleaved, and figures are medians of them. Only the ratios can
 * be compared with those of another machine.
 */
import { parseArgs } from 'node:util';
import { makeCallers } from './callers.ts';
import { compete, type Contestant, type Outcome } from './contest.ts';
import { fill, fillList } from './fill.ts';
import { save, type Measurement } from './measurements.ts';
import { listOperation, operations, Stage } from './operations.ts';
import { circumstances, comparisonHeading, comparisonRow } from './report.ts';
import { startContestants, type Contestants } from './servers.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    few: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '9' },
    calls: { type: 'string', default: '1000' },
    json: { type: 'string' },
  },
});
const [rows, few] = [options.rows, options.few].map(Number) as [number, number];
const [rounds, calls] = [options.rounds, options.calls].map(Number) as [number, number];
const CONCURRENCY = 32;
const KEYS = 1_000;
const MEASURED = ['create', 'keyed', 'reveal', 'open', 'secret', 'transfer'];

/** A server whose tables have so many rows, of 1,000 keys. */
async function prepare(
  { service, postgres, encryptionKeys }: Contestants,
  count: number,
): Promise<Contestant> {
  const callers = await makeCallers(postgres.connection, KEYS);
  const base = `${service.url}/api/v1`;
  const stage = new Stage(base, callers, KEYS);
  // Rounds, the one before them that is not counted, and some of which each has 4,000.
  const openable = (rounds + 1) * calls + 4_000;
  const filled = await fill(
    { connection: postgres.connection, encryptionKeys, callers },
    { rows: count, openable },
  );
  await stage.warm();
  stage.provide(
    { secret: filled.openable.secret, transfer: filled.openable.transfer.slice(4_000) },
    { secret: filled.some, transfer: filled.openable.transfer.slice(0, 4_000) },
  );
  return { name: `${count} rows`, base, pid: service.pid, postgresPid: postgres.pid, stage };
}

const limits = { RATE_LIMIT_KEY: '1000', RATE_LIMIT_ANONYMOUS: '1000', TRUST_PROXY: '1' };
const servers = await Promise.all([startContestants([], limits), startContestants([], limits)]);
const [small, large] = servers;
try {
  const began = performance.now();
  const contestants = [await prepare(small, few), await prepare(large, rows)];
  console.log(
    `Filled in ${((performance.now() - began) / 1000).toFixed(0)} s; ${rounds} rounds\n\n${comparisonHeading()}`,
  );
  const outcomes: Outcome[] = [];
  for (const operation of operations.filter(({ name }) => MEASURED.includes(name))) {
    outcomes.push(await compete(contestants, { operation, concurrency: CONCURRENCY, calls, rounds }));
    console.log(comparisonRow(outcomes.at(-1) as Outcome));
  }
  const pages = await measureLists();
  console.log(comparisonRow(pages));
  const compared = [...outcomes, pages].map(({ operation, figures, ratios }): Measurement => {
    const [name, before] = [`${rows} rows`, `${few} rows`];
    const { rate } = figures[name]!;
    const ratio = ratios[before]!.median;
    return {
      name: `${operation}, ${name}`,
      value: rate,
      unit: '/s',
      ratio,
      beside: before,
      goal: { atLeast: 0.9 },
    };
  });
  save(compared, { ...circumstances(), rounds, few, rows, outcomes: [...outcomes, pages] });
} finally {
  await Promise.all(servers.map(({ stop }) => stop()));
}

/** Pages of the lists of keys with 1, few and many transfers, on the larger server. */
async function measureLists(): Promise<Outcome> {
  const { service, postgres } = large;
  const base = `${service.url}/api/v1`;
  const owners = await makeCallers(postgres.connection, 3);
  const contestants: Contestant[] = [];
  for (const [i, count] of [1, few, rows].entries()) {
    const owner = owners[i]!;
    await fillList(postgres.connection, owner.keyId, count);
    const stage = new Stage(base, [owner], 1);
    contestants.push({ name: `${count} rows`, base, pid: service.pid, postgresPid: postgres.pid, stage });
  }
  // One key has 1,000 requests a minute, those of the round that is not counted among them.
  const each = Math.min(calls, Math.floor(950 / (rounds + 1)));
  const terms = { operation: listOperation, concurrency: CONCURRENCY, calls: each, rounds };
  return compete(contestants, terms);
}
