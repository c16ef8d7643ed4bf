/** Quotas of accounts and members: living items, bytes and uploads a day. */
import { randomBytes } from 'node:crypto';
import { ConflictError, Tempshare } from '@tempshare/sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { forgetUploads } from '../../../server/src/features/accounts/quota-store.ts';
import { statementsOf } from '../../support/database/sent-statements.ts';
import { put } from '../../support/files/uploads.ts';
import { atOnce, send, tally, untilServed, type Reply } from '../../support/network/send.ts';
import { join, newAccount, type Person, type Place } from '../../support/panel/person.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { sharedServers, type Servers } from '../../support/server/servers.ts';

const NONE = { items: null, bytes: null, uploads: null };
const KIB = 1024;
const SCOPES = [
  ...['transfer:create', 'transfer:read', 'secret:create', 'request:create', 'request:read'],
  ...['room:create', 'room:write'],
];

let app: TestApp;
let servers: Omit<Servers, 'kill'>;
let pair: Place;
beforeAll(async () => {
  [app, servers] = await Promise.all([sharedApp(), sharedServers()]);
  pair = { url: new URL(servers.bases[0]).origin, database: servers.database };
});

/** A member of a new account with an owner, and an API key of the member. */
interface Team {
  owner: Person;
  member: Person;
  accountId: string;
  memberId: string;
  key: string;
}

async function makeKey(person: Person): Promise<string> {
  const body = { name: 'ci', environment: 'live', scopes: SCOPES, expiresAt: null };
  return (await person.call('createKey', { body })).body.apiKey as string;
}

async function newTeam(place: Place = app): Promise<Team> {
  const accountId = await newAccount(place);
  const owner = await join(place, 'owner', accountId);
  const member = await join(place, 'member', accountId);
  return {
    ...{ owner, member, accountId, memberId: (await member.session()).user.id },
    key: await makeKey(member),
  };
}

type Limits = Partial<typeof NONE | Record<keyof typeof NONE, number | null>>;
async function setQuotas({ owner }: Team, account: Limits, memberDefault: Limits = {}): Promise<void> {
  const body = { account: { ...NONE, ...account }, memberDefault: { ...NONE, ...memberDefault } };
  expect((await owner.call('setQuotas', { body })).status).toBe(204);
}
async function setOwn({ owner, memberId: id }: Team, limits: Limits | null): Promise<void> {
  const body = { limits: limits && { ...NONE, ...limits } };
  expect((await owner.call('setMemberQuota', { params: { id }, body })).status).toBe(204);
}
const ownQuota = async (person: Person) => (await person.call('getOwnQuota')).body;
const call = (key: string, line: string, json?: object) =>
  untilServed(() => send(app.baseUrl, line, { key, json }));
const anyone = (line: string, json?: object) => untilServed(() => send(app.baseUrl, line, { json }));
const secret = (key: string, text = 'x') => call(key, 'POST /secrets', { secret: text });

/** Refusals by a quota. */
const refusal = ({ status, body }: Reply) => [status, body.code, body.detail];

const CREATES: [string, string, object][] = [
  ['a text', 'POST /transfers', { type: 'text', text: 'x' }],
  ['a link', 'POST /transfers', { type: 'url', targetUrl: 'https://example.com' }],
  ['a file', 'POST /transfers', { type: 'file', size: 1 }],
  ['a secret', 'POST /secrets', { secret: 'x' }],
  ['an upload request', 'POST /requests', { title: 'x' }],
  ['a room', 'POST /rooms', { name: 'x' }],
  ['an inbox', 'POST /drops', { label: 'x' }],
  ['a debug share', 'POST /debug-share', { logs: 'x' }],
];

