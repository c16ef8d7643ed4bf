import { lifetimes } from '@tempshare/contract';
import { describe, expect, it } from 'vitest';
import { upload } from '../../support/contract/files.ts';
import { requesting, wrong } from '../../support/contract/requests.ts';
import { accessProof, base64url, failureOf } from '../../support/contract/stage.ts';
import { sealedAs } from '../../support/contract/sealed.ts';
import { contract } from '../contract.ts';

const SESSION_MS = 1000 * lifetimes.session;
const MINUTE = 60_000;
const OVER = { status: 403, code: 'invalid_session' };
const GONE = { status: 404, code: 'not_found' };

/** Sessions of those who have shown a PIN or an access proof. */
contract((stage) => {
  const { open, send } = requesting(stage);
  const { requests, rooms } = {
    requests: () => stage.recipient.public.requests,
    rooms: () => stage.recipient.public.rooms,
  };
  const as = (sessionToken: string) => ({ headers: { 'X-Session-Token': sessionToken } });
  const lasts = ({ expiresAt, createdAt }: { expiresAt: string; createdAt: string }) =>
    Date.parse(expiresAt) - Date.parse(createdAt);
  /** Tokens that are of no session. */
  const NONE = ['s_0000000000000000000000', 'x', ''];

  describe('a session of a sender', () => {
    const begin = ({ requestId, pin }: { requestId: string; pin: string }) =>
      requests().sessions.create(requestId, { pin });

    it('begins with the PIN, and stands for it', async () => {
      const request = await open();
      const { requestId } = request;
      const { data, response } = await begin(request).withResponse();
      expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
      expect(data).toEqual({
        success: true,
        sessionToken: expect.stringMatching(/^s_[0-9A-Za-z]{22}$/),
        expiresAt: expect.stringMatching(/\.\d{3}Z$/),
        createdAt: expect.stringMatching(/\.\d{3}Z$/),
      });
      expect(lasts(data)).toBe(SESSION_MS);
      expect(JSON.stringify((await request.call('GET /requests/{id}')).body)).not.toContain(
        data.sessionToken,
      );

      const session = as(data.sessionToken);
      for (const fileName of ['one.txt', 'two.txt']) {
        const { uploadUrl } = await requests().files.create(requestId, { fileName }, session);
        await upload(stage, uploadUrl, 'x');
      }
      const finished = await requests().finish(requestId, {}, session);
      expect(finished).toMatchObject({ state: 'closed', fileCount: 2 });
      expect(await requests().finish(requestId, {}, session)).toEqual(finished);
      expect(await failureOf(requests().files.create(requestId, {}, session))).toMatchObject(GONE);
      expect(await failureOf(begin(request))).toMatchObject(GONE);
    });

    it('does not begin with a wrong PIN, which counts as any other', async () => {
      const request = await open();
      const attempt = () => begin({ ...request, pin: wrong(request.pin) });
      for (let i = 0; i < 3; i++) expect((await failureOf(attempt())).code).toBe('invalid_pin');
      expect((await request.call('GET /requests/{id}')).body.wrongAttempts.count).toBe(3);
      const { sessionToken } = await begin(request);
      for (let i = 0; i < 2; i++) expect((await failureOf(attempt())).status).toBe(403);
      expect(await failureOf(begin(request))).toMatchObject({ status: 429, code: 'too_many_attempts' });
      await requests().files.create(request.requestId, {}, as(sessionToken));
    });

    it('is refused once it is over, or of another request, whatever the PIN', async () => {
      const [one, other] = [await open(), await open()];
      const { sessionToken } = await begin(one);
      const tries = (request: typeof one, token: string) => [
        requests().files.create(request.requestId, {}, as(token)),
        requests().files.create(request.requestId, { pin: request.pin }, as(token)),
        requests().finish(request.requestId, {}, as(token)),
      ];
      const refused = [...tries(other, sessionToken), ...NONE.flatMap((token) => tries(one, token))];
      for (const error of await Promise.all(refused.map(failureOf))) expect(error).toMatchObject(OVER);
      const nowhere = requests().files.create('0'.repeat(22), {}, as(sessionToken));
      expect(await failureOf(nowhere)).toMatchObject(OVER);

      await stage.advance(SESSION_MS - MINUTE);
      await requests().files.create(one.requestId, {}, as(sessionToken));
      await stage.advance(MINUTE);
      for (const error of await Promise.all(tries(one, sessionToken).map(failureOf)))
        expect(error).toMatchObject(OVER);
    });

    it('is over when the owner changes the PIN', async () => {
      const request = await open();
      const { requestId } = request;
      const { sessionToken } = await begin(request);
      await send(request, 'x');
      const { pin } = (await request.call('POST /requests/{id}/rotate-pin')).body;
      const refused = [
        requests().files.create(requestId, {}, as(sessionToken)),
        requests().finish(requestId, {}, as(sessionToken)),
      ];
      for (const error of await Promise.all(refused.map(failureOf))) expect(error).toMatchObject(OVER);
      const renewed = await begin({ requestId, pin });
      await requests().files.create(requestId, {}, as(renewed.sessionToken));
    });

    it('ends with its request', async () => {
      const request = await open({ expiration: '15m' });
      const session = await begin(request);
      expect(session.expiresAt).toBe(request.expiresAt);
      const { sessionToken } = await begin(request);
      await request.call('DELETE /requests/{id}');
      const call = requests().files.create(request.requestId, {}, as(sessionToken));
      expect(await failureOf(call)).toMatchObject(GONE);
    });
  });

  describe('a session of a participant', () => {
    const create = async (more: object = {}) => {
      const owner = await stage.owner();
      return { owner, ...(await owner.rooms.create({ name: 'Incident 4711', ...more })) };
    };
    const sealed = async () => {
      const { accessProof: proof, accessProofHash } = await accessProof();
      return {
        ...(await create({ encryption: 'e2e', accessProofHash })),
        proven: { headers: { 'X-Access-Proof': proof } },
      };
    };
    /** All that somebody does in a room who is in it. */
    const act = async (roomId: string, session: object, text: string, file: object) => {
      expect((await rooms().get(roomId, session)).name).toBe('Incident 4711');
      const { id } = await rooms().messages.create(roomId, { text }, session);
      const { id: fileId, uploadUrl } = await rooms().files.create(roomId, file, session);
      await upload(stage, uploadUrl, 'bytes');
      const { messages } = await rooms().messages.list(roomId, {}, session);
      expect(messages).toHaveLength(2);
      expect(messages.map((message) => message.id)).toContain(id);
      const downloaded = await rooms().files.download(roomId, fileId, session);
      expect(await downloaded.text()).toBe('bytes');
      await (await rooms().events(roomId, session)).body?.cancel();
    };
    const tries = (roomId: string, session: object) => [
      rooms().get(roomId, session),
      rooms().messages.list(roomId, {}, session),
      rooms().messages.create(roomId, { text: 'x' }, session),
      rooms().files.create(roomId, {}, session),
      rooms().files.download(roomId, 'file_x', session),
      rooms().events(roomId, session),
    ];

    it('of a room that the service seals is for all who have its link', async () => {
      const { roomId } = await create();
      const { data, response } = await rooms().sessions.create(roomId).withResponse();
      expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
      expect(lasts(data)).toBe(SESSION_MS);
      await act(roomId, as(data.sessionToken), 'hello', { fileName: 'a.txt' });
    });

    it('of one that is sealed end-to-end begins with the access proof, and stands for it', async () => {
      const { roomId, proven } = await sealed();
      const wrongly = { headers: { 'X-Access-Proof': base64url(new Uint8Array(32)) } };
      for (const offered of [undefined, wrongly]) {
        const error = await failureOf(rooms().sessions.create(roomId, {}, offered));
        expect(error).toMatchObject({ status: 403, code: 'invalid_password' });
      }
      const { sessionToken } = await rooms().sessions.create(roomId, {}, proven);
      const session = as(sessionToken);
      await act(roomId, session, sealedAs('text'), { sealedMetadata: sealedAs('file') });
      const both = { headers: { ...session.headers, ...wrongly.headers } };
      expect((await rooms().messages.list(roomId, {}, both)).total).toBe(2);
      expect(await rooms().get(roomId)).not.toHaveProperty('name');
    });

    it('is refused once it is over, or of another room, whatever the proof', async () => {
      const [{ roomId, proven }, other] = [await sealed(), await create()];
      const { sessionToken } = await rooms().sessions.create(other.roomId);
      for (const token of [sessionToken, ...NONE]) {
        const session = { headers: { ...as(token).headers, ...proven.headers } };
        for (const error of await Promise.all(tries(roomId, session).map(failureOf)))
          expect(error).toMatchObject(OVER);
      }
      await stage.advance(SESSION_MS);
      for (const error of await Promise.all(tries(other.roomId, as(sessionToken)).map(failureOf)))
        expect(error).toMatchObject(OVER);
    });

    it('ends with its room', async () => {
      const { owner, roomId, expiresAt } = await create({ ttlHours: 0.25 });
      const { expiresAt: ends, sessionToken } = await rooms().sessions.create(roomId);
      expect(ends).toBe(expiresAt);
      await owner.rooms.delete(roomId);
      for (const error of await Promise.all(tries(roomId, as(sessionToken)).map(failureOf)))
        expect(error).toMatchObject(GONE);
      expect(await failureOf(rooms().sessions.create(roomId))).toMatchObject(GONE);
    });
  });
});
