import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { OWNER_OPERATIONS } from '../../support/contract/operations.ts';
import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/src/config.ts';
import { createDatabase } from '../../../server/src/deps.ts';
import { ANONYMOUS_ACCOUNT, ANONYMOUS_SHARES, anonymousKeyId } from '../../../server/src/domain/anonymous.ts';
import { createFirstKey, defaultAccount } from '../../../server/src/features/accounts/api-key.ts';
import { putAnonymousKeys } from '../../../server/src/features/accounts/store.ts';
import { createTestDatabase } from '../../support/database/database.ts';
import { send } from '../../support/network/send.ts';
import { Person } from '../../support/panel/person.ts';
import { sharedApp, startApp, type TestApp } from '../../support/server/app.ts';

const KIB = 1024;
const ON = {
  ALLOW_ANONYMOUS_CREATE: 'true',
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  TRUST_PROXY: '1',
  RATE_LIMIT_ANONYMOUS_CREATE: '1000000',
  ANONYMOUS_MAX_BYTES_PER_ITEM: '8KiB',
  ANONYMOUS_MAX_BYTES_TOTAL: '512KiB',
  ANONYMOUS_MAX_LIFETIME: '1d',
};
const app = await sharedApp(ON);

let networks = 0;
/** A network that nobody has sent from. */
const network = (): string => `198.51.${Math.floor((networks += 1) / 250)}.${(networks % 250) + 1}`;

const token = (): string => `svc_sk_anonymous_${randomBytes(32).toString('base64url')}`;
const headersOf = (address: string) => ({
  authorization: `Bearer ${token()}`,
  'x-forwarded-for': address,
});

/** The page of somebody at this address. */
const stranger = (address = network(), { baseUrl }: Pick<TestApp, 'baseUrl'> = app): Tempshare =>
  new Tempshare({
    apiKey: token(),
    baseUrl,
    maxRetries: 0,
    fetch: (input, init) => {
      const request = new Request(input, init);
      request.headers.set('x-forwarded-for', address);
      return fetch(request);
    },
  });

const text = (bytes: number) => ({ type: 'text', text: 'x'.repeat(bytes) }) as const;
/** The account of the operators. */
async function defaultAccountOf({ database }: Pick<TestApp, 'database'>): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    'SELECT id FROM accounts ORDER BY created_at, id LIMIT 1',
  );
  return row!.id;
}

const code = (sending: Promise<unknown>): Promise<string> =>
  sending.then(
    () => 'sent',
    (error: { code: string }) => error.code,
  );

