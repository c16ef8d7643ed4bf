import { describe, expect, it, vi } from 'vitest';
import { Tempshare } from '../src/index.ts';
import { getTransfer } from './operations.ts';
import { json, scriptedServer, type Reply } from './scripted-server.ts';

const apiKey = 'svc_sk_live_kR7vQ2mX9wLpT4sZ8nB1cD6fG3hJ5yAe';
const END = '2026-12-01T10:00:00.000Z';
const silent = () => ({ error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() });
const told = (status: number, end = END): Reply => json(status, { id: 'a' }, { 'api-key-expires-at': end });
const call = (client: Tempshare) => client.invoke(getTransfer, { path: { id: 'a' } }).catch(() => undefined);

describe('a key that ends soon', () => {
  it('is warned of once by each client, whatever the responses are', async () => {
    const { baseUrl } = await scriptedServer(told(403), told(200), told(200));
    const logger = silent();
    const client = new Tempshare({ apiKey, baseUrl, logger });
    await call(client);
    await call(client);
    expect(logger.warn.mock.calls).toEqual([
      [expect.stringMatching(`^tempshare: GET .*: key ends ${END}$`), expect.any(Object)],
    ]);
    await call(client.withOptions({ timeout: 1_000 }));
    expect(logger.warn).toHaveBeenCalledTimes(2);
  });

  it('is warned of on the console, unless that is silenced', async () => {
    const { baseUrl } = await scriptedServer(told(200), told(200));
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await call(new Tempshare({ apiKey, baseUrl, logLevel: 'error' }));
    expect(warn).not.toHaveBeenCalled();
    await call(new Tempshare({ apiKey, baseUrl }));
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('is not warned of when the header is missing or empty', async () => {
    const { baseUrl } = await scriptedServer(json(200, { id: 'a' }), told(200, ''));
    const logger = silent();
    const client = new Tempshare({ apiKey, baseUrl, logger });
    await call(client);
    await call(client);
    expect(logger.warn).not.toHaveBeenCalled();
  });
});
