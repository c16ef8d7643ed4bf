import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import {
  Tempshare,
  UnexpectedResponseError,
  type ClientOptions,
  type RequestOptions,
} from '../../src/index.ts';
import { json, problem, scriptedServer, type Reply } from '../scripted-server.ts';
import { ID, uploaded } from '../sealing-stage.ts';
import { failure } from '../transport-setup.ts';

const apiKey = 'svc_sk_test_0123456789';
const pages = 'https://share.example';

type Create = (client: Tempshare, options?: RequestOptions) => PromiseLike<object>;

/** Created items: field of the link, the link's path, the call, and the path that deletes it. */
const creates: [string, string, Create, string][] = [
  ['secretUrl', 'secret/', ({ secrets }, options) => secrets.create({ secret: 'x' }, options), 'secrets'],
  [
    'shareUrl',
    '',
    ({ transfers }, options) => transfers.create({ type: 'text', text: 'x' }, options),
    'transfers',
  ],
  [
    'shareUrl',
    '',
    ({ transfers }, options) => transfers.create({ type: 'file', file: new Blob(['x']) }, options),
    'transfers',
  ],
  ['roomUrl', 'room/', ({ rooms }, options) => rooms.create({ name: 'x' }, options), 'rooms'],
];

/** A client whose service answers with this link; it is told where it listens itself. */
async function respondingWith(
  field: string,
  link: (own: string) => string,
  options: ClientOptions = {},
  next: Reply = uploaded,
  id: unknown = ID,
) {
  const ids = { id, secretId: id, roomId: id };
  const created: Record<string, unknown> = {
    ...ids,
    uploadUrl: 'https://share.example/api/v1/public/uploads/u_1',
    [field]: '',
  };
  const server = await scriptedServer((...exchange) => json(201, created)(...exchange), next);
  created[field] = link(new URL(server.baseUrl).origin);
  return { ...server, client: new Tempshare({ apiKey, baseUrl: server.baseUrl, ...options }) };
}

const foreign: [string, (own: string) => string, string][] = [
  ['another host', () => `https://evil.example/en/${ID}`, 'another origin (https://evil.example)'],
  ['a host that only begins alike', (own) => `${own}.evil.example/en/${ID}`, 'nobody can open'],
  ['its own host as a user', (own) => `${own}@evil.example/en/${ID}`, 'nobody can open'],
  ['a script', () => `javascript:alert(1)//`, 'another origin (null)'],
  ['no address', () => `en/${ID}`, 'a link that is none'],
  ['a fragment', (own) => `${own}/en/${ID}#abc`, 'has a fragment already'],
  ['an empty fragment', (own) => `${own}/en/${ID}#`, 'has a fragment already'],
  ['a fragment encoded twice', (own) => `${own}/en/${ID}%2523abc`, 'has a fragment already'],
  ['a fragment as gateways write it', (own) => `${own}/en/${ID}%23abc`, 'has a fragment already'],
];

describe.each(creates)('the key of a %s', (field, path, create, place) => {
  it.for(foreign)('is not added to a link with %s', async ([, link, words]) => {
    const { client, seen } = await respondingWith(field, link);
    const error = await failure(create(client), UnexpectedResponseError);
    expect(error.message).toContain(words);
    expect(inspect(error, { showHidden: true })).not.toMatch(/#[\w-]{43}/);
    // No bytes either: what nobody can open is deleted again.
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
    expect(seen[1]!.url).toBe(`/api/v1/${place}/${ID}`);
    expect(error).toMatchObject({ message: expect.stringMatching(/; it was deleted again$/) });
    expect(error.announcedId).toBeUndefined();
  });

  type Given = { next?: Reply; id?: unknown; headers?: Record<string, string> };
  it.for<[string, Given, string | undefined, RegExp, number]>([
    ['it cannot be deleted', { next: problem(403, 'forbidden') }, ID, /origin .+; it was not deleted$/, 2],
    ['an earlier call may have created it', { headers: { 'Idempotency-Key': 'k' } }, ID, /another origin/, 1],
    ['its id is none', { id: 7 }, undefined, /the service answered with/, 1],
  ])('is not added either where %s', async ([, { next, id, headers }, announcedId, words, requests]) => {
    const { client, seen } = await respondingWith(field, foreign[0]![1], {}, next, id);
    const error = await failure(create(client, { headers }), UnexpectedResponseError);
    expect(error.message).toMatch(words);
    expect(error.announcedId).toBe(announcedId);
    expect(seen).toHaveLength(requests);
  });

  it('is added to one of the origin of the API', async () => {
    const { client, baseUrl } = await respondingWith(field, (own) => `${own}/app/en/${path}${ID}`);
    const { [field]: link } = (await create(client)) as Record<string, string>;
    expect(link).toMatch(new RegExp(`^${new URL(baseUrl).origin}/app/en/${path}${ID}#[\\w-]{43}$`));
  });

  it('is added to one of the origin that the caller names, or the environment', async () => {
    const link = () => `${pages}/en/${path}${ID}`;
    const whole = new RegExp(`^${pages}/en/${path}${ID}#[\\w-]{43}$`);
    const named = await respondingWith(field, link, { appUrl: `${pages}/` });
    expect(((await create(named.client)) as Record<string, string>)[field]).toMatch(whole);
    vi.stubEnv('SERVICE_APP_URL', pages);
    const stage = await respondingWith(field, link);
    vi.unstubAllEnvs();
    expect(((await create(stage.client)) as Record<string, string>)[field]).toMatch(whole);
  });
});

it('scheme and port belong to an origin', async () => {
  for (const origin of ['http://share.example', 'https://share.example:8443', 'https://www.share.example']) {
    const reply = { secretId: ID, secretUrl: `${origin}/en/secret/${ID}` };
    const fetch = async () => Response.json(reply, { status: 201 });
    const client = new Tempshare({ apiKey, baseUrl: `${pages}/api/v1`, fetch });
    await expect(client.secrets.create({ secret: 'x' })).rejects.toMatchObject({ code: 'foreign_link' });
  }
});

it('a service of this machine has pages under any name of this machine, and no other has', async () => {
  const local = ['http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:8080'];
  for (const origin of local) {
    const link = () => `${origin}/en/secret/${ID}`;
    const { client } = await respondingWith('secretUrl', link);
    expect((await client.secrets.create({ secret: 'x' })).secretUrl).toContain(`${origin}/en/secret/${ID}#`);
    const fetch = async () => Response.json({ secretId: ID, secretUrl: link() }, { status: 201 });
    const far = new Tempshare({ apiKey, baseUrl: `${pages}/api/v1`, fetch });
    await expect(far.secrets.create({ secret: 'x' })).rejects.toMatchObject({ code: 'foreign_link' });
  }
});

it('a link that needs no key is answered as it is', async () => {
  const { client } = await respondingWith('secretUrl', () => `https://elsewhere.example/en/secret/${ID}`);
  const { secretUrl } = await client.secrets.create({ secret: 'x', encryption: 'server' });
  expect(secretUrl).toBe(`https://elsewhere.example/en/secret/${ID}`);
});
