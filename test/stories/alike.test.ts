import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { send, type Answer } from '../support/send.ts';

let app: TestApp;
/** A key of another owner. */
let stranger: string;
beforeAll(async () => {
  app = await startApp();
  stranger = (await app.createKey()).text;
});
afterAll(() => app.close());

const call = (line: string, key?: string, json?: object): Promise<Answer> =>
  send(app.baseUrl, line, { key, json });
const makeSecret = async (more: object = {}): Promise<string> =>
  (await call('POST /secrets', app.apiKey, { secret: 'gone', ...more })).body.secretId;
const makeTransfer = async (more: object = {}): Promise<{ id: string; shortCode: string }> =>
  (await call('POST /transfers', app.apiKey, { type: 'text', text: 'gone', ...more })).body;

/** Ends an item's life a moment ago, as if it had been made earlier. */
const expire = (table: 'secrets' | 'transfers', id: string) =>
  app.database.query(
    `UPDATE ${table} SET (created_at, expires_at) = (created_at - (expires_at - now()), now()) WHERE id = $1`,
    [id],
  );

/** An answer without what differs from one request to the next by its nature. */
function shown({ status, headers, text }: Answer): object {
  const {
    date: _date,
    'x-request-id': requestId,
    ratelimit: _left,
    'ratelimit-policy': _policy,
    ...rest
  } = headers;
  expect(text).toContain(`"requestId":"${requestId as string}"`);
  return { status, headers: rest, text: text.replace(requestId as string, '') };
}

const UNKNOWN = '0000000000000000000000';
const MALFORMED = [
  'x',
  'x'.repeat(21),
  'x'.repeat(2000),
  '%00',
  '..%2f..%2fetc',
  "'%20OR%201=1--",
  '%F0%9F%94%91',
  '__proto__',
];

/** Ids under which a recipient finds nothing, each for its own reason. */
async function goneSecrets(more: object = {}): Promise<Record<string, string>> {
  const [expired, consumed, revoked] = [await makeSecret(more), await makeSecret(), await makeSecret(more)];
  await expire('secrets', expired);
  expect((await call(`POST /public/secrets/${consumed}/reveal`)).status).toBe(200);
  expect((await call(`DELETE /secrets/${revoked}`, app.apiKey)).status).toBe(200);
  return { expired, consumed, revoked };
}

async function goneTransfers(more: object = {}): Promise<Record<string, string>> {
  const made = [
    await makeTransfer(more),
    await makeTransfer({ oneTime: true }),
    await makeTransfer(more),
    await makeTransfer(),
  ];
  const [expired, consumed, deleted, living] = made as [
    (typeof made)[0],
    (typeof made)[0],
    (typeof made)[0],
    (typeof made)[0],
  ];
  await expire('transfers', expired.id);
  expect((await call(`POST /public/transfers/${consumed.id}/open`)).status).toBe(200);
  expect((await call(`DELETE /transfers/${deleted.id}`, app.apiKey)).status).toBe(200);
  return {
    expired: expired.id,
    consumed: consumed.id,
    deleted: deleted.id,
    'a short code': living.shortCode,
  };
}

async function expectAlike(
  ids: string[],
  line: (id: string) => string,
  key?: string,
  json?: object,
): Promise<void> {
  const reference = shown(await call(line(UNKNOWN), key, json));
  expect(reference).toMatchObject({ status: 404 });
  for (const id of ids) expect(shown(await call(line(id), key, json)), id).toEqual(reference);
}

describe('a recipient is told the same', () => {
  it.each([
    ['looking at', 'GET', '', undefined],
    ['opening', 'POST', '/reveal', undefined],
    ['opening with a password', 'POST', '/reveal', { password: 'guess' }],
    ['opening with an access proof', 'POST', '/reveal', { accessProof: 'x'.repeat(43) }],
  ])(
    '%s a secret that is unknown, misspelt, expired, consumed or revoked',
    async (_doing, method, action, json) => {
      const ids = [
        ...Object.values(await goneSecrets()),
        ...Object.values(await goneSecrets({ password: 'once' })),
      ];
      await expectAlike(
        [...ids, ...MALFORMED],
        (id) => `${method} /public/secrets/${id}${action}`,
        undefined,
        json,
      );
    },
  );

  it.each([
    ['looking at', 'GET', '', undefined],
    ['opening', 'POST', '/open', undefined],
    ['opening with a password', 'POST', '/open', { password: 'guess' }],
    ['opening with an access proof', 'POST', '/open', { accessProof: 'x'.repeat(43) }],
  ])(
    '%s a transfer that is unknown, misspelt, expired, consumed or deleted',
    async (_doing, method, action, json) => {
      const ids = [
        ...Object.values(await goneTransfers()),
        ...Object.values(await goneTransfers({ password: 'once' })),
      ];
      await expectAlike(
        [...ids, ...MALFORMED],
        (id) => `${method} /public/transfers/${id}${action}`,
        undefined,
        json,
      );
    },
  );
});

describe('the holder of another key is told the same', () => {
  it.each(['GET', 'DELETE'])('by %s of a secret, whether it lives, is gone or never was', async (method) => {
    const ids = [await makeSecret(), ...Object.values(await goneSecrets())];
    await expectAlike([...ids, ...MALFORMED], (id) => `${method} /secrets/${id}`, stranger);
    expect((await call(`POST /public/secrets/${ids[0]}/reveal`)).status).toBe(200);
  });

  it.each(['GET', 'DELETE'])(
    'by %s of a transfer, by id or short code, whether it lives, is gone or never was',
    async (method) => {
      const living = await makeTransfer();
      const ids = [living.id, living.shortCode, ...Object.values(await goneTransfers())];
      await expectAlike([...ids, ...MALFORMED], (id) => `${method} /transfers/${id}`, stranger);
      expect((await call(`POST /public/transfers/${living.id}/open`)).status).toBe(200);
    },
  );

  it('in lists, where only the own items are', async () => {
    await makeTransfer();
    expect((await call('GET /transfers', stranger)).body).toEqual({
      transfers: [],
      total: 0,
      nextCursor: null,
    });
  });
});

describe('after its expiry', () => {
  it('a transfer answers 404 to everybody, and its owner still finds it in the list', async () => {
    const { id, shortCode } = await makeTransfer({ expiration: '15m' });
    await expire('transfers', id);
    const lines = ['GET /transfers/', 'DELETE /transfers/'];
    for (const name of [id, shortCode]) {
      for (const line of lines) expect((await call(line + name, app.apiKey)).status).toBe(404);
    }
    expect((await call(`GET /public/transfers/${id}`)).status).toBe(404);
    expect((await call(`POST /public/transfers/${id}/open`)).status).toBe(404);
    const { transfers } = (await call('GET /transfers?status=expired&limit=100', app.apiKey)).body;
    expect(transfers).toContainEqual(expect.objectContaining({ id, status: 'expired', views: 0 }));
  });

  it('a secret answers 404 to recipients, and its owner sees that nobody read it', async () => {
    const id = await makeSecret({ expiration: '15m' });
    await expire('secrets', id);
    expect((await call(`POST /public/secrets/${id}/reveal`)).status).toBe(404);
    expect((await call(`GET /public/secrets/${id}`)).status).toBe(404);
    expect((await call(`DELETE /secrets/${id}`, app.apiKey)).status).toBe(404);
    expect((await call(`GET /secrets/${id}`, app.apiKey)).body).toMatchObject({
      state: 'expired',
      consumedAt: null,
    });
  });
});
