/** Classes of other realms, such as jsdom's, have the same name, but are not `instanceof` those of this one. */
export const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

export const isStream = (value: unknown): value is ReadableStream<Uint8Array<ArrayBuffer>> =>
  tagOf(value) === 'ReadableStream';

/** In the class of this realm and not copied; undefined for anything but a buffer or a view. */
export function viewOf(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (tagOf(value) !== 'ArrayBuffer' && !ArrayBuffer.isView(value)) return undefined;
  const {
    buffer = value as ArrayBuffer,
    byteOffset,
    byteLength,
  } = value as Partial<ArrayBufferView<ArrayBuffer>>;
  return new Uint8Array(buffer, byteOffset, byteLength);
}
