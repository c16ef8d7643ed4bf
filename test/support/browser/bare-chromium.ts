/** Chromium that no program steers, for pages that are prerendered. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackedChromium } from './chromium.ts';

/** A browser that no program steers: what is attached to a page keeps Chromium from prerendering. */
export interface BareChromium {
  /** Result of a script in the page that is open at an address; attaches to it for that moment. */
  ask(address: string, script: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens an address in a Chromium that is left alone. */
export async function openBareChromium(address: string): Promise<BareChromium> {
  const directory = await mkdtemp(join(tmpdir(), 'tempshare-chromium-'));
  const child = spawn(
    await unpackedChromium(),
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--remote-debugging-port=0',
    ].concat(`--user-data-dir=${join(directory, 'profile')}`, address),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (piece: Buffer) => {
      said += piece.toString();
      const [, found] = /127\.0\.0\.1:(\d+)\/devtools/.exec(said) ?? [];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`Chromium has ended: ${said}`)));
  });
  return {
    async ask(at, script) {
      const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
        type: string;
        url: string;
        webSocketDebuggerUrl: string;
      }[];
      const target = targets.find(({ type, url }) => type === 'page' && url.startsWith(at));
      if (!target) return undefined;
      const socket = new WebSocket(target.webSocketDebuggerUrl);
      await once(socket, 'open');
      const params = { expression: script, returnByValue: true };
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
      const [message] = (await Promise.race([
        once(socket, 'message'),
        // The page has gone to another.
        once(socket, 'close').then(() => []),
      ])) as [MessageEvent<string>?];
      socket.close();
      if (!message) return undefined;
      const { result } = JSON.parse(message.data) as { result: { result: { value?: unknown } } };
      return result.result.value;
    },
    async close() {
      if (child.exitCode === null) {
        const over = once(child, 'exit');
        child.kill('SIGKILL');
        await over;
      }
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
