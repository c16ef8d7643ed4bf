import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogStream } from '../src/runtime/log-stream.ts';

let directory: string;
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'tempshare-log-'))));
afterEach(() => rmSync(directory, { recursive: true }));

const line = (n: number): string => `{"n":${n}}\n`;

describe('a log', () => {
  it('has every line once and in order, with those that are left at the end', async () => {
    const file = join(directory, 'log');
    const fd = openSync(file, 'a');
    const log = new LogStream(fd);
    const lines = Array.from({ length: 1_000 }, (_, n) => line(n));
    for (const each of lines.slice(0, 500)) log.write(each);
    await expect.poll(() => readFileSync(file, 'utf8')).toBe(lines.slice(0, 500).join(''));
    for (const each of lines.slice(500)) log.write(each);
    await expect.poll(() => readFileSync(file, 'utf8')).toBe(lines.join(''));
    log.flushSync();
    closeSync(fd);
    expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
  });

  it('on a full disk takes lines all the same, and ends', async () => {
    const fd = openSync('/dev/full', 'w');
    const log = new LogStream(fd);
    for (let n = 0; n < 100; n++) {
      log.write(line(n));
      await new Promise(setImmediate);
    }
    log.flushSync();
    closeSync(fd);
  });

  it('whose reader does not read waits for it, loses what is too much, and says how much that was', async () => {
    const pipe = join(directory, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const fd = openSync(pipe, 'r+');
    const log = new LogStream(fd);
    const text = 'x'.repeat(1_000_000 - 1);
    for (let n = 0; n < 10; n++) log.write(`${text}\n`);
    let read = '';
    const reader = openSync(pipe, 'r');
    const { read: take } = await import('node:fs');
    const next = (): Promise<void> =>
      new Promise((resolve, reject) => {
        take(reader, Buffer.alloc(65_536), 0, 65_536, null, (error, count, bytes) => {
          if (error) return reject(error);
          read += bytes.toString('latin1', 0, count);
          resolve();
        });
      });
    while (read.length < 4_000_000) await next();
    log.write('after\n');
    while (!read.endsWith('after\n')) await next();
    closeSync(reader);
    closeSync(fd);
    const [lost, last] = read.split('\n').slice(-3);
    expect(last).toBe('after');
    expect(JSON.parse(lost!)).toMatchObject({ level: 40, msg: 'lines of the log could not be written' });
    const kept = read.split('\n').filter((each) => each === text).length;
    expect(kept + JSON.parse(lost!).lost).toBe(10);
  });
});
