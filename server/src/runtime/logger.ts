import pino, { type Logger } from 'pino';
import type { Config } from '../config.ts';

/** JSON lines on standard error. */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>): Logger {
  return pino(
    { level: config.LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
}
