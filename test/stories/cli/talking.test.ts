import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { openLink } from '@tempshare/sdk/open';
import { describe, expect, it, vi } from 'vitest';
import {
  hasTerminals,
  startInTerminal,
  useService,
  temporaryDirectory,
  tempshare,
} from '../../support/cli/command.ts';

const { env, client, succeed } = await useService();

it('an inbox is emptied: messages are printed, files saved', async () => {
  const directory = await temporaryDirectory();
  const link = (await succeed(['drop', 'create', 'Tips'])).trim();
  const drop = await openLink(link);
  if (drop.kind !== 'drop') throw new Error(drop.kind);
  await drop.leave({ message: 'A tip\x1b[2J' });
  await drop.leave({ file: new Blob(['photo']), fileName: 'photo.jpg' });
  expect(await succeed(['drop', 'list'])).toMatch(/Tips +open +2 /);
  const shown = await tempshare(['drop', 'pull', link, '-o', directory], { env, terminal: true });
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('A tip�[2J\n') });
  const { items } = JSON.parse(await succeed(['drop', 'pull', link, '-o', directory, '--delete', '--json']));
  expect(items).toMatchObject([{ message: 'A tip\x1b[2J' }, { path: join(directory, 'photo (1).jpg') }]);
  expect(await readFile(join(directory, 'photo.jpg'), 'utf8')).toBe('photo');
  expect(await tempshare(['drop', 'pull', link], { env })).toMatchObject({ code: 4 });
});

it('logs are sent with their credentials masked, and it is said how many', async () => {
  const logs = 'started\nAuthorization: Bearer sk_live_4eC39HqLyjWDarjtT1zdp7dc\n';
  const { code, stdout, stderr } = await tempshare(['debug'], { env, input: logs, terminal: true });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^Masked: 1 [\w-]+\.\n/);
  expect(await succeed(['open', stdout.trim()])).toMatch(/^started\nAuthorization: (?!.*4eC39H).*\n$/);
  const directory = await temporaryDirectory();
  await writeFile(join(directory, 'system.txt'), 'Node.js 24');
  const created = JSON.parse(
    await succeed(['debug', '--diagnostics', join(directory, 'system.txt'), '--json']),
  );
  expect(created).toMatchObject({ sanitized: true, masked: {} });
  expect(await tempshare(['debug'], { env })).toMatchObject({ code: 2 });
});

describe('a room', () => {
  it('two talk over pipes, and each sees each message once', async () => {
    const link = (await succeed(['room', 'create', 'Incident', '--hours', '2'])).trim();
    const input = new PassThrough();
    let shown = '';
    const kim = tempshare(['room', 'join', link, '--name', 'Kim', '--follow', '--json'], {
      input,
      onOutput: (piece) => (shown += piece),
    });
    const shows = (text: string) => vi.waitFor(() => expect(shown).toContain(text), { timeout: 60_000 });
    await succeed(['room', 'join', link, '--name', 'Lee'], { env: {}, input: 'first\nsecond\n' });
    await shows('second');
    input.write('third\n');
    await shows('third');
    const room = await client.rooms.open(link);
    await room.send(new Blob(['line\n']), { fileName: 'trace.log' });
    await shows('trace.log');
    await client.rooms.delete(room.id);
    const { code, stdout } = await kim;
    expect(code).toBe(0);
    const messages = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(messages).toMatchObject([
      { text: 'first', author: 'Lee', from: 'guest' },
      { text: 'second' },
      { text: 'third', author: 'Kim' },
      { file: { fileName: 'trace.log', size: 5 }, from: 'owner' },
    ]);
  });

  it.skipIf(!hasTerminals)('is live in a terminal', async () => {
    const directory = await temporaryDirectory();
    await writeFile(join(directory, 'note.txt'), 'a note');
    const link = (await succeed(['room', 'create', 'Terminal'])).trim();
    const session = startInTerminal(['room', 'join', link, '--name', 'Kim'], {});
    await session.shows(/You are in Terminal/);
    session.type('hello from Kim\r');
    await session.shows(/Kim: hello from Kim/);
    session.type(`/file ${directory}/missing\r`);
    await session.shows(/There is no such file/);
    session.type(`/file ${directory}/note.txt\r`);
    await session.shows(/Kim: \[file note\.txt, 6 B\]/);
    await succeed(['room', 'join', link, '--name', 'Lee'], { env: {}, input: 'bye\x1b[2J\n' });
    await session.shows(/Lee: bye�\[2J/);
    session.type('/quit\r');
    expect(await session.ended).toBe(0);
  });
});

it('the doctor says what is well, and what is not', async () => {
  expect(await succeed(['doctor'])).toMatch(/^ok +service +responds/m);
  const wrong = { ...env, SERVICE_API_KEY: `svc_sk_test_${'a'.repeat(38)}` };
  const { code, stdout } = await tempshare(['doctor', '--json'], { env: wrong });
  expect(code).toBe(1);
  expect(JSON.parse(stdout).checks).toContainEqual({
    name: 'service',
    ok: false,
    detail: expect.stringContaining('tempshare login'),
  });
  expect(stdout).not.toContain('aaaa');
  const malformed = await tempshare(['doctor'], { env: { ...env, SERVICE_API_KEY: 'tsk_live_abc' } });
  expect(malformed).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^FAILED +configuration +The API key/m),
  });
});

describe('completion', () => {
  it('of bash completes commands, those below them, and options', async () => {
    const script = await succeed(['completion', 'bash']);
    const complete = (...words: string[]) => {
      const set = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
      const run = `${script}\n${set}; _tempshare; echo "\${COMPREPLY[*]}"`;
      return spawnSync('bash', ['--norc', '-c', run], { encoding: 'utf8' }).stdout.trim();
    };
    expect(complete('tempshare', 'se')).toBe('send secret');
    expect(complete('tempshare', '--json', 'request', 'p')).toBe('pull');
    expect(complete('tempshare', 'request', 'pull', 'id', '--re')).toBe('--replace');
  });

  it.each(['zsh', 'fish'])('of %s is a script that it takes', async (shell) => {
    const script = await succeed(['completion', shell]);
    expect(script).toContain('webhooks listen');
    const { error, status } = spawnSync(shell, ['-n'], { input: script });
    if (error === undefined) expect(status).toBe(0);
  });
});
