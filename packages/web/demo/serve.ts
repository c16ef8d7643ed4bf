/** A plain server of static files, for the demo on this machine. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, sep } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
};

/** Serves the files of a folder below a path such as `/` or `/demo/`, on this machine alone. */
export async function serveFolder(folder: string, port: number, prefix = '/'): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) || 'index.html' : undefined;
    const file = path === undefined ? undefined : join(folder, decode(path));
    const sent = file?.startsWith(folder + sep) ? readFile(file) : Promise.reject(new Error('outside'));
    sent.then(
      (bytes) => {
        response.setHeader('Content-Type', TYPES[extname(file!)] ?? 'application/octet-stream');
        response.setHeader('Cache-Control', 'no-cache');
        response.end(bytes);
      },
      () => {
        response.statusCode = 404;
        response.setHeader('Content-Type', 'text/plain; charset=utf-8');
        response.end(`Nothing is here. The demo starts at ${prefix}\n`);
      },
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
