/**
 * `node test/bench/items.ts [--items 100000] [--few 10] [--keys 1,50] [--calls 50] [--json PATH]`: how long the panel's
 * list of items takes with many items beside with few, for each filter and search. The items belong to one person, who is
 * a member or an administrator of the account. Calls alternate, and figures are medians.
 */
import { parseArgs } from 'node:util';
import { allScopes } from '@tempshare/contract';
import type { AccountSchema } from '@tempshare/contract/account';
import pg from 'pg';
import { createApiKey } from '../../server/src/features/accounts/api-key.ts';
import { openDatabase } from '../../server/src/storage/postgres/database.ts';
import { join, newAccount, type Person } from '../support/panel/person.ts';
import { fillItems, type KnownItem } from './item-rows.ts';
import { save, type Measurement } from './measurements.ts';
import { startContestants } from './servers.ts';
import { median } from './statistics.ts';

const { values: options } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    few: { type: 'string', default: '10' },
    keys: { type: 'string', default: '1,50' },
    calls: { type: 'string', default: '50' },
    json: { type: 'string' },
  },
});
const [many, few, calls] = [options.items, options.few, options.calls].map(Number) as [
  number,
  number,
  number,
];
const ROLES = ['member', 'owner'] as const;
const WARM_CALLS = 12;
/** Largest ratio to the list of few items, and the milliseconds up to which no ratio counts. */
const MOST = { ratio: 1.5, ms: 2 };
const KINDS = ['text', 'url', 'file', 'debug', 'secret', 'request', 'room', 'drop'];
const STATES = ['waiting', 'opened', 'expired_unread', 'deleted'];

/** A person with items. */
interface Owner {
  person: Person;
  known: KnownItem;
  next: string;
}

/** Queries of the list. */
const QUERIES: Record<string, (owner: Owner) => string> = {
  all: () => '',
  'next page': ({ next }) => `?cursor=${next}`,
  ...Object.fromEntries(KINDS.map((kind) => [kind, () => `?kind=${kind}`])),
  ...Object.fromEntries(STATES.map((state) => [state, () => `?state=${state}`])),
  'text, expired unread': () => '?kind=text&state=expired_unread',
  'room, waiting': () => '?kind=room&state=waiting',
  'search by id': ({ known }) => `?search=${known.id}`,
  'by short code': ({ known }) => `?search=${known.shortCode}`,
  'by beginning of code': ({ known }) => `?search=${known.shortCode.slice(0, 4)}`,
  'by label of one': () => '?search=Zebra',
  'by label of none': () => '?search=Walrus',
  'by label of 300': () => '?search=Order',
  'by label of the oldest': () => '?search=Archive',
  'by label of most': () => '?search=Invoice',
};

const servers = await startContestants([], {
  RATE_LIMIT_SESSION: '1000000',
  RATE_LIMIT_ADDRESS_SESSIONS: '1000000',
});
const client = new pg.Client(servers.postgres.connection);
const database = openDatabase({ connection: servers.postgres.connection, poolSize: 1 });
const measurements: Measurement[] = [];
try {
  await client.connect();
  for (const keys of options.keys.split(',').map(Number)) {
    const owners = [await makeOwner(keys, few), await makeOwner(keys, many)] as const;
    for (const role of ROLES) {
      for (const { person } of owners)
        await client.query('UPDATE users SET role = $1 WHERE email = $2', [role, person.email]);
      for (const [name, queryOf] of Object.entries(QUERIES))
        await compare(`${name}, ${role}, ${keys} keys`, owners, queryOf);
    }
  }
} finally {
  await Promise.all([client.end(), database.close()]);
  await servers.stop();
}
save(measurements);

/** A person with items of their own keys, in an account of their own. */
async function makeOwner(keys: number, count: number): Promise<Owner> {
  const place = {
    url: servers.service.url,
    database: { query: async (sql: string, values?: unknown[]) => (await client.query(sql, values)).rows },
  } as unknown as Parameters<typeof join>[0];
  const accountId = await newAccount(place);
  const person = await join(place, 'owner', accountId);
  const userId = (await person.session()).user.id;
  const keyIds: string[] = [];
  for (let i = 0; i < keys; i++) {
    const key = { accountId, userId, name: `bench ${i}`, environment: 'test', scopes: allScopes } as const;
    keyIds.push((await createApiKey(database, key)).row.id);
  }
  const known = await fillItems(client, servers.encryptionKeys, { accountId, keyIds }, count);
  const owner = { person, known, next: '' };
  const { nextCursor } = await list(owner, '?limit=5');
  return { ...owner, next: `${encodeURIComponent(nextCursor!)}&limit=5` };
}

async function list({ person }: Owner, query: string): Promise<AccountSchema<'ItemList'>> {
  const { status, text, body } = await person.call('listItems', { query });
  if (status !== 200) throw new Error(`The list answered ${status} ${text}`);
  return body as AccountSchema<'ItemList'>;
}

async function compare(
  name: string,
  owners: readonly [Owner, Owner],
  queryOf: (owner: Owner) => string,
): Promise<void> {
  const times: [number[], number[]] = [[], []];
  const found = [0, 0];
  for (let call = -WARM_CALLS; call < calls; call++) {
    for (const at of [0, 1] as const) {
      const began = performance.now();
      const { items } = await list(owners[at], queryOf(owners[at]));
      if (call >= 0) times[at].push(performance.now() - began);
      found[at] = items.length;
    }
  }
  const [before, value] = times.map(median) as [number, number];
  const ratio = value / before;
  measurements.push({
    name,
    value,
    unit: 'ms',
    ratio,
    beside: `${few} items`,
    ...(value > MOST.ms && { goal: { atMost: MOST.ratio } }),
  });
  console.log(
    `${name.padEnd(44)} ${before.toFixed(2).padStart(7)} ${value.toFixed(2).padStart(7)} ms  ${ratio.toFixed(2).padStart(5)}  (${found.join(', ')} rows)`,
  );
}
