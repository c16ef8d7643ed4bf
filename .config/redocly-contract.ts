/**
 * What of the contract follows from the rest of it, for `redocly lint` and `redocly bundle`: the errors that an operation
 * answers with and the headers of its success by its kind, the examples of errors by their codes, and the events by the
 * names of the webhooks. `openapi/` says none of it twice.
 */
import { dirname, relative } from 'node:path';

type Node = Record<string, unknown>;
interface Context {
  key: string | number;
  location: { source: { absoluteRef: string }; pointer: string };
  resolve<T>(value: T | { $ref: string }): { node: T };
}
/** A node, and the file it stands in. */
interface Placed<T> {
  node: T;
  file: string;
}
interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  parameters?: unknown[];
  requestBody?: { content: Node };
  responses?: Record<string, Node>;
  'x-guard'?: 'password' | 'pin';
  'x-stores'?: boolean;
  'x-consumes'?: boolean;
  'x-codes'?: string[];
  'x-roles'?: string[];
  'x-recent-sign-in'?: boolean;
  'x-any-origin'?: boolean;
  'x-errors'?: string[];
}
interface Problem {
  status: number;
  title: string;
  detail: string;
  errors?: Node[];
}
interface ErrorResponse {
  'x-codes': string[];
  headers?: Node;
  content?: Node;
}

/** Properties of an operation that decide which errors it has. */
interface Kind {
  method: string;
  security: Record<string, string[]>[];
  path: string;
  headers: string[];
  content: string[];
  guard: Operation['x-guard'];
  stores: boolean;
  consumes: boolean;
  /** Roles that may call an operation of the panel; undefined in the public contract. */
  roles: string[] | undefined;
  recentSignIn: boolean;
  anyOrigin: boolean;
  /** Codes that only this operation has. */
  own: string[];
}

/** The codes of errors, and of which operations they are. */
const CODES: Record<string, (kind: Kind) => boolean> = {
  validation_failed: () => true,
  malformed_json: ({ content }) => content.includes('application/json'),
  missing_api_key: (kind) => needsKey(kind),
  invalid_api_key: ({ security, roles }) => security.length > 0 && !roles,
  not_signed_in: ({ roles = [] }) => roles.length > 0,
  insufficient_role: ({ roles = [] }) => roles.length > 0 && roles.length < ROLES,
  confirmation_required: ({ recentSignIn }) => recentSignIn,
  foreign_origin: ({ roles, method, anyOrigin }) => roles !== undefined && method !== 'get' && !anyOrigin,
  insufficient_scope: ({ security }) => security.some(({ bearerAuth = [] }) => bearerAuth.length > 0),
  invalid_password: ({ guard }) => guard === 'password',
  invalid_pin: ({ guard }) => guard === 'pin',
  invalid_session: ({ headers }) => headers.includes('X-Session-Token'),
  not_found: ({ path }) => path.includes('{'),
  idempotency_in_progress: ({ headers, consumes }) => headers.includes('Idempotency-Key') && !consumes,
  quota_exceeded: ({ stores }) => stores,
  payload_too_large: ({ content }) => content.length > 0,
  unsupported_media_type: ({ content }) => content.length > 0,
  range_not_satisfiable: ({ headers }) => headers.includes('Range'),
  idempotency_key_reused: ({ headers, consumes }) => headers.includes('Idempotency-Key') && !consumes,
  rate_limited: () => true,
  too_many_attempts: ({ guard, own }) => guard !== undefined || own.includes('too_many_attempts'),
  internal_error: () => true,
  service_unavailable: () => true,
  insufficient_storage: ({ stores }) => stores,
};
/** Codes that only the operations have which name them in `x-errors`. */
const OWN_CODES = [
  'wrong_credentials',
  'code_required',
  'wrong_code',
  'invalid_passkey',
  'no_passkeys_here',
  'no_second_factor',
  'no_mail',
  'sign_in_expired',
  'provider_refused',
  'no_group',
  'unverified_email',
  'sign_in_by_provider',
  'not_connected',
  'provider_failed',
  'provider_away',
  'invalid_link',
  'already_set_up',
  'email_taken',
  'last_owner',
  'no_room',
  'limit_reached',
  'weak_password',
];
for (const code of OWN_CODES) CODES[code] = ({ own }) => own.includes(code);

