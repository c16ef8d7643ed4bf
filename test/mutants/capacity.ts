import type { Mutant } from './mutant.ts';

const CAPACITY = 'server/src/storage/capacity.ts';
const QUOTAS = ['/capacity.'];

/** How much may be stored. */
export const mutants: Mutant[] = [
  {
    name: 'announced files are charged to the key before anything is sent',
    file: 'server/src/features/files/upload.ts',
    from: `params.chargedFrom === 'arrival' ? params.reserved : 0`,
    to: `params.chargedFrom === 'arrival' ? 0 : 0`,
    tests: ['/announcements.', 'scenarios/capacity.'],
  },
  {
    name: 'an upload for which there is no room is refused only after its bytes',
    file: 'server/src/features/files/upload.ts',
    from: 'const uncharged = file.isCharged ?',
    to: 'const uncharged = !file.isCharged ?',
    tests: ['/announcements.'],
  },
  {
    name: 'several files at once may be more than a container takes',
    file: CAPACITY,
    from: 'if (used.items + additions.length > most.items) {',
    to: 'if (used.items + 1 > most.items) {',
    tests: ['/capacity.', 'scenarios/several-files.', '/requests.'],
  },
  {
    name: 'a file of unknown size may take more than is left',
    file: CAPACITY,
    from: 'if (sum(reserved) <= remaining) return reserved;',
    to: 'if (knownBytes <= remaining) return reserved;',
    tests: [...QUOTAS, 'scenarios/several-files.', 'files-hoarded'],
  },
  {
    name: 'a file may have twice as many bytes as were kept free',
    file: 'server/src/features/files/upload.ts',
    from: 'if (size > reserved) throw beyondReserved(reserved);',
    to: 'if (size > 2 * reserved) throw beyondReserved(reserved);',
    tests: QUOTAS,
  },
  {
    name: 'the last message of an inbox may be of any size',
    file: 'server/src/features/drops/item-store.ts',
    from: 'held_bytes + $5 <= $8',
    to: 'held_bytes <= $8',
    tests: [...QUOTAS, '/drops.'],
  },
  {
    name: 'all keys together have the quota of one',
    file: CAPACITY,
    from: `'tempshare.max_bytes_total': String(totalBytes ?? ''),`,
    to: `'tempshare.max_bytes_total': String(keyBytes ?? ''),`,
    tests: QUOTAS,
  },
  {
    name: 'a key that is full gets an internal error',
    file: CAPACITY,
    from: `case 'TS409':`,
    to: `case 'TS408':`,
    tests: QUOTAS,
  },
  {
    name: 'uploads under way do not count against the disk',
    file: 'server/src/storage/disk/disk-floor.ts',
    from: 'return this.#above - this.#written + this.#reusable - this.#held;',
    to: 'return this.#above - this.#written + this.#reusable;',
    tests: ['disk-floor'],
  },
  {
    name: 'a key has one webhook endpoint more',
    file: 'server/src/features/webhooks/endpoints/endpoint.ts',
    from: '(await store.countLocked(trx, endpoint.keyId)) >= limits.webhookEndpoints',
    to: '(await store.countLocked(trx, endpoint.keyId)) > limits.webhookEndpoints',
    tests: ['/webhook-endpoints.', 'scenarios/limits.', '/webhooks.'],
  },
];
