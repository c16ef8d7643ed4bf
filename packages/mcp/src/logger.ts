import type { Writable } from 'node:stream';
import type { Logger, LogLevel } from '@tempshare/sdk';

/** Each level includes those before it. */
export const LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const satisfies LogLevel[];

/** The headers that are logged, and the forms in which the service or this program writes them. */
const HEADERS: Record<string, RegExp> = {
  'content-length': /^\d{1,15}$/,
  'content-type': /^application\/((problem\+)?json|octet-stream)(; ?charset=utf-8)?$/i,
  date: /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  'retry-after': /^\d{1,10}$/,
  'x-request-id': /^req_[\dA-Za-z]{22}$/,
  'x-retry-count': /^\d{1,3}$/,
};

/**
 * Writes a line for each message up to a level, its fields as JSON. Headers are redacted but for known ones in a known
 * form, since a server can send back what it received.
 */
export function createLogger(stream: Writable, level: LogLevel): Logger {
  const writer = (at: LogLevel) => (message: string, fields?: object) => {
    if (LEVELS.indexOf(at) > LEVELS.indexOf(level)) return;
    stream.write(`${message}${fields === undefined ? '' : ` ${JSON.stringify(redactHeaders(fields))}`}\n`);
  };
  return { error: writer('error'), warn: writer('warn'), info: writer('info'), debug: writer('debug') };
}

function redactHeaders(fields: { headers?: Record<string, string> }): object {
  const { headers } = fields;
  if (!headers) return fields;
  const known = Object.entries(headers).filter(([name, value]) => HEADERS[name]?.test(value));
  return { ...fields, headers: Object.fromEntries(known) };
}
