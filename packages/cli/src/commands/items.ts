import type { TransferStatus } from '@tempshare/sdk/types';
import { Argument, Option, type Command } from 'commander';
import { createClient } from '../config.ts';
import { Failure } from '../failure.ts';
import { deleteCalls, getCalls, onItem, updateCalls } from '../find.ts';
import { write, type Io } from '../io.ts';
import type { Tempshare } from '../sdk.ts';
import { table, when } from '../table.ts';
import { endOf, expiresOption, runs, wholeNumber, type Expires, type Run } from './options.ts';

const STATUSES = Object.keys({ active: 1, expired: 1, consumed: 1 } satisfies Record<TransferStatus, 1>);

interface Query {
  limit: number;
  status?: TransferStatus;
}

/** A list of one kind, with the cells of a table for each row. */
const listed = <Row>(
  head: string[],
  rowsOf: (client: Tempshare, query: Query, options: { signal: AbortSignal }) => AsyncIterable<Row>,
  cellsOf: (row: Row) => string[],
) => ({
  head,
  async *list(this: void, client: Tempshare, query: Query, signal: AbortSignal) {
    for await (const row of rowsOf(client, query, { signal })) yield { row, cells: cellsOf(row) };
  },
});

const LISTS = {
  transfers: listed(
    ['ID', 'TYPE', 'STATUS', 'VIEWS', 'EXPIRES', 'LABEL'],
    (client, query, options) => client.transfers.list(query, options),
    ({ id, type, status, views, maxViews, expiresAt, label }) => {
      const opened = maxViews === null ? String(views) : `${views} of ${maxViews}`;
      return [id, type, status, opened, when(expiresAt), label ?? ''];
    },
  ),
  secrets: listed(
    ['ID', 'STATE', 'EXPIRES', 'LABEL'],
    (client, query, options) => client.secrets.list(query, options),
    ({ secretId, state, expiresAt, label }) => [secretId, state, when(expiresAt), label ?? ''],
  ),
  requests: listed(
    ['ID', 'TITLE', 'STATE', 'FILES', 'EXPIRES', 'LABEL'],
    (client, query, options) => client.requests.list(query, options),
    ({ requestId, title, state, fileCount, expiresAt, label }) => [
      ...[requestId, title, state, String(fileCount)],
      ...[when(expiresAt), label ?? ''],
    ],
  ),
  rooms: listed(
    ['ID', 'NAME', 'STATE', 'EXPIRES', 'LABEL'],
    (client, query, options) => client.rooms.list(query, options),
    ({ roomId, name, state, expiresAt, label }) => [roomId, name, state, when(expiresAt), label ?? ''],
  ),
  drops: listed(
    ['ID', 'LABEL', 'STATE', 'ITEMS', 'EXPIRES'],
    (client, query, options) => client.drops.list(query, options),
    ({ dropId, label, state, itemCount, expiresAt }) => [
      ...[dropId, label, state, String(itemCount), when(expiresAt)],
    ],
  ),
};

interface ListOptions {
  status?: TransferStatus;
  limit: number;
}

export function addList(program: Command, io: Io): void {
  program
    .command('list')
    .summary('list what you have shared')
    .description(
      'Lists transfers, secrets, requests for files, rooms or inboxes (drops) of the key, newest first.',
    )
    .addArgument(new Argument('[kind]', 'what to list').choices(Object.keys(LISTS)).default('transfers'))
    .addOption(new Option('-s, --status <status>', 'only transfers with this status').choices(STATUSES))
    .addOption(
      new Option('-l, --limit <count>', 'at most so many').argParser(wholeNumber(1, 9_999)).default(50),
    )
    .action(runs<ListOptions>(io, list));
}

