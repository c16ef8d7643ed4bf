import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  hasTerminals,
  startInTerminal,
  startTempshare,
  useService,
  temporaryDirectory,
  tempshare,
} from '../../support/cli/command.ts';
import { codeBlocks, markdown } from '../../support/docs/readme-blocks.ts';
import { runCommand } from '../../support/docs/readme-command.ts';
import { ROOT } from '../../support/server/server-process.ts';

const VALUE = 'tok_9f86d081884c7d65';
const PASSWORD = 'azalea-4711';

const { app, env, client, succeed } = await useService();

const linkOf = async (args: string[], input: string | Uint8Array = ''): Promise<string> =>
  (await succeed(args, { input })).trim();

describe('send and open', () => {
  it('a text goes through byte for byte, and a one-time link opens once', async () => {
    const text = 'ключ 🔑\r\n\ttabs, and no line end at the end';
    const link = await linkOf(['send', '--once'], text);
    expect(link).toMatch(/^http:\/\/\S+\/en\/\w{22}#[\w-]{43}$/);
    expect(await succeed(['open', link], { env: {} })).toBe(text);
    const again = await tempshare(['open', link]);
    expect(again).toMatchObject({ code: 4, stdout: '' });
    expect(again.stderr).toMatch(
      /^tempshare: .+\.\n .+\n {2}\(status 404, not_found, request req_\w{22}\)\n$/,
    );
  });

  it('an address, a text of --text, and several files each have a link', async () => {
    const directory = await temporaryDirectory();
    await writeFile(join(directory, 'a.txt'), 'first');
    await writeFile(join(directory, 'b.bin'), randomBytes(70_000));
    const address = await linkOf(['send', 'https://example.com/report?a=1', '--views', '2']);
    expect(await succeed(['open', address])).toBe('https://example.com/report?a=1\n');
    expect(await succeed(['open', await linkOf(['send', '--text', 'Hello'])])).toBe('Hello');

    const files = ['a.txt', 'b.bin'].map((name) => join(directory, name));
    const links = (await linkOf(['send', ...files])).split('\n');
    expect(links).toHaveLength(2);
    const [path] = await Promise.all(
      links.map(async (link) => (await succeed(['open', link, '--output', directory])).trim()),
    );
    expect(path).toBe(join(directory, 'a (1).txt'));
    for (const name of ['a', 'b'])
      expect(await readFile(join(directory, `${name} (1).${name === 'a' ? 'txt' : 'bin'}`))).toEqual(
        await readFile(join(directory, name === 'a' ? 'a.txt' : 'b.bin')),
      );
    expect((await stat(path!)).mode & 0o777).toBe(0o600);
    expect((await readdir(directory)).sort()).toEqual(['a (1).txt', 'a.txt', 'b (1).bin', 'b.bin']);
  });

  it('standard input becomes a file by --name, and goes to standard output again', async () => {
    const bytes = randomBytes(3000);
    const refused = await tempshare(['send'], { env, input: Buffer.from([0xff, 0xfe]) });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('--name');
    const link = await linkOf(['send', '--name', 'dump.gz', '--once'], bytes);
    const child = startTempshare(['open', link, '-o', '-'], {});
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(child, 'close');
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  });

  it('a name with a leading dot is saved without it, in a directory that is made', async () => {
    const directory = join(await temporaryDirectory(), 'new/');
    const link = await linkOf(['send', '--name', '.bash_profile'], 'echo planted');
    expect(await succeed(['open', link, '-o', directory])).toBe(`${join(directory, 'bash_profile')}\n`);
    expect(await readdir(directory)).toEqual(['bash_profile']);
  });

  it('nothing is opened when the file cannot be written', async () => {
    const directory = await temporaryDirectory();
    await writeFile(join(directory, 'kept.txt'), 'kept');
    const link = await linkOf(['send', '--once', '--name', 'new.txt'], 'new');
    for (const output of ['kept.txt', 'missing/new.txt'])
      expect(await tempshare(['open', link, '-o', join(directory, output)])).toMatchObject({ code: 9 });
    expect(await readFile(join(directory, 'kept.txt'), 'utf8')).toBe('kept');
    expect(await succeed(['open', link, '-o', join(directory, 'new.txt')])).toContain('new.txt');
    expect((await readdir(directory)).sort()).toEqual(['kept.txt', 'new.txt']);
  });

  it('nothing is sent when one of several files is missing, or options disagree', async () => {
    const before = (await client.transfers.list()).total;
    const file = join(ROOT, 'package.json');
    for (const [code, ...args] of [
      [9, 'send', file, 'missing.txt'],
      [2, 'send', file, '--name', 'a.txt'],
      [2, 'send', file, '--text', 'a'],
      [2, 'send', '--once', '--views', '3', file],
      [2, 'send', '--views', '0', file],
      [2, 'send', '--expires', '2x', file],
      [2, 'send', '--expires', '2020-01-01T12:00Z', file],
      [2, 'send', '--label', 'x'.repeat(201), file],
      [2, 'send', '--password-file', '-'],
      [2, 'send', '-', '-'],
      [2, 'secret', VALUE],
    ] as const)
      expect(await tempshare([...args], { env, input: 'text' }), args.join(' ')).toMatchObject({
        code,
        stdout: '',
      });
    expect((await client.transfers.list()).total).toBe(before);
  });

  it('control characters of a stranger reach a file, and no terminal', async () => {
    const text = 'a\x1b]0;title\x07b\x9b31mc\rd';
    const link = await linkOf(['send'], text);
    expect(await succeed(['open', link])).toBe(text);
    const { stdout } = await tempshare(['open', link], { terminal: true });
    expect(stdout).toBe('a�]0;title�b�31mc�d\n');
  });
});

describe('secret and passwords', () => {
  it('a secret is read once, without the line end that echo adds', async () => {
    const link = await linkOf(['secret', '--expires', '1h'], `${VALUE}\n`);
    expect(await succeed(['open'], { input: link })).toBe(VALUE);
    expect(await tempshare(['open', link])).toMatchObject({ code: 4 });
    const exact = await linkOf(['secret', '--exact'], `${VALUE}\n`);
    expect(await openLink(exact)).toEqual({ kind: 'secret', secret: `${VALUE}\n` });
  });

  it('a password comes from a file; a missing or wrong one consumes nothing', async () => {
    const directory = await temporaryDirectory();
    const [right, wrong] = ['right', 'wrong'].map((name) => join(directory, name)) as [string, string];
    await writeFile(right, `${PASSWORD}\n`);
    await writeFile(wrong, 'another');
    const link = await linkOf(['secret', '--password-file', right], VALUE);
    for (const args of [[], ['--password-file', wrong]]) {
      const ended = await tempshare(['open', link, ...args]);
      expect(ended).toMatchObject({ code: 5, stdout: '' });
      expect(ended.stderr).not.toContain(link);
    }
    expect(await succeed(['open', link, '--password-file', '-'], { input: PASSWORD })).toBe(VALUE);
  });

  it('a password as an argument is refused, and not repeated', async () => {
    const ended = await tempshare(['secret', `--password=${PASSWORD}`], { env, input: VALUE });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).not.toContain(PASSWORD);
    expect(await tempshare(['secret', '--password', PASSWORD], { env, input: VALUE })).toMatchObject({
      code: 2,
    });
    const asked = await tempshare(['secret', '--password'], { env, input: VALUE });
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('--password-file');
  });

  it('the service seals on demand', async () => {
    const link = await linkOf(['secret', '--server-sealed'], VALUE);
    expect(link).not.toContain('#');
    expect(await succeed(['open', link])).toBe(VALUE);
  });
});

