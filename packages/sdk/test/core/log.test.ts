import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { headersForLog } from '../../src/core/log.ts';
import { Tempshare } from '../../src/index.ts';
import { createTransfer, getTransfer } from '../operations.ts';
import { html, json, scriptedServer } from '../scripted-server.ts';

const apiKey = 'svc_sk_live_kR7vQ2mX9wLpT4sZ8nB1cD6fG3hJ5yAe';
const body = { type: 'text', text: 'the shared words' };
const silent = () => ({ error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() });

beforeEach(() => {
  for (const name of ['SERVICE_API_KEY', 'SERVICE_BASE_URL', 'SERVICE_LOG']) vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

describe('the log', () => {
  it('is quiet by default, follows SERVICE_LOG, and the option before it', async () => {
    const logger = silent();
    const { baseUrl } = await scriptedServer(json(200, {}));
    const call = (logLevel?: 'off' | 'debug') =>
      new Tempshare({ apiKey, baseUrl, logger, logLevel }).invoke(createTransfer, { body });
    await call();
    expect(logger.info).not.toHaveBeenCalled();
    vi.stubEnv('SERVICE_LOG', 'info');
    await call();
    expect(logger.info).toHaveBeenCalledOnce();
    expect(logger.debug).not.toHaveBeenCalled();
    await call('off');
    expect(logger.info).toHaveBeenCalledOnce();
  });

  it('warns of a level that does not exist', () => {
    vi.stubEnv('SERVICE_LOG', 'loud');
    const logger = silent();
    new Tempshare({ apiKey, baseUrl: 'http://localhost/api/v1', logger });
    expect(logger.warn.mock.lastCall).toEqual([expect.stringMatching(/off, error, warn, info, debug/)]);
  });

  it('tells at each level what belongs there', async () => {
    const { baseUrl } = await scriptedServer(html(503, { 'retry-after': '0' }), json(200, {}), html(404));
    const logger = silent();
    const client = new Tempshare({ apiKey, baseUrl, logger, logLevel: 'debug' });
    await client.invoke(getTransfer, { path: { id: 'a' } });
    await expect(client.invoke(getTransfer, { path: { id: 'a' } })).rejects.toThrow();
    const lines = logger.info.mock.calls.map(([line]) => String(line).replace(/\d+ ms/, 'n ms'));
    expect(lines).toEqual([
      'tempshare: GET /transfers/{id}: retry in n ms',
      'tempshare: GET /transfers/{id}: 200',
      'tempshare: GET /transfers/{id}: failed',
    ]);
    expect(logger.debug).toHaveBeenCalledTimes(6);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
  ])('through a logger that %s does not disturb the call', async (_, write) => {
    const { baseUrl, seen } = await scriptedServer(json(200, { ok: true }));
    const logger = { error: write, warn: write, info: write, debug: write } as never;
    const client = new Tempshare({ apiKey, baseUrl, logger, logLevel: 'debug' });
    expect(await client.invoke(createTransfer, { body })).toEqual({ ok: true });
    expect(seen).toHaveLength(1);
  });
});

it('only headers of a fixed list are logged', () => {
  const headers = new Headers({
    'retry-after': '3',
    'x-request-id': 'req_1',
    authorization: 'Bearer x',
    'set-cookie': 'a=b',
    'x-new-credential': 'x',
  });
  expect(headersForLog(headers)).toEqual({ 'retry-after': '3', 'x-request-id': 'req_1' });
});
