import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/readme-command.ts';
import { send } from '../support/send.ts';
import { ROOT, startServerProcess, type ServerProcess } from '../support/server-process.ts';

let server: ServerProcess;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tempshare-examples-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs an example the way its comment says. */
const run = (file: string, input: string, env: Record<string, string> = {}) =>
  runCommand(
    `npm exec -c 'node examples/${file}'`,
    { SERVICE_API_KEY: server.apiKey, SERVICE_BASE_URL: server.baseUrl, ...env },
    input,
  );

describe('send-a-secret', () => {
  const PRINTED = /^Link: {2}(\S+\/en\/secret\/(\w{22}))\nState: waiting, until \d{4}-\d\d-\d\dT[\d:.]+Z\n$/;
  const reveal = (id: string) => send(server.baseUrl, `POST /public/secrets/${id}/reveal`);

  it('prints a link that reveals what came in, once', async () => {
    const { code, stdout } = await run('send-a-secret.ts', 'ключ 🔑\n');
    expect(stdout).toMatch(PRINTED);
    expect(code).toBe(0);
    const [, url, id] = PRINTED.exec(stdout) as unknown as [string, string, string];
    expect(url).toBe(`${server.url.replace('127.0.0.1', 'localhost')}/en/secret/${id}`);
    expect((await reveal(id)).body.secret).toBe('ключ 🔑');
    expect((await reveal(id)).status).toBe(404);
  });

  it('takes the value as an argument, too', async () => {
    const { stdout } = await run('send-a-secret.ts "correct horse"', '');
    const [, , id] = PRINTED.exec(stdout) as unknown as [string, string, string];
    expect((await reveal(id)).body.secret).toBe('correct horse');
  });

  it('says in a sentence what is wrong, without the key or the value', async () => {
    const wrong = `svc_sk_test_${'0'.repeat(38)}`;
    const { code, stdout, stderr } = await run('send-a-secret.ts', 'the value', { SERVICE_API_KEY: wrong });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^401 invalid_api_key: .* \(POST \/secrets, request req_\w{22}, 1 attempt\)$/m);
    expect(stdout + stderr).not.toContain(wrong);
    expect(stdout + stderr).not.toContain('the value');
  });
});

it('no example is left without a test', async () => {
  const examples = (await readdir(join(ROOT, 'examples'))).filter((name) => /^[^.].*\.ts$/.test(name));
  expect(examples).toEqual(['send-a-secret.ts']);
});
