/** Checks of responses against the OpenAPI document. */
import {
  operations,
  problems,
  type ErrorCode,
  type OperationId,
  type OperationInfo,
  type Problem,
} from '@tempshare/contract';
import type { OpenApiOperation, OpenApiResponse } from '@tempshare/contract/document';
import { document, faultsOf, resolved } from './schemas.ts';

/** Holds every response that passes through `fetch` against the contract. */
export interface ContractCheck {
  fetch: typeof fetch;
  /** Faults found, one line each; emptied by reading. */
  takeFaults(): string[];
  /** The operations called so far, each with the statuses it answered. */
  readonly seen: ReadonlyMap<OperationId, ReadonlySet<number>>;
  /** The properties in the bodies of calls that succeeded, such as `transfers.create: request text`. */
  readonly properties: ReadonlySet<string>;
  /** The headers of the responses, such as `transfers.create 201: RateLimit`; of an error `NotFound: RateLimit`. */
  readonly headers: ReadonlySet<string>;
}

interface Header {
  required?: boolean;
  schema: { type?: string };
}

export function contractCheck(baseUrl: string): ContractCheck {
  const seen = new Map<OperationId, Set<number>>();
  const properties = new Set<string>();
  const headers = new Set<string>();
  let faults: string[] = [];
  return {
    seen,
    properties,
    headers,
    takeFaults() {
      const taken = faults;
      faults = [];
      return taken;
    },
    async fetch(input, init) {
      const request = new Request(input, init);
      const response = await globalThis.fetch(request.clone());
      const { pathname } = new URL(request.url);
      const operation = findOperation(request.method, pathname.slice(new URL(baseUrl).pathname.length));
      if (operation) seen.set(operation.id, (seen.get(operation.id) ?? new Set()).add(response.status));
      const endless = response.headers.get('content-type')?.startsWith(STREAM);
      const copy = endless ? response : response.clone();
      if (operation && response.status === operation.status) {
        for (const name of await propertiesIn(request)) properties.add(`${operation.id}: request ${name}`);
        for (const name of await propertiesIn(response.clone()))
          properties.add(`${operation.id}: response ${name}`);
      }
      if (operation)
        for (const { name } of declaredHeaders(operation, response.status))
          if (response.headers.has(name)) headers.add(`${responseName(operation, response.status)}: ${name}`);
      const found = await faultsOfResponse(operation, request.method, copy);
      const name = `${operation?.id ?? `${request.method} ${pathname}`} ${response.status}`;
      faults.push(...found.map((fault) => `${name}: ${fault}`));
      return response;
    },
  };
}

/** The properties of a body that is JSON. */
async function propertiesIn(message: Request | Response): Promise<string[]> {
  const isJson = message.headers.get('content-type')?.startsWith('application/json');
  return isJson ? Object.keys((await message.json()) as object) : [];
}

/** Its events are held against the contract by those who read them. */
const STREAM = 'text/event-stream';

function findOperation(method: string, path: string): OperationInfo | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return Object.values<OperationInfo>(operations).find(
    (operation) =>
      operation.method === wanted &&
      new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}

/** A response that is no operation's is a problem all the same. */
const ELSEWHERE: OpenApiResponse = resolved(document.components.responses.NotFound as OpenApiResponse);

async function faultsOfResponse(
  operation: OperationInfo | undefined,
  method: string,
  response: Response,
): Promise<string[]> {
  const described = operation && document.paths[operation.path]?.[operation.method.toLowerCase()];
  const expected = described ? documented(described, response.status) : ELSEWHERE;
  if (!expected) return ['the status is not documented'];
  const { headers = {}, content = {} } = expected;
  const faults = Object.entries(headers).flatMap(([name, header]) =>
    headerFaults(name, resolved(header as Header), response.headers.get(name)),
  );
  if (operation) faults.push(...undeclared(response.headers, headers));
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const media = content[type];
  if (!media) return [...faults, `the content type ${type} is not documented`];
  if (method === 'HEAD' || type === STREAM) return faults;
  const text = await response.text();
  const body: unknown = /json$/.test(type) ? JSON.parse(text) : text;
  const problem = type === 'application/problem+json' ? problemFaults(operation, body as Problem) : [];
  return [...faults, ...faultsOf(media.schema, body), ...problem];
}

/** A problem has the title of its code, and a code that its operation answers with. */
function problemFaults(operation: OperationInfo | undefined, { code, title }: Problem): string[] {
  const known = problems[code] as { title: string } | undefined;
  const faults = known && title !== known.title ? [`the title of ${code} is ${title}`] : [];
  if (!known || !operation || operation.codes.includes(code) || ANYWHERE.includes(code)) return faults;
  return [...faults, `the code ${code} is none of the operation`];
}

/** Answered before an operation is found. */
const ANYWHERE: readonly ErrorCode[] = ['malformed_request', 'method_not_allowed'];

/** Headers that belong to HTTP itself, or tell browsers what to do; the same for every response. */
const ELSEWHERE_DESCRIBED =
  /^(connection|content-length|content-type|date|keep-alive|transfer-encoding|vary|access-control-.*|timing-allow-origin|referrer-policy|x-content-type-options)$/;

function undeclared(sent: Headers, declared: object): string[] {
  const names = new Set(Object.keys(declared).map((name) => name.toLowerCase()));
  return [...sent.keys()]
    .filter((name) => !names.has(name) && !ELSEWHERE_DESCRIBED.test(name))
    .map((name) => `the header ${name} is not documented`);
}

/** Returns the headers that the contract declares for a response. */
export function declaredHeaders(
  operation: OperationInfo,
  status: number,
): { response: string; name: string }[] {
  const described = document.paths[operation.path]![operation.method.toLowerCase()]!;
  const { headers = {} } = documented(described, status) ?? {};
  const response = responseName(operation, status);
  return Object.keys(headers).map((name) => ({ response, name }));
}

/** Operations share their errors, so an error is called by its name in the contract. */
function responseName({ id, method, path }: OperationInfo, status: number): string {
  const response = document.paths[path]![method.toLowerCase()]!.responses[status];
  const isShared = response !== undefined && '$ref' in response && status >= 400;
  return isShared ? response.$ref.split('/').at(-1)! : `${id} ${status}`;
}

function documented({ responses }: OpenApiOperation, status: number): OpenApiResponse | undefined {
  const response = responses[status];
  return response && resolved<OpenApiResponse>(response);
}

function headerFaults(name: string, { required, schema }: Header, value: string | null): string[] {
  if (value === null) return required ? [`the header ${name} is missing`] : [];
  const read = schema.type === 'integer' ? Number(value) : value;
  return faultsOf(schema, read).map((fault) => `the header ${name} is ${value}: ${fault}`);
}
