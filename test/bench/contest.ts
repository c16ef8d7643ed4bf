import { median, quantile } from './statistics.ts';
import { run } from './load.ts';
import type { Operation, Stage } from './operations.ts';
import { processorTime } from './processor.ts';

/** A server that is compared, and where its calls and its processor time are found. */
export interface Contestant {
  name: string;
  base: string;
  pid: number;
  postgresPid: number;
  stage: Stage;
}

/** Medians of the rounds of one server: calls per second, milliseconds, and microseconds of processor time a call. */
export interface Figures {
  rate: number;
  p50: number;
  p99: number;
  serverUs: number;
  postgresUs: number;
  /** The share of all processor time that the load took. */
  loadShare: number;
}

export interface Outcome {
  operation: string;
  concurrency: number;
  /** A round's calls to one server. */
  calls: number;
  figures: Record<string, Figures>;
  /** Calls per second over those of each other server: median, and the quarters of the rounds. */
  ratios: Record<string, { median: number; lower: number; upper: number }>;
  /** The same of the processor time of server and PostgreSQL. */
  processorRatios: Record<string, number>;
}

export interface Terms {
  operation: Operation;
  concurrency: number;
  calls: number;
  rounds: number;
}

type Measured = Record<keyof Figures, number>;

/**
 * Has every contestant bear an operation in every round, another one first each time. The first round is not counted.
 * @param contestants that which the others are compared with comes last
 */
export async function compete(contestants: readonly Contestant[], terms: Terms): Promise<Outcome> {
  const { operation, concurrency, rounds } = terms;
  const measured = new Map<string, Measured[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (let i = 0; i < contestants.length; i++) {
      const contestant = contestants[(round + i) % contestants.length] as Contestant;
      const result = await bear(contestant, terms);
      if (round > 0) measured.get(contestant.name)!.push(result);
    }
  }
  const of = (name: string, figure: keyof Measured): number[] =>
    measured.get(name)!.map((one) => one[figure]);
  const mean = (name: string, figure: keyof Measured): number =>
    of(name, figure).reduce((sum, value) => sum + value, 0) / rounds;
  const figures = Object.fromEntries(
    contestants.map(({ name }) => [
      name,
      {
        rate: median(of(name, 'rate')),
        p50: median(of(name, 'p50')),
        p99: median(of(name, 'p99')),
        serverUs: mean(name, 'serverUs'),
        postgresUs: mean(name, 'postgresUs'),
        loadShare: mean(name, 'loadShare'),
      },
    ]),
  );
  const ours = contestants.at(-1)!.name;
  const others = contestants.slice(0, -1).map(({ name }) => name);
  const compare = <Value>(how: (other: string) => Value): Record<string, Value> =>
    Object.fromEntries(others.map((other) => [other, how(other)]));
  const each = (figure: keyof Measured, other: string): number[] =>
    of(ours, figure).map((value, i) => value / (of(other, figure)[i] as number));
  const cost = (name: string): number => figures[name]!.serverUs + figures[name]!.postgresUs;
  return {
    operation: operation.name,
    concurrency,
    calls: terms.calls,
    figures,
    ratios: compare((other) => {
      const ratios = each('rate', other);
      return { median: median(ratios), lower: quantile(ratios, 0.25), upper: quantile(ratios, 0.75) };
    }),
    processorRatios: compare((other) => cost(ours) / cost(other)),
  };
}

/** Has one contestant bear an operation once. */
export async function bear(
  { base, pid, postgresPid, stage }: Contestant,
  terms: Omit<Terms, 'rounds'>,
): Promise<Measured> {
  const { operation, concurrency } = terms;
  const calls = await operation.calls(stage, terms.calls);
  const before = [processorTime(pid), processorTime(postgresPid)] as const;
  const load = await run(base, calls, concurrency);
  const server = processorTime(pid) - before[0];
  const postgres = processorTime(postgresPid) - before[1];
  if (operation.makes) stage.add(operation.makes, calls, load.bodies);
  return {
    rate: load.rate,
    p50: quantile(load.latencies, 0.5),
    p99: quantile(load.latencies, 0.99),
    serverUs: server / calls.length,
    postgresUs: postgres / calls.length,
    loadShare: load.processor / (load.processor + server + postgres),
  };
}
