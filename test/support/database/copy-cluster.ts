/** Copies the stopped PostgreSQL of one DATA_DIR to another, for the same owner. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o711 });
  const parts = ['postgres', 'postgres.password'].map((name) => join(from, name));
  await promisify(execFile)('cp', ['-a', ...parts, to]);
}
