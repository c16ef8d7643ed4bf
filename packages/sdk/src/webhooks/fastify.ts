/** Receives webhooks in Fastify. */
import { checkAdapter, passedOn, LIMIT, PROBLEM_TYPE, receive, type AdapterOptions } from './adapter.ts';
import type { WebhookHandler } from './handler.ts';

export { WebhookHandlerError, type AdapterOptions } from './adapter.ts';

/** The part of a Fastify instance that is used. */
export interface FastifyScope {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    options: { bodyLimit: number },
    parser: (request: unknown, body: unknown, done: (error: null, body: unknown) => void) => void,
  ): unknown;
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
}

/** The part of a Fastify request that is used. */
export interface FastifyRequest {
  headers: Record<string, string | readonly string[] | undefined>;
  body: unknown;
  log: { warn(text: string): void };
}

/** The part of a Fastify reply that is used. */
export interface FastifyReply {
  code(status: number): { type(type: string): unknown; send(text?: string): unknown };
  type(type: string): unknown;
}

export interface FastifyOptions extends AdapterOptions {
  /** Path below the `prefix` given to `register`. Default: `/`. */
  path?: string | undefined;
}

/**
 * Makes a plugin with one POST route. Its parser, which leaves bodies as they are, holds within the plugin: the
 * application's own JSON parser stays as it is. It answers 204; 400 with the `code` of a refusal. What a handler throws
 * goes to the application's error handling, as a `WebhookHandlerError` with status 500, or to `onError`, and what that
 * throws likewise. Bodies above the limit get Fastify's own 413. Without `onError`, the reason of a refusal is logged as
 * a warning.
 *
 * @example
 * app.register(fastifyPlugin(createWebhookHandler({ secret }).on('secret.consumed', …)), { prefix: '/webhooks' });
 */
export function fastifyPlugin(
  webhooks: WebhookHandler,
  options: FastifyOptions = {},
): (scope: FastifyScope) => Promise<void> {
  checkAdapter(webhooks, options, 'path');
  const { limit = LIMIT, path = '/', onError } = options;
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    const raw = { parseAs: 'buffer', bodyLimit: limit } as const;
    scope.addContentTypeParser('*', raw, (_request, body, done) => done(null, body));
    scope.post(path, async (request, reply) => {
      const warn = (text: string) => request.log.warn(text);
      const given = { body: request.body ?? '', headers: request.headers };
      const received = receive(webhooks, given, { onError, warn });
      const { status, problem } = await received.catch((error: unknown) => {
        throw passedOn(error);
      });
      if (problem) reply.type(PROBLEM_TYPE);
      return reply.code(status).send(problem);
    });
  };
}
