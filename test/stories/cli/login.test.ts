import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory, tempshare, useService } from '../../support/cli/command.ts';

const { app, succeed } = await useService();

describe('login', () => {
  it('stores a checked key for its service alone, readable by its user alone', async () => {
    const home = await temporaryDirectory();
    const file = join(home, 'tempshare/config.json');
    const here = { XDG_CONFIG_HOME: home };
    const wrong = `svc_sk_test_${'a'.repeat(38)}`;
    for (const key of [wrong, 'hunter2']) {
      const ended = await tempshare(['login', '--url', app.url], { env: here, input: key });
      expect(ended).toMatchObject({ code: 3, stdout: '' });
      expect(ended.stderr).not.toContain(key);
    }
    await expect(stat(file)).rejects.toThrow('ENOENT');
    expect(await tempshare(['whoami'], { env: here })).toMatchObject({ code: 3 });

    const stdout = await succeed(['login', '--url', app.url], { env: here, input: `${app.apiKey}\n` });
    expect(stdout).toMatch(/It does not expire\.$|It expires \d{4}-/m);
    expect(stdout).not.toContain(app.apiKey);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(home, 'tempshare'))).toEqual(['config.json']);
    const whoami = await succeed(['whoami'], { env: here });
    expect(whoami).toMatch(/^scopes +.*transfer:create/m);
    expect(whoami).not.toContain(app.apiKey);
    expect(await succeed(['send', '--text', 'a'])).toMatch(/#/);

    const asked: string[] = [];
    const other = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const elsewhere = await tempshare(['list', '--url', `http://127.0.0.1:${port}`], { env: here });
    expect(elsewhere).toMatchObject({ code: 3 });
    expect(asked).toEqual([]);

    expect(await succeed(['logout'], { env: here })).toContain('removed');
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('a configuration that cannot be read, or that others can read, is told of', async () => {
    const home = await temporaryDirectory();
    await mkdir(join(home, 'tempshare'));
    const file = join(home, 'tempshare/config.json');
    await writeFile(file, JSON.stringify({ baseUrl: app.baseUrl, apiKey: app.apiKey }), { mode: 0o644 });
    const loose = await tempshare(['whoami', '--offline'], { env: { XDG_CONFIG_HOME: home } });
    expect(loose).toMatchObject({ code: 0, stderr: expect.stringContaining('chmod 600') });
    await writeFile(file, '{"baseUrl":');
    expect(await tempshare(['whoami'], { env: { XDG_CONFIG_HOME: home } })).toMatchObject({ code: 3 });
  });
});
