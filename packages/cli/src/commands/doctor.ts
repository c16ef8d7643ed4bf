import { stat } from 'node:fs/promises';
import type { ApiKey } from '@tempshare/sdk/types';
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
    act: () => Promise<[detail: string, value?: T]>,
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
  await check('node', async () => [process.version]);
  const client = await check('configuration', async () => {
    const settings = await readSettings(io, url);
    const from = settings.keyFrom === 'login' ? configFile(io.env) : settings.keyFrom;
    return [`${settings.baseUrl}, key from ${from}`, clientOf(settings)];
  });
  const called =
    client &&
    (await check('service', async () => {
      const { response, data } = await client.key.get({ signal: io.signal }).withResponse();
      return ['responds, and knows the key', { key: data, date: response.headers.get('date') }];
    }));
  if (called) {
    await check('clock', async () => [checkClock(called.date)]);
    await check('key', async () => [checkKey(called.key)]);
  }
  await check('clipboard', async () => {
    const programs = clipboardCommands(io.env).map(([program]) => program);
    const found = await firstOnPath(io.env.PATH ?? '', programs);
    return [found ?? 'no program; --copy asks the terminal (OSC 52)'];
  });
  const rows = checks.map(({ name, ok, detail }) => [ok ? 'ok' : 'FAILED', name, detail]);
  await write(io.stdout, json ? `${JSON.stringify({ checks })}\n` : table(rows));
  const failed = checks.filter(({ ok }) => !ok);
  if (failed.length > 0)
    throw new Failure('failed', `Something is wrong: ${failed.map(({ name }) => name).join(', ')}.`);
};

function checkClock(date: string | null): string {
  if (date === null) return 'the service does not tell the time';
  if (Math.abs(Date.now() - Date.parse(date)) > MAX_CLOCK_MS)
    throw new Failure('failed', 'The clock of this machine differs from that of the service.', 'Set it.');
  return 'agrees with the service';
}

function checkKey({ name, expiresAt, scopes }: ApiKey): string {
  const ends = when(expiresAt);
  if (expiresAt !== null && Date.parse(expiresAt) - Date.now() < 7 * DAY_MS)
    throw new Failure('key', `The key expires ${ends}.`, 'Run `tempshare login` with a new one.');
  return `${name}, expires ${ends}, ${scopes.length} scopes`;
}

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
