import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountSchema } from '@tempshare/contract/account';
import { moveClock } from '../../support/clocks/database-clock.ts';
import { join, newAccount, type Person, type Place } from '../../support/panel/person.ts';
import { send } from '../../support/network/send.ts';
import { startPair, type Pair } from '../../support/server/pair.ts';

let pair: Pair;
let place: Place;
beforeAll(async () => {
  pair = await startPair();
  place = { url: new URL(pair.bases[0]).origin, database: pair.database };
});
afterAll(() => pair.close());

const team = async () => {
  const account = await newAccount(place);
  return {
    account,
    owner: await join(place, 'owner', account),
    member: await join(place, 'member', account),
  };
};
type Created = AccountSchema<'KeyCreated'>;
const SECRETS = ['secret:create'] as const;
async function create(person: Person, more: object = {}): Promise<Created> {
  const body = { name: 'ci', environment: 'live', scopes: SECRETS, expiresAt: null, ...more };
  const { status, body: created } = await person.call('createKey', { body });
  expect(status).toBe(201);
  return created as Created;
}
const rotate = async (person: Person, { key }: Created, overlapSeconds: number) =>
  (await person.call('rotateKey', { params: { id: key.id }, body: { overlapSeconds } })).body as Created;
/** Statuses of a call with a secret on both servers. */
const onBoth = async (key: string, line = 'GET /key', json?: object) =>
  (await Promise.all(pair.bases.map((base) => send(base, line, { key, json })))).map(({ status }) => status);
const summary = ({ status, body }: { status: number; body: any }) => [status, body.code];

describe('a key made on a page', () => {
  it('works within its scopes, and is refused outside them', async () => {
    const { owner } = await team();
    const { apiKey } = await create(owner);
    expect(apiKey).toMatch(/^svc_sk_live_/);
    expect(await onBoth(apiKey, 'POST /secrets', { secret: 'x' })).toEqual([201, 201]);
    expect(await onBoth(apiKey, 'GET /transfers')).toEqual([403, 403]);
  });

  it('is stored as a hash, and shown again nowhere', async () => {
    const { owner } = await team();
    const { apiKey, key } = await create(owner);
    const { text } = await owner.call('listKeys');
    expect(text).toContain(key.id);
    expect(text).not.toContain(apiKey);
    const rows = await pair.database.query(
      'SELECT k::text || s::text AS row FROM api_keys k, api_key_secrets s',
    );
    expect(JSON.stringify(rows)).not.toContain(apiKey);
  });

  it('ends at its time, which lies in the future', async () => {
    const { owner } = await team();
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const { apiKey } = await create(owner, { expiresAt: at(60_000) });
    await moveClock(pair.database, 61_000);
    expect(await onBoth(apiKey)).toEqual([401, 401]);
    expect((await owner.call('listKeys')).body.keys).toMatchObject([{ state: 'expired' }]);
    const body = { name: 'ci', environment: 'live', scopes: SECRETS, expiresAt: at(-1) };
    expect(summary(await owner.call('createKey', { body }))).toEqual([400, 'validation_failed']);
  });

  it('loses scopes and gets none', async () => {
    const { owner } = await team();
    const { apiKey, key } = await create(owner, { scopes: ['secret:create', 'transfer:read'] });
    const update = (body: object) => owner.call('updateKey', { params: { id: key.id }, body });
    expect((await update({ scopes: ['transfer:read'] })).status).toBe(200);
    expect(await onBoth(apiKey, 'POST /secrets', { secret: 'x' })).toEqual([403, 403]);
    expect(summary(await update({ scopes: ['transfer:read', 'secret:create'] }))).toEqual([
      400,
      'validation_failed',
    ]);
    expect((await update({ name: 'renamed' })).body).toMatchObject({
      name: 'renamed',
      scopes: ['transfer:read'],
    });
  });

  it('is seen by the member who made it, and by those who administer', async () => {
    const { owner, member, account } = await team();
    const other = await join(place, 'member', account);
    const { key } = await create(member);
    const count = async (person: Person) => (await person.call('listKeys')).body.keys.length;
    expect([await count(owner), await count(member), await count(other)]).toEqual([1, 1, 0]);
    for (const id of ['updateKey', 'rotateKey', 'revokeKey'] as const) {
      const body = id === 'updateKey' ? { name: 'x' } : id === 'rotateKey' ? { overlapSeconds: 0 } : {};
      expect(summary(await other.call(id, { params: { id: key.id }, body }))).toEqual([404, 'not_found']);
    }
  });

  it('is revoked on every server at once, and only once', async () => {
    const { owner } = await team();
    const [old, heir] = [await create(owner), await create(owner)];
    const revoke = (body: object) => owner.call('revokeKey', { params: { id: old.key.id }, body });
    for (const wrong of [
      { shared: 'hand-over', handOverTo: old.key.id },
      { shared: 'hand-over' },
      { shared: 'end', handOverTo: heir.key.id },
    ])
      expect(summary(await revoke(wrong))).toEqual([400, 'validation_failed']);
    const body = { shared: 'hand-over', handOverTo: heir.key.id };
    expect((await revoke(body)).body).toMatchObject({ state: 'revoked' });
    expect(await onBoth(old.apiKey)).toEqual([401, 401]);
    expect(await onBoth(heir.apiKey)).toEqual([200, 200]);
    expect((await revoke({})).status).toBe(404);
  });
});

