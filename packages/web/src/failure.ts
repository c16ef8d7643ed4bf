import { EnvelopeError, LinkError } from '@tempshare/sdk/open';

/** Why it did not work, as far as it changes what a person can do. */
export type Failure =
  | {
      kind:
        | 'gone'
        /** It was there, and went while its response was on its way, for longer than it can be had again. */
        | 'lost'
        | 'cut'
        | 'partial'
        | 'mismatch'
        | 'damaged'
        | 'unsafe'
        /** A proxy, a firewall or a portal has answered in place of the service. */
        | 'foreign'
        | 'offline'
        | 'password'
        | 'cancelled';
    }
  /**
   * Failures of a sending: it does not fit, there is no room, it cannot be read here, nobody knows whether it has arrived, or it is
   * not taken, nor would be if it were tried again.
   */
  | { kind: 'too_large' | 'full' | 'unreadable' | 'unclear' | 'refused' }
  /** `waiting`: limited, where it may have been opened before. */
  | { kind: 'limited' | 'waiting' | 'away'; retryMs: number };

const LINK_FAILURES: Record<
  LinkError['code'],
  Failure['kind'] & ('cut' | 'partial' | 'mismatch' | 'unsafe' | 'password')
> = {
  invalid_link: 'cut',
  missing_key: 'partial',
  invalid_link_key: 'partial',
  wrong_key: 'partial',
  password_required: 'password',
  password_not_used: 'mismatch',
  not_end_to_end: 'mismatch',
  unsafe_url: 'unsafe',
};

/** Problem that the service responded with, if any. */
interface Said {
  status?: number;
  code?: string;
  name?: string;
  retryAfterMs?: number;
  unclear?: boolean;
  headers?: Headers;
}

/** Whether something else than the service has answered. */
const isForeign = ({ status, code, name, headers }: Said): boolean =>
  status !== undefined &&
  (name === 'UnexpectedResponseError' ||
    code === 'redirect_refused' ||
    (headers !== undefined && !headers.get('content-type')?.startsWith('application/problem+json')));

/** Transient statuses below 500. */
const PASSING = new Set([408, 425]);
const RETRY_MS = 5_000;

/** Whether what failed may have been done all the same, by a try whose response was lost. */
export const mayBeDone = (error: unknown): boolean => (error as Said).unclear === true;

/** Sorts an error with which the sending of a file has failed. Without a status it is the file, or what became of its bytes. */
export function fileFailureOf(error: unknown): Failure {
  const failure = failureOf(error);
  const { status, cause } = error as Said & { cause?: Said };
  if (failure.kind !== 'refused' || status !== undefined) return failure;
  return { kind: cause?.status === undefined ? 'unreadable' : 'unclear' };
}

/** Sorts an error by what can be done about it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof LinkError) return { kind: LINK_FAILURES[error.code] };
  if (error instanceof EnvelopeError) return { kind: 'damaged' };
  const { status, code, name, retryAfterMs } = error as Said;
  if (name === 'APIUserAbortError' || name === 'AbortError') return { kind: 'cancelled' };
  if (status === 403 && (code === 'invalid_password' || code === 'invalid_pin')) return { kind: 'password' };
  if (status === 413) return { kind: 'too_large' };
  if (isForeign(error as Said) && status !== 429 && status! < 500 && !PASSING.has(status!)) {
    return { kind: 'foreign' };
  }
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (code === 'quota_exceeded') return { kind: 'full' };
  if (status === 429) return { kind: 'limited', retryMs: retryAfterMs ?? RETRY_MS };
  if (
    status === undefined ? name === 'TempshareError' : status >= 400 && status < 500 && !PASSING.has(status)
  ) {
    return { kind: 'refused' };
  }
  if (!navigator.onLine) return { kind: 'offline' };
  return { kind: 'away', retryMs: retryAfterMs ?? RETRY_MS };
}
