import { visibleName } from './sdk.ts';

/** Rows as aligned columns. Cells are shown without invisible or control characters. */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => visibleName(cell)));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** A time for people, in the local time zone, and how far away it is. */
export function when(time: string | null, now: number = Date.now()): string {
  if (time === null) return 'never';
  const at = new Date(time);
  const local = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
  return `${local} (${relative(at.getTime() - now)})`;
}

const two = (value: number): string => String(value).padStart(2, '0');

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

function relative(milliseconds: number): string {
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
  for (const [unit, length] of UNITS)
    if (Math.abs(milliseconds) >= length) return format.format(Math.trunc(milliseconds / length), unit);
  return milliseconds < 0 ? 'just now' : 'in less than a minute';
}
