import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request as forward } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { build } from 'esbuild';
import { inChromium } from '../support/browser/chromium.ts';
import { ROOT } from '../support/server/server-process.ts';
import { succeed } from './execute.ts';
import { serve } from './service.ts';

/** A place where programs run. */
export interface Runtime {
  name: string;
  /** Its program; undefined where it comes as a library. */
  binary?: string;
  /** Calls `run(baseUrl)` of `program.js` in the project and gives what it resolved with. */
  run(app: string, baseUrl: string): Promise<unknown>;
}

const tools = join(ROOT, 'test/packaging/node_modules');
const onArm = process.arch === 'arm64';

/** A runtime that takes a script and its arguments as Node.js does. */
function command(name: string, binary: string, ...flags: string[]): Runtime {
  return {
    name,
    binary,
    run: async (app, baseUrl) => JSON.parse(await succeed(binary, [...flags, 'main.js', baseUrl], app)),
  };
}

/** The same where the program is CommonJS, which gets the CommonJS of the package. */
function commonJs(name: string, binary: string): Runtime {
  return {
    name: `${name} from CommonJS`,
    binary,
    run: async (app, baseUrl) => JSON.parse(await succeed(binary, ['main.cjs', baseUrl], app)),
  };
}

const node = (line: number): string => join(tools, `node-${line}-${process.arch}/bin/node`);
export const NODE_20 = node(20);
export const NODE_22 = node(22);
/** That of the checkout, which has none where that of the machine is new enough. */
export const NODE_24 = process.execPath;
export const NODE_26 = node(26);
const BUN = join(tools, `@oven/bun-linux-${onArm ? 'aarch64' : 'x64'}/bin/bun`);
const DENO = join(tools, `@deno/linux-${onArm ? 'arm64' : 'x64'}-glibc/deno`);
const WORKERD = join(tools, `@cloudflare/workerd-linux-${onArm ? 'arm64' : '64'}/bin/workerd`);

export const RUNTIMES: Runtime[] = [
  command('Node.js 20.19', NODE_20),
  command('Node.js 22', NODE_22),
  command('Node.js 24', NODE_24),
  command('Node.js 26', NODE_26),
  command('Node.js 24 with frozen intrinsics', NODE_24, '--no-warnings', '--frozen-intrinsics'),
  commonJs('Node.js 20.19', NODE_20),
  commonJs('Node.js 22', NODE_22),
  commonJs('Node.js 24', NODE_24),
  commonJs('Node.js 26', NODE_26),
  command('Bun', BUN),
  // No --allow-env: what the environment cannot tell counts as not set.
  command('Deno', DENO, 'run', '--allow-net=127.0.0.1', '--no-lock'),
  { name: 'workerd', binary: WORKERD, run: runInWorkerd('2026-11-01') },
  // Refuses the field `cache` of a request.
  { name: 'workerd as of 2024', binary: WORKERD, run: runInWorkerd('2024-09-23') },
  { name: 'Chromium', run: runInChromium },
];

/** Why a runtime cannot be tried on this machine. On Linux x64 all can: there the result is always undefined. */
export function absence({ name, binary }: Runtime): string | undefined {
  if (process.platform === 'linux' && process.arch === 'x64') return undefined;
  const there = binary === undefined ? process.platform === 'linux' : existsSync(binary);
  return there ? undefined : `${name} is not installed on ${process.platform} ${process.arch}`;
}

const WORKER = `import { run } from './program.js';
export default { fetch: async (request) => Response.json(await run(new URL(request.url).searchParams.get('baseUrl'))) };`;

const workerdConfig = (date: string): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "worker.bundle.js")],
      compatibilityDate = "${date}",
      globalOutbound = "loopback",
    )),
    (name = "loopback", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

function runInWorkerd(date: string): Runtime['run'] {
  return async (app, baseUrl) => {
    await bundle(app, WORKER, 'worker.bundle.js', ['workerd', 'worker']);
    await writeFile(join(app, 'workerd.capnp'), workerdConfig(date));
    return workerdResult(app, baseUrl);
  };
}

async function workerdResult(app: string, baseUrl: string): Promise<unknown> {
  const child = spawn(WORKERD, ['serve', 'workerd.capnp', '--control-fd=3'], {
    cwd: app,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  try {
    const port = await portOf(child.stdio[3] as Readable);
    const response = await fetch(`http://127.0.0.1:${port}/?baseUrl=${encodeURIComponent(baseUrl)}`);
    return await response.json();
  } finally {
    child.kill();
  }
}

/** workerd tells on its control pipe, in a line of JSON, where it listens. */
async function portOf(control: Readable): Promise<number> {
  let said = '';
  for await (const chunk of control) {
    said += String(chunk);
    const port = /"port":(\d+)/.exec(said);
    if (port) return Number(port[1]);
  }
  throw new Error(`workerd ended before it listened: ${said}`);
}

async function runInChromium(app: string, baseUrl: string): Promise<unknown> {
  const text = "import { run } from './program.js'; globalThis.run = run;";
  const script = await bundle(app, text, 'page.bundle.js', ['browser']);
  // The owner's API is there for pages of the service's own origin alone.
  const page = await serve((request, response) => {
    const { url = '', method, headers } = request;
    if (url.includes('/api/')) {
      const onward = forward(new URL(url, baseUrl), { method, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 0, reply.headers);
        reply.pipe(response);
      });
      request.pipe(onward);
      return;
    }
    const isScript = url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>');
  });
  return inChromium(page, (tab) =>
    tab.evaluate(
      (url) => (globalThis as unknown as { run: (url: string) => Promise<unknown> }).run(url),
      new URL(new URL(baseUrl).pathname, page).href,
    ),
  );
}

/** Bundles a module of the project into a file there, and gives its text. */
async function bundle(app: string, contents: string, file: string, conditions: string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: app },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions,
    write: false,
  });
  const { text } = outputFiles[0]!;
  await writeFile(join(app, file), text);
  return text;
}
