/**
 * `node test/faults/behind-one-address.ts [--files 30] [--mib 5] [--lines 60] [--links 20] [--seconds 120]`: what people
 * behind one address do, through the SDK, against a server with the limits that it has by default: one of them sends
 * files to a request, three chat within a minute, an office opens links, evenly over so many seconds. Prints what was
 * counted against what, and ends with 1 when anybody met a 429 or anything did not arrive.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { startEmbeddedPostgres } from '../../server/src/storage/embedded-postgres.ts';
import { databaseUrl } from '../support/database/database-url.ts';
import { startServerProcess } from '../support/server/server-process.ts';

const option = (of: number) => ({ type: 'string', default: String(of) }) as const;
const { values } = parseArgs({
  options: { files: option(30), mib: option(5), lines: option(60), links: option(20), seconds: option(120) },
});
const [FILES, MIB, LINES, LINKS, SECONDS] = [
  values.files,
  values.mib,
  values.lines,
  values.links,
  values.seconds,
].map(Number) as [number, number, number, number, number];
const CHATTING = 3;

interface Outcome {
  what: string;
  seconds: number;
  expected: number;
  arrived: number;
  /** Responses by the limit that they counted against, and those with the status 429. */
  counted: Partial<Record<string, number>>;
}

/** A fetch that counts responses by the limit that they counted against, and those that were refused. */
function counting() {
  const counted: Outcome['counted'] = {};
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const response = await globalThis.fetch(input, init);
    const [, limit = 'none'] = /^"(\w+)"/.exec(response.headers.get('ratelimit-policy') ?? '') ?? [];
    for (const name of response.status === 429 ? [limit, 'refused'] : [limit])
      counted[name] = (counted[name] ?? 0) + 1;
    return response;
  };
  return { counted, options: { fetch, maxRetries: 0 } };
}

const dataDir = await mkdtemp(join(tmpdir(), 'tempshare-people-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const server = await startServerProcess({
  DATABASE_URL: databaseUrl(postgres.connection),
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  LOG_LEVEL: 'silent',
});
try {
  const { apiKey, baseUrl } = server;
  const owner = new Tempshare({ apiKey, baseUrl, appUrl: new URL(baseUrl).origin });
  const outcomes = [await sendFiles(owner), await chat(owner), await openLinks(owner)];
  console.table(
    outcomes.map(({ counted, seconds, ...rest }) => ({ ...rest, seconds: seconds.toFixed(1), ...counted })),
  );
  const isBroken = ({ arrived, expected, counted }: Outcome) => arrived !== expected || 'refused' in counted;
  if (outcomes.some(isBroken)) process.exitCode = 1;
} finally {
  await server.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function sendFiles(owner: Tempshare): Promise<Outcome> {
  const { counted, options } = counting();
  const { requestId, requestUrl, pin } = await owner.requests.create({ title: 'Papers' });
  const files = Array.from({ length: FILES }, (_, i) => ({
    file: new Blob([randomBytes(MIB * 1_048_576)]),
    fileName: `${i}.bin`,
  }));
  const started = performance.now();
  const request = await openLink(requestUrl, options);
  if (request.kind !== 'request') throw new Error('expected a request');
  await request.sendAll(files, { pin });
  await request.finish({ pin });
  const seconds = (performance.now() - started) / 1_000;
  const sent = await Promise.all(
    files.map(async ({ file }) =>
      createHash('sha256')
        .update(new Uint8Array(await file.arrayBuffer()))
        .digest('hex'),
    ),
  );
  const stored = new Set<string>();
  for await (const { sha256 } of owner.requests.files.list(requestId)) stored.add(sha256);
  const arrived = sent.filter((sha256) => stored.has(sha256)).length;
  return { what: `${FILES} files of ${MIB} MiB`, seconds, expected: FILES, arrived, counted };
}

async function chat(owner: Tempshare): Promise<Outcome> {
  const { counted, options } = counting();
  const { roomUrl } = await owner.rooms.create({ name: 'Incident' });
  const each = Math.ceil(LINES / CHATTING);
  const started = performance.now();
  const people = await Promise.all(
    Array.from({ length: CHATTING }, async (_, who) => {
      const opened = await openLink(roomUrl, options);
      if (opened.kind !== 'room') throw new Error('expected a room');
      return { room: opened.room, who };
    }),
  );
  const { id: after } = await people[0]!.room.post({ text: 'first' });
  const read = people.map(async ({ room }) => {
    const texts = new Set<string | undefined>();
    for await (const event of room.events({ after })) {
      if (event.type === 'message') texts.add(event.message.text);
      if (texts.size === each * CHATTING) break;
    }
    return texts.size;
  });
  await Promise.all(
    people.map(async ({ room, who }) => {
      for (let line = 0; line < each; line++) await room.post({ text: `${who}: ${line}` });
    }),
  );
  const arrived = Math.min(...(await Promise.all(read)));
  const seconds = (performance.now() - started) / 1_000;
  return { what: `${LINES} lines of ${CHATTING}`, seconds, expected: each * CHATTING, arrived, counted };
}

async function openLinks(owner: Tempshare): Promise<Outcome> {
  // What the others did a moment ago counts for a minute.
  await delay(60_000);
  const { counted, options } = counting();
  const links: string[] = [];
  for (let i = 0; i < LINKS; i++) links.push((await owner.secrets.create({ secret: `${i}` })).secretUrl);
  const started = performance.now();
  let arrived = 0;
  for (const [i, link] of links.entries()) {
    await delay(Math.max(0, started + (i * SECONDS * 1_000) / (LINKS - 1) - performance.now()));
    const opened = await openLink(link, options).catch(() => undefined);
    if (opened?.kind === 'secret' && opened.secret === `${i}`) arrived += 1;
  }
  const seconds = (performance.now() - started) / 1_000;
  return { what: `${LINKS} links of an office`, seconds, expected: LINKS, arrived, counted };
}
