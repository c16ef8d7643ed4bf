export type { Outcome } from './answer.ts';
export { Tempshare, type ApiKey, type ClientOptions } from './client.ts';
export * from './errors.ts';
export type { BoundFetch, Invoke } from './invoke.ts';
export type { Logger, LogLevel } from './log.ts';
export type { CallArguments, OperationInfo, RequestOptions } from './operation.ts';
export { APIPromise, type WithResponse } from './promise.ts';
export type { ErrorCode, ProblemError, WebhookEvent } from './types.ts';
