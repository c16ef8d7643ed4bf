import type { Schema } from '@tempshare/contract';
import type { ItemVault } from '../../../crypto/item-vault.ts';
import type { OperationHandlers } from '../../../domain/operation.ts';
import * as endpoint from './endpoint.ts';
import { openDescription, openUrl } from './sealed-endpoint.ts';
import type { EndpointRow } from './store.ts';
import type { TargetPolicy } from './target.ts';

type Operations =
  `webhookEndpoints.${'list' | 'create' | 'get' | 'update' | 'delete' | 'rotateSecret' | 'confirmSecret'}`;

export interface EndpointDeps {
  vault: ItemVault;
  webhookTargets: TargetPolicy;
}

export function endpointHandlers(deps: EndpointDeps): Pick<OperationHandlers, Operations> {
  const toEndpoint = (row: EndpointRow) => {
    const sealed = { endpointId: row.id, ...row };
    return record(row, openUrl(deps.vault, sealed), openDescription(deps.vault, sealed));
  };
  return {
    ...secretHandlers(deps.vault, toEndpoint),

    'webhookEndpoints.list': async ({ db, query, principal }) => {
      const { limit, cursor } = query;
      const { rows, page } = await endpoint.listEndpoints(db, { keyId: principal.keyId, limit, cursor });
      return { status: 200, body: { webhookEndpoints: rows.map(toEndpoint), ...page } };
    },

    'webhookEndpoints.create': async ({ body, principal, now }) => {
      const sealed = await endpoint.sealNewEndpoint(deps, { input: body, principal, now });
      return {
        kind: 'transaction',
        transaction: async (db) => {
          const created = await endpoint.insertEndpoint(db, sealed.endpoint);
          return { status: 201, body: { success: true, ...toEndpoint(created), secret: sealed.secret } };
        },
      };
    },

    'webhookEndpoints.get': async ({ db, params, principal }) => {
      const found = await endpoint.getEndpoint(db, { id: params.id, keyId: principal.keyId });
      return { status: 200, body: toEndpoint(found) };
    },

    'webhookEndpoints.update': async ({ db, params, body, principal }) => {
      const owned = { id: params.id, keyId: principal.keyId };
      const updated = await endpoint.updateEndpoint(db, deps, { ...owned, input: body });
      return { status: 200, body: toEndpoint(updated) };
    },

    'webhookEndpoints.delete': async ({ db, params, principal }) => {
      await endpoint.deleteEndpoint(db, { id: params.id, keyId: principal.keyId });
      return { status: 200, body: { success: true, message: 'The webhook endpoint has been removed.' } };
    },
  };
}

function secretHandlers(vault: ItemVault, toEndpoint: (row: EndpointRow) => Schema<'WebhookEndpoint'>) {
  return {
    'webhookEndpoints.rotateSecret': ({ params, body, principal, now }) => ({
      kind: 'transaction',
      transaction: async (db) => {
        const { secret, rotation } = await endpoint.rotateSecret(db, vault, {
          id: params.id,
          keyId: principal.keyId,
          overlapHours: body?.overlapHours,
          now,
        });
        return {
          status: 200,
          body: {
            success: true,
            id: params.id,
            secret,
            rotation: rotation && toRotation(rotation.startedAt, rotation.endsAt),
            createdAt: now.toISOString(),
          },
        };
      },
    }),

    'webhookEndpoints.confirmSecret': ({ params, principal }) => ({
      kind: 'transaction',
      transaction: async (db) => {
        const confirmed = await endpoint.confirmSecret(db, { id: params.id, keyId: principal.keyId });
        return { status: 200, body: toEndpoint(confirmed) };
      },
    }),
  } satisfies Partial<OperationHandlers>;
}

function record(row: EndpointRow, url: string, description: string | null): Schema<'WebhookEndpoint'> {
  const { id, events, enabled, disabledReason, pausedUntil, livemode } = row;
  const { rotationStartedAt, rotationEndsAt, skippedFrom, skippedUntil } = row;
  return {
    id,
    url,
    description,
    events,
    enabled,
    disabledReason,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    skipped: skippedFrom && { from: skippedFrom.toISOString(), until: skippedUntil?.toISOString() ?? null },
    rotation: rotationStartedAt && rotationEndsAt && toRotation(rotationStartedAt, rotationEndsAt),
    livemode,
    createdAt: row.createdAt.toISOString(),
  };
}

const toRotation = (startedAt: Date, endsAt: Date): Schema<'WebhookRotation'> => ({
  startedAt: startedAt.toISOString(),
  endsAt: endsAt.toISOString(),
});
