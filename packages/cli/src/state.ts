import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, open, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure, systemCode } from './failure.ts';
import type { Io } from './io.ts';
import { storePrivately } from './private-file.ts';

/** How far the events of a key have been handed on. */
export interface Position {
  /** Events before this time have been handed on. */
  from: string;
  /** Ids of the events since then that have been handed on, with their times. */
  seen: Record<string, string>;
}

/** A file below XDG_STATE_HOME or ~/.local/state, on Windows below LOCALAPPDATA, named by what it belongs to. */
export function stateFile(env: Io['env'], kind: string, ...of: string[]): string {
  const base = process.platform === 'win32' ? env.LOCALAPPDATA : env.XDG_STATE_HOME;
  const name = createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 24);
  return join(base || join(env.HOME || homedir(), '.local/state'), 'tempshare', `${kind}-${name}.json`);
}

export async function readPosition(file: string): Promise<Position | undefined> {
  const text = await readText(file);
  if (text === undefined) return undefined;
  const [first = '', ...notes] = text.split('\n');
  try {
    const { from, seen } = JSON.parse(first) as Position;
    if (typeof from === 'string' && typeof seen === 'object')
      return { from, seen: { ...seen, ...Object.fromEntries(notes.flatMap(readNote)) } };
  } catch {
    // Reported below.
  }
  throw new Failure(
    'file',
    `The position in the events cannot be read: ${file}.`,
    'Delete the file to begin with what happens from now on.',
  );
}

/** The event of a line; none of the last one, if the program was killed while it wrote it. */
function readNote(line: string): [id: string, at: string][] {
  const [, id, at] = /^(\S+) (\S+Z)$/.exec(line) ?? [];
  return id !== undefined && at !== undefined ? [[id, at]] : [];
}

/** Writes a position anew. */
export const storePosition = (file: string, position: Position): Promise<void> =>
  storePrivately(file, JSON.stringify(position));

/** Notes one more event after the position in a file, whatever the number of those before it. */
export const noteEvent = (file: string, id: string, at: string): Promise<void> =>
  appendFile(file, `\n${id} ${at}`);

/** The signing secret in a file, which is made when it is first asked for and stays the same. */
export async function signingSecret(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const secret = `whsec_${randomBytes(30).toString('base64')}`;
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(JSON.stringify({ secret })).finally(() => handle.close());
    return secret;
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  try {
    const stored = JSON.parse((await readText(file)) ?? '') as { secret: string };
    if (/^whsec_./.test(stored.secret)) return stored.secret;
  } catch {
    // Reported below.
  }
  throw new Failure(
    'file',
    `The signing secret cannot be read: ${file}.`,
    'Delete the file to make a new one.',
  );
}

const readText = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  });
