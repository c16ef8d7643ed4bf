import { beforeAll, describe, expect, it } from 'vitest';
import { join, newAccount } from '../../support/panel/person.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';

let app: TestApp;
beforeAll(async () => void (app = await sharedApp()));

const summary = ({ status, body }: { status: number; body: any }) => [status, body.code];
const twice = <T>(make: (i: number) => Promise<T>) => Promise.all([make(0), make(1)]);

describe('members', () => {
  it('keep an owner, whoever of two owners removes the other first', async () => {
    const team = await newAccount(app);
    const owners = [await join(app, 'owner', team), await join(app, 'owner', team)];
    const ids = await Promise.all(owners.map(async (owner) => (await owner.session()).user.id));
    await twice((i) => owners[i]!.call('removeMember', { params: { id: ids[1 - i]! } }));
    const left = await app.database.query(`SELECT FROM users WHERE account_id = $1 AND role = 'owner'`, [
      team,
    ]);
    expect(left).toHaveLength(1);
  });

  it('cannot leave an account without an owner', async () => {
    const owner = await join(app, 'owner', await newAccount(app));
    const params = { id: (await owner.session()).user.id };
    expect(summary(await owner.call('removeMember', { params }))).toEqual([409, 'last_owner']);
    const demoted = await owner.call('updateMember', { params, body: { role: 'member' } });
    expect(summary(demoted)).toEqual([409, 'last_owner']);
  });

  it('who administer do not reach owners', async () => {
    const team = await newAccount(app);
    const [owner, admin] = [await join(app, 'owner', team), await join(app, 'admin', team)];
    const [params, own] = [{ id: (await owner.session()).user.id }, { id: (await admin.session()).user.id }];
    const attempts = [
      admin.call('createResetLink', { params }),
      admin.call('removeMember', { params }),
      admin.call('updateMember', { params, body: { role: 'member' } }),
      admin.call('updateMember', { params: own, body: { role: 'owner' } }),
      admin.call('createInvitation', { body: { role: 'owner' } }),
    ];
    for (const attempt of attempts) expect(summary(await attempt)).toEqual([403, 'insufficient_role']);
  });

  it('whose role changes sign in again', async () => {
    const team = await newAccount(app);
    const [owner, member] = [await join(app, 'owner', team), await join(app, 'member', team)];
    const params = { id: (await member.session()).user.id };
    expect((await owner.call('updateMember', { params, body: { role: 'admin' } })).status).toBe(200);
    expect((await member.call('getSession')).status).toBe(401);
    await member.signIn();
    expect((await member.session()).user.role).toBe('admin');
  });

  it('who are removed have no session, no key and no account any more', async () => {
    const team = await newAccount(app);
    const [owner, member] = [await join(app, 'owner', team), await join(app, 'member', team)];
    const body = { name: 'x', environment: 'test', scopes: ['transfer:read'], expiresAt: null };
    const { apiKey } = (await member.call('createKey', { body })).body;
    const params = { id: (await member.session()).user.id };
    expect((await owner.call('removeMember', { params })).status).toBe(204);
    const statuses = [await member.call('getSession'), await member.signIn()].map(({ status }) => status);
    expect(statuses).toEqual([401, 401]);
    const key = await fetch(`${app.baseUrl}/key`, { headers: { authorization: `Bearer ${apiKey}` } });
    expect(key.status).toBe(401);
    const { entries } = (await owner.call('listAuditEntries')).body;
    expect(entries[0]).toMatchObject({ action: 'remove member', target: params.id, actor: 'A owner' });
  });

  it('of another account do not see the log', async () => {
    const [one, other] = [
      await join(app, 'owner', await newAccount(app)),
      await join(app, 'owner', await newAccount(app)),
    ];
    await one.call('createInvitation', { body: { role: 'member' } });
    const { entries } = (await other.call('listAuditEntries')).body;
    expect(entries).toMatchObject([{ action: 'join' }]);
  });
});
