/** A Patroni cluster that fails over, for tests of a lost primary. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { quietPort } from '../network/quiet-port.ts';

/**
 * Settings of Patroni: a machine that died loses the lead after `ttl` at the latest, the least that Patroni takes; a
 * PostgreSQL that died alone is not started again first.
 */
export const TIMES = { ttl: 20, loop_wait: 5, retry_timeout: 5 };
const BIN = '/usr/lib/postgresql/15/bin';
const ENV = { PATH: `${process.env.PATH}:/usr/sbin`, LC_ALL: 'C' };
/** PostgreSQL refuses to run as root. */
const IDENTITY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Programs that are not installed, by the names of Debian's packages. */
export function missingPackages(): string[] {
  const runs = (command: string, option: string) => spawnSync(command, [option], { env: ENV }).status === 0;
  return [
    ...(runs('patroni', '--version') ? [] : ['patroni']),
    ...(runs('etcd', '--version') ? [] : ['etcd-server']),
    ...(runs('haproxy', '-v') ? [] : ['haproxy']),
    ...(existsSync(BIN) ? [] : ['postgresql-15']),
  ];
}

/** State of a member by Patroni. */
interface Member {
  name: NodeName;
  role: string;
  state: string;
}
type NodeName = 'a' | 'b';

interface Node {
  name: NodeName;
  postgres: number;
  api: number;
  directory: string;
  patroni: ChildProcess | undefined;
}

/** A primary and its synchronous standby under Patroni, with etcd, behind HAProxy; all on this machine. */
export class FailoverCluster {
  readonly #directory = mkdtempSync(join(tmpdir(), 'tempshare-failover-'));
  readonly #children: ChildProcess[] = [];
  readonly #nodes: Node[] = [];
  #port = 0;

  /** The way through HAProxy. */
  get url(): string {
    return `postgres://tempshare:tempshare@127.0.0.1:${this.#port}/tempshare`;
  }

