export { Tempshare } from './client.ts';
export * from './errors.ts';
export type { Invoke } from './invoke.ts';
export type { Logger, LogLevel } from './log.ts';
export type {
  Encryption,
  CallArguments,
  CallOptions,
  GivenHeaders,
  OperationInfo,
  RequestOptions,
} from './operation.ts';
export type { PagePromise } from './pages.ts';
export { APIPromise, type WithResponse } from './promise.ts';
export type { ApiKey, ClientOptions } from './settings.ts';
export type { Middleware } from './middleware.ts';
export type { ErrorCode, ProblemError, WebhookEvent } from './types.ts';
export type { FileSource, OnProgress, Progress } from './files/source.ts';
export type { SealOptions, SendOptions, UploadOptions } from './sealing/resources.ts';
export type * from './sealing/inputs.ts';
