import type { Command } from 'commander';
import { createClient } from '../config.ts';
import { Failure } from '../failure.ts';
import { ask, readInputText, readPassword, withoutLineEnd, type PasswordOptions } from '../input.ts';
import type { Io } from '../io.ts';
import {
  giveLink,
  linkOptions,
  ownersFields,
  ownersOptions,
  passwordOptions,
  runs,
  type LinkOptions,
  type OwnersOptions,
  type Run,
} from './options.ts';

interface SecretOptions extends PasswordOptions, LinkOptions, OwnersOptions {
  exact?: true;
  serverSealed?: true;
}

export function addSecret(program: Command, io: Io): void {
  const command = program
    .command('secret')
    .summary('send a secret that is deleted when it is first read')
    .description(
      'Sends a secret, read from standard input or asked for without being shown, and prints a link that reveals it once. A secret is never an argument: others on the machine could read it there.',
    )
    .option('--exact', 'keep the line end at the end of standard input')
    .option('--server-sealed', 'let the service seal it, which can read it in that moment');
  linkOptions(passwordOptions(ownersOptions(command))).action(runs<SecretOptions>(io, secret));
}

const secret: Run<SecretOptions> = async (io, _args, options) => {
  const client = await createClient(io, options.url);
  if (options.passwordFile === '-' && !io.stdin.isTTY)
    throw new Failure('usage', 'Standard input cannot be both the secret and the password.');
  const value = await readSecret(io, options);
  if (value === '') throw new Failure('usage', 'The secret is empty.');
  const password = await readPassword(io, options, { twice: true });
  const created = await client.secrets.create(
    {
      secret: value,
      ...ownersFields(options),
      ...(password === undefined ? {} : { password }),
      ...(options.serverSealed ? { encryption: 'server' as const } : {}),
    },
    { signal: io.signal },
  );
  const { secretUrl: link, expiresAt, encryption } = created;
  await giveLink(io, { link, expiresAt, encryption, views: 1, created }, options);
};

async function readSecret(io: Io, { exact }: SecretOptions): Promise<string> {
  if (io.stdin.isTTY) return ask(io, 'Secret');
  const text = await readInputText(io);
  return exact ? text : withoutLineEnd(text);
}
