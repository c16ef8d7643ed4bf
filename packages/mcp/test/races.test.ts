import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { environment, mockService, startSession } from './session.ts';

const original = { ...fs };
const { mkdir, mkdtemp, rename, rm, symlink, writeFile } = original;

const untouched = () => ({
  before: async () => {},
  after: async () => {},
  hasProc: true,
  resolved: [] as string[],
  read: undefined as (() => Promise<never>) | undefined,
});
/** Another program's changes to the directory around each access to a file, and the faults of the file system. */
const system = untouched();
beforeEach(() => void Object.assign(system, untouched()));

const swapped =
  <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    await system.before();
    return work(...args).finally(system.after);
  };

/** The functions of `node:fs/promises` that the tool server calls. */
const replaced = {
  open: swapped(async (...args: Parameters<typeof fs.open>) => {
    const handle = await original.open(...args);
    const { read } = system;
    return read ? Object.assign(handle, { read }) : handle;
  }),
  stat: swapped(original.stat as (...args: unknown[]) => Promise<unknown>),
  realpath: (path: string) => {
    system.resolved.push(path);
    return original.realpath(path);
  },
  readlink: (path: string) =>
    system.hasProc ? original.readlink(path) : Promise.reject(new Error('no such file')),
};
const replace = (functions: object) => {
  Object.assign(fs, functions);
  syncBuiltinESMExports();
};

const mock = mockService();
let outside: string;
let directory: string;
const at = (...parts: string[]) => join(directory, ...parts);

beforeAll(async () => {
  replace(replaced);
  outside = await mkdtemp(join(tmpdir(), 'tempshare-mcp-'));
  directory = join(outside, 'allowed');
  await mkdir(at('folder'), { recursive: true });
  await mkdir(join(outside, 'private'));
  await writeFile(join(outside, 'private/value'), 'not to be had');
  await writeFile(at('folder/value'), 'to be had');
  await symlink('folder', at('link'));
  await symlink(join(outside, 'private'), at('way-out'));
});
afterAll(() => {
  replace(original);
  return rm(outside, { recursive: true, force: true });
});

const share = async (fromFile: string) => {
  const { call } = await startSession({ ...environment(mock), SERVICE_MCP_FILES: directory });
  return call('service_create_secret', { fromFile });
};

describe.for([true, false])('while folders are swapped (a /proc: %s)', (hasProc) => {
  it('a file outside of the directory is not read', async () => {
    system.hasProc = hasProc;
    // Without /proc only the opening is met: what is found afterwards is inside, and another file.
    let swaps = hasProc ? Infinity : 1;
    system.before = async () => {
      if (swaps < 1) return;
      await rename(at('folder'), at('kept'));
      await rename(at('way-out'), at('folder'));
    };
    system.after = async () => {
      if (swaps-- < 1) return;
      await rename(at('folder'), at('way-out'));
      await rename(at('kept'), at('folder'));
    };
    expect((await share('folder/value')).text).toContain('fromFile names no readable file');
    expect(mock.requests).toEqual([]);
  });
});

describe('where nothing shows what a handle has opened', () => {
  it('a file is read, and not by a path that contains a link', async () => {
    system.hasProc = false;
    expect((await share('folder/value')).isError).toBeUndefined();
    expect((await share('link/value')).text).toContain('fromFile names no readable file');
  });
});

it('a path that is outside as it is written is not looked for', async () => {
  const { text } = await share(join(outside, 'private/value'));
  expect(text).toContain('fromFile names no readable file');
  expect(system.resolved).toEqual([directory]);
});

it('a file that fails while it is read is one that cannot be read', async () => {
  system.read = () => Promise.reject(new Error('EIO: i/o error, read'));
  expect((await share('folder/value')).text).toContain('fromFile names no readable file');
  expect(mock.requests).toEqual([]);
});

it('a file that hangs holds the slot of others no longer than its call lasts', async () => {
  const { call } = await startSession({ ...environment(mock), SERVICE_MCP_FILES: directory });
  const held: ((error: Error) => void)[] = [];
  system.read = () => new Promise<never>((_, reject) => held.push(reject));
  const controllers = Array.from({ length: 5 }, () => new AbortController());
  const args = { type: 'file', fromFile: 'folder/value' };
  const calls = controllers.map(({ signal }) => call('service_create_transfer', args, { signal }));
  const ended = Promise.allSettled(calls);
  // No more than these are read at a time.
  await expect.poll(() => held.length).toBe(3);
  // Waiting calls first: they would get the turns of the others.
  for (const controller of controllers.toReversed()) controller.abort('changed my mind');
  expect((await ended).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  system.read = undefined;
  expect((await call('service_create_transfer', args)).isError).toBeUndefined();
  expect(held).toHaveLength(3);
  for (const fail of held) fail(new Error('EIO: i/o error, read'));
});
