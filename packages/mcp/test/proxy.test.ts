import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { TRANSFER } from './hostile-service.ts';
import { environment, mockService, startSession } from './session.ts';

const BASE = 'http://proxied.example/api/v1';
const FILE = 'proxy.test.ts';
let proxied: () => Response;
const mock = mockService(
  http.post(`${BASE}/secrets`, () => proxied()),
  http.post(`${BASE}/transfers`, () => {
    const announced = { ...TRANSFER, type: 'file', uploadUrl: `${BASE}/public/uploads/tok` };
    return HttpResponse.json(announced, { status: 201 });
  }),
  http.delete(`${BASE}/transfers/:id`, () => new HttpResponse(null, { status: 204 })),
  http.put(`${BASE}/public/uploads/tok`, () => proxied()),
);
const start = () =>
  startSession({
    ...environment(mock),
    SERVICE_BASE_URL: BASE,
    SERVICE_APP_URL: new URL(TRANSFER.shareUrl).origin,
    SERVICE_MCP_FILES: import.meta.dirname,
  });

describe('a proxy in front of the service', () => {
  const page = (status: number) => new HttpResponse('<html>nginx</html>', { status });

  it.for(['service_create_secret', 'service_create_transfer'])(
    'that takes less than the service is not reported as another service by %s',
    async (name) => {
      const { refusal } = await start();
      proxied = () => page(413);
      const args = name === 'service_create_secret' ? { secret: 'x' } : { type: 'file', fromFile: FILE };
      expect(await refusal(name, args)).toBe(
        'The content is too large for the service, or for a proxy in front of it, whose limit may be lower. Share less at a time. Status 413.',
      );
    },
  );

  it.for([400, 403, 405, 501])(
    'that refuses an upload with %i is not reported as another service',
    async (status) => {
      const { refusal } = await start();
      proxied = () => page(status);
      const args = { type: 'file', fromFile: FILE };
      expect(await refusal('service_create_transfer', args)).toMatch(
        /^The upload was refused, perhaps by a proxy in front of the service, /,
      );
    },
  );
});
