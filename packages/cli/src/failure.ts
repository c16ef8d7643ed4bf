import {
  APIConnectionError,
  APIError,
  EnvelopeError,
  LinkError,
  TempshareError,
  UnexpectedResponseError,
  WebhookVerificationError,
} from './sdk.ts';
import type { ErrorCode } from '@tempshare/sdk/types';
import { CommanderError } from 'commander';
import type { Outcome } from './exit-codes.ts';

/** A failure as it is shown: one sentence, what to do about it, and what to quote to the operator. */
export interface Shown {
  outcome: Outcome;
  code: string;
  message: string;
  advice?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  /** The faults of a request that the service refused. */
  errors?: readonly { pointer: string; detail: string }[] | undefined;
}

/** A failure that a command itself finds. */
export class Failure extends Error {
  readonly outcome: Outcome;
  readonly advice: string | undefined;

  constructor(outcome: Outcome, message: string, advice?: string) {
    super(message);
    this.outcome = outcome;
    this.advice = advice;
  }
}

const LOG_IN = 'Run `tempshare login`, or set SERVICE_API_KEY and SERVICE_URL.';
const WAIT = 'Wait a little, then run the command again.';
const REPORT = 'Run the command again. If it goes on, tell the operator of the service the request id.';
const SHRINK = 'Send less at a time.';

/** The outcome of each error code of the service, and what to do about it. */
const CODES: Record<ErrorCode, [Outcome, string?]> = {
  validation_failed: ['usage'],
  malformed_json: ['failed', REPORT],
  malformed_request: ['failed', REPORT],
  missing_api_key: ['key', LOG_IN],
  invalid_api_key: ['key', LOG_IN],
  insufficient_scope: ['key', 'Ask for a key with this scope. `tempshare whoami` lists those of your key.'],
  invalid_password: ['password', 'Run the command again with the right password.'],
  invalid_pin: ['password', 'Run the command again with the right PIN.'],
  invalid_session: ['failed', 'Run the command again.'],
  not_found: [
    'gone',
    'It has expired, was used up or deleted, or never existed. Ask the sender for a new link.',
  ],
  method_not_allowed: ['failed', 'Check the address of the service: `tempshare whoami` shows it.'],
  idempotency_in_progress: ['limit', WAIT],
  quota_exceeded: ['limit', 'Delete what is no longer needed: `tempshare list`, then `tempshare delete ID`.'],
  payload_too_large: ['limit', SHRINK],
  unsupported_media_type: ['failed', REPORT],
  range_not_satisfiable: ['failed', REPORT],
  idempotency_key_reused: ['failed', REPORT],
  rate_limited: ['limit', WAIT],
  too_many_attempts: [
    'limit',
    'Too many wrong passwords or PINs were tried. Wait, then run the command again.',
  ],
  internal_error: ['service', REPORT],
  service_unavailable: ['service', WAIT],
  insufficient_storage: ['service', WAIT],
};

const CHECK_ADDRESS =
  'Check the network and the address of the service: `tempshare whoami` shows what is configured.';

/** Describes an error of a command. Nothing in it is a value that was sent, a key or a link. */
export function describe(error: unknown): Shown {
  if (error instanceof Failure)
    return { outcome: error.outcome, code: error.outcome, message: error.message, advice: error.advice };
  if (error instanceof CommanderError)
    return {
      outcome: 'usage',
      code: 'usage',
      message: sentence(withoutValue(error.message.replace(/^error: /, '').replaceAll('\n', ' '))),
      advice: 'Run `tempshare help` for the commands, or add --help to one.',
    };
  if (error instanceof APIError) return ofResponse(error);
  if (error instanceof LinkError) return ofLink(error);
  if (error instanceof EnvelopeError)
    return {
      outcome: error.code === 'file_changed' ? 'file' : 'link',
      code: error.code,
      message: sentence(error.message),
    };
  if (error instanceof APIConnectionError)
    return {
      outcome: 'service',
      code: 'no_response',
      message: sentence(error.message),
      advice: CHECK_ADDRESS,
    };
  if (error instanceof UnexpectedResponseError)
    return {
      outcome: 'service',
      code: error.code,
      message: sentence(error.message),
      advice: CHECK_ADDRESS,
      requestId: error.requestId,
    };
  if (error instanceof WebhookVerificationError)
    return { outcome: 'failed', code: error.code, message: sentence(error.message) };
  if (error instanceof TempshareError) {
    const cause = systemCode(error.cause);
    if (cause !== undefined) return ofSystem(error.cause as Error, cause);
    return { outcome: 'usage', code: 'usage', message: sentence(error.message) };
  }
  const code = systemCode(error);
  if (code !== undefined) return ofSystem(error as Error, code);
  return { outcome: 'failed', code: 'failed', message: `An unexpected error: ${(error as Error).name}.` };
}

function ofResponse({
  code,
  status,
  title,
  detail,
  requestId,
  errors,
  retryAfterMs,
  message,
}: APIError): Shown {
  const [outcome, advice]: [Outcome, string?] = Object.hasOwn(CODES, code)
    ? CODES[code as ErrorCode]
    : [status >= 500 ? 'service' : 'failed', CHECK_ADDRESS];
  const wait = retryAfterMs === undefined ? '' : ` Wait ${Math.ceil(retryAfterMs / 1000)} seconds.`;
  return {
    outcome,
    code,
    message: sentence(detail ?? title ?? message) + (outcome === 'limit' ? wait : ''),
    advice,
    status,
    requestId,
    errors: errors.length === 0 ? undefined : errors.map(({ pointer, detail }) => ({ pointer, detail })),
  };
}

const LINK_ADVICE: Partial<Record<LinkError['code'], [Outcome, string]>> = {
  missing_key: [
    'link',
    'The part after # is the key. Put the link in quotation marks, or ask for the whole link.',
  ],
  wrong_key: ['link', 'Ask the sender for the link again.'],
  invalid_link_key: ['link', 'Ask the sender for the link again.'],
  password_required: ['password', 'Add --password to be asked for it, or --password-file FILE.'],
  password_not_used: ['link', 'Ask the sender: the content may have been exchanged.'],
};

function ofLink({ code, message }: LinkError): Shown {
  const [outcome, advice] = LINK_ADVICE[code] ?? ['link', undefined];
  return { outcome, code, message: sentence(message), advice };
}

const SYSTEM: Record<string, string> = {
  ENOENT: 'There is no such file or directory',
  EACCES: 'Permission denied',
  EPERM: 'Permission denied',
  EEXIST: 'The file is there already',
  EISDIR: 'This is a directory',
  ENOSPC: 'The disk is full',
  EROFS: 'The file system is read-only',
};

function ofSystem(error: Error & { path?: string }, code: string): Shown {
  const where = error.path === undefined ? '' : `: ${error.path}`;
  return {
    outcome: 'file',
    code,
    message: `${SYSTEM[code] ?? `A file could not be read or written (${code})`}${where}.`,
  };
}

/** The operating system's code of an error, such as ENOENT. */
export function systemCode(error: unknown): string | undefined {
  const { code, syscall } = Object(error) as { code?: unknown; syscall?: unknown };
  return typeof code === 'string' && typeof syscall === 'string' ? code : undefined;
}

/** Leaves out the value of `--option=value`, which may be a password. */
const withoutValue = (message: string): string => message.replaceAll(/(--?[\w-]+)=[^']*/g, '$1=…');

function sentence(text: string): string {
  const trimmed = text.trim();
  const start = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?)…]$/.test(start) ? start : `${start}.`;
}
