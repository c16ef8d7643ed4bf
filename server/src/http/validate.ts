import { setImmediate } from 'node:timers/promises';
import type { OperationInfo } from '@tempshare/contract';
import type { OpenApiDocument } from '@tempshare/contract/document';
import type { Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { ServiceProblem } from '../domain/problem.ts';
import { queryNamesOf, refuseUnknownParameters } from './query.ts';
import { patternMessages, validationProblem } from './validation-problem.ts';

/** Holds requests, and outside production responses, against the contract. */
export interface Validator {
  /** Fills defaults into the request. @throws ServiceProblem `validation_failed` with a pointer to each wrong place. */
  request(operation: OperationInfo, request: Request, params: Record<string, string>): Promise<void>;
  /** @throws when the response is not what the contract says. */
  response(operation: OperationInfo, request: Request, status: number, body: unknown): Promise<void>;
}

/** What express-openapi-validator knows of a matched operation. */
interface Matched {
  expressRoute: string;
  openApiRoute: string;
  pathParams: Record<string, string>;
  schema: object;
}

declare module 'express-serve-static-core' {
  interface Request {
    openapi?: Matched;
  }
}

export interface ValidatorOptions {
  /** Hold responses against the contract as well. */
  responses: boolean;
  /** Compile a tag's operations when the first of them is called, so that a start costs little. */
  onFirstUse: boolean;
}

/**
 * Compiles the contract for every operation, so that a bad document stops the start instead of the first request.
 *
 * express-openapi-validator walks the whole document for each schema it compiles, so every tag gets a validator of its
 * own over what it refers to. That the document is OpenAPI at all is checked where it is made (`npm run check:contract`).
 */
export async function createValidator(
  document: OpenApiDocument,
  operations: readonly OperationInfo[],
  options: ValidatorOptions,
): Promise<Validator> {
  const explanations = patternMessages(document);
  const compileTag = async (tag: string): Promise<Map<string, CompiledOperation>> => {
    const own = operations.filter((operation) => operation.tag === tag);
    const part = excerpt(document, new Set(own.map(({ path }) => path)));
    const compiled = await compile(part, own, options);
    return new Map(compiled.map((operation) => [operation.id, operation]));
  };
  const tags = new Map<string, ReturnType<typeof compileTag>>();
  const compiled = async ({ id, tag }: OperationInfo): Promise<CompiledOperation> => {
    const compiling = tags.get(tag) ?? compileTag(tag);
    tags.set(tag, compiling);
    try {
      return (await compiling).get(id) as CompiledOperation;
    } catch (error) {
      if (tags.get(tag) === compiling) tags.delete(tag);
      throw error;
    }
  };
  for (const operation of options.onFirstUse ? [] : operations) {
    // A start does other things meanwhile, which would take this process for one that has stopped.
    if (!tags.has(operation.tag)) await setImmediate();
    await compiled(operation);
  }
  return {
    async request(operation, request, params) {
      const { matched, queryNames, validateRequest } = await compiled(operation);
      refuseUnknownParameters(request, queryNames);
      request.openapi = { ...matched, pathParams: params };
      const { requestType } = operation;
      // Raw bytes may come without a type; JSON has been checked before.
      if (requestType && request.headers['content-type'] !== undefined && request.is(requestType) === false) {
        throw new ServiceProblem('unsupported_media_type', `Send the body as ${requestType}.`);
      }
      // One compiled schema is kept for each content type that arrives, so clients must not choose them.
      if (requestType) request.headers['content-type'] = requestType;
      else delete request.headers['content-type'];
      try {
        await pass(validateRequest, request, request.res as Response);
      } catch (error) {
        throw validationProblem(error, request.body, explanations);
      }
    },
    async response(operation, request, status, body) {
      const { validateResponse } = await compiled(operation);
      if (validateResponse) await checkResponse(validateResponse, request, status, body);
    },
  };
}

interface CompiledOperation {
  id: string;
  queryNames: ReadonlySet<string>;
  matched: Matched;
  validateRequest: RequestHandler;
  validateResponse: RequestHandler | undefined;
}

/**
 * express-openapi-validator looks a route up by a linear scan that compiles each path anew. The router has matched the
 * operation already, so its record is looked up once here and handed to the validation middlewares.
 */
async function compile(
  document: OpenApiDocument,
  operations: readonly OperationInfo[],
  options: ValidatorOptions,
): Promise<CompiledOperation[]> {
  const basePath = new URL(document.servers[0]?.url ?? '/', 'http://localhost').pathname;
  const middlewares = OpenApiValidator.middleware({
    apiSpec: document as never,
    validateApiSpec: false,
    validateRequests: { allErrors: true },
    validateResponses: options.responses,
    validateSecurity: false,
    validateFormats: true,
    ajvFormats: { mode: 'fast' },
    fileUploader: false,
  }) as RequestHandler[];
  const [pathParams, metadata, , validateRequest, validateResponse] = middlewares as [
    RequestHandler,
    RequestHandler,
    RequestHandler,
    RequestHandler,
    RequestHandler | undefined,
  ];
  const compiled: CompiledOperation[] = [];
  for (const operation of operations) {
    const path = basePath + operation.path.replaceAll(/\{(\w+)\}/g, 'x');
    const probe = probeRequest(operation, path);
    await pass(pathParams, probe, {} as Response);
    await pass(metadata, probe, {} as Response);
    await pass(validateRequest, probe, {} as Response).catch((error: unknown) => {
      if ((error as { status?: number }).status !== 400) throw error;
    });
    const matched = probe.openapi as Matched;
    const queryNames = queryNamesOf(document, operation);
    compiled.push({ id: operation.id, queryNames, matched, validateRequest, validateResponse });
  }
  return compiled;
}

/** The document with some of its paths only, and the components that they refer to. */
function excerpt(document: OpenApiDocument, paths: ReadonlySet<string>): OpenApiDocument {
  const kept = Object.fromEntries(Object.entries(document.paths).filter(([path]) => paths.has(path)));
  const { securitySchemes } = document.components;
  const components: Record<string, Record<string, unknown>> = {
    securitySchemes: securitySchemes as Record<string, unknown>,
  };
  const keep = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const [, kind, name] =
      /^#\/components\/(\w+)\/([\w.-]+)$/.exec(String((node as { $ref?: string }).$ref)) ?? [];
    if (kind !== undefined && name !== undefined && components[kind]?.[name] === undefined) {
      const target = (document.components as Record<string, Record<string, unknown>>)[kind]?.[name];
      (components[kind] ??= {})[name] = target;
      keep(target);
    }
    Object.values(node).forEach(keep);
  };
  keep(kept);
  return structuredClone({ ...document, paths: kept, webhooks: {}, components }) as OpenApiDocument;
}

/** A request that no client sent, to warm the validator up with. */
function probeRequest(operation: OperationInfo, path: string): Request {
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
 * The middleware wraps `json` of a response: right ones pass through it, wrong ones reach `next` as an error. It gets
 * the little of a response that it reads, so that a response is checked before anything is committed or sent.
 */
function checkResponse(
  middleware: RequestHandler,
  request: Request,
  statusCode: number,
  body: unknown,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const getHeaders = () => ({ 'content-type': 'application/json' });
    const response = {
      statusCode,
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
