/** A sharing of things of every kind, each with values that must be found nowhere. */
import { createHash, randomBytes } from 'node:crypto';
import { expect, vi } from 'vitest';
import { openStream } from '../network/event-stream.ts';
import { send, type Call, type Reply } from '../network/send.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { put } from './uploads.ts';

/** Values that must not be found, and the database that must not hold them. */
export interface Canaries {
  canaries: ReadonlyMap<string, string>;
  /** Returns a new value, or the given one, that must not be found. */
  canary: (what: string, value?: string) => string;
  query: (sql: string) => Promise<unknown>;
}

/** Creates of what has a label for its owner. */
const LABELLED = /^POST \/(transfers|secrets|requests|rooms|debug-share)$/;

/** Shares, opens and refuses things of every kind without end-to-end encryption; returns the ids of the items. */
export async function shareInTheClear(
  server: ServerProcess,
  { canaries, canary, query }: Canaries,
): Promise<string[]> {
  const call = (line: string, more: Call = {}): Promise<Reply> =>
    send(server.baseUrl, line, { key: server.apiKey, ...more });

  async function created(
    line: string,
    json: object,
    headers: NonNullable<Call['headers']> = {},
  ): Promise<Record<string, string>> {
    // A body under an Idempotency-Key is sent again as it is.
    const label =
      LABELLED.test(line) && !('idempotency-key' in headers)
        ? { label: canary(`the label of ${line} ${canaries.size}`) }
        : {};
    const { status, body } = await call(line, { json: { ...json, ...label }, headers });
    expect(status).toBe(201);
    const { secretUrl, shareUrl, requestUrl, dropUrl, roomUrl } = body;
    canary(`the link of ${line} ${canaries.size}`, secretUrl ?? shareUrl ?? requestUrl ?? dropUrl ?? roomUrl);
    return body;
  }

  async function upload(announced: Reply, content: string): Promise<void> {
    const url = canary(`an upload URL ${canaries.size}`, announced.body.uploadUrl);
    canary(`an upload token ${canaries.size}`, url.split('/').pop());
    expect((await put(server.baseUrl, url, Buffer.from(content.repeat(1_000)))).status).toBe(200);
  }

  canary('the API key', server.apiKey);

  const plain = await created('POST /secrets', { secret: canary('an unread secret') });
  const read = await created('POST /secrets', { secret: canary('a read secret') });
  const password = canary('a password');
  const guarded = await created('POST /secrets', { secret: canary('a guarded secret'), password });
  const text = await created('POST /transfers', { type: 'text', text: canary('a text') });
  const targetUrl = `https://${canary('a host')}.example/${canary('a path')}?${canary('a query')}`;
  const link = await created('POST /transfers', { type: 'url', targetUrl, oneTime: true });
  const accessProof = canary('an access proof', randomBytes(32).toString('base64url'));
  const accessProofHash = createHash('sha256')
    .update(Buffer.from(accessProof, 'base64url'))
    .digest('base64url');
  const jwe = `eyJhbGciOiJkaXIifQ..${canary('sealed content')}.x.y`;
  const proven = await created('POST /transfers', {
    type: 'text',
    text: jwe,
    encryption: 'e2e',
    accessProofHash,
  });
  const once = { secret: canary('a secret made once') };
  const headers = { 'idempotency-key': canary('an Idempotency-Key') };
  await created('POST /secrets', once, headers);
  expect((await call('POST /secrets', { json: once, headers })).headers['idempotency-replayed']).toBe('true');
  expect((await call('POST /secrets', { json: { secret: canary('another payload') }, headers })).status).toBe(
    422,
  );

  const file = await call('POST /transfers', { json: { type: 'file', fileName: canary('a shared name') } });
  await upload(file, canary('a shared file'));
  const readings: { line: string; more: Call; first: Reply }[] = [];
  /** Opens or reveals something under a reader's key. */
  const readUnderKey = async (line: string, json?: object): Promise<Reply> => {
    const headers = { 'idempotency-key': canary(`a reader's key ${readings.length}`) };
    const more = { headers, ...(json && { json }) };
    const first = await call(line, more);
    expect(first.status).toBe(200);
    readings.push({ line, more, first });
    return first;
  };
  await readUnderKey(`POST /public/secrets/${read.secretId}/reveal`);
  expect((await readUnderKey(`POST /public/transfers/${link.id}/open`)).body.targetUrl).toBe(targetUrl);
  await readUnderKey(`POST /public/transfers/${proven.id}/open`, { accessProof });
  const { downloadUrl } = (await readUnderKey(`POST /public/transfers/${file.body.id}/open`)).body;
  canary('a download token', (downloadUrl as string).split('/').pop());
  const wrong = { password: canary('a wrong password') };
  expect((await call(`POST /public/secrets/${guarded.secretId}/reveal`, { json: wrong })).status).toBe(403);
  await readUnderKey(`POST /public/secrets/${guarded.secretId}/reveal`, { password });
  expect((await call(`GET /transfers/${text.id}`)).status).toBe(200);

  const request = await created('POST /requests', { title: canary('a title') });
  const pin = canary('a PIN', request.pin);
  const wrongPin = canary('a wrong PIN', String((Number(pin) + 12_345_678) % 10 ** 8).padStart(8, '0'));
  const announce = `POST /public/requests/${request.requestId}/files`;
  expect((await call(announce, { json: { pin: wrongPin } })).status).toBe(403);
  const fileName = canary('a file name');
  const announced = await call(announce, {
    json: { pin, fileName, mediaType: `text/${canary('a media type')}` },
  });
  await upload(announced, canary('a file'));
  expect((await call(`POST /public/requests/${request.requestId}/finish`, { json: { pin } })).status).toBe(
    200,
  );
  expect((await call(`GET /requests/${request.requestId}`)).body.files).toMatchObject([{ fileName }]);
  const drop = await created('POST /drops', { label: canary('a label') });
  const item = { message: canary('a message'), file: { fileName: canary('the name of a file in an inbox') } };
  const left = await call(`POST /public/drops/${drop.dropId}/items`, { json: item });
  await upload(left, canary('a file in an inbox'));
  expect((await call(`GET /drops/${drop.dropId}/items/${left.body.id}/content`)).status).toBe(200);

  const room = await created('POST /rooms', { name: canary('the name of a room') });
  const guest = `/public/rooms/${room.roomId}`;
  const stream = await openStream(server.baseUrl, `${guest}/events`);
  const said = { text: canary('a message in a room'), author: canary('an author') };
  expect((await call(`POST ${guest}/messages`, { json: said })).status).toBe(201);
  expect(
    (await call(`POST /rooms/${room.roomId}/messages`, { json: { text: canary('an answer') } })).status,
  ).toBe(201);
  const roomFile = { fileName: canary('the name of a file in a room'), author: canary('its sender') };
  await upload(await call(`POST ${guest}/files`, { json: roomFile }), canary('a file in a room'));
  await vi.waitUntil(() => stream.events.length === 3, { timeout: 30_000 });
  stream.leave();

  const hook = (what: string) =>
    `http://127.0.0.1:9/${canary(`a path of a webhook ${what}`)}?token=${canary(`a token of a webhook ${what}`)}`;
  const endpoint = await call('POST /webhook-endpoints', {
    json: { url: hook('at first') },
    headers: { 'idempotency-key': 'endpoint' },
  });
  canary('a signing secret', endpoint.body.secret);
  const changed = { url: hook('later') };
  expect((await call(`PATCH /webhook-endpoints/${endpoint.body.id}`, { json: changed })).body).toMatchObject(
    changed,
  );
  const tested = await call(`POST /webhook-endpoints/${endpoint.body.id}/test`);
  expect(tested.status).toBe(201);
  const attempted = async () =>
    (await call(`GET /webhook-endpoints/${endpoint.body.id}/deliveries?state=failed`)).body.total as number;
  await expect.poll(attempted).toBe(1);
  const refusedUrl = `http://10.0.0.1/${canary('a path of a webhook that is refused')}`;

  const refused: [string, Call, number][] = [
    ['POST /webhook-endpoints', { json: { url: refusedUrl } }, 400],
    ['POST /secrets', { json: { secret: { nested: canary('a nested value') } } }, 400],
    ['POST /secrets', { json: { secret: 'x', [canary('an unknown field')]: canary('its value') } }, 400],
    ['POST /secrets', { json: { secret: 'x', expiration: canary('an expiration') } }, 400],
    ['POST /transfers', { json: { type: 'url', targetUrl: `javascript:${canary('a script')}` } }, 400],
    [
      'POST /secrets',
      { raw: `{"secret": "${canary('half of JSON')}`, headers: { 'content-type': 'application/json' } },
      400,
    ],
    [
      'POST /secrets',
      { raw: canary('a body of another type'), headers: { 'content-type': canary('a type') } },
      415,
    ],
    [`GET /public/secrets/${canary('an id')}`, {}, 404],
    [`GET /${canary('an unknown path')}`, {}, 404],
    [`GET /transfers?${canary('a parameter')}=${canary('its argument')}`, {}, 400],
    [`GET /transfers?cursor=${canary('a cursor')}`, {}, 400],
    ['GET /key', { key: canary('a mistyped key', `svc_sk_live_${randomBytes(19).toString('hex')}`) }, 401],
    [
      'GET /key',
      {
        headers: {
          'user-agent': canary('a user agent'),
          cookie: canary('a cookie'),
          referer: canary('a referrer'),
        },
      },
      200,
    ],
  ];
  for (const [line, more, status] of refused) expect((await call(line, more)).status, line).toBe(status);

  await query('ALTER TABLE events RENAME TO hidden');
  const lost = { type: 'text', text: canary('a text that was not stored') };
  expect((await call('POST /transfers', { json: lost })).status).toBe(500);
  expect((await call(`POST /public/secrets/${plain.secretId}/reveal`)).status).toBe(500);
  await query('ALTER TABLE hidden RENAME TO events');
  expect((await call(`GET /public/secrets/${plain.secretId}`)).status).toBe(200);
  await query('ALTER TABLE transfers ADD CONSTRAINT never CHECK (octet_length(content) < 5) NOT VALID');
  expect(
    (await call('POST /transfers', { json: { type: 'text', text: canary('a text that breaks a rule') } }))
      .status,
  ).toBe(500);
  await query('ALTER TABLE transfers DROP CONSTRAINT never');
  expect(server.stderr).toContain('"name":"error"');

  for (const { line, more, first } of readings) expect((await call(line, more)).text).toBe(first.text);
  return [plain, read, guarded, text, link, proven, request, drop, room].map(
    ({ secretId, requestId, dropId, roomId, id }) =>
      (secretId ?? requestId ?? dropId ?? roomId ?? id) as string,
  );
}
