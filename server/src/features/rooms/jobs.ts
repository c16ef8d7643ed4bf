import { FILE_BATCH, inBatches } from '../../jobs/batches.ts';
import { endWipe, findWipes } from '../../jobs/wipes.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './sweep-store.ts';

/** Ends expired rooms and wipes their messages. Safe to run in parallel. */
export async function sweepRooms(db: Db): Promise<void> {
  await inBatches((limit) => store.wipeMessages(db, 'text', limit));
  await inBatches((limit) => store.wipeMessages(db, 'file', limit), FILE_BATCH);
  await inBatches((limit) => store.expire(db, limit));
}

export async function cleanUpRooms(db: Db): Promise<void> {
  await inBatches((limit) => store.wipeLateMessages(db, 'text', limit));
  await inBatches((limit) => store.wipeLateMessages(db, 'file', limit), FILE_BATCH);
  await inBatches((limit) => store.removeAbandoned(db, limit));
  await inBatches((limit) => store.forgetEnded(db, limit));
}

/** Wipes the remains of deleted rooms. Safe to run in parallel. */
export async function wipeRooms(db: Db): Promise<void> {
  for (const roomId of await findWipes(db, 'room')) {
    await inBatches((limit) => store.wipeRoom(db, { roomId, kind: 'text', limit }));
    await inBatches((limit) => store.wipeRoom(db, { roomId, kind: 'file', limit }), FILE_BATCH);
    await endWipe(db, { container: 'room', id: roomId, left: store.LEFT });
  }
}
