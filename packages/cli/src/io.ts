import type { Readable, Writable } from 'node:stream';

/** A stream that may be a terminal. */
interface MaybeTerminal {
  isTTY?: boolean;
  columns?: number;
}

/** Everything of the process that commands use, so that tests can replace it. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable & MaybeTerminal;
  stdout: Writable & MaybeTerminal;
  stderr: Writable & MaybeTerminal;
  /** Aborted by SIGINT or SIGTERM, whose name is the reason. */
  signal: AbortSignal;
}

/** Writes and waits until the stream has taken it, so that a full disk or a closed pipe is an error of this call. */
export function write(stream: Writable, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Replaces control characters, so that a stranger's text cannot move the cursor, set the title or hide a line. */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '�');

/** Prints a stranger's text: exactly as it is into a pipe or file, safely and with a line end on a terminal. */
export const writeContent = ({ stdout }: Io, text: string): Promise<void> =>
  write(stdout, stdout.isTTY ? `${printable(text).replace(/\n$/, '')}\n` : text);

/** Prints a remark on stderr, only for a person at a terminal. */
export async function remark({ stderr }: Io, text: string): Promise<void> {
  if (stderr.isTTY) await write(stderr, `${text}\n`);
}

/** Prints a warning on stderr, which scripts see as well. */
export const warn = ({ stderr }: Io, text: string): Promise<void> =>
  write(stderr, `tempshare: warning: ${text}\n`);
