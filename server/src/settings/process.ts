import { optional, variable, text, integer, oneOf, boolean, type Values } from './variable.ts';

/** Metrics, shutdown and logs of a process. */
export const processVariables = {
  METRICS_PORT: optional(
    integer(0, 65_535),
    'Port of `GET /metrics` ([monitoring.md](monitoring.md#which-metrics-are-there)). 0 picks a free one. Without it there are no metrics.',
  ),
  METRICS_HOST: variable(
    '127.0.0.1',
    text,
    'Address of `METRICS_PORT`. Anyone who can reach it can read the metrics.',
  ),
  SHUTDOWN_DELAY: optional(
    integer(0, 600),
    'Seconds between the stop signal and the shutdown. Meanwhile the server keeps serving, `/readyz` returns 503, and responses close their connections. Default: 10 in production, else 0.',
  ),
  SHUTDOWN_TIMEOUT: variable(
    '10',
    integer(1, 3_600),
    'Seconds until requests in progress are cut off, after the delay.',
  ),
  SHUTDOWN_FILE_TIMEOUT: variable(
    '60',
    integer(1, 3_600),
    'Seconds until uploads and downloads in progress are cut off.',
  ),
  LOG_LEVEL: variable(
    'info',
    oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug'),
    'Minimum level of log entries, written as JSON lines to standard error.',
  ),
  AUDIT_LOG_LINES: variable(
    'false',
    boolean,
    'Writes each entry of the audit log to the log, too, regardless of `LOG_LEVEL` ([monitoring.md](monitoring.md#how-do-i-get-the-audit-log-as-lines)).',
  ),
  NODE_ENV: variable(
    'development',
    oneOf('development', 'test', 'production'),
    '`production` requires keys and the public address, and does not validate responses against the contract.',
  ),
};

/** Requires in production the settings whose defaults are for one machine only. */
export function productionProblems(values: Values, { others }: { others: boolean }): string[] {
  if (values.NODE_ENV !== 'production' || others) return [];
  // Several servers on one database would each make a key of their own.
  const makesKey = values.MAKE_KEY_FILE === true && values.DATABASE_URL === undefined;
  const needed = {
    APP_URL: 'the public address, which links begin with, such as https://share.example',
    ENCRYPTION_KEYS: 'make a key with: openssl rand -base64 32',
  };
  return Object.entries(needed).flatMap(([name, hint]) =>
    values[name] === undefined && !(name === 'ENCRYPTION_KEYS' && makesKey)
      ? [`${name} is needed in production (${hint}).`]
      : [],
  );
}
