import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { send, type Reply } from '../../support/network/send.ts';
import { put } from '../../support/files/uploads.ts';

let app: TestApp;
/** A key of another owner. */
let stranger: string;
beforeAll(async () => {
  app = await startApp();
  stranger = (await app.createKey()).text;
});
afterAll(() => app.close());

const call = (line: string, key?: string, json?: object): Promise<Reply> =>
  send(app.baseUrl, line, { key, json });
const makeSecret = async (more: object = {}): Promise<string> =>
  (await call('POST /secrets', app.apiKey, { secret: 'gone', ...more })).body.secretId;
const makeTransfer = async (more: object = {}): Promise<{ id: string; shortCode: string }> =>
  (await call('POST /transfers', app.apiKey, { type: 'text', text: 'gone', ...more })).body;

/** Ends an item's life a moment ago, as if it had been made earlier. */
const expire = (table: 'secrets' | 'transfers' | 'requests', id: string) =>
  app.database.query(
    `UPDATE ${table} SET (created_at, expires_at) = (created_at - (expires_at - now()), now()) WHERE id = $1`,
    [id],
  );

const makeRequest = async (): Promise<{ id: string; pin: string }> => {
  const { requestId: id, pin } = (await call('POST /requests', app.apiKey, { title: 'gone' })).body;
  return { id, pin };
};
const makeDrop = async (): Promise<string> =>
  (await call('POST /drops', app.apiKey, { label: 'gone' })).body.dropId;
const upload = async (announced: Reply): Promise<void> => {
  expect((await put(app.baseUrl, announced.body.uploadUrl, Buffer.from('x'))).status).toBe(200);
};

