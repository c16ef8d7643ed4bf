import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../src/http/body/json.ts';
import type { ServiceProblem } from '../src/domain/problem.ts';

const parse = (text: string): Promise<unknown> => parseJson(Buffer.from(text));
const pointerOf = (text: string): Promise<string | undefined> =>
  parse(text).then(
    () => undefined,
    (error: ServiceProblem) => error.errors?.[0]?.pointer ?? error.code,
  );
/** Longer than the slices that are walked at a time. */
const LONG = 300_000;

describe('a JSON text', () => {
  it('has the value that JSON.parse gives it', async () => {
    const json = fc.json({ maxDepth: 3, stringUnit: 'binary' });
    await fc.assert(
      fc.asyncProperty(json, async (text) => {
        expect(await parse(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 50 },
    );
  });

  it('is refused where JSON.parse refuses it', async () => {
    const pieces = fc.constantFrom(...'{ } [ ] , : " \\ \\u00 "a" 1 é null'.split(' '), ' ');
    const anything = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''));
    const isJson = (text: string): boolean => {
      try {
        return JSON.parse(text) !== Symbol;
      } catch {
        return false;
      }
    };
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        if (!isJson(text)) await expect(parse(text)).rejects.toMatchObject({ status: 400 });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['a', '\\"', '\\\\', '\\u0022', 'é', '🔑', ',', '{', ']'])(
    'keeps its places behind a long string of %s, wherever a slice ends',
    async (unit) => {
      for (const shift of ['', 'x', 'xx', 'xxx']) {
        const long = shift + unit.repeat(LONG / unit.length);
        expect(await parse(`{"a":"${long}","b":1}`)).toEqual({ a: JSON.parse(`"${long}"`), b: 1 });
        expect(await pointerOf(`{"a":"${long}","b":{"c":1,"\\u0063":2}}`)).toBe('/body/b/c');
        expect(await pointerOf(`{"a":"${long}","a":1}`)).toBe('/body/a');
        expect(await pointerOf(`{"${long}":1}`)).toBe('/body');
      }
    },
  );

  it('has members of one name in different objects', async () => {
    const text = '{"a":{"a":1},"b":[{"a":1},{"a":2}],"A":"a"}';
    expect(await parse(text)).toEqual(JSON.parse(text));
  });

  it('may be wide or deep within limits, and no more', async () => {
    const wide = (count: number): string => JSON.stringify(Array.from({ length: count }, () => 'x'));
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(await parse(wide(1_000))).toHaveLength(1_000);
    expect(await pointerOf(wide(1_001))).toBe('/body');
    expect(await pointerOf(deep(16))).toBeUndefined();
    expect(await pointerOf(deep(17))).toBe('/body');
  });
});