describe('a quota of living items', () => {
  it('counts an item of every kind once, and refuses every kind with a sentence that names the quota', async () => {
    const team = await newTeam();
    await setQuotas(team, { items: CREATES.length });
    for (const [name, line, json] of CREATES)
      expect((await call(team.key, line, json)).status, name).toBe(201);
    expect((await ownQuota(team.member)).account.used.items).toBe(CREATES.length);
    const sentence =
      "The account's quota of 8 living items is used up: 8 of 8. Delete something, or ask an administrator.";
    for (const [name, line, json] of CREATES)
      expect(refusal(await call(team.key, line, json)), name).toEqual([409, 'quota_exceeded', sentence]);
    // The SDK throws the class of every quota, and says which one it is.
    const error = await new Tempshare({ apiKey: team.key, baseUrl: app.baseUrl }).drops
      .create({ label: 'x' })
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ code: 'quota_exceeded', errors: [{ code: 'quota_items' }] });
    // Pages are refused as programs are.
    const { token } = (await team.owner.call('createPageToken')).body;
    expect((await secret(token)).body.detail).toBe(sentence);
    expect((await ownQuota(team.member)).account.used.items).toBe(CREATES.length);
  });

  it('frees the place of what is deleted, read or expired at once, and is in the way of none of it', async () => {
    const team = await newTeam();
    const [one, other] = [await secret(team.key), await secret(team.key)];
    const text = await call(team.key, 'POST /transfers', { type: 'text', text: 'x' });
    const inbox = await call(team.key, 'POST /drops', { label: 'x' });
    await setOwn(team, { items: 2 });
    const used = async () => (await ownQuota(team.member)).member;
    expect(await used()).toMatchObject({ limits: { items: 2 }, used: { items: 4 } });
    expect((await secret(team.key)).body.detail).toBe(
      "The member's quota of 2 living items is used up: 4 of 2. Delete something, or ask an administrator.",
    );
    const id = text.body.id as string;
    expect((await anyone(`GET /public/transfers/${id}`)).status).toBe(200);
    expect((await call(team.key, `GET /transfers/${id}`)).status).toBe(200);
    expect((await call(team.key, 'GET /transfers')).body.total).toBe(1);
    expect((await anyone(`POST /public/secrets/${one.body.secretId}/reveal`)).status).toBe(200);
    expect((await call(team.key, `DELETE /drops/${inbox.body.dropId}`)).status).toBe(200);
    expect((await secret(team.key)).status).toBe(409);
    await app.database.query(
      `UPDATE secrets SET created_at = now() - interval '2 days', expires_at = now() - interval '1 second' WHERE id = $1`,
      [other.body.secretId],
    );
    expect((await used()).used.items).toBe(1);
    const file = await call(team.key, 'POST /transfers', { type: 'file', size: 1 });
    // Its upload URL has died, but an upload that has begun may still arrive: its place is kept until it is swept.
    const dead = (minutes: number) =>
      app.database.query(
        `UPDATE transfers SET awaiting_until = now() - make_interval(mins => $2) WHERE id = $1`,
        [file.body.id, minutes],
      );
    await dead(1);
    expect((await secret(team.key)).status).toBe(409);
    await dead(20);
    await app.sweep();
    expect((await used()).used.items).toBe(1);
    expect(tally([await secret(team.key), await secret(team.key)])).toEqual({ 201: 1, 409: 1 });
  });

  it('of the account takes all its keys together, and that of a member theirs alone', async () => {
    const team = await newTeam();
    const owners = await makeKey(team.owner);
    await setQuotas(team, { items: 4 }, { items: 2 });
    expect(tally(await atOnce(4, () => secret(team.key)))).toEqual({ 201: 2, 409: 2 });
    await setOwn(team, { items: 3 });
    expect(tally(await atOnce(3, () => secret(team.key)))).toEqual({ 201: 1, 409: 2 });
    expect(tally(await atOnce(2, () => secret(owners)))).toEqual({ 201: 1, 409: 1 });
    const { body } = await team.owner.call('getQuotas');
    expect(body).toMatchObject({
      account: { limits: { items: 4 }, used: { items: 4 } },
      memberDefault: { items: 2 },
      members: [
        { name: 'A member', isOwn: true, limits: { items: 3 }, used: { items: 3 } },
        { name: 'A owner', isOwn: false, limits: { items: 2 }, used: { items: 1 } },
      ],
    });
    // Without quotas nobody is refused, and no row is left that creates would lock.
    await setOwn(team, null);
    await setQuotas(team, {});
    expect(tally(await atOnce(4, () => secret(team.key)))).toEqual({ 201: 4 });
    const rows = await app.database.query('SELECT FROM account_quotas WHERE account_id = $1', [
      team.accountId,
    ]);
    expect(rows).toEqual([]);
  });

  it('goes with what is handed over when a member is removed', async () => {
    const team = await newTeam();
    await setQuotas(team, {}, { items: 3, bytes: 4 * KIB });
    await atOnce(3, () => secret(team.key));
    const heir = await join(app, 'member', team.accountId);
    const { id: handOverTo } = (await heir.session()).user;
    const query = `?shared=hand-over&handOverTo=${handOverTo}`;
    const { token } = (await heir.call('createPageToken')).body;
    await atOnce(2, () => secret(token));
    expect((await team.owner.call('removeMember', { params: { id: team.memberId }, query })).status).toBe(
      204,
    );
    await app.sweep();
    // More than the heir may have: nothing is lost, and nothing is added.
    expect((await ownQuota(heir)).member.used).toMatchObject({ items: 5, bytes: 5 * KIB });
    expect((await secret(token)).body.detail).toMatch(/used up: 5 of 3/);
  });
});

