import { readEnv } from '../internal/environment.ts';
import { must } from './tempshare-error.ts';

const levels = ['off', 'error', 'warn', 'info', 'debug'] as const;

/** How much is logged; each level includes those before it. */
export type LogLevel = (typeof levels)[number];

/** Destination of log lines: `console`, or any logger that takes a text before its fields. */
export interface Logger {
  error(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  info(message: string, fields?: object): void;
  debug(message: string, fields?: object): void;
}

export type Log = (level: Exclude<LogLevel, 'off'>, message: string, fields?: () => object) => void;

const loggedHeaders =
  /^(content-(length|type)|date|idempotency-replayed|ratelimit(-policy)?|retry-after|x-re(quest-id|try-count))$/;

/** A log function for `level` (default: the variable SERVICE_LOG, else `warn`); `fields` is called only when the line is wanted. */
export function createLog(logger: Logger | undefined, level?: LogLevel): Log {
  const methods = levels.slice(1) as (keyof Logger)[];
  must(
    methods.every((name) => typeof logger?.[name] === 'function'),
    `logger must have ${methods.join(', ')}`,
  );
  let limit = levels.indexOf((level ?? readEnv('SERVICE_LOG') ?? 'warn') as LogLevel);
  const log: Log = (at, message, fields) => {
    if (levels.indexOf(at) > limit) return;
    const write = async () => logger![at](`tempshare: ${message}`, ...(fields ? [fields()] : []));
    write().catch(() => undefined);
  };
  if (limit < 0) {
    limit = 2;
    log('warn', `the log level must be ${levels.join(', ')}: "warn" is used`);
  }
  return log;
}

/** The headers fit for a log: an allow-list, so that no credential gets in by having a new name. */
export function headersForLog(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => loggedHeaders.test(name)));
}
