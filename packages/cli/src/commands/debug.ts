import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { createClient } from '../config.ts';
import { Failure } from '../failure.ts';
import { decode, readInputText } from '../input.ts';
import { remark, type Io } from '../io.ts';
import {
  giveLink,
  linkOptions,
  ownersFields,
  ownersOptions,
  runs,
  type LinkOptions,
  type OwnersOptions,
  type Run,
} from './options.ts';

interface DebugOptions extends LinkOptions, OwnersOptions {
  diagnostics?: string;
}

export function addDebug(program: Command, io: Io): void {
  const command = program
    .command('debug')
    .summary('send logs with the credentials in them masked')
    .description(
      'Sends logs from standard input. The service masks tokens and credentials before it stores them; how many of each kind is shown beside the link. They are not sealed end-to-end.',
    )
    .option('--diagnostics <file>', 'a file with system details to send beside the logs');
  linkOptions(ownersOptions(command)).action(runs<DebugOptions>(io, debug));
}

const debug: Run<DebugOptions> = async (io, _args, options) => {
  const client = await createClient(io, options.url);
  const { diagnostics: file } = options;
  const diagnostics = file === undefined ? '' : decode(await readFile(file), file);
  if (io.stdin.isTTY) await remark(io, 'Type or paste the logs, then press Ctrl-D.');
  const logs = await readInputText(io);
  if (logs === '' && diagnostics === '') throw new Failure('usage', 'There are no logs on standard input.');
  const created = await client.debugShares.create(
    {
      ...(logs === '' ? { diagnostics } : { logs, ...(diagnostics === '' ? {} : { diagnostics }) }),
      ...ownersFields(options),
    },
    { signal: io.signal },
  );
  const { shareUrl: link, expiresAt, masked } = created;
  const kinds = Object.entries(masked).map(([kind, count]) => `${count} ${kind}`);
  await remark(io, kinds.length === 0 ? 'Nothing was masked.' : `Masked: ${kinds.join(', ')}.`);
  await giveLink(io, { link, expiresAt, encryption: 'server', views: null, created }, options);
};
