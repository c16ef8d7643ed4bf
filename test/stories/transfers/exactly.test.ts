import { limits } from '@tempshare/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/server/app.ts';
import { send, type Reply, type Call } from '../../support/network/send.ts';

let app: TestApp;
beforeAll(async () => void (app = await sharedApp()));

const call = (line: string, more: Call = {}): Promise<Reply> =>
  send(app.baseUrl, line, { key: app.apiKey, ...more });

describe('what was shared comes back exactly', () => {
  it.each([
    ['with NUL and other control characters', '\0a\u0001\u001f\u007f\u0085\0'],
    ['with line ends of all kinds', '\r\n\n\r\u2028\u2029'],
    ['with a byte order mark', '\ufeffx\ufeff'],
    ['with noncharacters and private use', '\uffff\ufffe\ue000\u{10ffff}'],
    ['without being normalised', 'e\u0301 \u00e9 \ufb01 \u1100\u1161'],
    ['of as many characters of one byte as it may have', 'x'.repeat(limits.textLength)],
    ['of as many characters of four bytes', '🔑🜁'.repeat(limits.textLength / 2)],
  ])('%s', async (_what, text) => {
    const { body } = await call('POST /transfers', { json: { type: 'text', text } });
    const opened = await call(`POST /public/transfers/${body.id}/open`);
    expect(opened.body.text === text).toBe(true);
  });

  it('when it was sent with escapes', async () => {
    const made = await call('POST /secrets', {
      raw: '{"secret":"\\u0000\\ud83d\\udd11\\u00e9\\/"}',
      headers: { 'content-type': 'application/json' },
    });
    expect((await call(`POST /public/secrets/${made.body.secretId}/reveal`)).body.secret).toBe('\0🔑é/');
  });

  it('as a link, when it is a good one', async () => {
    for (const targetUrl of [
      'http://a.example',
      'HTTPS://A.example:8443/p?q=@#f',
      'https://bücher.example/ü',
      'http://[::1]/',
    ]) {
      const { body } = await call('POST /transfers', { json: { type: 'url', targetUrl } });
      expect((await call(`POST /public/transfers/${body.id}/open`)).body.targetUrl).toBe(targetUrl);
    }
  });
});
