import { webhookRules, type EventType, type WebhookBody } from '@tempshare/contract';

/** An SQL expression over `e`, the row that an event is about, whose value as JSON is a `Value`. */
export type JsonSql<Value> = string & { readonly [VALUE]: Value };
declare const VALUE: unique symbol;

/** States what an expression yields, which has to be said: nothing is inferred from where it goes. */
export const json = <Value = unknown>(expression: string): JsonSql<NoInfer<Value>> =>
  expression as JsonSql<NoInfer<Value>>;

/** A constant text. */
export const text = <const Value extends string>(value: Value): JsonSql<Value> => json<Value>(`'${value}'`);

/** A time, as the contract writes it. */
export const instant = (expression: string): JsonSql<string> => json<string>(`iso_ms(${expression})`);

/** A time, or null. */
export const nullableInstant = (expression: string): JsonSql<string | null> =>
  json<string | null>(`iso_ms(${expression})`);

/** The `data.object` of an event. */
export type EventObject<Type extends EventType> = WebhookBody<Type>['data']['object'];

/** An expression for each field of an event's `data.object`, those that the contract leaves optional among them. */
export type EventFields<Type extends EventType> = {
  [Field in keyof EventObject<Type>]-?: JsonSql<EventObject<Type>[Field]>;
};

/** Where an event comes from in the statement that changes the state. */
export interface EventSource {
  /** What the CTEs are called. */
  as: string;
  /** An expression for the event's id; `e` is the row. */
  id: string;
  /** A CTE with `account_id`, `api_key_id`, `livemode` and what the fields read. */
  from: string;
  where?: string;
  /** An expression for its time, unless that is when the transaction began. */
  at?: string;
  /** The CTEs of events that are delivered here; none when another event of the statement delivers both. */
  delivers?: readonly string[];
}

/** Writes the CTEs of one type of event. */
export interface EventWriter<Type extends EventType> {
  (source: EventSource): string;
  readonly eventType: Type;
}

type Subject<Type extends string> = Type extends `${infer Name}.${string}` ? Name : never;

/** What events can be about: the part of their types before the dot. */
export type EventSubject = Subject<EventType>;

/** A writer for each type of event of a subject; those whose fields vary are made from what varies. */
export type EventsOf<Name extends EventSubject> = {
  [Type in EventType as Type extends `${Name}.${infer Verb}` ? Verb : never]:
    EventWriter<Type> | ((...varying: never[]) => EventWriter<Type>);
};

interface EventOptions {
  /** SQL condition on `e`: the rows that have events at all. */
  about?: string;
  /** The endpoints that an event goes to: those of the API key, or all of the account but the one that it is about. */
  to?: 'key' | 'account';
}

/**
 * Makes the writer of an event.
 *
 * The CTEs write an event for each row of a source, and its delivery to each webhook
 * endpoint that asks for it. They stand in the statement that changes the state: the event, its deliveries and the
 * change commit together or not at all.
 */
export function defineEvent<Type extends EventType>(
  eventType: Type,
  fields: NoInfer<EventFields<Type>>,
  { about, to = 'key' }: EventOptions = {},
): EventWriter<Type> {
  const object = Object.entries<string>(fields).map(([name, expression]) => `'${name}', ${expression}`);
  const write = ({ as, id, from, where, at = 'now()', delivers = [as] }: EventSource): string => {
    const conditions = [about, where].filter((each) => each !== undefined);
    const events = `
  ${as} AS (
    INSERT INTO events (id, item_id, type, account_id, api_key_id, livemode, object, created_at)
    SELECT ${id}, e.id, '${eventType}', e.account_id, e.api_key_id, e.livemode, jsonb_build_object(${object.join(', ')}),
      date_trunc('milliseconds', ${at})
    FROM ${from} e WHERE ${conditions.join(' AND ') || 'true'}
    RETURNING id, item_id, type, account_id, api_key_id, livemode, created_at
  )`;
    return delivers.length === 0
      ? events
      : `${events}, ${as}_deliveries AS (${deliveriesOf(delivers, to, SENT_BY_NAME.includes(eventType))})`;
  };
  return Object.assign(write, { eventType });
}

/** Types that an endpoint gets only if it names them. */
const SENT_BY_NAME: readonly EventType[] = webhookRules.sentByName;

const AUDIENCE = {
  key: 'w.api_key_id = e.api_key_id',
  account: 'w.account_id = e.account_id AND w.livemode = e.livemode AND w.id <> e.item_id',
};

/** Delivers the events of some CTEs. */
const deliveriesOf = (events: readonly string[], to: keyof typeof AUDIENCE, byName: boolean): string => `
    INSERT INTO webhook_deliveries (endpoint_id, event_id, item_id, event_type, next_attempt_at, created_at)
    SELECT w.id, e.id, e.item_id, e.type, now(), e.created_at
    FROM (${events.map((each) => `SELECT * FROM ${each}`).join(' UNION ALL ')}) e
    JOIN webhook_endpoints w ON ${AUDIENCE[to]}
    WHERE w.enabled AND NOT w.skips AND (${byName ? '' : 'w.events IS NULL OR '}e.type = ANY (w.events))`;
