import { readFileSync } from 'node:fs';
import type { EventType, WebhookBody } from './index.ts';

/** The bundled OpenAPI document as the JSON text that `/openapi.json` serves. */
export const documentText = readFileSync(new URL('./gen/openapi.json', import.meta.url), 'utf8');

/** The bundled OpenAPI document. Each call gives a copy of its own, since validators write into theirs. */
export function openApiDocument(): OpenApiDocument {
  return JSON.parse(documentText) as OpenApiDocument;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  webhooks: { [Type in EventType]: { post: OpenApiWebhook<Type> } };
  components: { schemas: Record<string, unknown>; responses: Record<string, OpenApiResponse> } & Record<
    string,
    unknown
  >;
}

/** Webhook of the contract, with an example that the linter checks against its schema. */
export interface OpenApiWebhook<Type extends EventType> extends OpenApiOperation {
  requestBody: {
    content: {
      'application/json': { schema: unknown; examples: { event: { value: WebhookBody<Type> } } };
    };
  };
}

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: unknown; examples?: Record<string, { value: unknown }> }>;
}

export interface OpenApiOperation {
  operationId: string;
  parameters?: unknown[];
  requestBody?: {
    content: Record<string, { schema: unknown; examples?: Record<string, { value: unknown }> }>;
  };
  responses: Record<string, OpenApiResponse | { $ref: string }>;
  /** Possible `code`s of its errors. */
  'x-codes': string[];
}
