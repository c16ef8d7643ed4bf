import type { ProblemError } from '../gen/types.gen.ts';
import type { Attempt } from './attempt.ts';
import { APIConnectionError, unexpectedResponse, type CallInfo, type Problem } from '../core/errors.ts';
import { parseUrl } from './parse-url.ts';

/** @throws APIConnectionError for a body that does not arrive, UnexpectedResponseError for one that is too long */
export async function readText(response: Response, info: CallInfo): Promise<string> {
  try {
    // The longest is a debug share: two texts of 1,000,000 characters, for each of which JSON takes at most 12 bytes.
    const text = await textWithin(2 ** 25, response);
    if (text !== undefined) return text;
  } catch (cause) {
    throw new APIConnectionError(info, cause);
  }
  throw unexpectedResponse(info, response, `the response to ${info.operation.id} is too long`);
}

/** Undefined if it has more bytes, decompressed. A `fetch` of the caller may have bodies that are no web streams. */
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

/** @throws UnexpectedResponseError for anything but a JSON object, APIConnectionError for a part of one */
export function decode(text: string, response: Response, info: CallInfo): unknown {
  const { status, headers } = response;
  if (text === '' && (status === 204 || info.operation.method === 'HEAD')) return undefined;
  try {
    const data = JSON.parse(text) as unknown;
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data;
  } catch {
    // The parser's own message quotes the body, which may be a secret.
    if (isJson(mediaType(headers))) throw new APIConnectionError(info);
  }
  throw foreign(response, info);
}

/** @throws UnexpectedResponseError for a page: the service sends none as what was shared, but a portal or a proxy does. */
export function checkBytes(response: Response, info: CallInfo): void {
  if (mediaType(response.headers) === 'text/html') throw foreign(response, info);
}

const foreign = (response: Response, info: CallInfo) =>
  unexpectedResponse(info, response, explainForeign(response));

function explainForeign({ status, headers }: Response): string {
  const misplaced = status < 300 || status === 404;
  const hint = misplaced ? '; does baseUrl end in /api/v1?' : '';
  return `the response (${status}, ${mediaType(headers)}) is of a proxy or portal, not of this service${hint}`;
}

const isJson = (type: string) => /[/+]json$/.test(type);

/** A redirect is a failure: following it would send the key, and what is shared, to another address. */
export async function readProblem(response: Response, { within }: Attempt): Promise<Problem> {
  const { status, headers } = response;
  if (response.type === 'opaqueredirect' || (status > 299 && status < 400))
    return { code: 'redirect_refused', detail: explainRedirect(headers) };
  const type = mediaType(headers);
  try {
    const text = isJson(type) && (await within(textWithin(2 ** 18, response)));
    const problem = text && parseProblem(JSON.parse(text));
    if (problem) return problem;
  } catch {}
  return { detail: explainForeign(response) };
}

function explainRedirect(headers: Headers): string {
  const target = parseUrl(headers.get('location') ?? '')?.origin;
  const where = target === undefined ? '' : ` to ${target}`;
  return `the response is a redirect${where}, which is not followed: use the final address in baseUrl or the link`;
}

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

export function mediaType(headers: Headers): string {
  return headers.get('content-type')?.split(';', 1)[0]!.trim().toLowerCase() || 'untyped';
}
