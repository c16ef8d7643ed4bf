import { setImmediate } from 'node:timers/promises';
import { parse } from 'node:url';
import type { OperationShape } from '@tempshare/contract';
import type { OpenApiDocument } from '@tempshare/contract/document';
import type { Request, RequestHandler, Response } from 'express';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import {
  ajvErrorsToValidatorError,
  augmentAjvErrors,
} from 'express-openapi-validator/dist/middlewares/util.js';
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import { invalid, ServiceProblem } from '../../domain/problem.ts';
import { queryNamesOf, refuseUnknownParameters } from './query.ts';
import { patternMessages, validationProblem } from './validation-problem.ts';

/** Validates requests, and outside production responses, against the contract. */
export interface Validator {
  /** Fills in defaults. @throws ServiceProblem `validation_failed` with a pointer to each invalid place */
  request(operation: OperationShape, request: Request, params: Record<string, string>): Promise<void>;
  /** @throws if the response violates the contract */
  response(operation: OperationShape, request: Request, reply: ValidatedReply): Promise<void>;
}

export interface ContractValidator extends Validator {
  /** Compiles an operation ahead of its first request. @throws if it cannot be compiled */
  compile(operation: OperationShape): Promise<void>;
}

interface ValidatedReply {
  status: number;
  body: unknown;
}

/** Metadata of express-openapi-validator for a matched operation. */
interface Matched {
  expressRoute: string;
  openApiRoute: string;
  pathParams: Record<string, string>;
  schema: { parameters?: readonly { in: string; schema?: { type?: unknown } }[]; requestBody?: RequestBody };
}

interface RequestBody {
  /** `_discriminator` marks a schema that is chosen by a member's value. */
  content: Record<string, { schema: { _discriminator?: unknown } }>;
}

declare module 'express-serve-static-core' {
  interface Request {
    openapi?: Matched;
  }
}

/**
 * Compiles each operation at its first request, so that a start waits for none and unused ones take no memory. A test
 * compiles all of them. @param options `responses`: validate responses as well
 */
export function createValidator(
  document: OpenApiDocument,
  options: { responses: boolean },
): ContractValidator {
  silenceUrlParse();
  const explanations = patternMessages(document);
  const operations = new Map<string, Promise<CompiledOperation>>();
  const ready = new Map<string, CompiledOperation>();
  const compiled = async (operation: OperationShape): Promise<CompiledOperation> => {
    const { id } = operation;
    const compiling = operations.get(id) ?? compile(document, operation, options);
    operations.set(id, compiling);
    try {
      const done = await compiling;
      ready.set(id, done);
      return done;
    } catch (error) {
      if (operations.get(id) === compiling) operations.delete(id);
      throw error;
    }
  };
  return {
    async compile(operation) {
      await compiled(operation);
    },
    async request(operation, request, params) {
      const { matched, queryNames, validateRequest } = ready.get(operation.id) ?? (await compiled(operation));
      refuseUnknownParameters(request, queryNames);
      request.openapi = { ...matched, pathParams: params };
      const { requestType } = operation;
      // Raw bytes may come without a type. The type of a JSON body was checked when it was read.
      const type = request.rawBody ? undefined : request.headers['content-type'];
      if (requestType && type !== undefined && request.is(requestType) === false) {
        throw new ServiceProblem('unsupported_media_type', `Send the body as ${requestType}.`);
      }
      // The validator keeps a compiled schema per content type, so clients must not choose it.
      if (requestType) request.headers['content-type'] = requestType;
      else delete request.headers['content-type'];
      try {
        validateRequest(request);
      } catch (error) {
        throw validationProblem(error, request.body, explanations);
      }
      // UTF-8 cannot hold lone surrogates, and only escapes bring them. Validation has bounded the depth.
      if (request.rawBody?.includes('\\u')) refuseLoneSurrogates(request.body, '/body');
    },
    async response(operation, request, reply) {
      if (!options.responses) return;
      const { validateResponse } = await compiled(operation);
      if (validateResponse) await checkResponse(validateResponse, request, reply);
    },
  };
}

