import {
  CHUNK_BYTES,
  createFileKey,
  createLinkKey,
  deriveKeys,
  encodeLinkKey,
  sealedSize,
  sealFile,
  sealMetadata,
} from '@tempshare/sdk/envelope';
import { safeFileName } from '@tempshare/sdk/names';

/** A file that was sealed once, to be announced and uploaded as often as it takes. */
export interface SealedUpload {
  bytes: Blob;
  /** Fields of its announcement. */
  announced: { accessProofHash: string; sealedMetadata: string; size: number; kdfIterations?: number };
  /** The key in the link. */
  fragment: string;
}

async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += CHUNK_BYTES)
    yield new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer());
}

/**
 * Seals a file, its name and its type in memory.
 *
 * @throws DOMException for a file that cannot be read any more
 */
export async function sealUpload(file: File, password: string, signal: AbortSignal): Promise<SealedUpload> {
  const linkKey = createLinkKey();
  const keys = await deriveKeys(linkKey, password === '' ? {} : { password });
  const key = createFileKey();
  const type = file.type.split(';', 1)[0]!.trim() || undefined;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of sealFile(chunksOf(file), key)) {
    signal.throwIfAborted();
    parts.push(part);
  }
  return {
    bytes: new Blob(parts),
    announced: {
      accessProofHash: keys.accessProofHash,
      sealedMetadata: await sealMetadata({ name: safeFileName(file.name), type, size: file.size, key }, keys),
      size: sealedSize(file.size),
      ...(keys.iterations !== undefined && { kdfIterations: keys.iterations }),
    },
    fragment: `#${encodeLinkKey(linkKey)}`,
  };
}

const listeners = new Map<string, (loaded: number) => void>();

const tokenOf = (url: string): string => url.split('/').at(-1)!;

/** Runs an upload, and calls back with how many bytes of it have been sent. */
export async function listening<Data>(
  uploadUrl: string,
  listener: (loaded: number) => void,
  upload: (token: string) => Promise<Data>,
): Promise<Data> {
  const token = tokenOf(uploadUrl);
  listeners.set(token, listener);
  try {
    return await upload(token);
  } finally {
    listeners.delete(token);
  }
}

/** `fetch`, but by XMLHttpRequest where somebody listens: it alone says how far an upload is. */
export const fetchWithProgress: typeof fetch = (input, init = {}) => {
  const listener = listeners.get(tokenOf(input as string));
  return listener ? upload(input as string, init, listener) : fetch(input, init);
};

const upload = (url: string, init: RequestInit, listener: (loaded: number) => void): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', headers, body, signal } = init;
    const request = new XMLHttpRequest();
    request.open(method, url);
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded }) => listener(loaded);
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = () => reject(signal!.reason as Error);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body as ArrayBuffer);
  });

function responseOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request;
  const lines = request.getAllResponseHeaders().trim().split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()];
  });
  return new Response(responseText, { status, headers });
}
