import { streamWithin, type Attempt } from './attempt.ts';
import { errorForAnswer, type CallFacts, type Problem } from './errors.ts';
import type { OperationInfo } from './operation.ts';
import type { ProblemError } from './types.ts';

/** What the transport tells about a call beside its answer; filled in when it succeeds. */
export interface Outcome {
  /** How many requests were sent. */
  attempts: number;
  /** The answer's `X-Request-Id`. */
  requestId?: string | undefined;
  /** The decoded body of a JSON answer. */
  data?: unknown;
  /** The answer: a fresh unread copy each time, but the one stream of a `bytes` operation. */
  response?: () => Response;
}

/** An answer's head, and its body if the operation's body is JSON. */
export interface Received {
  readonly response: Response;
  readonly text?: string;
}

/** Reads a success within the attempt's time, so that a body cut short counts as a failed attempt. */
export async function receive(response: Response, operation: OperationInfo): Promise<Received> {
  if (!response.ok || operation.answer === 'bytes') return { response };
  return { response, text: await response.text() };
}

/**
 * Hands over a success and fills in the outcome.
 * @throws APIError for a body that is not the JSON the operation answers with.
 */
export function accept(
  { response, text }: Received,
  attempt: Attempt,
  facts: CallFacts,
  outcome: Outcome,
): Response {
  outcome.attempts = facts.attempts;
  outcome.requestId = response.headers.get('x-request-id') ?? undefined;
  if (text === undefined) {
    const stream = streamWithin(attempt, response, facts);
    outcome.response = () => stream;
  } else {
    attempt.close();
    outcome.data = decode(text, response, facts);
    outcome.response = () => new Response(text === '' ? null : text, response);
  }
  return outcome.response();
}

function decode(text: string, { status, headers }: Response, facts: CallFacts): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's own message quotes the body, which may be a secret.
    const detail = `the answer (${mediaType(headers)}) is not JSON; does the base URL end in the API's version, such as /api/v1?`;
    throw errorForAnswer(facts, { status, headers, problem: { detail } });
  }
}

/** @throws APIError for a redirect: following one would hand the key, and what is shared, to another address. */
export function refuseRedirect({ status, type, headers }: Response, facts: CallFacts): void {
  if (type !== 'opaqueredirect' && (status < 300 || status > 399)) return;
  const target = URL.parse(headers.get('location') ?? '')?.origin;
  const where = target === undefined ? '' : ` to ${target}`;
  const detail = `the answer is a redirect${where}, which is not followed because it would take the API key along; set baseUrl to the final address`;
  throw errorForAnswer(facts, { status, headers, problem: { code: 'redirect_refused', detail } });
}

/** The problem document of an error answer; a detail of our own when a proxy answered with something else. */
export async function readProblem(response: Response, attempt: Attempt): Promise<Problem> {
  const type = mediaType(response.headers);
  const foreign = { detail: `the answer is not a problem document of the service (${type})` };
  if (!/[/+]json$/.test(type)) {
    response.body?.cancel().catch(() => undefined);
    return foreign;
  }
  try {
    return parseProblem(JSON.parse(await attempt.within(response.text()))) ?? foreign;
  } catch {
    return foreign; // The status is known, and decides.
  }
}

function parseProblem(body: unknown): Problem | undefined {
  if (typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'string') return;
  const { title, detail, requestId, errors } = body as Record<string, unknown>;
  return {
    code: body.code,
    ...(typeof title === 'string' && { title }),
    ...(typeof detail === 'string' && { detail }),
    ...(typeof requestId === 'string' && { requestId }),
    ...(Array.isArray(errors) && { errors: errors as ProblemError[] }),
  };
}

/** The content type without its parameters. */
export function mediaType(headers: Headers): string {
  return headers.get('content-type')?.split(';', 1)[0]!.trim().toLowerCase() || 'no content type';
}
