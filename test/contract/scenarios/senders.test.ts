import { NotFoundError } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { attachmentName, download, FILE_HEADERS, put, sha256, upload } from '../../support/contract/files.ts';
import { requesting, wrong } from '../../support/contract/requests.ts';
import { failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const HOUR = 3_600_000;
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Calls of senders to an upload request: the PIN, the files, the end. */
contract((stage) => {
  const { open, announce, send, peek, finish, typesOf } = requesting(stage);

  describe('a file for an upload request', () => {
    it('reaches the owner once its bytes are there', async () => {
      const request = await open();
      const said = { fileName: 'contract.pdf', mediaType: 'application/pdf', size: 5 };
      const announced = await announce(request, said);
      expect(announced).toEqual({
        success: true,
        id: expect.stringMatching(/^file_[0-9A-Za-z]+$/),
        uploadUrl: expect.stringContaining(`${stage.baseUrl}/public/uploads/u_`),
        files: [{ id: announced.id, uploadUrl: announced.uploadUrl }],
        createdAt: timestamp,
      });
      const { id, uploadUrl } = announced;
      expect((await request.call('GET /requests/{id}')).body).toMatchObject({ fileCount: 0, files: [] });
      expect((await request.call('GET /requests/{id}/files')).body.total).toBe(0);
      expect((await request.call(`GET /requests/{id}/files/${id}`)).status).toBe(404);

      const { createdAt } = await upload(stage, uploadUrl, 'bytes');
      const file = { id, ...said, sha256: sha256('bytes'), createdAt };
      expect((await request.call('GET /requests/{id}')).body).toMatchObject({ fileCount: 1, files: [file] });
      const page = { files: [file], total: 1, totalIsExact: true, nextCursor: null };
      expect((await request.call('GET /requests/{id}/files')).body).toEqual(page);
    });

    it('is downloaded by the owner as it was sent, any number of times', async () => {
      const request = await open();
      const { id } = await send(request, 'the bytes', { fileName: 'Übersicht.txt', mediaType: 'text/html' });
      for (let i = 0; i < 2; i++) {
        const path = `/requests/${request.requestId}/files/${id}`;
        const { status, headers, bytes } = await download(stage, path, { key: request.key });
        expect([status, bytes.toString()]).toEqual([200, 'the bytes']);
        expect(Object.fromEntries(headers)).toMatchObject({
          ...FILE_HEADERS,
          'content-length': '9',
          ratelimit: expect.stringMatching(/^"key";r=\d+;t=\d+$/),
        });
        expect(attachmentName(headers)).toEqual({ plain: '?bersicht.txt', full: 'Übersicht.txt' });
      }
    });

    it('is one of at most 50, those that are still awaited among them', async () => {
      const request = await open();
      await send(request, 'x');
      const { pin, requestId } = request;
      const files = Array.from({ length: 49 }, () => ({}));
      const announced = (await stage.recipient.public.requests.files.create(requestId, { pin, files })).files;
      const error = await failureOf(announce(request));
      expect(error).toMatchObject({ status: 409, code: 'quota_exceeded' });
      await upload(stage, announced[0]?.uploadUrl as string, 'y');
      expect((await failureOf(announce(request))).status).toBe(409);
      await stage.advance(HOUR);
      await send(request, 'z');
      expect((await request.call('GET /requests/{id}')).body.fileCount).toBe(3);
    });
  });

  describe('the PIN of an upload request', () => {
    it('is asked for; without the right one nothing is taken', async () => {
      const request = await open();
      const { requestId, pin } = request;
      const { requests } = stage.recipient.public;
      const body = { pin: wrong(pin) };
      const refused = { status: 403, code: 'invalid_pin' };
      expect(await failureOf(requests.files.create(requestId, body))).toMatchObject(refused);
      expect(await failureOf(requests.finish(requestId, body))).toMatchObject(refused);
      for (const path of ['files', 'finish']) {
        for (const [json, code] of [
          [{}, 'required'],
          [{ pin: '1234567' }, 'pattern'],
          [{ pin: 12_345_678 }, 'type'],
        ]) {
          const response = await stage.send(`POST /public/requests/${requestId}/${path}`, { json });
          expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer: '/body/pin', code }] } });
        }
      }
      expect((await request.call('GET /requests/{id}')).body).toMatchObject({ state: 'open', fileCount: 0 });
    });

    it('may be wrong five times in ten minutes, for announcing and finishing together', async () => {
      const request = await open();
      const { requestId, pin } = request;
      const { requests } = stage.recipient.public;
      for (let i = 0; i < 6; i++) await announce(request);
      const body = { pin: wrong(pin) };
      const began = performance.now();
      for (let i = 0; i < 5; i++) {
        const call = i % 2 ? requests.finish(requestId, body) : requests.files.create(requestId, body);
        expect((await failureOf(call)).status).toBe(403);
      }
      const error = await failureOf(announce(request));
      expect(error).toMatchObject({ status: 429, code: 'too_many_attempts' });
      expect(error.retryAfterMs).toBeLessThanOrEqual(600_000);
      expect(error.retryAfterMs).toBeGreaterThan(599_000 - (performance.now() - began));
      expect(await failureOf(finish(request))).toMatchObject({ code: 'too_many_attempts' });
      expect((await peek(request)).state).toBe('open');
      await stage.advance(error.retryAfterMs);
      await send(request, 'x');
    });

    it('that was tried wrongly is shown to the owner, who can let everybody try again', async () => {
      const request = await open();
      const { requestId, pin } = request;
      const body = { pin: wrong(pin) };
      for (let i = 0; i < 5; i++)
        await failureOf(stage.recipient.public.requests.files.create(requestId, body));
      expect((await request.call('GET /requests/{id}')).body.wrongAttempts).toEqual({
        count: 5,
        lastAt: expect.stringMatching(/Z$/),
        heldUntil: null,
      });
      expect((await failureOf(announce(request))).status).toBe(429);
      const unlocked = await request.call('POST /requests/{id}/unlock');
      expect([unlocked.status, unlocked.body.success]).toEqual([200, true]);
      expect((await request.call('GET /requests/{id}')).body.wrongAttempts.count).toBe(0);
      await send(request, 'x');
    });

    it('can be changed: the old one is wrong from then on, and what was sent stays', async () => {
      const request = await open();
      const { requestId, pin } = request;
      await send(request, 'x');
      const { uploadUrl } = await announce(request);
      const rotated = await request.call('POST /requests/{id}/rotate-pin');
      expect(rotated).toMatchObject({ status: 200, body: { success: true, requestId } });
      const fresh = rotated.body.pin as string;
      expect(fresh).toMatch(/^[0-9]{8}$/);
      expect(fresh).not.toBe(pin);
      const { requests } = stage.recipient.public;
      expect(await failureOf(requests.finish(requestId, { pin }))).toMatchObject({ code: 'invalid_pin' });
      await upload(stage, uploadUrl, 'y');
      expect((await requests.finish(requestId, { pin: fresh })).fileCount).toBe(2);
    });

    it('is changed as long as senders find the request', async () => {
      const request = await open();
      await stage.advance(25 * HOUR);
      expect((await request.call('POST /requests/{id}/rotate-pin')).status).toBe(404);
    });
  });

  describe('finishing an upload request', () => {
    it('closes it and tells the owner what was sent', async () => {
      const request = await open();
      const { requestId, expiresAt, createdAt } = request;
      const [one, two] = [await send(request, 'one'), await send(request, 'three')];
      const late = await announce(request);
      const finished = await finish(request);
      const { closedAt } = finished;
      expect(finished).toEqual({
        success: true,
        requestId,
        state: 'closed',
        fileCount: 2,
        closedAt: timestamp,
      });

      expect(await peek(request)).toMatchObject({ state: 'closed' });
      expect((await request.call('GET /requests/{id}')).body).toMatchObject({
        state: 'closed',
        closedAt,
        fileCount: 2,
        files: [{ id: two.id }, { id: one.id }],
      });
      expect(await typesOf(requestId)).toEqual(['request.created', 'request.closed']);
      const [, closed] = await stage.eventsOf(requestId);
      const files = [
        { id: one.id, size: 3 },
        { id: two.id, size: 5 },
      ];
      const object = { requestId, state: 'closed', fileCount: 2, closedAt, createdAt, expiresAt, files };
      expect({ ...closed?.object, createdAt, expiresAt }).toEqual(object);

      expect((await put(stage, late.uploadUrl, 'late')).status).toBe(404);
      expect(await failureOf(announce(request))).toBeInstanceOf(NotFoundError);
      const path = `/requests/${requestId}/files/${one.id}`;
      expect((await download(stage, path, { key: request.key })).bytes.toString()).toBe('one');
    });

    it('needs a file that has arrived', async () => {
      const request = await open();
      const { uploadUrl } = await announce(request);
      const error = await failureOf(finish(request));
      expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
      expect(error.errors).toMatchObject([{ pointer: '/body', code: 'no_files' }]);
      await upload(stage, uploadUrl, 'x');
      expect((await finish(request)).fileCount).toBe(1);
    });

    it('again answers the same and emits nothing; the PIN must be right all the same', async () => {
      const request = await open({ expiration: '1h' });
      const { requestId, pin } = request;
      await send(request, 'x');
      const first = await finish(request);
      expect(await failureOf(finish({ ...request, pin: wrong(pin) }))).toMatchObject({ code: 'invalid_pin' });
      expect(await finish(request)).toEqual(first);
      expect(await typesOf(requestId)).toEqual(['request.created', 'request.closed']);
      await stage.advance(HOUR);
      expect(await failureOf(finish(request))).toBeInstanceOf(NotFoundError);
    });

    it('by several at once happens once', async () => {
      const request = await open();
      await send(request, 'x');
      const responses = await Promise.all(Array.from({ length: 4 }, () => finish(request)));
      for (const response of responses) expect(response).toEqual(responses[0]);
      expect(await typesOf(request.requestId)).toEqual(['request.created', 'request.closed']);
    });
  });
});
