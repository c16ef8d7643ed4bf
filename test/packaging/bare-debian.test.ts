/**
 * From nothing to a first secret: a Debian that has Node.js 24, npm and curl, and nothing else. Seconds are printed, not asserted.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as readText } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openLink } from '@tempshare/sdk/open';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sharedChromium } from '../support/browser/chromium.ts';
import { ROOT } from '../support/server/server-process.ts';
import { execute, succeed } from './execute.ts';
import { lacking } from './root-programs.ts';

const CANNOT = lacking(['mmdebstrap', 'unshare', 'chroot', 'npm']);

/** Debian packages of the root; Node.js needs the libraries, and npm a shell. */
const DEBIAN = 'base-files,ca-certificates,coreutils,curl,dash,libc6,libgcc-s1,libstdc++6,netbase';
/** Settings by which npm reaches a registry. */
const NETWORK = /^(NODE_EXTRA_CA_CERTS|(https?|no)_proxy|npm_config_(registry|cafile))$/i;

/** A program of somebody who has installed the SDK. */
const PROGRAM = `import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
const { secretUrl } = await new Tempshare().secrets.create({ secret: 'hunter2' });
console.log((await openLink(secretUrl)).secret);`;

/** Processes that a process has started, and those that they have. */
function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return children.flatMap((each) => [each, ...descendants(each)]);
}

const npx = (name: string): string[] => ['npx', '--yes', `--package=/packages/tempshare-${name}.tgz`];

interface Running {
  url: string;
  apiKey: string;
  seconds: number;
  stop(): Promise<void>;
}

