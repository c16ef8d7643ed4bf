/** A port of 127.0.0.1 that refuses connections, below those that systems give to outgoing ones. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

export async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const server = createServer();
    const bound = once(server.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    );
    if (!(await bound)) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
