import { randomBytes } from 'node:crypto';
import { linkSync, openSync, closeSync, fsyncSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDirectory } from '../make-directory.ts';
import { unreadable } from '../unreadable.ts';

/** Key file of a server without `ENCRYPTION_KEYS`: base64 of 32 bytes, mode 0600, outside the database's directory. */
export const keyFilePath = (dataDir: string): string => join(dataDir, 'keys', 'encryption.key');

export function readKeyFile(path: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw unreadable(path, error as Error);
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32) throw new Error(`${path} must hold base64 of 32 bytes. Restore it from a backup.`);
  return key;
}

/** Writes a key file atomically and durably. @throws EEXIST if another process was first */
export function writeKeyFile(path: string, key: Buffer): void {
  makeDirectory(dirname(path), 0o700);
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, `${key.toString('base64')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(temporary, path);
    syncDirectory(dirname(path));
  } finally {
    unlinkSync(temporary);
  }
}

function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
