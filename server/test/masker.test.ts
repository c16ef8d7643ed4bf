import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE, TYPICAL } from '../../test/faults/masking-texts.ts';
import { mask, maskInPieces, type Masking } from '@tempshare/masking';
import { QUEUE_LIMITS } from '../src/masking/thread/queue.ts';
import { RoundRobin, type Outcome } from '../src/masking/thread/round-robin.ts';
import { Masker } from '../src/masking/masker.ts';
import { lookAlikes } from '../../packages/masking/test/mask-corpus/look-alikes.ts';
import { positives } from '../../packages/masking/test/mask-corpus/positives.ts';

const script = new URL('./masking-thread.ts', import.meta.url);
const big = (TYPICAL.service as (size: number) => string)(200_000);

describe('texts that are masked round-robin', () => {
  it('come out as if each were masked alone, wherever the pieces end', async () => {
    const texts = [
      ...Object.values({ ...TYPICAL, ...HOSTILE }).map((make) => make(4_000)),
      positives.map(({ text }) => text).join('\n'),
      lookAlikes.join('\n'),
    ];
    const alone = await Promise.all(texts.map((text) => mask(text)));
    const chosen = fc.array(fc.nat(texts.length - 1), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(chosen, fc.infiniteStream(fc.nat(4)), async (numbers, choices) => {
        const running = numbers.map((number) => ({ number, pieces: maskInPieces(texts[number] as string) }));
        while (running.length > 0) {
          const place = (choices.next().value as number) % running.length;
          const { number, pieces } = running[place] as (typeof running)[number];
          const piece = await pieces.next();
          if (!piece.done) continue;
          expect(piece.value).toEqual(alone[number]);
          running.splice(place, 1);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are cut into pieces even if they are one line', async () => {
    for (const name of ['key=', 'token:token:', 'hex without a break', 'a=b;']) {
      const pieces = maskInPieces((HOSTILE[name] as (size: number) => string)(100_000));
      let count = 0;
      while (!(await pieces.next()).done) count++;
      expect(count).toBeGreaterThan(5);
    }
  });

  it('of other keys do not wait for the many of one key', async () => {
    const masker = new Masker();
    const done: string[] = [];
    const share = (key: string, text: string): Promise<unknown> =>
      masker.mask([text], { key }).then(() => done.push(key));
    const ten = Array.from({ length: 8 }, () => share('a', big));
    await Promise.all([...ten, share('b', 'password=hunter2!'), share('c', 'token: x')]);
    expect(done.indexOf('b')).toBeLessThan(2);
    expect(done.indexOf('c')).toBeLessThan(3);
    expect(done.filter((key) => key === 'a')).toHaveLength(8);
  });

  it('go on while one of them never ends', async () => {
    const outcomes = new Map<number, Outcome<string>>();
    const tasks = new RoundRobin<string>((id, outcome) => outcomes.set(id, outcome));
    let rounds = 0;
    async function* endless(): AsyncGenerator<undefined, string> {
      for (;;) {
        rounds++;
        yield;
      }
    }
    async function* short(): AsyncGenerator<undefined, string> {
      yield;
      return 'done';
    }
    tasks.add({ id: 1, pieces: endless(), budget: 200 });
    tasks.add({ id: 2, pieces: short(), budget: 200 });
    await expect.poll(() => outcomes.get(2)).toEqual({ result: 'done' });
    // A task that uses more than is its due is ended.
    await expect.poll(() => outcomes.get(1)).toEqual({ failure: 'overrun' });
    expect(rounds).toBeGreaterThan(1);
  });
});

describe('a text whose masking does not come to its end', () => {
  const refused = (retryAfter: unknown = expect.stringMatching(/^[1-9]\d*$/)) => ({
    code: 'service_unavailable',
    headers: { 'Retry-After': retryAfter },
  });

  it.each(['exit', 'throw', 'memory'])('is refused when the thread ends under it: %s', async (text) => {
    const masker = new Masker({ script, heap: 40 });
    const results = await Promise.allSettled([
      masker.mask([text], { key: 'a' }),
      masker.mask(['fine'], { key: 'b' }),
    ]);
    expect(results[0]).toMatchObject({ status: 'rejected', reason: refused() });
    // The innocent text is masked on the next thread.
    expect(results[1]).toMatchObject({ status: 'fulfilled', value: [{ text: 'fine' }] });
    expect(await masker.mask(['after'], { key: 'a' })).toMatchObject([{ text: 'after' }]);
  });

  it('is refused when the thread hangs under it, which is replaced', async () => {
    const masker = new Masker({ script, hanging: 1_000 });
    const hangs = masker.mask(['hang'], { key: 'a' });
    const others = [1, 2, 3].map((i) => masker.mask([`fine ${i}`], { key: `b${i}` }));
    await expect(hangs).rejects.toMatchObject(refused());
    expect(await Promise.all(others)).toMatchObject([
      [{ text: 'fine 1' }],
      [{ text: 'fine 2' }],
      [{ text: 'fine 3' }],
    ]);
  });

  it('is refused when it takes longer than a request may', async () => {
    const masker = new Masker({ script, timeout: 300 });
    await expect(masker.mask(['silent'], { key: 'a' })).rejects.toMatchObject(refused());
    await expect
      .poll(() => masker.mask(['after'], { key: 'a' }).catch(() => undefined))
      .toMatchObject([{ text: 'after' }]);
  });

  it('fails when a rule does', async () => {
    const masker = new Masker({ script });
    await expect(masker.mask(['fail'], { key: 'a' })).rejects.toThrow('Masking failed; nothing was stored.');
  });
});

describe('a caller that has gone', () => {
  it('gives its place to the next one', async () => {
    const masker = new Masker({ script, limits: { ...QUEUE_LIMITS, keysAtOnce: 1, small: 0 } });
    const gone = new AbortController();
    const worked = masker.mask(['silent'], { key: 'a', signal: gone.signal });
    const waiting = masker.mask(['waits'], { key: 'a', signal: gone.signal });
    const other = masker.mask(['fine'], { key: 'b' });
    gone.abort();
    await expect(worked).rejects.toBe(gone.signal.reason);
    await expect(waiting).rejects.toBe(gone.signal.reason);
    expect(await other).toMatchObject([{ text: 'fine' }]);
    await expect(masker.mask(['x'], { key: 'a', signal: gone.signal })).rejects.toBe(gone.signal.reason);
  });

  it('is no longer worked for', async () => {
    const masker = new Masker();
    const gone = new AbortController();
    const left = masker.mask([big, big], { key: 'a', signal: gone.signal });
    const stays: Promise<Masking[]> = masker.mask([big], { key: 'b' });
    gone.abort();
    await expect(left).rejects.toBe(gone.signal.reason);
    expect((await stays)[0]).toEqual(await mask(big));
  });
});

it('ends its thread when there is nothing to do, and starts another', async () => {
  const masker = new Masker({ idle: 50 });
  for (let i = 0; i < 2; i++) {
    expect(await masker.mask(['password=hunter2!'], { key: 'a' })).toEqual([
      { text: 'password=[masked:password]', masked: { password: 1 } },
    ]);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});
