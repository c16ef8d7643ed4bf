import type { AccountFile, AccountSchema } from '@tempshare/contract/account';
import type { Db } from '../../storage/postgres/database.ts';
import type { Position } from '../../storage/listing.ts';
import { toEntry } from './audit.ts';
import { findEntries, type AuditFilter } from './audit-store.ts';

type Entry = AccountSchema<'AuditEntry'>;

const BATCH = 500;

const COLUMNS = [
  'id',
  'at',
  'actor',
  'actorId',
  'action',
  'target',
  'network',
  'requestId',
  'details',
] as const satisfies readonly (keyof Entry)[];

const FORMATS = {
  csv: {
    mediaType: 'text/csv; charset=utf-8; header=present',
    // Byte order mark: without it Excel does not detect UTF-8.
    head: `\uFEFF${COLUMNS.join(',')}\r\n`,
    between: '',
    write: (entry: Entry) => `${COLUMNS.map((name) => toCell(entry[name])).join(',')}\r\n`,
    foot: '',
  },
  json: {
    mediaType: 'application/json',
    head: '[\n',
    between: ',\n',
    write: (entry: Entry) => JSON.stringify(entry),
    foot: '\n]\n',
  },
} as const;

/** Streams the entries of an account as a file. Each batch is read after the previous one was consumed. */
export function exportAudit(
  db: Db,
  {
    filter,
    format,
    accountName,
    now,
  }: { filter: AuditFilter; format: keyof typeof FORMATS; accountName: string; now: Date },
): AccountFile {
  return {
    mediaType: FORMATS[format].mediaType,
    fileName: `audit-log-${slugOf(accountName) || filter.accountId}-${periodOf(filter, now)}.${format}`,
    stream: write(db, filter, FORMATS[format]),
  };
}

async function* write(
  db: Db,
  filter: AuditFilter,
  { head, between, write: toText, foot }: (typeof FORMATS)[keyof typeof FORMATS],
): AsyncGenerator<Buffer> {
  let text: string = head;
  let after: Position | null = null;
  for (let isFirst = true; ;) {
    const rows: Awaited<ReturnType<typeof findEntries>> = await findEntries(db, filter, {
      count: BATCH,
      after,
    });
    for (const row of rows) {
      text += `${isFirst ? '' : between}${toText(toEntry(row))}`;
      isFirst = false;
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) break;
    yield Buffer.from(text);
    text = '';
    after = { at: last.at, id: last.id };
  }
  yield Buffer.from(text + foot);
}

/** Leading characters that spreadsheets take for a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n]/;

export function toCell(value: Entry[keyof Entry]): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);

/** Returns `2026-11-01-to-2026-11-27` in UTC, or `until-2026-11-27` without a start. */
function periodOf({ from, until }: AuditFilter, now: Date): string {
  const day = (time: string): string => new Date(time).toISOString().slice(0, 10);
  const end = day(until ?? now.toISOString());
  return from === undefined ? `until-${end}` : `${day(from)}-to-${end}`;
}
