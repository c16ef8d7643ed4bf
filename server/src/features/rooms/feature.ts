import type { Feature } from '../feature.ts';
import { roomHandlers } from './handlers.ts';
import { cleanUpRooms, sweepRooms, wipeRooms } from './jobs.ts';
import { listedRooms } from './listed.ts';
import { roomFileArrived } from './message.ts';
import { deleteRoom, updateRoom } from './room.ts';

const LIVING = `state = 'open' AND expires_at > now()`;

export const rooms = {
  folder: 'features/rooms',
  tables: {
    rooms: { item: 'id', bytesOfKey: '0', wrapsKeyOf: 'room', wrapsOwnerKey: true, labelUnder: 'owner-key' },
    room_messages: { item: 'room_id', bytesOfKey: 'bytes - file_bytes' },
  },
  borrows: { files: 'The file of a message is found, and goes, with the message.' },
  handlers: roomHandlers,
  arrivals: { 'room-message': roomFileArrived },
  sweep: [({ database }) => sweepRooms(database)],
  wipe: [({ database }) => wipeRooms(database)],
  cleanUp: [({ database }) => cleanUpRooms(database)],
  items: {
    table: 'rooms',
    kind: `'room'`,
    living: LIVING,
    guarded: LIVING,
    listed: listedRooms,
    ends: { room: deleteRoom },
    updates: { room: updateRoom },
  },
} satisfies Feature<'rooms'>;
