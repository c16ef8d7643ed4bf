/** A server for recipients alone (`ROLE=open`), beside one for all on the same database. */
import { randomBytes } from 'node:crypto';
import { operations, type OperationInfo } from '@tempshare/contract';
import { accountOperations, type AccountOperation } from '@tempshare/contract/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';

const SETTINGS = { ENCRYPTION_KEYS: randomBytes(32).toString('base64') };
let inside: TestApp;
let outside: TestApp;
let key: string;

beforeAll(async () => {
  inside = await startApp(SETTINGS);
  outside = await startApp({ ...SETTINGS, ROLE: 'open' }, inside.database);
  key = (await inside.createKey()).text;
});
afterAll(async () => {
  await outside.close({ keepDatabase: true });
  await inside.close();
});

const call = (url: string, method: string, body?: object) =>
  fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      cookie: 'tempshare_session=x',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, 'x');

describe('a server for recipients alone', () => {
  it('opens what was created at the other one', async () => {
    const created = await call(`${inside.baseUrl}/secrets`, 'POST', { secret: 'hunter2' });
    const { secretId } = (await created.json()) as { secretId: string };
    const opened = await fetch(`${outside.baseUrl}/public/secrets/${secretId}/reveal`, { method: 'POST' });
    expect(await opened.json()).toMatchObject({ secret: 'hunter2' });
    const page = await fetch(`${outside.url}/en/secret/${secretId}`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
  });

  it.each(
    (Object.values(operations) as OperationInfo[])
      .filter(({ auth }) => auth === 'bearer')
      .map(({ id, method, path }) => [id, method, path]),
  )('has no %s', async (_id, method, path) => {
    const { status } = await call(`${outside.baseUrl}${filled(path)}`, method);
    expect([404, 405]).toContain(status);
  });

  it.each(
    (Object.values(accountOperations) as AccountOperation[])
      .filter(({ anyOrigin }) => !anyOrigin)
      .map(({ id, method, path }) => [id, method, path]),
  )('has no %s of accounts', async (_id, method, path) => {
    expect((await call(`${outside.url}/api/account${filled(path)}`, method)).status).toBe(404);
  });

  it('has the link that stops notices by mail, for mail programs and people', async () => {
    const url = `${outside.url}/stop-notices?token=${'x'.repeat(43)}`;
    const posted = await fetch(url, { method: 'POST' });
    expect(await posted.json()).toMatchObject({ code: 'invalid_link' });
    expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(200);
  });

  it('takes no key where one may come, either', async () => {
    const upload = await call(`${outside.baseUrl}/public/uploads/x`, 'PUT');
    expect(upload.status).not.toBe(401);
    expect(upload.headers.has('api-key-expires-at')).toBe(false);
  });

  it('has no panel, and says at its address what it is', async () => {
    const get = async (path: string) => {
      const page = await fetch(`${outside.url}${path}`, { headers: { accept: 'text/html' } });
      return { status: page.status, text: await page.text() };
    };
    const [home, panel] = [await get('/'), await get('/shared')];
    expect(home.status).toBe(200);
    expect(home.text).not.toMatch(/panel-[\w-]+\.js/);
    expect(panel.status).toBe(404);
    expect(panel.text).toContain('<!doctype html>');
  });
});
