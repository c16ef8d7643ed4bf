import { describe, expect, it } from 'vitest';
import { contract } from '../contract.ts';

const HOUR = 3_600_000;
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Links and defaults that the service's first description promises; the other scenarios hold the rest of it. */
contract((stage) => {
  describe('a creation of the first description', () => {
    it.each([
      ['/transfers', { type: 'text', text: 'x' }, { oneTime: false }, 'shareUrl', '', 'id', 24],
      [
        '/requests',
        { title: 'Papers' },
        { pin: expect.any(String) },
        'requestUrl',
        'request/',
        'requestId',
        24,
      ],
      ['/secrets', { secret: 'x' }, { burnAfterRead: true }, 'secretUrl', 'secret/', 'secretId', 24],
      ['/rooms', { name: 'Project' }, {}, 'roomUrl', 'room/', 'roomId', 24],
      ['/drops', { label: 'Mailbox' }, { expiresAt: null }, 'dropUrl', 'drop/', 'dropId', undefined],
      ['/debug-share', { logs: 'line' }, { sanitized: true }, 'shareUrl', '', 'debugId', 24],
    ] as const)('%s returns a link and its defaults', async (path, json, defaults, url, kind, id, hours) => {
      const key = await stage.createKey();
      const { status, body } = await stage.send(`POST ${path}`, { key, json });
      expect([status, body]).toEqual([201, expect.objectContaining({ ...defaults, createdAt: timestamp })]);
      expect(body[url]).toMatch(new RegExp(`^${stage.appUrl}/[a-z]{2}(-[A-Z]{2})?/${kind}${body[id]}$`));
      if (hours) expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(hours * HOUR);
      expect((await stage.send(`POST ${path}`, { key, json: {} })).status).toBe(400);
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
