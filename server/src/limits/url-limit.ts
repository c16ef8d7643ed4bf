import type { operations, OperationId } from '@tempshare/contract';
import { isToken, sha256 } from '../crypto/tokens.ts';
import type { Admission } from '../domain/admission.ts';
import type { Db } from '../storage/database.ts';
import { Coalescer, countRequests, decisions, type CountedRow } from './rate-limit.ts';

/** Where the tokens of an operation are, of which its table has the hash. */
export interface TokenSource {
  prefix: 'u' | 'd';
  table: string;
  hash: string;
  /** SQL for which of them permit anything. */
  living: string;
}

/** An operation with a token in its path. */
type ByToken = {
  [Id in OperationId]: (typeof operations)[Id]['byToken'] extends true ? Id : never;
}[OperationId];
export type Tokens = Record<ByToken, TokenSource>;

/** The limit of each URL that is itself the permission: a token that permits nothing has none. */
export class UrlLimit {
  readonly #sources: Readonly<Record<string, TokenSource>>;
  readonly #coalescer: Coalescer<{ admission: Admission }>;

  constructor(db: Db, tokens: Tokens, limit: number) {
    this.#sources = tokens;
    this.#coalescer = new Coalescer(async (name, count) => {
      const [operation, hash] = name.split(' ') as [ByToken, string];
      const [row] = await db.query<CountedRow>(COUNT(tokens[operation]), [
        Buffer.from(hash, 'base64'),
        count,
        limit,
      ]);
      if (!row) return [];
      return decisions(row, count, 'url', limit).map((admission) => ({ admission }));
    });
  }

  /** Undefined when the token permits nothing, or does not stand for the operation. */
  async admit(operation: OperationId, token: string): Promise<Admission | undefined> {
    const source = this.#sources[operation];
    if (!source || !isToken(source.prefix, token)) return undefined;
    return (await this.#coalescer.ask(`${operation} ${sha256(token).toString('base64')}`))?.admission;
  }
}

const COUNT = ({ table, hash, living }: TokenSource): string =>
  countRequests(
    `'url:' || encode(t.${hash}, 'base64')`,
    `(SELECT ${hash} FROM ${table} WHERE ${hash} = $1 AND ${living}) t,`,
  );
