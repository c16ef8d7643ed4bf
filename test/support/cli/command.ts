/** The command line, run in this process or as one of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { run } from '../../../packages/cli/src/program.ts';
import { Tempshare } from '@tempshare/sdk';
import { sharedApp } from '../server/app.ts';
import { ROOT } from '../server/server-process.ts';

type Env = Record<string, string>;

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Env;
  /** Standard input; nothing is in it when left out. */
  input?: string | Uint8Array | Readable;
  /** Whether stdout and stderr are a terminal. */
  terminal?: boolean;
  signal?: AbortSignal;
  /** Called with each piece of stdout. */
  onOutput?: (piece: string) => void;
}

const SCRIPT = join(ROOT, 'packages/cli/src/main.ts');

/** Runs a command in this process. */
export async function tempshare(
  args: string[],
  {
    env = {},
    input = '',
    terminal = false,
    signal = new AbortController().signal,
    onOutput,
  }: RunOptions = {},
): Promise<Ended> {
  const [stdout, stderr] = [collector(terminal, onOutput), collector(terminal)];
  const stdin = input instanceof Readable ? input : new PassThrough().end(input);
  const code = await run(args, { env, stdin, stdout: stdout.stream, stderr: stderr.stream, signal });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** The service of this process, a key of it for the commands of a file, and a client with that key. */
export async function useService() {
  const app = await sharedApp();
  const { text: apiKey } = await app.createKey();
  const env: Env = { SERVICE_API_KEY: apiKey, SERVICE_URL: app.url };
  const client = new Tempshare({ apiKey, baseUrl: app.baseUrl });
  /** Runs a command that must succeed without a word on stderr, and returns what it prints. */
  const succeed = async (args: string[], options: RunOptions = {}): Promise<string> => {
    const ended = await tempshare(args, { env, ...options });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    return ended.stdout;
  };
  return { app, env, client, succeed };
}

function collector(isTTY: boolean, onOutput?: (piece: string) => void) {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      onOutput?.(String(chunk));
      done();
    },
  });
  return {
    stream: Object.assign(stream, isTTY ? { isTTY, columns: 90 } : {}),
    text: () => Buffer.concat(chunks).toString('utf8'),
  };
}

/** Starts a command as a process of its own. */
export function startTempshare(args: string[], env: Env) {
  const child = spawn(process.execPath, [SCRIPT, ...args], { env: { PATH: process.env.PATH, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Whether the system can give a program a terminal of its own. */
export const hasTerminals = spawnSync('script', ['--version']).status === 0;

/** Starts a command in a pseudo-terminal: its output is what would be on the screen, and what is written is typed. */
export function startInTerminal(args: string[], env: Env) {
  const command = [process.execPath, SCRIPT, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'xterm', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let screen = '';
  const changed = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    screen += piece;
    for (const look of changed) look();
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    screen: () => screen,
    type: (text: string) => void child.stdin.write(text),
    /** Resolves when the screen has shown this. */
    shows: (pattern: RegExp) =>
      new Promise<void>((resolve, reject) => {
        const look = () => pattern.test(screen) && resolve();
        changed.add(look);
        look();
        void ended.then(() => reject(new Error(`ended with ${screen}`)));
      }),
    ended,
  };
}

/** A directory for this test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tempshare-cli-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
