import type { Drop, TransferStatus, TransferSummary, UploadRequestSummary } from '@tempshare/sdk/types';
import { Argument, Option, type Command } from 'commander';
import { createClient } from '../config.ts';
import { Failure } from '../failure.ts';
import { deleteCalls, getCalls, onItem, updateCalls } from '../find.ts';
import { write, type Io } from '../io.ts';
import type { Tempshare } from '../sdk.ts';
import { table, when } from '../table.ts';
import { lifetimeMs, LIFETIMES, runs, wholeNumber, type Run } from './options.ts';

const STATUSES = Object.keys({ active: 1, expired: 1, consumed: 1 } satisfies Record<TransferStatus, 1>);
const LISTS = ['transfers', 'requests', 'drops'] as const;

interface ListOptions {
  status?: TransferStatus;
  limit: number;
}

export function addList(program: Command, io: Io): void {
  program
    .command('list')
    .summary('list what you have shared')
    .description(
      'Lists transfers, requests for files or inboxes of the key, newest first. Secrets and rooms are not listed.',
    )
    .addArgument(new Argument('[kind]', 'what to list').choices(LISTS).default('transfers'))
    .addOption(new Option('-s, --status <status>', 'only transfers with this status').choices(STATUSES))
    .addOption(
      new Option('-l, --limit <count>', 'at most so many').argParser(wholeNumber(1, 9_999)).default(50),
    )
    .action(runs<ListOptions>(io, list));
}

type Row = TransferSummary | UploadRequestSummary | Drop;

export const list: Run<ListOptions> = async (io, [kind = 'transfers'], { json, url, status, limit }) => {
  const client = await createClient(io, url);
  const rows: Row[] = [];
  for await (const row of rowsOf(client, kind as (typeof LISTS)[number], {
    status,
    limit,
    signal: io.signal,
  })) {
    rows.push(row);
    if (rows.length === limit) break;
  }
  if (json) return write(io.stdout, `${JSON.stringify({ [kind]: rows })}\n`);
  if (rows.length > 0) await write(io.stdout, table([headOf(kind), ...rows.map((row) => cellsOf(row))]));
};

function rowsOf(
  client: Tempshare,
  kind: (typeof LISTS)[number],
  { status, limit: most, signal }: { status: TransferStatus | undefined; limit: number; signal: AbortSignal },
): AsyncIterable<Row> {
  const limit = Math.min(most, 100);
  if (kind === 'transfers')
    return client.transfers.list({ limit, ...(status ? { status } : {}) }, { signal });
  return kind === 'requests'
    ? client.requests.list({ limit }, { signal })
    : client.drops.list({ limit }, { signal });
}

const HEADS: Record<string, string[]> = {
  transfers: ['ID', 'TYPE', 'STATUS', 'VIEWS', 'EXPIRES', 'LABEL'],
  requests: ['ID', 'TITLE', 'STATE', 'FILES', 'EXPIRES', 'LABEL'],
  drops: ['ID', 'LABEL', 'STATE', 'ITEMS', 'EXPIRES'],
};
const headOf = (kind: string): string[] => HEADS[kind] ?? [];

function cellsOf(row: Row): string[] {
  const expires = when(row.expiresAt);
  if ('requestId' in row)
    return [row.requestId, row.title, row.state, String(row.fileCount), expires, row.label ?? ''];
  if ('dropId' in row) return [row.dropId, row.label, row.state, String(row.itemCount), expires];
  const views = row.maxViews === null ? String(row.views) : `${row.views} of ${row.maxViews}`;
  return [row.id, row.type, row.status, views, expires, row.label ?? ''];
}

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
  expires?: string;
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
    .addOption(new Option('-e, --expires <time>', 'how long the link works from now on').choices(LIFETIMES))
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
async function endAfter(client: Tempshare, time: string, signal: AbortSignal): Promise<string> {
  const { response } = await client.public.limits.get({ signal }).withResponse();
  const now = Date.parse(response.headers.get('date') ?? '') || Date.now();
  return new Date(now + lifetimeMs(time)).toISOString();
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
