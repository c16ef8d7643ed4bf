import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotFoundError, Tempshare } from '@tempshare/sdk';
import { createLinkKey, encodeLinkKey } from '@tempshare/sdk/envelope';
import { openLink } from '@tempshare/sdk/open';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareDataDir } from '../../support/server/prepared-data-dir.ts';
import { runCommand, startCommand } from '../../support/docs/readme-command.ts';
import { send } from '../../support/network/send.ts';
import { ROOT, startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

let server: ServerProcess;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tempshare-examples-'));
  await prepareDataDir(dataDir);
  const settings = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', RATE_LIMIT_ANONYMOUS: '1000' };
  server = await startServerProcess({ DATA_DIR: dataDir, ...settings });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs an example as its comment says, without `npm exec`, which takes longer than most of them. */
const run = (file: string, input: string, env: Record<string, string> = {}) =>
  runCommand(
    `'${process.execPath}' examples/${file}`,
    { SERVICE_API_KEY: server.apiKey, SERVICE_BASE_URL: server.baseUrl, ...env },
    input,
  );

describe('send-a-secret', () => {
  const PRINTED =
    /^Link: {2}(\S+\/en\/secret\/\w{22}#[\w-]+)\nState: waiting, until \d{4}-\d\d-\d\dT[\d:.]+Z\n$/;

  it('prints a link that reveals what came in, once', async () => {
    const { code, stdout } = await run('send-a-secret.ts', 'ключ 🔑\n');
    expect(stdout).toMatch(PRINTED);
    expect(code).toBe(0);
    const [, link] = PRINTED.exec(stdout) as unknown as [string, string];
    expect(link.startsWith(server.url.replace('127.0.0.1', 'localhost'))).toBe(true);
    expect(await openLink(link)).toEqual({ kind: 'secret', secret: 'ключ 🔑' });
    await expect(openLink(link)).rejects.toThrow(NotFoundError);
  });

  it('takes an argument, too, and says in a sentence what is wrong, without the key or the value', async () => {
    const wrong = `svc_sk_test_${'0'.repeat(38)}`;
    const { code, stdout, stderr } = await run('send-a-secret.ts "the value"', '', {
      SERVICE_API_KEY: wrong,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^401 invalid_api_key: .* \(POST \/secrets, request req_\w{22}, 1 attempt\)$/m);
    expect(stdout + stderr).not.toContain(wrong);
    expect(stdout + stderr).not.toContain('the value');
  });
});

describe('collect-files', () => {
  it('takes files from a sender to the owner, who saves them as they were', async () => {
    const sent = [
      { name: 'contract.pdf', bytes: randomBytes(400_000) },
      { name: 'заметки №1.txt', bytes: Buffer.from('две строки\n') },
    ];
    const directory = await mkdtemp(join(dataDir, 'collect-'));
    const paths = sent.map(({ name }) => join(directory, name));
    await Promise.all(sent.map(({ bytes }, i) => writeFile(paths[i]!, bytes)));
    const inbox = join(directory, 'inbox');
    const { code, stdout } = await run(`collect-files.ts ${inbox} "${paths.join('" "')}"`, '');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Link: {2}\S+\/en\/request\/\w{22}\nPIN: {3}\d{8}\nSent: /);

    const saved = [...stdout.matchAll(/^Saved: (\S+) \((.+), (\d+) bytes\)$/gm)];
    expect(saved).toHaveLength(2);
    for (const { name, bytes } of sent) {
      const [, path, , size] = saved.find((line) => line[2] === name)!;
      expect(size).toBe(String(bytes.length));
      expect(bytes.equals(await readFile(path!))).toBe(true);
    }
  });
});

describe('receive-webhooks', () => {
  const owner = (call: string, json?: object) => send(server.baseUrl, call, { key: server.apiKey, json });

  it('tells of each event once, and refuses what nobody signed', async () => {
    const registered = await owner('POST /webhook-endpoints', { url: 'http://127.0.0.1:9/webhooks' });
    const endpoint = registered.body as { id: string; secret: string };
    const receiver = startCommand(`exec '${process.execPath}' examples/receive-webhooks.ts`, {
      SERVICE_WEBHOOK_SECRET: endpoint.secret,
      PORT: '0',
    });
    const [, port] = (await receiver.line(/^Waiting for webhooks on port (\d+)$/)) as unknown as string[];
    const url = `http://127.0.0.1:${port}/webhooks`;
    expect((await owner(`PATCH /webhook-endpoints/${endpoint.id}`, { url })).status).toBe(200);

    const { secretId } = (await owner('POST /secrets', { secret: 'x' })).body;
    await send(server.baseUrl, `POST /public/secrets/${secretId as string}/reveal`);
    await receiver.line(new RegExp(`^The secret ${secretId as string} was read\\.$`));

    const forged = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Service-Signature': `t=1,v1=${'0'.repeat(64)}` },
      body: '{"type":"secret.consumed"}',
    });
    expect(forged.status).toBe(400);

    // The same event, sent once more: nothing is told of, then the next one is.
    const [delivery] = (await owner(`GET /webhook-endpoints/${endpoint.id}/deliveries`)).body.deliveries as {
      id: string;
    }[];
    const path = `/webhook-endpoints/${endpoint.id}/deliveries/${(delivery as { id: string }).id}`;
    expect((await owner(`POST ${path}/redeliver`)).status).toBe(200);
    await owner('POST /transfers', { type: 'text', text: 'x' });
    await receiver.line(/^transfer\.created: evt_\w{22}$/);
    receiver.interrupt();
    const { stdout, stderr } = await receiver.finished;
    expect(stdout.match(/was read/g)).toHaveLength(1);
    expect(stderr).toMatch(/^webhook refused: [a-z_]+: /m);
  });
});