  async start(): Promise<void> {
    own(this.#directory);
    const [client, peer, entry] = [await quietPort(), await quietPort(), await quietPort()];
    const [clients, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
    this.#run('etcd', [
      ...['--data-dir', join(this.#directory, 'etcd'), '--listen-client-urls', clients],
      ...['--advertise-client-urls', clients, '--listen-peer-urls', peers],
      ...['--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`],
    ]);
    for (const name of ['a', 'b'] as const) {
      const directory = join(this.#directory, name);
      mkdirSync(directory);
      own(directory);
      const node = {
        name,
        directory,
        postgres: await quietPort(),
        api: await quietPort(),
        patroni: undefined,
      };
      writeFileSync(join(directory, 'patroni.json'), JSON.stringify(patroni(node, client)));
      this.#nodes.push(node);
    }
    for (const node of this.#nodes) this.#startPatroni(node);
    this.#port = entry;
    const file = join(this.#directory, 'haproxy.cfg');
    writeFileSync(file, haproxy(entry, this.#nodes));
    this.#run('haproxy', ['-db', '-f', file]);
    await this.untilSynchronous();
    await this.#createDatabase();
  }

  /** Waits until there are a primary and a standby that has everything. */
  async untilSynchronous(timeoutMs = 120_000): Promise<void> {
    for (const until = performance.now() + timeoutMs; performance.now() < until; await delay(200)) {
      const members = await this.members();
      const is = (role: string) =>
        members.some((m) => m.role === role && /^(running|streaming)$/.test(m.state));
      if (is('leader') && is('sync_standby')) return;
    }
    throw new Error(`no synchronous standby: ${JSON.stringify(await this.members())}\n${this.log}`);
  }

  async members(): Promise<Member[]> {
    for (const { api } of this.#nodes) {
      const response = await fetch(`http://127.0.0.1:${api}/cluster`).catch(() => undefined);
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
    }
    return [];
  }

  /**
   * Kills the primary with SIGKILL: PostgreSQL alone, or with its Patroni, as if the machine were gone. What is returned
   * brings the machine back.
   */
  async killPrimary(what: 'postgres' | 'machine'): Promise<() => void> {
    const leader = (await this.members()).find(({ role }) => role === 'leader')?.name;
    const node = this.#nodes.find(({ name }) => name === leader)!;
    const postmaster = Number.parseInt(readFileSync(join(node.directory, 'data/postmaster.pid'), 'utf8'));
    const children = what === 'machine' ? childrenOf(postmaster) : [];
    if (what === 'machine') node.patroni?.kill('SIGKILL');
    for (const pid of [postmaster, ...children]) kill(pid);
    return () => {
      if (what === 'machine') this.#startPatroni(node);
    };
  }

  get log(): string {
    return this.#nodes.map(({ directory }) => tail(join(directory, 'log'))).join('\n');
  }

  async stop(): Promise<void> {
    const masters = this.#nodes.flatMap(({ directory }) => {
      const file = join(directory, 'data/postmaster.pid');
      return existsSync(file) ? [Number.parseInt(readFileSync(file, 'utf8'))] : [];
    });
    for (const child of this.#children) child.kill('SIGKILL');
    for (const pid of masters.flatMap((master) => [master, ...childrenOf(master)])) kill(pid);
    for (const child of this.#children)
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await delay(500);
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 5 });
  }

  #startPatroni(node: Node): void {
    node.patroni = this.#run('patroni', [join(node.directory, 'patroni.json')], join(node.directory, 'log'));
  }

  #run(command: string, args: string[], log = join(this.#directory, `${command}.log`)): ChildProcess {
    const to = `exec "$@" >>'${log}' 2>&1`;
    const child = spawn('/bin/sh', ['-c', to, command, command, ...args], {
      ...IDENTITY,
      env: { ...ENV, HOME: this.#directory },
      cwd: this.#directory,
      stdio: 'ignore',
    });
    this.#children.push(child);
    return child;
  }

  async #createDatabase(): Promise<void> {
    const client = new pg.Client(
      this.url.replace('tempshare:tempshare', 'postgres:postgres').replace(/\w+$/, 'postgres'),
    );
    await client.connect();
    await client.query(`CREATE ROLE tempshare LOGIN PASSWORD 'tempshare'`);
    await client.query('CREATE DATABASE tempshare OWNER tempshare');
    await client.end();
  }
}

const patroni = ({ name, directory, postgres, api }: Node, etcd: number) => ({
  scope: 'tempshare',
  name,
  restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
  etcd3: { host: `127.0.0.1:${etcd}` },
  bootstrap: {
    dcs: {
      ...TIMES,
      synchronous_mode: true,
      primary_start_timeout: 0,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    pg_hba: [
      'host all all 127.0.0.1/32 scram-sha-256',
      'host replication replicator 127.0.0.1/32 scram-sha-256',
    ],
  },
  postgresql: {
    listen: `127.0.0.1:${postgres}`,
    connect_address: `127.0.0.1:${postgres}`,
    data_dir: join(directory, 'data'),
    bin_dir: BIN,
    pgpass: join(directory, 'pgpass'),
    authentication: {
      superuser: { username: 'postgres', password: 'postgres' },
      replication: { username: 'replicator', password: 'replicator' },
    },
    parameters: { unix_socket_directories: directory },
  },
});

const haproxy = (entry: number, nodes: readonly Node[]): string => `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${entry}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, postgres, api }) => `  server ${name} 127.0.0.1:${postgres} check port ${api}`).join('\n')}
`;

function own(path: string): void {
  if (IDENTITY.uid !== undefined) chownSync(path, IDENTITY.uid, IDENTITY.gid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return new RegExp(`^PPid:\\s+${parent}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    });
}

const tail = (file: string): string =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /(ERROR|INFO): /.test(line))
        .slice(-30)
        .join('\n')
    : '';
