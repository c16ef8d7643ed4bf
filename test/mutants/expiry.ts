import type { Mutant } from './mutant.ts';

const TRANSFERS = ['clean-up', 'expiry-races', 'not-found', 'scenarios/opening.'];

/** Expiry and the sweep. */
export const mutants: Mutant[] = [
  {
    name: 'the longest lifetime that an operator allows is refused',
    file: 'server/src/domain/lifetime.ts',
    from: 'const lifetime = lengthOf(expiration);',
    to: 'const lifetime = lengthOf(expiration) === longest ? longest + 1 : lengthOf(expiration);',
    tests: ['server/test/lifetime', 'scenarios/secrets.', '/requests.'],
  },
  {
    name: 'the content of an expired secret stays',
    file: 'server/src/features/secrets/sweep-store.ts',
    from: "SET state = 'expired', content = NULL, wrapped_key",
    to: "SET state = 'expired', wrapped_key",
    tests: ['clean-up'],
  },
  {
    name: 'an expired transfer is reported as consumed',
    file: 'server/src/features/transfers/sweep-store.ts',
    from: "transferEvents.deleted('expired')",
    to: "transferEvents.deleted('consumed')",
    tests: TRANSFERS,
  },
  {
    name: 'a transfer is opened after its time',
    file: 'server/src/features/transfers/store.ts',
    from: "`${row}.state = 'active' AND (${row}.expires_at IS NULL OR ${row}.expires_at > now())",
    to: "`${row}.state = 'active'",
    tests: TRANSFERS,
  },
  {
    name: 'an item is extended whose end has passed while its row was held',
    file: 'server/src/storage/item-change.ts',
    from: "${living('clock_timestamp()')}",
    to: "${living('now()')}",
    tests: ['expiry/changing'],
  },
  {
    name: 'a room that is being extended loses its messages',
    file: 'server/src/features/rooms/sweep-store.ts',
    from: ' FOR NO KEY UPDATE OF r SKIP LOCKED',
    to: '',
    tests: ['expiry/changing'],
  },
  {
    name: 'an endpoint for all events is sent those that are only for endpoints that name them',
    file: 'server/src/events/outbox.ts',
    from: "${byName ? '' : 'w.events IS NULL OR '}",
    to: 'w.events IS NULL OR ',
    tests: ['scenarios/updating.'],
  },
  {
    name: 'the page of an expired transfer still shows what it is',
    file: 'server/src/features/transfers/store.ts',
    from: "export const LIVING = `state = 'active' AND (expires_at IS NULL OR expires_at > now())`;",
    to: "export const LIVING = `state = 'active'`;",
    tests: TRANSFERS,
  },
  {
    name: 'the files of a request that was closed early are gone too soon',
    file: 'server/src/features/requests/store.ts',
    from: 'ELSE greatest(expires_at, closed_at',
    to: 'ELSE least(expires_at, closed_at',
    tests: ['/requests.', 'clean-up'],
  },
  {
    name: 'the sweep takes bytes whose upload is under way',
    file: 'server/src/features/files/blob-store.ts',
    from: 'WHERE doomed_at <= now() AND storage = $1',
    to: 'WHERE doomed_at IS NOT NULL AND storage = $1',
    tests: ['files-broken-off', '/blobs.', 'uploads-under-kills'],
  },
  {
    name: 'a step of the sweep that fails keeps the next ones from being done',
    file: 'server/src/jobs/jobs.ts',
    from: 'await step().catch((error: unknown) => {',
    to: 'await step().catch((error: unknown) => { throw error;',
    tests: ['/jobs.'],
  },
  {
    name: 'the sweep ends after its first batch',
    file: 'server/src/jobs/batches.ts',
    from: 'if (taken < size) return total;',
    to: 'if (taken <= size) return total;',
    tests: ['server/test/batches', 'clean-up', '/sweep.'],
  },
];
