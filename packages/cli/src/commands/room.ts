import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface, type Interface } from 'node:readline/promises';
import type { OpenedMessage, Room } from '@tempshare/sdk/open';
import { Option, type Command } from 'commander';
import { createClient } from '../config.ts';
import { describe, Failure } from '../failure.ts';
import { readPassword, type PasswordOptions } from '../input.ts';
import { printable, remark, warn, write, type Io } from '../io.ts';
import { bytes, progressBar } from '../progress.ts';
import { prepareDownload } from '../save.ts';
import { peekRoom, visibleName } from '../sdk.ts';
import {
  giveLink,
  labelOption,
  linkOptions,
  ownersFields,
  passwordOptions,
  runs,
  wholeNumber,
  type LinkOptions,
  type OwnersOptions,
  type Run,
} from './options.ts';

interface CreateOptions extends PasswordOptions, LinkOptions, Pick<OwnersOptions, 'label'> {
  hours?: number;
}

interface JoinOptions extends PasswordOptions {
  name?: string;
  follow?: true;
}

export function addRoom(program: Command, io: Io): void {
  const room = program
    .command('room')
    .summary('talk in a room that is sealed end-to-end')
    .description('Creates rooms for messages and files, and takes part in them at the terminal.');
  const create = room
    .command('create <name>')
    .description('Creates a room, and prints its link.')
    .addOption(new Option('--hours <count>', 'how long it stays open').argParser(wholeNumber(1, 9_999)));
  linkOptions(passwordOptions(labelOption(create))).action(runs<CreateOptions>(io, createRoom));
  const join = room
    .command('join <link>')
    .description(
      'Shows what is in a room and what comes. Each line of standard input is posted. At a terminal /file PATH sends a file, /save saves the newest file that came, and /quit ends. Off a terminal it ends with standard input, unless it is to follow.',
    )
    .option('-n, --name <name>', 'how the others see you')
    .option('-f, --follow', 'go on after standard input has ended, until the room closes');
  passwordOptions(join).action(runs<JoinOptions>(io, joinRoom));
}

const createRoom: Run<CreateOptions> = async (io, [name], options) => {
  const client = await createClient(io, options.url);
  const password = await readPassword(io, options, { twice: true });
  const created = await client.rooms.create(
    {
      name: name as string,
      ...(options.hours === undefined ? {} : { ttlHours: options.hours }),
      ...(password === undefined ? {} : { password }),
      ...ownersFields(options),
    },
    { signal: io.signal },
  );
  const { roomUrl: link, expiresAt, encryption } = created;
  await giveLink(io, { link, expiresAt, encryption, views: null, created }, options);
};

const joinRoom: Run<JoinOptions> = async (io, [link], options) => {
  const { json, name: author, follow } = options;
  const peeked = await peekRoom(link as string, { signal: io.signal });
  const given = await readPassword(io, options);
  const password =
    given ?? (peeked.requiresPassword ? await readPassword(io, { password: true }) : undefined);
  const { room } = await peeked.open({
    signal: io.signal,
    author,
    ...(password === undefined ? {} : { password }),
  });
  await remark(io, `You are in ${visibleName(room.name)}. Type a message; /file PATH, /save, /quit.`);
  const left = new AbortController();
  const signal = AbortSignal.any([io.signal, left.signal]);
  const screen = new Screen(io, json);
  const showAll = async () => {
    const past: OpenedMessage[] = [];
    for await (const message of room.messages({ signal })) past.unshift(message);
    for (const message of past) await screen.show(message);
    return past.at(-1)?.id;
  };
  const after = await showAll();

  const input = io.stdin.isTTY ? { output: io.stderr, terminal: true } : { terminal: false };
  const lines = createInterface({ input: io.stdin, ...input });
  lines.on('SIGINT', () => left.abort('SIGINT'));
  const typing = readLines(io, lines, { room, author, screen, signal }).then(
    () => {
      if (!follow || io.stdin.isTTY) left.abort();
    },
    (error: unknown) => {
      left.abort();
      if (left.signal.reason !== 'SIGINT') throw error;
    },
  );
  // The events of a room that was empty lack the messages that came before they were followed.
  let missed: Promise<unknown> | undefined;
  const showMissed = () =>
    (missed ??= after === undefined ? showAll().catch(() => undefined) : Promise.resolve());
  const onParticipants = () => void showMissed();
  try {
    for await (const event of room.events({ signal, after, onParticipants })) {
      await showMissed();
      if (event.type === 'message') await screen.show(event.message);
      else await remark(io, 'The room is closed.');
    }
  } catch (error) {
    if (!left.signal.aborted || io.signal.aborted) throw error;
  } finally {
    lines.close();
    await missed;
    await typing;
  }
  if (left.signal.reason === 'SIGINT') throw new Failure('interrupted', 'Interrupted.');
};

