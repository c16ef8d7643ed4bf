import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_BYTES, createFileKey, openFile, sealedSize, sealFile } from '../../src/envelope/index.ts';
import { codeOf, collect, cut, generated, sealed, sha256, vectors } from '../envelope-vectors.ts';

const largest = vectors.files.at(-1)!;
const bytes = generated(largest.size);
const whole = await sealed(bytes, largest.key);
const key = createFileKey();

afterEach(() => void vi.restoreAllMocks());

const sizes = fc
  .array(
    fc.oneof(fc.integer({ min: 0, max: 400_000 }), fc.constantFrom(0, 1, 16, CHUNK_BYTES, CHUNK_BYTES + 16)),
    { minLength: 1 },
  )
  .filter((list) => list.reduce((sum, size) => sum + size, 0) > 10_000);

describe('the bytes of a file', () => {
  it('are sealed and opened alike, however they are cut', async () => {
    const property = fc.asyncProperty(sizes, sizes, async (one, two) => {
      expect(sha256(await collect(sealFile(cut(bytes, one), largest.key)))).toBe(largest.sealedSha256);
      expect(sha256(await collect(openFile(cut(whole, two), largest.key)))).toBe(largest.sha256);
    });
    await fc.assert(property, { numRuns: 5 });
  });

  it('may come one at a time, through the end of a chunk', async () => {
    const sizes = [CHUNK_BYTES - 50_000, ...Array<number>(100_000).fill(1)];
    const file = generated(CHUNK_BYTES + 1);
    const sealedFile = await collect(sealFile(cut(file, sizes), key));
    expect(await collect(openFile(cut(sealedFile, sizes), key))).toEqual(file);
  });

  it('come out in chunks of 1 MiB, whatever the size', async () => {
    const property = fc.asyncProperty(fc.integer({ min: 0, max: 5000 }), async (size) => {
      const file = await sealed(bytes.subarray(0, size), key);
      expect(file.length).toBe(sealedSize(size));
      expect(await collect(openFile(cut(file), key))).toEqual(bytes.subarray(0, size));
    });
    await fc.assert(property, { examples: [[0], [1], [15], [16], [17]] });
    const lengths: number[] = [];
    for await (const chunk of openFile(cut(whole), largest.key)) lengths.push(chunk.length);
    expect(lengths).toEqual([CHUNK_BYTES, CHUNK_BYTES, 5]);
  });

  it('fill the 26,214,400 bytes of a file with 26,214,000', () => {
    expect(sealedSize(26_214_400)).toBe(26_214_800);
    expect(sealedSize(26_214_401)).toBe(26_214_817);
    expect(sealedSize(CHUNK_BYTES)).toBe(CHUNK_BYTES + 16);
  });

  it('have the nonce 7 zero bytes, number, last in each chunk', async () => {
    const encrypting = vi.spyOn(crypto.subtle, 'encrypt');
    const decrypting = vi.spyOn(crypto.subtle, 'decrypt');
    await collect(openFile(cut(await sealed(bytes, key)), key));
    for (const spy of [encrypting, decrypting]) {
      const algorithms = spy.mock.calls.map(([algorithm]) => algorithm as AesGcmParams);
      const ends = ['0000000000', '0000000100', '0000000201'];
      expect(algorithms.map(({ iv }) => Buffer.from(iv as ArrayBuffer).toString('hex'))).toEqual(
        ends.map((end) => end.padStart(24, '0')),
      );
      expect(algorithms.map((algorithm) => Object.keys(algorithm))).toEqual(Array(3).fill(['name', 'iv']));
    }
  });

  it('do not open with any bit of them flipped', async () => {
    const file = await sealed(bytes.subarray(0, 40), key);
    for (let bit = 0; bit < file.length * 8; bit++) {
      const changed = file.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(await codeOf(() => collect(openFile(cut(changed), key)))).toBe('damaged_file');
    }
  });

  it('give nothing of the chunk in which a bit is flipped, or of those after it', async () => {
    const property = fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
      const changed = whole.slice();
      changed[at]! ^= 1 << bit;
      let got = 0;
      const read = async () => {
        for await (const chunk of openFile(cut(changed), largest.key)) {
          expect(sha256(chunk)).toBe(sha256(bytes.subarray(got, got + chunk.length)));
          got += chunk.length;
        }
      };
      expect(await codeOf(read)).toBe('damaged_file');
      expect(got).toBe(Math.floor(at / (CHUNK_BYTES + 16)) * CHUNK_BYTES);
    });
    await fc.assert(property, { numRuns: 6 });
  });

  it('do not open when any number of them is cut off, or some are added', async () => {
    const file = await sealed(bytes.subarray(0, 40), key);
    for (let length = 0; length < file.length; length++) {
      expect(await codeOf(() => collect(openFile(cut(file.subarray(0, length)), key)))).toBe('damaged_file');
    }
    const longer = new Uint8Array([...file, 0]);
    expect(await codeOf(() => collect(openFile(cut(longer), key)))).toBe('damaged_file');
    expect(await codeOf(() => collect(openFile(cut(file), createFileKey())))).toBe('damaged_file');
  });
});

describe('the source of a file', () => {
  /** Counts the parts that are asked for, and how often it is closed. */
  function source(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    const seen = { closed: 0, given: 0 };
    async function* give() {
      try {
        for await (const part of parts) {
          seen.given += 1;
          yield part;
        }
      } finally {
        seen.closed += 1;
      }
    }
    return { seen, parts: give() };
  }

  it('may fill the same buffer again and again', async () => {
    async function* reusing(from: Uint8Array) {
      const buffer = new Uint8Array(70_000);
      for await (const part of cut(from, [70_000])) {
        buffer.set(part);
        yield buffer.subarray(0, part.length);
      }
    }
    expect(sha256(await collect(sealFile(reusing(bytes), largest.key)))).toBe(largest.sealedSha256);
    expect(sha256(await collect(openFile(reusing(whole), largest.key)))).toBe(largest.sha256);
  });

  it('may give Buffers, shared memory and empty parts, or be a ReadableStream', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    const empty = new Uint8Array();
    for (const part of [Buffer.from(bytes), shared]) {
      const { parts } = source([empty, part.subarray(0, 9), empty, part.subarray(9), empty]);
      expect(sha256(await collect(sealFile(parts, largest.key)))).toBe(largest.sealedSha256);
    }
    const stream = new Blob([whole]).stream();
    expect(sha256(await collect(openFile(stream, largest.key)))).toBe(largest.sha256);
  });

  it('is closed when nobody wants more, and asked for no more than a chunk needs', async () => {
    for (const [transform, from] of [
      [sealFile, bytes],
      [openFile, whole],
    ] as const) {
      const { seen, parts } = source(cut(from, [100_000]));
      for await (const chunk of transform(parts, largest.key)) {
        expect(chunk.length).toBeGreaterThanOrEqual(CHUNK_BYTES);
        break;
      }
      expect(seen).toEqual({ closed: 1, given: 11 });
    }
  });

  it('is closed when a chunk does not open', async () => {
    const { seen, parts } = source(cut(whole, [100_000]));
    expect(await codeOf(() => collect(openFile(parts, key)))).toBe('damaged_file');
    expect(seen.closed).toBe(1);
  });

  it('fails with its own error', async () => {
    const broken = new Error('broken off');
    async function* failing() {
      yield bytes;
      throw broken;
    }
    await expect(collect(sealFile(failing(), key))).rejects.toBe(broken);
    await expect(collect(openFile(failing(), key))).rejects.toMatchObject({ code: 'damaged_file' });
  });
});
