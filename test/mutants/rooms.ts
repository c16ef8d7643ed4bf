import type { Mutant } from './mutant.ts';

const ROOM = 'server/src/features/rooms/room.ts';
const HANDLERS = 'server/src/features/rooms/handlers.ts';

const ROOMS = ['/rooms.'];
const EVENTS = ['/rooms.', 'scenarios/room-events.'];

/** Rooms, those who are in them, and inboxes. */
export const mutants: Mutant[] = [
  {
    name: 'of two that delete a message at once both count it',
    file: 'server/src/features/rooms/message-store.ts',
    from: `m.room_id = doomed.room_id AND m.kind IN ('text', 'file')`,
    to: `m.room_id = doomed.room_id`,
    tests: ['rooms/deleting.'],
  },
  {
    name: 'any access proof opens a room',
    file: ROOM,
    from: 'if (!proven) throw invalidPassword();',
    to: `if (!proven && accessProof === '') throw invalidPassword();`,
    tests: ['e2e-rooms', ...ROOMS],
  },
  {
    name: 'the name of a room shows before it is entered',
    file: ROOM,
    from: 'return { room, entered: room.accessProofHash === null };',
    to: 'return { room, entered: true };',
    tests: ['e2e-rooms', ...ROOMS],
  },
  {
    name: 'somebody who comes back to the events of a room has missed some',
    file: HANDLERS,
    from: `const lastEventId = call.headers['last-event-id'];`,
    to: 'const lastEventId = undefined;',
    tests: EVENTS,
  },
  {
    name: 'a guest posts as the owner',
    file: HANDLERS,
    from: `const args = { room: entered, from: { guestAt: call.address }, input: body };`,
    to: `const args = { room: entered, from: 'owner' as const, input: body };`,
    tests: ROOMS,
  },
  {
    name: 'somebody who comes back to a room is told its events in reverse',
    file: 'server/src/features/rooms/updates.ts',
    from: 'events: events.toSorted((a, b) => a.seq - b.seq),',
    to: 'events: events.toSorted((a, b) => b.seq - a.seq),',
    tests: [...EVENTS, 'server/test/live-room'],
  },
  {
    name: 'somebody who has left is still among the participants',
    file: 'server/src/sessions/presence.ts',
    from: 'UPDATE sessions SET present_until = NULL',
    to: 'UPDATE sessions SET present_until = present_until',
    tests: ['scenarios/participants.', '/rooms.'],
  },
  {
    name: 'clear text is posted into a sealed room',
    file: 'server/src/features/rooms/post.ts',
    from: 'e2e: { text: sealed, author: sealed,',
    to: 'e2e: { author: sealed,',
    tests: ['e2e-rooms', ...ROOMS],
  },
  {
    name: 'a room takes messages after its time',
    file: 'server/src/features/rooms/store.ts',
    from: "(${room}.state = 'open' AND ${room}.expires_at > now())",
    to: "(${room}.state = 'open')",
    tests: ['expiry-races', ...ROOMS],
  },
  {
    name: 'an inbox shows items whose file has not arrived',
    file: 'server/src/features/drops/item-store.ts',
    from: `parts: ['drop_id = $1 AND arrived'],`,
    to: `parts: ['drop_id = $1'],`,
    tests: ['/drops.'],
  },
  {
    name: 'a message that comes with several files is there several times',
    file: 'server/src/features/drops/item.ts',
    from: 'i === 0 && text !== undefined ?',
    to: 'text !== undefined ?',
    tests: ['/drops.', 'scenarios/several-files.'],
  },
  {
    name: 'a stranger learns how many items an inbox holds',
    file: 'server/src/domain/container-limits.ts',
    from: 'itemsLeft: Math.min(itemsLeft, SHOWN_ITEMS),',
    to: 'itemsLeft,',
    tests: ['/drops.', '/capacity.'],
  },
];
