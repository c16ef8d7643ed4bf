import { webhookRules, type EventType } from '@tempshare/contract';
import { NotFoundError, type WebhookEvent } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { TARGET } from '../../support/contract/operations.ts';
import { upload } from '../../support/contract/files.ts';
import { accessProof, failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Items whose label and end their owner changes. */
const KINDS = [
  {
    path: 'transfers',
    id: 'id',
    body: { type: 'text', text: 'x', expiration: '1h' },
    event: 'transfer.updated',
  },
  { path: 'secrets', id: 'secretId', body: { secret: 'x', expiration: '1h' }, event: 'secret.updated' },
  { path: 'requests', id: 'requestId', body: { title: 'x', expiration: '1h' }, event: 'request.updated' },
  { path: 'rooms', id: 'roomId', body: { name: 'x', ttlHours: 1 }, event: undefined },
];

const fault = (pointer: string, code: string) => [expect.objectContaining({ pointer, code })];

contract((stage) => {
  const make = async ({ path, id, body }: (typeof KINDS)[number], more: object = {}) => {
    const key = await stage.createKey();
    const { body: made } = await stage.send(`POST /${path}`, { key, json: { ...body, ...more } });
    const itemId = made[id] as string;
    const change = (json: object, by = key) => stage.send(`PATCH /${path}/${itemId}`, { key: by, json });
    const look = async () => (await stage.send(`GET /${path}/${itemId}`, { key })).body;
    const peek = async () => (await stage.send(`GET /public/${path}/${itemId}`)).status;
    return { key, itemId, change, look, peek, createdAt: Date.parse(made.createdAt) };
  };
  const at = (ms: number) => new Date(ms).toISOString();

  describe('changing an item', () => {
    it.for(KINDS)('extends one of $path before its end, and refuses it after', async (kind) => {
      const { change, look, peek, createdAt } = await make(kind, { label: 'Before' });
      const expiresAt = at(createdAt + 3 * HOUR);
      const changed = await change({ expiresAt });
      expect([changed.status, changed.body]).toEqual([200, await look()]);
      expect(changed.body).toMatchObject({ expiresAt, label: 'Before' });
      await stage.advance(2 * HOUR);
      expect(await peek()).toBe(200);
      await stage.advance(HOUR);
      expect(await peek()).toBe(404);
      const refused = await change({ expiresAt: at(createdAt + 9 * HOUR) });
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
      expect((await change({ label: 'After' })).status).toBe(404);
      expect(await peek()).toBe(404);
    });

    it.for(KINDS)('ends one of $path earlier', async (kind) => {
      const { change, peek, createdAt } = await make(kind);
      expect((await change({ expiresAt: at(createdAt + 10 * MINUTE) })).status).toBe(200);
      expect(await peek()).toBe(200);
      await stage.advance(11 * MINUTE);
      expect(await peek()).toBe(404);
    });

    it.for(KINDS)('sets and removes the label of one of $path, and repeated it is the same', async (kind) => {
      const { change, look } = await make(kind);
      for (const label of ['For Kim', 'For Kim', 'For Lee', null, null])
        expect((await change({ label })).body).toMatchObject({ label });
      const both = { label: 'Both', expiresAt: at(Date.parse((await look()).expiresAt) + HOUR) };
      expect((await change(both)).body).toMatchObject(both);
      expect(await look()).toMatchObject(both);
    });

    it.for(KINDS)('is for the owner of one of $path alone', async (kind) => {
      const { change, itemId, key, look } = await make(kind);
      expect((await change({ label: 'x' }, await stage.createKey())).status).toBe(404);
      const scope = kind.path === 'requests' ? ('request:read' as const) : ('transfer:read' as const);
      const refused = await change({ label: 'x' }, await stage.createKey([scope]));
      expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
      expect(await look()).toMatchObject({ label: null });
      for (const id of ['0'.repeat(22), itemId.slice(1)])
        expect((await stage.send(`PATCH /${kind.path}/${id}`, { key, json: { label: 'x' } })).status).toBe(
          404,
        );
    });

    it.for(KINDS)('refuses what it cannot take for one of $path, and leaves it as it was', async (kind) => {
      const { change, look, createdAt } = await make(kind);
      const before = await look();
      for (const [json, pointer, code] of [
        [{}, '/body', 'min_properties'],
        [{ label: '' }, '/body/label', 'min_length'],
        [{ label: 'x'.repeat(201) }, '/body/label', 'max_length'],
        [{ label: 'a\u0000' }, '/body/label', 'pattern'],
        [{ expiresAt: null }, '/body/expiresAt', 'type'],
        [{ expiresAt: at(createdAt + MINUTE / 2) }, '/body/expiresAt', 'minimum'],
        [{ expiresAt: at(createdAt - HOUR) }, '/body/expiresAt', 'minimum'],
        [{ expiresAt: '2999-02-30T00:00:00.000Z' }, '/body/expiresAt', 'pattern'],
        [{ label: 'x', title: 'x' }, '/body/title', 'unknown_property'],
        ...(kind.path === 'rooms'
          ? [[{ expiresAt: at(createdAt + 721 * HOUR) }, '/body/expiresAt', 'maximum']]
          : []),
      ] as [object, string, string][]) {
        const { status, body } = await change(json);
        expect([json, status, body.errors]).toEqual([json, 400, fault(pointer, code)]);
      }
      const { body } = await change({ expiresAt: at(createdAt) });
      expect(body.errors[0].detail).toMatch(/^must be at least \d{4}-/);
      expect(await look()).toEqual(before);
    });

    it('gives an item without an end one', async () => {
      const { change, createdAt, peek } = await make(KINDS[0]!, { expiration: 'forever' });
      expect((await change({ label: 'x' })).body).toMatchObject({ expiresAt: null });
      expect((await change({ expiresAt: at(createdAt + HOUR) })).status).toBe(200);
      await stage.advance(HOUR);
      expect(await peek()).toBe(404);
    });

    it('refuses what was opened, revoked, finished or deleted', async () => {
      const owner = await stage.owner();
      const { transfers, secrets, requests } = stage.recipient.public;
      const refused = async (call: Promise<unknown>) =>
        expect(await failureOf(call)).toBeInstanceOf(NotFoundError);
      const label = { label: 'x' };
      const once = await owner.transfers.create({ type: 'text', text: 'x', oneTime: true });
      await transfers.open(once.id);
      await refused(owner.transfers.update(once.id, label));
      const read = await owner.secrets.create({ secret: 'x' });
      await secrets.reveal(read.secretId);
      await refused(owner.secrets.update(read.secretId, label));
      const revoked = await owner.secrets.create({ secret: 'x' });
      await owner.secrets.delete(revoked.secretId);
      await refused(owner.secrets.update(revoked.secretId, label));
      const { requestId, pin } = await owner.requests.create({ title: 'x' });
      await upload(stage, (await requests.files.create(requestId, { pin })).uploadUrl, 'x');
      await requests.finish(requestId, { pin });
      await refused(owner.requests.update(requestId, label));
      const room = await owner.rooms.create({ name: 'x' });
      await owner.rooms.delete(room.roomId);
      await refused(owner.rooms.update(room.roomId, label));
    });

    it('leaves a room that is end-to-end encrypted as it is otherwise', async () => {
      const key = await stage.createKey();
      const { accessProofHash } = await accessProof();
      const json = { name: 'x', encryption: 'e2e', accessProofHash, kdfIterations: 220_000 };
      const { body: made } = await stage.send('POST /rooms', { key, json });
      const changed = await stage.send(`PATCH /rooms/${made.roomId}`, { key, json: { label: 'x' } });
      expect(changed.body).toMatchObject({ encryption: 'e2e', kdfIterations: 220_000, label: 'x' });
    });

    it('takes a transfer by its short code', async () => {
      const owner = await stage.owner();
      const { shortCode, id } = await owner.transfers.create({ type: 'text', text: 'x' });
      expect(await owner.transfers.update(shortCode, { label: 'By code' })).toMatchObject({ id });
    });

    it('renames an inbox, which has no end', async () => {
      const key = await stage.createKey();
      const { body: made } = await stage.send('POST /drops', { key, json: { label: 'Before' } });
      const change = (json: object, by = key) => stage.send(`PATCH /drops/${made.dropId}`, { key: by, json });
      expect((await change({ label: 'After' })).body).toMatchObject({ label: 'After', expiresAt: null });
      expect((await stage.send(`GET /public/drops/${made.dropId}`)).body).toMatchObject({ label: 'After' });
      for (const [json, errors] of [
        [{}, fault('/body/label', 'required')],
        [{ label: null }, fault('/body/label', 'type')],
        [{ label: 'x', expiresAt: at(Date.now() + HOUR) }, fault('/body/expiresAt', 'unknown_property')],
      ] as [object, unknown][])
        expect(await change(json)).toMatchObject({ status: 400, body: { errors } });
      expect((await change({ label: 'x' }, await stage.createKey())).status).toBe(404);
    });
  });

  describe('what follows the end of an item', () => {
    it('is the upload URL of an awaited transfer, which ends no later than in an hour', async () => {
      const { key, change, createdAt, itemId } = await make({
        ...KINDS[0]!,
        body: { type: 'file', fileName: 'a', size: 1, expiration: '15m' } as never,
      });
      expect((await change({ expiresAt: at(createdAt + 5 * HOUR) })).status).toBe(200);
      await stage.advance(30 * MINUTE);
      expect((await stage.send(`GET /transfers/${itemId}`, { key })).status).toBe(200);
      await stage.advance(31 * MINUTE);
      expect((await stage.send(`GET /transfers/${itemId}`, { key })).status).toBe(404);
      expect((await change({ expiresAt: at(createdAt + 9 * HOUR) })).status).toBe(404);
    });

    it('are upload URLs, sessions and files of a request', async () => {
      const { change, createdAt, itemId, key } = await make(KINDS[2]!, { expiration: '15m' });
      const { body: made } = await stage.send(`POST /requests/${itemId}/rotate-pin`, { key });
      const pin = { pin: made.pin };
      const files = `POST /public/requests/${itemId}/files`;
      const announced = (await stage.send(files, { json: pin })).body;
      const session = (await stage.send(`POST /public/requests/${itemId}/sessions`, { json: pin })).body;
      expect((await change({ expiresAt: at(createdAt + 5 * HOUR) })).status).toBe(200);
      await stage.advance(20 * MINUTE);
      await upload(stage, announced.uploadUrl, 'x');
      const headers = { 'x-session-token': session.sessionToken };
      expect((await stage.send(files, { headers, json: {} })).status).toBe(201);
      expect((await stage.send(`GET /requests/${itemId}`, { key })).body.files).toHaveLength(1);
    });

    it('is a download URL of a transfer', async () => {
      const owner = await stage.owner();
      const { id, uploadUrl, createdAt } = await owner.transfers.create({
        ...({ type: 'file', encryption: 'server', size: 1 } as const),
        expiration: '15m',
      });
      await upload(stage, uploadUrl!, 'x');
      await stage.advance(10 * MINUTE);
      const { downloadUrl } = await stage.recipient.public.transfers.open(id);
      await owner.transfers.update(id, { expiresAt: at(Date.parse(createdAt) + HOUR) });
      await stage.advance(7 * MINUTE);
      expect((await fetch(downloadUrl!)).status).toBe(200);
    });
  });

  describe('events of changes', () => {
    const EVENTS = KINDS.filter(({ event }) => event !== undefined);
    const updatesOf = async (key: string, itemId: string): Promise<WebhookEvent[]> => {
      const { body } = await stage.send(`GET /events?itemId=${itemId}`, { key });
      return (body.events as WebhookEvent[]).filter(({ type }) => type.endsWith('.updated')).toReversed();
    };

    it.for(EVENTS)('tell of one of $path once, and not of what stays as it was', async (kind) => {
      const { key, change, look, itemId } = await make(kind);
      const updates = async () => updatesOf(key, itemId);
      await change({ expiresAt: (await look()).expiresAt });
      await change({ label: null });
      expect(await updates()).toEqual([]);
      await change({ label: 'x' });
      await change({ label: 'x' });
      const expiresAt = at(Date.parse((await look()).expiresAt) + HOUR);
      await change({ label: 'x', expiresAt });
      await change({ label: 'x', expiresAt });
      expect(
        (await updates()).map(({ data }) => (data.object as { expiresAt: string }).expiresAt),
      ).toHaveLength(2);
      expect(JSON.stringify(await updates())).toContain(expiresAt);
    });

    it.for(EVENTS)('go to endpoints that name them, for $path', async (kind) => {
      const { key, change, itemId } = await make(kind);
      const register = async (events: unknown) =>
        (await stage.send('POST /webhook-endpoints', { key, json: { url: TARGET, events } })).body.id;
      const [all, named] = [await register(null), await register([kind.event])];
      await change({ label: 'x' });
      const [event] = await updatesOf(key, itemId);
      const { body } = await stage.send(`GET /events/${event!.id}/deliveries`, { key });
      const deliveries = body.deliveries as { endpointId: string }[];
      expect(deliveries.map(({ endpointId }) => endpointId)).toEqual([named]);
      expect(all).toMatch(/^we_/);
    });

    it('are those of the contract', () => {
      expect(webhookRules.sentByName satisfies readonly EventType[]).toEqual(
        expect.arrayContaining(EVENTS.map(({ event }) => event)),
      );
    });
  });
});
