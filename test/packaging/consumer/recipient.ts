import { Tempshare, type APIError } from '@tempshare/sdk';
import { openLink, peekLink, type OpenOptions } from '@tempshare/sdk/open';

/** Fields of an error that a page learns. */
export interface Refusal {
  name: string;
  status?: number | undefined;
  code?: string | undefined;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
}

/** Calls of a page with the link of its visitor; each returns a value that can be handed to a test. */
export const recipient = {
  open,
  digest,
  peek,
  refusal,
  insist,
  respond,
  leave,
  flood,
  take,
  visit,
  ahead,
  call,
};

async function open(link: string, options: OpenOptions = {}) {
  const opened = await openLink(link, options);
  switch (opened.kind) {
    case 'secret':
      return opened.secret;
    case 'text':
      return opened.text;
    case 'url':
      return opened.targetUrl;
    case 'debug':
      return opened.logs;
    case 'file':
      return [opened.file.fileName, opened.file.size, await opened.file.text()];
    default:
      throw new TypeError(`${opened.kind} is not opened but entered`);
  }
}

/** The SHA-256 of a file, and the ranges that were asked for. */
async function digest(link: string, options: OpenOptions): Promise<[string, string[]]> {
  const ranges: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const range = new Headers(init?.headers).get('range');
    if (range !== null) ranges.push(range);
    return globalThis.fetch(input, init);
  };
  const opened = await openLink(link, { ...options, fetch });
  if (opened.kind !== 'file') throw new TypeError(opened.kind);
  const hash = await crypto.subtle.digest('SHA-256', await opened.file.bytes());
  return [[...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join(''), ranges];
}

async function peek(link: string) {
  return (await peekLink(link)).requiresPassword;
}

/** The error that opening ends with. */
async function refusal(link: string, options: OpenOptions = {}): Promise<Refusal> {
  const error = await openLink(link, { maxRetries: 0, ...options }).catch((reason: unknown) => reason);
  const { name, status, code, requestId, retryAfterMs } = error as APIError;
  return { name, status, code, requestId, retryAfterMs };
}

/** Opens a link over a line that breaks each first attempt. */
function insist(link: string) {
  const broken = new Set<string>();
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = input as string;
    if (broken.has(url) || init?.method !== 'GET') return globalThis.fetch(input, init);
    broken.add(url);
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  return open(link, { fetch });
}

/** Sends a file in response to an upload request. */
async function respond(link: string, pin: string) {
  const request = await openLink(link);
  if (request.kind !== 'request') throw new TypeError(request.kind);
  await request.send(new Blob(['the contract']), { pin, fileName: 'contract.txt' });
  await request.finish({ pin });
  return request.title;
}

/** Leaves a message and a file in an inbox. */
async function leave(link: string) {
  const drop = await openLink(link);
  if (drop.kind !== 'drop') throw new TypeError(drop.kind);
  const file = new File(['a leak'], 'leak.txt');
  await drop.leave({ message: 'for you', file });
  return drop.label;
}

/** Sends more than a file may have, and gives what the service says to it. */
async function flood(uploadUrl: string): Promise<unknown> {
  const body = new Blob([new Uint8Array(26_214_401)]);
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await fetch(uploadUrl, { method: 'PUT', headers, body });
  return [response.status, ((await response.json()) as { code: string }).code];
}

/** Takes part in a room: follows it while it posts and sends, and reads again what it has come to. */
async function take(link: string) {
  const entered = await openLink(link);
  if (entered.kind !== 'room') throw new TypeError(entered.kind);
  const { room } = entered;
  const followed: (string | undefined)[] = [];
  const said = await room.post({ text: 'first' });
  const posting = (async () => {
    await room.post({ text: 'second', author: 'Kim' });
    await room.send(new Blob(['attached']), { fileName: 'a.txt' });
  })();
  for await (const event of room.events({ after: said.id })) {
    if (event.type === 'message') followed.push(event.message.text ?? event.message.file?.fileName);
    if (followed.length === 2) break;
  }
  await posting;
  const listed: unknown[] = [];
  for await (const { text, file } of room.messages()) listed.push(text ?? (await file?.text()));
  return { name: room.name, followed, listed };
}

/** Goes to an address by all that a page can do without leave, and as what would need another leave than it has. */
function visit(url: string): void {
  new Image().src = url;
  for (const enctype of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.name = `${enctype} ${url}`;
    const form = document.body.appendChild(document.createElement('form'));
    Object.assign(form, { method: 'post', action: url, enctype, target: frame.name });
    form.innerHTML = `<input name='{"a":"' value='"}'>`;
    form.submit();
  }
  const json = 'application/json';
  for (const type of ['text/plain', json]) navigator.sendBeacon(url, new Blob(['{}'], { type }));
  const posts: RequestInit[] = [
    { mode: 'no-cors' },
    { mode: 'no-cors', body: '{}', headers: { 'content-type': json } },
    { mode: 'cors' },
    { mode: 'cors', body: '{}' },
    { mode: 'cors', body: '{}', headers: { 'content-type': json }, credentials: 'include' },
  ];
  for (const post of posts) fetch(url, { method: 'POST', ...post }).catch(() => undefined);
}

/** Lets the browser fetch what may be wanted later. */
function ahead(url: string): void {
  const link = document.head.appendChild(document.createElement('link'));
  Object.assign(link, { rel: 'prefetch', href: url });
}

/** Results of the owner's calls. */
async function call(baseUrl: string, apiKey: string): Promise<string[]> {
  const client = new Tempshare({ apiKey, baseUrl, dangerouslyAllowBrowser: true, maxRetries: 0 });
  const calls = [client.key.get(), client.transfers.list(), client.secrets.create({ secret: 'stolen' })];
  const ended = await Promise.allSettled(calls);
  return ended.map((end) => (end.status === 'rejected' ? (end.reason as Error).name : end.status));
}
