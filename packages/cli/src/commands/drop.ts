import type { DropItem } from '@tempshare/sdk/types';
import { Option, type Command } from 'commander';
import { createClient } from '../config.ts';
import { Failure } from '../failure.ts';
import { reference } from '../find.ts';
import { printable, write, type Io } from '../io.ts';
import { pullFile } from '../pull.ts';
import { qrCode } from '../qr.ts';
import { copyLink } from '../clipboard.ts';
import { list } from './items.ts';
import { linkOptions, runs, wholeNumber, type LinkOptions, type Run } from './options.ts';

interface PullOptions {
  output?: string;
  delete?: true;
}

export function addDrop(program: Command, io: Io): void {
  const drop = program
    .command('drop')
    .summary('open an inbox for messages and files')
    .description(
      'Opens an inbox, into which everybody with its link can leave messages and files, and fetches them.',
    );
  const create = drop.command('create <label>').description('Creates an inbox, and prints its link.');
  linkOptions(create).action(runs<LinkOptions>(io, createDrop));
  drop
    .command('list')
    .description('Lists the inboxes of the key, newest first.')
    .addOption(
      new Option('-l, --limit <count>', 'at most so many').argParser(wholeNumber(1, 9_999)).default(50),
    )
    .action(runs<{ limit: number }>(io, (io, _args, options) => list(io, ['drops'], options)));
  drop
    .command('pull <inbox>')
    .description('Prints the messages of an inbox and saves its files, oldest first.')
    .option('-o, --output <path>', 'the directory that files go to')
    .option('--delete', 'delete each item from the service once it is saved or printed')
    .action(runs<PullOptions>(io, pull));
}

const createDrop: Run<LinkOptions> = async (io, [label], { json, url, qr, copy }) => {
  const client = await createClient(io, url);
  const created = await client.drops.create({ label: label as string }, { signal: io.signal });
  await write(io.stdout, json ? `${JSON.stringify(created)}\n` : `${created.dropUrl}\n`);
  if (qr && !json) await write(io.stderr, qrCode(created.dropUrl, { colours: io.stderr.isTTY === true }));
  if (copy) await copyLink(io, created.dropUrl);
};

const pull: Run<PullOptions> = async (io, [item], { json, url, output, ...options }) => {
  const client = await createClient(io, url);
  const { signal } = io;
  const { id } = reference(item as string);
  const items: DropItem[] = [];
  for await (const each of client.drops.items.list(id, {}, { signal })) items.unshift(each);
  if (items.length === 0) throw new Failure('gone', 'The inbox is empty.');
  const pulled: object[] = [];
  try {
    for (const { id: itemId, message, file, createdAt } of items) {
      if (message !== undefined && !json)
        await write(io.stdout, `${io.stdout.isTTY ? printable(message) : message}\n`);
      const download = () => client.drops.items.download(id, itemId, { signal });
      const path = file && (await pullFile(io, file, { download, output })).path;
      if (path !== undefined && !json) await write(io.stdout, `${path}\n`);
      pulled.push({ id: itemId, createdAt, message, path });
      if (options.delete) await client.drops.items.delete(id, itemId, { signal });
    }
  } finally {
    if (json) await write(io.stdout, `${JSON.stringify({ items: pulled })}\n`);
  }
};
