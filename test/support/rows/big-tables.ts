/** Many rows of transfers that have ended, or of debug shares that live. None of them can be opened. */
type Query = (sql: string, values?: unknown[]) => Promise<unknown>;

export async function fillTransfers(
  query: Query,
  {
    prefix,
    keyId,
    count,
    living = false,
  }: { prefix: string; keyId: string; count: number; living?: boolean },
): Promise<void> {
  const sealed = living ? `'\\x00', '\\x00', '\\x00'` : 'NULL, NULL, NULL';
  await query(
    `INSERT INTO transfers (id, account_id, api_key_id, livemode, encryption, type, state, content, wrapped_key, snippet,
       created_at, expires_at, ended_at)
     SELECT $1 || lpad(i::text, 21, '0'), 'acc', $2, false, 'server', $3, $4, ${sealed}, now(), NULL, ${living ? 'NULL' : 'now()'}
     FROM generate_series(1, $5::int) i`,
    [prefix, keyId, living ? 'debug' : 'text', living ? 'active' : 'consumed', count],
  );
}
