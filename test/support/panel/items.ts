import type { AccountSchema } from '@tempshare/contract/account';
import { send } from '../network/send.ts';
import type { TestApp } from '../server/app.ts';
import { join, newAccount, type Person } from './person.ts';

type List = AccountSchema<'ItemList'>;
type Details = AccountSchema<'ItemDetails'>;

export const summary = ({ status, body }: { status: number; body: any }) => [status, body?.code];

/** Calls that make items by keys, and read them as the panel does. */
export function itemCalls(app: () => TestApp) {
  /** A team with a key of the member. */
  async function team() {
    const account = await newAccount(app());
    const [owner, member, auditor] = await Promise.all([
      join(app(), 'owner', account),
      join(app(), 'member', account),
      join(app(), 'auditor', account),
    ]);
    return { account, owner, member, auditor, key: await keyOf(member) };
  }
  async function keyOf(person: Person, name = 'ci') {
    const body = { name, environment: 'live', scopes: await scopes(person), expiresAt: null };
    const { body: created } = await person.call('createKey', { body });
    return { id: created.key.id as string, apiKey: created.apiKey as string };
  }
  /** All scopes, which the token of the pages has. */
  const scopes = async (person: Person): Promise<string[]> =>
    (await person.call('createPageToken')).body.scopes;
  const create = async (apiKey: string, line: string, json: object) =>
    (await send(app().baseUrl, line, { key: apiKey, json })).body;
  const text = async (apiKey: string, more: object = {}): Promise<string> =>
    (await create(apiKey, 'POST /transfers', { type: 'text', text: 'x', ...more })).id;
  const secret = async (apiKey: string, more: object = {}): Promise<string> =>
    (await create(apiKey, 'POST /secrets', { secret: 'x', ...more })).secretId;
  const list = async (person: Person, query = ''): Promise<List> =>
    (await person.call('listItems', { query })).body as List;
  const ids = async (person: Person, query = '') => (await list(person, query)).items.map(({ id }) => id);
  const item = async (person: Person, id: string): Promise<Details> =>
    (await person.call('getItem', { params: { id } })).body as Details;
  return { team, keyOf, scopes, create, text, secret, list, ids, item };
}
