import { randomInt } from 'node:crypto';
import { allScopes } from '@tempshare/contract';
import type { ClientConfig } from 'pg';
import { createApiKey, defaultAccount } from '../../server/src/features/accounts/api-key.ts';
import { openDatabase } from '../../server/src/storage/postgres/database.ts';

/** The caller: an API key. */
export interface Caller {
  keyId: string;
  /** The headers of its requests. Its id is for servers that know no keys. */
  headers: { authorization: string; 'x-owner': string };
}

const CONNECTIONS = 4;

/** Makes API keys as the server stores them. */
export async function makeCallers(connection: ClientConfig, count: number): Promise<Caller[]> {
  const database = openDatabase({ connection, poolSize: CONNECTIONS });
  const accountId = await defaultAccount(database);
  const callers: Caller[] = [];
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      const name = `bench ${left--}`;
      const key = { accountId, name, environment: 'test', scopes: allScopes } as const;
      const { text, row } = await createApiKey(database, key);
      callers.push({ keyId: row.id, headers: { authorization: `Bearer ${text}`, 'x-owner': row.id } });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  await database.close();
  return callers;
}

export const anyOf = <Value>(values: readonly Value[]): Value => values[randomInt(values.length)] as Value;

/** The header by which a trusted proxy names one of `count` networks of recipients. */
export const anyNetwork = (count: number): Record<string, string> => {
  const i = randomInt(count);
  return { 'x-forwarded-for': `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}` };
};
