/** Hands a file to the browser, which saves it or asks where to. */
export function save(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  const anchor = Object.assign(document.createElement('a'), { href, download: name });
  anchor.click();
  // The browser has begun with it by then, and the memory is wanted back.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Largest checked file in bytes; a larger one would take too much memory at once. */
const MAX_CHECKED = 256 * 1024 * 1024;

/** The SHA-256 of a file in hexadecimal, if it is small enough to be looked at as a whole. */
export async function checksum(blob: Blob): Promise<string | undefined> {
  if (blob.size > MAX_CHECKED) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
