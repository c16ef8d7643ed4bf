import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { limits, type Schema } from '@tempshare/contract';

export type ReceiverResponse = Schema<'WebhookResponse'>;

const KEPT = limits.webhookResponse;
const SECRET_NAME = /auth|cookie|token|secret|key|session|password|credential|signature|csrf|xsrf/;

/** Stored instead of a response from an internal address, so that endpoints cannot be used to read internal services. */
export const WITHHELD: ReceiverResponse = { headers: [], body: '', bodyIsTruncated: false, isWithheld: true };

/** Reads headers and the start of the body, because some receivers treat a closed connection as a cancelled request. */
export async function readResponse(response: IncomingMessage): Promise<ReceiverResponse> {
  const chunks: Buffer[] = [];
  await Promise.race([drain(response, chunks), delay(MAX_DRAIN_MS, undefined, { ref: false })]);
  const read = Buffer.concat(chunks);
  const bodyIsTruncated = read.length > KEPT.bodyBytes;
  // Omits a character that is cut off.
  const body = new TextDecoder().decode(read.subarray(0, KEPT.bodyBytes), { stream: bodyIsTruncated });
  return { headers: keptHeaders(response.headers), body, bodyIsTruncated, isWithheld: false };
}

const MAX_RESPONSE_BODY = 4096;
/** Maximum time for the body, in milliseconds, since the outcome waits for it. */
const MAX_DRAIN_MS = 2_000;

async function drain(response: IncomingMessage, chunks: Buffer[]): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_RESPONSE_BODY) break;
    }
  } catch {}
}

/** Returns a bounded number of truncated headers without credentials. */
function keptHeaders(headers: IncomingHttpHeaders): ReceiverResponse['headers'] {
  return Object.entries(headers)
    .filter(([name]) => !SECRET_NAME.test(name))
    .slice(0, KEPT.headers)
    .map(([name, value = '']) => ({ name: cut(name), value: cut([value].flat().join(', ')) }));
}

const cut = (text: string): string => text.slice(0, KEPT.headerLength);
