import {
  accountDocument,
  accountOperations,
  type AccountOperationId,
  type AccountReply,
} from '@tempshare/contract/account';
import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { creations, startDemo, type RunningDemo } from '../demo/src/demo.ts';
import { snapshot } from '../demo/src/snapshot.ts';
import type { Store } from '../demo/src/store.ts';
import { spokenBy } from '../demo/src/words.ts';

const APP = 'https://demo.example/some/path';

/** A browser's database: what is read is a copy of what was written. */
function browserStore(): Store {
  let kept: unknown;
  return {
    read: async () => structuredClone(kept),
    write: async (value) => void (kept = structuredClone(value)),
  };
}

const store = browserStore();
const start = (build = 'one'): Promise<RunningDemo> => startDemo({ appUrl: APP, build, store });
let demo: RunningDemo;
beforeAll(async () => {
  demo = await start();
});

const fetch: typeof globalThis.fetch = (input, init) => demo.respond(new Request(input, init))!;

interface Called {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
}

/** A success response, or a problem. */
type Replied<K extends AccountOperationId> = AccountReply<K> & {
  code: string;
  detail: string;
  errors: { pointer: string }[];
};

async function call<K extends AccountOperationId>(id: K, { params = {}, query = '', body }: Called = {}) {
  const { method, path } = accountOperations[id];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'x');
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const response = await fetch(`${APP}/api/account${filled}${query}`, { method, ...json });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Replied<K> };
}

/** A client of the public API, as the pages have one. */
async function pages(): Promise<Tempshare> {
  const { token } = (await call('createPageToken', { body: {} })).body;
  return new Tempshare({ apiKey: token, baseUrl: `${APP}/api/v1`, fetch, maxRetries: 0 });
}

const ajv = new Ajv2020({ strict: false });
(addFormats as unknown as typeof addFormats.default)(ajv);
ajv.addSchema(accountDocument(), 'account');

/** Faults of a success response by the contract. */
function faultsOf(id: AccountOperationId, status: number, body: unknown): unknown {
  const { path, method } = accountOperations[id];
  const place = `account#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}`;
  const validate = ajv.getSchema(
    `${place}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`,
  );
  return validate!(body) ? [] : validate!.errors;
}

