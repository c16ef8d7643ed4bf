import { UnexpectedResponseError, APIConnectionError, APIError, TempshareError } from '@tempshare/sdk';
import { errorCodes, scopes } from './gen/tools.ts';
import { ToolError } from './tool-error.ts';
import { describeValidationError } from './validation-errors.ts';
import { reflects } from './values/reflection.ts';

/** Context of a failed call. */
export interface FailureContext {
  /** The values of this machine that the service could read: left out where it sends them back. */
  exposed: readonly string[];
  /** Whether the call changes nothing. */
  readOnly: boolean;
  /** The fields of the service that the tool's arguments are named after. */
  fields: readonly string[];
  args: Readonly<Record<string, unknown>>;
}

/**
 * The message of a failure for the agent: what was wrong, in which argument, and whether and when to call again. Never a
 * stack, and nothing that was shared. Of a service's response it holds known codes and the request's id alone.
 */
export function errorMessage(error: unknown, context: FailureContext): string {
  if (error instanceof ToolError) return error.message;
  if (error instanceof APIError) return join(apiErrorMessage(error, context), reference(error, context));
  if (error instanceof APIConnectionError)
    return `There was ${sentence(error.message)} ${retryAdvice(context)}`;
  if (error instanceof UnexpectedResponseError)
    return error.operation === 'files.upload' ? REFUSED_UPLOAD : NOT_THE_SERVICE;
  if (error instanceof TempshareError) return sentence(error.message);
  return 'The tool server failed. Calling again the same way will hardly help; its log on stderr names the kind of fault.';
}

export const timeoutMessage = (milliseconds: number, context: FailureContext): string =>
  `There was no complete response from the service within ${milliseconds / 1000} seconds. ${retryAdvice(context)}`;

function retryAdvice({ readOnly }: FailureContext): string {
  const harmless = readOnly
    ? 'looking changes nothing'
    : 'what this call may have made can be opened by nobody, so a second one does no harm';
  return `Call again later: ${harmless}. If it goes on, the operator should check SERVICE_BASE_URL and the network.`;
}

const NOT_THE_SERVICE =
  'What answered is not the service. Do not call again: the operator should check SERVICE_BASE_URL (does it end in /api/v1?).';

const REFUSED_UPLOAD =
  'The upload was refused, perhaps by a proxy in front of the service, and nobody can open what this call made. Calling again the same way will hardly help: the operator should look into it.';

/** By code, whatever the status. */
const BY_CODE: Record<string, string> = {
  redirect_refused:
    'The response is a redirect, which would take the API key along. Do not call again: the operator must set SERVICE_BASE_URL to the final address.',
  idempotency_in_progress: 'The service is still at work on this call. Wait 10 seconds, then call again.',
  idempotency_key_reused: 'The service took this call for another one. Call again.',
};

function apiErrorMessage(error: APIError, context: FailureContext): string {
  const { status, code, operation } = error;
  if (status === 413)
    return 'The content is too large for the service, or for a proxy in front of it, whose limit may be lower. Share less at a time.';
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (status === 401 && code !== 'unknown_error')
    return 'The service refused the API key. Do not call again: the operator must put a valid SERVICE_API_KEY into the configuration of this tool server and restart it.';
  if (code === 'insufficient_scope')
    return join(
      'The API key lacks a scope.',
      scopes[operation] && `This operation needs the scope ${scopes[operation]}.`,
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
      validationErrors(error, context) || 'It names none of them.',
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

const validationErrors = ({ errors }: APIError, { fields, args }: FailureContext): string =>
  join(
    ...new Set(errors.map((each) => describeValidationError(each, fields, (name) => argumentOf(name, args)))),
  );

/** The arguments that a field's value can come from instead of the one of its name. */
const SOURCES: Record<string, readonly string[]> = {
  password: ['passwordFromEnv'],
  secret: ['fromFile', 'fromEnv'],
  text: ['fromFile', 'fromEnv'],
  targetUrl: ['fromFile', 'fromEnv'],
};

const argumentOf = (name: string, args: FailureContext['args']): string =>
  SOURCES[name]?.find((source) => args[source] !== undefined) ?? name;

/** Seconds; a longer wait is not stated. */
const MAX_WAIT = 3_600;

function wait({ retryAfterMs = 60_000 }: APIError): string {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  if (!(seconds <= MAX_WAIT)) return 'for more than an hour';
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** Returns the details that an operator can look up, in the contract's forms. */
function reference({ status, code, requestId = '' }: APIError, { exposed }: FailureContext): string {
  const [, id] = /^req_([\dA-Za-z]{22})$/.exec(requestId) ?? [];
  const parts = [
    `Status ${status}`,
    ...(errorCodes.includes(code) || code === 'redirect_refused' ? [code] : []),
    ...(id !== undefined && !reflects(requestId, exposed) ? [`request ${requestId}`] : []),
  ];
  return `${parts.join(', ')}.`;
}

const sentence = (text: string): string => (/(^|[.!?])$/.test(text) ? text : `${text}.`);

const join = (...sentences: (string | undefined)[]): string => sentences.filter(Boolean).join(' ');
