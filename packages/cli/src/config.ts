import { readFile, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure, systemCode } from './failure.ts';
import { warn, type Io } from './io.ts';
import { storePrivately } from './private-file.ts';
import { Tempshare } from './sdk.ts';

/** The service, and the key for it. */
export interface Account {
  /** Address of the API, `/api/v1` included. */
  baseUrl: string;
  /** Origin of the service's pages where it differs from that of `baseUrl`. */
  appUrl?: string | undefined;
  apiKey: string;
}

/** The settings in effect, and where they come from. */
export interface Settings extends Account {
  keyFrom: 'SERVICE_API_KEY' | 'login';
}

type Env = Io['env'];

/** The file that `login` writes: below XDG_CONFIG_HOME or ~/.config, on Windows below APPDATA. */
export function configFile(env: Env, platform: string = process.platform): string {
  const base = platform === 'win32' ? env.APPDATA : env.XDG_CONFIG_HOME;
  return join(base || join(env.HOME || homedir(), '.config'), 'tempshare', 'config.json');
}

/** Returns the address of the API for an address of the service: with `/api/v1`, without a trailing slash. */
export function apiAddress(address: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(address) ? address : `https://${address}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new Failure(
      'usage',
      'The address of the service is malformed.',
      'Give one such as https://share.example.',
    );
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith('/api/v1') ? path : `${path}/api/v1`}`;
}

/** The address of the API that the environment or the option `--url` names. */
export function givenAddress(env: Env, url: string | undefined): string | undefined {
  const given = url ?? (env.SERVICE_URL?.trim() || env.SERVICE_BASE_URL?.trim());
  return given ? apiAddress(given) : undefined;
}

/**
 * Reads the settings: those of the environment first, then those that `login` stored.
 *
 * @throws Failure when the key or the address is missing, or the stored key belongs to another address
 */
export async function readSettings(io: Io, url: string | undefined): Promise<Settings> {
  const { env } = io;
  const stored = await readAccount(io);
  const apiKey = env.SERVICE_API_KEY?.trim();
  const baseUrl = givenAddress(env, url) ?? stored?.baseUrl;
  if (baseUrl === undefined)
    throw new Failure(
      'key',
      'No service is configured.',
      'Run `tempshare login`, or set SERVICE_URL and SERVICE_API_KEY.',
    );
  const ofStored = stored?.baseUrl === baseUrl;
  const appUrl = env.SERVICE_APP_URL?.trim() || (ofStored ? stored.appUrl : undefined);
  if (apiKey) return { baseUrl, appUrl, apiKey, keyFrom: 'SERVICE_API_KEY' };
  if (ofStored) return { baseUrl, appUrl, apiKey: stored.apiKey, keyFrom: 'login' };
  throw new Failure(
    'key',
    `There is no API key for ${baseUrl}.`,
    stored
      ? `The stored key is for ${stored.baseUrl} and goes nowhere else. Run \`tempshare login\` for this service.`
      : 'Run `tempshare login`, or set SERVICE_API_KEY.',
  );
}

/** Returns the client that commands call the service with. */
export async function createClient(io: Io, url: string | undefined): Promise<Tempshare> {
  const { baseUrl, appUrl, apiKey } = await readSettings(io, url);
  return clientOf({ baseUrl, appUrl, apiKey });
}

export const clientOf = ({ baseUrl, appUrl, apiKey }: Account): Tempshare =>
  new Tempshare({ baseUrl, apiKey, ...(appUrl === undefined ? {} : { appUrl }) });

/** Reads what `login` stored. Undefined without it. */
export async function readAccount(io: Io): Promise<Account | undefined> {
  const file = configFile(io.env);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0)
    await warn(io, `others can read your API key: chmod 600 ${file}`);
  const account = parseAccount(text);
  if (account === undefined)
    throw new Failure(
      'key',
      `The configuration cannot be read: ${file}.`,
      'Run `tempshare login` to write it anew.',
    );
  return account;
}

function parseAccount(text: string): Account | undefined {
  try {
    const { baseUrl, appUrl, apiKey } = JSON.parse(text) as Record<string, unknown>;
    if (typeof baseUrl !== 'string' || typeof apiKey !== 'string') return undefined;
    return { baseUrl, apiKey, ...(typeof appUrl === 'string' ? { appUrl } : {}) };
  } catch {
    return undefined;
  }
}

/** Stores an account so that only this user can read it. */
export async function storeAccount(env: Env, account: Account): Promise<string> {
  const file = configFile(env);
  await storePrivately(file, `${JSON.stringify(account, null, 2)}\n`);
  return file;
}

/** Removes the stored account. Returns whether there was one. */
export async function removeAccount(env: Env): Promise<boolean> {
  try {
    await rm(configFile(env));
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}
