import { optional, variable, text, integer, oneOf, boolean, type Values } from './variable.ts';

/** Metrics, shutdown and logs of a process. */
export const processVariables = {
  METRICS_PORT: optional(
    integer(0, 65_535),
    'The port of `GET /metrics` ([monitoring.md](monitoring.md#which-metrics-are-there)); 0 takes a free one. Without it there are no metrics.',
  ),
  METRICS_HOST: variable(
    '127.0.0.1',
    text,
    'The address that `METRICS_PORT` listens on. Whoever reaches it reads the metrics.',
  ),
  SHUTDOWN_DELAY: optional(
    integer(0, 600),
    'Seconds after a signal to stop in which the server goes on serving, while `/readyz` says 503 and responses ask for new connections. Default: 10 in production, else 0.',
  ),
  SHUTDOWN_TIMEOUT: variable('10', integer(1, 3_600), 'Seconds that requests under way have after that.'),
  SHUTDOWN_FILE_TIMEOUT: variable(
    '60',
    integer(1, 3_600),
    'Seconds that uploads and downloads under way have.',
  ),
  LOG_LEVEL: variable(
    'info',
    oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug'),
    'The least severe entries that are logged, as JSON lines on standard error.',
  ),
  AUDIT_LOG_LINES: variable(
    'false',
    boolean,
    'Whether each entry of the audit log is a line of the log, too, whatever `LOG_LEVEL` is ([monitoring.md](monitoring.md#how-do-i-get-the-audit-log-as-lines)).',
  ),
  NODE_ENV: variable(
    'development',
    oneOf('development', 'test', 'production'),
    'In `production` keys and the public address must be given, and responses are not checked against the contract.',
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
