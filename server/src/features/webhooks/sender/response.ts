import type { IncomingHttpHeaders } from 'node:http';
import { limits, type Schema } from '@tempshare/contract';

export type ReceiverResponse = Schema<'WebhookResponse'>;

const KEPT = limits.webhookResponse;
const SECRET_NAME = /auth|cookie|token|secret|key|session|password|credential|signature|csrf|xsrf/;

/** Returns a bounded number of truncated headers without credentials. */
export function keptHeaders(headers: IncomingHttpHeaders): ReceiverResponse['headers'] {
  return Object.entries(headers)
    .filter(([name]) => !SECRET_NAME.test(name))
    .slice(0, KEPT.headers)
    .map(([name, value = '']) => ({ name: cut(name), value: cut([value].flat().join(', ')) }));
}

/** Stored instead of a response from an internal address, so that endpoints cannot be used to read internal services. */
export const WITHHELD: ReceiverResponse = { headers: [], body: '', bodyIsTruncated: false, isWithheld: true };

const cut = (text: string): string => text.slice(0, KEPT.headerLength);

export class BodyStart {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(chunk: Buffer): void {
    if (this.#size < KEPT.bodyBytes) this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** Omits a character that is cut off. */
  read(): Pick<ReceiverResponse, 'body' | 'bodyIsTruncated'> {
    const bodyIsTruncated = this.#size > KEPT.bodyBytes;
    const bytes = Buffer.concat(this.#chunks).subarray(0, KEPT.bodyBytes);
    return { body: new TextDecoder().decode(bytes, { stream: bodyIsTruncated }), bodyIsTruncated };
  }
}