/** A response without what differs from one request to the next by its nature. */
function shown({ status, headers, text }: Reply): object {
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

/** Requests that take no file any more. */
async function goneRequests(): Promise<{ expired: string; deleted: string; closed: string }> {
  const [expired, deleted, closed] = [await makeRequest(), await makeRequest(), await makeRequest()];
  await expire('requests', expired.id);
  expect((await call(`DELETE /requests/${deleted.id}`, app.apiKey)).status).toBe(200);
  const { pin } = closed;
  await upload(await call(`POST /public/requests/${closed.id}/files`, undefined, { pin }));
  expect((await call(`POST /public/requests/${closed.id}/finish`, undefined, { pin })).status).toBe(200);
  return { expired: expired.id, deleted: deleted.id, closed: closed.id };
}

async function goneDrop(): Promise<string> {
  const id = await makeDrop();
  expect((await call(`DELETE /drops/${id}`, app.apiKey)).status).toBe(200);
  return id;
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

describe('a sender is told the same', () => {
  it.each([
    ['looking at', 'GET', '', undefined],
    ['announcing a file for', 'POST', '/files', { pin: '00000000' }],
    ['finishing', 'POST', '/finish', { pin: '00000000' }],
  ])(
    '%s a request that is unknown, misspelt, expired or deleted, whatever the PIN',
    async (_doing, method, action, json) => {
      const { expired, deleted, closed } = await goneRequests();
      const ids = [expired, deleted, ...(action === '/files' ? [closed] : []), ...MALFORMED];
      await expectAlike(ids, (id) => `${method} /public/requests/${id}${action}`, undefined, json);
    },
  );

  it.each([
    ['looking at', 'GET', '', undefined],
    ['leaving something in', 'POST', '/items', { message: 'late', file: {} }],
  ])('%s an inbox that is unknown, misspelt or deleted', async (_doing, method, action, json) => {
    const ids = [await goneDrop(), ...MALFORMED];
    await expectAlike(ids, (id) => `${method} /public/drops/${id}${action}`, undefined, json);
  });
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

  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/files'],
    ['GET', '/files/file_0000000000000000000000'],
    ['DELETE', '/files/file_0000000000000000000000'],
  ])('by %s of a request%s, whether it lives, is gone or never was', async (method, path) => {
    const living = await makeRequest();
    const ids = [living.id, ...Object.values(await goneRequests()), ...MALFORMED];
    await expectAlike(ids, (id) => `${method} /requests/${id}${path}`, stranger);
    expect((await call(`GET /public/requests/${living.id}`)).status).toBe(200);
  });

  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/items'],
    ['GET', '/items/item_0000000000000000000000/content'],
    ['DELETE', '/items/item_0000000000000000000000'],
  ])('by %s of an inbox%s, whether it lives, is gone or never was', async (method, path) => {
    const living = await makeDrop();
    await expectAlike(
      [living, await goneDrop(), ...MALFORMED],
      (id) => `${method} /drops/${id}${path}`,
      stranger,
    );
    expect((await call(`GET /public/drops/${living}`)).status).toBe(200);
  });

  it('by DELETE of one file or item, whether it is there, awaited, of something else or never was', async () => {
    const [request, drop] = [await makeRequest(), await makeDrop()];
    const announce = () => call(`POST /public/requests/${request.id}/files`, undefined, { pin: request.pin });
    const leave = () => call(`POST /public/drops/${drop}/items`, undefined, { file: {} });
    const [file, awaitedFile, item, awaitedItem] = [
      await announce(),
      await announce(),
      await leave(),
      await leave(),
    ];
    for (const announced of [file, item]) await upload(announced);
    const ids = [file, awaitedFile, item, awaitedItem].map(({ body }) => body.id as string);
    const lines = [
      (id: string) => `DELETE /requests/${request.id}/files/${id}`,
      (id: string) => `DELETE /drops/${drop}/items/${id}`,
    ];
    for (const line of lines) await expectAlike([...ids, ...MALFORMED], line, stranger);
    for (const line of lines) await expectAlike([ids[1]!, ids[3]!, ...MALFORMED], line, app.apiKey);
  });

  it('by GET of a file, whether it is there, awaited, of something else or never was', async () => {
    const [one, two, drop] = [await makeRequest(), await makeRequest(), await makeDrop()];
    const announce = ({ id, pin }: typeof one) =>
      call(`POST /public/requests/${id}/files`, undefined, { pin });
    const [there, awaited, other] = [await announce(one), await announce(one), await announce(two)];
    const item = await call(`POST /public/drops/${drop}/items`, undefined, { file: {} });
    for (const announced of [there, other, item]) await upload(announced);
    const file = (id: string) => `GET /requests/${one.id}/files/${id}`;
    const content = (id: string) => `GET /drops/${drop}/items/${id}/content`;
    expect((await call(file(there.body.id), app.apiKey)).status).toBe(200);
    expect((await call(content(item.body.id), app.apiKey)).status).toBe(200);
    const ids = [awaited, other].map(({ body }) => body.id as string);
    await expectAlike([...ids, ...MALFORMED], file, app.apiKey);
    await expectAlike([...ids, ...MALFORMED], content, app.apiKey);
    await expectAlike([there.body.id, ...ids], file, stranger);
    await expectAlike([item.body.id, ...ids], content, stranger);
  });

  it('in lists, where only the own items are', async () => {
    await Promise.all([makeRequest(), makeDrop()]);
    for (const list of ['requests', 'drops']) {
      expect((await call(`GET /${list}`, stranger)).body).toEqual({
        [list]: [],
        total: 0,
        totalIsExact: true,
        nextCursor: null,
      });
    }
    await makeTransfer();
    expect((await call('GET /transfers', stranger)).body).toEqual({
      transfers: [],
      total: 0,
      totalIsExact: true,
      nextCursor: null,
    });
  });
});

describe('after its expiry', () => {
  it('a transfer responds with 404 to everybody, and its owner still finds it in the list', async () => {
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

  it('a secret responds with 404 to recipients, and its owner sees that nobody read it', async () => {
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