describe('somebody without an account', () => {
  it('learns the limits before, and sends a text, a secret and a file that others open', async () => {
    expect((await new Person(app.url).call('getFrontDoor')).body.anonymous).toEqual({
      ...{ createsPerMinute: 1_000_000, itemBytes: 8 * KIB, totalBytes: 512 * KIB, longestSeconds: 86_400 },
    });
    const { transfers, secrets } = stranger();
    const { shareUrl } = await transfers.create({ ...text(8 * KIB), expiration: '1h', password: 'azalea' });
    await expect(openLink(shareUrl, { password: 'azalea' })).resolves.toHaveProperty('text.length', 8 * KIB);
    const { secretUrl } = await secrets.create({ secret: 'hunter2' });
    await expect(openLink(secretUrl)).resolves.toMatchObject({ secret: 'hunter2' });
    const file = new File(['x'.repeat(8 * KIB)], 'a.txt');
    const sent = await transfers.create({ type: 'file', file });
    await expect(openLink(sent.shareUrl)).resolves.toMatchObject({ file: { fileName: 'a.txt' } });
  });

  it('calls nothing else, whatever the operation', async () => {
    const others = OWNER_OPERATIONS.filter(({ id }) => !['transfers.create', 'secrets.create'].includes(id));
    expect(others.length).toBeGreaterThan(40);
    const headers = { ...headersOf(network()), 'content-type': 'application/json' };
    const replies = await Promise.all(
      others.map(async ({ method, path, id }) => {
        const { status } = await send(app.baseUrl, `${method} ${path.replaceAll(/\{\w+\}/g, 'x')}`, {
          headers,
          ...(method !== 'GET' && method !== 'DELETE' && { json: {} }),
        });
        return { id, status };
      }),
    );
    expect(replies.filter(({ status }) => status !== 403)).toEqual([]);
    const { body } = await send(app.baseUrl, 'GET /key', { headers });
    expect(body).toMatchObject({ code: 'insufficient_scope', status: 403 });
  });

  it.each([
    ['what the server could read', '/body/encryption', { type: 'text', text: 'readable' }],
    ['a label, which the server could read', '/body/label', { label: 'mine' }],
    ['what lives too long', '/body/expiration', { expiration: '7d' }],
    ['what lives for ever', '/body/expiration', { expiration: 'forever' }],
    [
      'a time too far ahead',
      '/body/expiresAt',
      { expiresAt: new Date(Date.now() + 90_000_000).toISOString() },
    ],
  ])('is refused %s', async (_, pointer, more) => {
    const sealed = {
      type: 'text',
      encryption: 'e2e',
      text: `${'A'.repeat(30)}..AAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA`,
    };
    const proof = { accessProofHash: 'A'.repeat(43) };
    const json = 'text' in more ? more : { ...sealed, ...proof, ...more };
    const { status, body } = await send(app.baseUrl, 'POST /transfers', {
      json,
      headers: headersOf(network()),
    });
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ pointer }] });
  });

  it('takes nothing of the quota of a team', async () => {
    const accountId = await defaultAccountOf(app);
    await app.database.query('INSERT INTO account_quotas (account_id, items) VALUES ($1, 0)', [accountId]);
    try {
      await expect(code(stranger().transfers.create(text(1)))).resolves.toBe('sent');
      const file = new File(['x'], 'a.txt');
      await expect(code(stranger().transfers.create({ type: 'file', file }))).resolves.toBe('sent');
      const key = new Tempshare({ apiKey: app.apiKey, baseUrl: app.baseUrl, maxRetries: 0 });
      await expect(code(key.transfers.create(text(1)))).resolves.toBe('quota_exceeded');
    } finally {
      await app.database.query('DELETE FROM account_quotas WHERE account_id = $1', [accountId]);
    }
  });

  it('is refused what is too large, before it is sent', async () => {
    const { transfers } = stranger();
    await expect(code(transfers.create(text(8 * KIB + 1024)))).resolves.toBe('validation_failed');
    const file = new File(['x'.repeat(8 * KIB + 1)], 'a.txt');
    await expect(code(transfers.create({ type: 'file', file }))).resolves.toBe('validation_failed');
  });

  it('fills a share at most, exactly, on two servers at once: others, and keys, have theirs', async () => {
    const key = new Tempshare({ apiKey: app.apiKey, baseUrl: app.baseUrl });
    const other = await startApp(ON, app.database);
    try {
      const address = '2001:db8:7:1::1';
      const sendings = await Promise.all(
        Array.from({ length: 24 }, (_, i) =>
          code(stranger(address, i % 2 ? app : other).transfers.create(text(8 * KIB))),
        ),
      );
      expect(new Set(sendings)).toEqual(new Set(['sent', 'quota_exceeded']));
      const [row] = await app.database.query<{ most: number; keys: number }>(
        `SELECT max(held)::int AS most, count(*)::int AS keys FROM (
           SELECT sum(bytes) AS held FROM byte_counters WHERE owner LIKE 'key_anonymous%' GROUP BY owner
         ) held`,
      );
      expect(row!.most).toBeLessThanOrEqual(64 * KIB);
      // The whole of a site is one network.
      await expect(code(stranger('2001:db8:7:2::1').transfers.create(text(8 * KIB)))).resolves.toBe(
        'quota_exceeded',
      );
      const outcomes = await Promise.all(
        Array.from({ length: 16 }, () => code(stranger().transfers.create(text(1)))),
      );
      expect(outcomes).toContain('sent');
      await expect(code(key.transfers.create(text(100_000)))).resolves.toBe('sent');
    } finally {
      await other.close({ keepDatabase: true });
    }
  });

  it('takes nothing of a share by files that are announced, or begun, and not sent, on two servers', async () => {
    const other = await startApp(ON, app.database);
    const uploads: ReturnType<typeof request>[] = [];
    await app.database.query(`DELETE FROM transfers WHERE api_key_id LIKE 'key_anonymous%'`);
    try {
      const address = '2001:db8:9:1::1';
      const held = async () =>
        (
          await app.database.query<{ bytes: string }>(
            `SELECT coalesce(sum(bytes), 0) AS bytes FROM byte_counters WHERE owner LIKE 'key_anonymous%'`,
          )
        )[0]!.bytes;
      const before = await held();
      const urls: string[] = [];
      /** A page that is closed before it sends the bytes. */
      const closed = ({ baseUrl }: Pick<TestApp, 'baseUrl'>): Tempshare =>
        new Tempshare({
          apiKey: token(),
          baseUrl,
          maxRetries: 0,
          fetch: async (input, init) => {
            const asked = new Request(input, init);
            if (asked.method === 'PUT') throw new Error('closed');
            asked.headers.set('x-forwarded-for', address);
            const response = await fetch(asked);
            // The client tries to delete what it could not send.
            if (response.status === 201)
              urls.push(((await response.clone().json()) as { uploadUrl: string }).uploadUrl);
            return response;
          },
        });
      const file = new File(['x'.repeat(7 * KIB)], 'a.txt');
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          code(closed(i % 2 ? app : other).transfers.create({ type: 'file', file })),
        ),
      );
      for (const url of urls) {
        const upload = request(url, {
          method: 'PUT',
          headers: { 'content-type': 'application/octet-stream' },
        });
        upload.on('error', () => undefined);
        upload.write('x');
        uploads.push(upload);
      }
      await expect
        .poll(async () => (await app.database.query('SELECT FROM blobs WHERE doomed_at > now()')).length)
        .toBe(20);
      expect(await held()).toBe(before);
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, () => code(stranger(address).transfers.create(text(4 * KIB)))),
      );
      expect(outcomes).toEqual(Array(4).fill('sent'));
    } finally {
      uploads.forEach((upload) => upload.destroy());
      await other.close({ keepDatabase: true });
    }
  });

  it('that is turned off again sends nothing more, and what was sent stays readable', async () => {
    const database = await createTestDatabase();
    const on = await startApp(ON, database);
    const { shareUrl } = await stranger(network(), on).transfers.create(text(10));
    await on.close({ keepDatabase: true });
    const off = await startApp({ ...ON, ALLOW_ANONYMOUS_CREATE: 'false' }, database);
    try {
      expect((await new Person(off.url).call('getFrontDoor')).body.anonymous).toBeNull();
      await expect(code(stranger(network(), off).transfers.create(text(10)))).resolves.toBe(
        'invalid_api_key',
      );
      const link = shareUrl.replace(on.url, off.url);
      await expect(openLink(link)).resolves.toMatchObject({ text: 'xxxxxxxxxx' });
    } finally {
      await off.close();
    }
  });
});

