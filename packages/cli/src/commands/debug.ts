import { readFile } from 'node:fs/promises';
import type { Expiration } from '@tempshare/sdk/types';
import type { Command } from 'commander';
import { createClient } from '../config.ts';
import { Failure } from '../failure.ts';
import { decode, readInputText } from '../input.ts';
import { remark, type Io } from '../io.ts';
import { expires, giveLink, linkOptions, runs, type LinkOptions, type Run } from './options.ts';

interface DebugOptions extends LinkOptions {
  diagnostics?: string;
  expires?: Expiration;
}

export function addDebug(program: Command, io: Io): void {
  const command = program
    .command('debug')
    .summary('send logs with the credentials in them masked')
    .description(
      'Sends logs from standard input. The service masks tokens and credentials before it stores them; how many of each kind is shown beside the link. They are not sealed end-to-end.',
    )
    .option('--diagnostics <file>', 'a file with system details to send beside the logs')
    .addOption(expires());
  linkOptions(command).action(runs<DebugOptions>(io, debug));
}

const debug: Run<DebugOptions> = async (io, _args, options) => {
  const client = await createClient(io, options.url);
  const { diagnostics: file, expires: expiration } = options;
  const diagnostics = file === undefined ? '' : decode(await readFile(file), file);
  if (io.stdin.isTTY) await remark(io, 'Type or paste the logs, then press Ctrl-D.');
  const logs = await readInputText(io);
  if (logs === '' && diagnostics === '') throw new Failure('usage', 'There are no logs on standard input.');
  const created = await client.debugShares.create(
    logs === ''
      ? { diagnostics, expiration }
      : { logs, ...(diagnostics === '' ? {} : { diagnostics }), expiration },
    { signal: io.signal },
  );
  const { shareUrl: link, expiresAt, masked } = created;
  const kinds = Object.entries(masked).map(([kind, count]) => `${count} ${kind}`);
  await remark(io, kinds.length === 0 ? 'Nothing was masked.' : `Masked: ${kinds.join(', ')}.`);
  await giveLink(io, { link, expiresAt, encryption: 'server', views: null }, created, options);
};
