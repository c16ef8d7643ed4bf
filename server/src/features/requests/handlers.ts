import type { Schema } from '@tempshare/contract';
import type { ItemVault } from '../../crypto/item-vault.ts';
import { toLimits, toSenderLimits } from '../../domain/container-limits.ts';
import type { HandlersOf } from '../../domain/operation.ts';
import type { Amount } from '../../storage/capacity.ts';
import { toSessionCreated } from '../../domain/session.ts';
import { attachment } from '../files/attachment.ts';
import type { FeatureDeps } from '../feature.ts';
import * as request from './request.ts';
import * as sender from './sender.ts';

export const requestHandlers = (deps: FeatureDeps): HandlersOf<'requests'> => ({
  ...ownerHandlers(deps),
  ...pinHandlers(deps),
  ...fileHandlers(deps),
  ...senderHandlers(deps),
});

function ownerHandlers(deps: FeatureDeps) {
  const { vault, links } = deps;
  const limits = deps.capacity.containers.request;
  return {
    'requests.create': async ({ newId: id, body, principal, now, locale }) => {
      const { request: created, pin } = await request.sealRequest(deps, { id, input: body, principal, now });
      return {
        kind: 'creation',
        creation: request.insertRequest(created),
        reply: {
          status: 201,
          body: {
            success: true,
            requestId: created.id,
            requestUrl: links.to(locale, 'request', created.id),
            pin,
            expiresAt: created.expiresAt?.toISOString() ?? null,
            createdAt: created.createdAt.toISOString(),
          },
        },
      };
    },

    'requests.list': async ({ db, query, principal }) => {
      const { state, limit, cursor } = query;
      const { rows, page } = await request.listRequests(db, { keyId: principal.keyId, state, limit, cursor });
      const requests = rows.map((row) => summary(vault, limits, row));
      return { status: 200, body: { requests, ...page } };
    },

    'requests.get': async ({ db, params, principal }) => {
      const found = await request.getRequest(db, vault, { id: params.id, keyId: principal.keyId });
      const { files, wrongAttempts } = found;
      return { status: 200, body: { ...summary(vault, limits, found), files, wrongAttempts } };
    },

    'requests.update': async ({ db, params, body, principal, now }) => {
      const call = { id: params.id, keyId: principal.keyId, input: body, now };
      const found = await request.updateRequest(db, deps, call);
      const { files, wrongAttempts } = found;
      return { status: 200, body: { ...summary(vault, limits, found), files, wrongAttempts } };
    },

    'requests.delete': async ({ db, params, principal }) => {
      await request.deleteRequest(db, { id: params.id, keyId: principal.keyId });
      return {
        status: 200,
        body: { success: true, message: 'The request and its files have been deleted.' },
      };
    },
  } satisfies Partial<HandlersOf<'requests'>>;
}

function pinHandlers({ database, vault }: FeatureDeps) {
  return {
    'requests.unlock': ({ params, principal }) => ({
      kind: 'transaction',
      transaction: async (db) => {
        await request.unlockRequest(db, { id: params.id, keyId: principal.keyId });
        return {
          status: 200,
          body: { success: true, message: 'Wrong PINs are forgotten; everyone may try again.' },
        };
      },
    }),

    'requests.rotatePin': async ({ params, principal }) => {
      const owned = { id: params.id, keyId: principal.keyId };
      // Outside the transaction: sealing a PIN takes its turn, and others would wait for the connection.
      const { pin, lock } = await request.makePin(database, vault, owned);
      return {
        kind: 'transaction',
        transaction: async (db) => {
          await request.changePin(db, owned, lock);
          return { status: 200, body: { success: true, requestId: params.id, pin } };
        },
      };
    },
  } satisfies Partial<HandlersOf<'requests'>>;
}

function fileHandlers(deps: FeatureDeps) {
  return {
    'requests.files.list': async ({ db, params, query, principal }) => {
      const { limit, cursor } = query;
      const { keyId } = principal;
      return {
        status: 200,
        body: await request.listRequestFiles(db, deps.vault, { id: params.id, keyId, limit, cursor }),
      };
    },

    'requests.files.delete': async ({ db, params, principal }) => {
      await request.deleteRequestFile(db, { ...params, keyId: principal.keyId });
      return { status: 200, body: { success: true, message: 'The file has been deleted.' } };
    },

    'requests.files.download': async ({ db, params, headers, principal }) => {
      const file = await request.downloadRequestFile(db, deps, { ...params, keyId: principal.keyId });
      return attachment(file, headers);
    },
  } satisfies Partial<HandlersOf<'requests'>>;
}

function senderHandlers(deps: FeatureDeps) {
  const { vault, links } = deps;
  const limits = deps.capacity.containers.request;
  return {
    'public.requests.get': async ({ db, params }) => {
      const found = await sender.peekRequest(db, params.id);
      return {
        status: 200,
        body: {
          requestId: found.id,
          title: request.titleOf(vault, found),
          state: found.state,
          limits: toSenderLimits(limits, request.usageOf(found)),
          expiresAt: found.expiresAt?.toISOString() ?? null,
        },
      };
    },

    'public.requests.sessions.create': async ({ db, params, body, address, now }) => {
      const args = { id: params.id, pin: body.pin, address, now };
      const begun = await sender.beginSenderSession(db, { vault, places: deps.sessionsPerItem }, args);
      return { status: 201, body: toSessionCreated(begun, now) };
    },

    'public.requests.files.create': async ({ params, body, session, address, now }) => {
      const { pin, files = [body] } = body;
      const args = { id: params.id, sender: { pin, session, address } };
      // Outside the transaction: a wrong PIN stays counted.
      const request = await sender.openToSender(deps.database, vault, args);
      return {
        kind: 'transaction',
        transaction: async (db) => {
          const announced = await sender.announceRequestFiles(db, { vault, limits }, { request, files, now });
          const all = announced.map(({ id, uploadToken }) => ({
            id,
            uploadUrl: links.at('uploads', uploadToken),
          }));
          const [first] = all as [Schema<'AnnouncedFile'>];
          return { status: 201, body: { success: true, ...first, files: all, createdAt: now.toISOString() } };
        },
      };
    },

    'public.requests.finish': async ({ db, params, body, session, address }) => {
      const args = { id: params.id, sender: { pin: body.pin, session, address } };
      const { fileCount, closedAt } = await sender.finishRequest(db, vault, args);
      return {
        status: 200,
        body: {
          success: true,
          requestId: params.id,
          state: 'closed',
          fileCount,
          closedAt: closedAt.toISOString(),
        },
      };
    },
  } satisfies Partial<HandlersOf<'requests'>>;
}

function summary(
  vault: ItemVault,
  limits: Amount,
  found: request.OwnedRequest,
): Schema<'UploadRequestSummary'> {
  return {
    requestId: found.id,
    title: request.titleOf(vault, found),
    label: request.labelOf(vault, found),
    state: found.state,
    fileCount: found.fileCount,
    limits: toLimits(limits, request.usageOf(found)),
    expiresAt: found.expiresAt?.toISOString() ?? null,
    closedAt: found.closedAt?.toISOString() ?? null,
    livemode: found.livemode,
    createdAt: found.createdAt.toISOString(),
  };
}
