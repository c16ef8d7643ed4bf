import type { Mutant } from './mutant.ts';

const STORE = 'server/src/sessions/store.ts';

const SESSIONS = ['/sessions.'];

/** Sessions of those who were let in once. */
export const mutants: Mutant[] = [
  {
    name: 'sessions of one address have no limit together',
    file: 'server/src/http/pipeline/authenticate.ts',
    from: 'if (found) return ofNetwork?.admitted === false ? { admission: ofNetwork } : found;',
    to: 'if (found) return found;',
    tests: ['limits/sessions.'],
  },
  {
    name: 'a session goes on after the PIN was changed',
    file: 'server/src/domain/session.ts',
    from: 'proof.equals(required);',
    to: 'proof.length === required.length;',
    tests: SESSIONS,
  },
  {
    name: 'a session goes on after its time',
    file: STORE,
    from: 'AND token_hash = a.token_hash AND expires_at > now() LIMIT 1',
    to: 'AND token_hash = a.token_hash LIMIT 1',
    tests: [...SESSIONS, 'expiry-races'],
  },
  {
    name: 'a session of one item is good for all',
    file: STORE,
    from: 'WHERE item_id = a.item_id AND token_hash = a.token_hash',
    to: 'WHERE a.item_id IS NOT NULL AND token_hash = a.token_hash',
    tests: SESSIONS,
  },
  {
    name: 'a session outlives its item',
    file: 'server/src/sessions/session.ts',
    from: 'until?.getTime() ?? Infinity)',
    to: 'Infinity)',
    tests: SESSIONS,
  },
  {
    name: 'an item has one session more than it may',
    file: STORE,
    from: 'generate_series(1, $5::int) AS n',
    to: 'generate_series(1, $5::int + 1) AS n',
    tests: SESSIONS,
  },
  {
    name: 'guesses at session tokens have no limit',
    file: 'server/src/http/pipeline/authenticate.ts',
    from: 'requireAdmitted(await anonymous.admit(address));',
    to: 'await anonymous.admit(address);',
    tests: ['/sessions.', '/rate-limit.'],
  },
];
