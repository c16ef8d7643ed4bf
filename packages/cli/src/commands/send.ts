import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { createClient } from '../config.ts';
import { Failure, systemCode } from '../failure.ts';
import { zipFolder } from '../archive.ts';
import { decode, readInput, readPassword, type PasswordOptions } from '../input.ts';
import { remark, warn, type Io } from '../io.ts';
import { progressBar } from '../progress.ts';
import type { Tempshare } from '../sdk.ts';
import {
  giveLink,
  linkOptions,
  ownersFields,
  ownersOptions,
  passwordOptions,
  runs,
  wholeNumber,
  type LinkOptions,
  type OwnersOptions,
  type Run,
} from './options.ts';

interface SendOptions extends PasswordOptions, LinkOptions, OwnersOptions {
  text?: string;
  name?: string;
  once?: true;
  views?: number;
  serverSealed?: true;
}

/** One thing to share: each gets a link of its own. */
type Content =
  | { type: 'text'; text: string }
  | { type: 'url'; targetUrl: string }
  | { type: 'file'; file: { path: string } | Uint8Array<ArrayBuffer>; fileName: string };

export function addSend(program: Command, io: Io): void {
  const command = program
    .command('send [what...]')
    .summary('send texts, links, files and folders')
    .description(
      'Sends files, folders or a web address, or a text from standard input, and prints a link for each. It is sealed before it leaves the machine.',
    )
    .addOption(
      new Option('-t, --text <text>', 'send this text; the shell keeps it in its history').conflicts('name'),
    )
    .option('-n, --name <name>', 'send standard input as a file of this name')
    .addOption(new Option('-1, --once', 'the first opening deletes it').conflicts('views'))
    .addOption(
      new Option('-v, --views <count>', 'so many openings delete it').argParser(wholeNumber(1, 1000)),
    )
    .option('--server-sealed', 'let the service seal it, which can read it in that moment');
  linkOptions(passwordOptions(ownersOptions(command))).action(runs<SendOptions>(io, send));
}

const send: Run<SendOptions> = async (io, args, options) => {
  const client = await createClient(io, options.url);
  if (options.passwordFile === '-' && readsInput(args, options))
    throw new Failure('usage', 'Standard input cannot be both the content and the password.');
  const contents = await contentsOf(io, args, options);
  const password = await readPassword(io, options, { twice: true });
  for (const content of contents) await share(io, content, { ...options, client, password });
};

interface Sharing extends Omit<SendOptions, 'password'> {
  client: Tempshare;
  password: string | undefined;
  json?: true;
}

async function share(io: Io, content: Content, sharing: Sharing): Promise<void> {
  const { client, password, once, views, serverSealed } = sharing;
  const bar = progressBar(io, content.type === 'file' ? content.fileName : 'Sending');
  const { signal } = io;
  try {
    const created = await client.transfers.create(
      {
        ...content,
        ...(password === undefined ? {} : { password }),
        ...(serverSealed ? { encryption: 'server' as const } : {}),
        ...(once
          ? { oneTime: true as const, maxViews: 1 as const }
          : views === undefined
            ? {}
            : { maxViews: views }),
        ...ownersFields(sharing),
      },
      content.type === 'file' ? { signal, onProgress: bar.onProgress } : { signal },
    );
    bar.clear();
    const { shareUrl: link, expiresAt, encryption, maxViews } = created;
    await giveLink(io, { link, expiresAt, encryption, views: maxViews, created }, sharing);
  } finally {
    bar.clear();
  }
}

const readsInput = (args: string[], { text }: SendOptions): boolean =>
  text === undefined && (args.length === 0 || args.includes('-'));

/** Collects what to send, and checks all of it before anything is sent. */
async function contentsOf(io: Io, args: string[], options: SendOptions): Promise<Content[]> {
  const { text, name } = options;
  if (text !== undefined) {
    if (args.length > 0) throw new Failure('usage', 'Give either --text or what to send, not both.');
    return [{ type: 'text', text }];
  }
  const inputs = args.length === 0 ? ['-'] : args;
  if (inputs.filter((input) => input === '-').length > 1)
    throw new Failure('usage', 'Standard input can be sent only once.');
  if (name !== undefined && !(inputs.length === 1 && inputs[0] === '-'))
    throw new Failure('usage', '--name names standard input. Files keep their own names.');
  const contents: Content[] = [];
  for (const input of inputs)
    contents.push(input === '-' ? await fromInput(io, name) : await named(io, input));
  return contents;
}

async function fromInput(io: Io, name: string | undefined): Promise<Content> {
  if (io.stdin.isTTY) await remark(io, 'Type the text, then press Ctrl-D.');
  const bytes = await readInput(io);
  if (name !== undefined) return { type: 'file', file: new Uint8Array(bytes), fileName: basename(name) };
  const advice = 'Add --name FILE to send it as a file.';
  const text = decode(bytes, 'Standard input', advice);
  if (text === '') throw new Failure('usage', 'Standard input is empty.');
  return { type: 'text', text };
}

async function named(io: Io, input: string): Promise<Content> {
  if (/^https?:\/\//i.test(input)) return { type: 'url', targetUrl: input };
  const found = await stat(input).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new Failure(
      'file',
      `There is no such file: ${input}.`,
      'To send a text, pipe it in: echo … | tempshare send.',
    );
  });
  if (found.isDirectory()) return folder(io, input);
  if (!found.isFile()) throw new Failure('file', `This is not a regular file: ${input}.`);
  return { type: 'file', file: { path: input }, fileName: basename(input) };
}

/** A folder goes as a ZIP archive. */
async function folder(io: Io, path: string): Promise<Content> {
  const skipped: string[] = [];
  const file = await zipFolder(path, { signal: io.signal, skipped: (entry) => skipped.push(entry) });
  for (const entry of skipped) await warn(io, `left out, since it is a link or a special file: ${entry}`);
  return { type: 'file', file, fileName: `${basename(resolve(path)) || 'folder'}.zip` };
}