export const list: Run<ListOptions> = async (
  io,
  [name = 'transfers'],
  { json, url, status, limit: most },
) => {
  const kind = name as keyof typeof LISTS;
  if (status !== undefined && kind !== 'transfers')
    throw new Failure('usage', `Only transfers are listed by their status, not ${kind}.`);
  const client = await createClient(io, url);
  const { head, list: pagesOf } = LISTS[kind];
  const rows: unknown[] = [];
  const lines = [head];
  const query = { limit: Math.min(most, 100), ...(status && { status }) };
  for await (const { row, cells } of pagesOf(client, query, io.signal)) {
    rows.push(row);
    lines.push(cells);
    if (rows.length === most) break;
  }
  if (json) return write(io.stdout, `${JSON.stringify({ [kind]: rows })}\n`);
  if (rows.length > 0) await write(io.stdout, table(lines));
};

export function addStatus(program: Command, io: Io): void {
  program
    .command('status <item>')
    .summary('tell whether something was opened, and how long it lives')
    .description(
      'Shows the state of something you have shared, by its id or its link. Looking counts no opening.',
    )
    .action(runs(io, status));
}

const status: Run<object> = async (io, [item], { json, url }) => {
  const client = await createClient(io, url);
  const { kind, data } = await onItem(item as string, getCalls(client, io.signal));
  if (json) return write(io.stdout, `${JSON.stringify({ kind, ...data })}\n`);
  await write(
    io.stdout,
    table([['kind', kind], ...Object.entries(data).flatMap(([name, value]) => field(name, value))]),
  );
};

/** The rows of one field; the fields of an object get rows of their own. */
function field(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return [[name, String(value.length)]];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([inner, each]) => field(`${name}.${inner}`, each));
  if (/At$|Until$/.test(name)) return [[name, when(value as string | null)]];
  return [[name, String((value as string | number | boolean | null) ?? 'none')]];
}

interface ExtendOptions {
  expires?: Expires;
  /** False removes it. */
  label?: string | false;
}

export function addExtend(program: Command, io: Io): void {
  program
    .command('extend <item>')
    .summary('change until when something can be opened, or its label')
    .description(
      'Changes the end or the label of something you have shared, by its id or its link. What has ended stays ended.',
    )
    .addOption(
      expiresOption(
        'how long the link works from now on, such as 6h or 3d, or until when, such as 2026-12-01T12:00Z',
      ),
    )
    .option('--label <text>', 'your own name for it')
    .option('--no-label', 'remove the label')
    .action(runs<ExtendOptions>(io, extend));
}

const extend: Run<ExtendOptions> = async (io, [item], { json, url, expires, label }) => {
  if (expires === undefined && label === undefined)
    throw new Failure('usage', 'Say what to change: --expires, --label or --no-label.');
  const client = await createClient(io, url);
  const change = {
    ...(label !== undefined && { label: label === false ? null : label }),
    ...(expires !== undefined && { expiresAt: await endAfter(client, expires, io.signal) }),
  };
  const { kind, id, data } = await onItem(item as string, updateCalls(client, change, io.signal));
  if (json) return write(io.stdout, `${JSON.stringify({ kind, ...data })}\n`);
  await write(io.stdout, `The ${kind} ${id} expires ${when(data.expiresAt)}.\n`);
};

/** The end of a time that begins now, by the clock of the service. */
async function endAfter(client: Tempshare, until: Expires, signal: AbortSignal): Promise<string> {
  const { response } = await client.public.limits.get({ signal }).withResponse();
  const now = Date.parse(response.headers.get('date') ?? '') || Date.now();
  return endOf(until, now).toISOString();
}

export function addDelete(program: Command, io: Io): void {
  program
    .command('delete <item...>')
    .alias('rm')
    .summary('delete what you have shared')
    .description('Deletes things you have shared, by their ids or links. Their links stop working at once.')
    .action(runs(io, remove));
}

const remove: Run<object> = async (io, items, { json, url }) => {
  const client = await createClient(io, url);
  const deleted: { kind: string; id: string }[] = [];
  try {
    for (const item of items) {
      const { kind, id } = await onItem(item, deleteCalls(client, io.signal));
      deleted.push({ kind, id });
      if (!json) await write(io.stdout, `Deleted the ${kind} ${id}.\n`);
    }
  } finally {
    if (json) await write(io.stdout, `${JSON.stringify({ deleted })}\n`);
  }
};
