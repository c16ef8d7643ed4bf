import type { OperationInfo, RawBody } from '@tempshare/contract';
import type { ProblemError } from '@tempshare/sdk/types';
import { document } from '../gen/document.ts';
import { faultsOf, type Schema } from './json-schema.ts';
import { shapeFault } from './json-shape.ts';
import { invalid, MockProblem, tooLarge } from './problem.ts';

const MAX_JSON_BYTES = 9 * 1024 * 1024;

/** The parts of a request, as they came and later as a handler reads them. */
export interface RequestParts {
  params: Record<string, string>;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  body: unknown;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}
interface OperationObject {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
}
type PathItem = Record<string, OperationObject> & Pick<OperationObject, 'parameters'>;
const { paths, components } = document as {
  paths: Record<string, PathItem>;
  components: { parameters: Record<string, Parameter> };
};

/** Decodes a JSON body. Undefined when there is none. */
export function readJson(headers: Headers, bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  const type = headers.get('content-type') ?? '';
  if (!/^application\/json *(;|$)/i.test(type) || /charset *= *"?(?!utf-?8)/i.test(type)) {
    throw new MockProblem('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  }
  if (bytes.length > MAX_JSON_BYTES) {
    throw new MockProblem('payload_too_large', `The body may have at most ${MAX_JSON_BYTES} bytes.`);
  }
  const { text, value } = decodeJson(bytes);
  const fault = shapeFault(text);
  if (fault) throw invalid([fault]);
  return value;
}

function decodeJson(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch {
    throw new MockProblem('malformed_json', 'The body is not JSON.');
  }
}

/**
 * The bytes of a raw body, counted as they are read.
 * @throws MockProblem `malformed_request` for a part, `unsupported_media_type`, or `payload_too_large` above `limit` bytes, declared or counted.
 */
export function readBytes(request: Request, limit: number): RawBody {
  const header = (name: string, fallback: string): string => request.headers.get(name) ?? fallback;
  if (request.headers.has('content-range')) {
    throw new MockProblem('malformed_request', 'A body is taken whole here: send it without Content-Range.');
  }
  if (!/^application\/octet-stream *(;|$)/i.test(header('content-type', 'application/octet-stream'))) {
    throw new MockProblem('unsupported_media_type', 'Send the body as application/octet-stream.');
  }
  if (!/^identity$/i.test(header('content-encoding', 'identity'))) {
    throw new MockProblem('unsupported_media_type', 'Send the body without a Content-Encoding.');
  }
  const declared = request.headers.get('content-length');
  const length = declared === null ? undefined : Number(declared);
  if ((length ?? 0) > limit) throw tooLarge(limit);
  return { length, [Symbol.asyncIterator]: () => counted(request.body, limit) };
}

async function* counted(body: ReadableStream<Uint8Array> | null, limit: number): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  let count = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    count += next.value.length;
    if (count > limit) throw tooLarge(limit);
    yield next.value;
  }
}

/**
 * Holds a request against the contract: numbers in the query are read and defaults filled in.
 * @throws MockProblem `validation_failed` with a pointer to each wrong place.
 */
export function checkRequest(operation: OperationInfo, parts: RequestParts): void {
  const item = paths[operation.path] as PathItem;
  const { parameters = [], requestBody } = item[operation.method.toLowerCase()] as OperationObject;
  const all = [...(item.parameters ?? []), ...parameters].map(resolve);
  const queried = all.filter((parameter) => parameter.in === 'query');
  refuseOddQuery(parts.query, queried);

  const errors: ProblemError[] = [];
  for (const { name, schema } of queried) {
    const { type, default: fallback } = schema as { type?: string; default?: unknown };
    const text = parts.query[name];
    if (text === undefined) {
      if (fallback !== undefined) parts.query[name] = fallback;
      continue;
    }
    if (type === 'integer' && typeof text === 'string' && Number.isInteger(Number(text)))
      parts.query[name] = Number(text);
    errors.push(...faultsOf(schema, parts.query[name], `/query/${name}`));
  }
  for (const parameter of all.filter(({ in: place }) => place === 'header')) {
    const name = parameter.name.toLowerCase();
    const value = parts.headers[name];
    if (value !== undefined) errors.push(...faultsOf(parameter.schema, value, `/headers/${name}`));
  }
  if (operation.requestType === 'application/json') errors.push(...bodyFaults(requestBody as Body, parts));
  if (errors.length > 0) throw invalid(errors);
}

type Body = NonNullable<OperationObject['requestBody']>;

function bodyFaults({ required, content }: Body, { body }: RequestParts): ProblemError[] {
  const { schema } = content['application/json'] as { schema: Schema };
  if (body !== undefined) return faultsOf(schema, body, '/body');
  if (!required) return [];
  return [{ pointer: '/body', code: 'required', detail: 'is required' }];
}

/** @throws MockProblem for unknown parameters, all of them; or else for the first empty one */
function refuseOddQuery(query: Record<string, unknown>, known: Parameter[]): void {
  const names = Object.keys(query);
  const unknown = names.filter((name) => !known.some((parameter) => parameter.name === name));
  if (unknown.length > 0) {
    const detail = 'is not a parameter of this request';
    throw invalid(unknown.map((name) => ({ pointer: `/query/${name}`, code: 'unknown_parameter', detail })));
  }
  const empty = names.find((name) => query[name] === '');
  if (empty !== undefined) {
    throw invalid([{ pointer: `/query/${empty}`, code: 'invalid', detail: 'must not be empty' }]);
  }
}

function resolve(parameter: Parameter | { $ref: string }): Parameter {
  return '$ref' in parameter
    ? (components.parameters[parameter.$ref.slice('#/components/parameters/'.length)] as Parameter)
    : parameter;
}
