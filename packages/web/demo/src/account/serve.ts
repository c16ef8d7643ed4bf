import { operations } from '@tempshare/contract/account/operations';
import type { AccountFile, AccountOperation, AccountOperationId } from '@tempshare/contract/account';
import { prefixedId } from '../../../../testing/src/domain/tokens.ts';
import { faultsOf, type Schema } from '../../../../testing/src/http/json-schema.ts';
import { invalid, MockProblem } from '../../../../testing/src/http/problem.ts';
import { readJson } from '../../../../testing/src/http/request.ts';
import { requests } from '../../gen/requests.ts';
import { AccountProblem, type Demo, type DemoHandlers, type MemberContext } from './account.ts';
import { auditHandlers } from './audit.ts';
import { itemHandlers } from './items.ts';
import { keyHandlers } from './keys.ts';
import { peopleHandlers } from './people.ts';
import { serverHandlers } from './server.ts';
import { sessionHandlers } from './sessions.ts';
import { usageHandlers } from './usage.ts';

/** A handler for each operation of the panel: a missing one is a compile error that names it. */
const handlers = {
  ...auditHandlers,
  ...itemHandlers,
  ...keyHandlers,
  ...peopleHandlers,
  ...serverHandlers,
  ...sessionHandlers,
  ...usageHandlers,
} satisfies DemoHandlers;

interface Checks {
  query: { name: string; required?: boolean; schema: Schema & { type?: string; default?: unknown } }[];
  body: Schema | null;
}
const CHECKS = requests as Record<AccountOperationId, Checks>;

const ROUTES = Object.values(operations).map((operation: AccountOperation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/** Responds to a request of the panel, whose path is given relative to `/api/account`. */
export async function serveAccount(demo: Demo, request: Request, path: string): Promise<Response> {
  const requestId = prefixedId('req');
  const headers = new Headers({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' });
  try {
    return await respond(demo, request, { path, requestId, headers });
  } catch (error) {
    const problem =
      error instanceof AccountProblem || error instanceof MockProblem
        ? error
        : new MockProblem('internal_error', 'The demo has a fault.');
    if (!(error instanceof AccountProblem || error instanceof MockProblem)) console.error(error);
    if (problem instanceof MockProblem)
      for (const [name, value] of Object.entries(problem.headers)) headers.set(name, value);
    headers.set('Content-Type', 'application/problem+json; charset=utf-8');
    return new Response(JSON.stringify(problem.toBody(requestId)), { status: problem.status, headers });
  }
}

async function respond(
  demo: Demo,
  request: Request,
  { path, requestId, headers }: { path: string; requestId: string; headers: Headers },
): Promise<Response> {
  const { account, state } = demo;
  const { operation, params } = match(request.method, path);
  const user = account.users.find(({ id }) => id === account.signedInAs);
  if (operation.roles.length > 0) {
    if (!user) throw new AccountProblem('not_signed_in');
    if (!operation.roles.includes(user.role)) throw new AccountProblem('insufficient_role');
  }
  const { query, body } = await read(operation, request);
  const context = { ...demo, now: state.now, requestId, appUrl: state.appUrl, user, params, query, body };
  const handler = handlers[operation.id] as (context: object) => unknown;
  const reply = await handler(context satisfies Omit<MemberContext, 'user'>);
  if (operation.streams) return file(reply as AccountFile, headers);
  if (reply === undefined) return new Response(null, { status: operation.status, headers });
  headers.set('Content-Type', 'application/json; charset=utf-8');
  return new Response(JSON.stringify(reply), { status: operation.status, headers });
}

function match(method: string, path: string) {
  const here = ROUTES.filter(({ pattern }) => pattern.test(path));
  const route = here.find(({ operation }) => operation.method === method);
  if (route) return { operation: route.operation, params: { ...route.pattern.exec(path)!.groups } };
  if (here.length === 0) throw new MockProblem('not_found', 'There is no such path here.');
  const Allow = here.map(({ operation }) => operation.method).join(', ');
  throw new MockProblem('method_not_allowed', `Use ${Allow} here.`, { headers: { Allow } });
}

/** Query and body of a request, with defaults filled in. @throws MockProblem for what the contract refuses */
async function read(operation: AccountOperation, request: Request) {
  const checks = CHECKS[operation.id];
  const search = new URL(request.url).searchParams;
  const query: Record<string, unknown> = Object.fromEntries(search);
  const unknown = Object.keys(query).find((name) => !checks.query.some((known) => known.name === name));
  const errors = checks.query.flatMap(({ name, required, schema }) => {
    const pointer = `/query/${name}`;
    if (!(name in query)) {
      if (schema.default !== undefined) query[name] = schema.default;
      return required ? [{ pointer, code: 'required', detail: 'is required' }] : [];
    }
    if (schema.type === 'integer') query[name] = Number(query[name]);
    return faultsOf(schema, query[name], pointer);
  });
  if (unknown !== undefined) {
    const detail = 'is not a parameter of this request';
    errors.push({ pointer: `/query/${unknown}`, code: 'unknown_parameter', detail });
  }
  const bytes = new Uint8Array(await request.arrayBuffer());
  const body = checks.body === null ? undefined : readJson(request.headers, bytes);
  if (checks.body !== null && body !== undefined) errors.push(...faultsOf(checks.body, body, '/body'));
  else if (operation.bodyRequired) errors.push({ pointer: '/body', code: 'required', detail: 'is required' });
  if (errors.length > 0) throw invalid(errors);
  return { query, body };
}

/** A file to download. */
async function file({ mediaType, fileName, stream }: AccountFile, headers: Headers): Promise<Response> {
  headers.set('Content-Type', mediaType);
  headers.set('Content-Disposition', `attachment; filename="${fileName}"`);
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return new Response(new Blob(pieces as BlobPart[]), { headers });
}