describe('a quota of bytes', () => {
  it('takes what is added up to its last byte, by the owner, and by strangers, who are told no figures', async () => {
    const team = await newTeam();
    await setQuotas(team, { bytes: 20 * KIB });
    const { requestId, pin } = (await call(team.key, 'POST /requests', { title: 'x' })).body;
    const { dropId } = (await call(team.key, 'POST /drops', { label: 'x' })).body;
    const announce = (size: number) =>
      anyone(`POST /public/requests/${requestId}/files`, { pin, fileName: 'a.txt', size });
    const begun = await announce(16 * KIB);
    const other = await announce(16 * KIB);
    expect([begun.status, other.status]).toEqual([201, 201]);
    const bytes = randomBytes(16 * KIB);
    expect((await put(app.baseUrl, begun.body.uploadUrl, bytes)).status).toBe(200);
    const strangers =
      "The account's quota of bytes leaves no room for this. Its owner can delete something, or ask an administrator.";
    expect(refusal(await put(app.baseUrl, other.body.uploadUrl, bytes))).toEqual([
      409,
      'quota_exceeded',
      strangers,
    ]);
    expect((await announce(5 * KIB)).body.detail).toBe(strangers);
    const message = (await anyone(`POST /public/drops/${dropId}/items`, { message: 'x'.repeat(5 * KIB) }))
      .body;
    expect(message.detail).toBe(strangers);

    expect((await call(team.key, 'GET /key')).body.quota.bytesLeft).toBe(4 * KIB);
    const { keys } = (await team.member.call('getUsage')).body;
    expect(keys[0].bytesLeft).toBe(4 * KIB);
    expect((await secret(team.key, 'x'.repeat(5 * KIB))).body.detail).toMatch(
      /^The account's quota of 20480 bytes has 4096 left, and this takes \d+\. Delete something/,
    );
    expect(tally(await atOnce(8, () => secret(team.key)))).toEqual({ 201: 4, 409: 4 });
    expect((await ownQuota(team.member)).account.used.bytes).toBe(20 * KIB);
    expect((await call(team.key, `DELETE /requests/${requestId}`)).status).toBe(200);
    expect((await secret(team.key)).status).toBe(201);
  });
});

