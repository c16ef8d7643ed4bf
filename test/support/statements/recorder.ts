/** A database that records each different statement, with its callers. */
import { join, sep } from 'node:path';
import {
  LIST_PLANNING,
  type Database,
  type Db,
  type Transaction,
} from '../../../server/src/storage/postgres/database.ts';

const SOURCE = join(import.meta.dirname, '../../../server/src') + sep;

/** A statement that was sent, and where from. */
export interface Sent {
  sql: string;
  /** The places in `server/src` that led to it, the innermost first: `file:line`. */
  sites: readonly string[];
  /** Names of the functions there, with their files. */
  callers: readonly string[];
}

/** How often it is looked where a statement comes from, which may be several places. */
const MOST = 20;

/** Notes each different statement that goes through a database. */
export class Recorder {
  readonly #sent = new Map<string, Sent & { times: number }>();

  get statements(): readonly Sent[] {
    return [...this.#sent.values()];
  }

  /** The same database, of whose statements note is taken. */
  readonly record = (database: Database): Database => {
    const noting = (db: Db): Db => ({
      query: (sql, values, options) => {
        this.#note(sql);
        return db.query(sql, values, options);
      },
      lookUp: (lookup) => {
        this.#note(LIST_PLANNING);
        for (const { sql } of lookup.statements) this.#note(sql);
        return db.lookUp(lookup);
      },
      build: (builder) =>
        db.build((knex) => {
          const query = builder(knex);
          this.#note(query.toSQL().toNative().sql);
          return query;
        }),
      transaction: (work) => db.transaction((trx) => work(noting(trx))),
    });
    const begin = (): Transaction => {
      const trx = database.begin();
      return {
        ...noting(trx),
        transaction: (work) => trx.transaction(() => work(noting(trx))),
        commit: (last) => {
          if (last) this.#note(last.sql);
          return trx.commit(last);
        },
        rollback: () => trx.rollback(),
      };
    };
    return {
      ...noting(database),
      begin,
      ping: () => database.ping(),
      renewConnections: () => database.renewConnections(),
      connections: () => database.connections(),
      close: () => database.close(),
    };
  };

  #note(sql: string): void {
    const before = this.#sent.get(sql);
    if (before && before.times >= MOST) return;
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 40;
    const frames = (new Error().stack as string).split('\n');
    Error.stackTraceLimit = stackTraceLimit;
    const own = frames.flatMap((frame) => {
      const [, name = '', file = '', line = ''] =
        /at (?:async )?(?:(.+?) \()?(?:file:\/\/)?(\/[^:]+):(\d+):\d+\)?$/.exec(frame) ?? [];
      return file.startsWith(SOURCE) ? [{ name, file: file.slice(SOURCE.length), line }] : [];
    });
    this.#sent.set(sql, {
      sql,
      times: (before?.times ?? 0) + 1,
      sites: [...new Set([...(before?.sites ?? []), ...own.map(({ file, line }) => `${file}:${line}`)])],
      callers:
        before?.callers ?? own.map(({ name, file }) => `${file} ${name.replace('Module.', '')}`.trim()),
    });
  }
}
