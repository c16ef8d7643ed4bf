import { describe, expect, it } from 'vitest';
import { LiveRoom } from '../src/features/rooms/live-room.ts';
import type { Updates } from '../src/features/rooms/updates.ts';

const NOTHING: Updates = { events: [], upToDate: true, remainingMs: 60_000 };
const HOUR = 3_600_000;
const staying = new AbortController().signal;

/** A room whose reads wait to be answered, each with the place it begins after. */
function liveRoom() {
  const reads: { after: number; resolve: (updates: Updates) => void; fail: (error: Error) => void }[] = [];
  const room = new LiveRoom(
    (after) => new Promise((resolve, reject) => reads.push({ after, resolve, fail: reject })),
  );
  return { room, reads };
}

describe('those who follow a room in one process', () => {
  it('share what is read at one place, and read again when it is over', async () => {
    const { room, reads } = liveRoom();
    const both = Promise.all([room.readOn(1), room.readOn(1)]);
    void room.readOn(2);
    expect(reads.map(({ after }) => after)).toEqual([1, 2]);
    reads[0]?.resolve(NOTHING);
    expect(await both).toEqual([NOTHING, NOTHING]);
    void room.readOn(1);
    expect(reads.map(({ after }) => after)).toEqual([1, 2, 1]);
  });

  it('never share a read that began before they were notified of something', () => {
    const { room, reads } = liveRoom();
    void room.readOn(1);
    room.notify();
    void room.readOn(1);
    expect(reads).toHaveLength(2);
  });

  it('share a failure, after which they read anew', async () => {
    const { room, reads } = liveRoom();
    const both = Promise.allSettled([room.readOn(1), room.readOn(1)]);
    reads[0]?.fail(new Error('away'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    void room.readOn(1);
    expect(reads).toHaveLength(2);
  });

  it('all go on when something happens, or did since they looked', async () => {
    const { room } = liveRoom();
    const { notified } = room;
    const waiting = [room.until(notified, HOUR, staying), room.until(notified, HOUR, staying)];
    room.notify();
    await Promise.all(waiting);
    await room.until(notified, HOUR, staying);
  });

  it('go on when their time is over, or when they leave, also if they have left already', async () => {
    const { room } = liveRoom();
    await room.until(room.notified, 1, staying);
    const leaving = new AbortController();
    const waiting = room.until(room.notified, HOUR, leaving.signal);
    leaving.abort();
    await waiting;
    await room.until(room.notified, HOUR, leaving.signal);
  });
});
