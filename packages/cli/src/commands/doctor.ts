import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { clipboardCommands } from '../clipboard.ts';
import { clientOf, configFile, readSettings } from '../config.ts';
import { describe, Failure } from '../failure.ts';
import { write, type Io } from '../io.ts';
import { table, when } from '../table.ts';
import { runs, type Run } from './options.ts';

export function addDoctor(program: Command, io: Io): void {
  program
    .command('doctor')
    .summary('find out why commands do not work')
    .description(
      'Checks the configuration, the service, the clock, the key and the clipboard, and says what to do.',
    )
    .action(runs(io, doctor));
}

interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

/** A signature of a webhook is refused beyond this. */
const MAX_CLOCK_MS = 300_000;
const DAY_MS = 86_400_000;

const doctor: Run<object> = async (io, _args, { json, url }) => {
  const checks: Check[] = [];
  const check = async <T>(
    name: string,
    act: () => Promise<[detail: string, value: T]>,
  ): Promise<T | undefined> => {
    try {
      const [detail, value] = await act();
      checks.push({ name, ok: true, detail });
      return value;
    } catch (error) {
      io.signal.throwIfAborted();
      const { message, advice } = describe(error);
      checks.push({ name, ok: false, detail: [message, advice].filter(Boolean).join(' ') });
      return undefined;
    }
  };
  await check('node', async () => [process.version, undefined]);
  const settings = await check('configuration', async () => {
    const settings = await readSettings(io, url);
    const from = settings.keyFrom === 'login' ? configFile(io.env) : settings.keyFrom;
    return [`${settings.baseUrl}, key from ${from}`, settings];
  });
  if (settings !== undefined) {
    const client = clientOf(settings);
    const { signal } = io;
    const called = await check('service', async () => {
      const { response, data } = await client.key.get({ signal }).withResponse();
      return ['responds, and knows the key', { key: data, date: response.headers.get('date') }];
    });
    if (called !== undefined) {
      const { key, date } = called;
      await check('clock', async () => {
        const away = Math.abs(Date.now() - Date.parse(date ?? ''));
        if (away > MAX_CLOCK_MS)
          throw new Failure(
            'failed',
            'The clock of this machine differs from that of the service.',
            'Set it.',
          );
        return [date === null ? 'the service does not tell the time' : 'agrees with the service', undefined];
      });
      await check('key', async () => {
        if (key.expiresAt !== null && Date.parse(key.expiresAt) - Date.now() < 7 * DAY_MS)
          throw new Failure(
            'key',
            `The key expires ${when(key.expiresAt)}.`,
            'Run `tempshare login` with a new one.',
          );
        return [`${key.name}, expires ${when(key.expiresAt)}, ${key.scopes.length} scopes`, undefined];
      });
    }
  }
  await check('clipboard', async () => {
    const found = await firstOnPath(
      io.env.PATH ?? '',
      clipboardCommands(io.env).map(([program]) => program),
    );
    return [found ?? 'no program; --copy asks the terminal (OSC 52)', undefined];
  });
  const rows = checks.map(({ name, ok, detail }) => [ok ? 'ok' : 'FAILED', name, detail]);
  await write(io.stdout, json ? `${JSON.stringify({ checks })}\n` : table(rows));
  const failed = checks.filter(({ ok }) => !ok);
  if (failed.length > 0)
    throw new Failure('failed', `Something is wrong: ${failed.map(({ name }) => name).join(', ')}.`);
};

async function firstOnPath(path: string, programs: string[]): Promise<string | undefined> {
  for (const program of programs)
    for (const directory of path.split(process.platform === 'win32' ? ';' : ':'))
      if (
        await stat(`${directory}/${program}`).then(
          (found) => found.isFile(),
          () => false,
        )
      )
        return program;
  return undefined;
}