describe('list, status and delete', () => {
  it('by id or link, for people and as JSON', async () => {
    const labelled = ['--label', 'Offer \u202efor Kim'];
    const args = ['send', '--json', '--views', '3', '--expires', '3d', ...labelled];
    const created = JSON.parse(await succeed(args, { input: 'Hello' }));
    expect(created).toMatchObject({ type: 'text', maxViews: 3, encryption: 'e2e' });
    const days = (Date.parse(created.expiresAt) - Date.parse(created.createdAt)) / 86_400_000;
    expect(days).toBeCloseTo(3, 1);
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 16);
    const secretArgs = ['secret', '--expires', `${until}Z`, ...labelled];
    const secretLink = await linkOf(secretArgs, VALUE);
    const { requestId } = await client.requests.create({ title: 'Papers \u202efor 2026' });
    await openLink(created.shareUrl);

    const { transfers } = JSON.parse(await succeed(['list', '--json', '--limit', '1']));
    expect(transfers).toMatchObject([{ id: created.id, views: 1 }]);
    expect(await succeed(['list'])).toMatch(
      new RegExp(
        `^ID +TYPE +STATUS +VIEWS +EXPIRES +LABEL\n${created.id} +text +active +1 of 3 +\\S+ \\S+ \\(in 2 days\\) +Offer for Kim$`,
        'm',
      ),
    );
    expect(await succeed(['list', 'requests'])).toContain(`${requestId}  Papers for 2026  open`);
    const { roomId } = await client.rooms.create({ name: 'Incident', label: 'Importer' });
    expect(await succeed(['list', 'rooms'])).toMatch(
      new RegExp(`^${roomId}  Incident +open .*Importer$`, 'm'),
    );
    expect(await succeed(['list', 'secrets'])).toMatch(/^[\w-]{22}  waiting .*Offer .*for Kim$/m);
    expect(await tempshare(['list', 'secrets', '--status', 'active'], { env })).toMatchObject({ code: 2 });
    expect(await succeed(['status', created.id])).toMatch(/^views +1$/m);
    expect(JSON.parse(await succeed(['status', secretLink, '--json']))).toMatchObject({
      kind: 'secret',
      state: 'waiting',
      label: 'Offer \u202efor Kim',
      expiresAt: `${until}:00.000Z`,
    });
    expect(JSON.parse(await succeed(['status', requestId, '--json']))).toMatchObject({
      kind: 'request',
      fileCount: 0,
    });

    expect(await succeed(['extend', created.id, '--expires', '7d', '--label', 'For Kim'])).toContain(
      `The transfer ${created.id} expires `,
    );
    const lives = Date.parse((await client.transfers.get(created.id)).expiresAt!) - Date.now();
    expect(Math.round(lives / 3_600_000)).toBe(168);
    expect(JSON.parse(await succeed(['extend', secretLink, '--no-label', '--json']))).toMatchObject({
      kind: 'secret',
      label: null,
    });
    const { dropId } = await client.drops.create({ label: 'Tips' });
    expect(await succeed(['extend', dropId, '--label', 'Hints', '--json'])).toContain('"label":"Hints"');
    const end = new Date(Date.now() + 3 * 86_400_000).toISOString();
    expect(JSON.parse(await succeed(['extend', created.id, '--expires', end, '--json']))).toMatchObject({
      expiresAt: end,
    });
    for (const wrong of [
      [created.id],
      [created.id, '--expires', 'forever'],
      [dropId, '--expires', '1h'],
      [dropId, '--no-label'],
    ])
      expect(await tempshare(['extend', ...wrong], { env })).toMatchObject({ code: 2, stdout: '' });

    const deleted = await succeed(['delete', created.shareUrl, requestId, secretLink, '--json']);
    expect(JSON.parse(deleted)).toMatchObject({
      deleted: [{ kind: 'transfer' }, { kind: 'request' }, { kind: 'secret' }],
    });
    expect(await tempshare(['open', created.shareUrl])).toMatchObject({ code: 4 });
    expect(await tempshare(['extend', created.id, '--expires', '7d'], { env })).toMatchObject({ code: 4 });
    const gone = await tempshare(['status', '7sQmXk2VbT9cLrPz4WnYdA'], { env });
    expect(gone).toMatchObject({ code: 4, stdout: '' });
  });

  it('a key without the scope of one kind still finds the others', async () => {
    const { text: key } = await app.createKey(['secret:create']);
    const created = await new Tempshare({ apiKey: key, baseUrl: app.baseUrl }).secrets.create({
      secret: VALUE,
    });
    const its = { env: { ...env, SERVICE_API_KEY: key } };
    expect(await succeed(['status', created.secretId], its)).toMatch(/^kind +secret$/m);
    const lacking = await tempshare(['list', '--json'], its);
    expect(lacking).toMatchObject({ code: 3, stdout: '' });
    expect(JSON.parse(lacking.stderr)).toMatchObject({
      error: {
        code: 'insufficient_scope',
        status: 403,
        exitCode: 3,
        requestId: expect.stringMatching(/^req_/),
      },
    });
  });
});