describe.skipIf(CANNOT)(`a bare Debian${CANNOT ? ` (skipped: ${CANNOT})` : ''}`, () => {
  let directory: string;
  let root: string;
  let server: Running | undefined;
  const running = new Set<ChildProcess>();
  const times: Record<string, number> = {};

  beforeAll(async () => {
    directory = await realpath(await mkdtemp(join(tmpdir(), 'tempshare-bare-')));
    root = join(directory, 'root');
    const pack = async (name: string, script: string) => {
      const built = join(directory, `built-${name}`);
      await succeed(process.execPath, [join(ROOT, script), built], ROOT);
      await succeed('npm', ['pack', '--pack-destination', directory], built);
    };
    await Promise.all([
      succeed(
        'mmdebstrap',
        ['--quiet', '--variant=extract', `--include=${DEBIAN}`, 'bookworm', root],
        directory,
      ),
      pack('server', 'server/build/main.ts').then(async () => {
        for (const name of ['cli', 'mcp']) await pack(name, `packages/${name}/build/main.ts`);
      }),
    ]);
    for (const folder of [
      'packages',
      'home',
      'srv',
      'proc',
      'dev',
      'etc/ssl/certs',
      'usr/local/bin',
      'usr/local/lib',
    ])
      mkdirSync(join(root, folder), { recursive: true });
    for (const file of globSync('tempshare-*.tgz', { cwd: directory }))
      copyFileSync(join(directory, file), join(root, 'packages', file.replace(/-\d.*$/, '.tgz')));
    copyFileSync(inject('tarballs').sdk, join(root, 'packages/tempshare-sdk.tgz'));
    copyFileSync(process.execPath, join(root, 'usr/local/bin/node'));
    const npm = join(dirname(realpathSync((await succeed('which', ['npm'], ROOT)).trim())), '..');
    cpSync(npm, join(root, 'usr/local/lib/npm'), { recursive: true, dereference: true });
    for (const name of ['npm', 'npx'])
      symlinkSync(`../lib/npm/bin/${name}-cli.js`, join(root, `usr/local/bin/${name}`));
    const authorities = globSync('usr/share/ca-certificates/**/*.crt', { cwd: root }).sort();
    const bundle = authorities.map((file) => readFileSync(join(root, file), 'utf8')).join('');
    writeFileSync(join(root, 'etc/ssl/certs/ca-certificates.crt'), bundle);
    writeFileSync(
      join(root, 'etc/passwd'),
      'root:x:0:0:root:/home:/bin/sh\nperson:x:1000:1000::/home:/bin/sh\n',
    );
    writeFileSync(join(root, 'etc/group'), 'root:x:0:\nperson:x:1000:\n');
    await succeed('chown', ['-R', '1000:1000', join(root, 'home'), join(root, 'srv')], ROOT);
  });
  afterAll(async () => {
    await server?.stop();
    for (const child of running) child.kill('SIGKILL');
    console.log(
      Object.entries(times)
        .map(([name, seconds]) => `${name}: ${seconds.toFixed(1)} s`)
        .join('\n'),
    );
    await rm(directory, { recursive: true, force: true });
  });

  /** The program and arguments that run a command as a person in the Debian. */
  function inside(command: string[]): [program: string, args: string[]] {
    const bound = [
      ['/etc/resolv.conf', 'etc/resolv.conf'],
      ['/etc/hosts', 'etc/hosts'],
      [process.env.NODE_EXTRA_CA_CERTS ?? '', 'etc/ssl/certs/ca-certificates.crt'],
      [join(homedir(), '.npmrc'), 'home/.npmrc'],
    ].filter(([from]) => existsSync(from!));
    const mounts = [
      `mount --bind ${root} ${root}`,
      `mount --rbind /dev ${root}/dev`,
      `mount -t proc proc ${root}/proc`,
      ...bound.map(([from, to]) => `touch ${root}/${to} && mount --bind ${from} ${root}/${to}`),
    ];
    const script = `${mounts.join(' && ')} && cd ${root} && exec /usr/sbin/chroot --userspec=1000:1000 ${root} sh -c 'cd /srv && exec "$@"' sh "$@"`;
    return ['unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', ...command]];
  }
  const environment = (more: Record<string, string> = {}): Record<string, string> => ({
    ...(Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name))) as Record<
      string,
      string
    >),
    ...{
      PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin',
      HOME: '/home',
      DATA_DIR: '/srv/.data',
      PORT: '0',
      SHUTDOWN_DELAY: '0',
    },
    ...(process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt' }),
    ...more,
  });

  /** Runs a command in the Debian, which must succeed; gives what it prints. */
  async function run(command: string[], { env = {}, input = '' } = {}): Promise<string> {
    const child = spawn(...inside(command), { env: environment(env), stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end(input);
    const [stdout, stderr, [code]] = await Promise.all([
      readText(child.stdout),
      readText(child.stderr),
      once(child, 'exit'),
    ]);
    expect({ code, stderr: code === 0 ? '' : stderr + stdout }).toEqual({ code: 0, stderr: '' });
    return stdout.trim();
  }

  /** Starts the server by `npx`, and waits until it listens. */
  async function start(): Promise<Running> {
    const from = performance.now();
    const child = spawn(...inside([...npx('server'), 'tempshare-server']), {
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const exited = once(child, 'exit');
    let [stdout, stderr] = ['', ''];
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        stdout += `${line}\n`;
        const found = /^Listening on (\S+)$/.exec(line)?.[1];
        if (found) resolve(found);
      });
      child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${stderr || stdout}`)));
    });
    return {
      url,
      apiKey: /^API key \(shown once\): (\S+)$/m.exec(stdout)?.[1] ?? '',
      seconds: (performance.now() - from) / 1000,
      stop: async () => {
        const program = descendants(child.pid!).find((pid) =>
          /^node\0\S*\/tempshare-server\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
        );
        process.kill(program!, 'SIGTERM');
        await exited;
        running.delete(child);
      },
    };
  }

  it('starts the server by npx from nothing, and again at once', async ({ skip }) => {
    const asked = ['view', 'npm', 'version', '--fetch-retries', '0', '--fetch-timeout', '10000'];
    if ((await execute('npm', asked, directory)).code !== 0)
      skip('no package registry is reachable from here');
    const first = await start();
    times['npx to Listening, nothing cached'] = first.seconds;
    expect(first.apiKey).toMatch(/^svc_sk_test_/);
    await first.stop();
    server = await start();
    times['second start'] = server.seconds;
    expect(server.apiKey).toBe('');
    server.apiKey = first.apiKey;
  });

  /** The server, and the settings of clients of it. */
  const service = (): Running & { env: Record<string, string>; create: string[] } => {
    if (!server) throw new Error('the server has not started');
    const { url, apiKey } = server;
    const authorization = `Authorization: Bearer ${apiKey}`;
    return {
      ...server,
      env: { SERVICE_API_KEY: apiKey, SERVICE_URL: url, SERVICE_BASE_URL: `${url}/api/v1` },
      create: [
        'curl',
        '-sS',
        `${url}/api/v1/secrets`,
        '-H',
        authorization,
        '--json',
        '{"secret": "hunter2"}',
      ],
    };
  };

  /** Ways to a first secret: each step takes what the step before gave, and the last gives the opened secret. */
  const WAYS: Record<string, ((before: string) => Promise<string>)[]> = {
    curl: [
      () => run(service().create),
      async (created) => {
        const { secretId } = JSON.parse(created) as { secretId: string };
        const address = `${service().url}/api/v1/public/secrets/${secretId}/reveal`;
        return (JSON.parse(await run(['curl', '-sS', '-X', 'POST', address])) as { secret: string }).secret;
      },
    ],
    SDK: [
      () => run(['npm', 'install', '--no-audit', '--no-fund', '/packages/tempshare-sdk.tgz']),
      () => run(['node', '--input-type=module', '--eval', PROGRAM], service()),
    ],
    'command line': [
      () => run([...npx('cli'), 'tempshare', 'secret'], { ...service(), input: 'hunter2\n' }),
      (link) => run([...npx('cli'), 'tempshare', 'open', link]),
    ],
    'tool server': [
      async () => {
        const [command, args] = inside([...npx('mcp'), 'tempshare-mcp']);
        const client = new Client({ name: 'test', version: '1' });
        const env = environment(service().env);
        await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
        const call = { name: 'service_create_secret', arguments: { secret: 'hunter2' } };
        const { structuredContent } = await client.callTool(call);
        await client.close();
        return (structuredContent as { secretUrl: string }).secretUrl;
      },
      async (link) => ((await openLink(link)) as { secret: string }).secret,
    ],
    page: [
      () => run(service().create),
      async (created) => {
        const { secretUrl } = JSON.parse(created) as { secretUrl: string };
        const context = await (await sharedChromium()).newContext({ locale: 'en' });
        const page = await context.newPage();
        await page.goto(secretUrl);
        await page.locator('main').getByText('Open and destroy').click();
        await page.getByRole('button', { name: 'Show' }).click();
        const seen = await page.locator('.value').textContent();
        await context.close();
        return seen ?? '';
      },
    ],
  };

  it.for(Object.keys(WAYS))('opens a first secret by %s in at most three steps', async (name, { skip }) => {
    if (!server) skip('no package registry is reachable from here');
    const steps = WAYS[name]!;
    expect(steps.length).toBeLessThanOrEqual(3);
    const from = performance.now();
    let given = '';
    for (const step of steps) given = await step(given);
    expect(given).toBe('hunter2');
    times[`first secret by ${name}`] = (performance.now() - from) / 1000;
  });
});
