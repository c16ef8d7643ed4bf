import type { OperationInfo, ProblemError } from '@tempshare/contract';
import type { OpenApiDocument } from '@tempshare/contract/document';
import type { Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { ServiceProblem } from './problem.ts';

/** Holds requests, and outside production answers, against the contract. */
export interface Validator {
  /** Fills defaults into the request. @throws ServiceProblem `validation_failed` with a pointer to each wrong place. */
  request(operation: OperationInfo, request: Request, params: Record<string, string>): Promise<void>;
  /** @throws when the answer is not what the contract says. */
  answer(operation: OperationInfo, request: Request, status: number, body: unknown): Promise<void>;
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

/**
 * Compiles the contract for every operation, so that a bad document stops the start instead of the first request.
 *
 * express-openapi-validator looks a route up by a linear scan that compiles each path anew. The router has matched the
 * operation already, so its record is looked up once here and handed to the validation middlewares.
 */
export async function createValidator(
  document: OpenApiDocument,
  operations: readonly OperationInfo[],
  options: { answers: boolean },
): Promise<Validator> {
  const basePath = new URL(document.servers[0]?.url ?? '/', 'http://localhost').pathname;
  const explanations = patternMessages(document);
  const middlewares = OpenApiValidator.middleware({
    apiSpec: document as never,
    validateApiSpec: true,
    validateRequests: { allErrors: true },
    validateResponses: options.answers,
    validateSecurity: false,
    validateFormats: true,
    ajvFormats: { mode: 'fast' },
    fileUploader: false,
  }) as RequestHandler[];
  const [pathParams, metadata, , validateRequest, validateResponse] = middlewares as [
    RequestHandler, RequestHandler, RequestHandler, RequestHandler, RequestHandler | undefined,
  ];

  const matched = new Map<string, Matched>();
  for (const operation of operations) {
    const path = basePath + operation.path.replaceAll(/\{(\w+)\}/g, 'x');
    const probe = probeRequest(operation, path);
    await pass(pathParams, probe, {} as Response);
    await pass(metadata, probe, {} as Response);
    matched.set(operation.id, probe.openapi as Matched);
    await pass(validateRequest, probe, {} as Response).catch((error: unknown) => {
      if ((error as { status?: number }).status !== 400) throw error;
    });
  }

  return {
    async request(operation, request, params) {
      request.openapi = { ...(matched.get(operation.id) as Matched), pathParams: params };
      try {
        await pass(validateRequest, request, request.res as Response);
      } catch (error) {
        throw toProblem(error, explanations);
      }
    },
    async answer(_operation, request, status, body) {
      if (!validateResponse) return;
      const stand = answerStand(status);
      await pass(validateResponse, request, stand);
      stand.json(body);
    },
  };
}

/** A request that no client sent, to warm the validator up with. */
function probeRequest(operation: OperationInfo, path: string): Request {
  const headers: Record<string, string> = {};
  if (operation.requestType) headers['content-type'] = operation.requestType;
  const app = { enabled: () => false, param: () => undefined };
  const url = { path, url: path, originalUrl: path, baseUrl: '' };
  return { ...url, app, headers, method: operation.method, query: {}, params: {}, body: {} } as unknown as Request;
}

/** The little of a response that the answer check reads and wraps. */
function answerStand(statusCode: number): Response {
  const stand = {
    statusCode,
    headersSent: false,
    json: () => stand,
    status: () => stand,
    getHeaders: () => ({ 'content-type': 'application/json' }),
  };
  return stand as unknown as Response;
}

function pass(middleware: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void middleware(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

interface ValidatorError {
  status: number;
  path?: string;
  message: string;
  errors?: { path: string; message: string; errorCode?: string }[];
}

function toProblem(error: unknown, explanations: Map<string, string>): unknown {
  const { status, errors, path = '', message } = error as ValidatorError;
  if (status !== 400 && status !== 415) return error;
  if (status === 415) {
    return new ServiceProblem('unsupported_media_type', 'The body is missing, or its Content-Type is not accepted here.');
  }
  const found = errors?.length ? errors : [{ path, message }];
  const entries = found.map((entry) => toEntry(entry, explanations));
  const unique = [...new Map(entries.filter(isTelling).map((entry) => [entry.pointer + entry.code, entry])).values()];
  const shown = unique.length > 0 ? unique : entries;
  const [first] = shown as [ProblemError];
  const rest = shown.length > 1 ? ` (and ${shown.length - 1} more, see errors)` : '';
  return new ServiceProblem('validation_failed', `${first.pointer} ${first.detail}${rest}.`, { errors: shown });
}

const RULES: Record<string, string> = {
  'if.openapi.validation': 'condition',
  'additionalProperties.openapi.validation': 'unknown_property',
  'unevaluatedProperties.openapi.validation': 'unknown_property',
  'false schema.openapi.validation': 'not_allowed_here',
};

function toEntry(error: NonNullable<ValidatorError['errors']>[number], explanations: Map<string, string>): ProblemError {
  const { path, message } = error;
  const errorCode = error.errorCode ?? (message.startsWith('Unknown query parameter') ? 'unknown_parameter' : 'invalid');
  const code =
    RULES[errorCode] ??
    errorCode.replace('.openapi.validation', '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const pointer = path.replace(/^\/params/, '/path') || '/body';
  const pattern = /^must match pattern "(.*)"$/s.exec(message)?.[1];
  return { pointer, code, detail: DETAILS[code] ?? (pattern === undefined ? message : (explanations.get(pattern) ?? message)) };
}

const DETAILS: Record<string, string> = {
  required: 'is required',
  not_allowed_here: 'is not allowed together with the other fields',
  unknown_property: 'is not a field of this request',
  unknown_parameter: 'is not a parameter of this request',
};

/** What the contract says of each pattern in words (`x-pattern-message`), by the pattern. */
function patternMessages(node: unknown, messages = new Map<string, string>()): Map<string, string> {
  if (typeof node !== 'object' || node === null) return messages;
  const { pattern, 'x-pattern-message': message } = node as Record<string, unknown>;
  if (typeof pattern === 'string' && typeof message === 'string') messages.set(pattern, message);
  for (const child of Object.values(node)) patternMessages(child, messages);
  return messages;
}

/** Composite keywords only repeat that one of their parts has failed. */
function isTelling(entry: ProblemError): boolean {
  return !['condition', 'any_of', 'one_of', 'all_of'].includes(entry.code);
}
