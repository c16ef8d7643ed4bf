/** The service worker of the demo: it sends the pages, and answers in place of the server. */
import { startDemo, type RunningDemo } from './demo.ts';
import { DemoPages } from './pages.ts';
import { forgetfulStore, openStore } from './store.ts';

/** Digest of the built demo, which the build puts in. */
declare const __BUILD__: string;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
const worker = self as unknown as {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends 'install' | 'activate' | 'fetch'>(
    name: Name,
    listener: (event: Name extends 'fetch' ? FetchEvent : ExtendableEvent) => void,
  ): void;
};

const { scope } = worker.registration;
const appUrl = scope.replace(/\/$/, '');

const pages = new DemoPages({
  scope,
  wanted: navigator.languages,
  read: async (path) => {
    const response = await fetch(`${scope}${path}?${__BUILD__}`);
    if (!response.ok) throw new TypeError(`${path}: ${response.status}`);
    return response.text();
  },
});

let running: Promise<RunningDemo> | undefined;

/** The demo, which a worker starts with the first request that needs it. */
function demo(): Promise<RunningDemo> {
  running ??= openStore(`tempshare-demo ${new URL(scope).pathname}`)
    .catch(forgetfulStore)
    .then((store) => startDemo({ appUrl, build: __BUILD__, store }));
  running.catch(() => (running = undefined));
  return running;
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (!request.url.startsWith(scope)) return;
  if (request.url.startsWith(`${appUrl}/api/`)) {
    const responding = demo().then((found) => found.respond(request) ?? new Response(null, { status: 404 }));
    event.respondWith(responding);
    // The worker may be ended once it has nothing to do.
    event.waitUntil(responding.then(async () => (await demo()).saved()));
    return;
  }
  const page = pages.respond(request, demo);
  if (page) event.respondWith(page);
});
