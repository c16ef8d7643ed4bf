import { must } from '../core/tempshare-error.ts';
import { eventTypes } from '../gen/event-types.ts';
import { checkOptions, secretsOf } from './rules.ts';
import type {
  ReceivedWebhookEvent,
  WebhookBody,
  WebhookEvent,
  WebhookHeaders,
  WebhookOptions,
} from './types.ts';
import { unwrapWebhook } from './verify.ts';

/** The name of a kind of event, such as `secret.consumed`. */
export type WebhookEventType = WebhookEvent['type'];

/** The event of a kind. */
export type WebhookEventOf<Type extends WebhookEventType> = Extract<WebhookEvent, { type: Type }>;

/** Which events were acted on. A `Set` will do in one process; a table in a service of several. */
export interface SeenEvents {
  has(id: string): boolean | Promise<boolean>;
  /** Called once the event's handler has succeeded. The service repeats an event for at most 30 days. */
  add(id: string): unknown;
}

export interface WebhookHandlerOptions extends WebhookOptions {
  /**
   * Passes over events that were acted on before, and lets a repetition that arrives meanwhile wait for the first. An
   * event whose handler fails, or whose process ends before `add`, is acted on again: whatever must happen once even
   * then belongs in one database transaction with the event's id.
   */
  seen?: SeenEvents | undefined;
}

/** Verifies webhooks and hands each to the function that is for its type. */
export interface WebhookHandler {
  /**
   * Sets what is done with a kind of event, or with several.
   *
   * @throws TempshareError for a kind that this version does not know, which is what `onUnknown` is for, and when one of them
   *   has a handler: of two, one could fail after the other has acted.
   */
  on<Type extends WebhookEventType>(
    types: Type | readonly Type[],
    act: (event: WebhookEventOf<Type>) => unknown,
  ): WebhookHandler;
  /** Sets what is done with every event that no `on` is for. Without it such events are accepted and passed over. */
  onUnknown(act: (event: ReceivedWebhookEvent) => unknown): WebhookHandler;
  /** Verifies a webhook and waits for its handler; rejects with what either throws. */
  handle(this: void, body: WebhookBody, headers: WebhookHeaders | undefined): Promise<ReceivedWebhookEvent>;
  /** The first half of `handle`: verifies. */
  unwrap(this: void, body: WebhookBody, headers: WebhookHeaders | undefined): Promise<ReceivedWebhookEvent>;
  /** The second half of `handle`: acts on an event that was verified before, such as one from a queue. */
  dispatch(this: void, event: ReceivedWebhookEvent): Promise<void>;
}

/**
 * Makes a dispatcher of webhooks.
 *
 * @throws TempshareError for options that cannot work: an unknown one, a `secret` that is none, a `tolerance` that is
 *   not in seconds, from 0 to 86,400, a `seen` that is not like a Set. A secret that is missing fails with each webhook: a program may be built without it.
 *
 * @example
 * const webhooks = createWebhookHandler({ secret, seen: new Set() })
 *   .on('secret.consumed', async (event) => notify(event.data.object.secretId))
 *   .onUnknown((event) => console.log(event.type));
 * await webhooks.handle(await request.arrayBuffer(), request.headers);
 */
export function createWebhookHandler(options: WebhookHandlerOptions = {}): WebhookHandler {
  checkOptions(options, 'seen');
  const { seen, ...verification } = options;
  const { secret } = verification;
  if (secret !== undefined) secretsOf({ secret });
  must(
    !seen || (typeof seen.has === 'function' && typeof seen.add === 'function'),
    'seen must have has(id) and add(id), as a Set has',
  );
  const acts = new Map<unknown, (event: never) => unknown>();
  const running = new Map<string, Promise<void>>();

  const set = (types: readonly unknown[], act: (event: never) => unknown): WebhookHandler => {
    must(typeof act === 'function', 'a handler must be a function');
    must(!types.some((type) => acts.has(type)), 'a second handler for one event: let the first call both');
    for (const type of types) acts.set(type, act);
    return handler;
  };
  const once = async (id: string, act: () => unknown): Promise<void> => {
    if (await seen?.has(id)) return;
    await act();
    await seen?.add(id);
  };
  const handler: WebhookHandler = {
    on: (types, act) => set(knownTypes(types), act),
    onUnknown: (act) => set([undefined], act),
    async handle(body, headers) {
      const event = await handler.unwrap(body, headers);
      await handler.dispatch(event);
      return event;
    },
    unwrap: (body, headers) => unwrapWebhook(body, headers, verification),
    async dispatch(event) {
      const { id, type } = event;
      const act = acts.get(type) ?? acts.get(undefined);
      if (!act) return;
      if (!seen) return void (await act(event as never));
      let run = running.get(id);
      if (!run) {
        run = once(id, () => act(event as never)).finally(() => running.delete(id));
        running.set(id, run);
      }
      await run;
    },
  };
  return handler;
}

const TYPES: readonly WebhookEventType[] = eventTypes;

function knownTypes(types: WebhookEventType | readonly WebhookEventType[]): WebhookEventType[] {
  const known = [types].flat();
  must(
    known.length > 0 && known.every((type) => TYPES.includes(type)),
    `on() takes the events ${TYPES.join(', ')}; those of other kinds go to onUnknown()`,
  );
  return known;
}
