import type { AccountSchema } from '@tempshare/contract/account';
import { cutPage } from '../../../../testing/src/http/page.ts';
import { audit, type Account, type HandlersOf } from './account.ts';

type Entry = AccountSchema<'AuditEntry'>;

interface Filter {
  actor?: string;
  action?: string;
  id?: string;
  from?: string;
  until?: string;
}

const matching = ({ entries }: Account, { actor, action, id, from, until }: Filter): Entry[] =>
  entries.filter(
    (entry) =>
      (actor === undefined ||
        entry.actorId === actor ||
        entry.actor.toLowerCase().includes(actor.toLowerCase())) &&
      (action ?? entry.action) === entry.action &&
      (id === undefined || [entry.target, entry.requestId, entry.id].includes(id)) &&
      (from === undefined || entry.at >= from) &&
      (until === undefined || entry.at < until),
  );

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
] as const;

/** A cell of RFC 4180. An apostrophe keeps spreadsheets from running it as a formula. */
function toCell(value: Entry[keyof Entry]): string {
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const FORMATS = {
  csv: {
    mediaType: 'text/csv; charset=utf-8; header=present',
    write: (entries: Entry[]) =>
      `\uFEFF${[
        COLUMNS.join(','),
        ...entries.map((entry) => COLUMNS.map((name) => toCell(entry[name])).join(',')),
      ]
        .map((line) => `${line}\r\n`)
        .join('')}`,
  },
  json: {
    mediaType: 'application/json',
    write: (entries: Entry[]) => `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`,
  },
};

export const auditHandlers: HandlersOf<'listAuditEntries' | 'exportAuditEntries'> = {
  listAuditEntries: ({ account, query }) => {
    const { limit, cursor, ...filter } = query;
    const rows = matching(account, filter).map((entry) => ({
      ...{ id: entry.id, createdAt: Date.parse(entry.at), entry },
    }));
    const list = ['audit', ...Object.values(filter)];
    const { rows: shown, page } = cutPage(rows, list, { limit, cursor });
    return { entries: shown.map(({ entry }) => entry), nextCursor: page.nextCursor };
  },

  exportAuditEntries: (context) => {
    const { format, ...filter } = context.body;
    audit(context, 'export audit log', context.account.id, { format });
    const { mediaType, write } = FORMATS[format];
    const text = write(matching(context.account, filter).toReversed());
    const day = new Date(context.now).toISOString().slice(0, 10);
    return {
      mediaType,
      fileName: `audit-log-demo-until-${day}.${format}`,
      stream: (async function* () {
        yield new TextEncoder().encode(text);
      })(),
    };
  },
};
