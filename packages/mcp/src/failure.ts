import { APIConnectionError, APIError, TempshareError } from '@tempshare/sdk';
import { ToolError } from './tool-error.ts';

/**
 * What an agent is told of a failure: what was wrong, in which argument, and whether and when to call again. Never a
 * stack, and nothing that was shared.
 *
 * @param shared left out even where a server sends it back; what is very short cannot be told from chance
 */
export function explain(error: unknown, shared: readonly string[]): string {
  if (error instanceof ToolError) return error.message;
  if (error instanceof APIError) {
    const quote = (text = '') =>
      shared.some((value) => value.length > 3 && text.includes(value)) ? '' : sentence(text);
    return join(advise(error, quote), reference(error, quote));
  }
  if (error instanceof APIConnectionError)
    return `There was ${sentence(error.message)} Call again later: what this call may have made can be opened by nobody, so a second one does no harm. If it goes on, the operator should check SERVICE_BASE_URL and the network.`;
  if (error instanceof TempshareError) return sentence(error.message);
  return 'The tool server failed. Calling again the same way will hardly help; its log on stderr names the kind of fault.';
}

/** Gives what a server said as a sentence, or nothing if it holds what must not be told. */
type Quote = (text: string | undefined) => string;

function advise(error: APIError, quote: Quote): string {
  const { status, code, detail, title } = error;
  const said = quote(detail ?? title);
  if (status === 401)
    return 'The service refused the API key. Do not call again: the operator must put a valid SERVICE_API_KEY into the configuration of this tool server and restart it.';
  if (code === 'insufficient_scope')
    return join(
      'The API key lacks a scope.',
      said,
      'Do not call again: the operator must use a key with that scope.',
    );
  if (status === 404 && error.operation === 'files.upload')
    return 'The upload could not be finished. Call again to share the file anew: nobody can open what this call made.';
  if (status === 404)
    return 'There is nothing under this id: it is unknown, has expired, was used up or deleted, or belongs to another API key. These cannot be told apart, and it will not come back.';
  if (status === 429) return `Too many calls. Wait ${wait(error)}, then call again.`;
  if (status >= 500)
    return join(
      'The service is in trouble.',
      said,
      `This is temporary: wait ${wait(error)}, then call again.`,
    );
  if (status === 400 || status === 413)
    return join(
      'The service refused the arguments.',
      faults(error, quote) || said,
      'Correct them and call again.',
    );
  return join('The service refused the call.', said);
}

/** The faults by the tool's arguments, which have the names of the body's fields. */
const faults = ({ errors }: APIError, quote: Quote): string =>
  join(
    ...errors.map(({ pointer, detail }) => quote(`${pointer.split('/').at(-1) || 'arguments'}: ${detail}`)),
  );

function wait({ retryAfterMs = 60_000 }: APIError): string {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** What the operator can look up. */
const reference = ({ status, code, requestId }: APIError, quote: Quote): string =>
  quote(`Status ${status}, ${code}${requestId === undefined ? '' : `, request ${requestId}`}`);

const sentence = (text: string): string => (/(^|[.!?])$/.test(text) ? text : `${text}.`);

const join = (...sentences: string[]): string => sentences.filter(Boolean).join(' ');
