import { defaults, limits, type FilledSchema } from '@tempshare/contract';
import type { ItemVault } from '../../../crypto/item-vault.ts';
import { prefixedId } from '../../../crypto/tokens.ts';
import { findListed, type PageInfo } from '../../../domain/page.ts';
import { ownedBy, type Principal } from '../../../domain/principal.ts';
import { invalid, notFound } from '../../../domain/problem.ts';
import type { Db } from '../../../storage/postgres/database.ts';
import * as deliveries from '../deliveries/store.ts';
import { insertDisabled } from './disabled-store.ts';
import * as rotations from './rotation-store.ts';
import * as store from './store.ts';
import { generateSigningSecret } from '../sender/signature.ts';
import { sealDescription, sealEndpoint, sealNextSecret, sealUrl } from './sealed-endpoint.ts';
import { assertDeliverable, type TargetPolicy } from './target.ts';

const HOUR = 3_600_000;

/**
 * Prepares a new endpoint: generates its signing secret, which is returned only here, and seals it with the URL.
 * @throws ServiceProblem `validation_failed` if the URL is not allowed
 */
export async function sealNewEndpoint(
  deps: { vault: ItemVault; webhookTargets: TargetPolicy },
  params: { input: FilledSchema<'WebhookEndpointCreate'>; principal: Principal; now: Date },
): Promise<{ endpoint: store.NewEndpoint; secret: string }> {
  const { input, principal, now } = params;
  await assertDeliverable(input.url, deps.webhookTargets);
  const id = prefixedId('we');
  const secret = generateSigningSecret();
  const endpoint: store.NewEndpoint = {
    id,
    ...ownedBy(principal),
    host: new URL(input.url).host,
    events: input.events,
    ...(await sealEndpoint(deps.vault, id, {
      url: input.url,
      description: input.description ?? null,
      secret,
    })),
    createdAt: now,
  };
  return { endpoint, secret };
}

/** Registers an endpoint. @throws ServiceProblem `validation_failed` if the key has its maximum of endpoints */
export function insertEndpoint(db: Db, endpoint: store.NewEndpoint): Promise<store.EndpointRow> {
  return db.transaction(async (trx) => {
    if ((await store.countLocked(trx, endpoint.keyId)) >= limits.webhookEndpoints) {
      throw invalid(
        '/body',
        'too_many_endpoints',
        `is one endpoint more than the ${limits.webhookEndpoints} of a key`,
      );
    }
    return store.insertEndpoint(trx, endpoint);
  });
}

export async function listEndpoints(
  db: Db,
  params: { keyId: string; limit: number; cursor: string | undefined },
): Promise<{ rows: store.EndpointRow[]; page: PageInfo }> {
  const { keyId, limit, cursor } = params;
  return findListed(
    { list: ['webhook-endpoints', keyId], limit, cursor },
    (page) => store.listEndpoints(db, keyId, page),
    ({ createdAt }) => createdAt,
  );
}

export async function getEndpoint(db: Db, params: { id: string; keyId: string }): Promise<store.EndpointRow> {
  return (await store.findEndpoint(db, params.id, params.keyId)) ?? missing();
}

/** Disabling or re-enabling an endpoint fails its pending deliveries. @throws ServiceProblem `validation_failed` */
export async function updateEndpoint(
  db: Db,
  { vault, webhookTargets }: { vault: ItemVault; webhookTargets: TargetPolicy },
  params: { id: string; keyId: string; input: FilledSchema<'WebhookEndpointUpdate'> },
): Promise<store.EndpointRow> {
  const { id, keyId, input } = params;
  const { url, description, ...change } = input;
  if (url !== undefined) await assertDeliverable(url, webhookTargets);
  const { wrappedKey } = await getEndpoint(db, { id, keyId });
  const target =
    url === undefined
      ? undefined
      : {
          sealedUrl: sealUrl(vault, { endpointId: id, wrappedKey }, url),
          host: new URL(url).host,
        };
  const sealedDescription =
    typeof description === 'string'
      ? sealDescription(vault, { endpointId: id, wrappedKey }, description)
      : description;
  if (input.enabled === true) await deliveries.giveUpDisabled(db, id);
  const endpoint = await db.transaction(async (trx) => {
    const wasEnabled = await store.lockEnabled(trx, id, keyId);
    const changes = { ...change, target, sealedDescription };
    const updated = await store.updateEndpoint(trx, { id, keyId, change: changes });
    if (wasEnabled && updated?.enabled === false) await insertDisabled(trx, id, prefixedId('evt'));
    return updated ?? missing();
  });
  // Nothing is sent from here on. A job fails the deliveries that remain after an error.
  if (input.enabled === false) await deliveries.giveUpDisabled(db, id).catch(() => undefined);
  return endpoint;
}

export async function deleteEndpoint(db: Db, params: { id: string; keyId: string }): Promise<void> {
  if (!(await store.deleteEndpoint(db, params.id, params.keyId))) throw notFound();
}

export async function deleteEndpointsOf(db: Db, keyIds: readonly string[]): Promise<void> {
  await store.deleteEndpointsOf(db, keyIds);
}

/**
 * Generates a new signing secret, which is returned only here. Without an overlap it replaces the current one
 * immediately.
 */
export async function rotateSecret(
  db: Db,
  vault: ItemVault,
  params: { id: string; keyId: string; overlapHours: number | undefined; now: Date },
): Promise<{ secret: string; rotation: { startedAt: Date; endsAt: Date } | null }> {
  const { id, keyId, overlapHours = defaults.overlapHours, now } = params;
  const secret = generateSigningSecret();
  const rotation = { startedAt: now, endsAt: new Date(now.getTime() + overlapHours * HOUR) };
  await db.transaction(async (trx) => {
    const endpoint = (await rotations.lockForRotation(trx, id, keyId)) ?? missing();
    const sealed = sealNextSecret(vault, { endpointId: id, ...endpoint }, secret);
    await rotations.setNextSecret(trx, id, { secret: sealed, ...rotation });
  });
  return { secret, rotation: rotation.endsAt > now ? rotation : null };
}

/** Ends the overlap of a rotation, if there is one. */
export async function confirmSecret(
  db: Db,
  params: { id: string; keyId: string },
): Promise<store.EndpointRow> {
  return (await rotations.takeOverNow(db, params.id, params.keyId)) ?? missing();
}

function missing(): never {
  throw notFound();
}

/** Notifies people of a disabled endpoint, in the transaction that disables it. `userId` created the API key. */
export type NotifyDisabled = (
  trx: Db,
  of: { endpointId: string; accountId: string; userId: string | null },
) => Promise<void>;
