import type { Mutant } from './mutant.ts';

const SEND = 'server/src/features/webhooks/sender/send.ts';
const QUEUE = 'server/src/features/webhooks/sender/queue-store.ts';
const OUTCOME = 'server/src/features/webhooks/sender/outcome-store.ts';

const SCHEDULE = ['server/test/webhook-schedule', '/webhooks.'];
const SENDER = ['server/test/webhook-send', 'webhook-worker', '/webhooks.'];
const WORKER = ['webhook-worker', '/webhooks.'];

/** Webhooks on their way: the outbox, attempts, and what comes of them. */
export const mutants: Mutant[] = [
  {
    name: 'the first gap between attempts is left out',
    file: 'server/src/features/webhooks/sender/schedule.ts',
    from: 'const gap = gaps[step];',
    to: 'const gap = gaps[step + 1];',
    tests: ['server/test/webhook-schedule', '/webhooks.'],
  },
  {
    name: 'a receiver may ask for less than the schedule has',
    file: 'server/src/features/webhooks/sender/schedule.ts',
    from: 'return Math.max(spread(gap, random), requested);',
    to: 'return requested || spread(gap, random);',
    tests: SCHEDULE,
  },
  {
    name: 'Retry-After of a receiver is not heard',
    file: 'server/src/features/webhooks/sender/deliver.ts',
    from: 'retryDelay(gaps, { step, retryAfterMs })',
    to: 'retryDelay(gaps, { step, retryAfterMs: null })',
    tests: [...SCHEDULE, 'webhook-worker'],
  },
  {
    name: 'an endpoint that answers 404 is disabled',
    file: SEND,
    from: 'gone: status === 410 }',
    to: 'gone: status === 410 || status === 404 }',
    tests: SENDER,
  },
  {
    name: 'a redirect counts as delivered',
    file: SEND,
    from: 'const ok = status >= 200 && status < 300;',
    to: 'const ok = status >= 200 && status < 400;',
    tests: SENDER,
  },
  {
    name: 'events of a revoked key are sent',
    file: QUEUE,
    from: 'WHERE k.id = e.api_key_id AND k.revoked_at IS NULL',
    to: 'WHERE k.id = e.api_key_id',
    tests: WORKER,
  },
  {
    name: 'two workers send the same delivery at once',
    file: QUEUE,
    from: ' AND (d.lease_until IS NULL OR d.lease_until <= now())`',
    to: '`',
    tests: WORKER,
  },
  {
    name: 'a worker that has lost its lease writes what came of it',
    file: OUTCOME,
    from: 'WHERE id = $1 AND item_id = $2 AND lease = $3 AND lease_until IS NOT NULL',
    to: 'WHERE id = $1 AND item_id = $2 AND $3::int IS NOT NULL AND lease_until IS NOT NULL',
    tests: WORKER,
  },
  {
    name: 'an endpoint is disabled as soon as it has failed ten times',
    file: OUTCOME,
    from: 'AND e.failing_since <= now() - ${interval(webhookRules.failing.seconds)} THEN',
    to: 'THEN',
    tests: WORKER,
  },
  {
    name: 'an endpoint gets events that it did not ask for',
    file: 'server/src/events/outbox.ts',
    from: "(${byName ? '' : 'w.events IS NULL OR '}e.type = ANY (w.events))`;",
    to: "(${byName ? '' : 'true OR '}e.type = ANY (w.events))`;",
    tests: ['/webhooks.', '/webhook-endpoints.'],
  },
  {
    name: 'an event goes to the endpoints of all keys',
    file: 'server/src/events/outbox.ts',
    from: "key: 'w.api_key_id = e.api_key_id'",
    to: "key: 'true'",
    tests: ['/webhooks.', '/webhook-endpoints.'],
  },
];
