import { roles, type AccountOperation, type Role } from '@tempshare/contract/account';
import { beforeAll, describe, expect, it } from 'vitest';
import { prefixedId } from '../../../server/src/crypto/tokens.ts';
import {
  ACCOUNT_OPERATIONS,
  document,
  join,
  newAccount,
  Person,
  type PersonCall,
} from '../../support/panel/person.ts';
import { stillAhead } from '../../support/contract/operations.ts';
import { send } from '../../support/network/send.ts';
import { sharedApp, type TestApp } from '../../support/server/app.ts';

let app: TestApp;
/** A person of each role in one account, and the ids of what another account has. */
const people = {} as Record<Role, Person>;
let foreign: Record<string, string>;

beforeAll(async () => {
  app = await sharedApp();
  const [account, other] = [await newAccount(app), await newAccount(app)];
  for (const role of roles) people[role] = await join(app, role, account);
  const stranger = await join(app, 'owner', other);
  const { body: created } = await stranger.call('createKey', {
    body: { name: 'x', environment: 'test', scopes: ['transfer:read'], expiresAt: null },
  });
  const { body: invited } = await stranger.call('createInvitation', { body: { role: 'member' } });
  const { user } = await stranger.session();
  const pk = prefixedId('pk');
  await app.database.query(
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name) VALUES ($1, $2, $1, '', 0, '{}', 'x')`,
    [pk, user.id],
  );
  const { body: listed } = await stranger.call('listSessions');
  const { body: token } = await stranger.call('createPageToken');
  const json = { secret: 'x' };
  const { body: secret } = await send(app.baseUrl, 'POST /secrets', { key: token.token, json });
  foreign = {
    key: created.key.id,
    user: user.id,
    inv: invited.invitation.id,
    session: listed.sessions[0].id,
    pk,
    item: secret.secretId,
  };
});

/** The JSON body of an operation, with its examples. */
const bodyOf = ({ path, method }: Pick<AccountOperation, 'path' | 'method'>) =>
  document.paths[path]![method.toLowerCase()]!.requestBody?.content['application/json'];

/** A valid call by the first example of the document, about something of another account where it names something. */
function callOf({ path, method }: AccountOperation): PersonCall {
  const item = document.paths[path]!;
  const [example] = Object.values(bodyOf({ path, method })?.examples ?? {});
  const [parameter] = (item.parameters ?? []) as unknown as { schema: { pattern?: string; $ref?: string } }[];
  const schema = JSON.stringify(parameter?.schema ?? '');
  const kind = Object.keys(foreign).find(
    (each) => schema.includes(`^${each}_`) || schema.toLowerCase().includes(`${each}id`),
  );
  return {
    ...(path.includes('{') && { params: { id: foreign[kind!]! } }),
    ...(example && { body: stillAhead(example.value as object) }),
  };
}

const guarded = ACCOUNT_OPERATIONS.filter(({ roles }) => roles.length > 0);

describe.each(guarded.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  it('needs a session', async () => {
    const { status, body } = await new Person(app.url).call(id, callOf(operation));
    expect([status, body.code]).toEqual([401, 'not_signed_in']);
  });

  it.each(roles.filter((role) => !operation.roles.includes(role)))('refuses %s', async (role) => {
    const { status, body } = await people[role].call(id, callOf(operation));
    expect([status, body.code]).toEqual([403, 'insufficient_role']);
  });

  if (operation.path.includes('{'))
    it.each(operation.roles)('answers %s about another account as about nothing', async (role) => {
      const { status, body } = await people[role].call(id, callOf(operation));
      expect([status, body.code]).toEqual([404, 'not_found']);
    });

  if (JSON.stringify(bodyOf(operation) ?? {}).includes('"keyId"'))
    it.each(operation.roles)('answers %s about a key of another account as about nothing', async (role) => {
      const { status, body } = await people[role].call(id, { body: { keyId: foreign.key } });
      expect([status, body.code]).toEqual([404, 'not_found']);
    });

  if (operation.recentSignIn)
    it('asks for the password ten minutes after it was given', async () => {
      const person = await join(app, operation.roles[0]!, await newAccount(app));
      await app.database.query(
        `UPDATE user_sessions SET confirmed_at = now() - interval '601 seconds' WHERE user_id = $1`,
        [(await person.session()).user.id],
      );
      const { status, body } = await person.call(id, callOf(operation));
      expect([status, body.code]).toEqual([403, 'confirmation_required']);
    });
});
