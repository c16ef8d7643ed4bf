import type { Mutant } from './mutant.ts';

const CLAIM = 'server/src/http/idempotency/claim.ts';
const REPLAY = 'server/src/http/idempotency/replay.ts';
const CARRY_OUT = 'server/src/http/idempotency/carry-out.ts';
const RESPOND = 'server/src/http/pipeline/respond.ts';

const CLAIMS = ['/idempotency.', 'lost-response'];
const SENDINGS = ['scenarios/sending-again.', 'scenarios/senders.'];

/** Claim, replay and end of an `Idempotency-Key`. */
export const mutants: Mutant[] = [
  {
    name: 'a key is replayed to another payload',
    file: REPLAY,
    from: 'timingSafeEqual(row.fingerprint, fingerprint)',
    to: 'row.fingerprint.length === fingerprint.length',
    tests: CLAIMS,
  },
  {
    name: 'a key in progress is answered by an internal error',
    file: CLAIM,
    from: 'if (!isLockTimeout(error) || isQuotaLock(error)) return error;',
    to: 'if (error) return error;',
    tests: CLAIMS,
  },
  {
    name: 'a key of one operation is replayed to another',
    file: CLAIM,
    from: 'sha256(`${operation}\\n${use.idempotencyKey}`)',
    to: 'sha256(`${use.idempotencyKey}`)',
    tests: CLAIMS,
  },
  {
    name: 'a key is replayed after its 24 hours',
    file: REPLAY,
    from: 'AND slot = $2 AND created_at > now() - ${interval(lifetimes.idempotencyKey)}`;',
    to: 'AND slot = $2`;',
    tests: [...CLAIMS, '/sweep.', 'clean-up'],
  },
  {
    name: 'a change commits without the response that a key repeats',
    file: CARRY_OUT,
    from: 'await trx.commit(storeResponse(claim, carrying.value));',
    to: 'await trx.commit();',
    tests: [...CLAIMS, ...SENDINGS, '/transactions.'],
  },
  {
    name: 'a repetition is refused where there is no room any more',
    file: CARRY_OUT,
    from: 'error instanceof ServiceProblem ? await findStoredResponse(database, claim) : undefined;',
    to: 'error instanceof RangeError ? await findStoredResponse(database, claim) : undefined;',
    tests: [...CLAIMS, '/webhook-endpoints.'],
  },
  {
    name: 'a replay does not say that it is one',
    file: RESPOND,
    from: `if (replayed) response.set('Idempotency-Replayed', 'true');`,
    to: '',
    tests: CLAIMS,
  },
  {
    name: 'a sender who sends again with a new PIN is refused',
    file: RESPOND,
    from: 'JSON.stringify({ ...(body as object), pin: undefined })',
    to: 'JSON.stringify({ ...(body as object) })',
    tests: SENDINGS,
  },
];
