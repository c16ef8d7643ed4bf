import { webhookRules, type EventType, type WebhookBody } from '@tempshare/contract';

/** SQL expression over the event's row `e`, whose JSON value is a `Value`. */
export type JsonSql<Value> = string & { readonly [VALUE]: Value };
declare const VALUE: unique symbol;

/** Declares the type of an expression, which cannot be inferred. */
export const json = <Value = unknown>(expression: string): JsonSql<NoInfer<Value>> =>
  expression as JsonSql<NoInfer<Value>>;

export const text = <const Value extends string>(value: Value): JsonSql<Value> => json<Value>(`'${value}'`);

export const instant = (expression: string): JsonSql<string> => json<string>(`iso_ms(${expression})`);

export const nullableInstant = (expression: string): JsonSql<string | null> =>
  json<string | null>(`iso_ms(${expression})`);

export type EventObject<Type extends EventType> = WebhookBody<Type>['data']['object'];

/** Expressions for all fields of `data.object`, including optional ones. */
export type EventFields<Type extends EventType> = {
  [Field in keyof EventObject<Type>]-?: JsonSql<EventObject<Type>[Field]>;
};

/** Source of an event in the statement that changes the state. */
export interface EventSource {
  as: string;
  /** Expression for the event's id; `e` is the row. */
  id: string;
  /** CTE with `account_id`, `api_key_id`, `livemode` and the columns of the fields. */
  from: string;
  where?: string;
  /** Expression for the time of the event. Default: the start of the transaction. */
  at?: string;
  /** CTEs of events to deliver. Empty if another event of the statement toDeliver both. */
  toDeliver?: readonly string[];
}

export interface EventWriter<Type extends EventType> {
  (source: EventSource): string;
  readonly eventType: Type;
}

type Subject<Type extends string> = Type extends `${infer Name}.${string}` ? Name : never;

/** Subject of events: the part of the type before the dot. */
export type EventSubject = Subject<EventType>;

/** Writers for all event types of a subject, or functions that create them. */
export type EventsOf<Name extends EventSubject> = {
  [Type in EventType as Type extends `${Name}.${infer Verb}` ? Verb : never]:
    EventWriter<Type> | ((...varying: never[]) => EventWriter<Type>);
};

interface EventOptions {
  /** SQL condition on `e` of rows that have events. */
  about?: string;
  /** Receiving endpoints: those of the API key, or all of the account except the subject itself. */
  to?: 'key' | 'account';
}

/** Creates the writer of an event type: CTEs that insert events and their deliveries in the changing statement. */
export function defineEvent<Type extends EventType>(
  eventType: Type,
  fields: NoInfer<EventFields<Type>>,
  { about, to = 'key' }: EventOptions = {},
): EventWriter<Type> {
  const object = Object.entries<string>(fields).map(([name, expression]) => `'${name}', ${expression}`);
  const write = ({ as, id, from, where, at = 'now()', toDeliver = [as] }: EventSource): string => {
    const conditions = [about, where].filter((each) => each !== undefined);
    const events = `
  ${as} AS (
    INSERT INTO events (id, item_id, type, account_id, api_key_id, livemode, object, created_at)
    SELECT ${id}, e.id, '${eventType}', e.account_id, e.api_key_id, e.livemode, jsonb_build_object(${object.join(', ')}),
      date_trunc('milliseconds', ${at})
    FROM ${from} e WHERE ${conditions.join(' AND ') || 'true'}
    RETURNING id, item_id, type, account_id, api_key_id, livemode, created_at
  )`;
    return toDeliver.length === 0
      ? events
      : `${events}, ${as}_deliveries AS (${deliveriesOf(toDeliver, to, SENT_BY_NAME.includes(eventType))})`;
  };
  return Object.assign(write, { eventType });
}

/** Types that an endpoint receives only if it lists them. */
const SENT_BY_NAME: readonly EventType[] = webhookRules.sentByName;

const AUDIENCE = {
  key: 'w.api_key_id = e.api_key_id',
  account: 'w.account_id = e.account_id AND w.livemode = e.livemode AND w.id <> e.item_id',
};

const deliveriesOf = (events: readonly string[], to: keyof typeof AUDIENCE, byName: boolean): string => `
    INSERT INTO webhook_deliveries (endpoint_id, event_id, item_id, event_type, next_attempt_at, created_at)
    SELECT w.id, e.id, e.item_id, e.type, now(), e.created_at
    FROM (${events.map((each) => `SELECT * FROM ${each}`).join(' UNION ALL ')}) e
    JOIN webhook_endpoints w ON ${AUDIENCE[to]}
    WHERE w.enabled AND NOT w.skips AND (${byName ? '' : 'w.events IS NULL OR '}e.type = ANY (w.events))`;
