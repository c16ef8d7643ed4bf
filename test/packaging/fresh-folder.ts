import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { inChromium } from '../support/browser/chromium.ts';
import { execute } from './execute.ts';
import type { Case } from './matrix-cases.ts';
import { makeProject, QUIET, type Tarballs } from './pack.ts';

/** Tries a case in a directory that is not there yet. Gives what went wrong, or undefined. */
export async function tryCase(
  each: Case,
  tarballs: Tarballs,
  directory: string,
): Promise<string | undefined> {
  await makeProject(directory);
  for (const [file, text] of Object.entries(each.files)) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), text);
  }
  const packages = Object.entries(each.packages).map(([name, version]) => `${name}@${version}`);
  const own = 'msw' in each.packages ? [tarballs.sdk, tarballs.testing] : [tarballs.sdk];
  const install = ['install', '--prefer-offline', ...QUIET, ...own, ...packages];
  const installed = await execute('npm', install, directory);
  if (installed.code !== 0) return `npm ${install.join(' ')}:\n${installed.stderr}`;

  for (const args of each.programs) {
    const { code, stdout, stderr } = await execute(each.node, args, directory, each.node);
    if (code !== 0) return `${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`;
    if (each.prints && stdout !== '' && !isDeepStrictEqual(JSON.parse(stdout), each.prints))
      return `${args.join(' ')} printed ${stdout}`;
  }
  if (each.page === undefined) return undefined;
  const seen = await runOnPage(
    await readFile(join(directory, each.page), 'utf8'),
    join(directory, each.page),
  );
  return isDeepStrictEqual(seen, each.prints) ? undefined : `the page gave ${JSON.stringify(seen)}`;
}

/** Calls the `run` that a script and its parts, which lie beside it, leave on a web page. */
async function runOnPage(script: string, path: string): Promise<unknown> {
  const respond = async (url: string, response: ServerResponse): Promise<void> => {
    const part = url === '/page' ? script : await readFile(join(dirname(path), url)).catch(() => undefined);
    response.writeHead(part === undefined ? 404 : 200, { 'content-type': 'text/javascript' }).end(part);
  };
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/') response.setHeader('content-type', 'text/html').end(PAGE);
    else void respond(url, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await inChromium(`http://localhost:${port}/`, (tab) =>
      tab.evaluate(() => (globalThis as unknown as { run(): Promise<unknown> }).run()),
    );
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const PAGE = '<!doctype html><script type="module" src="/page"></script>';
