import type { Config } from '../config.ts';

/** Timeouts of the parts of a graceful shutdown, in milliseconds. */
export interface ShutdownLimits {
  /** In which clients hear of it. */
  announceMs: number;
  /** For requests that are under way then. */
  requestMs: number;
  /** For uploads and downloads that are under way then. */
  fileMs: number;
}

type Settings = Pick<Config, 'SHUTDOWN_DELAY' | 'SHUTDOWN_TIMEOUT' | 'SHUTDOWN_FILE_TIMEOUT' | 'NODE_ENV'>;

export function shutdownLimits(config: Settings): ShutdownLimits {
  const delaySeconds = config.SHUTDOWN_DELAY ?? (config.NODE_ENV === 'production' ? 10 : 0);
  return {
    announceMs: delaySeconds * 1_000,
    requestMs: config.SHUTDOWN_TIMEOUT * 1_000,
    fileMs: config.SHUTDOWN_FILE_TIMEOUT * 1_000,
  };
}