describe('a quota of uploads a day', () => {
  it('counts items and the files of their owner in rooms, also after they were deleted, until the day in UTC is over', async () => {
    const team = await newTeam();
    await setQuotas(team, {}, { uploads: 4 });
    const { secretId } = (await secret(team.key)).body;
    expect((await call(team.key, `DELETE /secrets/${secretId}`)).status).toBe(200);
    const { roomId } = (await call(team.key, 'POST /rooms', { name: 'x' })).body;
    expect((await call(team.key, `POST /rooms/${roomId}/messages`, { text: 'x' })).status).toBe(201);
    expect((await call(team.key, `POST /rooms/${roomId}/files`, { size: 1 })).status).toBe(201);
    // Files that strangers send are no uploads of the member.
    expect((await anyone(`POST /public/rooms/${roomId}/files`, { size: 1 })).status).toBe(201);
    expect((await call(team.key, 'POST /transfers', { type: 'file', size: 1 })).status).toBe(201);
    const sentence =
      "The member's quota of 4 uploads a day is used up: 4 of 4. Wait until 00:00 UTC, or ask an administrator.";
    expect(refusal(await secret(team.key))).toEqual([409, 'quota_exceeded', sentence]);
    expect((await call(team.key, `POST /rooms/${roomId}/files`, { size: 1 })).body.detail).toBe(sentence);
    expect((await ownQuota(team.member)).member.used.uploads).toBe(4);
    await app.database.query('UPDATE quota_uploads SET day = day - 1 WHERE owner = $1', [team.memberId]);
    expect((await ownQuota(team.member)).member.used.uploads).toBe(0);
    expect((await secret(team.key)).status).toBe(201);
    const days = () =>
      app.database.query('SELECT uploads::int FROM quota_uploads WHERE owner = $1', [team.memberId]);
    await forgetUploads(app as never);
    expect(await days()).toEqual([{ uploads: 1 }]);
    await app.database.query('UPDATE quota_uploads SET day = day - 2 WHERE owner = $1', [team.memberId]);
    await forgetUploads(app as never);
    expect(await days()).toEqual([]);
  });

  it('counts a repeated request once, and what is refused not at all', async () => {
    const team = await newTeam();
    await setQuotas(team, { uploads: 2 });
    const headers = { 'idempotency-key': 'once-and-no-more' };
    const again = () => send(app.baseUrl, 'POST /secrets', { key: team.key, json: { secret: 'x' }, headers });
    expect(tally(await atOnce(4, again))).toEqual({ 201: 4 });
    expect((await call(team.key, 'POST /secrets', {})).status).toBe(400);
    expect((await secret(team.key)).status).toBe(201);
    expect(tally(await atOnce(4, () => secret(team.key)))).toEqual({ 409: 4 });
    expect((await ownQuota(team.member)).account.used.uploads).toBe(2);
    // A created item stays when its request is repeated.
    expect((await again()).status).toBe(201);
  });
});

describe('with two servers', () => {
  it('16 writers at the last places get exactly as many as there are, of every figure', async () => {
    const team = await newTeam(pair);
    const owners = await makeKey(team.owner);
    const add = (i: number) =>
      untilServed(() =>
        send(servers.bases[i % 2]!, CREATES[i % 4]![1], {
          key: i % 3 ? team.key : owners,
          json: CREATES[i % 4]![2],
        }),
      );
    const left = async (limits: Limits): Promise<void> => {
      await setQuotas(team, limits);
      expect(tally(await atOnce(16, add))).toEqual({ 201: 5, 409: 11 });
    };
    await left({ items: 5 });
    await left({ bytes: 10 * KIB });
    await left({ uploads: 5 });
    const { used } = (await ownQuota(team.owner)).account;
    expect(used).toEqual({ items: 15, bytes: 15 * KIB, uploads: 5 });
  });

  it('one of which is killed, the count stays that of the rows', async () => {
    const team = await newTeam(pair);
    await setQuotas(team, { items: 40, uploads: 60 });
    const killed = await startServerProcess(servers.env);
    const made: Promise<Reply | undefined>[] = [];
    let stopped = 0;
    const responded = new Promise<void>((resolve) => {
      for (let i = 0; i < 30; i++)
        made.push(
          send(killed.baseUrl, 'POST /secrets', { key: team.key, json: { secret: 'x' } })
            .then((reply) => {
              if (++stopped === 5) resolve();
              return reply;
            })
            .catch(() => undefined),
        );
    });
    await responded;
    await killed.stop('SIGKILL');
    const known = (await Promise.all(made)).filter((reply) => reply?.status === 201).length;
    const count = async (): Promise<number> => {
      const sql = 'SELECT count(*)::int AS count FROM secrets WHERE account_id = $1';
      return (await servers.database.query<{ count: number }>(sql, [team.accountId]))[0]!.count;
    };
    const rest = await atOnce(41, (i) =>
      untilServed(() =>
        send(servers.bases[i % 2]!, 'POST /secrets', { key: team.key, json: { secret: 'x' } }),
      ),
    );
    const added = tally(rest)[201]!;
    expect(await count()).toBe(40);
    expect(known + added).toBeLessThanOrEqual(40);
    expect((await ownQuota(team.owner)).account.used).toEqual({ items: 40, bytes: 40 * KIB, uploads: 40 });
  });
});

