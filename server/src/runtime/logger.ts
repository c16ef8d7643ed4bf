import pino, { type Logger } from 'pino';
import type { Config } from '../config.ts';
import { LogStream } from './log-stream.ts';

const standardError = new LogStream(2);

/** JSON lines on standard error. */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>): Logger {
  return pino(
    { level: config.LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    standardError,
  );
}
