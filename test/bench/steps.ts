/**
 * `node test/bench/steps.ts [--rounds 9] [--calls 1000] [--at 32] [--json PATH]`: from a bare server to this one, what each
 * step costs a create and a reveal. Rounds are interleaved, figures are medians of them, and only the ratios travel.
 */
import { parseArgs } from 'node:util';
import { makeCallers } from './callers.ts';
import { compete, type Contestant } from './contest.ts';
import { save, type Measurement } from './measurements.ts';
import { operations, Stage } from './operations.ts';
import { circumstances } from './report.ts';
import { startContestants, type RunningServer } from './servers.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    calls: { type: 'string', default: '1000' },
    at: { type: 'string', default: '32' },
    json: { type: 'string' },
  },
});
const KEYS = 1_000;

const programs = ['baseline-server.ts', 'forgetful-server.ts', 'statement-server.ts', 'steps-server.ts'];
const limits = { RATE_LIMIT_KEY: '1000', RATE_LIMIT_ANONYMOUS: '1000', TRUST_PROXY: '1' };
const { service, bare, postgres, stop } = await startContestants(programs, limits);
try {
  const callers = await makeCallers(postgres.connection, KEYS);
  const step = (name: string, { url, pid }: RunningServer, path: string): Contestant => {
    const base = `${url}${path}`;
    return { name, base, pid, postgresPid: postgres.pid, stage: new Stage(base, callers, KEYS) };
  };
  const [plain, forgetful, statement, steps] = bare as [
    RunningServer,
    RunningServer,
    RunningServer,
    RunningServer,
  ];
  const contestants = [
    step('bare, without durability', forgetful, ''),
    step('bare', plain, ''),
    step('its statement: row, quota, event', statement, ''),
    step('+ encryption', steps, '/sealed'),
    step('+ authentication and limits', steps, '/admitted'),
    step('+ pipeline: this server', service, '/api/v1'),
  ];
  for (const { stage } of contestants) await stage.warm();
  const measurements: Measurement[] = [];
  for (const operation of operations.filter(({ name }) => name === 'create' || name === 'reveal')) {
    const terms = {
      concurrency: Number(options.at),
      calls: Number(options.calls),
      rounds: Number(options.rounds),
    };
    const { figures } = await compete(contestants, { operation, ...terms });
    console.log(
      `\n${operation.name.padEnd(36)}${'calls/s'.padStart(9)}${'of bare'.padStart(9)}${'µs server'.padStart(11)}${'µs pg'.padStart(7)}`,
    );
    for (const [name, { rate, serverUs, postgresUs }] of Object.entries(figures)) {
      const ratio = rate / figures.bare!.rate;
      measurements.push({
        name: `${operation.name}: ${name}`,
        value: serverUs + postgresUs,
        unit: 'µs',
        ratio,
        beside: 'bare',
      });
      console.log(
        `${name.padEnd(36)}${rate.toFixed(0).padStart(9)}${ratio.toFixed(2).padStart(9)}${serverUs.toFixed(0).padStart(11)}${postgresUs.toFixed(0).padStart(7)}`,
      );
    }
  }
  save(measurements, circumstances());
} finally {
  await stop();
}
