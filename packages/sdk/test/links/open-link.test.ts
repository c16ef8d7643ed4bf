import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { decodeLinkKey } from '../../src/envelope/index.ts';
import {
  openLink,
  parseLink,
  peekDrop,
  peekLink,
  peekRequest,
  peekRoom,
  peekSecret,
  peekShare,
} from '../../src/links/index.ts';
import { json, scriptedServer } from '../scripted-server.ts';

const ID = '7sQmXk2VbT9cLrPz4WnYdA';
const KEY = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg';
const API = 'https://share.example/api/v1';

describe('a link', () => {
  it.for<[string, string, string]>([
    [`https://share.example/en/${ID}#${KEY}`, 'share', API],
    [`https://share.example/en/secret/${ID}#${KEY}`, 'secret', API],
    [`https://share.example/pt-BR/room/${ID}#${KEY}`, 'room', API],
    [`https://share.example/zh-Hant-TW/request/${ID}/#${KEY}`, 'request', API],
    [`https://SHARE.example/en/drop/${ID}?utm_source=mail#${KEY}`, 'drop', API],
    [`https://share.example/en/secret/${ID}%23${KEY}`, 'secret', API],
    [`https://share.example/en/secret/${ID}%252523${KEY}`, 'secret', API],
    [`  https://share.example/en/secret/${ID}#${KEY}.\n`, 'secret', API],
    [`("https://share.example/en/secret/${ID}#${KEY}").`, 'secret', API],
    [`„https://share.example/en/secret/${ID}#${KEY}“`, 'secret', API],
    [`« https://share.example/en/secret/${ID}#${KEY} »`, 'secret', API],
    [`\u200f\u202ahttps://share.example/en/secret/${ID}#${KEY}\u202c`, 'secret', API],
    [`- *https://share.example/en/secret/${ID}#${KEY}*`, 'secret', API],
    [`http://127.0.0.1:8080/a/b/en/${ID}#${KEY}`, 'share', 'http://127.0.0.1:8080/a/b/api/v1'],
  ])('such as %s says what it leads to', ([link, kind, baseUrl]) => {
    expect(parseLink(link)).toEqual({ kind, id: ID, baseUrl, linkKey: decodeLinkKey(KEY) });
    expect(parseLink(link.replace(/(#|%(25)*23).*/, '.')).linkKey).toBeUndefined();
    expect(parseLink(link.replaceAll(/(?:#|%(?:25)*23)[\w-]{43}/g, '')).linkKey).toBeUndefined();
  });

  it.for([
    '',
    ID,
    `https://share.example/${ID}#${KEY}`,
    `https://share.example/en/other/${ID}#${KEY}`,
    `https://share.example/en/${ID}0#${KEY}`,
    `https://share.example/en/${ID.slice(1)}-#${KEY}`,
    `https://share.example/api/v1/public/secrets/${ID}`,
    `https://user@share.example/en/${ID}#${KEY}`,
    `javascript:alert(1)//en/${ID}#${KEY}`,
    null,
    42,
    {},
  ])('cannot be %s, and the error shows nothing of it', async (link) => {
    await expect(openLink(link as string)).rejects.toMatchObject({ name: 'LinkError', code: 'invalid_link' });
    const error: unknown = await peekLink(link as string).catch((failure: unknown) => failure);
    expect(inspect(error)).not.toMatch(new RegExp(`${KEY}|${ID}`));
  });

  it.for([
    ['secret', peekShare],
    ['secret', peekRoom],
    ['room', peekRequest],
    ['request', peekDrop],
    ['drop', peekSecret],
  ] as const)(
    'to a %s is not looked at as one of another kind, and nothing is asked',
    async ([kind, peek]) => {
      const { baseUrl, seen } = await scriptedServer(json(200, {}));
      const link = `${baseUrl.replace('/api/v1', '')}/en/${kind}/${ID}#${KEY}`;
      await expect(peek(link)).rejects.toMatchObject({ name: 'LinkError', code: 'invalid_link' });
      expect(seen).toEqual([]);
    },
  );

  it.for([KEY.slice(1), `${KEY}A`, KEY.replace('n4', '+4'), ':~:text=x'])(
    'with the fragment %s is not whole, and nothing is asked',
    async (fragment) => {
      const { baseUrl, seen } = await scriptedServer(json(200, {}));
      const link = `${baseUrl.replace('/api/v1', '')}/en/secret/${ID}#${fragment}`;
      const error: unknown = await openLink(link).catch((failure: unknown) => failure);
      expect(error).toMatchObject({ name: 'LinkError', code: 'invalid_link_key' });
      expect((error as Error).message).toContain('nothing was consumed');
      expect(inspect(error)).not.toContain(KEY.slice(5, 20));
      expect(seen).toEqual([]);
    },
  );

  it('is not looked at when it is longer than any is', () => {
    const padded = (length: number) => `https://share.example/en/${ID}?${'x'.repeat(length)}#${KEY}`;
    expect(parseLink(padded(1_000)).id).toBe(ID);
    for (const link of [padded(5_000), `https://share.example/en/${ID}${')'.repeat(100_000)}x`])
      expect(() => parseLink(link)).toThrow(expect.objectContaining({ code: 'invalid_link' }));
  });

  it('is opened as without a password with the null of a database', async () => {
    const info = { secretId: ID, encryption: 'server', requiresPassword: false, expiresAt: null };
    const found = [info, { ...info, secret: 's' }, { ...info, requiresPassword: true }].map((body) =>
      json(200, body),
    );
    const { baseUrl, seen } = await scriptedServer(...found);
    const open = () =>
      openLink(`https://share.example/en/secret/${ID}`, { baseUrl, password: null as never });
    expect(await open()).toEqual({ kind: 'secret', secret: 's' });
    await expect(open()).rejects.toMatchObject({ name: 'LinkError', code: 'password_required' });
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  });

  it('is opened at the base URL that is given, wherever it leads', async () => {
    const info = { secretId: ID, encryption: 'server', requiresPassword: false, expiresAt: null };
    const { baseUrl, seen } = await scriptedServer(json(200, info), json(200, { ...info, secret: 's' }));
    const opened = await openLink(new URL(`http://127.0.0.1:9/en/secret/${ID}`), { baseUrl });
    expect(opened).toEqual({ kind: 'secret', secret: 's' });
    expect(seen.map(({ url }) => url)).toEqual([
      `/api/v1/public/secrets/${ID}`,
      `/api/v1/public/secrets/${ID}/reveal`,
    ]);
    for (const { headers } of seen) expect(headers).not.toHaveProperty('authorization');
  });
});
