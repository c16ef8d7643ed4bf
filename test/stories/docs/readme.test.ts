import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { operations, type OperationInfo } from '@tempshare/contract';
import { signPayload } from '@tempshare/sdk/webhooks/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeBlocks, markdown, section, tableRows } from '../../support/docs/readme-blocks.ts';
import { runCommand, startCommand, type Running } from '../../support/docs/readme-command.ts';
import { ROOT } from '../../support/server/server-process.ts';

const README = markdown('README.md');
const [INSTALL_AND_START, FIRST_SECRET, OPEN_IT] = codeBlocks(section(README, 'Run it'), 'bash') as [
  string,
  string,
  string,
];
const QUICK_STARTS = markdown('docs/quick-start.md');
const [CURL] = codeBlocks(section(QUICK_STARTS, 'curl'), 'bash') as [string];
const [QUICK_START] = codeBlocks(section(QUICK_STARTS, 'TypeScript'), 'ts') as [string];
const [RUN_QUICK_START] = codeBlocks(section(QUICK_STARTS, 'TypeScript'), 'bash') as [string];
const [RECEIVER] = codeBlocks(section(QUICK_STARTS, 'Webhooks'), 'ts') as [string];
const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** A file where `@tempshare/sdk` resolves; TypeScript passes over names that begin with a dot. */
const scratch = (name: string): string => join(ROOT, `examples/.tmp-${process.pid}-${name}.ts`);

describe('the README and the quick start, executed as written', () => {
  let dataDir: string;
  let server: Running;
  let key: string;
  let port: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tempshare-readme-'));
    // The packages are installed: the tests run from them.
    expect(INSTALL_AND_START).toBe('npm ci && npm start\n');
    server = startCommand('npm start', { PORT: '0', DATA_DIR: dataDir });
    key = (await server.line(/^API key \(shown once\): (svc_sk_test_[0-9A-Za-z]{38})$/))[1] as string;
    port = (await server.line(/^Listening on http:\/\/127\.0\.0\.1:(\d+)$/))[1] as string;
  });
  afterAll(async () => {
    server.interrupt();
    const { stdout, stderr } = await server.finished;
    await rm(dataDir, { recursive: true, force: true });
    expect(stdout.match(/Listening/g)).toHaveLength(1);
    expect(stderr).not.toContain(key);
  });

  /** The text with this run's key in place of the shown one, and the free port in place of 8080. */
  const filledIn = (code: string): string =>
    code.replace('svc_sk_test_…', key).replaceAll('localhost:8080', `localhost:${port}`);

  it.skipIf(!hasCurl)('sends a first secret by one command, and opens it by another', async () => {
    const { code, stdout, stderr } = await runCommand(filledIn(FIRST_SECRET));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { secretId, secretUrl } = JSON.parse(stdout);
    expect(secretUrl).toBe(`http://localhost:${port}/en/secret/${secretId}`);
    const opened = await runCommand(filledIn(OPEN_IT), { SECRET_ID: secretId });
    expect(JSON.parse(opened.stdout)).toMatchObject({ secret: 'hunter2' });
  });

  it.skipIf(!hasCurl)('creates, looks at, opens and reveals with curl', async () => {
    const { code, stdout, stderr } = await runCommand(filledIn(CURL));
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const [created, seen, opened, again, secret, revealed, ...rest] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(created).toMatchObject({ success: true, type: 'text', oneTime: true });
    expect(created.shareUrl).toBe(`http://localhost:${port}/en/${created.id}`);
    expect(seen).toMatchObject({ id: created.id, contentSnippet: 'The •', views: 0, status: 'active' });
    expect(opened).toMatchObject({ id: created.id, text: 'The door code is 4711.', oneTime: true });
    expect(again).toMatchObject({ status: 404, code: 'not_found' });
    expect(secret).toMatchObject({ success: true, burnAfterRead: true });
    expect(revealed).toEqual({ secretId: secret.secretId, secret: 'hunter2', encryption: 'server' });
    expect(rest).toEqual([]);
  });

  it('creates, opens and deletes with the SDK', async () => {
    const file = scratch('quick-start');
    await writeFile(file, QUICK_START);
    try {
      const command = filledIn(RUN_QUICK_START).replace('quick-start.ts', basename(file));
      const { code, stdout, stderr } = await runCommand(command, { KEY: key });
      expect(stderr.replaceAll(/^npm warn .*\n/gm, '')).toBe('');
      expect(code).toBe(0);
      expect(stdout.trim().split('\n')).toEqual([
        expect.stringMatching(new RegExp(`^http://localhost:${port}/en/[0-9A-Za-z]{22}#[\\w-]{43}$`)),
        '403 invalid_password',
        'Code 4711',
        expect.stringMatching(/^404 not_found req_\w{22}$/),
      ]);
    } finally {
      await rm(file);
    }
  });

  it('receives a webhook, and refuses a forged one', async () => {
    const file = scratch('receiver');
    const secret = 'whsec_of_this_test';
    expect(RECEIVER).toContain('.listen(3000)');
    await writeFile(file, RECEIVER.replace('3000', '0, function () { console.log(this.address().port); }'));
    const receiver = startCommand(`exec '${process.execPath}' '${file}'`, { WEBHOOK_SECRET: secret });
    try {
      const [free] = await receiver.line(/^\d+$/);
      const payload = JSON.stringify({ id: 'evt_1', type: 'secret.consumed', data: { object: {} } });
      const timestamp = Math.floor(Date.now() / 1000);
      const deliver = async (signature: string) => {
        const headers = { 'content-type': 'application/json', 'x-service-signature': signature };
        return (await fetch(`http://localhost:${free}`, { method: 'POST', headers, body: payload })).status;
      };
      expect(await deliver(await signPayload({ payload, secret, timestamp }))).toBe(204);
      expect(await deliver(await signPayload({ payload, secret: 'whsec_of_another', timestamp }))).toBe(400);
    } finally {
      receiver.interrupt();
      await rm(file);
    }
    expect((await receiver.finished).stdout).toContain('secret.consumed evt_1');
  });
});

it('the compiler accepts the TypeScript of the documentation', async () => {
  const packages = ['README.md', 'packages/sdk/README.md', 'packages/testing/README.md'];
  const documents = [...packages, ...globSync('docs/*.md', { cwd: ROOT })];
  const blocks = documents.flatMap((document) =>
    codeBlocks(markdown(document), 'ts').map((text, i) => ({
      file: scratch(`${document.replaceAll(/\W/g, '-')}-${i + 1}`),
      text,
    })),
  );
  const files = blocks.map(({ file }) => file);
  const project = join(ROOT, `examples/.tmp-${process.pid}.json`);
  await Promise.all(blocks.map(({ file, text }) => writeFile(file, text)));
  await writeFile(project, JSON.stringify({ extends: '../tsconfig.json', include: [], files }));
  try {
    const { code, stdout } = await runCommand(`npm exec -c "tsc -p '${project}'"`);
    expect(stdout).toBe('');
    expect(code).toBe(0);
  } finally {
    await Promise.all([...files, project].map((path) => rm(path)));
  }
});

it('the quick start knows the path of every operation', () => {
  const prefixes = tableRows(section(QUICK_STARTS, 'Which paths does the API have?')).flatMap(([paths]) =>
    [...(paths as string).matchAll(/`(.+?)`/g)].map((match) => match[1] as string),
  );
  const unknown = Object.values(operations as Record<string, OperationInfo>)
    .map(({ path }) => path)
    .filter((path) => !prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)));
  expect(unknown).toEqual([]);
});
