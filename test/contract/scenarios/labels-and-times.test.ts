import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessProof } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LABEL = 'Canary of the owner';

/** Items that have a label and a time of expiry. */
const KINDS = [
  { path: 'transfers', id: 'id', body: { type: 'text', text: 'x' }, length: { expiration: '1h' } },
  { path: 'secrets', id: 'secretId', body: { secret: 'x' }, length: { expiration: '1h' } },
  { path: 'requests', id: 'requestId', body: { title: 'x' }, length: { expiration: '1h' } },
  { path: 'rooms', id: 'roomId', body: { name: 'x' }, length: { ttlHours: 1 } },
  { path: 'debug-share', id: 'debugId', body: { logs: 'x' }, length: { expiration: '1h' } },
];
const SHOWN = KINDS.filter(({ path }) => path !== 'debug-share');
const LISTED = SHOWN.filter(({ path }) => path === 'transfers' || path === 'requests');

const fault = (pointer: string, code: string) => [expect.objectContaining({ pointer, code })];

contract((stage) => {
  const json = { 'content-type': 'application/json' };

  describe('a label', () => {
    it.for(SHOWN)('is shown to the owner of $path', async ({ path, id, body }) => {
      const key = await stage.createKey();
      const create = async (more: object) =>
        (await stage.send(`POST /${path}`, { key, json: { ...body, ...more } })).body[id] as string;
      const shown = async (each: string) => (await stage.send(`GET /${path}/${each}`, { key })).body.label;
      expect(await shown(await create({ label: LABEL }))).toBe(LABEL);
      expect(await shown(await create({}))).toBeNull();
    });

    it.for(LISTED)('is in the list of $path', async ({ path, body }) => {
      const key = await stage.createKey();
      for (const more of [{}, { label: LABEL }])
        await stage.send(`POST /${path}`, { key, json: { ...body, ...more } });
      const list = (await stage.send(`GET /${path}`, { key })).body[path] as { label: unknown }[];
      expect(list.map(({ label }) => label)).toEqual([LABEL, null]);
    });

    it('is shown whatever guards the content', async () => {
      const key = await stage.createKey();
      const { accessProofHash } = await accessProof();
      const sealed = 'a..b.c.d';
      for (const guard of [{ password: 'azalea' }, { encryption: 'e2e', accessProofHash }])
        for (const { path, id, field } of [
          { path: 'transfers', id: 'id', field: 'text' },
          { path: 'secrets', id: 'secretId', field: 'secret' },
        ]) {
          const body = { label: LABEL, type: 'text', [field]: sealed, ...guard };
          if (path === 'secrets') delete (body as { type?: string }).type;
          const { body: created } = await stage.send(`POST /${path}`, { key, json: body });
          expect((await stage.send(`GET /${path}/${created[id]}`, { key })).body.label).toBe(LABEL);
        }
    });

    it('outlives the content in what its owner is shown', async () => {
      const owner = await stage.owner();
      const { secretId } = await owner.secrets.create({ secret: 'x', label: LABEL });
      await stage.recipient.public.secrets.reveal(secretId);
      expect(await owner.secrets.get(secretId)).toMatchObject({ state: 'consumed', label: LABEL });
      const once = { type: 'text', text: 'x', label: LABEL } as const;
      const { id } = await owner.transfers.create({ ...once, oneTime: true });
      await stage.recipient.public.transfers.open(id);
      await owner.transfers.create({ ...once, expiration: '15m' });
      await stage.advance(16 * MINUTE);
      const { transfers } = await owner.transfers.list();
      expect(transfers.map(({ status, label }) => [status, label])).toEqual([
        ['expired', LABEL],
        ['consumed', LABEL],
      ]);
    });

    it('reaches neither recipients nor webhooks', async () => {
      const key = await stage.createKey();
      const seen: unknown[] = [];
      for (const { path, id, body } of KINDS) {
        const made = await stage.send(`POST /${path}`, { key, json: { ...body, label: LABEL } });
        const place = `/public/${path === 'debug-share' ? 'transfers' : path}/${made.body[id]}`;
        seen.push(made.body, (await stage.send(`GET ${place}`)).body);
        const opening = { transfers: 'open', 'debug-share': 'open', secrets: 'reveal' }[path];
        if (opening) seen.push((await stage.send(`POST ${place}/${opening}`, { json: {} })).body);
        seen.push(await stage.eventsOf(made.body[id]));
      }
      expect(seen).toHaveLength(18);
      expect(JSON.stringify(seen)).not.toContain(LABEL);
    });

    it('is any text of 1 to 200 characters without control characters, and comes back as it was', async () => {
      const key = await stage.createKey();
      const labels = fc.oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      );
      await fc.assert(
        fc.asyncProperty(labels, async (label) => {
          const { status, body } = await stage.send('POST /rooms', { key, json: { name: 'x', label } });
          if (/[\x00-\x1f\x7f]/.test(label))
            return void expect([status, body.errors]).toEqual([400, fault('/body/label', 'pattern')]);
          expect(status).toBe(201);
          expect((await stage.send(`GET /rooms/${body.roomId}`, { key })).body.label).toBe(label);
        }),
        { numRuns: 12, examples: [['x'.repeat(200)], ['\u{1f511}'.repeat(100)], ['a\nb'], ['\u0000']] },
      );
    });

    it.for(KINDS)('of another form is refused for $path', async ({ path, body }) => {
      const key = await stage.createKey();
      for (const [label, code] of [
        ['', 'min_length'],
        ['x'.repeat(201), 'max_length'],
        ['a\u0000', 'pattern'],
        [7, 'type'],
        [null, 'type'],
      ]) {
        const refused = await stage.send(`POST /${path}`, { key, json: { ...body, label } });
        expect([refused.status, refused.body.errors]).toEqual([400, fault('/body/label', code as string)]);
      }
      const raw = `${JSON.stringify(body).slice(0, -1)},"label":"a\\ud800"}`;
      expect((await stage.send(`POST /${path}`, { key, headers: json, raw })).status).toBe(400);
    });
  });

  describe('a time to expire at', () => {
    /** A time by the clock of the target, which has not come later than this. */
    const clock = async (key: string) =>
      Date.parse((await stage.send('POST /secrets', { key, json: { secret: 'x' } })).body.createdAt);
    const after = (base: number, ms: number) => new Date(base + ms).toISOString();

    it.for(KINDS)('is that of $path', async ({ path, id, body }) => {
      const key = await stage.createKey();
      const expiresAt = after(await clock(key), HOUR + 7);
      const { status, body: made } = await stage.send(`POST /${path}`, { key, json: { ...body, expiresAt } });
      expect([status, made.expiresAt]).toEqual([201, expiresAt]);
      const place = `GET /public/${path === 'debug-share' ? 'transfers' : path}/${made[id]}`;
      expect((await stage.send(place)).body.expiresAt).toBe(expiresAt);
      await stage.advance(HOUR + 7);
      expect((await stage.send(place)).status).toBe(404);
    });

    it.for(KINDS)('stands in place of a length of time for $path', async ({ path, body, length }) => {
      const key = await stage.createKey();
      const expiresAt = after(await clock(key), HOUR);
      const both = await stage.send(`POST /${path}`, { key, json: { ...body, ...length, expiresAt } });
      const [name] = Object.keys(length);
      expect([both.status, both.body.errors]).toEqual([400, fault(`/body/${name}`, 'not_allowed_here')]);
    });

    it.for(KINDS)('that has come, or is no time, is refused for $path', async ({ path, body }) => {
      const key = await stage.createKey();
      const now = await clock(key);
      for (const [expiresAt, code] of [
        [after(now, MINUTE - 1), 'minimum'],
        [after(now, -HOUR), 'minimum'],
        ['2999-02-30T00:00:00.000Z', 'pattern'],
        ['2999-02-20', 'pattern'],
        ['2999-02-20T00:00:00.000+01:00', 'pattern'],
        [null, 'type'],
      ]) {
        const refused = await stage.send(`POST /${path}`, { key, json: { ...body, expiresAt } });
        expect([refused.status, refused.body.errors]).toEqual([
          400,
          fault('/body/expiresAt', code as string),
        ]);
      }
    });

    it('of a room is at most 720 hours ahead', async () => {
      const key = await stage.createKey();
      const expiresAt = after(await clock(key), 721 * HOUR);
      const refused = await stage.send('POST /rooms', { key, json: { name: 'x', expiresAt } });
      expect([refused.status, refused.body.errors]).toEqual([400, fault('/body/expiresAt', 'maximum')]);
    });

    it('that has come since does not keep a repeated create from its response', async () => {
      const key = await stage.createKey();
      const expiresAt = after(await clock(key), HOUR);
      const call = { key, headers: { 'idempotency-key': 'k' }, json: { secret: 'x', expiresAt } };
      const first = await stage.send('POST /secrets', call);
      await stage.advance(2 * HOUR);
      const again = await stage.send('POST /secrets', call);
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    });

    it('is taken anywhere between a minute and the maximum', async () => {
      const key = await stage.createKey();
      const now = await clock(key);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 10 * MINUTE, max: 720 * HOUR - 1 }), async (ms) => {
          const expiresAt = after(now, ms);
          const { body } = await stage.send('POST /rooms', { key, json: { name: 'x', expiresAt } });
          expect(body.expiresAt).toBe(expiresAt);
        }),
        { numRuns: 8 },
      );
    });
  });
});
