/** Passwords that two server processes on one database check at once: sign-ins, items that are opened and sealed. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { atOnce, send, untilServed, type Reply } from '../../support/network/send.ts';
import { join, PASSWORD, Person } from '../../support/panel/person.ts';
import { startServerProcess, type ServerProcess } from '../../support/server/server-process.ts';

const SETTINGS = {
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  TRUST_PROXY: '1',
  RATE_LIMIT_KEY: '100000',
  LOG_LEVEL: 'silent',
};
const password = 'right';

let database: TestDatabase;
let servers: [ServerProcess, ServerProcess];
let key: string;
let email: string;
const start = () => startServerProcess({ ...SETTINGS, DATABASE_URL: database.url });
beforeAll(async () => {
  database = await createTestDatabase();
  const first = await start();
  servers = [first, await start()];
  key = first.apiKey;
  ({ email } = await join({ url: first.url, database }, 'owner'));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  await database.drop();
});

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Shares a text behind the password by the second server. */
async function share(more: object = {}): Promise<string> {
  const json = { type: 'text', text: 'guarded', password, ...more };
  const { body } = await untilServed(() => send(servers[1].baseUrl, 'POST /transfers', { key, json }));
  return body.id as string;
}

const open = (server: ServerProcess, id: string, address: string, json: object = { password }) =>
  send(server.baseUrl, `POST /public/transfers/${id}/open`, { json, ...from(address) });

const signIn = (server: ServerProcess, address: string, word = PASSWORD) =>
  new Person(server.url).call('signIn', { body: { email, password: word }, ...from(address) });

/** Expects a result, or a refusal in the one shape, with a time to come again if it is a matter of time. */
function expectAnswer(reply: Reply, allowed: number[]): void {
  expect(allowed).toContain(reply.status);
  if (reply.status < 400) return;
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(reply.body).toMatchObject({
    status: reply.status,
    code: expect.stringMatching(/^[a-z_]+$/),
    title: expect.any(String),
    detail: expect.any(String),
    requestId: expect.stringMatching(/^req_/),
  });
  if ([429, 503].includes(reply.status))
    expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1);
}

it('40 people with the right password all get in at once, or as soon as they come again', async () => {
  const id = await share();
  const call = (i: number): Promise<Reply> => {
    const server = servers[i % 2]!;
    return i % 4 < 2 ? open(server, id, `198.51.100.${i}`) : signIn(server, `198.51.100.${i}`);
  };
  const replies = await atOnce(40, call);
  for (const reply of replies) expectAnswer(reply, [200, 201, 503]);
  const refused = replies.flatMap(({ status }, i) => (status === 503 ? [i] : []));
  const again = await Promise.all(refused.map((i) => untilServed(() => call(i))));
  for (const reply of again) expectAnswer(reply, [200, 201]);
});

it('40 guesses from one address are each answered or refused, and keep nobody else waiting', async () => {
  const id = await share();
  const guesses = await atOnce(40, (i) => {
    const server = servers[i % 2]!;
    return i % 4 < 2
      ? open(server, id, '203.0.113.1', { password: 'wrong' })
      : signIn(server, '203.0.113.1', 'not the password');
  });
  for (const guess of guesses) expectAnswer(guess, [401, 403, 429, 503]);
  expect(guesses.filter(({ status }) => status === 403).length).toBeLessThanOrEqual(5);
  expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  const others = [
    await untilServed(() => open(servers[0], id, '203.0.113.9')),
    await untilServed(() => signIn(servers[1], '203.0.113.10')),
  ];
  expect(others.map(({ status }) => status < 300)).toEqual([true, true]);
});

it('a key that seals 70 items at once is served or told to come again, and readers at either process are served', async () => {
  const id = await share();
  const json = { secret: 'x', password };
  const sealing = atOnce(70, () => send(servers[0].baseUrl, 'POST /secrets', { key, json }));
  const opened = await atOnce(8, (i) => untilServed(() => open(servers[i % 2]!, id, `192.0.2.${i}`)));
  for (const reply of opened) expectAnswer(reply, [200]);
  const sealed = await sealing;
  for (const reply of sealed) expectAnswer(reply, [201, 503]);
  expect(sealed.some(({ status }) => status === 201)).toBe(true);
});

it('when one process is killed among 20 openings, the other answers its own, and what was not read is read there', async () => {
  const ids = await atOnce(20, () => share({ oneTime: true }));
  const [killed, other] = servers;
  const opening = ids.map((id, i) =>
    open(servers[i % 2]!, id, `198.51.100.${100 + i}`).catch(() => undefined),
  );
  await Promise.race(opening);
  await killed.stop('SIGKILL');
  const replies = await Promise.all(opening);
  for (const [i, reply] of replies.entries()) {
    if (i % 2 === 1) expect(reply).toBeDefined();
    if (reply) expectAnswer(reply, [200, 503]);
  }
  const lost = ids.filter((_, i) => replies[i]?.status !== 200);
  const again = await Promise.all(
    lost.map((id, i) => untilServed(() => open(other, id, `192.0.2.${100 + i}`))),
  );
  for (const reply of again) expectAnswer(reply, [200, 404]);
  servers = [await start(), other];
});
