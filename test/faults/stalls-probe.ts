/**
 * Preloaded into a server (`--import`): says over the Unix socket `STALLS_SOCKET` how long its event loop stood still at
 * most since it was last asked, by the clock and by the processor time of its main thread, in milliseconds.
 */
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const path = process.env.STALLS_SOCKET;
if (isMainThread && path) {
  let longest = { wallMs: 0, cpuMs: 0 };
  let [wall, cpu] = [performance.now(), cpuMs()];
  setInterval(() => {
    const now = performance.now();
    const used = cpuMs();
    longest = { wallMs: Math.max(longest.wallMs, now - wall), cpuMs: Math.max(longest.cpuMs, used - cpu) };
    [wall, cpu] = [now, used];
  }, 1).unref();
  createServer((_request, response) => {
    const heapMb = process.memoryUsage().rss / 1e6;
    response.end(JSON.stringify({ ...longest, heapMb }));
    longest = { wallMs: 0, cpuMs: 0 };
  })
    .listen(path)
    .unref();
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
