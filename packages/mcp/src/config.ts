import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Tempshare, TempshareError, type Logger, type LogLevel } from '@tempshare/sdk';
import { LEVELS } from './logger.ts';
import { isUnfilled } from './values/placeholder.ts';

/** The tools' settings, from the environment that the agent host gives them. */
export interface Config {
  /** Undefined when `complaints` say why there cannot be one. */
  readonly client: Tempshare | undefined;
  /** What the operator has to put right, a sentence each; told at start and in every tool's error. */
  readonly complaints: readonly string[];
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
const LONGEST_WAIT = 10_000;

/** How much is logged; `warn` when nothing, or nothing known, is asked for. */
export function readLogLevel(env: Environment): { level: LogLevel; known: boolean } {
  const wanted = env.SERVICE_LOG?.trim().toLowerCase() || 'warn';
  const level = LEVELS.find((each) => each === wanted);
  return { level: level ?? 'warn', known: level !== undefined };
}

/** Never throws: a tool server that does not start cannot tell an agent why. */
export function readConfig(env: Environment, logger: Logger): Config {
  const complaints: string[] = [];
  const complain = (complaint: string): undefined => void complaints.push(complaint);
  if (!readLogLevel(env).known)
    logger.warn(`tempshare-mcp: SERVICE_LOG is none of ${LEVELS.join(', ')}; warn is used`);
  const directory = readDirectory(env, complain);
  const allowedVariables = readAllowedVariables(env, complain);
  warn(env, allowedVariables, logger);
  const client = createClient(env, logger, complain);
  return {
    client: complaints.length === 0 ? client : undefined,
    complaints,
    baseUrl: env.SERVICE_BASE_URL?.trim() ?? '',
    directory,
    allowedVariables,
    variable: (name) => env[name],
  };
}

type Complain = (complaint: string) => undefined;

/** What works, and hardly as it is meant. */
function warn(env: Environment, allowedVariables: string[], logger: Logger): void {
  for (const name of allowedVariables)
    if (env[name] && isUnfilled(env[name]))
      logger.warn(
        `tempshare-mcp: the variable ${name} holds a reference that the agent host has not filled in; it is not shared`,
      );
  const url = URL.parse(env.SERVICE_BASE_URL?.trim() ?? '');
  if (url?.protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname))
    logger.warn(
      'tempshare-mcp: SERVICE_BASE_URL is http and no address of this machine: whoever is on the way can read the API key',
    );
}

/** Whether a setting is still the reference that the host was to replace. Then that is complained of alone. */
function isLeftUnfilled(name: string, value: string | undefined, complain: Complain): boolean {
  if (!value || !isUnfilled(value)) return false;
  complain(
    `${name} holds a reference that the agent host has not filled in: put the value there, or the form that this host replaces.`,
  );
  return true;
}

function createClient(env: Environment, logger: Logger, complain: Complain): Tempshare | undefined {
  const [apiKey, baseUrl] = [env.SERVICE_API_KEY?.trim(), env.SERVICE_BASE_URL?.trim()];
  const unfilled = [
    isLeftUnfilled('SERVICE_API_KEY', apiKey, complain),
    isLeftUnfilled('SERVICE_BASE_URL', baseUrl, complain),
  ] as const;
  if (!apiKey) complain('SERVICE_API_KEY is not set: it must hold an API key of the service (svc_sk_…).');
  else if (!unfilled[0] && !works({ apiKey, baseUrl: 'http://localhost' }))
    complain(
      'SERVICE_API_KEY is malformed: an API key starts with svc_sk_ and has no white space, quotation marks or "Bearer".',
    );
  if (!baseUrl)
    complain(
      'SERVICE_BASE_URL is not set: it must hold the address of the API, such as https://share.example/api/v1.',
    );
  else if (!unfilled[1] && !works({ apiKey: null, baseUrl }))
    complain(
      'SERVICE_BASE_URL is malformed: it must be an http or https address without user, query or fragment, such as https://share.example/api/v1.',
    );
  const appUrl = env.SERVICE_APP_URL?.trim() || undefined;
  if (isLeftUnfilled('SERVICE_APP_URL', appUrl, complain)) return undefined;
  if (appUrl && !works({ apiKey: null, baseUrl: 'http://localhost', appUrl }))
    complain(
      "SERVICE_APP_URL is malformed: it must be the http or https address of the service's pages, such as https://share.example.",
    );
  if (!apiKey || !baseUrl || !works({ apiKey, baseUrl, appUrl })) return undefined;
  const limits = { timeout: TIMEOUT, maxRetryAfter: LONGEST_WAIT };
  return new Tempshare({
    apiKey,
    baseUrl,
    appUrl,
    logger,
    logLevel: readLogLevel(env).level,
    ...limits,
  });
}

function works(options: { apiKey: string | null; baseUrl: string; appUrl?: string | undefined }): boolean {
  try {
    return Boolean(new Tempshare({ ...options, logLevel: 'off' }));
  } catch (error) {
    if (error instanceof TempshareError) return false;
    throw error;
  }
}

function readDirectory(env: Environment, complain: Complain): string | undefined {
  const directory = env.SERVICE_MCP_FILES?.trim();
  if (!directory || isLeftUnfilled('SERVICE_MCP_FILES', directory, complain)) return undefined;
  if (isAbsolute(directory) && isDirectory(directory)) return directory;
  return complain(
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

function readAllowedVariables(env: Environment, complain: Complain): string[] {
  if (isLeftUnfilled('SERVICE_MCP_ENV', env.SERVICE_MCP_ENV, complain)) return [];
  const names = (env.SERVICE_MCP_ENV ?? '').split(/[\s,]+/).filter(Boolean);
  if (!names.every((name) => /^[A-Za-z_][\w.()-]*$/.test(name))) {
    complain(
      'SERVICE_MCP_ENV is malformed: it must be names of variables, with commas or spaces between them.',
    );
    return [];
  }
  // On Windows the case of a name does not matter.
  const own = names.filter((name) => name.toUpperCase() === 'SERVICE_API_KEY');
  if (own.length > 0)
    complain('SERVICE_MCP_ENV must not name SERVICE_API_KEY: the key of the tool server is never shared.');
  return names.filter((name) => !own.includes(name));
}
