/** Checks of the masking whose size is a parameter: a small one for `npm test`, the full one for `npm run test:all`. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { HOSTILE, TYPICAL } from '../../../test/faults/masking-texts.ts';
import { TOKEN_FORMS } from '../src/forms/token-forms.ts';
import { mask, maskInPieces } from '../src/mask.ts';

/** Texts that a pattern matches, without its lookarounds. */
function matching(pattern: RegExp | undefined): fc.Arbitrary<string> {
  const source = (pattern?.source ?? '').replaceAll(/\(\?<?[=!](?:[^()]|\([^()]*\))*\)|\(\?:\)/g, '');
  return source === '' ? fc.constant('') : fc.stringMatching(new RegExp(`^(?:${source})$`));
}

/** Masks `samples` tokens of each prefix of every form. */
export async function expectForms(samples: number): Promise<void> {
  for (const { kind, prefixes, before, rest } of TOKEN_FORMS) {
    const exact = new RegExp(`^(?:${rest.source})$`);
    const parts = fc.tuple(matching(before), matching(rest)).filter(([, end]) => exact.test(end));
    const made = fc.sample(parts, { numRuns: samples + 2, seed: 20261122 });
    for (const [i, prefix] of prefixes.split(' ').entries()) {
      for (let sample = 0; sample < samples; sample++) {
        const [start, end] = made[(i + sample) % made.length]!;
        expect((await mask(`a (${start}${prefix}${end}) b`)).text, `${kind}: ${prefix}`).toMatch(
          /^a \(\[masked:[a-z0-9-]+\]\) b$/,
        );
      }
    }
  }
}

const PIECES = [
  ...`password token api_key " ' \\" = : ; & { } ( ) < > @ :// -- Authorization https user hunter2! abc`.split(
    ' ',
  ),
  ...'x1Y2z3W4v5 [masked:token] MIIEvQIBADANBgkq %20 &quot; eyJhbGciOiJIUzI1NiJ9 . 🔑 é $ ${ <b> </b> \\n'.split(
    ' ',
  ),
  ...[': ', ', ', ' ', '\n', '\r\n', 'Bearer ', 'Basic ', 'Cookie: ', '| ', '-----BEGIN PRIVATE KEY-----'],
  ...[
    '：',
    '“',
    '”',
    '[',
    ']',
    '|\n  ',
    'hasło',
    'Mot de passe',
    'old: ',
    'code is 482913',
    'ERROR ',
    'battery staple',
  ],
];

/** Masks `count` random texts, and what comes of it again. */
export async function expectSameAgain(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const bytes = createHash('sha512').update(String(i)).digest();
    const text = Array.from(bytes.subarray(0, 6 + (i % 24)), (byte) => PIECES[byte % PIECES.length]).join('');
    const once = await mask(text);
    const twice = await mask(once.text);
    expect({ source: text, text: twice.text }).toEqual({ source: text, text: once.text });
    expect(once.text.split(/\r\n|\n/).length).toBe(text.split(/\r\n|\n/).length);
  }
}

/** Masks texts of `size` characters and of `times` as many, typical and hostile, and compares the pieces of the work. */
export async function expectLinearWork(size: number, times: number): Promise<void> {
  const work = async (text: string): Promise<number> => {
    const pieces = maskInPieces(text);
    let count = 1;
    while (!(await pieces.next()).done) count++;
    return count;
  };
  for (const [name, make] of Object.entries({ ...TYPICAL, ...HOSTILE })) {
    const [less, more] = [await work(make(size)), await work(make(times * size))];
    expect({ name, most: more <= times * (less + 2) }).toEqual({ name, most: true });
  }
}
