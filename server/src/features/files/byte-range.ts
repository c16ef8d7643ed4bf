/** Bytes of a file: from the one, up to but without the other. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * What a `Range` asks for (RFC 9110, 14.1.2): undefined for everything, as for what is malformed, in another unit or
 * several ranges at once; null when the file has none of these bytes.
 */
export function readRange(header: string | undefined, size: number): ByteRange | undefined | null {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const from = Math.max(0, size - Number(last));
    return from < size ? { from, to: size } : null;
  }
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return null;
  return { from: Number(first), to: last === '' ? size : Math.min(size, Number(last) + 1) };
}
