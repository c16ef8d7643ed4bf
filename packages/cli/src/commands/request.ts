import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedFile } from '@tempshare/sdk/types';
import { Option, type Command } from 'commander';
import { createClient } from '../config.ts';
import { checkEnvTarget, envTarget, writeEnv, type EnvTarget } from '../env-file.ts';
import { Failure } from '../failure.ts';
import { reference } from '../find.ts';
import { decode, withoutLineEnd } from '../input.ts';
import { remark, write, type Io } from '../io.ts';
import { pullBytes, pullFile } from '../pull.ts';
import { copyLink } from '../clipboard.ts';
import { qrCode } from '../qr.ts';
import type { Tempshare } from '../sdk.ts';
import { when } from '../table.ts';
import { list } from './items.ts';
import {
  linkOptions,
  ownersFields,
  ownersOptions,
  runs,
  wholeNumber,
  type LinkOptions,
  type OwnersOptions,
  type Run,
} from './options.ts';

type CreateOptions = LinkOptions & OwnersOptions;

interface PullOptions {
  output?: string;
  to?: EnvTarget;
  replace?: true;
  wait?: true;
  delete?: true;
}

export function addRequest(program: Command, io: Io): void {
  const request = program
    .command('request')
    .summary('ask somebody for files, and fetch them')
    .description('Asks somebody for files by a link and a PIN, and fetches what they send.');
  const create = request
    .command('create <title>')
    .description('Creates a request, and prints its link and its PIN. Send them in different ways.');
  linkOptions(ownersOptions(create)).action(runs<CreateOptions>(io, createRequest));
  request
    .command('list')
    .description('Lists the requests of the key, newest first.')
    .addOption(
      new Option('-l, --limit <count>', 'at most so many').argParser(wholeNumber(1, 9_999)).default(50),
    )
    .action(runs<{ limit: number }>(io, (io, _args, options) => list(io, ['requests'], options)));
  request
    .command('pull <request>')
    .description(
      'Fetches the files that have arrived. With --to the content of the one file becomes the value of a variable, and is never shown.',
    )
    .addOption(
      new Option('-o, --output <path>', 'where the files go: a directory, or a new file for one').conflicts(
        'to',
      ),
    )
    .addOption(
      new Option('--to <file:name>', 'put the value into a file, such as .env:API_TOKEN').argParser(
        envTarget,
      ),
    )
    .option('--replace', 'with --to: replace the variable if it is there')
    .option('--wait', 'wait until a file has arrived')
    .option('--delete', 'delete each file from the service once it is saved')
    .action(runs<PullOptions>(io, pull));
}

const createRequest: Run<CreateOptions> = async (io, [title], options) => {
  const { json, url, qr, copy } = options;
  const client = await createClient(io, url);
  const created = await client.requests.create(
    { title: title as string, ...ownersFields(options) },
    { signal: io.signal },
  );
  const { requestUrl, pin, expiresAt } = created;
  if (json) await write(io.stdout, `${JSON.stringify(created)}\n`);
  else {
    await write(io.stdout, `${requestUrl}\nPIN: ${pin}\n`);
    if (qr) await write(io.stderr, qrCode(requestUrl, { colours: io.stderr.isTTY === true }));
    await remark(io, `Expires ${when(expiresAt)}.`);
  }
  if (copy) await copyLink(io, requestUrl);
};

const pull: Run<PullOptions> = async (io, [item], options) => {
  const { json, url, output, to, replace, wait = false } = options;
  const { signal } = io;
  const client = await createClient(io, url);
  const { id } = reference(item as string);
  if (to !== undefined) await checkEnvTarget(to, { replace });
  const files = await filesOf(client, id, { signal, wait });
  if (files.length === 0)
    throw new Failure('gone', 'No file has arrived yet.', 'Add --wait to wait for one.');
  const download = (file: SharedFile) => () => client.requests.files.download(id, file.id, { signal });
  const remove = async ({ id: fileId }: SharedFile) => {
    if (options.delete) await client.requests.files.delete(id, fileId, { signal });
  };
  if (to !== undefined) {
    const file = files[0] as SharedFile;
    if (files.length > 1)
      throw new Failure(
        'usage',
        `There are ${files.length} files. --to takes one.`,
        'Fetch them with --output, or delete the others.',
      );
    const bytes = await pullBytes(file, download(file));
    await writeEnv(to, withoutLineEnd(decode(bytes, 'The file')));
    await remove(file);
    const written = { file: to.file, name: to.name };
    return write(io.stdout, json ? `${JSON.stringify(written)}\n` : `${to.name} is in ${to.file}.\n`);
  }
  const saved: object[] = [];
  try {
    for (const file of files) {
      const { path, size } = await pullFile(io, file, { download: download(file), output });
      await remove(file);
      saved.push({ id: file.id, path, size });
      if (!json && path !== undefined) await write(io.stdout, `${path}\n`);
    }
  } finally {
    if (json) await write(io.stdout, `${JSON.stringify({ files: saved })}\n`);
  }
};

const WAIT_MS = 1_000;

/** The files that have arrived, oldest first. */
async function filesOf(
  client: Tempshare,
  id: string,
  { signal, wait }: { signal: AbortSignal; wait: boolean },
): Promise<SharedFile[]> {
  for (;;) {
    const files: SharedFile[] = [];
    for await (const file of client.requests.files.list(id, {}, { signal })) files.unshift(file);
    if (files.length > 0 || !wait) return files;
    const { state } = await client.requests.get(id, { signal });
    if (state !== 'open') throw new Failure('gone', `The request is ${state}, and no file has arrived.`);
    await sleep(WAIT_MS, undefined, { signal });
  }
}
