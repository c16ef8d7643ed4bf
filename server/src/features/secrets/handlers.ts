import type { Schema } from '@tempshare/contract';
import type { ItemVault } from '../../crypto/item-vault.ts';
import type { HandlersOf } from '../../domain/operation.ts';
import type { FeatureDeps } from '../feature.ts';
import { replay } from '../../readings/reader.ts';
import * as secret from './secret.ts';

export const secretHandlers = (deps: FeatureDeps): HandlersOf<'secrets'> => ({
  ...ownerHandlers(deps),
  ...recipientHandlers(deps),
});

function ownerHandlers(deps: FeatureDeps) {
  const { vault, links } = deps;
  return {
    'secrets.create': async ({ newId: id, body, principal, now, locale }) => {
      const created = await secret.sealSecret(deps, { id, input: body, principal, now });
      return {
        kind: 'creation',
        creation: secret.insertSecret(created),
        reply: {
          status: 201,
          body: {
            success: true,
            secretId: created.id,
            secretUrl: links.to(locale, 'secret', created.id),
            burnAfterRead: true,
            encryption: created.encryption,
            expiresAt: created.expiresAt?.toISOString() ?? null,
            createdAt: created.createdAt.toISOString(),
          },
        },
      };
    },

    'secrets.list': async ({ db, query, principal }) => {
      const { state, limit, cursor } = query;
      const { rows, page } = await secret.listSecrets(db, { keyId: principal.keyId, state, limit, cursor });
      return { status: 200, body: { secrets: rows.map((row) => summary(vault, row)), ...page } };
    },

    'secrets.get': async ({ db, params, principal }) => {
      const found = await secret.getSecret(db, { id: params.id, keyId: principal.keyId });
      return { status: 200, body: { ...summary(vault, found), wrongAttempts: found.wrongAttempts } };
    },

    'secrets.update': async ({ db, params, body, principal, now }) => {
      const call = { id: params.id, keyId: principal.keyId, input: body, now };
      const found = await secret.updateSecret(db, deps, call);
      return { status: 200, body: { ...summary(vault, found), wrongAttempts: found.wrongAttempts } };
    },

    'secrets.delete': async ({ db, params, principal }) => {
      await secret.revokeSecret(db, { id: params.id, keyId: principal.keyId });
      return { status: 200, body: { success: true, message: 'The secret has been destroyed unread.' } };
    },

    'secrets.unlock': ({ params, principal }) => ({
      kind: 'transaction',
      transaction: async (db) => {
        await secret.unlockSecret(db, { id: params.id, keyId: principal.keyId });
        return {
          status: 200,
          body: { success: true, message: 'Wrong passwords are forgotten; everyone may try again.' },
        };
      },
    }),
  } satisfies Partial<HandlersOf<'secrets'>>;
}

function recipientHandlers(deps: FeatureDeps) {
  return {
    'public.secrets.get': async ({ db, params }) => {
      const found = await secret.peekSecret(db, params.id);
      return {
        status: 200,
        body: {
          secretId: found.id,
          requiresPassword: found.requiresPassword,
          burnAfterRead: true,
          encryption: found.encryption,
          ...(found.kdfIterations !== null && { kdfIterations: found.kdfIterations }),
          expiresAt: found.expiresAt?.toISOString() ?? null,
        },
      };
    },

    'public.secrets.reveal': async ({ db, params, headers, body, address, signal }) => {
      const { replayed, ...revealed } = await secret.revealSecret(db, deps, {
        id: params.id,
        credentials: body ?? {},
        idempotencyKey: headers['idempotency-key'],
        address,
        signal,
      });
      return { status: 200, ...replay(replayed), body: { secretId: params.id, ...revealed } };
    },
  } satisfies Partial<HandlersOf<'secrets'>>;
}

const summary = (vault: ItemVault, found: secret.ListedSecret): Schema<'SecretSummary'> => ({
  secretId: found.id,
  state: found.state,
  label: secret.labelOf(vault, found),
  burnAfterRead: true,
  encryption: found.encryption,
  requiresPassword: found.requiresPassword,
  expiresAt: found.expiresAt?.toISOString() ?? null,
  consumedAt: found.state === 'consumed' ? (found.endedAt as Date).toISOString() : null,
  livemode: found.livemode,
  createdAt: found.createdAt.toISOString(),
});
