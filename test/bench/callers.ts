import { randomInt } from 'node:crypto';
import { allScopes } from '@tempshare/contract';
import type { ClientConfig } from 'pg';
import { createApiKey, defaultAccount } from '../../server/src/features/accounts/api-key.ts';
import { openDatabase } from '../../server/src/storage/database.ts';

/** Who calls: an API key. */
export interface Caller {
  keyId: string;
  /** The headers of its requests. Its id is for servers that know no keys. */
  headers: { authorization: string; 'x-owner': string };
}

/** Makes API keys as the server stores them. */
export async function makeCallers(connection: ClientConfig, count: number): Promise<Caller[]> {
  const database = openDatabase({ connection, poolSize: 4 });
  const accountId = await defaultAccount(database);
  const make = async (_: unknown, i: number): Promise<Caller> => {
    const key = { accountId, name: `bench ${i}`, environment: 'test', scopes: allScopes } as const;
    const { text, row } = await createApiKey(database, key);
    return { keyId: row.id, headers: { authorization: `Bearer ${text}`, 'x-owner': row.id } };
  };
  const callers = await Promise.all(Array.from({ length: count }, make));
  await database.close();
  return callers;
}

export const anyOf = <Value>(values: readonly Value[]): Value => values[randomInt(values.length)] as Value;

/** The header by which a trusted proxy names one of `count` networks of recipients. */
export const anyNetwork = (count: number): Record<string, string> => {
  const i = randomInt(count);
  return { 'x-forwarded-for': `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}` };
};