/** Number of roles in an account. */
const ROLES = 4;

/** Answered before an operation is known. */
const OF_NO_OPERATION = ['malformed_request', 'method_not_allowed'];

/** Header of responses to requests with an API key, errors among them. */
const KEY_HEADER = 'API-Key-Expires-At';

const takesKey = ({ security }: Kind): boolean => security.some(({ bearerAuth }) => bearerAuth !== undefined);
const needsKey = ({ security }: Kind): boolean =>
  security.length > 0 && security.every(({ bearerAuth }) => bearerAuth !== undefined);

/** Headers of every response, errors among them. */
const HEADERS = ['X-Request-Id', 'Cache-Control'];
/** Headers of every response to a request that was authenticated, or needs no authentication. */
const ADMITTED_HEADERS = ['RateLimit-Policy', 'RateLimit'];
/** The error of requests that were not. */
const NOT_ADMITTED = 'missing_api_key';

/** Headers of an operation's success. */
const successHeaders = (kind: Kind): string[] => [
  ...HEADERS,
  ...ADMITTED_HEADERS,
  ...(takesKey(kind) ? [KEY_HEADER] : []),
  ...(kind.headers.includes('Idempotency-Key') ? ['Idempotency-Replayed'] : []),
];

/** What every webhook is sent with, and what a receiver answers. */
const WEBHOOK_PARAMETERS = [
  'Signature',
  'NextSignature',
  'WebhookId',
  'WebhookTimestamp',
  'WebhookSignature',
];
const WEBHOOK_RESPONSES = { '2XX': 'Received', '410': 'Gone' };

const REQUEST_ID = 'req_4Jm0cWbq2cTt7hYQk1sXzE';

const names = (table: Record<string, (kind: Kind) => boolean>, kind: Kind): string[] =>
  Object.keys(table).filter((name) => table[name]!(kind));

function reference(from: string, to: string, name: string): { $ref: string } {
  const path = relative(dirname(from), to).replaceAll('\\', '/');
  return { $ref: `${from === to ? '' : path}#/${name}` };
}

/** References to headers, for a file of the contract. */
const headersNamed = (list: string[], file: string, folder: string): Node =>
  Object.fromEntries(list.map((name) => [name, reference(file, `${folder}/headers.yaml`, name)]));

/** Adds headers to those a response says itself, in the place where they are looked for: before the content. */
function setHeaders(response: { headers?: Node; content?: unknown }, added: Node): void {
  const { headers, content } = response;
  delete response.content;
  response.headers = { ...added, ...headers };
  if (content !== undefined) response.content = content;
}

/** The examples of an error, one for each of its codes. */
function examplesOf(codes: string[], problems: Record<string, Problem>): Node {
  const entries = codes.map((code) => {
    const { status, title, detail, errors } = problems[code]!;
    const type = `urn:tempshare:problem:${code}`;
    const value = { type, title, status, detail, code, requestId: REQUEST_ID, ...(errors && { errors }) };
    return [code, { value }];
  });
  return Object.fromEntries(entries) as Node;
}

/** An error response that stands in the operation itself: all codes of one status. */
function inlineResponse(codes: string[], problems: Record<string, Problem>, schema: Node): Node {
  return {
    description: codes.map((code) => problems[code]!.title).join(', or ') + '.',
    content: { 'application/problem+json': { schema, examples: examplesOf(codes, problems) } },
  };
}

