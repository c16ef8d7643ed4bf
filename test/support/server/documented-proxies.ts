/** nginx and Caddy with the settings that docs/proxies.md shows. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeBlocks, markdown, section } from '../docs/readme-blocks.ts';

/** The proxies whose settings docs/proxies.md shows, and the packages of Debian that have them. */
export const PROXIES = { nginx: 'nginx-light', caddy: 'caddy' } as const;
export type ProxyName = keyof typeof PROXIES;

/** Debian keeps nginx where only root looks. */
const PATH = `${process.env.PATH}:/usr/sbin`;

export const isInstalled = (proxy: ProxyName): boolean =>
  spawnSync(proxy, [proxy === 'nginx' ? '-v' : 'version'], { env: { PATH } }).status === 0;

export interface Proxy {
  url: string;
  /** Log of its work. */
  readonly log: string;
  /** Rejects when it ends before it is stopped. */
  ended: Promise<never>;
  stop(): Promise<void>;
}

/** The port of the proxy, and those of the servers behind it: two or more. */
interface Ports {
  own: number;
  servers: readonly number[];
}

/** Sections of docs/proxies.md with settings. */
type Recipe = keyof typeof RECIPES;

/** Starts a proxy with the documented settings of a section, but for the addresses of this machine and TLS. */
export function startProxy(proxy: ProxyName, ports: Ports, recipe: Recipe = 'Settings that work'): Proxy {
  const directory = mkdtempSync(join(tmpdir(), `tempshare-${proxy}-`));
  const file = join(directory, 'settings');
  writeFileSync(file, RECIPES[recipe][proxy](documented(recipe, proxy), ports, directory));
  const args =
    proxy === 'nginx'
      ? ['-c', file, '-p', directory, '-e', 'stderr']
      : ['run', '--config', file, '--adapter', 'caddyfile'];
  const child = spawn(proxy, args, {
    env: { PATH, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-100_000)));
  const exited = once(child, 'exit');
  let stopping = false;
  const ended = exited.then(
    () =>
      stopping ? new Promise<never>(() => undefined) : Promise.reject(new Error(`${proxy} ended: ${log}`)),
    (error: Error) => Promise.reject(error),
  );
  ended.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${ports.own}`,
    get log() {
      return log;
    },
    ended,
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      await exited.catch(() => undefined);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function documented(recipe: Recipe, proxy: ProxyName): string {
  const language = { nginx: 'nginx', caddy: 'caddyfile' }[proxy];
  const [settings] = codeBlocks(section(markdown('docs/proxies.md'), recipe), language);
  if (settings === undefined) throw new Error(`docs/proxies.md has no settings for ${proxy}: ${recipe}`);
  return settings;
}

type Fill = (settings: string, ports: Ports, directory: string) => string;
const SETTINGS: Record<ProxyName, Fill> = {
  nginx: (settings, { own, servers }, directory) => {
    const [, line = ''] = /^( *server 127\.0\.0\.1:8081.*\n)/m.exec(settings) ?? [];
    const others = servers.slice(1).map((port) => line.replace('8081', String(port)));
    const http = replaced(settings, [
      ['127.0.0.1:8080', `127.0.0.1:${servers[0]}`],
      [line, others.join('')],
      ['listen 443 ssl;', `listen 127.0.0.1:${own};`],
      // Proxies whose paths would be links elsewhere say here why a request was lost.
      ['error_log stderr crit;', 'error_log stderr error;'],
      [/^ *ssl_certificate.*\n/gm, ''],
    ]);
    return nginx(http, directory);
  },
  caddy: (settings, { own, servers }) =>
    `{\n  admin off\n}\n${replaced(settings, [
      ['127.0.0.1:8080', `127.0.0.1:${servers[0]}`],
      [
        '127.0.0.1:8081',
        servers
          .slice(1)
          .map((port) => `127.0.0.1:${port}`)
          .join(' '),
      ],
      ['share.example.com', `http://127.0.0.1:${own}`],
    ])}`,
};

const UNDER_A_PATH: Record<ProxyName, Fill> = {
  nginx: (settings, { own, servers }, directory) => {
    const location = replaced(settings, [['127.0.0.1:8080', `127.0.0.1:${servers[0]}`]]);
    return nginx(`server {\nlisten 127.0.0.1:${own};\naccess_log off;\n${location}}\n`, directory);
  },
  caddy: (settings, { own, servers }) =>
    `{\n  admin off\n}\n${replaced(settings, [
      ['127.0.0.1:8080', `127.0.0.1:${servers[0]}`],
      ['example.com', `http://127.0.0.1:${own}`],
    ])}`,
};

const RECIPES = { 'Settings that work': SETTINGS, 'Under a path': UNDER_A_PATH };

const nginx = (http: string, directory: string): string =>
  `daemon off; pid ${directory}/pid; events { worker_connections 1024; }\nhttp {\n${http}}\n`;

/** @throws Error when one of them is not there: the text has changed, and what follows from it must, too. */
function replaced(settings: string, pairs: [string | RegExp, string][]): string {
  return pairs.reduce((text, [from, to]) => {
    const next = text.replace(from, to);
    if (next === text) throw new Error(`The documented settings have no ${String(from)}`);
    return next;
  }, settings);
}
