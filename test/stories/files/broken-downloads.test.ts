import { randomBytes } from 'node:crypto';
import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFile, share } from '../../support/files/file-transfers.ts';
import { STORAGES } from '../../support/files/storages.ts';
import { further } from '../../support/further.ts';
import { startCuttingProxy, type CuttingProxy } from '../../support/network/cutting-proxy.ts';
import { atOnce } from '../../support/network/send.ts';
import type { TestApp } from '../../support/server/app.ts';

const MIB = 1024 * 1024;
/** S3 follows in `npm run test:all`. */
const TESTED = STORAGES.filter(({ name }) => (name === 'S3') === further);

describe.each(TESTED)('a download from $name over a line that breaks', ({ stage }) => {
  let app: TestApp;
  let proxy: CuttingProxy;
  beforeAll(async () => {
    ({ app } = await stage());
    proxy = await startCuttingProxy(app.baseUrl);
  });
  afterAll(() => proxy.close());
  const eventsOf = (id: string) =>
    app.database.query<{ type: string; object: { views: number } }>(
      `SELECT type, object FROM events WHERE object->>'id' = $1 ORDER BY created_at, type`,
      [id],
    );
  const client = () => new Tempshare({ apiKey: app.apiKey, baseUrl: app.baseUrl });

  it('comes as it was sent, sealed or not, and counts once', async () => {
    const cutAt = fc.oneof(
      fc.integer({ min: 1, max: MIB }),
      fc.integer({ min: 1, max: 2000 }),
      // Around the chunks of the envelope and of the storage.
      fc.constantFrom(MIB, MIB + 16, 262_144, 262_172).map((at) => at + 700),
    );
    const line = fc.record({
      size: fc.oneof(fc.integer({ min: 0, max: 2 * MIB }), fc.constantFrom(1, 262_144, MIB)),
      cuts: fc.array(fc.record({ after: cutAt, reset: fc.boolean() }), { maxLength: 5 }),
    });
    const lines = fc.sample(line, { seed: 20261122, numRuns: 6 });
    proxy.plan = () => undefined;
    const opened = await atOnce(lines.length, async (i) => {
      const bytes = randomBytes(lines[i]!.size);
      const [encryption, oneTime] = [i % 2 ? 'server' : 'e2e', i % 3 > 0] as const;
      const { id, shareUrl } = await client().transfers.create({
        type: 'file',
        file: bytes,
        oneTime,
        encryption,
      });
      const link = await openLink(shareUrl, { baseUrl: proxy.baseUrl, maxRetries: 6 });
      if (link.kind !== 'file') throw new Error('expected a file');
      return { id, bytes, file: link.file, oneTime };
    });
    const cuts = lines.flatMap((one) => one.cuts);
    proxy.drop();
    proxy.plan = () => cuts.pop();
    await Promise.all(
      opened.map(async ({ bytes, file }) => expect(bytes.equals(await file.bytes())).toBe(true)),
    );
    proxy.plan = () => undefined;
    for (const { id, oneTime } of opened) {
      const types = ['transfer.created', 'transfer.completed', ...(oneTime ? ['transfer.deleted'] : [])];
      await expect
        .poll(async () => (await eventsOf(id)).map(({ type }) => type).sort())
        .toEqual(types.sort());
      expect((await eventsOf(id)).find(({ type }) => type === 'transfer.completed')?.object.views).toBe(1);
    }
  });

  it("goes on in an owner's download, too", async () => {
    const owner = client();
    const { dropId, dropUrl } = await owner.drops.create({ label: 'inbox' });
    const bytes = randomBytes(MIB + 77);
    const drop = await openLink(dropUrl);
    if (drop.kind !== 'drop') throw new Error('expected a drop');
    const { id } = await drop.leave({ file: bytes });
    const cuts = [300_000, 5_000, 700_000];
    proxy.drop();
    proxy.plan = () => (cuts.length > 0 ? { after: cuts.pop() as number, reset: true } : undefined);
    const behind = new Tempshare({ apiKey: app.apiKey, baseUrl: proxy.baseUrl });
    const response = await behind.drops.items.download(dropId, id);
    expect(bytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
    expect(cuts).toEqual([]);
    await owner.drops.delete(dropId);
  });

  it('fails clearly when its URL has died meanwhile, and the view is spent', async () => {
    const { id } = await share(app, randomBytes(2 * MIB), { oneTime: true });
    const cuts = [{ after: MIB, reset: true }];
    const downloadUrl = await openFile(app, id);
    proxy.drop();
    proxy.plan = () => cuts.pop();
    const recipient = new Tempshare({ apiKey: null, baseUrl: proxy.baseUrl });
    const response = await recipient.files.download(downloadUrl.split('/').at(-1) as string);
    await app.database.query(
      `UPDATE downloads SET expires_at = now() WHERE file_id IN (SELECT f.id FROM files f WHERE f.transfer_id = $1)`,
      [id],
    );
    await expect(response.arrayBuffer()).rejects.toMatchObject({
      name: 'NotFoundError',
      message: expect.stringMatching(/^the download broke off after \d+ of 2097152 bytes and cannot go on/),
    });
    await app.sweep();
    await expect.poll(async () => (await eventsOf(id)).length).toBe(2);
    expect(await eventsOf(id)).toMatchObject([
      { type: 'transfer.created' },
      { type: 'transfer.deleted', object: { reason: 'consumed', views: 0 } },
    ]);
  });
});
