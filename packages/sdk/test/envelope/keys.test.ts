import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  createFileKey,
  createLinkKey,
  decodeLinkKey,
  deriveKeys,
  encodeLinkKey,
  EnvelopeError,
  open,
  openFile,
  seal,
  type LinkKey,
} from '../../src/envelope/index.ts';
import { TempshareError } from '../../src/core/errors.ts';
import { codeOf, collect, cut, sealed } from '../envelope-vectors.ts';

const linkKey = Uint8Array.from({ length: 32 }, (_, n) => 251 - n * 7);
const text = encodeLinkKey(linkKey);
const link = `https://share.example/en/7sQmXk2VbT9cLrPz4WnYdA#${text}`;

describe('the key of a link', () => {
  it('is 43 characters of base64url, and new each time', () => {
    expect(text).toMatch(/^[\w-]{43}$/);
    const made = Array.from({ length: 1000 }, () => encodeLinkKey(createLinkKey()));
    expect(new Set(made).size).toBe(1000);
  });

  it.each([
    ['the link', link],
    ['%2523 for #', link.replace('#', '%2523')],
    [
      'a link within a link within a link',
      `https://gate.example/?url=${encodeURIComponent(encodeURIComponent(link))}`,
    ],
    ['the fragment', `#${text}`],
    ['white space around the key', ` ${text}\n`],
    ['white space around it', `\n\t ${link} \r\n`],
    ['brackets around it', `<${link}>`],
    ['quotes and a comma', `"${link}",`],
    ['parameters that a gateway appended', `${link}&utm_source=mail`],
    ['another fragment before it', link.replace('#', '#top#')],
    ['the fragment twice', `${link}#${text}`],
    ['a line break within', `${link.slice(0, -20)}\n${link.slice(-20)}`],
    ['a soft hyphen within, encoded', `${link.slice(0, -20)}%C2%AD${link.slice(-20)}`],
    ['a _ behind it', `${link}_`],
  ])('is read from %s', (_, given) => {
    expect(decodeLinkKey(given)).toEqual(linkKey);
  });

  const last = text.at(-1)!;
  it.each([
    ['nothing', ''],
    ['no fragment', link.slice(0, link.indexOf('#'))],
    ['a character too few', link.slice(0, -1)],
    ['a character too many', `${link}A`],
    ['padding in place of a character', `${link.slice(0, -1)}=`],
    ['the alphabet of base64', link.replace(/#./, '#+')],
    [
      'unused bits of the last character set',
      link.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 1),
    ],
    ['a megabyte of keys before the last fragment', `%23${text}.`.repeat(20_000) + '#'],
    ['full-width characters', link.slice(0, -1) + '４'],
  ])('is refused with %s', async (_, given) => {
    expect(await codeOf(() => decodeLinkKey(given))).toBe('invalid_link_key');
  });

  it.each([0, 31, 33])('is refused with %i bytes', async (length) => {
    expect(await codeOf(() => encodeLinkKey(new Uint8Array(length)))).toBe('invalid_link_key');
    expect(await codeOf(() => deriveKeys(new Uint8Array(length)))).toBe('invalid_link_key');
  });

  it.each([text, undefined, Array.from(linkKey), linkKey.buffer, new Uint16Array(32)])(
    'is refused when it is no Uint8Array',
    async (given) => {
      expect(await codeOf(() => deriveKeys(given as never))).toBe('invalid_link_key');
    },
  );

  it('may be a Buffer, a view, or shared memory', async () => {
    const { accessProof } = await deriveKeys(linkKey);
    const shared = new Uint8Array(new SharedArrayBuffer(40), 4, 32);
    shared.set(linkKey);
    const pooled = Buffer.from(Buffer.from(linkKey).toString('hex'), 'hex');
    for (const key of [pooled, new Uint8Array([1, ...linkKey, 2]).subarray(1, 33), shared] as LinkKey[]) {
      expect((await deriveKeys(key)).accessProof).toBe(accessProof);
      expect((await deriveKeys(key, { password: 'a', iterations: 100_000 })).iterations).toBe(100_000);
    }
  });

  it('may be overwritten while keys are derived from it', async () => {
    const mine = linkKey.slice();
    const deriving = deriveKeys(mine);
    mine.fill(0);
    expect((await deriving).accessProof).toBe((await deriveKeys(linkKey)).accessProof);
  });
});

describe('a password', () => {
  it.each(['', 0, {}, ['a'], '\ud800', 'a\udfff', 'a\0b'])('is refused: %j', async (password) => {
    expect(await codeOf(() => deriveKeys(linkKey, { password: password as string }))).toBe(
      'invalid_password',
    );
  });

  it('is none when left out; the rounds have no meaning then', async () => {
    const none = await deriveKeys(linkKey);
    for (const options of [{}, { iterations: 5 }, { iterations: NaN }])
      expect(await deriveKeys(linkKey, options)).toEqual(none);
  });

  it('that is undefined, or misspelt, is refused: the keys would be those of the link alone', async () => {
    for (const password of [undefined, null])
      await expect(deriveKeys(linkKey, { password: password as never })).rejects.toMatchObject({
        code: 'invalid_password',
        message: expect.stringContaining('leave it out where there is none'),
      });
    const misspelt = deriveKeys(linkKey, { pasword: 'p' } as object);
    await expect(misspelt).rejects.toThrow('"pasword" (perhaps password is meant)');
  });

  it('changes the keys with each password and each number of rounds', async () => {
    const proof = async (password?: string, iterations = 100_000) =>
      (await deriveKeys(linkKey, { ...(password !== undefined && { password }), iterations })).accessProof;
    const proofs = await Promise.all([proof(), proof('a'), proof('A'), proof('a '), proof('a', 100_001)]);
    expect(new Set(proofs).size).toBe(5);
  });
});

it('keys cannot be taken out, and do only what they are for', async () => {
  const { contentKey, nonceKey } = await deriveKeys(linkKey);
  for (const key of [contentKey, nonceKey]) {
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
    await expect(crypto.subtle.exportKey('jwk', key)).rejects.toThrow();
  }
  expect(contentKey).toMatchObject({ extractable: false, type: 'secret', usages: ['encrypt', 'decrypt'] });
  expect(nonceKey).toMatchObject({ extractable: false, type: 'secret', usages: ['sign'] });
});

describe('an error of the envelope', () => {
  const word = 'canary-4711-canary';
  const attempts: Record<string, () => unknown> = {
    invalid_link_key: () => decodeLinkKey(`${link}${word}`),
    invalid_text: async () => seal(`${word}\ud800`, await deriveKeys(linkKey), { kind: 'text' }),
    invalid_password: () => deriveKeys(linkKey, { password: `${word}\ud800` }),
    iterations_out_of_range: () => deriveKeys(linkKey, { password: word, iterations: 4711 }),
    unsupported_envelope: async () =>
      open(`${btoa(`{"${word}":4711`)}.a.b.${word}`, await deriveKeys(linkKey), 'text'),
    decryption_failed: async () => {
      const locked = await seal(word, await deriveKeys(linkKey, { password: word, iterations: 100_000 }), {
        kind: 'text',
      });
      return open(locked, await deriveKeys(linkKey, { password: `${word}2`, iterations: 100_000 }), 'text');
    },
    damaged_file: async () => {
      const bytes = await sealed(new TextEncoder().encode(word), text);
      return collect(openFile(cut(bytes.subarray(1)), text));
    },
  };

  it.each(Object.entries(attempts))(
    '%s holds nothing of content, keys and passwords',
    async (code, attempt) => {
      const error = await (async () => attempt())().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(EnvelopeError);
      expect(error).toBeInstanceOf(TempshareError);
      expect(error).toMatchObject({ name: 'EnvelopeError', code });
      expect(Object.getOwnPropertyNames(error).sort()).toEqual(['code', 'message', 'stack']);
      const { message, stack } = error as EnvelopeError;
      const all = [
        inspect(error, { depth: 9, showHidden: true }),
        JSON.stringify(error),
        String(error),
        message,
        stack,
      ];
      // Vitest puts a time into the paths of a stack, which may have any digits.
      for (const said of all.map((each) => String(each).replaceAll(/\?vitest=\d+/g, ''))) {
        expect(said).not.toMatch(/canary|4711/);
        expect(said).not.toContain(text.slice(0, 8));
      }
    },
  );

  it('comes for a file whose key is none', async () => {
    for (const key of ['', 'a', createFileKey().slice(1), `${createFileKey()}=`]) {
      expect(await codeOf(() => collect(openFile(cut(new Uint8Array(16)), key)))).toBe(
        'unsupported_envelope',
      );
    }
  });
});