function refuseLoneSurrogates(value: unknown, pointer: string): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw invalid(pointer, 'unicode', 'must not contain a lone surrogate');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      refuseLoneSurrogates(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    }
  }
}

interface CompiledOperation {
  queryNames: ReadonlySet<string>;
  matched: Matched;
  /** Throws the validator's error. */
  validateRequest: (request: Request) => void;
  validateResponse: RequestHandler | undefined;
}

/**
 * express-openapi-validator walks its whole document for each schema that it compiles, so every operation gets a
 * validator over an excerpt. `npm run check:contract` validates the document itself.
 */
async function compile(
  document: OpenApiDocument,
  operation: OperationShape,
  { responses }: { responses: boolean },
): Promise<CompiledOperation> {
  const basePath = new URL(document.servers[0]?.url ?? '/', 'http://localhost').pathname;
  const apiDoc = excerpt(document, operation, { responses }) as never;
  const validator = new OpenApiValidator({
    apiSpec: apiDoc,
    validateApiSpec: false,
    validateRequests: { allErrors: true },
    validateResponses: responses,
    validateSecurity: false,
    validateFormats: true,
    ajvFormats: { mode: 'fast' },
    fileUploader: false,
  });
  const openApiRoute = basePath + operation.path;
  const expressRoute = openApiRoute.replaceAll(/\{(\w+)\}/g, ':$1');
  const route = { basePath, expressRoute, openApiRoute, method: operation.method, pathParams: [] };
  const spec = { apiDoc, basePaths: [basePath], routes: [route], serial: 0 };
  const middlewares = validator.installMiddleware(Promise.resolve(spec)) as unknown as RequestHandler[];
  const [, metadata, , , validateResponse] = middlewares as [
    RequestHandler,
    RequestHandler,
    RequestHandler,
    RequestHandler,
    RequestHandler | undefined,
  ];
  const probe = probeRequest(operation, openApiRoute.replaceAll(/\{(\w+)\}/g, 'x'));
  await pass(metadata, probe, {} as Response);
  // Yields between two parts that block for a while.
  await setImmediate();
  // The work of the request middleware, without its promises.
  const requests = new RequestValidator(apiDoc, validator.ajvOpts.request);
  const validateWhole = (request: Request): void =>
    void requests.validate(request as never, {} as Response, () => undefined);
  try {
    validateWhole(probe);
  } catch (error) {
    if ((error as { status?: number }).status !== 400) throw error;
  }
  const matched = probe.openapi as Matched;
  const validateRequest = isPlain(matched) ? plainly(requests, operation, expressRoute) : validateWhole;
  return { queryNames: queryNamesOf(document, operation), matched, validateRequest, validateResponse };
}

/** Returns whether the compiled schemas alone decide: no query, only text parameters, no discriminator. */
function isPlain({ schema: { parameters = [], requestBody } }: Matched): boolean {
  return (
    parameters.every(
      (parameter) =>
        (parameter.in === 'path' || parameter.in === 'header') && parameter.schema?.type === 'string',
    ) && Object.values(requestBody?.content ?? {}).every(({ schema }) => !schema._discriminator)
  );
}

interface Check {
  (data: object): boolean;
  errors?: Parameters<typeof augmentAjvErrors>[0] | null;
}

