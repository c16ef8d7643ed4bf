import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { APIConnectionError } from '../../src/index.ts';
import { closedPort, cutChunk, reset, scriptedServer, type Reply } from '../scripted-server.ts';
import { failure, setup } from '../transport-setup.ts';

const modules = join(import.meta.dirname, '../../../../node_modules');
const arch = process.arch === 'arm64' ? ['aarch64', 'arm64'] : ['x64', 'x64'];
const RUNTIMES = [
  { name: 'Node.js', binary: process.execPath, flags: [] },
  { name: 'Bun', binary: join(modules, `@oven/bun-linux-${arch[0]}/bin/bun`), flags: [] },
  {
    name: 'Deno',
    binary: join(modules, `@deno/linux-${arch[1]}-glibc/deno`),
    flags: ['run', '--allow-net=127.0.0.1', '--allow-read', '--no-lock'],
  },
].filter(({ binary }) => existsSync(binary));

/** Prints what a call and a download that fail leave behind. */
const PROGRAM = `import { Tempshare } from ${JSON.stringify(join(import.meta.dirname, '../../src/index.ts'))};
for (const baseUrl of process.argv.slice(2)) {
  const client = new Tempshare({ baseUrl, apiKey: 'svc_sk_test_0123456789', maxRetries: 0 });
  const calls = [
    () => client.transfers.get('ID4711'),
    () => client.requests.files.download('ID4711', 'ID4711').then((response) => response.text()),
  ];
  for (const call of calls) await call().catch((error) => console.log(error, error.name, String(error.stack)));
}
`;

const badGzip: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 255, 255, 255, 255]));
};

describe('what is printed of a connection that fails', () => {
  it.for(RUNTIMES)('on $name holds no address and no id', async ({ binary, flags }) => {
    const directory = await mkdtemp(join(tmpdir(), 'tempshare-connection-'));
    const program = join(directory, 'program.mjs');
    await writeFile(program, PROGRAM);
    const servers = await Promise.all([reset, cutChunk, badGzip].map((reply) => scriptedServer(reply)));
    const addresses = [
      `http://127.0.0.1:${await closedPort()}/api/v1`,
      ...servers.map(({ baseUrl }) => baseUrl),
    ];
    const { stdout } = await promisify(execFile)(binary, [...flags, program, ...addresses]);
    expect(stdout.match(/ APIConnectionError /g)?.length).toBeGreaterThanOrEqual(2 * addresses.length);
    expect(stdout).not.toMatch(/ID4711|\/api\/v1/);
  });

  it('holds no address that a fetch puts into a property, a message or a stack, and keeps the rest', async () => {
    const { get } = await setup([], {
      fetch: async (given) => {
        const url = given as string;
        const inner = Object.assign(new Error(`error sending request for url (${url}): refused`), {
          code: 'ECONNREFUSED',
        });
        throw Object.assign(new TypeError('fetch failed', { cause: inner }), { path: url, errno: 0 });
      },
    });
    const error = await failure(get(), APIConnectionError);
    expect(inspect(error, { depth: 9 })).not.toMatch(/transfers\/abc|\/api\/v1/);
    expect(error.message).toMatch(/^no complete response from the service \(ECONNREFUSED\)/);
    expect(error.cause).toMatchObject({ message: 'fetch failed', path: '…', errno: 0 });
    const { cause } = error.cause as Error;
    expect(cause).toMatchObject({ message: 'error sending request for url (…): refused' });
  });

  it('says what it can where the failure cannot be changed, or is none', async () => {
    for (const thrown of [Object.freeze(new Error('frozen')), 'no error', undefined]) {
      const { get } = await setup([], { fetch: () => Promise.reject(thrown) });
      expect((await failure(get(), APIConnectionError)).cause).toBe(thrown);
    }
  });
});

it('a message is left again when a runtime says by its code alone that no connection was made', async () => {
  for (const code of ['ECONNREFUSED', 'ConnectionRefused', 'UND_ERR_CONNECT_TIMEOUT']) {
    const { finish, pauses } = await setup([], {
      fetch: () => Promise.reject(Object.assign(new TypeError('no'), { code })),
    });
    await failure(finish(), APIConnectionError);
    expect(pauses).toHaveLength(2);
  }
});

it('a download that breaks off holds no address', async () => {
  const { download } = await setup([], {
    fetch: async (url) =>
      new Response(new ReadableStream({ pull: () => Promise.reject(new Error(`reading ${url as string}`)) })),
  });
  const response = await download();
  const error = await failure(response.text(), APIConnectionError);
  expect(error.cause).toMatchObject({ message: 'reading …' });
  expect(inspect(error, { depth: 9 })).not.toContain('/api/v1');
});
