import pg from 'pg';

/** The connection broke under a change, so that nobody can tell whether it was carried out. */
export class OutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super(
      'The connection to the database broke under a change, which may or may not have been carried out.',
      {
        cause,
      },
    );
    this.name = 'OutcomeUnknownError';
  }
}

/** A statement was not sent, because those before it got no response for long. */
export class NotSentError extends Error {
  constructor() {
    super('The database does not keep up: a statement waited too long before it could be sent.');
    this.name = 'NotSentError';
  }
}

/**
 * Whether the response to what was sent is lost: after any error that is not known to say otherwise. A refusal does:
 * PostgreSQL has then carried out nothing, also when it ends the connection with it. So does what was never sent.
 */
export function isLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    // A pooler in between tells of its own connections by class 08; a panic may come after the commit. Without a code it
    // is `pg` that speaks, of what it cannot read.
    return /^(08|40003|57P02|$)/.test(error.code ?? '') || error.severity === 'PANIC';
  }
  if (!(error instanceof Error) || error instanceof NotSentError) return false;
  // EPIPE: the end of what was to be sent did not go out, and nothing is carried out before its end.
  return (error as { code?: string }).code !== 'EPIPE' && !UNSENT.test(error.message);
}

/** What `pg` says when it sends nothing more over a connection. */
const UNSENT = /is not queryable|Client was closed/;

/** Whether an error is the last that comes over its connection, whether its end has been noticed yet or not. */
export const isLast = (error: unknown): boolean =>
  isLost(error) ||
  (error instanceof pg.DatabaseError &&
    (error.severity === 'FATAL' || error.code?.startsWith('57P') === true));

/** What `pg` says when no response came in time. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * Whether an error says that the database takes no changes: it stands by for another one, whose unlogged tables it does
 * not even show, or an operator has made it read-only.
 */
export function isReadOnly(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === '25006' || (error.code === '0A000' && error.routine === 'get_relation_info');
}

/** Whether a statement waited for a lock for too long; it has done nothing then. */
export const isLockTimeout = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code === '55P03';

/** Whether transactions waited for each other, and this is the one that PostgreSQL has ended. */
export const isDeadlock = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code === '40P01';

/**
 * Whether what is prepared on a connection is not what it is taken for: it is not there, or twice, or the tables have changed
 * under it.
 */
export function isStale(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code, routine } = error;
  return code === '26000' || code === '42P05' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

/** Whether the disk of the database has no room for what was to be written. */
export const isDiskFull = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code === '53100';

/** Whether an error says that the database is away or cannot keep up, in place of refusing a statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof OutcomeUnknownError || error instanceof NotSentError || isReadOnly(error)) return true;
  const code = (error as { code?: string }).code ?? '';
  return (
    /^(08|25P0[34]|57|53|55P03|40)/.test(code) ||
    SOCKET_ERRORS.has(code) ||
    error.name === 'KnexTimeoutError' ||
    AWAY.test(error.message) ||
    BROKEN.test(error.message)
  );
}

const SOCKET_ERRORS = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
]);

/** What `pg` says of a connection that ended, or gave no response in time, with a statement on its way. */
const BROKEN = /Connection terminated|Query read timeout/;

const AWAY =
  /connection error|timeout expired|timeout exceeded when trying to connect|Client was closed|is not queryable/i;

/** Whether a row with the same value of a unique column exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === '23505';
