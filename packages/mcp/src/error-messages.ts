import { UnexpectedResponseError, APIConnectionError, APIError, TempshareError } from '@tempshare/sdk';
import { faultOf } from './validation-errors.ts';
import { errorCodes } from './gen/tools.ts';
import { ToolError } from './tool-error.ts';
import { echoes } from './values/reflection.ts';

/** What is known of a call that failed. */
export interface Circumstances {
  /** The values of this machine that the service could read: left out where it sends them back. */
  shared: readonly string[];
  /** Whether the call only looks. */
  reads: boolean;
  /** The fields that the service knows, which are the tool's arguments. */
  names: readonly string[];
  /** The arguments of the call. */
  given: Readonly<Record<string, unknown>>;
}

/**
 * What an agent is told of a failure: what was wrong, in which argument, and whether and when to call again. Never a
 * stack, and nothing that was shared. The words are this server's own; of a service's are told known codes and the id of
 * the request.
 */
export function explain(error: unknown, circumstances: Circumstances): string {
  if (error instanceof ToolError) return error.message;
  if (error instanceof APIError) return join(advise(error, circumstances), reference(error, circumstances));
  if (error instanceof APIConnectionError)
    return `There was ${sentence(error.message)} ${later(circumstances)}`;
  if (error instanceof UnexpectedResponseError)
    return error.operation === 'files.upload' ? REFUSED_UPLOAD : NOT_THE_SERVICE;
  if (error instanceof TempshareError) return sentence(error.message);
  return 'The tool server failed. Calling again the same way will hardly help; its log on stderr names the kind of fault.';
}

/** What an agent is told of a call that took too long. */
export const tooLate = (milliseconds: number, circumstances: Circumstances): string =>
  `There was no complete response from the service within ${milliseconds / 1000} seconds. ${later(circumstances)}`;

function later({ reads }: Circumstances): string {
  const harmless = reads
    ? 'looking changes nothing'
    : 'what this call may have made can be opened by nobody, so a second one does no harm';
  return `Call again later: ${harmless}. If it goes on, the operator should check SERVICE_BASE_URL and the network.`;
}

const SCOPES: Record<string, string> = {
  'secrets.create': 'secret:create',
  'transfers.create': 'transfer:create',
  'transfers.get': 'transfer:read',
};

const NOT_THE_SERVICE =
  'What answered is not the service. Do not call again: the operator should check SERVICE_BASE_URL (does it end in /api/v1?).';

const REFUSED_UPLOAD =
  'The upload was refused, perhaps by a proxy in front of the service, and nobody can open what this call made. Calling again the same way will hardly help: the operator should look into it.';

/** By code, before the status is looked at. */
const BY_CODE: Record<string, string> = {
  redirect_refused:
    'The answer is a redirect, which would take the API key along. Do not call again: the operator must set SERVICE_BASE_URL to the final address.',
  idempotency_in_progress: 'The service is still at work on this call. Wait 10 seconds, then call again.',
  idempotency_key_reused: 'The service took this call for another one. Call again.',
};

function advise(error: APIError, circumstances: Circumstances): string {
  const { status, code, operation } = error;
  if (status === 413)
    return 'The content is too large for the service, or for a proxy in front of it, whose limit may be lower. Share less at a time.';
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (status === 401)
    return 'The service refused the API key. Do not call again: the operator must put a valid SERVICE_API_KEY into the configuration of this tool server and restart it.';
  if (code === 'insufficient_scope')
    return join(
      'The API key lacks a scope.',
      SCOPES[operation] && `This operation needs the scope ${SCOPES[operation]}.`,
      'Do not call again: the operator must use a key with that scope.',
    );
  if (known) return known;
  if (status === 404) return notFound(error);
  if (status === 429) return `Too many calls. Wait ${wait(error)}, then call again.`;
  if (status >= 500 && status !== 501)
    return `The service is in trouble. This is temporary: wait ${wait(error)}, then call again.`;
  if (code === 'unknown_error' || code === 'method_not_allowed')
    return operation === 'files.upload' ? REFUSED_UPLOAD : NOT_THE_SERVICE;
  if (status === 400 || code === 'validation_failed')
    return join(
      'The service refused the arguments.',
      faults(error, circumstances) || 'It names none of them.',
      'Correct them and call again.',
    );
  return 'The service refused the call. Calling again the same way will hardly help.';
}

function notFound({ operation, code }: APIError): string {
  if (operation === 'files.upload')
    return 'The upload could not be finished. Call again to share the file anew: nobody can open what this call made.';
  if (operation === 'transfers.get' && code === 'not_found')
    return "There is no transfer under this id: it is unknown, has expired, was used up or deleted, or belongs to another API key, or SERVICE_BASE_URL is wrong. This tool cannot tell these apart, and what is gone will not come back; which transfers have expired or were used up tells GET /transfers of the service's API for 30 days. A secret is never found by this tool, read or unread: that it is not found here is no reason to share it again. Whether it was read tells GET /secrets/{id}.";
  return 'There is no such service at SERVICE_BASE_URL. Do not call again: the operator should check it (does it end in /api/v1?).';
}

/** The faults by the tool's arguments, which have the names of the body's fields. */
const faults = ({ errors }: APIError, { names, given }: Circumstances): string =>
  join(...new Set(errors.map((each) => faultOf(each, names, (name) => argumentOf(name, given)))));

/** The places that a field's value can come from in place of the argument of its name. */
const PLACES: Record<string, readonly string[]> = {
  password: ['passwordFromEnv'],
  secret: ['fromFile', 'fromEnv'],
  text: ['fromFile', 'fromEnv'],
  targetUrl: ['fromFile', 'fromEnv'],
};

const argumentOf = (name: string, given: Circumstances['given']): string =>
  PLACES[name]?.find((place) => given[place] !== undefined) ?? name;

/** Seconds that are worth waiting for. */
const LONGEST_WAIT = 3_600;

function wait({ retryAfterMs = 60_000 }: APIError): string {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  if (!(seconds <= LONGEST_WAIT)) return 'for more than an hour';
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** What the operator can look up, in the forms that the service has for it. */
function reference({ status, code, requestId = '' }: APIError, { shared }: Circumstances): string {
  const [, id] = /^req_([\dA-Za-z]{22})$/.exec(requestId) ?? [];
  const parts = [
    `Status ${status}`,
    ...(errorCodes.includes(code) || code === 'redirect_refused' ? [code] : []),
    ...(id !== undefined && !echoes(requestId, shared) ? [`request ${requestId}`] : []),
  ];
  return `${parts.join(', ')}.`;
}

const sentence = (text: string): string => (/(^|[.!?])$/.test(text) ? text : `${text}.`);

const join = (...sentences: (string | undefined)[]): string => sentences.filter(Boolean).join(' ');
