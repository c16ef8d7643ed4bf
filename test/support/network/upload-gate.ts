/** A line to a server that breaks, or stands still, in the middle of an upload. */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Treatment of requests: `open` passes all on, `cut` breaks each upload after `after` bytes and `cut-once` the next one,
 * `held` keeps it there until the line is another one, `deaf` loses the response to an upload and is `dead` from then on, which breaks every request.
 */
export type Line = 'open' | 'cut' | 'cut-once' | 'held' | 'deaf' | 'dead';

export interface UploadGate {
  url: string;
  /** Bytes of each upload that have come this far, in their order. */
  uploads: { bytes: number }[];
  /** How many uploads are held. */
  readonly held: number;
  setLine(line: Line, after?: number): void;
  close(): Promise<void>;
}

/** @param target the address of the server, which speaks plain HTTP */
export async function startUploadGate(target: string): Promise<UploadGate> {
  const uploads: UploadGate['uploads'] = [];
  let [line, after, held]: [Line, number, number] = ['open', 0, 0];
  let changed = Promise.withResolvers<void>();
  const setLine: UploadGate['setLine'] = (next, bytes = 0) => {
    [line, after] = [next, bytes];
    changed.resolve();
    changed = Promise.withResolvers();
  };

  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (line === 'dead') return void incoming.socket.resetAndDestroy();
    const { method, url, headers } = incoming;
    const outgoing = request(`${target}${url}`, { method: method!, headers });
    outgoing.on('error', () => response.destroy());
    incoming.on('error', () => outgoing.destroy());
    const isUpload = method === 'PUT';
    outgoing.on('response', (answer) => {
      if (isUpload && line === 'deaf') {
        line = 'dead';
        incoming.socket.resetAndDestroy();
        return;
      }
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    if (!isUpload) return void incoming.pipe(outgoing);
    const upload = { bytes: 0 };
    uploads.push(upload);
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      upload.bytes += piece.length;
      if (line.startsWith('cut') && upload.bytes >= after) {
        if (line === 'cut-once') line = 'open';
        outgoing.destroy();
        incoming.socket.resetAndDestroy();
        return;
      }
      held += 1;
      while (line === 'held' && upload.bytes >= after && !incoming.destroyed) {
        incoming.once('close', changed.resolve);
        await changed.promise;
      }
      held -= 1;
      if (!outgoing.write(piece)) await once(outgoing, 'drain');
    }
    outgoing.end();
  };
  const server = createServer((incoming, response) => {
    pass(incoming, response).catch(() => incoming.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    uploads,
    get held() {
      return held;
    },
    setLine,
    async close() {
      setLine('open');
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