describe('mask-and-share-logs', () => {
  it('prints a link to the logs without the credentials', async () => {
    const token = `ghp_${'x7Kq2LmN9pRs4TvW6yZa1BcD3eFg5HjI8kQw'}`;
    const { code, stdout } = await run('mask-and-share-logs.ts', `GET /\nAuthorization: token ${token}\n`);
    expect(code).toBe(0);
    const [, id] = /^Link: {3}\S+\/en\/(\w{22})$/m.exec(stdout) as unknown as [string, string];
    expect(stdout).toMatch(/^Masked: \d+ × [a-z-]+/m);
    const { body } = await send(server.baseUrl, `POST /public/transfers/${id}/open`);
    expect(body.logs).toMatch(/GET \/\nAuthorization: .*\[masked:/);
    expect(JSON.stringify(body)).not.toContain(token);
  });
});

describe('retry-safely', () => {
  it('makes one thing of one job, however often it runs', async () => {
    const jobs = join(dataDir, 'jobs');
    const first = await run(`retry-safely.ts job-1 "It is ready." ${jobs}`, '');
    const again = await run(`retry-safely.ts job-1 "It is ready." ${jobs}`, '');
    expect(first.stdout).toMatch(/^Link: \S+#[\w-]+\nMade now, 1 attempt\n$/);
    expect(again.stdout).toBe(first.stdout.replace('Made now', 'Made before'));
    const [, link] = /^Link: (\S+)$/m.exec(again.stdout) as unknown as [string, string];
    expect(await openLink(link)).toMatchObject({ text: 'It is ready.' });
    expect((await stat(join(jobs, 'job-1.key'))).mode & 0o777).toBe(0o600);

    const other = await run(`retry-safely.ts job-1 "It is not." ${jobs}`, '');
    expect(other.code).toBe(1);
    expect(other.stderr).toMatch(
      /^422 idempotency_key_reused: .*\njob-1 was done before with another text\.$/m,
    );
  });
});

describe('share-a-file', () => {
  it('shares a file that comes down as it went up, once', async () => {
    const bytes = randomBytes(700_000);
    const path = join(await mkdtemp(join(dataDir, 'share-')), 'план.pdf');
    await writeFile(path, bytes);
    const { code, stdout } = await run(`share-a-file.ts ${path}`, '');
    expect(code).toBe(0);
    const digest = createHash('sha256').update(bytes).digest('hex');
    const [, link] = /^Link: {5}(\S+\/en\/\w{22}#[\w-]+)$/m.exec(stdout) as unknown as [string, string];
    expect(stdout).toContain(`\nReceived: ${digest} (план.pdf, 700000 bytes)\n`);
    await expect(openLink(link)).rejects.toThrow(NotFoundError);
  });
});

describe('open-a-link', () => {
  const open = (link: string, input = '') =>
    run(`open-a-link.ts "${link}" ${join(dataDir, 'opened')}`, input);
  const sharer = () => new Tempshare({ baseUrl: server.baseUrl, apiKey: server.apiKey });

  it('asks for the password, and shows what is behind the link', async () => {
    const { secretUrl } = await sharer().secrets.create({ secret: 'hunter2', password: 'azalea' });
    const wrong = await open(secretUrl, 'begonia\n');
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toContain('The password is wrong, or the link was damaged. Nothing was consumed.');
    const { code, stdout, stderr } = await open(secretUrl, 'azalea\n');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'hunter2\n' });
    expect(stderr).toMatch(/^A secret, sealed end-to-end; it can be opened once\.$/m);
  });

  it('saves a file under a name that is safe, and over no other', async () => {
    const file = new File(['bytes'], '.план: 1?.sh');
    const { shareUrl } = await sharer().transfers.create({ type: 'file', file, maxViews: 2 });
    for (const name of ['план_ 1_.sh', '1-план_ 1_.sh']) {
      const { stdout } = await open(shareUrl);
      expect(stdout).toBe(`Saved: ${join(dataDir, 'opened', name)}\n`);
      expect(await readFile(join(dataDir, 'opened', name), 'utf8')).toBe('bytes');
    }
  });

  it('says of a link with another key that it was damaged, and speaks of no password', async () => {
    const { shareUrl } = await sharer().transfers.create({ type: 'text', text: 'x', oneTime: true });
    const other = encodeLinkKey(createLinkKey());
    const { code, stderr } = await open(shareUrl.replace(/[^#]+$/, other));
    expect(code).toBe(1);
    expect(stderr).toContain('the link was damaged or cut, so ask for it again; nothing was consumed');
    expect(stderr).not.toMatch(/password/i);
  });
});

describe('meet-in-a-room', () => {
  it('prints what a guest has said and sent, and closes the room', async () => {
    const { code, stdout } = await run('meet-in-a-room.ts "The door code is 4711."', '');
    expect(code).toBe(0);
    const [link, ...said] = stdout.split('\n');
    expect(link).toMatch(/^Link: {2}\S+\/room\/\w{22}#[\w-]+$/);
    expect(said).toEqual([
      'Guest: note.txt, “The door code is 4711.”',
      'Guest: The door code is 4711.',
      'Closed',
      '',
    ]);
  });
});

it('no example is left without a test', async () => {
  const examples = (await readdir(join(ROOT, 'examples'))).filter((name) => /^[^.].*\.ts$/.test(name));
  expect(examples).toEqual([
    'collect-files.ts',
    'mask-and-share-logs.ts',
    'meet-in-a-room.ts',
    'open-a-link.ts',
    'receive-webhooks.ts',
    'retry-safely.ts',
    'send-a-secret.ts',
    'share-a-file.ts',
  ]);
});
