/*
 * Reads the private field `socket._handle.fd`, tried on Node.js 24.21 and 26.12. Without it a download counts as taken
 * once the client closes its side. `acknowledged.test.ts` fails on Linux if it is gone or means something else.
 */
import { readFile, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Whether the table has ever had a connection of this process: it may be that of another network namespace. */
let isListed = false;

/**
 * Number of written bytes that the peer's system has not acknowledged; Infinity when
 * it has reset the connection, undefined where the system does not say. Linux tells it of every connection (proc(5)).
 */
export async function unacknowledged(socket: Socket): Promise<number | undefined> {
  const { fd } = (socket as Socket & { _handle?: { fd?: number } | null })._handle ?? {};
  if (fd === undefined || fd < 0) return undefined;
  try {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(await readlink(`/proc/self/fd/${fd}`)) ?? [];
    const row = rowOf(await readTable(socket.localFamily === 'IPv6' ? 'tcp6' : 'tcp'), String(inode));
    if (row === undefined) return isListed ? Infinity : undefined;
    isListed = true;
    const { 4: queues = '', 15: congestionWindow } = columns(row);
    // A sandbox that does not know the one does not know the other, and writes zeros.
    return congestionWindow === '0' ? undefined : Number.parseInt(queues, 16);
  } catch {
    return undefined;
  }
}

/** The row of an inode. Other columns may have its number; the table has a row for each of thousands of connections. */
function rowOf(table: string, inode: string): string | undefined {
  for (let at = table.indexOf(` ${inode} `); at >= 0; at = table.indexOf(` ${inode} `, at + 1)) {
    const row = table.slice(table.lastIndexOf('\n', at) + 1, table.indexOf('\n', at));
    if (columns(row)[9] === inode) return row;
  }
  return undefined;
}

const columns = (line: string): string[] => line.trim().split(/\s+/);

const reads = new Map<string, { current: Promise<unknown>; next: Promise<string> | undefined }>();

/** The table as it is from now on. It takes milliseconds: who asks while it is being read shares the read after that. */
function readTable(name: string): Promise<string> {
  const read = reads.get(name) ?? { current: Promise.resolve(), next: undefined };
  reads.set(name, read);
  read.next ??= read.current.then(() => {
    const reading = readFile(`/proc/self/net/${name}`, 'latin1');
    Object.assign(read, { current: reading.catch(() => undefined), next: undefined });
    return reading;
  });
  return read.next;
}
