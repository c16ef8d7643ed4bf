/**
 * Returns the name of a value's class of the platform, such as `Uint8Array` or `Blob`. Classes of other realms, such as
 * those of jsdom and `node:vm`, have the same name, but are not `instanceof` those of this one.
 */
export const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

export const isStream = (value: unknown): value is ReadableStream<Uint8Array<ArrayBuffer>> =>
  tagOf(value) === 'ReadableStream';

/** Returns the bytes of a buffer or a view of one, in the class of this realm and not copied; undefined for anything else. */
export function viewOf(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (tagOf(value) !== 'ArrayBuffer' && !ArrayBuffer.isView(value)) return undefined;
  const {
    buffer = value as ArrayBuffer,
    byteOffset,
    byteLength,
  } = value as Partial<ArrayBufferView<ArrayBuffer>>;
  return new Uint8Array(buffer, byteOffset, byteLength);
}