describe('a folder', () => {
  it('goes as an archive, without links', async () => {
    const directory = await temporaryDirectory();
    const folder = join(directory, 'site');
    await mkdir(join(folder, 'empty'), { recursive: true });
    await mkdir(join(folder, 'a'));
    await writeFile(join(folder, 'a/ü.txt'), 'first', { mode: 0o755 });
    await writeFile(join(folder, 'b.bin'), randomBytes(200_000));
    await symlink('/etc/passwd', join(folder, 'linked'));
    const { code, stdout, stderr } = await tempshare(['send', folder], { env });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^tempshare: warning: .*linked\n$/),
    });
    const saved = JSON.parse(await succeed(['open', stdout.trim(), '-o', directory, '--json']));
    expect(saved).toMatchObject({ kind: 'file', fileName: 'site.zip', path: join(directory, 'site.zip') });
    const entries = unzipSync(await readFile(saved.path));
    expect(Object.keys(entries)).toEqual(['a/', 'a/ü.txt', 'b.bin', 'empty/']);
    expect(strFromU8(entries['a/ü.txt']!)).toBe('first');
    expect(Buffer.from(entries['b.bin']!).equals(await readFile(join(folder, 'b.bin')))).toBe(true);
  });
});

describe('when something is wrong', () => {
  it('a service that cannot be reached, a damaged link and no command have exit codes of their own', async () => {
    const link = await linkOf(['send'], 'text');
    const nowhere = { ...env, SERVICE_URL: 'http://127.0.0.1:1' };
    expect(await tempshare(['whoami'], { env: nowhere })).toMatchObject({ code: 7, stdout: '' });
    for (const damaged of [
      link.slice(0, -1),
      link.replace(/#.*/, ''),
      `${link.slice(0, -4)}AAAA`,
      'https://example.com/',
    ])
      expect(await tempshare(['open', damaged]), damaged).toMatchObject({ code: 8, stdout: '' });
    const { requestUrl } = await client.requests.create({ title: 'Papers' });
    expect(await tempshare(['open', requestUrl])).toMatchObject({ code: 8 });
    const none = await tempshare([]);
    expect(none).toMatchObject({ code: 2, stdout: expect.stringContaining('Usage: tempshare') });
    expect((await tempshare(['sned'])).stderr).toContain('Did you mean send?');
    for (const args of [['--help'], ['help', 'send'], ['send', '--help'], ['--version']])
      expect(await tempshare(args)).toMatchObject({ code: 0, stderr: '', stdout: /.+/ });
  });
});

describe('interrupted', () => {
  it('an upload is deleted from the service', async () => {
    const ctrlC = new AbortController();
    const send = globalThis.fetch;
    onTestFinished(() => void (globalThis.fetch = send));
    globalThis.fetch = async (input, init) => {
      if (new Request(input, init).method !== 'PUT') return send(input, init);
      ctrlC.abort('SIGINT');
      throw ctrlC.signal.reason;
    };
    const before = (await client.transfers.list({ status: 'active' })).total;
    const ended = await tempshare(['send', '--name', 'a.bin'], { env, input: 'bytes', signal: ctrlC.signal });
    expect(ended).toMatchObject({ code: 130, stdout: '' });
    const active = async () => (await client.transfers.list({ status: 'active' })).total;
    await vi.waitFor(async () => expect(await active()).toBe(before), { timeout: 60_000 });
  });

  it('SIGTERM has a code of its own', async () => {
    const signal = AbortSignal.abort('SIGTERM');
    expect(await tempshare(['send'], { env, input: 'text', signal })).toMatchObject({
      code: 143,
      stdout: '',
    });
  });

  it('a download leaves nothing on the disk', async () => {
    const directory = await temporaryDirectory();
    const link = await linkOf(['send', '--name', 'a.bin'], randomBytes(100_000));
    const ctrlC = new AbortController();
    const send = globalThis.fetch;
    onTestFinished(() => void (globalThis.fetch = send));
    let partly: string[] = [];
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.includes('/downloads/')) return send(request);
      partly = await readdir(directory);
      ctrlC.abort('SIGINT');
      return send(request);
    };
    const ended = await tempshare(['open', link, '-o', directory], { signal: ctrlC.signal });
    expect(ended).toMatchObject({ code: 130, stdout: '' });
    expect(partly).toEqual([expect.stringMatching(/\.part$/)]);
    expect(await readdir(directory)).toEqual([]);
  });
});