class Contract {
  security: Kind['security'] = [];
  path = '';
  operations: (Placed<Operation> & { kind: Kind })[] = [];
  webhooks = new Map<string, Placed<Operation>>();
  responses: (Placed<ErrorResponse> & { name: string })[] = [];
  /** Every `x-problems`, in the order of the files. */
  problems: Placed<Record<string, Problem>>[] = [];
  problemSchema: (Placed<Node> & { name: string }) | undefined;
  events = new Map<string, Placed<Node> & { name: string }>();
  eventLists: Placed<Node>[] = [];

  complete(): void {
    const problems = Object.assign({}, ...this.problems.map(({ node }) => node)) as Record<string, Problem>;
    const { file } = this.problems[0]!;
    const unknown = Object.keys(problems).filter(
      (code) => !(code in CODES) && !OF_NO_OPERATION.includes(code),
    );
    if (unknown.length > 0)
      throw new Error(`of which operations ${unknown.join(', ')} is, CODES does not say`);
    const folder = dirname(dirname(file));
    for (const { node, file: from } of this.responses) {
      const media = {
        schema: reference(from, file, 'Problem'),
        examples: examplesOf(node['x-codes'], problems),
      };
      const isAdmitted = !node['x-codes'].includes(NOT_ADMITTED);
      setHeaders(node, headersNamed([...HEADERS, ...(isAdmitted ? ADMITTED_HEADERS : [])], from, folder));
      node.content = { 'application/problem+json': media };
    }
    for (const operation of this.operations) this.#completeOperation(operation, problems, folder);
    for (const { node, file: from } of this.webhooks.values()) {
      const own = (name: string, value: string) => reference(from, `${folder}/webhooks/${name}.yaml`, value);
      node.parameters = WEBHOOK_PARAMETERS.map((name) => own('parameters', name));
      node.responses = Object.fromEntries(
        Object.entries(WEBHOOK_RESPONSES).map(([status, name]) => [status, own('responses', name)]),
      );
    }
    if (this.webhooks.size > 0) this.#completeEvents(`${folder}/schemas/shared.yaml`);
  }

  #completeOperation(
    { node, file, kind }: Placed<Operation> & { kind: Kind },
    problems: Record<string, Problem>,
    folder: string,
  ): void {
    const codes = names(CODES, kind);
    node['x-codes'] = codes;
    const byStatus = Map.groupBy(codes, (code) => problems[code]!.status);
    if (kind.roles) {
      const { file: own, name } = this.problemSchema!;
      delete node['x-errors'];
      for (const [status, each] of byStatus)
        node.responses![status] = inlineResponse(each, problems, reference(file, own, name));
      return;
    }
    for (const response of Object.values(node.responses!)) {
      if ('$ref' in response) continue;
      setHeaders(response, headersNamed(successHeaders(kind), file, folder));
    }
    for (const [status, own] of byStatus) {
      const error = this.#responseFor(own, node);
      if (takesKey(kind) && !own.includes(NOT_ADMITTED))
        error.node.headers = {
          ...error.node.headers,
          ...headersNamed([KEY_HEADER], error.file, folder),
        };
      node.responses![status] = reference(file, error.file, error.name);
    }
  }

  /** The response that names all the codes, and the fewest others. */
  #responseFor(codes: string[], { operationId }: Operation): Placed<ErrorResponse> & { name: string } {
    const [found] = this.responses
      .filter(({ node }) => codes.every((code) => node['x-codes'].includes(code)))
      .sort((a, b) => a.node['x-codes'].length - b.node['x-codes'].length);
    if (!found) throw new Error(`no response has the codes of ${operationId}: ${codes.join(', ')}`);
    return found;
  }

  #completeEvents(shared: string): void {
    const types = [...this.webhooks.keys()];
    const missing = types.filter((type) => !this.events.has(type));
    if (missing.length > 0)
      throw new Error(
        `no schema has the x-event ${missing.join(', ')}: add it to openapi/schemas/events.yaml`,
      );
    for (const { node, file } of this.events.values()) {
      const own = (name: string) => ({ $ref: `#/${name}` });
      const { 'x-event': type, 'x-event-object': object } = node as Record<string, string>;
      delete node['x-event'];
      delete node['x-event-object'];
      const data = { type: 'object', required: ['object'], properties: { object: own(object!) } };
      Object.assign(node, {
        type: 'object',
        required: ['id', 'type', 'apiVersion', 'createdAt', 'livemode', 'data'],
        properties: {
          id: own('EventId'),
          type: { type: 'string', const: type, enum: [type] },
          apiVersion: own('ApiVersion'),
          createdAt: reference(file, shared, 'Timestamp'),
          livemode: reference(file, shared, 'Livemode'),
          test: own('EventTest'),
          data,
        },
      });
    }
    for (const { node } of this.eventLists) {
      const what = node['x-events'];
      delete node['x-events'];
      const references = types.map((type) => [type, `#/${this.events.get(type)!.name}`]);
      if (what === 'types') node['enum'] = types;
      else {
        node['oneOf'] = references.map(([, $ref]) => ({ $ref }));
        node['discriminator'] = { propertyName: 'type', mapping: Object.fromEntries(references) as Node };
      }
    }
  }
}

