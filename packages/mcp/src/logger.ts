import type { Writable } from 'node:stream';
import type { Logger } from '@tempshare/sdk';

/** Writes a line for each message, its fields as JSON. */
export function createLogger(stream: Writable): Logger {
  const write = (message: string, fields?: object): void =>
    void stream.write(`${message}${fields === undefined ? '' : ` ${JSON.stringify(fields)}`}\n`);
  return { error: write, warn: write, info: write, debug: write };
}
