import type { Expiration } from '@tempshare/sdk/types';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Failure } from '../failure.ts';
import { qrCode } from '../qr.ts';
import { copyLink } from '../clipboard.ts';
import { remark, write, type Io } from '../io.ts';
import { when } from '../table.ts';

/** Options of every command. */
export interface GlobalOptions {
  json?: true;
  url?: string;
}

/** How a command runs: with its arguments, its options and the global ones. */
export type Run<Options> = (io: Io, args: string[], options: Options & GlobalOptions) => Promise<void>;

/** Makes commander call a command with the process it runs in. */
export const runs =
  <Options>(io: Io, run: Run<Options>) =>
  async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    await run(io, command.args, command.optsWithGlobals());
  };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const MS: Record<string, number> = {
  '15m': 15 * MINUTE,
  '1h': HOUR,
  '6h': 6 * HOUR,
  '1d': DAY,
  '7d': 7 * DAY,
} satisfies Record<Exclude<Expiration, 'forever'>, number>;

const EXPIRATIONS: readonly string[] = [...Object.keys(MS), 'forever' satisfies Expiration];

/** When a link stops working: after a length of time that the service has a name for, after another one, or at a time. */
export type Expires = { expiration: Expiration } | { afterMs: number } | { at: Date };

export const expiresOption = (description: string): Option =>
  new Option('-e, --expires <time>', description).argParser((text) => readExpires(text));

const expires = (): Option =>
  expiresOption(
    'how long the link works, such as 15m, 6h, 3d or forever, or until when, such as 2026-12-01T12:00Z (default: 1d)',
  );

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Reads a length of time, or a date or time of ISO 8601, in the local time zone unless it names one. */
export function readExpires(text: string, now: number = Date.now()): Expires {
  if (isExpiration(text)) return { expiration: text };
  const [, count, unit] = /^([1-9]\d{0,4})([mhdw])$/.exec(text) ?? [];
  if (count !== undefined) return { afterMs: Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS] };
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.test(text);
  const at = isDate || isTime ? dateOf(isDate ? `${text}T00:00` : text) : undefined;
  if (at === undefined)
    throw new InvalidArgumentError(
      'It must be a length of time such as 15m, 6h, 3d or forever, or a time such as 2026-12-01T12:00Z.',
    );
  if (at.getTime() <= now) throw new InvalidArgumentError('It must be a time in the future.');
  return { at };
}

const isExpiration = (text: string): text is Expiration => EXPIRATIONS.includes(text);

/** The time, unless the calendar lacks its day. */
function dateOf(text: string): Date | undefined {
  const at = new Date(text);
  const day = Number(text.slice(8, 10));
  const days = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  return Number.isNaN(at.getTime()) || day > days ? undefined : at;
}

const label = (): Option =>
  new Option('--label <label>', 'your own name for it, which recipients do not see');

/** Options for the owner of a new item. */
export interface OwnersOptions {
  expires?: Expires;
  label?: string;
}

export const ownersOptions = (command: Command): Command => command.addOption(expires()).addOption(label());
export const labelOption = (command: Command): Command => command.addOption(label());

/** The same as the service takes it. */
export function ownersFields(
  { expires: until, label: name }: OwnersOptions,
  now: number = Date.now(),
): { expiration?: Expiration; expiresAt?: string; label?: string } {
  return { ...(until && expiryOf(until, now)), ...(name !== undefined && { label: name }) };
}

function expiryOf(until: Expires, now: number): { expiration: Expiration } | { expiresAt: string } {
  if ('expiration' in until) return until;
  return { expiresAt: endOf(until, now).toISOString() };
}

/** The end of what exists. @throws Failure for `forever` */
export function endOf(until: Expires, now: number): Date {
  if ('at' in until) return until.at;
  const ms = 'afterMs' in until ? until.afterMs : MS[until.expiration];
  if (ms === undefined)
    throw new Failure('usage', 'Only what is new can live for ever.', 'Give a length of time, or a time.');
  return new Date(now + ms);
}

export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= from && value <= to) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
  };
}

/** Adds how a password is given. */
export const passwordOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('-p, --password', 'ask for a password at the terminal; it is never an argument').conflicts(
        'passwordFile',
      ),
    )
    .option('--password-file <file>', 'read the password from a file, or - for standard input');

/** How a new link is given out. */
export interface LinkOptions {
  qr?: true;
  copy?: true;
}

export const linkOptions = (command: Command): Command =>
  command
    .option('--qr', 'show the link as a QR code, too')
    .option('--copy', 'copy the link to the clipboard, too');

/** A link that was created. */
export interface NewLink {
  link: string;
  expiresAt: string | null;
  encryption: 'e2e' | 'server';
  /** How many times it can be opened; null for any number. */
  views: number | null;
  /** The response of the service, for `--json`. */
  created: object;
}

/** Prints a new link: alone on stdout, what is known of it on stderr. As JSON the whole response is on stdout. */
export async function giveLink(
  io: Io,
  { link, expiresAt, encryption, views, created }: NewLink,
  { json, qr, copy }: LinkOptions & GlobalOptions,
): Promise<void> {
  if (json) {
    await write(io.stdout, `${JSON.stringify(created)}\n`);
    if (copy) await copyLink(io, link);
    return;
  }
  await write(io.stdout, `${link}\n`);
  if (qr) await write(io.stderr, qrCode(link, { colours: io.stderr.isTTY === true }));
  const sealed = encryption === 'e2e' ? 'End-to-end encrypted' : 'Encrypted by the service';
  const opens = views === null ? '' : views === 1 ? ', opens once' : `, opens ${views} times`;
  await remark(io, `${sealed}${opens}, expires ${when(expiresAt)}.`);
  if (copy && (await copyLink(io, link))) await remark(io, 'Copied.');
}
