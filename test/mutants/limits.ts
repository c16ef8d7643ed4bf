import type { Mutant } from './mutant.ts';

const AUTHENTICATE = 'server/src/http/pipeline/authenticate.ts';
const RATE_LIMIT = 'server/src/limits/rate-limit.ts';
const ATTEMPT_STORE = 'server/src/limits/attempt-store.ts';

const RATES = ['/rate-limit.', '/flood.', 'scenarios/limits.'];
const ATTEMPTS = ['/attempts.', 'attempt-odds', 'scenarios/limits.'];

/** Requests by key and by address, and tries at passwords. */
export const mutants: Mutant[] = [
  {
    name: 'one request more than the limit is let in',
    file: RATE_LIMIT,
    from: '$1::int - live_used',
    to: '$1::int + 1 - live_used',
    tests: RATES,
  },
  {
    name: 'requests are forgotten after half of the window',
    file: RATE_LIMIT,
    from: 'width_bucket(now - ${WINDOW_MS}, r.at)',
    to: 'width_bucket(now - ${WINDOW_MS / 2}, r.at)',
    tests: RATES,
  },
  {
    name: 'Retry-After ends before the window does',
    file: AUTHENTICATE,
    from: 'Math.ceil(admission.resetMs / 1000)',
    to: 'Math.floor(admission.resetMs / 1000)',
    tests: RATES,
  },
  {
    name: 'guesses at API keys have no limit',
    file: AUTHENTICATE,
    from: '  requireAdmitted(await deps.anonymous.admit(address));',
    to: '  await deps.anonymous.admit(address);',
    tests: [...RATES, 'scenarios/keys.'],
  },
  {
    name: 'one address of IPv6 has a limit for each host of its network',
    file: 'server/src/http/connection/client-address.ts',
    from: '.parts.slice(0, 4)',
    to: '.parts.slice(0, 8)',
    tests: ['client-address', 'behind-one-address'],
  },
  {
    name: 'a network has one try more at a password',
    file: ATTEMPT_STORE,
    from: 'WHERE cardinality(${LIVE}) < ${ALLOWED}',
    to: 'WHERE cardinality(${LIVE}) <= ${ALLOWED}',
    tests: ATTEMPTS,
  },
  {
    name: 'all networks together have ten times as many tries',
    file: ATTEMPT_STORE,
    from: 'seconds: 150',
    to: 'seconds: 15',
    tests: ATTEMPTS,
  },
  {
    name: 'a right password counts as a wrong one',
    file: 'server/src/limits/attempts.ts',
    from: `if (right || !isWrong(outcome.reason))`,
    to: `if (!right && !isWrong(outcome.reason))`,
    tests: ATTEMPTS,
  },
  {
    name: 'a network that was right before waits for strangers who guess',
    file: ATTEMPT_STORE,
    from: 'AND held.address = ($2::text[])[1])',
    to: 'AND held.address = ($2::text[])[2])',
    tests: ATTEMPTS,
  },
  {
    name: 'guesses of an IPv6 /48 are those of as many networks as it has',
    file: 'server/src/limits/networks.ts',
    from: 'return [network, `',
    to: 'return [network]; [`',
    tests: ATTEMPTS,
  },
  {
    name: 'a wrong password is not counted',
    file: 'server/src/limits/attempts.ts',
    from: "'invalid_password',",
    to: "'none',",
    tests: ATTEMPTS,
  },
];
