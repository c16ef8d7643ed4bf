/** An S3 server with one bucket in a temporary directory. */
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import S3rver from 's3rver';

const BUCKET = 'files';
const OBJECT = /\._S3rver_object$/;

export interface S3Server {
  url: string;
  /** Settings of an operator who uses it. */
  env: Record<string, string>;
  /** The keys of all objects, in order. */
  objects: () => Promise<string[]>;
  /** Makes an object, as a request does that is carried out late. */
  store: (key: string) => Promise<void>;
  /** The keys of multipart uploads that were neither completed nor aborted. */
  unfinished: () => Promise<string[]>;
  /** Action in place of a response; `undefined` for none. Called with the request, such as `PUT /files/a?partNumber=1`. */
  fault: ((asked: string, response: ServerResponse) => boolean | Promise<boolean>) | undefined;
  close(): Promise<void>;
}

/**
 * Starts s3rver on a free port. It has no way to list or abort multipart uploads, so these two are added here. And it
 * removes the directory of its last object while another one is being written there, which then fails outside of any
 * request: so no directory is ever empty.
 */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'tempshare-s3-'));
  await mkdir(join(directory, BUCKET));
  const s3 = new S3rver({ directory, silent: true, vhostBuckets: false });
  const handle = s3.callback();
  const uploads = join(directory, BUCKET, '._S3rver_uploads');

  const unfinished = async (): Promise<{ id: string; key: string }[]> => {
    const ids = await readdir(uploads).catch(() => []);
    // One that ends meanwhile has no key any more.
    const keyOf = (id: string) => readFile(join(uploads, id, 'key'), 'utf8').catch(() => undefined);
    const all = await Promise.all(ids.map(async (id) => ({ id, key: await keyOf(id) })));
    return all.flatMap(({ id, key }) => (key === undefined ? [] : [{ id, key }]));
  };
  const list = async (prefix: string): Promise<string> => {
    const entries = (await unfinished()).filter(({ key }) => key.startsWith(prefix));
    const xml = entries.map(({ id, key }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
    return `<ListMultipartUploadsResult>${xml.join('')}</ListMultipartUploadsResult>`;
  };
  const kept = new Set<string>();
  const keepDirectory = async (path: string): Promise<void> => {
    const of = dirname(join(directory, decodeURIComponent(path)));
    if (kept.has(of)) return;
    await mkdir(of, { recursive: true });
    await writeFile(join(of, '.kept'), '');
    kept.add(of);
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url as string, 'http://s3');
    if (url.pathname.startsWith(`/${BUCKET}/`)) await keepDirectory(url.pathname);
    const uploadId = url.searchParams.get('uploadId');
    if (await server.fault?.(`${request.method} ${request.url}`, response)) return;
    if (request.method === 'GET' && url.searchParams.has('uploads')) {
      response.end(await list(url.searchParams.get('prefix') ?? ''));
    } else if (request.method === 'DELETE' && uploadId !== null) {
      const found = (await unfinished()).some(({ id }) => id === uploadId);
      await rm(join(uploads, uploadId), { recursive: true, force: true });
      if (found) response.writeHead(204).end();
      else response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>');
    } else handle(request, response);
  };
  const http = createServer((request, response) => void serve(request, response));
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const server: S3Server = {
    url,
    env: {
      S3_ENDPOINT: url,
      S3_BUCKET: BUCKET,
      S3_PREFIX: 'tempshare/',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_FORCE_PATH_STYLE: 'true',
    },
    async objects() {
      const names = await readdir(join(directory, BUCKET), { recursive: true });
      return names
        .filter((name) => OBJECT.test(name))
        .map((name) => name.replace(OBJECT, ''))
        .sort();
    },
    store: (key) => writeFile(join(directory, BUCKET, `${key}._S3rver_object`), 'late'),
    unfinished: async () => (await unfinished()).map(({ key }) => key),
    fault: undefined,
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      // Writes may end after their connection.
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return server;
}
