import { totalmem } from 'node:os';
import type { Cluster } from './cluster.ts';
import { logBytes, totalBytes } from './volume.ts';

/** Settings of the cluster's server. @param durable false: nothing is synced */
export async function settings(
  { directory, host, port, programs }: Cluster,
  durable: boolean,
): Promise<string[]> {
  const log = logBytes(await totalBytes(directory)) / 1024 / 1024;
  const sync = durable ? 'on' : 'off';
  const socket = host !== '127.0.0.1';
  const values: Record<string, string | number> = {
    port,
    listen_addresses: socket ? '' : host,
    unix_socket_directories: socket ? host : '',
    fsync: sync,
    synchronous_commit: sync,
    full_page_writes: sync,
    shared_buffers: `${durable ? sharedBuffers(memory()) : LEAST_BUFFERS}MB`,
    max_wal_size: `${log}MB`,
    min_wal_size: `${Math.min(log, 80)}MB`,
    // The server restarts PostgreSQL itself, since it handles a full disk.
    restart_after_crash: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Logs starts, stops and crashes only: messages of failed statements quote values.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_statement: 'none',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    log_checkpoints: 'off',
    log_lock_waits: 'off',
    log_autovacuum_min_duration: -1,
  };
  if (programs.major >= 18) values.io_method = 'sync';
  return ['-D', directory, ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

const MIB = 1024 * 1024;
/** Default of PostgreSQL, and working set of a busy server, in MiB. */
const [LEAST_BUFFERS, MOST_BUFFERS] = [128, 1024];

const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/**
 * Size of `shared_buffers` in MiB: half of the quarter that PostgreSQL's manual (19.4.1) recommends.
 * @param bytes of memory
 */
export const sharedBuffers = (bytes: number): number =>
  Math.min(Math.max(Math.floor(bytes / 8 / MIB), LEAST_BUFFERS), MOST_BUFFERS);
