import type { Writable } from 'node:stream';
import type { Logger, LogLevel } from '@tempshare/sdk';

/** Each level includes those before it. */
export const LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const satisfies LogLevel[];

/** Writes a line for each message up to a level, its fields as JSON. */
export function createLogger(stream: Writable, level: LogLevel): Logger {
  const writer = (at: LogLevel) => (message: string, fields?: object) => {
    if (LEVELS.indexOf(at) > LEVELS.indexOf(level)) return;
    stream.write(`${message}${fields === undefined ? '' : ` ${JSON.stringify(fields)}`}\n`);
  };
  return { error: writer('error'), warn: writer('warn'), info: writer('info'), debug: writer('debug') };
}
