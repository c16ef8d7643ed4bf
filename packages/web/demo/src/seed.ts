import { allScopes, type Scope } from '@tempshare/contract';
import type { AccountSchema, Role } from '@tempshare/contract/account';
import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { DEFAULTS } from '../../../testing/src/domain/capacity.ts';
import { apiKey, linkId } from '../../../testing/src/domain/tokens.ts';
import { features } from '../../../testing/src/features/index.ts';
import { deliverDue } from '../../../testing/src/features/webhooks/attempts.ts';
import { serve } from '../../../testing/src/http/serve.ts';
import { State } from '../../../testing/src/state.ts';
import {
  admitKeys,
  idOf,
  iso,
  pagesKeyOf,
  type Account,
  type Demo,
  type StoredKey,
  type User,
} from './account/account.ts';
import { countUse } from './account/usage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Age of the oldest item: lists forget what ended 30 days ago. */
const BEGINNING = 27 * DAY;

const PASSWORD = 'azalea';
const MESSAGES_OF_ROOM = [
  'The importer is stuck since 9:40. I have stopped the queue.',
  'Thanks. The disk of the database is full, I am adding space.',
  'Space is there. Start the queue again when you are ready.',
];

/**
 * Makes a team and what it has shared over the last weeks, by the calls that pages and programs make. The clock of the mock
 * stands at each step where the example wants it, and at the end is at the present.
 */
