import type { Mutant } from './mutant.ts';

const ACCOUNTS = 'server/src/features/accounts/store.ts';

const KEYS = ['scenarios/keys.', '/takedown.'];

/** Scopes and the life of keys, and what belongs to another key. */
export const mutants: Mutant[] = [
  {
    name: 'reading needs no scope',
    file: 'server/src/http/pipeline/authenticate.ts',
    from: 'if (caller) requireScope(',
    to: `if (caller && operation.method !== 'GET') requireScope(`,
    tests: KEYS,
  },
  {
    name: 'where one of two scopes will do, both are asked for',
    file: 'server/src/http/pipeline/authenticate.ts',
    from: 'operation.scopes.some((all) =>',
    to: 'operation.scopes.every((all) =>',
    tests: KEYS,
  },
  {
    name: 'a revoked key goes on calling',
    file: ACCOUNTS,
    from: "'k.revoked_at IS NULL AND (k.expires_at",
    to: "'(k.expires_at",
    tests: ['/takedown.', '/restart.'],
  },
  {
    name: 'a key goes on calling after its time',
    file: ACCOUNTS,
    from: 'AND (k.expires_at IS NULL OR k.expires_at > now())',
    to: '',
    tests: ['/takedown.'],
  },
  {
    name: 'a key reads the transfer of another key',
    file: 'server/src/features/transfers/store.ts',
    from: `FROM transfers WHERE \${column} = $1 AND api_key_id = $2 AND type`,
    to: `FROM transfers WHERE \${column} = $1 AND $2::text IS NOT NULL AND type`,
    tests: ['scenarios/transfers.', 'not-found'],
  },
  {
    name: 'a key revokes the secret of another key',
    file: 'server/src/features/secrets/store.ts',
    from: 'WHERE ${WAITING} AND api_key_id = $2',
    to: 'WHERE ${WAITING} AND $2::text IS NOT NULL',
    tests: ['scenarios/secrets.', '/burn.', 'not-found'],
  },
  {
    name: 'a key closes the request of another key',
    file: 'server/src/features/requests/store.ts',
    from: 'SELECT id FROM requests WHERE id = $1 AND api_key_id = $2',
    to: 'SELECT id FROM requests WHERE id = $1 AND $2::text IS NOT NULL',
    tests: ['/requests.', 'not-found'],
  },
  {
    name: 'a key fetches a file from the inbox of another key',
    file: 'server/src/features/drops/item-store.ts',
    from: 'd.api_key_id = $2',
    to: '$2::text IS NOT NULL',
    tests: ['/drops.', 'not-found'],
  },
  {
    name: 'a key reads and deletes the room of another key',
    file: 'server/src/features/rooms/store.ts',
    from: 'const VISIBLE_TO_OWNER = `id = $1 AND api_key_id = $2 AND',
    to: 'const VISIBLE_TO_OWNER = `id = $1 AND $2::text IS NOT NULL AND',
    tests: ['/rooms.', 'not-found'],
  },
  {
    name: "a page's token may do whatever its key may",
    file: ACCOUNTS,
    from: 'array_to_string(coalesce(s.scopes, k.scopes)',
    to: 'array_to_string(coalesce(k.scopes, s.scopes)',
    tests: ['/panel-keys.'],
  },
  {
    name: "a page's token is made for a key of another account",
    file: ACCOUNTS,
    from: '`${LISTED} WHERE k.account_id = $1 AND k.id = $2 AND NOT k.hidden`',
    to: '`${LISTED} WHERE $1::text IS NOT NULL AND k.id = $2 AND NOT k.hidden`',
    tests: ['/roles.'],
  },
  {
    name: 'a key reads the event of another key',
    file: 'server/src/features/webhooks/store.ts',
    from: 'WHERE id = $1 AND api_key_id = $2',
    to: 'WHERE id = $1 AND $2::text IS NOT NULL',
    tests: ['scenarios/events.', '/webhooks.', 'not-found'],
  },
  {
    name: 'a delivery to the endpoint of another key is sent again',
    file: 'server/src/features/webhooks/deliveries/store.ts',
    from: 'WHERE id = $1 AND endpoint_id = $2',
    to: 'WHERE id = $1 AND $2::text IS NOT NULL',
    tests: ['/not-found.', '/webhook-endpoints.'],
  },
];
