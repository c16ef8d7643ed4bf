import type { EventType, Schema } from '@tempshare/contract';
import { insertion, KEY_OWNED, select, type Owned } from '../../../storage/columns.ts';
import { findPage, type Found, type Listing, type Page } from '../../../storage/listing.ts';
import type { Db } from '../../../storage/postgres/database.ts';
import type { SealedDescription, SealedEndpoint } from './sealed-endpoint.ts';

export interface EndpointRow
  extends Pick<SealedEndpoint, 'wrappedKey' | 'clearUrl' | 'sealedUrl'>, SealedDescription {
  id: string;
  events: EventType[] | null;
  enabled: boolean;
  disabledReason: Schema<'WebhookEndpoint'>['disabledReason'];
  /** End of the pause; null if there was none. */
  pausedUntil: Date | null;
  /** Latest period in which events skipped it. `skippedUntil` is null while it lasts. */
  skippedFrom: Date | null;
  skippedUntil: Date | null;
  livemode: boolean;
  createdAt: Date;
  rotationStartedAt: Date | null;
  rotationEndsAt: Date | null;
}

/** An overlap ends by the clock, though a job moves the secret later. */
const inOverlap = (column: string): string => `CASE WHEN rotation_ends_at > now() THEN ${column} END`;

const COLUMNS = select<EndpointRow>({
  id: 'id',
  wrappedKey: 'wrapped_key',
  clearUrl: 'url',
  sealedUrl: 'sealed_url',
  clearDescription: 'description',
  sealedDescription: 'sealed_description',
  events: 'events',
  enabled: 'enabled',
  disabledReason: 'disabled_reason',
  pausedUntil: 'paused_until',
  skippedFrom: 'skipped_from',
  skippedUntil: 'skipped_until',
  livemode: 'livemode',
  createdAt: 'created_at',
  rotationStartedAt: inOverlap('rotation_started_at'),
  rotationEndsAt: inOverlap('rotation_ends_at'),
});

export interface NewEndpoint extends Owned {
  host: string;
  events: readonly EventType[] | null;
  wrappedKey: Buffer;
  sealedUrl: Buffer;
  sealedDescription: Buffer | null;
  secret: Buffer;
}

/** Counts the endpoints of a key and keeps others from adding one until the transaction ends. */
export async function countLocked(db: Db, keyId: string): Promise<number> {
  await db.query('SELECT FROM api_keys WHERE id = $1 FOR NO KEY UPDATE', [keyId]);
  const [row] = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM webhook_endpoints WHERE api_key_id = $1',
    [keyId],
  );
  return (row as { count: number }).count;
}

const NEW = insertion<NewEndpoint>('webhook_endpoints', {
  ...KEY_OWNED,
  host: 'host',
  events: 'events',
  wrappedKey: 'wrapped_key',
  sealedUrl: 'sealed_url',
  sealedDescription: 'sealed_description',
  secret: 'secret',
});
const INSERT = `${NEW.sql} RETURNING ${COLUMNS}`;

export async function insertEndpoint(db: Db, endpoint: NewEndpoint): Promise<EndpointRow> {
  const [row] = await db.query<EndpointRow>(INSERT, NEW.values(endpoint));
  return row as EndpointRow;
}

const LISTING: Listing = {
  table: 'webhook_endpoints',
  columns: COLUMNS,
  order: 'created_at',
  as: 'createdAt',
  parts: ['api_key_id = $1'],
};

export const listEndpoints = (db: Db, keyId: string, page: Page): Promise<Found<EndpointRow>> =>
  findPage<EndpointRow>(db, LISTING, { owner: keyId, ...page });

export async function listEndpointIds(db: Db, keyId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'SELECT id FROM webhook_endpoints WHERE api_key_id = $1 ORDER BY created_at DESC, id DESC',
    [keyId],
  );
  return rows.map(({ id }) => id);
}

/** Locks an endpoint and returns whether it is enabled; undefined if it does not exist. */
export async function lockEnabled(db: Db, id: string, keyId: string): Promise<boolean | undefined> {
  const [row] = await db.query<{ enabled: boolean }>(
    'SELECT enabled FROM webhook_endpoints WHERE id = $1 AND api_key_id = $2 FOR NO KEY UPDATE',
    [id, keyId],
  );
  return row?.enabled;
}

export async function findEndpoint(db: Db, id: string, keyId: string): Promise<EndpointRow | undefined> {
  const [row] = await db.query<EndpointRow>(
    `SELECT ${COLUMNS} FROM webhook_endpoints WHERE id = $1 AND api_key_id = $2`,
    [id, keyId],
  );
  return row;
}

export interface EndpointChange {
  target?: { sealedUrl: Buffer; host: string } | undefined;
  sealedDescription?: Buffer | null | undefined;
  events?: readonly EventType[] | null | undefined;
  enabled?: boolean | undefined;
}

export async function updateEndpoint(
  db: Db,
  { id, keyId, change }: { id: string; keyId: string; change: EndpointChange },
): Promise<EndpointRow | undefined> {
  const { target, sealedDescription, events, enabled } = change;
  const [row] = await db.query<EndpointRow>(UPDATE, [
    id,
    keyId,
    target?.sealedUrl,
    target?.host,
    sealedDescription !== undefined,
    sealedDescription,
    events !== undefined,
    events,
    enabled,
  ]);
  return row;
}

const AFRESH = '$3 IS NOT NULL OR ($9 AND NOT enabled) IS TRUE';

/** Resets the failure state if the URL changes or the endpoint is re-enabled. */
const UPDATE = `
  UPDATE webhook_endpoints SET
    url = CASE WHEN $3::bytea IS NULL THEN url END,
    sealed_url = COALESCE($3, sealed_url),
    host = COALESCE($4::text, host),
    description = CASE WHEN NOT $5::boolean THEN description END,
    sealed_description = CASE WHEN $5 THEN $6::bytea ELSE sealed_description END,
    events = CASE WHEN $7::boolean THEN $8::text[] ELSE events END,
    enabled = COALESCE($9::boolean, enabled),
    disabled_reason = CASE WHEN $9 THEN NULL WHEN NOT $9 THEN 'owner' ELSE disabled_reason END,
    failing_since = CASE WHEN $9 AND NOT enabled THEN NULL ELSE failing_since END,
    failures = CASE WHEN $9 AND NOT enabled THEN 0 ELSE failures END,
    answers = answers AND NOT (${AFRESH}),
    hangs = CASE WHEN ${AFRESH} THEN 0 ELSE hangs END,
    hung_at = CASE WHEN ${AFRESH} THEN NULL ELSE hung_at END,
    paused_until = CASE WHEN ${AFRESH} THEN NULL ELSE paused_until END,
    skips = skips AND NOT (${AFRESH}),
    skipped_until = CASE WHEN skips AND (${AFRESH}) THEN now() ELSE skipped_until END
  WHERE id = $1 AND api_key_id = $2
  RETURNING ${COLUMNS}`;

/** A job deletes the deliveries, which nobody can see or send any more. @returns false if there is no such endpoint */
export async function deleteEndpoint(db: Db, id: string, keyId: string): Promise<boolean> {
  const rows = await db.query(
    'DELETE FROM webhook_endpoints WHERE id = $1 AND api_key_id = $2 RETURNING id',
    [id, keyId],
  );
  return rows.length > 0;
}

export async function deleteEndpointsOf(db: Db, keyIds: readonly string[]): Promise<void> {
  await db.query('DELETE FROM webhook_endpoints WHERE api_key_id = ANY ($1)', [keyIds]);
}
