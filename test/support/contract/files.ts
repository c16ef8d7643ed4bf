/** Uploads and downloads of scenarios. */
import { createHash } from 'node:crypto';
import { NotFoundError } from '@tempshare/sdk';
import { expect } from 'vitest';
import { failureOf, type Stage } from './stage.ts';

/** Headers of the bytes of a download. */
export interface Downloaded {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

export const RAW = { 'content-type': 'application/octet-stream' };

/** Sends bytes to an `uploadUrl`, as the contract has it unless `headers` say otherwise. */
export function put(
  stage: Stage,
  uploadUrl: string,
  bytes: string | Buffer,
  headers: Record<string, string> = RAW,
) {
  return stage.send(`PUT ${uploadUrl.slice(stage.baseUrl.length)}`, { raw: Buffer.from(bytes), headers });
}

/** Sends bytes to an `uploadUrl`, which must take them. */
export async function upload(stage: Stage, uploadUrl: string, bytes: string | Buffer) {
  const { status, body } = await put(stage, uploadUrl, bytes);
  expect(status).toBe(200);
  return body as { success: true; id: string; size: number; sha256: string; createdAt: string };
}

/** Fetches what may be a file: a `downloadUrl`, or a path below the base URL with a key. */
export async function download(
  stage: Stage,
  address: string,
  { key, headers, method = 'GET' }: { key?: string; headers?: Record<string, string>; method?: string } = {},
): Promise<Downloaded> {
  const response = await stage.check.fetch(address.startsWith('/') ? stage.baseUrl + address : address, {
    method,
    headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
  });
  const { status } = response;
  return { status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Headers of every file beside its length and name: nothing keeps, guesses, runs or embeds it. */
export const FILE_HEADERS = {
  'content-type': 'application/octet-stream',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
};

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const QUOTED = '"((?:[ !#-[\\]-~]|\\\\["\\\\])*)"';
const EXTENDED = "UTF-8''((?:[!#$&+.^_`|~0-9A-Za-z-]|%[0-9A-F]{2})*)";
const ATTACHMENT = new RegExp(
  `^attachment; filename=(?:${QUOTED}|(${TOKEN}))(?:; filename\\*=${EXTENDED})?$`,
);

/**
 * The name in a `Content-Disposition` by the grammar of RFC 6266 and RFC 8187: for every client, and for those that
 * read `filename*`, where that is there.
 */
export function attachmentName(headers: Headers): { plain: string | undefined; full?: string } {
  const [match, quoted, token, extended] = ATTACHMENT.exec(headers.get('content-disposition') ?? '') ?? [];
  expect(match).toBe(headers.get('content-disposition'));
  const plain = quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
  return { plain, ...(extended !== undefined && { full: decodeURIComponent(extended) }) };
}

export const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Expects that recipients find no transfer of this id. */
export async function expectGone(stage: Stage, id: string): Promise<void> {
  const { transfers } = stage.recipient.public;
  expect(await failureOf(transfers.get(id))).toBeInstanceOf(NotFoundError);
  expect(await failureOf(transfers.open(id))).toBeInstanceOf(NotFoundError);
}