describe('the examples of the demo', () => {
  const READS: AccountOperationId[] = [
    ...(['getFrontDoor', 'getSession', 'listSessions', 'getSecondFactor', 'listPasskeys'] as const),
    ...(['listMembers', 'listInvitations', 'listKeys', 'listItems', 'getUsage', 'getQuotas'] as const),
    ...(['getOwnQuota', 'getNotices', 'getServer', 'listAuditEntries'] as const),
  ];

  it.each(READS)('%s answers as the contract says', async (id) => {
    const { status, body } = await call(id);
    expect([status, faultsOf(id, status, body)]).toEqual([200, []]);
  });

  it('have every kind in the list, in every state, and each has a page', async () => {
    const { items } = (await call('listItems', { query: '?limit=100' })).body;
    const values = (name: 'kind' | 'state') => [...new Set(items.map((item) => item[name]))].sort();
    expect(values('kind')).toEqual(['debug', 'drop', 'file', 'request', 'room', 'secret', 'text', 'url']);
    expect(values('state')).toEqual(['deleted', 'expired_unread', 'opened', 'waiting']);
    for (const { id } of items) {
      const { status, body } = await call('getItem', { params: { id } });
      expect([id, status, faultsOf('getItem', 200, body)]).toEqual([id, 200, []]);
    }
  });

  it('have keys that end, have ended and were revoked, events, and attempts that failed', async () => {
    const { keys } = (await call('listKeys')).body;
    expect(new Set(keys.map(({ state }) => state))).toEqual(new Set(['active', 'expired', 'revoked']));
    const client = await pages();
    const endpoints = (await client.webhookEndpoints.list()).webhookEndpoints;
    const deliveries = await Promise.all(
      endpoints.map(async ({ id }) => (await client.webhookEndpoints.deliveries.list(id)).deliveries),
    );
    const statuses = deliveries.flat().flatMap(({ attempts }) => attempts.map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect((await client.events.list()).events.length).toBeGreaterThan(2);
  });

  it('can be opened by their links', async () => {
    const { room } = demo.examples();
    const opened = await openLink(room, { fetch });
    if (opened.kind !== 'room') throw new Error(opened.kind);
    const texts = [];
    for await (const { text } of opened.room.messages()) texts.push(text);
    expect(texts).toHaveLength(3);
  });
});

describe('the panel of the demo', () => {
  it('refuses what needs a server by a code of the operation, with a sentence', async () => {
    const token = 'x'.repeat(43);
    const email = 'somebody@example.com';
    const passkey = { name: 'Laptop', response: { id: 'abc' } };
    const refused: [AccountOperationId, Called][] = [
      ['setUp', { body: { token, email, name: 'Ada', password: 'four unrelated words' } }],
      ['requestEmailChange', { body: { email } }],
      ['confirmEmail', { body: { token } }],
      ['requestPasswordReset', { body: { email } }],
      ['addPasskey', { body: passkey }],
      ['startPasskey', {}],
      ['signInByPasskey', { body: { response: passkey.response } }],
      ['startPasskeySignIn', {}],
      ['confirmByPasskey', { body: { response: passkey.response } }],
      ['startPasskeyConfirmation', {}],
      ['renamePasskey', { body: { name: 'Laptop' } }],
      ['deletePasskey', {}],
      ['startOidc', { body: { confirms: false } }],
      ['finishOidc', { body: { state: 'x' } }],
      ['updateNotices', { body: { opened: true } }],
      ['stopNotices', { query: `?token=${token}` }],
    ];
    for (const [id, sent] of refused) {
      const { status, body } = await call(id, sent);
      expect([id, status]).toEqual([id, expect.toSatisfy((one: number) => one >= 400)]);
      expect([id, accountOperations[id].codes]).toEqual([id, expect.arrayContaining([body.code])]);
      expect(body.detail).toMatch(/^The demo .+\.$|^There is nothing here/);
    }
  });

  it('checks requests by the contract, with a pointer to the fault', async () => {
    const { status, body } = await call('createKey', { body: { name: '', environment: 'live', scopes: [] } });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.errors.map(({ pointer }) => pointer)).toContain('/body/name');
    expect((await call('listItems', { query: '?limit=1000' })).body.errors[0]!.pointer).toBe('/query/limit');
    expect((await call('listItems', { query: '?odd=1' })).body.errors[0]!.pointer).toBe('/query/odd');
    expect((await fetch(`${APP}/api/account/odd`)).status).toBe(404);
    expect((await fetch(`${APP}/api/account/keys`, { method: 'PUT' })).headers.get('allow')).toBe(
      'GET, POST',
    );
  });

  it('shows each role what it may see', async () => {
    const as = (email: string) => call('signIn', { body: { email, password: 'any' } });
    expect((await as('nobody@example.com')).body.code).toBe('wrong_credentials');
    await as('alan@example.com');
    expect((await call('listAuditEntries')).body.code).toBe('insufficient_role');
    const { items } = (await call('listItems', { query: '?limit=100' })).body;
    expect(new Set(items.map(({ member }) => member!.name))).toEqual(new Set(['Alan Turing']));
    await call('signOut');
    expect((await call('listKeys')).body.code).toBe('not_signed_in');
    await as('ada@example.com');
    const { items: all } = (await call('listItems', { query: '?limit=100' })).body;
    expect(all.find(({ member }) => member!.name === 'Alan Turing')).toMatchObject({ label: null });
  });

  it('makes keys that the public API takes until they are rotated and revoked, and records it', async () => {
    const body = { name: 'program', environment: 'live', scopes: ['secret:create'], expiresAt: null };
    const { apiKey, key } = (await call('createKey', { body })).body;
    const statusOf = async (secret: string): Promise<number> =>
      (await fetch(`${APP}/api/v1/key`, { headers: { Authorization: `Bearer ${secret}` } })).status;
    expect(await statusOf(apiKey)).toBe(200);
    const params = { id: key.id };
    const rotated = (await call('rotateKey', { params, body: { overlapSeconds: 0 } })).body.apiKey;
    expect([await statusOf(apiKey), await statusOf(rotated)]).toEqual([401, 200]);
    const listed = (await call('listKeys')).body.keys.find(({ id }) => id === key.id);
    expect(listed).toMatchObject({ requestsToday: 2, state: 'active' });
    await call('revokeKey', { params, body: { shared: 'end' } });
    expect(await statusOf(rotated)).toBe(401);
    const { entries } = (await call('listAuditEntries', { query: `?id=${key.id}` })).body;
    expect(entries.map(({ action }) => action)).toEqual(['keys revoke', 'keys rotate', 'keys create']);
    const csv = (await call('exportAuditEntries', { body: { format: 'csv', id: key.id } }))
      .body as unknown as string;
    expect(csv.trim().split('\r\n')).toHaveLength(4);
  });

  it('holds quotas as the server does, by the sentence that pages know', async () => {
    const client = await pages();
    const { account, memberDefault } = (await call('getQuotas')).body;
    const limits = { ...account.limits, items: account.used.items };
    await call('setQuotas', { body: { account: limits, memberDefault } });
    await expect(client.secrets.create({ secret: 'x' })).rejects.toMatchObject({
      ...{ status: 409, code: 'quota_exceeded', errors: [{ code: 'quota_items' }] },
    });
    await call('setQuotas', { body: { account: account.limits, memberDefault } });
    const { secretId } = await client.secrets.create({ secret: 'x' });
    await client.secrets.delete(secretId);
    expect(creations.toSorted()).toEqual([
      ...['debugShares.create', 'drops.create', 'requests.create', 'rooms.create', 'secrets.create'],
      'transfers.create',
    ]);
  });

  it('lets people join by a link, change roles and be removed with what they shared', async () => {
    const role = 'member';
    const { url, invitation } = (await call('createInvitation', { body: { role } })).body;
    expect(url).toMatch(/^https:\/\/demo\.example\/some\/path\/join\?token=[0-9A-Za-z]{43}$/);
    const token = new URL(url).searchParams.get('token');
    expect((await call('inspectLink', { body: { token } })).body).toMatchObject({
      purpose: 'invitation',
      role,
    });
    const newcomer = { token, email: 'new@example.com', name: 'New', password: 'four unrelated words' };
    const { user } = (await call('acceptInvitation', { body: newcomer })).body;
    expect((await call('acceptInvitation', { body: newcomer })).body.code).toBe('invalid_link');
    const { secretId } = await (await pages()).secrets.create({ secret: 'of somebody who leaves' });
    await call('signIn', { body: { email: 'ada@example.com', password: 'any' } });
    const params = { id: user.id };
    expect((await call('updateMember', { params, body: { role: 'auditor' } })).body.role).toBe('auditor');
    expect((await call('removeMember', { params, query: '?shared=end' })).status).toBe(204);
    expect((await call('getItem', { params: { id: secretId } })).body.item.state).toBe('deleted');
    expect(invitation.role).toBe(role);
  });
});

