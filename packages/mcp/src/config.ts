import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Tempshare, TempshareError, type Logger, type LogLevel } from '@tempshare/sdk';
import { LEVELS } from './logger.ts';
import { isPlaceholder } from './values/placeholder.ts';

/** The tools' settings, from the environment that the agent host gives them. */
export interface Config {
  /** Undefined when there are `problems`. */
  readonly client: Tempshare | undefined;
  /** Problems for the operator to fix, a sentence each; logged at start and part of every tool's error. */
  readonly problems: readonly string[];
  readonly baseUrl: string;
  /** The directory that `fromFile` reads from; undefined when that is off. */
  readonly directory: string | undefined;
  /** The variables that `fromEnv` and `passwordFromEnv` may name. */
  readonly allowedVariables: readonly string[];
  /** The value of a variable. */
  variable(name: string): string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds: agent hosts give up on a call after about a minute, retries included. */
const TIMEOUT = 20_000;
const MAX_RETRY_AFTER = 10_000;

/** The level of the log; `warn` when it is not set or not known. */
export function readLogLevel(env: Environment): { level: LogLevel; known: boolean } {
  const wanted = env.SERVICE_LOG?.trim().toLowerCase() || 'warn';
  const level = LEVELS.find((each) => each === wanted);
  return { level: level ?? 'warn', known: level !== undefined };
}

/** Never throws: a tool server that does not start cannot say why to an agent. */
export function readConfig(env: Environment, logger: Logger): Config {
  const problems: string[] = [];
  const report: Report = (problem) => void problems.push(problem);
  if (!readLogLevel(env).known)
    logger.warn(`tempshare-mcp: SERVICE_LOG is none of ${LEVELS.join(', ')}; warn is used`);
  const directory = readDirectory(env, report);
  const allowedVariables = readAllowedVariables(env, report);
  warn(env, allowedVariables, logger);
  const client = createClient(env, logger, report);
  return {
    client: problems.length === 0 ? client : undefined,
    problems,
    baseUrl: env.SERVICE_BASE_URL?.trim() ?? '',
    directory,
    allowedVariables,
    variable: (name) => env[name],
  };
}

type Report = (problem: string) => undefined;

/** Logs settings that work, and hardly as they are meant. */
function warn(env: Environment, allowedVariables: string[], logger: Logger): void {
  for (const name of allowedVariables)
    if (env[name] && isPlaceholder(env[name]))
      logger.warn(
        `tempshare-mcp: the variable ${name} holds a reference that the agent host has not filled in; it is not shared`,
      );
  const url = URL.parse(env.SERVICE_BASE_URL?.trim() ?? '');
  if (url?.protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname))
    logger.warn(
      'tempshare-mcp: SERVICE_BASE_URL is http and no address of this machine: whoever is on the way can read the API key',
    );
}

/** Whether a setting is still a placeholder of the host's configuration, which is then its only problem. */
function isLeftPlaceholder(name: string, value: string | undefined, report: Report): boolean {
  if (!value || !isPlaceholder(value)) return false;
  report(
    `${name} holds a reference that the agent host has not filled in: put the value there, or the form that this host replaces.`,
  );
  return true;
}

function createClient(env: Environment, logger: Logger, report: Report): Tempshare | undefined {
  const [apiKey, baseUrl] = [env.SERVICE_API_KEY?.trim(), env.SERVICE_BASE_URL?.trim()];
  const placeholder = [
    isLeftPlaceholder('SERVICE_API_KEY', apiKey, report),
    isLeftPlaceholder('SERVICE_BASE_URL', baseUrl, report),
  ] as const;
  if (!apiKey) report('SERVICE_API_KEY is not set: it must hold an API key of the service (svc_sk_…).');
  else if (!placeholder[0] && !isValid({ apiKey, baseUrl: 'http://localhost' }))
    report(
      'SERVICE_API_KEY is malformed: an API key starts with svc_sk_ and has no white space, quotation marks or "Bearer".',
    );
  if (!baseUrl)
    report(
      'SERVICE_BASE_URL is not set: it must hold the address of the API, such as https://share.example/api/v1.',
    );
  else if (!placeholder[1] && !isValid({ apiKey: null, baseUrl }))
    report(
      'SERVICE_BASE_URL is malformed: it must be an http or https address without user, query or fragment, such as https://share.example/api/v1.',
    );
  const appUrl = env.SERVICE_APP_URL?.trim() || undefined;
  if (isLeftPlaceholder('SERVICE_APP_URL', appUrl, report)) return undefined;
  if (appUrl && !isValid({ apiKey: null, baseUrl: 'http://localhost', appUrl }))
    report(
      "SERVICE_APP_URL is malformed: it must be the http or https address of the service's pages, such as https://share.example.",
    );
  if (!apiKey || !baseUrl || !isValid({ apiKey, baseUrl, appUrl })) return undefined;
  const limits = { timeout: TIMEOUT, maxRetryAfter: MAX_RETRY_AFTER };
  return new Tempshare({
    apiKey,
    baseUrl,
    appUrl,
    logger,
    logLevel: readLogLevel(env).level,
    ...limits,
  });
}

function isValid(options: { apiKey: string | null; baseUrl: string; appUrl?: string | undefined }): boolean {
  try {
    return Boolean(new Tempshare({ ...options, logLevel: 'off' }));
  } catch (error) {
    if (error instanceof TempshareError) return false;
    throw error;
  }
}

function readDirectory(env: Environment, report: Report): string | undefined {
  const directory = env.SERVICE_MCP_FILES?.trim();
  if (!directory || isLeftPlaceholder('SERVICE_MCP_FILES', directory, report)) return undefined;
  if (isAbsolute(directory) && isDirectory(directory)) return directory;
  return report(
    'SERVICE_MCP_FILES is malformed: it must be the absolute path of a directory that is there and can be read.',
  );
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Not there, or not to be reached: a loop of links, a name that is too long, a folder that must not be entered.
    return false;
  }
}

function readAllowedVariables(env: Environment, report: Report): string[] {
  if (isLeftPlaceholder('SERVICE_MCP_ENV', env.SERVICE_MCP_ENV, report)) return [];
  const names = (env.SERVICE_MCP_ENV ?? '').split(/[\s,]+/).filter(Boolean);
  if (!names.every((name) => /^[A-Za-z_][\w.()-]*$/.test(name))) {
    report(
      'SERVICE_MCP_ENV is malformed: it must be names of variables, with commas or spaces between them.',
    );
    return [];
  }
  // On Windows the case of a name does not matter.
  const own = names.filter((name) => name.toUpperCase() === 'SERVICE_API_KEY');
  if (own.length > 0)
    report('SERVICE_MCP_ENV must not name SERVICE_API_KEY: the key of the tool server is never shared.');
  return names.filter((name) => !own.includes(name));
}