describe('a rotated key', () => {
  it('has two secrets for the overlap, and the new one afterwards', async () => {
    const { owner } = await team();
    const first = await create(owner);
    const second = await rotate(owner, first, 900);
    expect(second.key.secrets.map(({ last4 }) => last4)).toEqual([
      second.apiKey.slice(-4),
      first.apiKey.slice(-4),
    ]);
    for (const { apiKey } of [first, second]) {
      const { body } = await send(pair.bases[1], 'GET /key', { key: apiKey });
      expect(body).toMatchObject({ id: first.key.id, last4: apiKey.slice(-4) });
    }
    await moveClock(pair.database, 901_000);
    expect([await onBoth(first.apiKey), await onBoth(second.apiKey)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
  });

  it('says when the earlier secret ends, and that the new one does not', async () => {
    const { owner } = await team();
    const first = await create(owner);
    const second = await rotate(owner, first, 900);
    const endOf = async (key: string) =>
      (await send(pair.bases[1], 'GET /key', { key })).headers['api-key-expires-at'];
    const earlier = second.key.secrets.find(({ last4 }) => last4 === first.apiKey.slice(-4));
    expect([await endOf(first.apiKey), await endOf(second.apiKey)]).toEqual([earlier!.expiresAt, undefined]);
  });

  it('that ends itself is named, whichever ends first', async () => {
    const { owner } = await team();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const first = await create(owner, { expiresAt });
    await rotate(owner, first, 86_400);
    const { headers } = await send(pair.bases[0], 'POST /transfers', { key: first.apiKey, json: {} });
    expect(headers['api-key-expires-at']).toBe(expiresAt);
  });

  it('is not what pages call by: their tokens end all the time', async () => {
    const { owner } = await team();
    const { token } = (await owner.call('createPageToken')).body;
    const { status, headers } = await send(pair.bases[0], 'GET /key', { key: token });
    expect([status, headers['api-key-expires-at']]).toEqual([200, undefined]);
  });

  it('has one limit for all its secrets, also when they are counted together', async () => {
    const { owner } = await team();
    const first = await create(owner);
    const second = await rotate(owner, first, 900);
    const asked = Array.from({ length: 40 }, (_, i) => (i % 2 ? first : second).apiKey);
    const replies = await Promise.all(asked.map((key) => send(pair.bases[0], 'GET /key', { key })));
    expect(replies.map(({ status }) => status)).toEqual(asked.map(() => 200));
    const left = replies.map(({ headers }) => /;r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    expect(new Set(left).size).toBe(asked.length);
  });

  it('loses the old secret at once without an overlap', async () => {
    const { owner } = await team();
    const first = await create(owner);
    const second = await rotate(owner, first, 0);
    expect([await onBoth(first.apiKey), await onBoth(second.apiKey)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
  });

  it('repeats a create under either secret, and makes nothing twice', async () => {
    const { owner } = await team();
    const first = await create(owner);
    const call = (apiKey: string, base: number, json: object = { secret: 'once' }) =>
      send(pair.bases[base]!, 'POST /secrets', {
        key: apiKey,
        json,
        headers: { 'idempotency-key': 'deploy-1' },
      });
    const made = await call(first.apiKey, 0);
    const second = await rotate(owner, first, 900);
    const again = await call(second.apiKey, 1);
    expect([again.status, again.headers['idempotency-replayed'], again.text]).toEqual([
      201,
      'true',
      made.text,
    ]);
    expect(summary(await call(second.apiKey, 0, { secret: 'other' }))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
    const both = await Promise.all(
      [first, second].map(({ apiKey }, i) =>
        send(pair.bases[i]!, 'POST /secrets', {
          key: apiKey,
          json: { secret: 'race' },
          headers: { 'idempotency-key': 'deploy-2' },
        }),
      ),
    );
    expect(both[0]!.text).toBe(both[1]!.text);
  });

  it('has no more than five living secrets', async () => {
    const { owner } = await team();
    const first = await create(owner);
    for (let i = 0; i < 4; i += 1) expect((await rotate(owner, first, 3600)).apiKey).toBeTypeOf('string');
    const params = { id: first.key.id };
    const sixth = await owner.call('rotateKey', { params, body: { overlapSeconds: 3600 } });
    expect(summary(sixth)).toEqual([409, 'limit_reached']);
    expect((await owner.call('rotateKey', { params, body: { overlapSeconds: 0 } })).status).toBe(201);
  });

  it('is known to a server of the version before by its first secret', async () => {
    const { owner } = await team();
    const first = await create(owner);
    const known = async () => {
      const [row] = await pair.database.query<{ hash: Buffer }>('SELECT hash FROM api_keys WHERE id = $1', [
        first.key.id,
      ]);
      return row!.hash;
    };
    const before = await known();
    await rotate(owner, first, 900);
    expect(await known()).toEqual(before);
    await rotate(owner, first, 0);
    expect(await known()).not.toEqual(before);
  });
});

it('a key that a server of the version before makes works here', async () => {
  const { account } = await team();
  const { generateApiKey, prefixedId, sha256 } = await import('../../../server/src/crypto/tokens.ts');
  const text = generateApiKey('test');
  await pair.database.query(
    `INSERT INTO api_keys (id, account_id, name, environment, last4, hash, scopes) VALUES ($1, $2, 'x', 'test', $3, $4, '{}')`,
    [prefixedId('key'), account, text.slice(-4), sha256(text)],
  );
  expect(await onBoth(text)).toEqual([200, 200]);
});

describe("a page's token for a chosen key", () => {
  const HOOK = { url: 'https://93.184.215.14/hook' };
  const tokenFor = (person: Person, keyId: string) => person.call('createPageToken', { body: { keyId } });
  const call = (key: string, line: string, json?: object) => send(pair.bases[1], line, { key, json });

  it('reads and changes the webhooks of that key, and may nothing else, whatever the key may', async () => {
    const { owner } = await team();
    const { apiKey, key } = await create(owner, {
      scopes: ['request:create', 'webhook:read'],
      environment: 'test',
    });
    const { status, body } = await tokenFor(owner, key.id);
    expect([status, body.scopes]).toEqual([201, ['webhook:read', 'webhook:write']]);
    expect(body.token).toMatch(/^svc_sk_test_/);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(800_000);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThan(1_000_000);
    const made = await call(body.token, 'POST /webhook-endpoints', HOOK);
    expect(made.status).toBe(201);
    expect((await call(apiKey, 'GET /webhook-endpoints')).body.webhookEndpoints).toMatchObject([
      { id: made.body.id },
    ]);
    await call(apiKey, 'POST /requests', { title: 'x' });
    expect((await call(body.token, 'GET /events')).body.events).toMatchObject([{ type: 'request.created' }]);
    expect(summary(await call(body.token, 'POST /secrets', { secret: 'x' }))).toEqual([
      403,
      'insufficient_scope',
    ]);
    expect((await call(body.token, 'GET /transfers')).status).toBe(403);
  });

  it('reads alone for auditors, and is for members of keys they made', async () => {
    const account = await newAccount(place);
    const [owner, admin] = [await join(place, 'owner', account), await join(place, 'admin', account)];
    const [member, auditor] = [await join(place, 'member', account), await join(place, 'auditor', account)];
    const [own, other] = [await create(member), await create(owner)];
    expect((await tokenFor(auditor, own.key.id)).body.scopes).toEqual(['webhook:read']);
    const { token } = (await tokenFor(auditor, own.key.id)).body;
    expect((await call(token, 'GET /webhook-endpoints')).status).toBe(200);
    expect((await call(token, 'POST /webhook-endpoints', HOOK)).status).toBe(403);
    expect((await tokenFor(admin, own.key.id)).status).toBe(201);
    expect((await tokenFor(member, own.key.id)).status).toBe(201);
    expect(summary(await tokenFor(member, other.key.id))).toEqual([404, 'not_found']);
  });

  it('is refused for keys that are revoked, expired, hidden or unknown', async () => {
    const { owner } = await team();
    const [revoked, expired] = [await create(owner), await create(owner)];
    await owner.call('revokeKey', { params: { id: revoked.key.id }, body: {} });
    await pair.database.query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [expired.key.id]);
    await owner.call('createPageToken');
    const [hidden] = await pair.database.query<{ id: string }>(
      'SELECT id FROM api_keys WHERE hidden AND user_id = $1',
      [(await owner.session()).user.id],
    );
    for (const id of [revoked.key.id, expired.key.id, hidden!.id, `key_${'A'.repeat(22)}`])
      expect(summary(await tokenFor(owner, id))).toEqual([404, 'not_found']);
    expect(summary(await tokenFor(owner, 'x'))).toEqual([400, 'validation_failed']);
  });

  it('ends with the key, with the session, and after 15 minutes', async () => {
    const { owner } = await team();
    const [revoked, kept] = [await create(owner), await create(owner)];
    const tokenOf = async ({ key }: Created) => (await tokenFor(owner, key.id)).body.token as string;
    const [ofRevoked, ofSession] = [await tokenOf(revoked), await tokenOf(kept)];
    await owner.call('revokeKey', { params: { id: revoked.key.id }, body: {} });
    expect(await onBoth(ofRevoked)).toEqual([401, 401]);
    expect(await onBoth(ofSession)).toEqual([200, 200]);
    await owner.call('signOut');
    expect(await onBoth(ofSession)).toEqual([401, 401]);
    await owner.signIn();
    const late = await tokenOf(kept);
    await moveClock(pair.database, 901_000);
    expect(await onBoth(late)).toEqual([401, 401]);
  });

  it('is refused to a session that ends meanwhile, and none is left', async () => {
    const { owner } = await team();
    const { key } = await create(owner);
    const asked = () => Array.from({ length: 6 }, () => tokenFor(owner, key.id));
    const [before, , after] = await Promise.all([
      Promise.all(asked()),
      owner.call('signOut'),
      Promise.all(asked()),
    ]);
    const replies = [...before, ...after];
    for (const { status, body } of replies.filter((reply) => reply.status !== 201))
      expect([status, body.code]).toEqual([401, 'not_signed_in']);
    for (const { body } of replies.filter((reply) => reply.status === 201))
      expect((await call(body.token as string, 'GET /key')).status).toBe(401);
  });

  it("is no secret of the key, no use of it, and takes nothing of the program's limit", async () => {
    const { owner } = await team();
    const { apiKey, key } = await create(owner, { scopes: ['webhook:read'] });
    const { token } = (await tokenFor(owner, key.id)).body;
    for (let i = 0; i < 3; i += 1) await call(token, 'GET /webhook-endpoints');
    const [listed] = (await owner.call('listKeys')).body.keys;
    expect(listed).toMatchObject({ lastUsedAt: null, secrets: [{ last4: apiKey.slice(-4) }] });
    expect(listed.secrets).toHaveLength(1);
    const { headers, body } = await call(apiKey, 'GET /key');
    expect([headers['ratelimit'], body.last4]).toEqual([
      expect.stringContaining(';r=999999;'),
      apiKey.slice(-4),
    ]);
    const rotated = await rotate(owner, { apiKey, key }, 0);
    expect(rotated.key.secrets).toHaveLength(1);
  });

  it('shares one limit with other tokens of the session, also when they are counted together', async () => {
    const { owner } = await team();
    const keys = [await create(owner), await create(owner)];
    const tokens = await Promise.all(keys.map(async ({ key }) => (await tokenFor(owner, key.id)).body.token));
    const asked = Array.from({ length: 20 }, (_, i) => tokens[i % 2] as string);
    const replies = await Promise.all(asked.map((token) => send(pair.bases[0], 'GET /key', { key: token })));
    expect(replies.map(({ status }) => status)).toEqual(asked.map(() => 200));
    const left = replies.map(({ headers }) => /;r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    expect(left.toSorted().at(0)).toBe('999980');
  });
});
