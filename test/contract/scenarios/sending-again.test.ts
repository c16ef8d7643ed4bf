import { describe, expect, it } from 'vitest';
import { put } from '../../support/contract/files.ts';
import { faultsIn } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

/** A key as senders make one: 22 random characters. */
const senderKey = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');

/** Somewhere to send something, and how often it is there. */
interface Place {
  line: string;
  /** A call that puts one thing there; another number is another thing. */
  json: (number: number) => object;
  count: () => Promise<number>;
}

/** Requests that people without an API key repeat because the response may have been lost. */
contract((stage) => {
  const places: Record<string, () => Promise<Place>> = {
    'a message in a room': async () => {
      const owner = await stage.owner();
      const { roomId } = await owner.rooms.create({ name: 'Room', encryption: 'server' });
      return {
        line: `POST /public/rooms/${roomId}/messages`,
        json: (number) => ({ text: `line ${number}` }),
        count: async () => (await owner.rooms.get(roomId)).messageCount,
      };
    },
    'a file in a room': async () => {
      const owner = await stage.owner();
      const { roomId } = await owner.rooms.create({ name: 'Room', encryption: 'server' });
      const { limits } = await owner.rooms.get(roomId);
      return {
        line: `POST /public/rooms/${roomId}/files`,
        json: (number) => ({ fileName: `${number}.txt`, size: 3 }),
        count: async () => limits.itemsLeft - (await owner.rooms.get(roomId)).limits.itemsLeft,
      };
    },
    'files for a request': async () => {
      const owner = await stage.owner();
      const { requestId, pin } = await owner.requests.create({ title: 'Papers' });
      const { limits } = await owner.requests.get(requestId);
      return {
        line: `POST /public/requests/${requestId}/files`,
        json: (number) => ({ pin, files: [{ fileName: `${number}.txt`, size: 3 }] }),
        count: async () => limits.itemsLeft - (await owner.requests.get(requestId)).limits.itemsLeft,
      };
    },
    'a message in an inbox': async () => {
      const owner = await stage.owner();
      const { dropId } = await owner.drops.create({ label: 'Hints' });
      return {
        line: `POST /public/drops/${dropId}/items`,
        json: (number) => ({ message: `hint ${number}` }),
        count: async () => (await owner.drops.get(dropId)).itemCount,
      };
    },
  };
  const send = async (line: string, json: object, key: string, headers: Record<string, string> = {}) => {
    const response = await stage.send(line, { headers: { 'idempotency-key': key, ...headers }, json });
    const replayed = response.headers.get('idempotency-replayed');
    return { status: response.status, replayed, body: response.body };
  };

  describe.each(Object.entries(places))('%s, sent under a key', (_, open) => {
    it('is there once, however often it is sent, and again under another key or in another place', async () => {
      const [place, other] = [await open(), await open()];
      const key = senderKey();
      const first = await send(place.line, place.json(1), key);
      expect(first).toMatchObject({ status: 201, replayed: null });
      const again = await send(place.line, place.json(1), key);
      expect(again).toEqual({ ...first, replayed: 'true' });
      expect(await place.count()).toBe(1);
      expect(await send(other.line, other.json(1), key)).toMatchObject({ status: 201, replayed: null });
      expect(await send(place.line, place.json(1), senderKey())).toMatchObject({ status: 201 });
      expect(await place.count()).toBe(2);
    });

    it('is there once for several at once', async () => {
      const { line, json, count } = await open();
      const key = senderKey();
      const sent = await Promise.all(Array.from({ length: 8 }, () => send(line, json(1), key)));
      expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201));
      expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
      expect(await count()).toBe(1);
    });

    it('is refused with another payload, and with a key that could be guessed', async () => {
      const { line, json, count } = await open();
      const key = senderKey();
      await send(line, json(1), key);
      const reused = { status: 422, body: { code: 'idempotency_key_reused' } };
      expect(await send(line, json(2), key)).toMatchObject(reused);
      const short = await send(line, json(2), 'guessable');
      expect(short.status).toBe(400);
      expect(faultsIn(short.body)).toEqual({ '/headers/idempotency-key': 'min_length' });
      expect(await count()).toBe(1);
    });
  });

  it('a sender whose session ends in between gets the same places with the PIN', async () => {
    const owner = await stage.owner();
    const { requestId, pin } = await owner.requests.create({ title: 'Papers' });
    const { body: session } = await stage.send(`POST /public/requests/${requestId}/sessions`, {
      json: { pin },
    });
    const [line, key] = [`POST /public/requests/${requestId}/files`, senderKey()];
    const files = [{ fileName: 'a.txt' }, { fileName: 'b.txt' }];
    const first = await send(line, { files }, key, { 'x-session-token': session.sessionToken });
    const again = await send(line, { pin, files }, key);
    expect(again).toEqual({ ...first, replayed: 'true' });
    const uploaded = await put(stage, again.body.files[1].uploadUrl, 'bytes');
    expect(uploaded.status).toBe(200);
  });

  it('what was refused is not kept: the same key is good for it once nothing stands in the way', async () => {
    const owner = await stage.owner();
    const { requestId, pin } = await owner.requests.create({ title: 'Papers' });
    const [line, key] = [`POST /public/requests/${requestId}/files`, senderKey()];
    const wrong = pin === '00000000' ? '00000001' : '00000000';
    expect(await send(line, { pin: wrong, size: 1 }, key)).toMatchObject({ status: 403, replayed: null });
    expect(await send(line, { pin, size: 1 }, key)).toMatchObject({ status: 201, replayed: null });
  });
});
