/** API keys of the first account, as `admin keys create` makes them. */
import { allScopes, type Scope } from '@tempshare/contract';
import { createDatabase } from '../../../server/src/deps.ts';
import { createApiKey, defaultAccount } from '../../../server/src/features/accounts/api-key.ts';
import type { TestDatabase } from '../database/database.ts';

export async function createTestKey(
  database: TestDatabase,
  scopes: readonly Scope[] = allScopes,
): Promise<string> {
  const pool = createDatabase({ DATABASE_POOL_SIZE: 2 }, database.connection);
  try {
    const accountId = await defaultAccount(pool);
    return (await createApiKey(pool, { accountId, name: 'another', environment: 'test', scopes })).text;
  } finally {
    await pool.close();
  }
}
