import { serverNow } from '../clock.ts';
import { locale } from '../i18n.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const YEAR = 365 * DAY;

/** "4 minutes ago", "in 3 days": in whole units, rounded towards now. */
export function relative(ms: number): string {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const size = Math.abs(ms);
  if (size < MINUTE) return format.format(0, 'second');
  if (size < HOUR) return format.format(Math.trunc(ms / MINUTE), 'minute');
  if (size < 2 * DAY) return format.format(Math.trunc(ms / HOUR), 'hour');
  if (size < YEAR) return format.format(Math.trunc(ms / DAY), 'day');
  return new Intl.RelativeTimeFormat(locale()).format(Math.trunc(ms / YEAR), 'year');
}

/** Date and time of day, in the language and time zone of the reader. */
export const exact = (iso: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** Time zone of the reader, in minutes east of UTC. */
export const utcOffset = (): number => -new Date().getTimezoneOffset();

/** The instant at which a day of the reader begins, some days later; undefined for what is no day. */
export function dayOf(date: string | undefined, plus = 0): string | undefined {
  const start = Date.parse(`${date ?? ''}T00:00:00`);
  if (Number.isNaN(start)) return undefined;
  const day = new Date(start);
  day.setDate(day.getDate() + plus);
  return day.toISOString();
}

/** A lifetime of a day is shown as "in 1 day" for its first half minute. */
const LENIENT_MS = 30 * SECOND;

/** How far away a time is, in words, by the server's clock. */
export function away(iso: string): string {
  const ms = Date.parse(iso) - serverNow();
  return relative(ms > LENIENT_MS ? ms + LENIENT_MS : ms);
}

/** A time in words, with the exact one on hover. */
export const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={exact(at)}>
    {away(at)}
  </time>
);
