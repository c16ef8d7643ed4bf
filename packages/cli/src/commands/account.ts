import { Option, type Command } from 'commander';
import {
  clientOf,
  configFile,
  givenAddress,
  apiAddress,
  readSettings,
  removeAccount,
  storeAccount,
  type Account,
} from '../config.ts';
import { Failure } from '../failure.ts';
import { ask, readInputText } from '../input.ts';
import { remark, write, type Io } from '../io.ts';
import { bytes } from '../progress.ts';
import { table, when } from '../table.ts';
import { runs, type Run } from './options.ts';

export function addLogin(program: Command, io: Io): void {
  program
    .command('login')
    .summary('store an API key for the other commands')
    .description(
      'Asks for the address of the service and an API key, or reads the key from standard input, checks them and stores them in a file that only you can read.',
    )
    .action(runs(io, login));
  program
    .command('logout')
    .summary('remove the stored API key')
    .description(
      'Removes the stored API key from this machine. The key itself stays valid until it is revoked.',
    )
    .action(runs(io, logout));
  program
    .command('whoami')
    .summary('show the key, its scopes and the service')
    .description(
      'Shows which service and key the commands use, what the key may do, and until when. It is asked of the service.',
    )
    .addOption(new Option('--offline', 'show what is configured without asking the service'))
    .action(runs<WhoamiOptions>(io, whoami));
}

const login: Run<object> = async (io, _args, { json, url }) => {
  const baseUrl =
    givenAddress(io.env, url) ??
    apiAddress(
      await ask(io, 'Address of the service', {
        hidden: false,
        instead: 'Add --url, such as https://share.example.',
      }),
    );
  if (io.stdin.isTTY) await remark(io, `Create a key for this machine at ${pageOfKeys(baseUrl)}`);
  const apiKey = (io.stdin.isTTY ? await ask(io, 'API key') : await readInputText(io)).trim();
  if (!/^svc_sk_[\x21-\x7e]+$/.test(apiKey))
    throw new Failure('key', 'This is no API key: one starts with svc_sk_. Nothing was stored.');
  const appUrl = io.env.SERVICE_APP_URL?.trim();
  const account: Account = { baseUrl, apiKey, ...(appUrl ? { appUrl } : {}) };
  const { name, expiresAt } = await clientOf(account).key.get({ signal: io.signal });
  const file = await storeAccount(io.env, account);
  if (json) return write(io.stdout, `${JSON.stringify({ baseUrl, keyName: name, file })}\n`);
  const end = expiresAt === null ? 'does not expire' : `expires ${when(expiresAt)}`;
  await write(io.stdout, `Logged in to ${baseUrl} with the key ${name}, stored in ${file}. It ${end}.\n`);
  if (baseUrl.startsWith('http:') && !isHere(baseUrl))
    await remark(io, 'The address is not https: everybody on the way can read the key.');
};

/** Its form creates a key that ends after 90 days, unless another end is chosen. */
const pageOfKeys = (baseUrl: string): string => `${baseUrl.slice(0, -'/api/v1'.length)}/developers/keys`;

const isHere = (address: string): boolean => /^http:\/\/(localhost|127\.|\[::1\])/.test(address);

const logout: Run<object> = async (io, _args, { json }) => {
  const removed = await removeAccount(io.env);
  if (json) return write(io.stdout, `${JSON.stringify({ removed })}\n`);
  await write(io.stdout, removed ? 'The stored key was removed.\n' : 'No key was stored.\n');
};

interface WhoamiOptions {
  offline?: true;
}

const whoami: Run<WhoamiOptions> = async (io, _args, { json, url, offline }) => {
  const settings = await readSettings(io, url);
  const { baseUrl, keyFrom } = settings;
  const from = keyFrom === 'login' ? configFile(io.env) : keyFrom;
  const key = offline ? undefined : await clientOf(settings).key.get({ signal: io.signal });
  if (json)
    return write(io.stdout, `${JSON.stringify({ baseUrl, keyFrom: from, ...(key ? { key } : {}) })}\n`);
  const rows = [
    ['service', baseUrl],
    ['key from', from],
  ];
  if (key)
    rows.push(
      ['key', `${key.name} (${key.prefix}…${key.last4})`],
      ['scopes', key.scopes.join(' ')],
      ['key expires', when(key.expiresAt)],
      ['storage', `${bytes(key.quota.bytesUsed)} of ${bytes(key.quota.maxBytes)} used`],
      ['rate limit', `${key.rateLimit.limit} calls in ${key.rateLimit.windowSeconds} seconds`],
    );
  await write(io.stdout, table(rows));
};