describe.skipIf(!hasTerminals)('in a terminal', () => {
  it('a secret is asked for and not shown; a link is copied by OSC 52 and drawn', async () => {
    const session = startInTerminal(['secret', '--copy', '--qr'], env);
    await session.shows(/Secret: /);
    session.type(`${VALUE}\r`);
    expect(await session.ended).toBe(0);
    const screen = session.screen();
    expect(screen).not.toContain(VALUE);
    const [link] = /http:\/\/\S+#[\w-]{43}/.exec(screen) as unknown as [string];
    expect(await openLink(link)).toEqual({ kind: 'secret', secret: VALUE });
    expect(screen).toContain(`\x1b]52;c;${Buffer.from(link).toString('base64')}\x07`);
    expect(screen).toMatch(/[█▀▄]{20}/);
    expect(screen).toContain('End-to-end encrypted, opens once, expires ');
  });

  it('Ctrl-C ends the typing of a text, and sends nothing', async () => {
    const session = startInTerminal(['send'], env);
    await session.shows(/press Ctrl-D/);
    session.type('half a te\x03');
    expect(await session.ended).toBe(130);
    expect(session.screen()).not.toContain('http');
  });

  it.each([
    ['Ctrl-C', 'half\x03'],
    ['Ctrl-D', '\x04'],
  ])('%s at the question sends nothing', async (_, typed) => {
    const session = startInTerminal(['secret'], env);
    await session.shows(/Secret: /);
    session.type(typed);
    expect(await session.ended).toBe(130);
    expect(session.screen()).not.toMatch(/half|http/);
  });
});

it('the first line of the README works in a checkout', async () => {
  const [first] = codeBlocks(markdown('packages/cli/README.md'), 'bash') as [string];
  const built = 'node /absolute/path/to/tempshare/packages/cli/dist/tempshare.js';
  expect(first).toContain(built);
  const line = first.replace(built, `'${process.execPath}' '${join(ROOT, 'packages/cli/src/main.ts')}'`);
  const { code, stdout } = await runCommand(line, env);
  expect(code).toBe(0);
  expect(await openLink(stdout.trim())).toMatchObject({ kind: 'text', text: 'The door code is 4711\n' });
});
