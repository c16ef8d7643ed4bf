import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openFile, sealFile } from '../src/crypto/file-cipher.ts';

const CHUNK = 262_144;
const SEALED_CHUNK = CHUNK + 28;
const dataKey = randomBytes(32);
const id = 'file_7sQmXk2VbT9cLrPz4WnYdA';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const piece of pieces) copies.push(Buffer.from(piece));
  return Buffer.concat(copies);
}

const seal = (bytes: Uint8Array, size = 100_000): Promise<Buffer> =>
  collect(sealFile(dataKey, id, inPieces(bytes, size)));

/** Opens a range of a sealed file that is stored in pieces of 70,000 bytes. */
const open = (
  sealed: Buffer,
  { size, from = 0, to = size, key = dataKey, fileId = id }: Range & { key?: Buffer; fileId?: string },
): Promise<Buffer> =>
  collect(
    openFile({ id: fileId, size }, { dataKey: key, from, to }, ({ bytes }) =>
      inPieces(sealed.subarray(bytes), 70_000),
    ),
  );
interface Range {
  size: number;
  from?: number;
  to?: number;
}

describe('a sealed file', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7])('of %d bytes opens', async (size) => {
    const bytes = randomBytes(size);
    const sealed = await seal(bytes);
    expect(sealed.length).toBe(size + 28 * Math.max(1, Math.ceil(size / CHUNK)));
    expect(await open(sealed, { size })).toEqual(bytes);
  });

  it('opens from any byte to any other', async () => {
    const size = 3 * CHUNK + 7;
    const bytes = randomBytes(size);
    const sealed = await seal(bytes);
    for (const [from, to] of [
      [0, 1],
      [CHUNK - 1, CHUNK + 1],
      [CHUNK, 2 * CHUNK],
      [size - 1, size],
      [5, size - 5],
    ] as const)
      expect(await open(sealed, { size, from, to })).toEqual(bytes.subarray(from, to));
  });

  it('opens with its own key and id alone', async () => {
    const sealed = await seal(Buffer.from('hunter2'));
    await expect(open(sealed, { size: 7, key: randomBytes(32) })).rejects.toThrow();
    await expect(open(sealed, { size: 7, fileId: 'file_x' })).rejects.toThrow();
  });

  it('is refused if chunks are changed, exchanged, repeated or missing', async () => {
    const size = 3 * CHUNK;
    const sealed = await seal(randomBytes(size));
    const chunks = [0, 1, 2].map((i) => sealed.subarray(i * SEALED_CHUNK, (i + 1) * SEALED_CHUNK)) as [
      Buffer,
      Buffer,
      Buffer,
    ];
    const [first, second, last] = chunks;
    const changed = Buffer.from(second);
    changed[1_000]! ^= 1;
    for (const other of [
      [first, changed, last],
      [second, first, last],
      [first, first, last],
      [first, second, second],
      [first, second],
    ])
      await expect(open(Buffer.concat(other), { size })).rejects.toThrow();
    // A shorter file does not pass for a whole one.
    await expect(open(Buffer.concat([first, second]), { size: 2 * CHUNK })).rejects.toThrow();
  });
});
