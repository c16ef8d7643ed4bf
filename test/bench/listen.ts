import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';

/** An application of Express that reads JSON and knows nothing else. */
export function bareApp(): Express {
  const app = express();
  app.use(express.json({ limit: '2mb' }));
  return app;
}

/** Listens on a free port of loopback, and prints where. */
export function listen(app: Express): void {
  const server = app.listen(0, '127.0.0.1', () => {
    console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}
