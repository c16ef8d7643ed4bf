import type { Mutant } from './mutant.ts';

const SECRETS = 'server/src/features/secrets/store.ts';
const TRANSFERS = 'server/src/features/transfers/store.ts';

const BURN = ['/burn.', 'scenarios/secrets.'];
const VIEWS = ['/burn.', 'scenarios/transfers.', 'scenarios/opening.'];
const READINGS = ['reader-keys', 'scenarios/readings.'];

/** Secrets that are read once, views that are counted, and readings that are kept. */
export const mutants: Mutant[] = [
  {
    name: 'a secret is revealed after its time',
    file: SECRETS,
    from: `AND s.state = 'waiting' AND (s.expires_at IS NULL OR s.expires_at > now())`,
    to: `AND s.state = 'waiting'`,
    tests: ['not-found', 'scenarios/secrets.', 'expiry-races'],
  },
  {
    name: 'two readers at once get the same secret',
    file: SECRETS,
    from: `AND s.state = 'waiting' AND (s.expires_at`,
    to: 'AND (s.expires_at',
    tests: BURN,
  },
  {
    name: 'a reveal does not wipe the content',
    file: SECRETS,
    from: "const FINAL = { content: 'content = NULL',",
    to: "const FINAL = { content: 'content = s.content',",
    tests: ['reader-keys', '/capacity.', ...BURN],
  },
  {
    name: 'a reveal without the password burns the secret',
    file: SECRETS,
    from: 'const UNPROTECTED = `old.password_salt IS NULL AND old.access_proof_hash IS NULL',
    to: 'const UNPROTECTED = `old.access_proof_hash IS NULL',
    tests: [...BURN, '/attempts.'],
  },
  {
    name: 'a sealed secret is revealed without its access proof',
    file: SECRETS,
    from: 'const UNPROTECTED = `old.password_salt IS NULL AND old.access_proof_hash IS NULL',
    to: 'const UNPROTECTED = `old.password_salt IS NULL',
    tests: [...BURN, '/e2e.'],
  },
  {
    name: 'a secret is burnt for a reader who is gone',
    file: SECRETS,
    from: '<BurntSecret>(sql, params, { signal, lockKey: id })',
    to: '<BurntSecret>(sql, params, { lockKey: id })',
    tests: ['early-leavers', '/burn.'],
  },
  {
    name: 'the last view of a transfer leaves its content',
    file: TRANSFERS,
    from: "content = CASE WHEN NOT ${IS_LAST} OR ${isBeingRead('t')} THEN t.content END",
    to: 'content = t.content',
    tests: ['reader-keys', '/capacity.', ...VIEWS],
  },
  {
    name: 'a content goes while its reader may repeat the reading',
    file: TRANSFERS,
    from: "NOT ${IS_LAST} OR ${isBeingRead('t')} THEN",
    to: 'NOT ${IS_LAST} THEN',
    tests: READINGS,
  },
  {
    name: 'openings of a file are not counted while they are downloaded',
    file: TRANSFERS,
    from: `unfinished = t.unfinished + (t.type = 'file')::int`,
    to: 'unfinished = t.unfinished',
    tests: ['/files.'],
  },
  {
    name: 'any Idempotency-Key repeats the reading of somebody else',
    file: 'server/src/readings/reader.ts',
    from: "hkdfSync('sha256', key, `tempshare/1",
    to: "hkdfSync('sha256', id, `tempshare/1",
    tests: READINGS,
  },
  {
    name: 'a reading is repeated for twice as long as was said',
    file: 'server/src/readings/reading-store.ts',
    from: `::integer * interval '1 second'`,
    to: `::integer * interval '2 seconds'`,
    tests: READINGS,
  },
];
