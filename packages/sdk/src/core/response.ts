import type { Attempt } from './attempt.ts';
import { APIConnectionError, unexpectedAnswer, type CallFacts, type Problem } from './errors.ts';
import type { AnswerError } from './tempshare-error.ts';
import type { Continuation } from './resume.ts';
import { onDemand, type OnDemand } from './retry.ts';
import type { ProblemError } from '../types.ts';

/** What the transport tells about a call beside its answer; filled in when it succeeds. */
export interface Outcome {
  /** How many requests were sent. */
  attempts: number;
  /** The answer's `X-Request-Id`. */
  requestId?: string | undefined;
  /** The key that all attempts carried. */
  idempotencyKey?: string | undefined;
  /** The decoded body of a JSON answer. */
  data?: unknown;
  /** The answer: a fresh unread copy each time, but the one stream of a `bytes` operation. */
  response?: () => Response;
}

/**
 * The body of a success, if it is JSON; read within the attempt's time, so that one cut short counts as a failed attempt.
 * @throws APIConnectionError for a body that does not arrive, AnswerError for one that is too long.
 */
export async function readText(response: Response, facts: CallFacts): Promise<string | undefined> {
  const { operation } = facts;
  if (!response.ok || operation.answer === 'bytes') return undefined;
  try {
    // The longest is a debug share: two texts of 1,000,000 characters, for each of which JSON takes at most 12 bytes.
    const text = await textWithin(2 ** 25, response);
    if (text !== undefined) return text;
  } catch (cause) {
    throw new APIConnectionError(facts, cause);
  }
  throw unexpectedAnswer(facts, response, `the answer to ${operation.id} is too long`);
}

/**
 * The text of a body, counted as it comes, decompressed; undefined if it has more bytes, of which the rest is let go. A
 * caller's `fetch` may have bodies that are no streams of the web, which only it can read.
 */
async function textWithin(bytes: number, response: Response): Promise<string | undefined> {
  const { body } = response;
  if (!body?.getReader) return response.text();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part; (part = (await reader.read()).value); text += decoder.decode(part, { stream: true })) {
    bytes -= part.length;
    if (bytes < 0) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
  }
  return text + decoder.decode();
}

/**
 * Fills in the outcome of a success; `streams` are there for a `bytes` operation.
 * @throws AnswerError for a body that is not the JSON object, or no such bytes, as the operation answers with,
 *   APIConnectionError for a part of one.
 */
export async function accept(
  response: Response,
  text: string | undefined,
  attempt: Attempt,
  facts: CallFacts,
  outcome: Outcome,
  streams: OnDemand | undefined,
  further: Continuation,
  whole: boolean,
): Promise<void> {
  const { attempts, idempotencyKey } = facts;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  Object.assign(outcome, { attempts, idempotencyKey, requestId });
  if (text === undefined) {
    // The service hands out no page as what was shared, so that a page is that of a portal or a proxy.
    if (mediaType(response.headers) === 'text/html') throw await foreign(response, facts, attempt, 'bytes');
    const stream = streams!.download({ attempt, response }, further, whole);
    outcome.response = () => stream;
  } else {
    outcome.data = await decode(text, response, facts, attempt);
    attempt.close();
    outcome.response = () => new Response(text || null, response);
  }
}

async function decode(
  text: string,
  response: Response,
  facts: CallFacts,
  attempt: Attempt,
): Promise<unknown> {
  const { status, headers } = response;
  if (text === '' && (status === 204 || facts.operation.method === 'HEAD')) return undefined;
  const type = mediaType(headers);
  try {
    const data = JSON.parse(text) as unknown;
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data;
  } catch {
    // The parser's own message quotes the body, which may be a secret.
    if (isJson(type)) throw new APIConnectionError(facts);
  }
  throw await foreign(response, facts, attempt, 'a JSON object');
}

async function foreign(
  response: Response,
  facts: CallFacts,
  attempt: Attempt,
  wanted: string,
): Promise<AnswerError> {
  const { status, headers } = response;
  const type = `${status}, ${mediaType(headers)}`;
  const text = await explained(attempt, ({ explainForeign }) => explainForeign(type, wanted, status));
  return unexpectedAnswer(facts, response, text ?? `the answer (${type}) is not ${wanted}`);
}

const isJson = (type: string) => /[/+]json$/.test(type);

/**
 * The problem document of an answer that is no success; a detail of our own when a proxy answered with something else. A
 * redirect is one: following it would hand the key, and what is shared, to another address.
 */
export async function readProblem(response: Response, attempt: Attempt): Promise<Problem> {
  const { status, headers } = response;
  if (response.type === 'opaqueredirect' || (status > 299 && status < 400)) {
    const detail = await explained(attempt, ({ explainRedirect }) => explainRedirect(headers));
    return { code: 'redirect_refused', detail };
  }
  const type = mediaType(headers);
  try {
    const text = isJson(type) && (await attempt.within(textWithin(2 ** 18, response)));
    const problem = text && parseProblem(JSON.parse(text));
    if (problem) return problem;
  } catch {
    // The status is known, and decides.
  }
  const wanted = 'a problem document';
  return { detail: await explained(attempt, ({ explainForeign }) => explainForeign(type, wanted, status)) };
}

/** A text of what few calls need; undefined where that cannot be loaded in time. */
const explained = ({ within }: Attempt, explain: (parts: OnDemand) => string) =>
  within(onDemand()).then(explain, () => undefined);

function parseProblem(body: unknown): Problem | undefined {
  const { code, title, detail, requestId, errors } = Object(body) as Record<string, unknown>;
  if (typeof code !== 'string') return undefined;
  return {
    code,
    title: asText(title),
    detail: asText(detail),
    requestId: asText(requestId),
    errors: Array.isArray(errors) ? (errors as ProblemError[]) : undefined,
  };
}

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The content type without its parameters. */
export function mediaType(headers: Headers): string {
  return headers.get('content-type')?.split(';', 1)[0]!.trim().toLowerCase() || 'untyped';
}
