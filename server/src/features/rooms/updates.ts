import type { Schema } from '@tempshare/contract';
import type { ItemVault } from '../../crypto/item-vault.ts';
import { notFound } from '../../domain/problem.ts';
import { presentIn } from '../../sessions/presence.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './message-store.ts';
import { openMessages } from './message.ts';
import { toParticipants } from './participants.ts';

export interface Updates {
  /** Oldest first. */
  events: { seq: number; event: Buffer }[];
  participants?: Buffer;
  isPresent?: (tokenHash: Buffer) => boolean;
  /** False if more follows at once. */
  upToDate: boolean;
  closed?: Buffer;
  /** Time until the room expires, by the database's clock. */
  remainingMs: number;
}

export async function readOn(
  db: Db,
  vault: ItemVault,
  { roomId, after }: { roomId: string; after: number },
): Promise<Updates> {
  const updates = await store.updatesAfter(db, roomId, after);
  if (!updates) return ended(roomId, 'deleted');
  const { wrappedKey, lastSeq, remainingMs, happened } = updates;
  if (remainingMs <= 0) return ended(roomId, 'expired');
  const messages = happened.filter((each) => each.kind !== 'deletion');
  const deletions = happened.filter((each) => each.kind === 'deletion');
  const room = { id: roomId, wrappedKey };
  const [opened, present] = await Promise.all([
    openMessages(db, vault, { ...room, messages }),
    presentIn(db, roomId),
  ]);
  const events = [
    ...opened.map(({ seq, message }) => ({ seq, event: toEvent('message', message, message.id) })),
    ...deletions.map(({ seq, id, deletes }) => ({ seq, event: toEvent('deleted', deletes, id) })),
  ];
  return {
    events: events.toSorted((a, b) => a.seq - b.seq),
    participants: toEvent('participants', toParticipants(vault, room, present)),
    isPresent: (sought) => present.some(({ tokenHash }) => tokenHash.equals(sought)),
    upToDate: (happened.at(-1)?.seq ?? lastSeq) >= lastSeq,
    remainingMs,
  };
}

/** Event of a room without participants, which a follower assumes at first. */
export const NOBODY = toEvent('participants', { names: [], unnamed: 0 });

function ended(roomId: string, state: Schema<'RoomState'>): Updates {
  return { events: [], upToDate: true, closed: toEvent('closed', { roomId, state }), remainingMs: 0 };
}

/** JSON has no line breaks, so one line of data is enough. */
function toEvent(name: string, data: object, id?: string): Buffer {
  return Buffer.from(
    `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`,
  );
}

/** Number of a message, or of the last one if it is not of this room. @throws ServiceProblem `not_found` */
export async function placeOf(
  db: Db,
  { roomId, messageId }: { roomId: string; messageId: string | undefined },
): Promise<number> {
  const place = await store.findPlace(db, roomId, messageId ?? null);
  if (place === undefined) throw notFound();
  return place;
}
