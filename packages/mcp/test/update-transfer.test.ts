import { Tempshare } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { environment, mockService, startSession } from './session.ts';

const mock = mockService();
const start = () => startSession(environment(mock));
const owner = () => new Tempshare({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('service_update_transfer', () => {
  it('changes the end and the label, and tells the time that remains then', async () => {
    const { call } = await start();
    const { id } = await owner().transfers.create({ type: 'text', text: 'x', expiration: '1h' });
    const change = { id, expiresAt: at(48), label: 'For Kim' };
    const { text, data } = await call('service_update_transfer', change);
    expect(data).toMatchObject({ id, expiresAt: change.expiresAt, status: 'active' });
    expect(data).not.toHaveProperty('contentSnippet');
    expect(data.remainingSeconds).toBeGreaterThan(47 * 3_600);
    expect(text).toMatch(/^It was changed\. The transfer \w{22} \(text\) is active\. It expires in /);
    expect(await owner().transfers.get(id)).toMatchObject({ expiresAt: change.expiresAt, label: 'For Kim' });
    const { data: relabelled } = await call('service_update_transfer', { id, label: 'For Lee' });
    expect(relabelled).toMatchObject({ expiresAt: change.expiresAt });
    expect(await owner().transfers.get(id)).toMatchObject({ label: 'For Lee' });
  });

  it('brings nothing back', async () => {
    const { refusal } = await start();
    const { id } = await owner().transfers.create({ type: 'text', text: 'x', expiration: '15m' });
    mock.advance(16 * 60_000);
    expect(await refusal('service_update_transfer', { id, expiresAt: at(48) })).toMatch(
      /^There is no transfer under this id: /,
    );
  });

  it('sends nothing without a change, and neither a link nor the API key', async () => {
    const { refusal } = await start();
    const { id, shareUrl } = await owner().transfers.create({ type: 'text', text: 'x' });
    const before = mock.requests.length;
    expect(await refusal('service_update_transfer', { id })).toBe(
      'Give expiresAt, label or both. Nothing was sent.',
    );
    for (const args of [
      { id: shareUrl, label: 'x' },
      { id, label: '' },
      { id, label: mock.apiKey },
      { id, label: 'x', title: 'x' },
      { id, expiresAt: 'tomorrow' },
    ])
      expect(await refusal('service_update_transfer', args)).not.toBe('');
    expect(mock.requests).toHaveLength(before);
  });

  it('names the argument that the service refuses', async () => {
    const { refusal } = await start();
    const { id } = await owner().transfers.create({ type: 'text', text: 'x' });
    expect(await refusal('service_update_transfer', { id, expiresAt: at(-1) })).toMatch(
      /^The service refused the arguments\. .*expiresAt/,
    );
  });
});
