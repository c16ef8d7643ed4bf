import type { Command } from 'commander';
import { Failure } from '../failure.ts';
import { ask, readInputText, readPassword, type PasswordOptions } from '../input.ts';
import { printable, remark, write, writeContent, type Io } from '../io.ts';
import { progressBar } from '../progress.ts';
import { prepareDownload } from '../save.ts';
import { peekLink } from '../sdk.ts';
import { passwordOptions, runs, type GlobalOptions, type Run } from './options.ts';

interface OpenOptions extends PasswordOptions {
  output?: string;
}

type Opened = Awaited<ReturnType<Awaited<ReturnType<typeof peekLink>>['open']>>;

export function addOpen(program: Command, io: Io): void {
  const command = program
    .command('open [link]')
    .summary('open a link')
    .description(
      'Opens a link as its recipient does, without an API key: prints a secret, text or address, saves a file. Without a link, or with -, the link is read from standard input or asked for, and is in no history.',
    )
    .option('-o, --output <path>', 'where a file goes: a new file, a directory, or - for standard output');
  passwordOptions(command).action(runs<OpenOptions>(io, open));
}

const open: Run<OpenOptions> = async (io, [given], options) => {
  const { signal } = io;
  const link = await readLink(io, given, options);
  const peeked = await peekLink(link, { signal });
  if (peeked.kind === 'room' || peeked.kind === 'request' || peeked.kind === 'drop')
    throw new Failure(
      'link',
      `This is the link of a ${NAMES[peeked.kind]}.`,
      peeked.kind === 'room' ? 'Use `tempshare room join`.' : 'Open it in a browser to send something.',
    );
  const password = peeked.requiresPassword ? await passwordFor(io, options) : undefined;
  // Before the link is opened, since what opens once would be lost.
  const download = peeked.kind === 'file' ? await prepareDownload(options.output) : undefined;
  try {
    const opened = await peeked.open({ signal, ...(password === undefined ? {} : { password }) });
    if (opened.kind !== 'file') return await printContent(io, opened, options);
    const { file } = opened;
    if (download === undefined)
      throw new Failure('link', 'The service gave other content than it announced.');
    const bar = progressBar(io, file.fileName ?? 'file');
    const saved = await download.save(io, file, bar).finally(() => bar.clear());
    if (options.json) return await write(io.stdout, `${JSON.stringify({ kind: 'file', ...saved })}\n`);
    if (saved.path !== undefined) await write(io.stdout, `${saved.path}\n`);
    await remark(io, `Saved ${saved.size} bytes.`);
  } finally {
    await download?.discard();
  }
};

const NAMES = { room: 'room', request: 'request for files', drop: 'inbox' } as const;

async function readLink(io: Io, given: string | undefined, { passwordFile }: OpenOptions): Promise<string> {
  if (given !== undefined && given !== '-') return given;
  if (io.stdin.isTTY) return ask(io, 'Link', { hidden: false });
  if (passwordFile === '-')
    throw new Failure('usage', 'Standard input cannot be both the link and the password.');
  return readInputText(io);
}

async function passwordFor(io: Io, options: OpenOptions): Promise<string | undefined> {
  const given = await readPassword(io, options);
  if (given !== undefined) return given;
  if (!io.stdin.isTTY && !io.stderr.isTTY)
    throw new Failure('password', 'A password is needed to open this.', 'Add --password-file FILE.');
  return readPassword(io, { password: true });
}

async function printContent(io: Io, opened: Opened, { json }: GlobalOptions): Promise<void> {
  if (json) return write(io.stdout, `${JSON.stringify(opened)}\n`);
  switch (opened.kind) {
    case 'secret':
      return writeContent(io, opened.secret);
    case 'text':
      return writeContent(io, opened.text);
    case 'url':
      return write(io.stdout, `${printable(opened.targetUrl)}\n`);
    case 'debug':
      return writeContent(io, [opened.diagnostics, opened.logs].filter(Boolean).join('\n'));
    default:
      throw new Failure('link', 'The service gave other content than it announced.');
  }
}
