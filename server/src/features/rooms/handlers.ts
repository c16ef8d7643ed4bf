import type { Schema } from '@tempshare/contract';
import type { ItemVault } from '../../crypto/item-vault.ts';
import { toLimits } from '../../domain/container-limits.ts';
import type { Links } from '../../domain/links.ts';
import type { HandlersOf } from '../../domain/operation.ts';
import { toSessionCreated, type Session } from '../../domain/session.ts';
import type { Amount } from '../../storage/capacity.ts';
import { beginSession } from '../../sessions/session.ts';
import { attachment } from '../files/attachment.ts';
import type { FeatureDeps } from '../feature.ts';
import * as message from './message.ts';
import { participantsOf, sealName } from './participants.ts';
import * as room from './room.ts';

export const roomHandlers = (deps: FeatureDeps): HandlersOf<'rooms'> => ({
  ...ownerHandlers(deps),
  ...messageHandlers(deps),
  ...fileHandlers(deps),
  ...visitHandlers(deps),
  ...guestHandlers(deps),
});

function ownerHandlers(deps: FeatureDeps) {
  const { vault, links } = deps;
  const limits = deps.capacity.containers.room;
  return {
    'rooms.create': async ({ newId: id, body, principal, now, locale }) => {
      const created = await room.sealRoom(deps, { id, input: body, principal, now });
      return {
        kind: 'creation',
        creation: room.insertRoom(created),
        reply: {
          status: 201,
          body: {
            success: true,
            roomId: created.id,
            roomUrl: links.to(locale, 'room', created.id),
            encryption: created.encryption,
            expiresAt: created.expiresAt.toISOString(),
            createdAt: created.createdAt.toISOString(),
          },
        },
      };
    },

    'rooms.list': async ({ db, query, principal }) => {
      const { state, limit, cursor } = query;
      const { rows, page } = await room.listRooms(db, { keyId: principal.keyId, state, limit, cursor });
      return { status: 200, body: { rooms: rows.map((row) => record(vault, limits, row)), ...page } };
    },

    'rooms.get': async ({ db, params, principal }) => {
      const found = await room.getRoom(db, { id: params.id, keyId: principal.keyId });
      return { status: 200, body: record(vault, limits, found) };
    },

    'rooms.update': async ({ db, params, body, principal, now }) => {
      const call = { id: params.id, keyId: principal.keyId, input: body, now };
      return { status: 200, body: record(vault, limits, await room.updateRoom(db, deps, call)) };
    },

    'rooms.delete': async ({ db, params, principal }) => {
      await room.deleteRoom(db, { id: params.id, keyId: principal.keyId });
      return {
        status: 200,
        body: { success: true, message: 'The room, its messages and its files have been deleted.' },
      };
    },
  } satisfies Partial<HandlersOf<'rooms'>>;
}

function messageHandlers(deps: FeatureDeps) {
  const { vault } = deps;
  const limits = deps.capacity.containers.room;
  return {
    'rooms.messages.list': async ({ db, params, query, principal }) => {
      const own = await room.ownRoom(db, { id: params.id, keyId: principal.keyId });
      const args = { room: own, forOwner: true, ...query };
      return { status: 200, body: await message.listMessages(db, vault, args) };
    },

    'rooms.messages.create': ({ params, body, principal }) => ({
      kind: 'transaction',
      transaction: async (db) => {
        const own = await room.ownRoom(db, { id: params.id, keyId: principal.keyId });
        const created = await message.postText(
          db,
          { vault, limits },
          { room: own, from: 'owner', input: body },
        );
        return { status: 201, body: posted(created) };
      },
    }),

    'rooms.messages.delete': async ({ db, params, principal }) => {
      const own = await room.ownRoom(db, { id: params.id, keyId: principal.keyId });
      await message.deleteMessage(db, { room: own, messageId: params.messageId });
      return { status: 200, body: { success: true, message: 'The message has been deleted.' } };
    },

    'rooms.authors.delete': async ({ db, params, principal }) => {
      const own = await room.ownRoom(db, { id: params.id, keyId: principal.keyId });
      const deletedCount = await message.deleteOfAuthor(db, { room: own, authorId: params.authorId });
      return {
        status: 200,
        body: {
          success: true,
          message: 'All messages and files of the author have been deleted.',
          deletedCount,
        },
      };
    },
  } satisfies Partial<HandlersOf<'rooms'>>;
}

function fileHandlers(deps: FeatureDeps) {
  const { vault, links } = deps;
  const limits = deps.capacity.containers.room;
  return {
    'rooms.files.create': ({ params, body, principal, now }) => ({
      kind: 'transaction',
      transaction: async (db) => {
        const own = await room.ownRoom(db, { id: params.id, keyId: principal.keyId });
        const created = await message.announceRoomFile(
          db,
          { vault, limits },
          {
            room: own,
            from: 'owner',
            input: body,
            now,
          },
        );
        return { status: 201, body: announced(links, created, now) };
      },
    }),

    'rooms.files.download': async ({ db, params, headers, principal }) => {
      const own = await room.ownRoom(db, { id: params.id, keyId: principal.keyId });
      const file = await message.downloadRoomFile(db, deps, { room: own, fileId: params.fileId });
      return attachment(file, headers);
    },

    'rooms.files.delete': async ({ db, params, principal }) => {
      const own = await room.ownRoom(db, { id: params.id, keyId: principal.keyId });
      await message.deleteRoomFile(db, { room: own, fileId: params.fileId });
      return { status: 200, body: { success: true, message: 'The file and its message have been deleted.' } };
    },
  } satisfies Partial<HandlersOf<'rooms'>>;
}

