/**
 * `node test/bench/run.ts [--only create,reveal] [--at 32] [--rounds 9] [--calls 2000] [--keys 1000] [--networks 1000] [--json PATH]`:
 * what a request costs here beside a bare server on the same PostgreSQL with default durability: Express and pg with one
 * prepared statement of one row. Rounds are interleaved, and calls come from many API keys and networks. Figures are
 * medians of the rounds. Only the ratios can be compared with those of another machine.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { makeCallers } from './callers.ts';
import { bear, compete, type Contestant, type Outcome } from './contest.ts';
import { save, table, type Measurement } from './measurements.ts';
import { operations, Stage, type Operation } from './operations.ts';
import { circumstances, heading, row } from './report.ts';
import { startContestants } from './servers.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    at: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '9' },
    calls: { type: 'string', default: '2000' },
    keys: { type: 'string', default: '1000' },
    networks: { type: 'string', default: '1000' },
    json: { type: 'string' },
  },
});
const [rounds, most, keys, networks] = [options.rounds, options.calls, options.keys, options.networks].map(
  Number,
) as [number, number, number, number];
const USUAL = 32;
/** Calls per second to reach, as a ratio to the bare server with 32 calls at a time. */
const GOALS: Readonly<Record<string, number>> = {
  create: 0.42,
  keyed: 0.3,
  reveal: 0.38,
  secret: 0.6,
  transfer: 0.6,
};
/** Largest p99 of these operations, as a ratio to their p50. */
const SLOWEST = 3;
/** Number of calls until V8 has compiled the code of a server. */
const WARM_CALLS = 6_000;
/** Requests a minute that nobody reaches, whoever they come from. */
const PER_MINUTE = 1_000_000;

const { service, bare, postgres, stop } = await startContestants(['baseline-server.ts'], {
  RATE_LIMIT_KEY: String(Math.ceil(PER_MINUTE / keys)),
  RATE_LIMIT_ANONYMOUS: String(Math.ceil(PER_MINUTE / networks)),
  TRUST_PROXY: '1',
});
const database = new pg.Client(postgres.connection);
try {
  await database.connect();
  const callers = await makeCallers(postgres.connection, keys);
  const contestant = (name: string, base: string, pid: number): Contestant => ({
    ...{ name, base, pid, postgresPid: postgres.pid },
    stage: new Stage(base, callers, networks),
  });
  const [plain] = bare as [(typeof bare)[0]];
  const contestants = [
    contestant('bare', plain.url, plain.pid),
    contestant('server', `${service.url}/api/v1`, service.pid),
  ];
  const find = (name: string): Operation => {
    const operation = operations.find((one) => one.name === name);
    if (!operation) throw new Error(`${name} is none of ${operations.map((one) => one.name).join(', ')}`);
    return operation;
  };
  const chosen = options.only?.split(',').map(find) ?? operations;
  const warming = { operation: find('mixed'), concurrency: USUAL, calls: WARM_CALLS };
  for (const contestant of contestants) {
    await contestant.stage.warm();
    await bear(contestant, warming);
  }
  console.log(
    `${rounds} rounds, ${keys} API keys, ${networks} networks; ratios to a bare server (Express, pg) in the same run\n\n${heading()}`,
  );
  const outcomes: Outcome[] = [];
  for (const concurrency of options.at.split(',').map(Number)) {
    for (const operation of chosen) {
      // One at a time takes as long with fewer calls.
      const calls = Math.ceil(most * (concurrency === 1 ? 0.25 : 1));
      // Garbage of others is not collected at the expense of this one.
      await database.query('VACUUM');
      const terms = { operation, concurrency, calls, rounds };
      outcomes.push(await compete(contestants, terms));
      console.log(row(outcomes.at(-1) as Outcome));
    }
  }
  const measurements = outcomes.flatMap(judge);
  console.log(`\n${table(measurements.filter(({ goal }) => goal))}`);
  save(measurements, { ...circumstances(), rounds, keys, networks, outcomes });
} finally {
  await database.end();
  await stop();
}

/** The lines of the summary for an outcome. */
function judge({ operation, concurrency, figures, ratios }: Outcome): Measurement[] {
  const { rate, p50, p99 } = figures.server!;
  const goal = concurrency === USUAL ? GOALS[operation] : undefined;
  const name = `${operation}, ${concurrency} at a time`;
  const measured = { name, value: rate, unit: '/s', ratio: ratios.bare!.median, beside: 'bare' };
  if (goal === undefined) return [measured];
  const slowest = { value: p99, unit: 'ms', ratio: p99 / p50, beside: 'p50', goal: { atMost: SLOWEST } };
  return [
    { ...measured, goal: { atLeast: goal } },
    { ...slowest, name: `${name}: p99` },
  ];
}
