import { accountLifetimes, type AccountFile, type AccountOperation } from '@tempshare/contract/account';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import type { SignedIn, VisitorContext } from '../../domain/panel.ts';
import { notFound, ServiceProblem } from '../../domain/problem.ts';
import type { RequestLimit } from '../../limits/rate-limit.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { requireAdmitted } from '../pipeline/authenticate.ts';
import type { Speed } from '../body/body-watch.ts';
import { readJsonBody } from '../body/body.ts';
import { localeOf } from '../pipeline/negotiation.ts';
import { rateLimitHeaders } from '../pipeline/rate-limit-headers.ts';
import { truncated, type Locals } from '../pipeline/request-scope.ts';
import { sendStream } from '../body/stream.ts';
import type { Validator } from '../pipeline/validate.ts';
import type { CookieJar } from './cookie.ts';
import { deviceOf } from './device.ts';

export interface PanelDeps {
  database: Database;
  /** Finds the living session of a cookie's token. */
  signedIn: (token: string, network: string) => Promise<SignedIn | undefined>;
  anonymous: RequestLimit;
  panelLimit: RequestLimit;
  panelValidator: Validator;
  cookies: CookieJar;
  appOrigin: string;
  bodySpeed: Speed;
  locales: readonly string[];
  defaultLocale: string;
}

export interface PanelCall {
  operation: AccountOperation;
  request: Request;
  response: Response;
}

export type PanelHandler = (context: object) => unknown;

/** Runs one request of the panel: same origin, session, rate limit, role, recent sign-in, validation, handler, response. */
export async function servePanel(
  deps: PanelDeps,
  handler: PanelHandler,
  { operation, request, response }: PanelCall,
): Promise<void> {
  const locals = response.locals as Locals;
  locals.operation = operation.id;
  if (!operation.anyOrigin) refuseForeign(request, deps.appOrigin);
  const cookie = deps.cookies.of(response);
  const network = truncated(locals.network);
  const token = operation.anyOrigin ? undefined : deps.cookies.read(request);
  const find = async () => (token === undefined ? undefined : deps.signedIn(token, network));
  const found = await find();
  // Operations without a session count by address even with one: they hash passwords and look links up.
  const admission = await (found && operation.roles.length > 0
    ? deps.panelLimit.admit(found.session.id)
    : deps.anonymous.admit(locals.network));
  for (const [name, value] of rateLimitHeaders(admission)) response.setHeader(name, value);
  requireAdmitted(admission);
  const admittedAt = performance.now();
  authorize(operation, found, admission.now);
  const body = await readRequest(deps, operation, request);
  // Reading a body may take long, so the caller is authorized again.
  const signedIn = body === undefined ? found : await find();
  const now = new Date(admission.now.getTime() + performance.now() - admittedAt);
  authorize(operation, signedIn, now);
  const context: VisitorContext & Record<'params' | 'query' | 'body', unknown> = {
    params: request.params,
    query: request.query,
    body,
    db: deps.database,
    now,
    address: locals.network,
    network,
    device: deviceOf(request.get('User-Agent')),
    requestId: locals.requestId,
    locale: localeOf(request, deps),
    cookie,
    browser: deps.cookies.browserOf(request, response),
    signedIn,
  };
  const reply = await handler(context);
  if (operation.streams) {
    const { mediaType, fileName, stream } = reply as AccountFile;
    const headers = { 'Content-Disposition': contentDisposition(fileName) };
    await sendStream(response, { responseType: mediaType }, { status: operation.status, headers, stream });
    return;
  }
  await deps.panelValidator.response(operation, request, { status: operation.status, body: reply });
  response.status(operation.status);
  if (reply === undefined) response.end();
  else response.json(reply);
}

/** @throws ServiceProblem `not_signed_in`, `insufficient_role`, `confirmation_required` */
function authorize(operation: AccountOperation, signedIn: SignedIn | undefined, now: Date): void {
  const { roles, recentSignIn } = operation;
  if (roles.length === 0) return;
  if (!signedIn)
    throw new ServiceProblem('not_signed_in', 'Sign in first: the session is unknown, expired or was ended.');
  if (!roles.includes(signedIn.user.role))
    throw new ServiceProblem(
      'insufficient_role',
      `This needs the role ${roles.join(' or ')}. Yours is ${signedIn.user.role}.`,
    );
  const age = now.getTime() - signedIn.session.confirmedAt.getTime();
  // A confirmation in the future dates from before the clock was set back.
  if (recentSignIn && !(age >= -60_000 && age <= 1000 * accountLifetimes.recentSignIn))
    throw new ServiceProblem(
      'confirmation_required',
      'Enter your password again: this needs a sign-in within the last 10 minutes.',
    );
}

async function readRequest(
  { bodySpeed, panelValidator }: PanelDeps,
  operation: AccountOperation,
  request: Request,
): Promise<unknown> {
  if (operation.requestType === 'application/json') await readJsonBody(request, operation, bodySpeed);
  const params = request.params as Record<string, string>;
  if (Object.values(params).some((text) => text.includes('\0'))) throw notFound();
  await panelValidator.request(operation, request, params);
  return request.body as unknown;
}

/**
 * CSRF protection: refuses requests of pages of other sites. Browsers send `Sec-Fetch-Site` on https and localhost, and
 * `Origin` everywhere (Fetch standard). A request with neither comes from no browser in use, and is refused.
 */
function refuseForeign(request: Request, appOrigin: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.get('Sec-Fetch-Site');
  const origin = request.get('Origin');
  const isOwn = site === undefined ? isOwnOrigin(origin, request, appOrigin) : site === 'same-origin';
  if (!isOwn) throw new ServiceProblem('foreign_origin', 'Only pages of this server may call this.');
}

const isOwnOrigin = (origin: string | undefined, request: Request, appOrigin: string): boolean =>
  origin === appOrigin ||
  (origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.get('Host'));
