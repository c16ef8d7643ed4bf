import { limits } from '@tempshare/contract';
import { NotFoundError, PermissionDeniedError, type Tempshare } from '@tempshare/sdk';
import type { RoomMessage } from '@tempshare/sdk/types';
import { DEFAULT_ITERATIONS } from '@tempshare/sdk/envelope';
import { describe, expect, it } from 'vitest';
import { upload } from '../../support/contract/files.ts';
import { sentAsItIs } from '../../support/contract/rooms.ts';
import { accessProof, base64url, failureOf, faultsIn } from '../../support/contract/stage.ts';
import { JWE, sealedAs } from '../../support/contract/sealed.ts';
import { contract } from '../contract.ts';

const HOUR = 3_600_000;
const MESSAGE_ID = /^msg_[0-9A-Za-z]{22}$/;

/** A page of messages as guests get it: only the owner is told who wrote what. */
const withoutAuthors = <Page extends { messages: RoomMessage[] }>(page: Page) => ({
  ...page,
  messages: page.messages.map(({ authorId: _, ...message }) => message),
});

/** Rooms and what is written in them; what is sent into them and told of them live has scenarios of its own. */
contract((stage) => {
  const inRoom = async (more: Partial<Parameters<Tempshare['rooms']['create']>[0]> = {}) => {
    const owner = await stage.owner();
    return { owner, ...(await owner.rooms.create({ name: 'Incident 4711', ...more })) };
  };
  const guests = () => stage.recipient.public.rooms;
  const lifetimeOf = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }) =>
    Date.parse(expiresAt) - Date.parse(createdAt);

  describe('listing rooms', () => {
    it('shows each as its owner finds it, without what is written in it', async () => {
      const { owner, roomId } = await inRoom({ ttlHours: 1 });
      await owner.rooms.messages.create(roomId, { text: 'Please attach the trace.' });
      const room = await owner.rooms.get(roomId);
      expect(room).toMatchObject({ name: 'Incident 4711', state: 'open', messageCount: 1 });
      const page = await owner.rooms.list();
      expect(page).toEqual({ rooms: [room], total: 1, totalIsExact: true, nextCursor: null });
      expect(JSON.stringify(page)).not.toContain('trace');
      expect((await (await stage.owner()).rooms.list()).rooms).toEqual([]);
    });

    it('filters by state, walks from page to page, and ends 30 days after the room', async () => {
      const { owner, roomId: expired } = await inRoom({ ttlHours: 1 });
      await stage.advance(2 * HOUR);
      const create = async () => (await owner.rooms.create({ name: 'x', ttlHours: 2 })).roomId;
      const [deleted, older, newer] = [await create(), await create(), await create()];
      await owner.rooms.delete(deleted);
      const idsOf = async (state?: 'open' | 'expired' | 'deleted') => {
        const { rooms, total } = await owner.rooms.list({ state });
        expect(total).toBe(rooms.length);
        return new Set(rooms.map(({ roomId }) => roomId));
      };
      expect(await idsOf('open')).toEqual(new Set([older, newer]));
      expect(await idsOf('expired')).toEqual(new Set([expired]));
      expect(await idsOf('deleted')).toEqual(new Set());
      const walked: string[] = [];
      for await (const { roomId } of owner.rooms.list({ limit: 1 })) walked.push(roomId);
      expect(walked).toHaveLength(3);
      expect(walked.at(-1)).toBe(expired);
      await stage.advance(30 * 24 * HOUR);
      expect(await idsOf()).toEqual(new Set([older, newer]));
      await stage.advance(3 * HOUR);
      expect(await idsOf()).toEqual(new Set());
    });

    it('needs one of the scopes that a single one needs', async () => {
      for (const scope of ['room:create', 'room:write'] as const)
        expect((await (await stage.owner([scope])).rooms.list()).rooms).toEqual([]);
      expect(await failureOf((await stage.owner(['secret:create'])).rooms.list())).toBeInstanceOf(
        PermissionDeniedError,
      );
    });
  });

  describe('creating a room', () => {
    it('returns its link, and a day to live', async () => {
      const { owner: _, ...created } = await inRoom();
      expect(created).toEqual({
        success: true,
        roomId: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
        roomUrl: expect.stringMatching(/\/[a-z]{2}(-[A-Z]{2})?\/room\//),
        encryption: 'server',
        expiresAt: expect.any(String),
        createdAt: expect.any(String),
      });
      expect(created.roomUrl.startsWith(`${stage.appUrl}/`)).toBe(true);
      expect(created.roomUrl.endsWith(`/room/${created.roomId}`)).toBe(true);
      expect(lifetimeOf(created)).toBe(24 * HOUR);
    });

    it.each([0.5, 8, 36.25, 720])('takes %s hours', async (ttlHours) => {
      expect(lifetimeOf(await inRoom({ ttlHours }))).toBe(ttlHours * HOUR);
    });

    it.each([
      [{ ttlHours: 0 }, { '/body/ttlHours': 'exclusive_minimum' }],
      [{ ttlHours: 720.5 }, { '/body/ttlHours': 'maximum' }],
      [{ name: 'x'.repeat(limits.authorLength + 1) }, { '/body/name': 'max_length' }],
      [{ name: 'two\nlines' }, { '/body/name': 'pattern' }],
      [{ kdfIterations: DEFAULT_ITERATIONS }, { '/body/kdfIterations': 'not_allowed_here' }],
    ] as const)('refuses %j', async (more, faults) => {
      expect(faultsIn(await failureOf(inRoom(more)))).toEqual(faults);
    });

    it('refuses one that says it is sealed and has no hash of an access proof', async () => {
      const key = await stage.createKey();
      const json = { name: 'x', encryption: 'e2e' };
      const { status, body } = await stage.send('POST /rooms', { key, json });
      expect(status).toBe(400);
      expect(faultsIn(body)).toEqual({ '/body/accessProofHash': 'required' });
    });
  });

  describe('a room', () => {
    it('is looked at by its owner and by those who have the link', async () => {
      const owner = await stage.owner(undefined, 'live');
      const { roomId, expiresAt, createdAt } = await owner.rooms.create({ name: 'Grüße 🚪' });
      const { items: maxItems, bytes: maxBytes } = limits.capacity.room;
      const room = { maxItems, maxBytes, itemsLeft: maxItems, bytesLeft: maxBytes };
      const expected = { roomId, name: 'Grüße 🚪', encryption: 'server', limits: room, expiresAt };
      const own = { label: null, state: 'open', messageCount: 0, livemode: true, createdAt };
      expect(await owner.rooms.get(roomId)).toEqual({ ...expected, ...own });
      expect(await guests().get(roomId)).toEqual(expected);
    });

    it('is read and written by its owner and by guests, newest first', async () => {
      const { owner, roomId } = await inRoom();
      const asked = await owner.rooms.messages.create(roomId, { text: 'Where is the trace? ☕' });
      const said = await guests().messages.create(roomId, { text: 'It is\non its way.', author: 'Kim' });
      const anonymous = await guests().messages.create(roomId, { text: 'Which?' });
      for (const created of [asked, said, anonymous])
        expect(created).toMatchObject({ success: true, id: expect.stringMatching(MESSAGE_ID) });
      const page = {
        messages: [
          { kind: 'text', from: 'guest', text: 'Which?' },
          { kind: 'text', from: 'guest', author: 'Kim', text: 'It is\non its way.' },
          { kind: 'text', from: 'owner', text: 'Where is the trace? ☕' },
        ].map((message, i) => ({ ...message, ...shownOf([anonymous, said, asked][i]!) })),
        total: 3,
        totalIsExact: true,
        nextCursor: null,
      };
      expect(withoutAuthors(await owner.rooms.messages.list(roomId))).toEqual(page);
      expect(await guests().messages.list(roomId)).toEqual(page);
      expect((await owner.rooms.get(roomId)).messageCount).toBe(3);
    });
    const shownOf = ({ id, createdAt }: { id: string; createdAt: string }) => ({ id, createdAt });

    it.each([
      [{ text: '' }, { '/body/text': 'min_length' }],
      [{ text: 'x', author: 'two\tparts' }, { '/body/author': 'pattern' }],
      [
        { text: '😀'.repeat(limits.messageLength + 1), author: '😀'.repeat(limits.authorLength + 1) },
        { '/body/text': 'max_length', '/body/author': 'max_length' },
      ],
    ])('refuses the message %#', async (message, faults) => {
      const { owner, roomId } = await inRoom();
      for (const room of [owner.rooms, guests()])
        expect(faultsIn(await failureOf(room.messages.create(roomId, message)))).toEqual(faults);
      expect((await guests().messages.list(roomId)).total).toBe(0);
    });

    it('keeps of the name of an author what can be seen, and refuses one of which nothing can', async () => {
      const { owner, roomId } = await inRoom();
      for (const room of [owner.rooms, guests()]) {
        for (const author of [' ', '\u200b', '\u3164\u2800', '\u202e']) {
          const refused = { '/body/author': 'pattern' };
          const text = room.messages.create(roomId, { text: 'x', author });
          expect(faultsIn(await failureOf(text))).toEqual(refused);
          expect(faultsIn(await failureOf(room.files.create(roomId, { author })))).toEqual(refused);
        }
        await room.messages.create(roomId, { text: 'x', author: ' Ali\u200bce\u202e ' });
        await room.messages.create(roomId, { text: 'x', author: 'E\u0301mile' });
        await room.messages.create(roomId, { text: 'x', author: 'علی\u200cرضا' });
        const { messages } = await guests().messages.list(roomId, { limit: 3 });
        expect(messages.map(({ author }) => author)).toEqual(['علی\u200cرضا', 'Émile', 'Alice']);
      }
    });

    it('counts characters, not bytes', async () => {
      const { roomId } = await inRoom();
      const message = { text: '😀'.repeat(limits.messageLength), author: '😀'.repeat(limits.authorLength) };
      await guests().messages.create(roomId, message);
      expect((await guests().messages.list(roomId)).messages).toMatchObject([message]);
    });

    it('ignores an access proof when it is not sealed', async () => {
      const { roomId } = await inRoom();
      const headers = { 'X-Access-Proof': 'A'.repeat(43) };
      expect((await guests().get(roomId, { headers })).name).toBe('Incident 4711');
      expect((await guests().messages.list(roomId, {}, { headers })).total).toBe(0);
    });

    it('is deleted for everyone', async () => {
      const { owner, roomId } = await inRoom();
      await guests().messages.create(roomId, { text: 'x' });
      expect(await owner.rooms.delete(roomId)).toEqual({
        success: true,
        message: expect.stringMatching(/\S/),
      });
      await expectGone(roomId, owner);
      expect(await failureOf(owner.rooms.get(roomId))).toBeInstanceOf(NotFoundError);
      expect(await failureOf(owner.rooms.delete(roomId))).toBeInstanceOf(NotFoundError);
    });

    it('expires for everyone; its owner sees that it was there', async () => {
      const { owner, roomId, expiresAt } = await inRoom({ ttlHours: 1 });
      await owner.rooms.messages.create(roomId, { text: 'x' });
      await stage.advance(HOUR - 60_000);
      expect((await guests().messages.list(roomId)).total).toBe(1);
      await stage.advance(60_000);
      await expectGone(roomId, owner);
      const record = await owner.rooms.get(roomId);
      expect(record).toMatchObject({ name: 'Incident 4711', state: 'expired', messageCount: 0 });
      expect(Date.parse(record.expiresAt)).toBeLessThanOrEqual(Date.parse(expiresAt));
      expect(await owner.rooms.delete(roomId)).toMatchObject({ success: true });
      expect(await failureOf(owner.rooms.get(roomId))).toBeInstanceOf(NotFoundError);
    });

    it('that has expired is shown for 30 days', async () => {
      const { owner, roomId } = await inRoom({ ttlHours: 24 });
      await stage.advance(30 * 24 * HOUR);
      expect((await owner.rooms.get(roomId)).state).toBe('expired');
      await stage.advance(24 * HOUR);
      expect(await failureOf(owner.rooms.get(roomId))).toBeInstanceOf(NotFoundError);
    });

    const expectGone = async (roomId: string, owner: Tempshare) => {
      const fileId = 'file_0000000000000000000000';
      const calls = [
        guests().get(roomId),
        guests().events(roomId),
        ...[owner.rooms, guests()].flatMap(({ messages, files }) => [
          messages.list(roomId),
          messages.create(roomId, { text: 'x' }),
          files.create(roomId, {}),
          files.download(roomId, fileId),
        ]),
      ];
      for (const error of await Promise.all(calls.map(failureOf)))
        expect(error).toMatchObject({ status: 404, code: 'not_found' });
    };
  });

  describe('a room that is sealed end-to-end', () => {
    const sealed = async (more: object = {}) => {
      const { accessProof: proof, accessProofHash } = await accessProof();
      const room = await inRoom({ encryption: 'e2e', accessProofHash, ...more });
      return { ...room, headers: { 'X-Access-Proof': proof } };
    };
    const wrong = { 'X-Access-Proof': base64url(new Uint8Array(32)) };
    /** Calls of participants, each with a function of the headers they send. */
    const publicCalls = (roomId: string, fileId: string) => {
      const sealedMetadata = JWE;
      return {
        list: (headers: Record<string, string>) => guests().messages.list(roomId, {}, { headers }),
        post: (headers: Record<string, string>) =>
          guests().messages.create(roomId, { text: JWE }, { headers }),
        announce: (headers: Record<string, string>) =>
          guests().files.create(roomId, { sealedMetadata }, { headers }),
        download: async (headers: Record<string, string>) =>
          (await guests().files.download(roomId, fileId, { headers })).arrayBuffer(),
        follow: async (headers: Record<string, string>) =>
          (await guests().events(roomId, { headers })).body?.cancel(),
      };
    };

    it('tells what an opener needs; its name for the proof alone', async () => {
      const { roomId, expiresAt, headers, owner } = await sealed({ kdfIterations: DEFAULT_ITERATIONS });
      const expected = { roomId, encryption: 'e2e', kdfIterations: DEFAULT_ITERATIONS, expiresAt };
      expect(await guests().get(roomId)).toEqual(expected);
      expect(await guests().get(roomId, { headers })).toEqual({
        ...expected,
        name: 'Incident 4711',
        limits: expect.objectContaining({ itemsLeft: limits.capacity.room.items }),
      });
      const error = await failureOf(guests().get(roomId, { headers: wrong }));
      expect(error).toBeInstanceOf(PermissionDeniedError);
      expect(error.code).toBe('invalid_password');
      expect(await owner.rooms.get(roomId)).toMatchObject({ ...expected, name: 'Incident 4711' });
    });

    it('does nothing for those without the access proof', async () => {
      const { owner, roomId, headers } = await sealed();
      const file = { sealedMetadata: sealedAs('file'), encryption: 'e2e' } as const;
      const { id: fileId, uploadUrl } = await owner.rooms.files.create(roomId, file);
      await upload(stage, uploadUrl, 'sealed');
      for (const [name, call] of Object.entries(publicCalls(roomId, fileId))) {
        for (const offered of [{}, wrong]) {
          const error = await failureOf(call(offered));
          expect(error, name).toBeInstanceOf(PermissionDeniedError);
          expect(error.code, name).toBe('invalid_password');
        }
      }
      expect((await guests().messages.list(roomId, {}, { headers })).total).toBe(1);
      for (const call of Object.values(publicCalls(roomId, fileId))) await call(headers);
      expect((await guests().messages.list(roomId, {}, { headers })).total).toBe(2);
    });

    it('never refuses a right proof, however many wrong ones were tried', async () => {
      const { roomId, headers } = await sealed();
      const list = (offered?: Record<string, string>) =>
        guests().messages.list(roomId, {}, offered && { headers: offered });
      for (let i = 0; i < 8; i++) {
        expect((await failureOf(list())).status).toBe(403);
        expect((await failureOf(list(wrong))).status).toBe(403);
        expect((await failureOf(guests().get(roomId, { headers: wrong }))).status).toBe(403);
      }
      expect((await list(headers)).total).toBe(0);
      expect((await guests().get(roomId)).encryption).toBe('e2e');
    });

    it('is told of a proof that is none', async () => {
      const { roomId } = await sealed();
      const error = await failureOf(guests().get(roomId, { headers: { 'X-Access-Proof': 'short' } }));
      expect(faultsIn(error)).toEqual({ '/headers/x-access-proof': 'pattern' });
    });

    it('takes texts and authors as compact JWEs only, from anyone', async () => {
      const { owner, roomId, headers } = await sealed();
      const long = `${'a'.repeat(13_000)}..b.c.d`;
      await sentAsItIs(owner).post(roomId, { text: JWE, author: JWE });
      await guests().messages.create(roomId, { text: long }, { headers });
      const own = (message: { text: string; author?: string }) => sentAsItIs(owner).post(roomId, message);
      const posted = (message: { text: string; author?: string }) =>
        guests().messages.create(roomId, message, { headers });
      for (const post of [own, posted]) {
        expect(faultsIn(await failureOf(post({ text: 'plain' })))).toEqual({ '/body/text': 'pattern' });
        expect(faultsIn(await failureOf(post({ text: JWE, author: 'Kim' })))).toEqual({
          '/body/author': 'pattern',
        });
      }
      const { messages } = await guests().messages.list(roomId, {}, { headers });
      expect(messages).toMatchObject([
        { text: long, from: 'guest' },
        { text: JWE, author: JWE, from: 'owner' },
      ]);
      expect(messages).toEqual(withoutAuthors(await owner.rooms.messages.list(roomId)).messages);
    });
  });
});