function complete() {
  const contract = new Contract();
  const fileOf = ({ location }: Context): string => location.source.absoluteRef;
  const nameOf = ({ location }: Context): string => location.pointer.split('/').at(-1)!;
  return {
    Root: {
      enter: ({ security }: { security: Kind['security'] }) => {
        contract.security = security;
      },
      leave: () => contract.complete(),
    },
    Paths: {
      PathItem: {
        enter: (_: Node, { key }: Context) => {
          contract.path = String(key);
        },
        Operation(node: Operation, context: Context, { PathItem: item }: { PathItem?: Node }) {
          const { security = contract.security, requestBody } = node;
          const listed = [
            ...((item?.['parameters'] as unknown[] | undefined) ?? []),
            ...(node.parameters ?? []),
          ];
          const parameters = listed.map((each) => context.resolve<Node>(each as Node).node);
          const headers = parameters
            .filter(({ in: place }) => place === 'header')
            .map(({ name }) => String(name));
          const content = Object.keys(requestBody?.content ?? {});
          const kind = {
            ...{ security, path: contract.path, method: String(context.key), headers, content },
            guard: node['x-guard'],
            stores: node['x-stores'] ?? false,
            consumes: node['x-consumes'] ?? false,
            roles: node['x-roles'],
            recentSignIn: node['x-recent-sign-in'] ?? false,
            anyOrigin: node['x-any-origin'] ?? false,
            own: node['x-errors'] ?? [],
          };
          contract.operations.push({ node, file: fileOf(context), kind });
        },
      },
    },
    WebhooksMap: {
      PathItem: {
        enter: (_: Node, { key }: Context) => {
          contract.path = String(key);
        },
        Operation(node: Operation, context: Context) {
          contract.webhooks.set(contract.path, { node, file: fileOf(context) });
        },
      },
    },
    Response(node: Node, context: Context) {
      if (!node['x-codes']) return;
      const response = node as Node & ErrorResponse;
      contract.responses.push({ node: response, file: fileOf(context), name: nameOf(context) });
    },
    Schema(node: Node, context: Context) {
      const placed = { file: fileOf(context), name: nameOf(context) };
      if (node['x-problems']) {
        const problems = node['x-problems'] as Record<string, Problem>;
        contract.problems.push({ node: problems, file: placed.file });
        node['enum'] = Object.keys(problems);
      }
      if (node['title'] === 'Problem') contract.problemSchema = { node, ...placed };
      if (node['x-event']) contract.events.set(node['x-event'] as string, { node, ...placed });
      if (node['x-events']) contract.eventLists.push({ node, ...placed });
    },
  };
}

export default () => ({ id: 'contract', preprocessors: { oas3: { complete } } });