it('says of a deleted transfer what became of it, though the list has it no more', async () => {
  const { id } = await (await pages()).transfers.create({ type: 'text', text: 'x' });
  expect((await call('deleteItem', { params: { id } })).status).toBe(204);
  const { status, body } = await call('getItem', { params: { id } });
  expect([status, faultsOf('getItem', status, body)]).toEqual([200, []]);
  expect(body.item).toMatchObject({ id, state: 'deleted', endReason: 'deleted' });
  expect(body.events.map(({ type }) => type)).toEqual(['transfer.created', 'transfer.deleted']);
  const { items } = (await call('listItems')).body;
  expect(items.some((item) => item.id === id)).toBe(false);
});

describe('the state of the demo', () => {
  it('is found again by another worker, uploads that broke off excepted, and not by another build', async () => {
    const client = await pages();
    const text = 'kept between workers';
    const { shareUrl, id } = await client.transfers.create({ type: 'text', text, label: 'Kept' });
    const file = await client.transfers.create({ type: 'file', fileName: 'half.txt', encryption: 'server' });
    const { keys } = (await call('listKeys')).body;
    const website = keys.find(({ name }) => name === 'website')!;
    await call('revokeKey', { params: { id: website.id }, body: {} });
    await demo.saved();
    demo = await start();
    expect(await openLink(shareUrl, { fetch })).toMatchObject({ kind: 'text', text });
    expect((await call('getItem', { params: { id } })).body.item).toMatchObject({ label: 'Kept', views: 1 });
    expect((await call('getItem', { params: { id: file.id } })).status).toBe(404);
    const after = (await call('listKeys')).body.keys.find(({ id: key }) => key === website.id)!;
    expect(after.state).toBe('revoked');

    await demo.saved();
    demo = await start('two');
    expect((await call('getItem', { params: { id } })).status).toBe(404);
    expect((await call('listKeys')).body.keys.every(({ id: key }) => key !== website.id)).toBe(true);
  });

  it('begins anew when asked to', async () => {
    const before = demo.examples();
    await demo.startOver();
    expect(demo.examples().secret).not.toBe(before.secret);
    await expect(openLink(before.secret, { fetch, maxRetries: 0 })).rejects.toMatchObject({ status: 404 });
    expect(await openLink(demo.examples().secret, { fetch })).toMatchObject({ kind: 'secret' });
  });

  it('keeps what is one object one, and leaves out what is under way', () => {
    const shared = { bytes: new Uint8Array([1]) };
    const data = {
      ...{ one: shared, other: new Map([['a', shared]]), waiting: new Map([['b', { then: () => 1 }]]) },
      followers: new Set([() => 1]),
    };
    const copy = snapshot(data);
    expect(copy.one).toBe(copy.other.get('a'));
    expect([copy.one, copy.waiting.size, copy.followers.size]).toEqual([shared, 0, 0]);
  });
});

it('speaks the first language of the reader that there is', () => {
  const codes = ['de', 'en', 'pt'];
  expect(spokenBy(['pt-BR', 'de'], codes)).toBe('pt');
  expect(spokenBy(['xx', 'de-AT'], codes)).toBe('de');
  expect(spokenBy([], codes)).toBe('en');
});