/** Runs the two compiled schemas directly, because the validator parses the type and URL of each request around them. */
function plainly(
  requests: RequestValidator,
  { method, requestType }: OperationShape,
  expressRoute: string,
): (request: Request) => void {
  type Compiled = { getSchema(key: string): Check | undefined };
  const { ajv, ajvBody } = requests as unknown as { ajv: Compiled; ajvBody: Compiled };
  const key = `${method}-${expressRoute}-${requestType ?? 'not_provided'}`;
  const [checkParameters, checkBody] = [ajv.getSchema(key), ajvBody.getSchema(key)];
  if (!checkParameters || !checkBody) throw new Error(`The validator has no schemas of ${key}.`);
  return ({ headers, params, body }) => {
    const data = { query: {}, headers, params, cookies: undefined, body: body as unknown };
    const [isValid, hasValidBody] = [checkParameters(data), checkBody(data)];
    if (isValid && hasValidBody) return;
    const errors = [...(checkParameters.errors ?? []), ...(checkBody.errors ?? [])];
    throw Object.assign(new Error(`No request of ${key}.`), {
      ...ajvErrorsToValidatorError(400, augmentAjvErrors(errors)),
    });
  };
}

/** Formats of numbers tell clients how to store them. Type and bounds refuse the same values. */
const isOfNumbers = (format: unknown): boolean => ['int32', 'int64', 'double'].includes(format as string);

/**
 * One operation with its references inlined: the validator compiles a schema per reference, and walks all components.
 */
function excerpt(
  document: OpenApiDocument,
  { id, path, method }: OperationShape,
  options: { responses: boolean },
): object {
  const { parameters, [method.toLowerCase()]: operation } = document.paths[path] ?? {};
  if (operation === undefined) throw new Error(`The contract has no operation ${id}.`);
  // Problems are made in one place, and pass no validator.
  const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  const responses = options.responses ? Object.fromEntries(successes) : {};
  const item = { parameters, [method.toLowerCase()]: { ...operation, responses } };
  const resolved = new Map<string, unknown>();
  const resolve = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map(resolve);
    const { $ref, ...rest } = node as { $ref?: unknown };
    const rules = Object.entries(rest).filter(([key, value]) => key !== 'format' || !isOfNumbers(value));
    const own = Object.fromEntries(rules.map(([key, value]) => [key, resolve(value)]));
    if (typeof $ref !== 'string') return own;
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w.-]+)$/.exec($ref) ?? [];
    const target = (document.components as Record<string, Record<string, unknown>>)[kind]?.[name];
    if (target === undefined) throw new Error(`The contract has no ${$ref}, which ${id} refers to.`);
    if (!resolved.has($ref)) resolved.set($ref, resolve(target));
    const { description: _, ...found } = resolved.get($ref) as object & { description?: unknown };
    const both = Object.keys(own).find((key) => key in found);
    if (both !== undefined) throw new Error(`The contract has a second ${both} beside ${$ref} in ${id}.`);
    return { ...found, ...own };
  };
  const { openapi, info } = document;
  const { securitySchemes } = document.components;
  return { openapi, info, paths: { [path]: resolve(item) }, components: { securitySchemes } };
}

/** Request that warms up the validator. */
function probeRequest(operation: OperationShape, path: string): Request {
  const headers: Record<string, string> = {};
  if (operation.requestType) headers['content-type'] = operation.requestType;
  const app = { enabled: () => false, param: () => undefined };
  const url = { path, url: path, originalUrl: path, baseUrl: '' };
  return {
    ...url,
    app,
    headers,
    method: operation.method,
    query: {},
    params: {},
    body: {},
  } as unknown as Request;
}

/**
 * Calls the middleware, which wraps `json`, with a stub, so that a response is checked before it is committed or sent.
 */
function checkResponse(
  middleware: RequestHandler,
  request: Request,
  { status, body }: ValidatedReply,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const getHeaders = () => ({ 'content-type': 'application/json' });
    const response = {
      statusCode: status,
      headersSent: false,
      json: () => resolve(),
      getHeaders,
    } as unknown as Response;
    void middleware(request, response, (error?: unknown) => (error ? reject(error) : response.json(body)));
  });
}

function pass(middleware: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void middleware(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

/** Silences `url.parse`: until it has warned once, Node.js inspects the stack at each call of the validator. */
function silenceUrlParse(): void {
  const { noDeprecation = false } = process;
  process.noDeprecation = true;
  parse('');
  process.noDeprecation = noDeprecation;
}
