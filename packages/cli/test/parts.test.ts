import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseEnv } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { zipFolder } from '../src/archive.ts';
import { clipboardCommands } from '../src/clipboard.ts';
import { ownersFields, readExpires } from '../src/commands/options.ts';
import { apiAddress, configFile } from '../src/config.ts';
import { envTarget, writeEnv } from '../src/env-file.ts';
import { describe as describeError } from '../src/failure.ts';
import { bytes, progressBar } from '../src/progress.ts';
import { qrCode } from '../src/qr.ts';
import { table, when } from '../src/table.ts';

let directory: string;
beforeEach(async () => {
  const created = await mkdtemp(join(tmpdir(), 'tempshare-cli-parts-'));
  directory = created;
  onTestFinished(() => rm(created, { recursive: true }));
});

it('an archive that is too large is refused, and an interrupt ends the packing', async () => {
  await writeFile(join(directory, 'a'), crypto.getRandomValues(new Uint8Array(5000)));
  const skipped = () => undefined;
  const { signal } = new AbortController();
  await expect(zipFolder(directory, { signal, skipped, limit: 4000 })).rejects.toMatchObject({
    outcome: 'limit',
    message: expect.stringContaining('larger than 3.9 KiB'),
  });
  await expect(zipFolder(directory, { signal: AbortSignal.abort('SIGINT'), skipped })).rejects.toBe('SIGINT');
});

describe('a file of variables', () => {
  it.each([
    'plain-value/1=',
    'two words # no comment',
    "it's",
    'both \' and "',
    'lines\nof a\n  key\n',
    '$HOME \\n `id`',
    '',
    ' blanks around ',
    '=',
    '#',
  ])('reads %j as it was written', async (value) => {
    const file = join(directory, '.env');
    await writeFile(file, "A='1'\nNAMED=2\n");
    await writeEnv({ file, name: 'NAME' }, value);
    await writeEnv({ file, name: 'NAMED' }, value);
    expect(parseEnv(await readFile(file, 'utf8'))).toEqual({ A: '1', NAME: value, NAMED: value });
  });

  it('stays as it was when a value cannot be written', async () => {
    const file = join(directory, '.env');
    await writeFile(file, 'A=1\n');
    await expect(writeEnv({ file, name: 'B' }, '\'"` \n')).rejects.toMatchObject({ outcome: 'file' });
    expect(await readFile(file, 'utf8')).toBe('A=1\n');
    for (const target of ['.env', '.env:', '.env:1A', ':A']) expect(() => envTarget(target)).toThrow('--to');
    expect(envTarget('C:\\app\\.env:A')).toEqual({ file: 'C:\\app\\.env', name: 'A' });
  });
});

it.each([
  ['share.example', 'https://share.example/api/v1'],
  ['http://localhost:8080/', 'http://localhost:8080/api/v1'],
  ['https://example.com/share/api/v1/', 'https://example.com/share/api/v1'],
])('the API of %s is at %s', (address, expected) => {
  expect(apiAddress(address)).toBe(expected);
});

it.each(['ftp://share.example', 'https://user@share.example', 'https://share.example/?a=1', 'https://'])(
  '%s is no address of a service',
  (address) => {
    expect(() => apiAddress(address)).toThrow('malformed');
  },
);

it('the configuration is where the system keeps such files', () => {
  expect(configFile({ HOME: '/home/kim' }, 'linux')).toBe('/home/kim/.config/tempshare/config.json');
  expect(configFile({ HOME: '/h', XDG_CONFIG_HOME: '/c' }, 'linux')).toBe('/c/tempshare/config.json');
  expect(configFile({ APPDATA: '/Users/kim/AppData' }, 'win32')).toBe(
    '/Users/kim/AppData/tempshare/config.json',
  );
});

