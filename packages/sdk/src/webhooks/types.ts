import type { Webhooks } from '../gen/types.gen.ts';

/** The events of the specification's `webhooks`, discriminated by `type`. */
export type WebhookEvent = Webhooks['body'];

/** The request's body as it was received, before any parser: text stands for its UTF-8 bytes. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

/** The request's headers, or the value of `X-Service-Signature` alone. */
export type WebhookHeaders = string | Headers | Record<string, string | readonly string[] | undefined>;

export interface WebhookOptions {
  /**
   * The endpoint's signing secret, `whsec_…`; several while it is being rotated. Default: the environment variable
   * `SERVICE_WEBHOOK_SECRET`, with a comma between several.
   */
  secret?: string | readonly string[] | undefined;
  /** How many seconds the timestamp may lie in the past or the future, 0 to 86,400; default 300. */
  tolerance?: number | undefined;
  /** Gives the time to hold the timestamp against, in milliseconds: when the request came in, if it is verified later. */
  now?: (() => number) | undefined;
}

/** Stands for any text in types alone; an enum, since narrowing by `type` works with nothing wider. */
declare enum UnknownType {
  Text = '',
}

/** An event of a kind that this version of the package does not know: the `default` of a `switch` over `type`. */
export interface UnknownWebhookEvent {
  id: string;
  /** Text, to read or to log. */
  type: UnknownType;
  apiVersion: string;
  createdAt: string;
  livemode: boolean;
  data: { object: Record<string, unknown> };
}

/** Payload of a verified webhook. */
export type ReceivedWebhookEvent = WebhookEvent | UnknownWebhookEvent;

/** The parts of a signature header. */
export interface SignatureHeader {
  /** The text after `t=`, which is what is signed: unix seconds, or milliseconds if it has 13 digits. */
  timestamp: string;
  signature: string;
}
