/** The types this package takes from the specification; every other file imports them from here. */
import type { Webhooks } from './gen/types.gen.ts';

export type { ErrorCode, ProblemError } from './gen/types.gen.ts';

/** The events of the specification's `webhooks`, told apart by `type`. */
export type WebhookEvent = Webhooks['body'];
