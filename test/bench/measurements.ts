import { writeFileSync } from 'node:fs';

/** One line of the summary. */
export interface Measurement {
  /** The subject, such as `create, 32 at a time`. */
  name: string;
  value: number;
  /** Such as `/s`, `ms` or `µs`; of a ratio what it is to. */
  unit: string;
  /** The value beside that of something else in the same run. */
  ratio?: number;
  beside?: string;
  /** Goal of the ratio, or of the value where there is no ratio. */
  goal?: { atLeast: number } | { atMost: number };
}

/** Whether a goal is met; undefined when there is none. */
export function isMet({ value, ratio = value, goal }: Measurement): boolean | undefined {
  if (!goal) return undefined;
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}

/** Writes what a program has measured where `--json PATH` of its command line says, if it does. */
export function save(measurements: readonly Measurement[], details: object = {}): void {
  const at = process.argv.indexOf('--json');
  const path = at < 0 ? undefined : process.argv[at + 1];
  if (path !== undefined) writeFileSync(path, `${JSON.stringify({ measurements, ...details }, null, 2)}\n`);
}

/** A table of measurements, as text. */
export function table(measurements: readonly Measurement[]): string {
  const rows = measurements.map((one) => {
    const { name, value, unit, ratio, beside, goal } = one;
    const wanted = goal && ('atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`);
    return [
      name,
      `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`,
      ratio === undefined ? '' : `${ratio.toFixed(2)}${beside ? ` of ${beside}` : ''}`,
      wanted ?? '',
      { true: 'met', false: 'not met', undefined: '' }[String(isMet(one))] as string,
    ];
  });
  const widths = [0, 1, 2, 3].map((i) => Math.max(...rows.map((row) => (row[i] as string).length)) + 2);
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}