it('one network has a limit of creations, and neither another one nor a key pays for it', async () => {
  const few = await sharedApp({ ...ON, RATE_LIMIT_ANONYMOUS_CREATE: '3' });
  const key = new Tempshare({ apiKey: few.apiKey, baseUrl: few.baseUrl });
  const sendings: string[] = [];
  for (let i = 1; i <= 4; i++)
    sendings.push(await code(stranger(`2001:db8:9:${i}::1`, few).transfers.create(text(1))));
  expect(sendings).toEqual(['sent', 'sent', 'sent', 'rate_limited']);
  await expect(code(stranger(network(), few).transfers.create(text(1)))).resolves.toBe('sent');
  await expect(code(key.transfers.create(text(1)))).resolves.toBe('sent');
  const { status, headers } = await send(few.baseUrl, 'POST /transfers', {
    headers: headersOf('2001:db8:9:5::1'),
    json: {},
  });
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

describe('the keys of senders without an account', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>> | undefined;
  afterAll(async () => database?.drop());

  it('are no first key, and are made once', async () => {
    database = await createTestDatabase();
    const db = createDatabase(readConfig({ NODE_ENV: 'test' }), database.connection);
    try {
      const ids = Array.from({ length: ANONYMOUS_SHARES }, (_, share) => anonymousKeyId(share));
      const put = () =>
        putAnonymousKeys(db, { accountId: ANONYMOUS_ACCOUNT, ids, scopes: ['transfer:create'] });
      const first = await defaultAccount(db);
      await Promise.all([put(), put(), put()]);
      const shown: string[] = [];
      await createFirstKey(db, (_, accountId) => void shown.push(accountId));
      expect(shown).toEqual([first]);
    } finally {
      await db.close();
    }
  });
});
