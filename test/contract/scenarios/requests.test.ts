import { limits } from '@tempshare/contract';
import { NotFoundError } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { download, put } from '../../support/contract/files.ts';
import { requesting, type OpenRequest } from '../../support/contract/requests.ts';
import { failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Upload requests as their owners see them, from the creation to the end. */
contract((stage) => {
  const { open, announce, send, peek, finish, typesOf } = requesting(stage);

  describe('an upload request', () => {
    it('is created with a link and a PIN, which is shown this once', async () => {
      const request = await open();
      const { key: _, call, ...created } = request;
      const { requestId, pin, expiresAt, createdAt } = created;
      expect(created).toEqual({
        success: true,
        requestId: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
        requestUrl: `${stage.appUrl}/en/request/${requestId}`,
        pin: expect.stringMatching(/^[0-9]{8}$/),
        expiresAt: timestamp,
        createdAt: timestamp,
      });
      expect(Date.parse(expiresAt as string) - Date.parse(createdAt)).toBe(DAY);
      const wrongAttempts = { count: 0, lastAt: null, heldUntil: null };
      const record = {
        requestId,
        title: 'Signed contract',
        state: 'open',
        label: null,
        fileCount: 0,
        files: [],
        wrongAttempts,
      };
      const times = { expiresAt, createdAt, closedAt: null };
      const { items: maxItems, bytes: maxBytes } = limits.capacity.request;
      const own = { maxItems, maxBytes, itemsLeft: maxItems, bytesLeft: maxBytes };
      expect((await call('GET /requests/{id}')).body).toEqual({
        ...record,
        limits: own,
        ...times,
        livemode: false,
      });
      expect(await peek(request)).toEqual({
        requestId,
        title: 'Signed contract',
        state: 'open',
        limits: { ...own, itemsLeft: limits.itemsLeftShown, bytesLeft: limits.fileBytes },
        expiresAt,
      });
      const object = { requestId, state: 'open', fileCount: 0, ...times };
      expect(await stage.eventsOf(requestId)).toEqual([{ type: 'request.created', livemode: false, object }]);
      const shown = JSON.stringify([await call('GET /requests'), await call('GET /requests/{id}')]);
      expect(shown + JSON.stringify(await stage.eventsOf(requestId))).not.toContain(pin);
    });

    it('has another PIN each time, and the mode of its key', async () => {
      const owner = await stage.owner(undefined, 'live');
      const made = [await owner.requests.create({ title: 'a' }), await owner.requests.create({ title: 'b' })];
      expect(made[0]?.pin).not.toBe(made[1]?.pin);
      const { requests } = await owner.requests.list();
      expect(requests.map(({ livemode }) => livemode)).toEqual([true, true]);
    });
  });

  describe('listing upload requests', () => {
    it('shows each without its files, by state', async () => {
      const owner = await stage.owner();
      const ids: string[] = [];
      for (const expiration of ['15m', '1d', '7d'] as const) {
        ids.unshift((await owner.requests.create({ title: `for ${expiration}`, expiration })).requestId);
        await stage.advance(1000);
      }
      expect((await owner.requests.list()).requests[0]).not.toHaveProperty('files');
      await stage.advance(15 * MINUTE);
      const byState = async (state: 'open' | 'closed' | 'expired' | 'deleted') => {
        const { requests, total } = await owner.requests.list({ state });
        expect(total).toBe(requests.length);
        return requests.map(({ requestId }) => requestId);
      };
      expect(await byState('open')).toEqual(ids.slice(0, 2));
      expect(await byState('expired')).toEqual(ids.slice(2));
      expect(await byState('closed')).toEqual([]);
      expect(await byState('deleted')).toEqual([]);
    });
  });

  describe('the files of an upload request', () => {
    const stateOf = async (request: OpenRequest) => {
      const { state, fileCount, files } = (await request.call('GET /requests/{id}')).body;
      return { state, fileCount, kept: files.length };
    };

    it('that expired stay with the owner for seven days', async () => {
      const request = await open({ expiration: '1h' });
      const { id } = await send(request, 'x');
      const { uploadUrl } = await announce(request);
      await stage.advance(HOUR);
      expect(await failureOf(peek(request))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(announce(request))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(finish(request))).toBeInstanceOf(NotFoundError);
      expect((await put(stage, uploadUrl, 'late')).status).toBe(404);
      expect(await stateOf(request)).toEqual({ state: 'expired', fileCount: 1, kept: 1 });
      await stage.advance(7 * DAY - HOUR);
      expect((await request.call('GET /requests/{id}/files')).body.files).toMatchObject([{ id }]);
      await stage.advance(HOUR);
      expect(await stateOf(request)).toEqual({ state: 'expired', fileCount: 1, kept: 0 });
      expect((await request.call('GET /requests/{id}/files')).body.total).toBe(0);
      expect((await request.call(`GET /requests/{id}/files/${id}`)).status).toBe(404);
      expect(await typesOf(request.requestId)).toEqual(['request.created']);
    });

    it('that was closed stay for seven days, and the request for 30 more', async () => {
      const request = await open({ expiration: '1h' });
      const { id } = await send(request, 'x');
      await finish(request);
      await stage.advance(7 * DAY - HOUR);
      expect(await failureOf(peek(request))).toBeInstanceOf(NotFoundError);
      expect(await stateOf(request)).toEqual({ state: 'closed', fileCount: 1, kept: 1 });
      const path = `/requests/${request.requestId}/files/${id}`;
      expect((await download(stage, path, { key: request.key })).status).toBe(200);
      await stage.advance(HOUR);
      expect(await stateOf(request)).toEqual({ state: 'closed', fileCount: 1, kept: 0 });
      expect((await download(stage, path, { key: request.key })).status).toBe(404);
      await stage.advance(29 * DAY);
      expect((await request.call('GET /requests?state=closed')).body.total).toBe(1);
      await stage.advance(2 * DAY);
      expect((await request.call('GET /requests')).body.total).toBe(0);
      expect((await request.call('GET /requests/{id}')).status).toBe(404);
    });

    it('without an expiry stay for ever', async () => {
      const request = await open({ expiration: 'forever' });
      expect(request.expiresAt).toBeNull();
      await send(request, 'x');
      await finish(request);
      await stage.advance(400 * DAY);
      expect(await peek(request)).toMatchObject({ state: 'closed', expiresAt: null });
      expect(await stateOf(request)).toEqual({ state: 'closed', fileCount: 1, kept: 1 });
    });
  });

  describe('deleting an upload request', () => {
    it.each(['open', 'closed', 'expired'])('that is %s destroys it and its files', async (state) => {
      const request = await open({ expiration: '1h' });
      const { id } = await send(request, 'x');
      const { uploadUrl } = await announce(request);
      if (state === 'closed') await finish(request);
      if (state === 'expired') await stage.advance(HOUR);
      const before = await typesOf(request.requestId);
      const { status, body } = await request.call('DELETE /requests/{id}');
      expect([status, body]).toEqual([200, { success: true, message: expect.stringMatching(/\S/) }]);
      for (const line of [
        'GET /requests/{id}',
        'GET /requests/{id}/files',
        `GET /requests/{id}/files/${id}`,
        'DELETE /requests/{id}',
      ])
        expect((await request.call(line)).status).toBe(404);
      expect((await request.call('GET /requests')).body.total).toBe(0);
      expect(await failureOf(peek(request))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(announce(request))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(finish(request))).toBeInstanceOf(NotFoundError);
      expect((await put(stage, uploadUrl, 'late')).status).toBe(404);
      expect(await typesOf(request.requestId)).toEqual(before);
    });
  });
});