interface Taking {
  room: Room;
  author: string | undefined;
  screen: Screen;
  signal: AbortSignal;
}

/** Posts each line, and runs those that begin with a slash at a terminal. */
async function readLines(io: Io, lines: Interface, taking: Taking): Promise<void> {
  const { room, author, screen, signal } = taking;
  const by = author === undefined ? {} : { author };
  for await (const line of lines) {
    const [, command, argument = ''] = (io.stdin.isTTY && /^\/(file|save|quit)(?: +(.*))?$/.exec(line)) || [];
    if (command === 'quit') return;
    if (line === '') continue;
    const act = async () => {
      if (command === 'save') return save(io, screen.newestFile);
      if (command === 'file') return sendFile(io, argument.trim(), taking);
      await room.post({ text: line, ...by }, { signal });
    };
    if (!io.stdin.isTTY) await act();
    // One line that fails does not end the conversation.
    else await act().catch((error: unknown) => warn(io, describe(error).message));
  }
}

async function sendFile(io: Io, path: string, { room, author, signal }: Taking): Promise<void> {
  if (!(await stat(path)).isFile()) throw new Failure('file', `This is not a regular file: ${path}.`);
  const bar = progressBar(io, basename(path));
  const by = author === undefined ? {} : { author };
  await room
    .send({ path }, { fileName: basename(path), ...by }, { signal, onProgress: bar.onProgress })
    .finally(() => bar.clear());
}

async function save(io: Io, file: OpenedMessage['file']): Promise<void> {
  if (file === undefined) throw new Failure('usage', 'No file has come yet.');
  const place = await prepareDownload();
  const bar = progressBar(io, file.fileName ?? 'file');
  try {
    const { path } = await place.save(io, file, bar);
    bar.clear();
    await remark(io, `Saved as ${path}.`);
  } finally {
    bar.clear();
    await place.discard();
  }
}

/** Shows each message once. */
class Screen {
  readonly #io: Io;
  readonly #json: boolean;
  readonly #shown = new Set<string>();
  newestFile: OpenedMessage['file'];

  constructor(io: Io, json = false) {
    this.#io = io;
    this.#json = json;
  }

  async show(message: OpenedMessage): Promise<void> {
    if (this.#shown.has(message.id)) return;
    this.#shown.add(message.id);
    if (message.file !== undefined) this.newestFile = message.file;
    await write(this.#io.stdout, `${this.#json ? asJson(message) : asLine(message)}\n`);
  }
}

function asJson({ id, createdAt, from, author, text, file, damaged }: OpenedMessage): string {
  const shown = file && { fileName: file.fileName, mediaType: file.mediaType, size: file.size };
  return JSON.stringify({ id, createdAt, from, author, text, file: shown, damaged });
}

function asLine({ createdAt, from, author, text, file }: OpenedMessage): string {
  const name = author === undefined ? 'Somebody' : visibleName(author);
  const who = from === 'owner' ? `${name} (owner)` : name;
  return `${new Date(createdAt).toTimeString().slice(0, 5)} ${who}: ${contentOf(text, file)}`;
}

function contentOf(text: string | undefined, file: OpenedMessage['file']): string {
  if (text !== undefined) return printable(text);
  if (file === undefined) return '[cannot be opened: it was sealed with another key, or changed]';
  const size = file.size === undefined ? '' : `, ${bytes(file.size)}`;
  return `[file ${file.fileName ?? 'without a name'}${size}]`;
}
