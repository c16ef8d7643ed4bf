import { createServer } from 'node:http';
import type { Logger } from 'pino';
import { listen } from '../http/connection/listening.ts';
import { exposition, type Measured } from './metrics.ts';

/** Serves `GET /metrics` on a separate port, if one is set, so that proxies need not hide it. */
export async function serveMetrics(
  { METRICS_PORT: port, METRICS_HOST: host }: { METRICS_PORT: number | undefined; METRICS_HOST: string },
  log: Logger,
  measured: () => Promise<readonly Measured[]>,
): Promise<void> {
  if (port === undefined) return;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    measured()
      .then(exposition)
      .then(
        (text) =>
          response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
        (error: Error) => {
          log.error({ error: error.message }, 'the metrics cannot be read');
          response.writeHead(500).end();
        },
      );
  });
  server.unref();
  log.info({ url: `${await listen(server, { PORT: port, HOST: host })}/metrics` }, 'metrics');
}
