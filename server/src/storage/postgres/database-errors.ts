import pg from 'pg';

/** The connection broke during a write, so its outcome is unknown. */
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

/** A statement was not sent, because earlier ones got no response for too long. */
export class NotSentError extends Error {
  constructor() {
    super('The database does not keep up: a statement waited too long before it could be sent.');
    this.name = 'NotSentError';
  }
}

/** True unless the error proves that nothing was executed: a refusal, or an error before sending. */
export function isResponseLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    // Class 08 comes from a pooler's own connections, and a panic may follow the commit. Without a code, `pg` could not
    // parse the message.
    return /^(08|40003|57P02|$)/.test(error.code ?? '') || error.severity === 'PANIC';
  }
  if (!(error instanceof Error) || error instanceof NotSentError) return false;
  // EPIPE: the end of the message was not sent, and PostgreSQL executes nothing before it.
  return (error as { code?: string }).code !== 'EPIPE' && !UNSENT.test(error.message);
}

/** Messages of `pg` for a statement that it does not send. */
const UNSENT = /is not queryable|Client was closed/;

/** True if no response follows on this connection, even before its end is noticed. */
export const endsConnection = (error: unknown): boolean =>
  isResponseLost(error) ||
  (error instanceof pg.DatabaseError &&
    (error.severity === 'FATAL' || error.code?.startsWith('57P') === true));

export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** True if the database refuses writes: a standby, which also hides unlogged tables, or a read-only database. */
export function isReadOnly(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === '25006' || (error.code === '0A000' && error.routine === 'get_relation_info');
}

/** True if PostgreSQL refused the statement itself, so that another one may succeed on this connection. */
export const refusesStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !endsConnection(error) && !isReadOnly(error);

const hasCode =
  (code: string) =>
  (error: unknown): boolean =>
    (error as { code?: unknown } | null | undefined)?.code === code;

/** True if a lock timed out; the statement had no effect. */
export const isLockTimeout = hasCode('55P03');
export const isDeadlock = hasCode('40P01');
export const isDiskFull = hasCode('53100');
export const isUniqueViolation = hasCode('23505');

/** True if a prepared statement is missing, exists twice, or its tables have changed. */
export function isStaleStatement(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code, routine } = error;
  return code === '26000' || code === '42P05' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

/** True if the database is unavailable or overloaded, rather than refusing the statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof OutcomeUnknownError || error instanceof NotSentError || isReadOnly(error)) return true;
  const code = (error as { code?: string }).code ?? '';
  return (
    /^(08|25P0[34]|57|53|55P03|40)/.test(code) ||
    SOCKET_ERRORS.has(code) ||
    error.name === 'KnexTimeoutError' ||
    UNREACHABLE.test(error.message) ||
    DISCONNECTED.test(error.message)
  );
}

const SOCKET_ERRORS = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
]);

/** Messages of `pg` for a connection lost, or timed out, during a statement. */
const DISCONNECTED = /Connection terminated|Query read timeout/;

const UNREACHABLE =
  /connection error|timeout expired|timeout exceeded when trying to connect|Client was closed|is not queryable/i;
