import type { operations, OperationId } from '@tempshare/contract';
import { isToken, sha256 } from '../crypto/tokens.ts';
import type { Admission } from '../domain/admission.ts';
import type { Db } from '../storage/postgres/database.ts';
import { Coalescer } from './coalescer.ts';
import { countRequests, decisions, inOrder, type CountedRow } from './rate-limit.ts';

/** Table with the hashes of an operation's tokens. */
interface TokenSource {
  prefix: 'u' | 'd';
  table: string;
  hash: string;
  /** SQL condition of tokens that permit anything. */
  living: string;
}

type ByToken = {
  [Id in OperationId]: (typeof operations)[Id]['byToken'] extends true ? Id : never;
}[OperationId];
export type Tokens = Record<ByToken, TokenSource>;

/** Limit of each URL that is itself the permission. A token that permits nothing has none. */
export class UrlLimit {
  readonly #tokens: ReadonlyMap<string, TokenSource & { coalescer: Coalescer<{ admission: Admission }> }>;

  constructor(db: Db, tokens: Tokens, limit: number) {
    const counting = (source: TokenSource): Coalescer<{ admission: Admission }> => {
      const statement = count(source);
      return new Coalescer(async (callers) => {
        const hashes = callers.map(({ name }) => Buffer.from(name, 'base64'));
        const counts = callers.map(({ count }) => count);
        const rows = await db.query<CountedRow>(statement, [limit, hashes, counts], {
          lockKey: `url ${source.table}`,
          admits: true,
        });
        return inOrder(rows, callers, (row, requests) =>
          decisions(row, { requests, policy: 'url', limit }).map((admission) => ({ admission })),
        );
      });
    };
    this.#tokens = new Map(
      Object.entries(tokens).map(([id, source]) => [id, { ...source, coalescer: counting(source) }]),
    );
  }

  /** Undefined if the token permits nothing, or belongs to another operation. */
  async admit(operation: OperationId, token: string): Promise<Admission | undefined> {
    const known = this.#tokens.get(operation);
    if (!known || !isToken(known.prefix, token)) return undefined;
    return (await known.coalescer.ask(sha256(token).toString('base64')))?.admission;
  }
}

const count = ({ table, hash, living }: TokenSource): string => `
  WITH token AS (
    SELECT a.i::int, a.n, 'url:' || encode(a.hash, 'base64') AS bucket
    FROM unnest($2::bytea[], $3::int[]) WITH ORDINALITY AS a (hash, n, i), LATERAL (
      SELECT FROM ${table} WHERE ${hash} = a.hash AND ${living} LIMIT 1
    ) t
  ), counted AS (${countRequests('token')})
  SELECT * FROM token JOIN counted USING (bucket)`;