export async function seed(baseUrl: string, receive: (request: Request) => Response): Promise<Demo> {
  const now = Date.now();
  const state = new State(baseUrl, features, {
    limits: undefined,
    capacity: DEFAULTS,
    start: now - BEGINNING,
  });
  const account = newAccount(now);
  const demo = { state, account };
  const [ada, grace, alan] = account.users as [User, User, User];

  /** Moves on to a time before now, sending webhooks as they fall due. */
  const at = async (ago: number): Promise<void> => {
    state.advance(Math.max(0, now - ago - state.now));
    await deliverDue(state, receive);
    admitKeys(demo);
  };
  const fetch: typeof globalThis.fetch = (input, init) => serve(state, new Request(input, init));
  const client = (key: StoredKey): Tempshare => {
    const known = key.secrets[0]?.text;
    const token = known ?? pageToken(account, key, now);
    admitKeys(demo);
    return new Tempshare({
      apiKey: token,
      baseUrl,
      fetch,
      maxRetries: 0,
      logLevel: 'off',
      dangerouslyAllowBrowser: true,
    });
  };
  const open = (link: string, password?: string) => openLink(link, { fetch, maxRetries: 0, password });
  const note = (ago: number, by: User, action: AccountSchema<'AuditAction'>, target: string, details = {}) =>
    account.entries.push({
      ...{ id: idOf('aud'), at: iso(now - ago), actor: by.name, actorId: by.id, action, target, details },
      ...{ network: '203.0.113.0/24', requestId: `req_${linkId()}` },
    });

  const key = (
    name: string,
    by: User,
    scopes: readonly Scope[],
    more: Partial<StoredKey> & { days: number; environment?: 'live' | 'test' },
  ): StoredKey => {
    const { days, environment = 'live', ...rest } = more;
    const createdAt = now - days * DAY;
    const made: StoredKey = {
      ...{ id: idOf('key'), name, environment, scopes, createdBy: by.id, createdAt, expiresAt: null },
      ...{ revokedAt: null, lastUsedAt: null, hidden: false },
      secrets: [{ text: apiKey(environment), createdAt, expiresAt: null }],
      ...rest,
    };
    account.keys.push(made);
    note(days * DAY, by, 'keys create', made.id, { name, environment, scopes });
    return made;
  };

  note(40 * DAY, ada, 'set up', ada.id);
  note(38 * DAY, grace, 'join', grace.id, { role: 'admin' });
  note(36 * DAY, alan, 'join', alan.id, { role: 'member' });
  const website = key('website', ada, ['transfer:create', 'transfer:read', 'transfer:delete'], {
    ...{ days: 28, expiresAt: now + 5 * DAY, lastUsedAt: now - 4 * MINUTE },
  });
  const deploy = key('ci-deploy', grace, ['secret:create'], { days: 26, lastUsedAt: now - 3 * HOUR });
  const desk = key('support-desk', alan, ['request:create', 'request:read', 'webhook:read'], {
    ...{ days: 20, expiresAt: now + 60 * DAY, lastUsedAt: now - DAY },
  });
  const staging = key('staging', ada, allScopes, {
    ...{ days: 25, environment: 'test', expiresAt: now - 2 * DAY, lastUsedAt: now - 3 * DAY },
  });
  key('reports', grace, ['transfer:read'], { days: 35 });
  const laptop = key('old-laptop', alan, ['secret:create'], {
    ...{ days: 30, environment: 'test', lastUsedAt: now - 9 * DAY },
  });
  const pages = Object.fromEntries(
    account.users.map((user) => [user.id, pagesKeyOf(demo, user, allScopes, now - BEGINNING)]),
  ) as Record<string, StoredKey>;
  const [byAda, byGrace, byAlan] = [ada, grace, alan].map((user) => client(pages[user.id]!)) as [
    Tempshare,
    Tempshare,
    Tempshare,
  ];

  const endpoint = (url: string, description: string) => byAda.webhookEndpoints.create({ url, description });
  await endpoint('https://hooks.example.com/tempshare', 'Archive of the team');
  const forWebsite = client({ ...website, secrets: [], id: website.id });
  await forWebsite.webhookEndpoints.create({ url: 'https://www.example.com/api/links' });

  await at(24 * DAY);
  const notes = await client(website).transfers.create({
    ...{ type: 'text', text: 'Release notes: https://www.example.com/releases/42', expiration: '7d' },
    ...{ encryption: 'server', label: 'Release 42' },
  });
  await at(23 * DAY);
  for (let view = 0; view < 3; view += 1) await open(notes.shareUrl);
  await at(16 * DAY);
  await client(website).transfers.create({
    ...{ type: 'url', targetUrl: 'https://www.example.com/survey?team=7', expiration: '1d' },
    ...{ encryption: 'server', label: 'Survey' },
  });
  await at(12 * DAY);
  const report = await byGrace.transfers.create({
    ...{ type: 'file', file: new Blob([csv(900)]), fileName: 'quarterly-report.csv', mediaType: 'text/csv' },
    ...{ oneTime: true, expiration: '7d', label: 'Report for the bank' },
  });
  await at(12 * DAY - 2 * HOUR);
  const opened = await open(report.shareUrl);
  if (opened.kind === 'file') await opened.file.bytes();
  await at(9 * DAY);
  const token = await client(deploy).secrets.create({
    secret: 'npm_7sQmXk2VbT9cLrPz',
    label: 'Token of npm',
  });
  await at(9 * DAY - 20 * MINUTE);
  await open(token.secretUrl);
  await at(6 * DAY);
  Object.assign(laptop, { revokedAt: now - 6 * DAY, secrets: [] });
  note(6 * DAY, alan, 'keys revoke', laptop.id, { shared: 'keep' });
  const wrong = await byAda.secrets.create({ secret: 'hunter2', label: 'Sent to the wrong address' });
  await byAda.secrets.delete(wrong.secretId);
  note(6 * DAY, ada, 'items delete', wrong.secretId, { kind: 'secret' });
  await at(5 * DAY);
  await client(deploy).secrets.create({ secret: 'postgres://reader@db.internal', expiration: '1d' });
  await endpoint('https://down.example.com/hook', 'Is out of order');
  await client(staging).transfers.create({
    type: 'text',
    text: 'Only a test',
    encryption: 'server',
    expiration: '7d',
  });
  await at(3 * DAY);
  const inbox = await byAda.drops.create({ label: 'Tips for the newsroom' });
  const papers = await byAda.requests.create({
    title: 'Papers for 2026',
    label: 'Audit',
    expiration: 'forever',
  });
  await at(3 * DAY - 5 * HOUR);
  const dropping = await open(inbox.dropUrl);
  if (dropping.kind === 'drop') {
    await dropping.leave({ message: 'Look at the second invoice of March.' });
    await dropping.leave({ file: new Blob([csv(40)]), fileName: 'invoices.csv', mediaType: 'text/csv' });
  }
  await at(2 * DAY);
  const sending = await open(papers.requestUrl);
  if (sending.kind === 'request') {
    const file = new Blob([csv(120)]);
    await sending.send(file, { pin: papers.pin, fileName: 'accounts.csv', mediaType: 'text/csv' });
  }
  const claim = await client(desk).requests.create({ title: 'Photos of the damage', expiration: '7d' });
  await at(2 * DAY - 3 * HOUR);
  const claiming = await open(claim.requestUrl);
  if (claiming.kind === 'request') {
    const photo = (name: string) => claiming.send(new Blob([csv(300)]), { pin: claim.pin, fileName: name });
    await photo('front.jpg');
    await photo('back.jpg');
    await claiming.finish({ pin: claim.pin });
  }
  await at(DAY);
  const room = await byAda.rooms.create({ name: 'Incident 4711', ttlHours: 240, label: 'Importer' });
  const entered = await byAda.rooms.open(room.roomUrl);
  const guest = await openLink(room.roomUrl, { fetch, maxRetries: 0, author: grace.name });
  for (const [index, text] of MESSAGES_OF_ROOM.entries()) {
    await at(DAY - (index + 1) * 11 * MINUTE);
    if (index % 2 === 0) await entered.post({ text });
    else if (guest.kind === 'room') await guest.room.post({ text, author: grace.name });
  }
  await at(20 * HOUR);
  await client(website).debugShares.create({
    ...{
      logs: 'ERROR login failed for "reports", password=V7q-lantern\nINFO retrying in 5 s',
      expiration: '7d',
    },
  });
  await at(8 * HOUR);
  await byAlan.transfers.create({
    ...{ type: 'file', file: new Blob([csv(2_000)]), fileName: 'measurements.csv', mediaType: 'text/csv' },
    ...{ expiration: '7d', label: 'Measurements' },
  });
  await at(3 * HOUR);
  const locked = await byAda.transfers.create({
    ...{ type: 'text', text: 'The door code is 4711.', password: PASSWORD, encryption: 'server' },
    ...{ expiration: '1d', label: 'Door code' },
  });
  for (const guess of ['tulip', 'rose']) await open(locked.shareUrl, guess).catch(() => undefined);
  await at(HOUR);
  const secret = await byAda.secrets.create({
    ...{ secret: 'postgres://reader:V7q-lantern-azalea-42@db.internal:5432/reports', expiration: '7d' },
    label: 'Database of the reports',
  });
  await at(30 * MINUTE);
  await byAda.transfers.create({
    ...{ type: 'url', targetUrl: 'https://www.example.com/agenda', expiration: '7d', label: 'Agenda' },
  });
  await at(0);

  account.examples = {
    ...{ secret: secret.secretUrl, request: papers.requestUrl, pin: papers.pin, room: room.roomUrl },
  };
  account.tokens.clear();
  note(DAY, grace, 'invite', account.invitations[0]!.id, { role: 'member' });
  note(2 * HOUR, ada, 'sign in', ada.id);
  account.entries.sort((one, other) => (one.at < other.at ? -1 : 1));
  countPast(account, now, [website, deploy, desk]);
  return demo;
}

