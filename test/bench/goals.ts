import type { Figures, Outcome } from './contest.ts';
import { measurable } from './processor.ts';
import type { Measurement } from './measurements.ts';

/** What share of a bare server's calls per second each operation is to reach, 32 at a time. */
const RATES: Readonly<Record<string, number>> = {
  create: 0.62,
  keyed: 0.5,
  reveal: 0.57,
  'reveal-keyed': 0.57,
  secret: 0.62,
  transfer: 0.62,
  mixed: 0.58,
};
/** How much processor time a call may take beside a bare server's, and its slowest hundredth beside its median. */
const [PROCESSOR, SLOWEST] = [1.5, 3];
/** 128 at a time, the slowest hundredth beside a bare server's; one at a time, the median of a create. */
const [CROWDED, ALONE] = [2, 1.35];

/** The lines of the summary for what one operation has shown. */
export function judge({
  operation,
  concurrency,
  figures,
  ratios,
  p50Ratios,
  p99Ratios,
  processorRatios,
}: Outcome) {
  const { rate, p50, p99, serverUs, postgresUs } = figures.server as Figures;
  const name = `${operation}, ${concurrency} at a time`;
  const goal = RATES[operation];
  const isUsual = concurrency === 32 && goal !== undefined;
  const lines: Measurement[] = [
    {
      ...{ name, value: rate, unit: '/s', ratio: ratios.bare!.median, beside: 'bare' },
      ...(isUsual && { goal: { atLeast: goal } }),
    },
  ];
  if (measurable && isUsual) {
    lines.push({
      ...{ name: `${name}: processor`, value: serverUs + postgresUs, unit: 'µs' },
      ...{ ratio: processorRatios.bare!, beside: 'bare', goal: { atMost: PROCESSOR } },
    });
  }
  if (isUsual) {
    lines.push({
      ...{ name: `${name}: p99`, value: p99, unit: 'ms' },
      ...{ ratio: p99 / p50, beside: 'p50', goal: { atMost: SLOWEST } },
    });
  }
  if (concurrency === 128) {
    lines.push({
      ...{ name: `${name}: p99`, value: p99, unit: 'ms' },
      ...{ ratio: p99Ratios.bare!, beside: 'bare', goal: { atMost: CROWDED } },
    });
  }
  if (concurrency === 1) {
    lines.push({
      ...{ name: `${name}: p50`, value: p50, unit: 'ms', ratio: p50Ratios.bare!, beside: 'bare' },
      ...(operation === 'create' && { goal: { atMost: ALONE } }),
    });
  }
  return lines;
}
