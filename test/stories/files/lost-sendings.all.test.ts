import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCuttingProxy, type CuttingProxy } from '../../support/network/cutting-proxy.ts';
import { startServers, type Servers } from '../../support/server/servers.ts';

/** Two servers, each behind a line that breaks. */
let servers: Servers;
let proxies: CuttingProxy[];
let owner: Tempshare;
beforeAll(async () => {
  servers = await startServers();
  proxies = await Promise.all(servers.bases.map((base) => startCuttingProxy(base)));
  owner = new Tempshare({ apiKey: servers.apiKey, baseUrl: servers.bases[0] });
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await servers.stop();
});

/** Every third connection loses what comes back over it. */
function breakLines(): void {
  for (const proxy of proxies) {
    let connections = 0;
    proxy.cuts = 0;
    proxy.plan = () => (connections++ % 3 === 0 ? { after: 1, reset: connections % 4 === 1 } : undefined);
  }
}
const cuts = (): number => proxies.reduce((sum, proxy) => sum + proxy.cuts, 0);

/** A connection of its own for each request, by one server after the other. */
let calls = 0;
const overLines: typeof fetch = (input, init) => {
  const { pathname, search } = new URL(input as string);
  const { baseUrl } = proxies[calls++ % 2]!;
  const headers = new Headers(init?.headers);
  headers.set('connection', 'close');
  return fetch(new URL(pathname + search, baseUrl), { ...init, headers });
};

describe('over lines that break, by two servers,', () => {
  it.each(['server', 'e2e'] as const)('a guest says each thing once, sealed by %s', async (encryption) => {
    const { roomUrl } = await owner.rooms.create({ name: 'War room', encryption });
    breakLines();
    const opened = await openLink(roomUrl, { fetch: overLines, maxRetries: 6 });
    if (opened.kind !== 'room') throw new Error(opened.kind);
    const said = Array.from({ length: 6 }, (_, i) => `line ${i}`);
    await Promise.all(said.map((text) => opened.room.post({ text })));
    await opened.room.send(new Blob(['bytes']), { fileName: 'trace.log' });
    expect(cuts()).toBeGreaterThan(1);
    const heard: string[] = [];
    const room = await owner.rooms.open(roomUrl);
    for await (const { text, file } of room.messages()) heard.push(text ?? file!.fileName!);
    expect(heard.sort()).toEqual([...said, 'trace.log'].sort());
  });

  it('files take their places once, for a request and in an inbox', async () => {
    const { requestId, requestUrl, pin } = await owner.requests.create({ title: 'Papers' });
    const { dropId, dropUrl } = await owner.drops.create({ label: 'Hints' });
    const before = [
      (await owner.requests.get(requestId)).limits.itemsLeft,
      (await owner.drops.get(dropId)).limits.itemsLeft,
    ];
    const [asked, inbox] = [
      await openLink(requestUrl, { fetch: overLines, maxRetries: 6 }),
      await openLink(dropUrl, { fetch: overLines, maxRetries: 6 }),
    ];
    if (asked.kind !== 'request' || inbox.kind !== 'drop') throw new Error('of another kind');
    const files = ['a', 'b', 'c'].map((name) => ({ file: new Blob([name]), fileName: `${name}.txt` }));
    breakLines();
    await asked.sendAll(files, { pin });
    await inbox.leaveAll(files, { message: 'These are all.' });
    await Promise.all([1, 2, 3, 4].map((i) => inbox.leave({ message: `hint ${i}` })));
    expect(cuts()).toBeGreaterThan(1);
    const left = [
      (await owner.requests.get(requestId)).limits.itemsLeft,
      (await owner.drops.get(dropId)).limits.itemsLeft,
    ];
    expect(left).toEqual([before[0]! - 3, before[1]! - 7]);
  });
});
