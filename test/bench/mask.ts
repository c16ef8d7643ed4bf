/**
 * `node test/bench/mask.ts`: milliseconds to mask 1 MiB of logs of several kinds, medians of nine. Text that is made to
 * be slow is measured by `test/faults/masking.ts`.
 */
import { mask } from '../../server/src/masking/mask.ts';
import { TYPICAL } from '../faults/masking-texts.ts';
import { save, type Measurement } from './measurements.ts';
import { median } from './statistics.ts';

const measurements: Measurement[] = [];
console.log('1 MiB of                ms');
for (const [name, make] of Object.entries(TYPICAL)) {
  const text = make(1 << 20);
  const times: number[] = [];
  for (let i = 0; i < 11; i++) {
    const start = performance.now();
    await mask(text);
    times.push(performance.now() - start);
  }
  measurements.push({ name: `masking 1 MiB of ${name}`, value: median(times.slice(2)), unit: 'ms' });
  console.log(`${name.padEnd(20)} ${median(times.slice(2)).toFixed(0).padStart(5)}`);
}
save(measurements);
