import { describe, expect, it } from 'vitest';
import { MaskQueue, QUEUE_LIMITS, type QueuedTask } from '../src/masking/thread/queue.ts';
import type { ServiceProblem } from '../src/domain/problem.ts';

let lastId = 0;
const task = (key: string, length = 1_000_000): QueuedTask => ({ id: ++lastId, key, length });

const LIMITS = { ...QUEUE_LIMITS, keysAtOnce: 1 };

/** The keys in the order in which their tasks are worked on, one after the other. */
function orderOf(queue: MaskQueue<QueuedTask>): string {
  const keys: string[] = [];
  for (let next = queue.next(); next; next = queue.next()) {
    keys.push(next.key);
    queue.remove(next, 1);
  }
  return keys.join('');
}

function refusal(work: () => unknown): ServiceProblem {
  try {
    work();
  } catch (error) {
    return error as ServiceProblem;
  }
  throw new Error('It was not refused.');
}

describe('texts that wait to be masked', () => {
  it('are served from each key round-robin', () => {
    const queue = new MaskQueue(LIMITS);
    for (const key of 'aaaabbc') queue.add(task(key));
    expect(orderOf(queue)).toBe('abcabaa');
  });

  it('of a key that comes later are served next', () => {
    const queue = new MaskQueue(LIMITS);
    for (const key of 'aaaaa') queue.add(task(key));
    const first = queue.next() as QueuedTask;
    queue.add(task('b'));
    queue.remove(first, 1);
    expect(orderOf(queue)).toMatch(/^ab|^b/);
  });

  it('are worked on for so many keys at once, one of each, and small ones of any key', () => {
    const queue = new MaskQueue({ ...QUEUE_LIMITS, keysAtOnce: 2, small: 10 });
    for (const key of 'aabbcc') queue.add(task(key));
    queue.add(task('d', 10));
    const taken = Array.from({ length: 4 }, () => queue.next()?.key);
    expect(taken).toEqual(['a', 'b', 'd', undefined]);
    queue.remove(queue.working[0] as QueuedTask, 1);
    queue.remove(queue.working[1] as QueuedTask, 1);
    expect(queue.next()?.key).toBe('c');
  });

  it('may be of any length, one at a time', () => {
    const queue = new MaskQueue({ ...LIMITS, keyCharacters: 10, characters: 20 });
    queue.add(task('a', 1000));
    expect(refusal(() => queue.add(task('a', 1)))).toMatchObject({ code: 'rate_limited' });
  });
});

describe('a key with too much that waits', () => {
  it('is refused with the time in which it is masked at the pace so far, shared with others', () => {
    const queue = new MaskQueue(LIMITS);
    for (let i = 0; i < 8; i++) queue.add(task('a'));
    const first = refusal(() => queue.add(task('a')));
    // 8 million characters, before anything is known of the pace
    expect(first).toMatchObject({ code: 'rate_limited', status: 429, headers: { 'Retry-After': '12' } });
    queue.add(task('b'));
    expect(refusal(() => queue.add(task('a'))).headers['Retry-After']).toBe('24');
    for (let i = 0; i < 30; i++) {
      const done = task('c');
      queue.add(done);
      queue.remove(done, 100);
    }
    expect(refusal(() => queue.add(task('a'))).headers['Retry-After']).toBe('3');
  });

  it('has room again when the time is over', () => {
    const queue = new MaskQueue(LIMITS);
    for (let i = 0; i < 8; i++) queue.add(task('a'));
    refusal(() => queue.add(task('a')));
    queue.remove(queue.next() as QueuedTask, 100);
    queue.add(task('a'));
  });

  it('may have a small number of small texts too', () => {
    const queue = new MaskQueue(LIMITS);
    for (let i = 0; i < QUEUE_LIMITS.keyTasks; i++) queue.add(task('a', 1));
    expect(refusal(() => queue.add(task('a', 1)))).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1' },
    });
    queue.add(task('b', 1));
  });
});

describe('a server with too much that waits', () => {
  it('refuses every key, whatever it has', () => {
    const queue = new MaskQueue(LIMITS);
    for (let i = 0; i < 32; i++) queue.add(task(`key ${i % 4}`));
    expect(refusal(() => queue.add(task('new', 1)))).toMatchObject({
      code: 'service_unavailable',
      status: 503,
      headers: { 'Retry-After': '48' },
    });
  });
});
