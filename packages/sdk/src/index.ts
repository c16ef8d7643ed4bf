export { Tempshare } from './client.ts';
export * from './errors.ts';
export type { Invoke } from './core/invoke.ts';
export type { Logger, LogLevel } from './core/log.ts';
export type {
  Encryption,
  CallArguments,
  CallOptions,
  GivenHeaders,
  OperationInfo,
  RequestOptions,
} from './core/operation.ts';
export type { PagePromise } from './core/pagination.ts';
export { APIPromise, type WithResponse } from './core/api-promise.ts';
export type { ApiKey, ClientOptions } from './core/options.ts';
export type { Middleware } from './core/middleware.ts';
export type { ErrorCode, ProblemError } from './gen/types.gen.ts';
export type { WebhookEvent } from './webhooks/types.ts';
export type { FileSource, OnProgress, Progress } from './files/source.ts';
export type { SendOptions, UploadOptions } from './files/upload.ts';
export type * from './sealing/inputs.ts';
export type { SealOptions } from './sealing/options.ts';
