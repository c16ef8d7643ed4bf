import { lifetimes } from '@tempshare/contract';
import { describe, expect, it } from 'vitest';
import { download, upload } from '../../support/contract/files.ts';
import { faultsIn } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const KEPT_MS = 1000 * lifetimes.readerKey;
const HALF = KEPT_MS / 2;

/** A key as readers make one: 22 random characters. */
const readerKey = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');

/** Readings that are repeated because their response may have been lost. */
contract((stage) => {
  const read = async (line: string, key: string | undefined, json?: object) => {
    const { status, headers, body } = await stage.send(line, {
      headers: key === undefined ? {} : { 'idempotency-key': key },
      ...(json && { json }),
    });
    return { status, replayed: headers.get('idempotency-replayed'), body };
  };
  const [first, again, gone] = [
    { status: 200, replayed: null },
    { status: 200, replayed: 'true' },
    { status: 404, replayed: null },
  ];

  /** Something that is opened once, and the event that says so. */
  const onceOnly = {
    secret: async (password?: string) => {
      const owner = await stage.owner();
      const { secretId } = await owner.secrets.create({ secret: 'hunter2', ...(password && { password }) });
      return { id: secretId, line: `POST /public/secrets/${secretId}/reveal`, event: 'secret.consumed' };
    },
    transfer: async (password?: string) => {
      const owner = await stage.owner();
      const shared = { type: 'text', text: 'hunter2', oneTime: true, ...(password && { password }) } as const;
      const { id } = await owner.transfers.create(shared);
      return { id, line: `POST /public/transfers/${id}/open`, event: 'transfer.completed' };
    },
  };
  const timesOf = async ({ id, event }: { id: string; event: string }) =>
    (await stage.eventsOf(id)).filter(({ type }) => type === event).length;

  describe.each(['secret', 'transfer'] as const)('reading a %s under a key', (kind) => {
    it('is repeated for two minutes, and for nobody else from the first moment', async () => {
      const item = await onceOnly[kind]();
      const key = readerKey();
      const { body, ...got } = await read(item.line, key);
      expect(got).toEqual(first);
      expect(JSON.stringify(body)).toContain('hunter2');
      expect(await read(item.line, readerKey())).toMatchObject(gone);
      expect(await read(item.line, undefined)).toMatchObject(gone);

      expect(await read(item.line, key)).toEqual({ ...again, body });

      await stage.advance(HALF);
      const { body: later, ...had } = await read(item.line, key);
      expect(had).toEqual(again);
      expect(JSON.stringify(later)).toContain('hunter2');
      expect(await read(item.line, readerKey())).toMatchObject(gone);
      await stage.advance(HALF);
      expect(await read(item.line, key)).toMatchObject(gone);
      expect(await timesOf(item)).toBe(1);
    });

    it('answers all who ask at once with it alike', async () => {
      const item = await onceOnly[kind]();
      const key = readerKey();
      const readings = await Promise.all(Array.from({ length: 6 }, () => read(item.line, key)));
      expect(new Set(readings.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(readings.filter(({ replayed }) => replayed === null)).toHaveLength(1);
      expect(readings[0]).toMatchObject({ status: 200 });
      expect(await timesOf(item)).toBe(1);
    });

    it.each([
      ['each with a key', readerKey],
      ['none with a key', () => undefined],
    ])('goes to one of several readers at once, %s', async (_, makeKey) => {
      const { line } = await onceOnly[kind]();
      const readings = await Promise.all(Array.from({ length: 8 }, () => read(line, makeKey())));
      expect(readings.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('keeps nothing of a refusal, and asks for no password twice', async () => {
      const { line } = await onceOnly[kind]('sesame');
      const key = readerKey();
      for (const json of [undefined, { password: 'Sesame' }])
        expect(await read(line, key, json)).toMatchObject({
          status: 403,
          body: { code: 'invalid_password' },
        });
      const { body, ...got } = await read(line, key, { password: 'sesame' });
      expect(got).toEqual(first);
      for (const json of [undefined, { password: 'Sesame' }])
        expect(await read(line, key, json)).toEqual({ ...again, body });
      expect(await read(line, readerKey(), { password: 'sesame' })).toMatchObject(gone);
    });

    it('reads with the same key another one', async () => {
      const [one, other] = [await onceOnly[kind](), await onceOnly[kind]()];
      const key = readerKey();
      expect(await read(one.line, key)).toMatchObject(first);
      expect(await read(other.line, key)).toMatchObject(first);
      expect(await read(one.line, key)).toMatchObject(again);
    });

    it.each([
      ['of 22 characters', 'k'.repeat(22), undefined],
      ['of 255 characters', '~'.repeat(255), undefined],
      ['of 21 characters', 'k'.repeat(21), 'min_length'],
      ['of 256 characters', 'k'.repeat(256), 'max_length'],
      ['with a space', `${'k'.repeat(11)} ${'k'.repeat(11)}`, 'pattern'],
    ])('looks at one %s', async (_, key, fault) => {
      const { line } = await onceOnly[kind]();
      const { status, body } = await read(line, key);
      expect(status).toBe(fault ? 400 : 200);
      if (!fault) return;
      expect(body.code).toBe('validation_failed');
      expect(faultsIn(body)).toEqual({ '/headers/idempotency-key': fault });
      expect(await read(line, readerKey())).toMatchObject(first);
    });
  });

  describe('repeating the reading of a transfer', () => {
    it('counts no view', async () => {
      const owner = await stage.owner();
      const { id } = await owner.transfers.create({ type: 'text', text: 'x', maxViews: 3 });
      const line = `POST /public/transfers/${id}/open`;
      const key = readerKey();
      for (const expected of [first, again, again]) expect(await read(line, key)).toMatchObject(expected);
      expect((await owner.transfers.get(id)).views).toBe(1);
      expect(await read(line, readerKey())).toMatchObject(first);
      expect((await owner.transfers.get(id)).views).toBe(2);
      expect(await timesOf({ id, event: 'transfer.completed' })).toBe(2);
    });

    it('is possible though the transfer has expired since, or others have had its last view', async () => {
      const owner = await stage.owner();
      const limits = [{ expiration: '15m' }, { maxViews: 2 }] as const;
      for (const limit of limits) {
        const { id } = await owner.transfers.create({ type: 'text', text: 'x', ...limit });
        const line = `POST /public/transfers/${id}/open`;
        const key = readerKey();
        await stage.advance(14.5 * 60_000);
        expect(await read(line, key)).toMatchObject({ ...first, body: { text: 'x', oneTime: false } });
        if ('maxViews' in limit) expect(await read(line, readerKey())).toMatchObject(first);
        else await stage.advance(HALF);
        expect(await read(line, readerKey())).toMatchObject(gone);
        expect(await read(line, key)).toMatchObject({ ...again, body: { text: 'x', oneTime: false } });
      }
    });

    it('ends when its owner deletes it', async () => {
      const owner = await stage.owner();
      const { id } = await owner.transfers.create({ type: 'text', text: 'x' });
      const line = `POST /public/transfers/${id}/open`;
      const key = readerKey();
      expect(await read(line, key)).toMatchObject(first);
      await owner.transfers.delete(id);
      expect(await read(line, key)).toMatchObject(gone);
    });

    it('of a file gets the same downloadUrl, which serves one download', async () => {
      const owner = await stage.owner();
      const file = { type: 'file', fileName: 'a.txt', encryption: 'server', oneTime: true } as const;
      const { id, uploadUrl = '' } = await owner.transfers.create(file);
      await upload(stage, uploadUrl, 'bytes');
      const line = `POST /public/transfers/${id}/open`;
      const key = readerKey();
      const opened = await read(line, key);
      expect(opened).toMatchObject(first);
      expect(await read(line, key)).toEqual({ ...again, body: opened.body });
      const { downloadUrl } = opened.body as { downloadUrl: string };
      expect(await download(stage, downloadUrl)).toMatchObject({ status: 200, bytes: Buffer.from('bytes') });
      expect(await read(line, key)).toEqual({ ...again, body: opened.body });
      expect(await download(stage, downloadUrl)).toMatchObject({ status: 404 });
      expect(await read(line, readerKey())).toMatchObject(gone);
      expect(await timesOf({ id, event: 'transfer.completed' })).toBe(1);
    });

    it('of a debug share gets it again', async () => {
      const owner = await stage.owner();
      const { debugId } = await owner.debugShares.create({ logs: 'started' });
      const line = `POST /public/transfers/${debugId}/open`;
      const key = readerKey();
      const { body } = await read(line, key);
      expect(body).toMatchObject({ kind: 'debug', logs: 'started' });
      expect(await read(line, key)).toEqual({ ...again, body });
    });
  });
});