/** A token of a page, for as long as the examples are made. */
function pageToken(account: Account, { id, environment }: StoredKey, now: number): string {
  const token = apiKey(environment);
  account.tokens.set(token, { keyId: id, scopes: allScopes, expiresAt: now + HOUR });
  return token;
}

/** Lines of a table, as many as wanted. */
function csv(lines: number): string {
  const rows = Array.from({ length: lines }, (_, line) => `${line + 1},${(line * 7919) % 10_007}\n`);
  return `number,value\n${rows.join('')}`;
}

/** Counts of a month, busier by day than by night. */
function countPast(account: Account, now: number, keys: readonly StoredKey[]): void {
  for (const [index, { id }] of keys.entries())
    for (let hours = 1; hours < 29 * 24; hours += 1) {
      const time = new Date(now - hours * HOUR);
      const isBusy = time.getUTCHours() >= 7 && time.getUTCHours() < 19 && time.getUTCDay() % 6 !== 0;
      const requests = Math.round(((hours * 37 + index * 11) % 17) * (isBusy ? 4 : 0.5)) + 1;
      const items = Math.floor(requests / (6 + index));
      countUse(account, id, time.getTime(), { requests, items, bytes: items * 2_048 });
    }
}

function newAccount(now: number): Account {
  const user = (name: string, email: string, role: Role, days: number, seen: number): User => ({
    ...{ id: idOf('user'), email, name, role, locale: null, createdAt: iso(now - days * DAY) },
    ...{ lastSeenAt: iso(now - seen), secondFactor: false, passkeys: 0, recoveryCodesLeft: 0 },
  });
  const users = [
    user('Ada Lovelace', 'ada@example.com', 'owner', 40, 0),
    user('Grace Hopper', 'grace@example.com', 'admin', 38, 5 * HOUR),
    user('Alan Turing', 'alan@example.com', 'member', 36, DAY),
    user('Hedy Lamarr', 'hedy@example.com', 'auditor', 21, 8 * DAY),
  ];
  const [ada] = users as [User];
  const session = (device: string, isCurrent: boolean, days: number): Account['sessions'][number] => ({
    ...{ id: idOf('ses'), userId: ada.id, isCurrent, device, network: '203.0.113.0/24' },
    ...{ createdAt: iso(now - days * DAY), lastSeenAt: iso(now - (isCurrent ? 0 : 3 * DAY)) },
  });
  return {
    ...{ id: idOf('acc'), name: 'Analytical Engines', users, signedInAs: ada.id, keys: [], entries: [] },
    sessions: [session('Firefox 140 on Linux', true, 0), session('Safari 26 on iOS', false, 12)],
    tokens: new Map(),
    invitations: [
      {
        ...{ id: idOf('inv'), role: 'member', email: 'katherine@example.com' },
        ...{ createdAt: iso(now - DAY), expiresAt: iso(now + 6 * DAY) },
      },
    ],
    links: new Map(),
    usage: new Map(),
    quotas: {
      account: { items: 100, bytes: 1_000_000_000, uploads: null },
      memberDefault: { items: 40, bytes: null, uploads: 50 },
      own: new Map([[users[2]!.id, { items: 10, bytes: 50_000_000, uploads: 10 }]]),
    },
    notices: new Map(),
    examples: { secret: '', request: '', pin: '', room: '' },
  };
}
