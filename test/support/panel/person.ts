/** A person at the panel: a browser's cookie, and calls by the operations of `openapi/account.yaml`. */
import { randomUUID } from 'node:crypto';
import {
  accountDocument,
  accountOperations,
  type AccountOperation,
  type AccountOperationId,
  type AccountSchema,
  type Role,
} from '@tempshare/contract/account';
import { panelToken, prefixedId, sha256 } from '../../../server/src/crypto/tokens.ts';
import type { TestDatabase } from '../database/database.ts';
import { send, type Reply } from '../network/send.ts';

export const PASSWORD = 'four unrelated words here';

export const ACCOUNT_OPERATIONS: readonly AccountOperation[] = Object.values(accountOperations);
export const document = accountDocument();

export interface PersonCall {
  params?: Record<string, string>;
  query?: string;
  body?: object;
  headers?: Record<string, string>;
}

export class Person {
  /** The `Cookie` header of the browser. */
  cookie: string | undefined;
  readonly email: string;
  readonly #url: string;

  /** @param url the server's address, without a path */
  constructor(url: string, email = `${randomUUID()}@example.com`) {
    this.#url = url;
    this.email = email;
  }

  /** Calls an operation as a page of the server does. */
  async call(
    id: AccountOperationId,
    { params = {}, query = '', body, headers = {} }: PersonCall = {},
  ): Promise<Reply> {
    const { method, path } = accountOperations[id];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const reply = await send(`${this.#url}/api/account`, `${method} ${filled}${query}`, {
      ...(body && { json: body }),
      headers: { 'sec-fetch-site': 'same-origin', ...(this.cookie && { cookie: this.cookie }), ...headers },
    });
    const [set] = reply.headers['set-cookie'] ?? [];
    if (set !== undefined) this.cookie = set.split(';', 1)[0];
    return reply;
  }

  /** Signs in with the password of all people of the tests. */
  async signIn(): Promise<Reply> {
    return this.call('signIn', { body: { email: this.email, password: PASSWORD } });
  }

  async session(): Promise<AccountSchema<'Session'>> {
    return (await this.call('getSession')).body as AccountSchema<'Session'>;
  }
}

export interface Place {
  url: string;
  database: TestDatabase;
}

/** The token of a new one-time link of an account. */
export async function linkToken(
  { database }: Pick<Place, 'database'>,
  {
    purpose = 'invitation',
    role = null,
    accountId,
  }: { purpose?: string; role?: Role | null; accountId?: string },
): Promise<string> {
  const token = panelToken();
  await database.query(
    `INSERT INTO one_time_links (token_hash, id, purpose, account_id, role, expires_at)
     SELECT $1, $2, $3, coalesce($4, (SELECT id FROM accounts ORDER BY created_at, id LIMIT 1)), $5, now() + interval '1 day'`,
    [sha256(token), prefixedId('inv'), purpose, accountId, role],
  );
  return token;
}

/** A person of this role who is signed in, by an invitation. `accountId`: the first account, unless another is named. */
export async function join(place: Place, role: Role, accountId?: string): Promise<Person> {
  const token = await linkToken(place, { role, ...(accountId && { accountId }) });
  const person = new Person(place.url);
  const body = { token, email: person.email, name: `A ${role}`, password: PASSWORD };
  const { status, text } = await person.call('acceptInvitation', { body });
  if (status !== 201) throw new Error(`An invitation was not accepted: ${status} ${text}`);
  return person;
}

/** Another account of the server. */
export async function newAccount({ database }: Pick<Place, 'database'>): Promise<string> {
  const id = prefixedId('acc');
  await database.query('INSERT INTO accounts (id, name) VALUES ($1, $2)', [id, 'another team']);
  return id;
}
