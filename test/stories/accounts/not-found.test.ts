import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_OPERATIONS, exampleCall, TARGET } from '../../support/contract/operations.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';
import { put } from '../../support/files/uploads.ts';
import { send, type Reply } from '../../support/network/send.ts';

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

let app: TestApp;
let owner: string;
let stranger: string;
/** Ids of items of one owner by the first part of their path. */
let living: Record<string, string[]>;
let gone: Record<string, string[]>;

const call = async (line: string, key?: string, json?: object): Promise<Reply> =>
  send(app.baseUrl, line, { ...(key !== undefined && { key }), json });
async function done(line: string, key: string | undefined, json?: object): Promise<any> {
  const response = await call(line, key, json);
  expect(response.status, line).toBeLessThan(300);
  return response.body;
}

const create = {
  secrets: async (more: object = {}) =>
    (await done('POST /secrets', owner, { secret: 'x', ...more })).secretId,
  transfers: async (more: object = {}) =>
    (await done('POST /transfers', owner, { type: 'text', text: 'x', ...more })).id,
  requests: async () => (await done('POST /requests', owner, { title: 'x' })).requestId,
  drops: async () => (await done('POST /drops', owner, { label: 'x' })).dropId,
  rooms: async (more: object = {}) => (await done('POST /rooms', owner, { name: 'x', ...more })).roomId,
} satisfies Record<string, (more?: object) => Promise<string>>;
type Kind = keyof typeof create;

/** Ends the life of an item now, as if it had been created earlier. */
async function expired(kind: Kind, id: string): Promise<string> {
  await app.database.query(
    `UPDATE ${kind} SET (created_at, expires_at) = (created_at - (expires_at - now()), now()) WHERE id = $1`,
    [id],
  );
  return id;
}
async function deleted(kind: Kind, id: string): Promise<string> {
  await done(`DELETE /${kind}/${id}`, owner);
  return id;
}
async function read(line: string, id: string): Promise<string> {
  await done(line.replace('{id}', id), undefined);
  return id;
}

const accessProofHash = createHash('sha256').update(randomBytes(32)).digest('base64url');
const GUARDS = [{}, { password: 'once' }];

beforeAll(async () => {
  app = await sharedApp();
  [owner, stranger] = [(await app.createKey()).text, (await app.createKey()).text];
  const { secrets, transfers, requests, drops, rooms } = create;
  const ended: Record<string, string[]> = { secrets: [], transfers: [], requests: [], drops: [], rooms: [] };
  for (const guard of GUARDS)
    for (const kind of ['secrets', 'transfers'] as const)
      ended[kind]!.push(
        await expired(kind, await create[kind](guard)),
        await deleted(kind, await create[kind](guard)),
      );
  ended.secrets!.push(await read('POST /public/secrets/{id}/reveal', await secrets()));
  ended.transfers!.push(await read('POST /public/transfers/{id}/open', await transfers({ oneTime: true })));
  ended.requests!.push(
    await expired('requests', await requests()),
    await deleted('requests', await requests()),
  );
  ended.drops!.push(await deleted('drops', await drops()));
  const sealed = { encryption: 'e2e', accessProofHash };
  ended.rooms!.push(
    await expired('rooms', await rooms()),
    await deleted('rooms', await rooms()),
    await deleted('rooms', await rooms(sealed)),
  );
  gone = ended;
  const { id, shortCode } = await done('POST /transfers', owner, { type: 'text', text: 'x' });
  const endpoint = await done('POST /webhook-endpoints', owner, { url: TARGET });
  living = {
    secrets: [await secrets()],
    transfers: [id, shortCode],
    requests: [await requests()],
    drops: [await drops()],
    rooms: [await rooms()],
    'webhook-endpoints': [endpoint.id],
    events: [(await done('GET /events?limit=1', owner)).events[0].id],
  };
});

/** A response without the headers that differ between any two, and without its request id. */
function shown({ status, headers, text }: Reply): object {
  const { date: _date, 'x-request-id': id, ratelimit: _left, 'ratelimit-policy': _policy, ...rest } = headers;
  expect(text).toContain(`"requestId":"${id as string}"`);
  return { status, headers: rest, text: text.replace(id as string, '') };
}

/** Expects the response to each id to be the 404 that an unknown id gets. */
async function expectNotFound(ids: string[], line: (id: string) => string, key?: string, json?: object) {
  const reference = shown(await call(line(UNKNOWN), key, json));
  expect(reference).toMatchObject({ status: 404 });
  const responses = await Promise.all(
    ids.map(async (id) => [id, shown(await call(line(id), key, json))] as const),
  );
  for (const [id, response] of responses) expect(response, id).toEqual(reference);
}

/** The path of an operation about this item; names of what is in it are malformed if the item's is. */
const lineOf =
  ({ method, path }: { method: string; path: string }) =>
  (id: string): string =>
    `${method} ${path.replace('{id}', id).replace(/\{\w+\}/g, MALFORMED.includes(id) ? id : `file_${UNKNOWN}`)}`;

const about = (prefix: string) =>
  ALL_OPERATIONS.filter(({ path }) => path.startsWith(prefix) && path.includes('{id}'));

describe('a caller without a key gets the same 404, whether the item never was, has ended or is misspelt', () => {
  it.each(about('/public/').map((operation) => [operation.id, operation] as const))(
    '%s',
    async (_, operation) => {
      const kind = operation.path.split('/')[2] as Kind;
      const shortCodes = kind === 'transfers' ? living.transfers!.slice(1) : [];
      const example = exampleCall(operation).body as object | undefined;
      const bodies = operation.consumes
        ? [undefined, { password: 'guess' }, { accessProof: 'x'.repeat(43) }]
        : [example];
      for (const json of bodies)
        await expectNotFound(
          [...gone[kind]!, ...shortCodes, ...MALFORMED],
          lineOf(operation),
          undefined,
          json,
        );
    },
  );

  it('announcing a file for a request that was finished', async () => {
    const { requestId: id, pin } = await done('POST /requests', owner, { title: 'x' });
    const { uploadUrl } = await done(`POST /public/requests/${id}/files`, undefined, { pin });
    expect((await put(app.baseUrl, uploadUrl, Buffer.from('x'))).status).toBe(200);
    await done(`POST /public/requests/${id}/finish`, undefined, { pin });
    await expectNotFound([id], (id) => `POST /public/requests/${id}/files`, undefined, { pin });
  });
});

describe('the holder of another key gets the same 404, whether the item lives, has ended or never was', () => {
  const owned = ALL_OPERATIONS.filter(({ auth, path }) => auth === 'bearer' && path.includes('{id}'));
  it.each(owned.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    const kind = operation.path.split('/')[1]!;
    const ids = [...living[kind]!, ...(gone[kind] ?? []), ...MALFORMED];
    await expectNotFound(ids, lineOf(operation), stranger, exampleCall(operation).body as object | undefined);
  });

  it('and destroys nothing, and lists nothing of it', async () => {
    for (const kind of Object.keys(living))
      expect((await call(`GET /${kind}/${living[kind]![0]}`, owner)).status, kind).toBe(200);
    for (const { path } of ALL_OPERATIONS.filter(({ lists, path }) => lists && !path.includes('{id}')))
      expect((await call(`GET ${path}`, stranger)).body, path).toMatchObject({ total: 0, nextCursor: null });
  });
});

it('the owner of a transfer that has expired or was deleted gets that 404, too', async () => {
  const [expired, deleted] = gone.transfers!;
  for (const method of ['GET', 'DELETE'])
    await expectNotFound([expired!, deleted!, ...MALFORMED], (id) => `${method} /transfers/${id}`, owner);
});