it('the clipboard is that of the system', () => {
  const programs = (env: Record<string, string>, platform: string) =>
    clipboardCommands(env, platform).map(([program]) => program);
  expect(programs({}, 'darwin')).toEqual(['pbcopy']);
  expect(programs({}, 'win32')).toEqual(['clip.exe']);
  expect(programs({ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toEqual([
    'wl-copy',
    'xclip',
    'xsel',
  ]);
  expect(programs({ WSL_DISTRO_NAME: 'Debian' }, 'linux')).toEqual(['clip.exe']);
  expect(programs({ SSH_TTY: '/dev/pts/0' }, 'linux')).toEqual([]);
});

it('a bar is drawn on a terminal alone, at most every 80 ms and at the end', () => {
  const drawn = (isTTY: boolean) => {
    const stderr = Object.assign(new PassThrough(), { isTTY, columns: 60 });
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    let time = 1000;
    const io = { env: {}, stdin, stdout, stderr, signal: new AbortController().signal };
    const bar = progressBar(io, 'report.pdf', () => (time += 30));
    for (let loaded = 1; loaded <= 10; loaded += 1) bar.onProgress({ loaded: loaded * 1024, total: 10_240 });
    bar.clear();
    // Since Node.js 26 a read may return one of the chunks.
    return Array.from({ length: 20 }, () => String(stderr.read() ?? ''))
      .join('')
      .split('\r\x1b[K')
      .slice(1);
  };
  expect(drawn(false)).toEqual([]);
  const lines = drawn(true);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe('██░░░░░░░░░░░░░░░░░░░░░░  10 %  1 KiB of 10 KiB  report.pdf');
  expect(lines.at(-2)).toMatch(/^█{24} 100 %/);
  for (const line of lines) expect(line.length).toBeLessThan(60);
});

it('numbers, times and columns are for people', () => {
  expect([0, 1023, 1024, 1_500_000, 26_214_400].map(bytes)).toEqual([
    '0 B',
    '1023 B',
    '1 KiB',
    '1.4 MiB',
    '25 MiB',
  ]);
  const now = Date.parse('2026-11-21T10:00:00Z');
  expect(when(null)).toBe('never');
  expect(when('2026-11-22T09:00:00Z', now)).toMatch(/^2026-11-2\d \d\d:\d\d \(in 23 hours\)$/);
  expect(when('2026-11-21T10:00:30Z', now)).toContain('(in less than a minute)');
  expect(when('2026-11-18T10:00:00Z', now)).toContain('(3 days ago)');
  expect(
    table([
      ['ID', 'B'],
      ['longer', 'a\x1b[31m\nb'],
    ]),
  ).toBe('ID      B\nlonger  a[31mb\n');
});

it('a QR code has a margin, and colours on a terminal alone', () => {
  const lines = qrCode('https://share.example/en/7sQmXk2VbT9cLrPz4WnYdA').trimEnd().split('\n');
  const width = lines[0]!.length;
  expect(lines[0]).toBe('█'.repeat(width));
  expect(lines.length).toBe(Math.ceil(width / 2));
  expect(new Set(lines.map((line) => line.length))).toEqual(new Set([width]));
  expect(qrCode('a', { colours: true })).toMatch(/^\x1b\[97;40m/);
});

it('an error that nobody expected shows nothing of what it holds', () => {
  expect(describeError(new RangeError('hunter2'))).toEqual({
    outcome: 'failed',
    code: 'failed',
    message: 'An unexpected error: RangeError.',
  });
});

describe('when a link expires', () => {
  const now = Date.parse('2026-11-27T10:00:00Z');
  const fields = (text: string) => ownersFields({ expires: readExpires(text, now) }, now);

  it.each(['15m', '1h', '6h', '1d', '7d', 'forever'])('%s is a length of time of the service', (text) => {
    expect(fields(text)).toEqual({ expiration: text });
  });

  it.each([
    ['45m', '2026-11-27T10:45:00.000Z'],
    ['2h', '2026-11-27T12:00:00.000Z'],
    ['3d', '2026-11-30T10:00:00.000Z'],
    ['2w', '2026-12-11T10:00:00.000Z'],
    ['2026-12-01T12:00Z', '2026-12-01T12:00:00.000Z'],
    ['2026-12-01T12:00:30.5+02:00', '2026-12-01T10:00:30.500Z'],
    ['2026-12-01T12:00', new Date(2026, 11, 1, 12).toISOString()],
    ['2026-12-01', new Date(2026, 11, 1).toISOString()],
    ['2028-02-29', new Date(2028, 1, 29).toISOString()],
  ])('%s is %s', (text, expiresAt) => {
    expect(fields(text)).toEqual({ expiresAt });
  });

  it.each(['', '0d', '-1d', '1.5h', '2x', '3 days', '123456d', 'tomorrow', '12', '2026-02-29', '2026-13-01'])(
    '%j is none',
    (text) => {
      expect(() => readExpires(text, now)).toThrow('It must be a length of time');
    },
  );

  it.each(['2026-11-27T10:00Z', '2020-01-01', '2026-11-31T25:00Z'])('%s is refused', (text) => {
    expect(() => readExpires(text, now)).toThrow('It must be a');
  });
});
