import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { commandPackage, expectSealed, secretService } from './command-package.ts';
import { NODE_22, NODE_24, NODE_26 } from './runtimes.ts';

const NODES = { 'Node.js 22': NODE_22, 'Node.js 24': NODE_24, 'Node.js 26': NODE_26 };

const installed = commandPackage({
  name: 'cli',
  command: 'tempshare',
  node: '>=22.13',
  bundled: ['commander', 'fflate', 'lean-qr'],
  size: [100_000, 300_000],
});

describe.for(Object.entries(NODES))('the installed command on %s', ([, node]) => {
  it('says its version, and sends a secret that it was given by a pipe', async () => {
    const { origin, seen } = await secretService();
    const env = {
      PATH: process.env.PATH,
      HOME: installed.directory,
      SERVICE_API_KEY: `svc_sk_test_${'a'.repeat(38)}`,
      SERVICE_URL: origin,
      SERVICE_APP_URL: 'https://share.example',
    };
    const script = join(installed.app, 'node_modules/.bin/tempshare');
    const version = execFileSync(node, [script, '--version'], { encoding: 'utf8' });
    expect(version).toBe(`${installed.version}\n`);
    const child = spawn(node, [script, 'secret'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end('hunter2\n');
    const [stdout, stderr, [code]] = await Promise.all([
      readText(child.stdout),
      readText(child.stderr),
      once(child, 'exit'),
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^https:\/\/share\.example\/en\/secret\/\w{22}#[\w-]{43}\n$/);
    expectSealed(seen, 'hunter2');
  });
});