describe('without a quota', () => {
  it('a create sends no statement more, and waits for nobody', async () => {
    const team = await newTeam();
    /** The statements of a create. Others may be sent meanwhile, such as those of usage. */
    const texts = async () =>
      (await statementsOf(() => secret(team.key)))
        .map(({ text }) => text)
        .filter((text) => /INTO secrets|quota/.test(text));
    await secret(team.key);
    const without = await texts();
    await setQuotas(team, { items: 100, bytes: 100 * KIB, uploads: 100 });
    expect(await texts()).toEqual(without);
    expect(without).toHaveLength(1);
    expect(without[0]).not.toMatch(/quota/);

    // A lock of an account's row makes its own creates wait, not those of another account, and no deletions.
    const other = await newTeam();
    const { secretId } = (await secret(team.key)).body;
    const holder = await app.database.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM account_quotas WHERE account_id = $1 FOR UPDATE', [team.accountId]);
      const waiting = secret(team.key);
      expect((await secret(other.key)).status).toBe(201);
      expect((await call(team.key, `DELETE /secrets/${secretId}`)).status).toBe(200);
      await holder.query('COMMIT');
      expect((await waiting).status).toBe(201);
    } finally {
      await holder.end();
    }
  });
});

describe('the quotas of an account', () => {
  it('are set by administrators and recorded, and each person sees their own', async () => {
    const team = await newTeam();
    const admin = await join(app, 'admin', team.accountId);
    const body = { account: { ...NONE, items: 100 }, memberDefault: { ...NONE, bytes: 5 } };
    expect((await team.member.call('setQuotas', { body })).status).toBe(403);
    expect((await team.member.call('getQuotas')).status).toBe(403);
    expect((await admin.call('setQuotas', { body })).status).toBe(204);
    const limits = { ...NONE, items: 7 };
    const own = (id: string) => admin.call('setMemberQuota', { params: { id }, body: { limits } });
    expect((await own(team.memberId)).status).toBe(204);
    // An administrator changes nothing of an owner, and nothing of another account.
    expect((await own((await team.owner.session()).user.id)).status).toBe(403);
    expect((await own((await newTeam()).memberId)).status).toBe(404);
    expect(await ownQuota(team.member)).toEqual({
      account: { limits: { ...NONE, items: 100 }, used: { items: 0, bytes: 0, uploads: 0 } },
      member: { limits, used: { items: 0, bytes: 0, uploads: 0 } },
    });
    const { entries } = (await team.owner.call('listAuditEntries', { query: '?limit=2' })).body;
    expect(entries).toMatchObject([
      { action: 'change quotas of member', target: team.memberId, details: { limits } },
      { action: 'change quotas', target: team.accountId, details: body },
    ]);
  });

  it('are whole numbers that are not negative', async () => {
    const team = await newTeam();
    for (const items of [-1, 1.5, '5', 1_000_001]) {
      const body = { account: { ...NONE, items }, memberDefault: NONE };
      expect((await team.owner.call('setQuotas', { body })).status).toBe(400);
    }
    await setQuotas(team, { items: 0 });
    expect((await secret(team.key)).body.detail).toMatch(/quota of 0 living items is used up: 0 of 0/);
  });
});