function visitHandlers(deps: FeatureDeps) {
  const { vault, roomFeed } = deps;
  const limits = deps.capacity.containers.room;
  return {
    'public.rooms.get': async ({ db, ...call }) => {
      const { room: found, entered } = await room.peekRoom(db, visit(call));
      return {
        status: 200,
        body: {
          roomId: found.id,
          ...(entered && { name: room.nameOf(vault, found) }),
          encryption: found.encryption,
          ...(found.kdfIterations !== null && { kdfIterations: found.kdfIterations }),
          ...(entered && { limits: toLimits(limits, room.usageOf(found)) }),
          expiresAt: found.expiresAt.toISOString(),
        },
      };
    },

    'public.rooms.sessions.create': async ({ db, now, body, ...call }) => {
      const entered = await room.enterRoom(db, visit(call));
      const { id, accessProofHash, expiresAt } = entered;
      const begun = await beginSession(db, {
        name: sealName(vault, entered, body?.author),
        itemId: id,
        proof: accessProofHash,
        now,
        until: expiresAt,
        places: deps.sessionsPerItem,
        address: call.address,
      });
      return { status: 201, body: toSessionCreated(begun, now) };
    },

    'public.rooms.participants.list': async ({ db, ...call }) => {
      const entered = await room.enterRoom(db, visit(call));
      return { status: 200, body: await participantsOf(db, vault, entered) };
    },

    'public.rooms.events': async ({ db, signal, ...call }) => {
      const { id: roomId } = await room.enterRoom(db, visit(call));
      const tokenHash = call.session?.tokenHash;
      const lastEventId = call.headers['last-event-id'];
      return {
        status: 200,
        // Proxies pass each event on at once.
        headers: { 'X-Accel-Buffering': 'no' },
        stream: roomFeed.follow({ roomId, lastEventId, address: call.address, tokenHash, signal }),
      };
    },
  } satisfies Partial<HandlersOf<'rooms'>>;
}

function guestHandlers(deps: FeatureDeps) {
  const { vault, links } = deps;
  const limits = deps.capacity.containers.room;
  return {
    'public.rooms.messages.list': async ({ db, query, ...call }) => {
      const entered = await room.enterRoom(db, visit(call));
      const args = { room: entered, forOwner: false, ...query };
      return { status: 200, body: await message.listMessages(db, vault, args) };
    },

    'public.rooms.messages.create': ({ body, ...call }) => ({
      kind: 'transaction',
      transaction: async (db) => {
        const entered = await room.enterRoom(db, visit(call));
        const args = { room: entered, from: { guestAt: call.address }, input: body };
        return { status: 201, body: posted(await message.postText(db, { vault, limits }, args)) };
      },
    }),

    'public.rooms.files.create': ({ body, now, ...call }) => ({
      kind: 'transaction',
      transaction: async (db) => {
        const entered = await room.enterRoom(db, visit(call));
        const args = { room: entered, from: { guestAt: call.address }, input: body, now };
        const created = await message.announceRoomFile(db, { vault, limits }, args);
        return { status: 201, body: announced(links, created, now) };
      },
    }),

    'public.rooms.files.download': async ({ db, ...call }) => {
      const entered = await room.enterRoom(db, visit(call));
      const { fileId } = call.params;
      return attachment(await message.downloadRoomFile(db, deps, { room: entered, fileId }), call.headers);
    },
  } satisfies Partial<HandlersOf<'rooms'>>;
}

const visit = (call: {
  params: { id: string };
  headers: { 'x-access-proof'?: string | undefined };
  session: Session | undefined;
}): room.Visit => ({
  id: call.params.id,
  accessProof: call.headers['x-access-proof'],
  session: call.session,
});

const posted = ({ id, createdAt }: { id: string; createdAt: Date }) => ({
  success: true as const,
  id,
  createdAt: createdAt.toISOString(),
});

const announced = (links: Links, { id, uploadToken }: { id: string; uploadToken: string }, now: Date) => ({
  success: true as const,
  id,
  uploadUrl: links.at('uploads', uploadToken),
  createdAt: now.toISOString(),
});

function record(vault: ItemVault, limits: Amount, found: room.OwnedRoom): Schema<'Room'> {
  return {
    roomId: found.id,
    name: room.nameOf(vault, found),
    label: room.labelOf(vault, found),
    state: found.state,
    encryption: found.encryption,
    ...(found.kdfIterations !== null && { kdfIterations: found.kdfIterations }),
    messageCount: found.messageCount,
    limits: toLimits(limits, room.usageOf(found)),
    expiresAt: found.expiresAt.toISOString(),
    livemode: found.livemode,
    createdAt: found.createdAt.toISOString(),
  };
}
