import { describe, expect, it } from 'vitest';
import { contract } from '../contract.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const HOUR = 3_600_000;
const LIFETIMES = { '15m': HOUR / 4, '1h': HOUR, '6h': 6 * HOUR, '1d': 24 * HOUR, '7d': 168 * HOUR };
const timestamp = expect.stringMatching(TIMESTAMP);

/** A client that knows the service's first description alone: its paths, fields, statuses, headers and link shapes. */
contract((stage) => {
  const call = async (line: string, json?: object, headers: Record<string, string> = {}) =>
    stage.send(line, { key: await stage.createKey(), headers, ...(json && { json }) });
  const link = (kind: string, id: string) =>
    new RegExp(`^${stage.appUrl}/[a-z]{2}(-[A-Z]{2})?/${kind}${id}$`);
  const lifetimeOf = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }) =>
    Date.parse(expiresAt) - Date.parse(createdAt);

  describe('1. POST /transfers', () => {
    it.each([
      ['text', { type: 'text', text: 'hello' }],
      ['url', { type: 'url', targetUrl: 'https://example.com' }],
    ])('responds with 201 to a %s', async (type, body) => {
      const { status, headers, body: created } = await call('POST /transfers', body);
      expect(status).toBe(201);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(created).toMatchObject({
        success: true,
        type,
        expiresAt: timestamp,
        oneTime: false,
        createdAt: timestamp,
      });
      expect(created.shareUrl).toMatch(link('', created.id));
      expect(lifetimeOf(created)).toBe(LIFETIMES['1d']);
    });

    it.each(Object.entries(LIFETIMES))('takes expiration %s', async (expiration, lifetime) => {
      const { status, body } = await call('POST /transfers', { type: 'text', text: 'x', expiration });
      expect(status).toBe(201);
      expect(lifetimeOf(body)).toBe(lifetime);
    });

    it('takes expiration forever, oneTime and a password', async () => {
      const body = { type: 'text', text: 'x', expiration: 'forever', oneTime: true, password: 'sesame' };
      expect(await call('POST /transfers', body)).toMatchObject({
        status: 201,
        body: { oneTime: true, expiresAt: null },
      });
    });

    it.each([[{}], [{ type: 'text' }], [{ type: 'url' }], [{ type: 'text', text: 'x', expiration: '2d' }]])(
      'responds with 400 to %j',
      async (body) => {
        expect((await call('POST /transfers', body)).status).toBe(400);
      },
    );
  });

  describe('2.–4. GET /transfers, GET and DELETE /transfers/{id}', () => {
    const create = async () => {
      const key = await stage.createKey();
      const { body } = await stage.send('POST /transfers', {
        key,
        json: { type: 'text', text: 'hello', oneTime: true },
      });
      return { key, ...body };
    };

    it('lists', async () => {
      const { key, id, expiresAt } = await create();
      const { status, body } = await stage.send('GET /transfers?limit=100&status=active', { key });
      expect(status).toBe(200);
      const item = { id, type: 'text', views: 0, expiresAt, status: 'active' };
      expect(body).toMatchObject({ transfers: [item], total: 1 });
      for (const other of ['expired', 'consumed']) {
        const filtered = await stage.send(`GET /transfers?status=${other}`, { key });
        expect(filtered).toMatchObject({ status: 200, body: { transfers: [], total: 0 } });
      }
      expect((await stage.send('GET /transfers?limit=101', { key })).status).toBe(400);
    });

    it('returns the record, by id or by a short code of 4 to 8 characters', async () => {
      const { key, id, shortCode, expiresAt } = await create();
      const record = { id, type: 'text', views: 0, maxViews: 1, expiresAt, isConsumed: false };
      for (const name of [id, shortCode]) {
        const { status, body } = await stage.send(`GET /transfers/${name}`, { key });
        expect(status).toBe(200);
        expect(body).toMatchObject(record);
        expect(body.contentSnippet).toBeTypeOf('string');
        expect(body.contentSnippet).not.toBe('hello');
      }
      expect(shortCode).toMatch(/^.{4,8}$/);
    });

    it('deletes; then, and for what never was, responds with 404', async () => {
      const { key, id } = await create();
      const { status, body } = await stage.send(`DELETE /transfers/${id}`, { key });
      expect(status).toBe(200);
      expect(body).toEqual({ success: true, message: expect.any(String) });
      expect((await stage.send(`GET /transfers/${id}`, { key })).status).toBe(404);
      expect((await stage.send('GET /transfers/unknown', { key })).status).toBe(404);
    });

    it('responds with 404 after the expiry', async () => {
      const { key, id } = await create();
      await stage.advance(LIFETIMES['1d']);
      expect((await stage.send(`GET /transfers/${id}`, { key })).status).toBe(404);
    });
  });

  describe('5.–9. the other creations', () => {
    it('6. POST /secrets', async () => {
      const { status, body } = await call('POST /secrets', { secret: 'x', password: 'y', expiration: '1h' });
      expect(status).toBe(201);
      expect(body).toMatchObject({ burnAfterRead: true, expiresAt: timestamp });
      expect(body.secretUrl).toMatch(link('secret/', body.secretId));
      expect((await call('POST /secrets', {})).status).toBe(400);
      expect(lifetimeOf((await call('POST /secrets', { secret: 'x' })).body)).toBe(LIFETIMES['1d']);
    });

    it('5. POST /requests', async () => {
      const { status, body } = await call('POST /requests', { title: 'Application documents' });
      expect(status).toBe(201);
      expect(body).toMatchObject({ pin: expect.any(String), expiresAt: timestamp });
      expect(body.requestUrl).toMatch(link('request/', body.requestId));
      expect(lifetimeOf(body)).toBe(LIFETIMES['1d']);
    });

    it('7. POST /rooms', async () => {
      const { status, body } = await call('POST /rooms', { name: 'Project' });
      expect(status).toBe(201);
      expect(body.roomUrl).toMatch(link('room/', body.roomId));
      expect(lifetimeOf(body)).toBe(24 * HOUR);
    });

    it('8. POST /drops', async () => {
      expect((await call('POST /drops', { label: 'Mailbox' })).status).toBe(201);
    });

    it('9. POST /debug-share', async () => {
      const { status, body } = await call('POST /debug-share', { diagnostics: 'crash', logs: 'line' });
      expect(status).toBe(201);
      expect(body.sanitized).toBe(true);
      expect(body.shareUrl).toMatch(link('', body.debugId));
    });

    it.each(['/requests', '/rooms', '/drops'])(
      'POST %s responds with 400 when its field is missing',
      async (path) => {
        expect((await call(`POST ${path}`, {})).status).toBe(400);
      },
    );
  });

  describe('headers', () => {
    it('Authorization: 401 without and with an invalid key, 403 without the scope', async () => {
      const json = { type: 'text', text: 'x' };
      expect((await stage.send('POST /transfers', { json })).status).toBe(401);
      expect((await stage.send('POST /transfers', { key: 'svc_sk_live_wrong', json })).status).toBe(401);
      const key = await stage.createKey(['transfer:read']);
      expect((await stage.send('POST /transfers', { key, json })).status).toBe(403);
      expect(key).toMatch(/^svc_sk_(live|test)_/);
    });

    it('Idempotency-Key: a second call with it makes nothing new', async () => {
      const key = await stage.createKey();
      const parts = {
        key,
        json: { type: 'text', text: 'x' },
        headers: { 'Idempotency-Key': 'a-network-failure' },
      };
      const [first, second] = [
        await stage.send('POST /transfers', parts),
        await stage.send('POST /transfers', parts),
      ];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body.id).toBe(first.body.id);
      expect((await stage.send('GET /transfers', { key })).body.total).toBe(1);
    });
  });

  it('the description is OpenAPI 3.1 of version 1.0.0, with a bearer scheme', async () => {
    expect(stage.baseUrl).toBe(`${stage.appUrl}/api/v1`);
    const { body } = await stage.send('GET /openapi.json');
    expect(body).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { version: '1.0.0' } });
    const schemes = Object.values(body.components.securitySchemes);
    expect(schemes).toContainEqual(
      expect.objectContaining({ type: 'http', scheme: 'bearer', bearerFormat: 'API key' }),
    );
  });
});
