import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ReadStream } from 'node:tty';
import { Failure } from './failure.ts';
import { write, type Io } from './io.ts';

/** Reads standard input to its end, or until the command is interrupted. */
export async function readInput({ stdin, signal }: Io): Promise<Buffer> {
  const ended = () => void stdin.destroy(new Failure('interrupted', 'Interrupted.'));
  signal.addEventListener('abort', ended, { once: true });
  try {
    signal.throwIfAborted();
    return await buffer(stdin);
  } finally {
    signal.removeEventListener('abort', ended);
  }
}

/** Reads standard input as text. */
export async function readInputText(io: Io): Promise<string> {
  return decode(await readInput(io), 'Standard input');
}

/** Decodes UTF-8 exactly. */
export function decode(bytes: Uint8Array, source: string, advice?: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure('usage', `${source} is not a text in UTF-8.`, advice);
  }
}

/** Removes the line end that editors and `echo` add. */
export const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '');

/** Asks a question at the terminal. With `hidden` the answer is not shown while it is typed, and is in no history. */
export async function ask(io: Io, question: string, { hidden = true, instead = '' } = {}): Promise<string> {
  const terminal = openTerminal(io);
  if (terminal === undefined)
    throw new Failure('usage', `There is no terminal to ask for ${question.toLowerCase()}.`, instead);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = hidden ? silent : io.stderr;
  const lines = createInterface({ input: terminal.input, output, terminal: true, historySize: 0 });
  const interrupted = new AbortController();
  // Ctrl-D closes it, and would leave the question without an answer.
  for (const end of ['SIGINT', 'close'] as const) lines.on(end, () => interrupted.abort(end));
  try {
    if (hidden) await write(io.stderr, `${question}: `);
    const signal = AbortSignal.any([io.signal, interrupted.signal]);
    return await lines.question(hidden ? '' : `${question}: `, { signal });
  } catch {
    throw new Failure('interrupted', 'Interrupted.');
  } finally {
    lines.close();
    terminal.close();
    if (hidden) await write(io.stderr, '\n');
  }
}

/** The terminal to ask at: standard input, or the controlling terminal where that is a pipe. */
function openTerminal({ stdin, stderr }: Io): { input: Readable; close: () => void } | undefined {
  if (stdin.isTTY) return { input: stdin, close: () => void stdin.pause() };
  if (!stderr.isTTY) return undefined;
  try {
    const fd = openSync('/dev/tty', 'r');
    const input = new ReadStream(fd);
    return { input, close: () => void input.destroy() };
  } catch {
    return undefined;
  }
}

/** How a password is given: asked for at the terminal, or read from a file. Never as an argument. */
export interface PasswordOptions {
  password?: true;
  passwordFile?: string;
}

/** Reads the password. `twice` asks for it again, since a typing mistake would lock the content for everybody. */
export async function readPassword(
  io: Io,
  { password, passwordFile }: PasswordOptions,
  { twice = false } = {},
): Promise<string | undefined> {
  if (passwordFile !== undefined) {
    const bytes = passwordFile === '-' ? await readInput(io) : await readFile(passwordFile);
    return checked(withoutLineEnd(decode(bytes, 'The password')));
  }
  if (!password) return undefined;
  const instead = 'Use --password-file FILE, or - for standard input.';
  const first = checked(await ask(io, 'Password', { instead }));
  if (twice && first !== (await ask(io, 'Password again', { instead })))
    throw new Failure('password', 'The passwords differ. Nothing was sent.');
  return first;
}

function checked(password: string): string {
  if (password === '') throw new Failure('password', 'The password is empty.');
  return password;
}
