import type { IncomingHttpHeaders } from 'node:http';
import { limits, type Schema } from '@tempshare/contract';

/** The beginning of a receiver's response, as the contract shows it. */
export type ReceiverResponse = Schema<'WebhookResponse'>;

const KEPT = limits.webhookResponse;
/** Names of headers that hold credentials, or may. */
const SECRET_NAME = /auth|cookie|token|secret|key|session|password|credential|signature|csrf|xsrf/;

/** Headers that are kept: no credentials, a bounded number of bounded values. */
export function keptHeaders(headers: IncomingHttpHeaders): ReceiverResponse['headers'] {
  return Object.entries(headers)
    .filter(([name]) => !SECRET_NAME.test(name))
    .slice(0, KEPT.headers)
    .map(([name, value = '']) => ({ name: cut(name), value: cut([value].flat().join(', ')) }));
}

/** Stored in place of a response from an internal address, so that endpoints cannot be used to read internal services. */
export const WITHHELD: ReceiverResponse = { headers: [], body: '', bodyIsTruncated: false, isWithheld: true };

const cut = (text: string): string => text.slice(0, KEPT.headerLength);

/** The beginning of a body that is read in chunks. */
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

  /** A character of which the end is cut off is left out. */
  read(): Pick<ReceiverResponse, 'body' | 'bodyIsTruncated'> {
    const bodyIsTruncated = this.#size > KEPT.bodyBytes;
    const bytes = Buffer.concat(this.#chunks).subarray(0, KEPT.bodyBytes);
    return { body: new TextDecoder().decode(bytes, { stream: bodyIsTruncated }), bodyIsTruncated };
  }
}
