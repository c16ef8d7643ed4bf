import {
  APIConnectionError,
  APITimeoutError,
  InternalServerError,
  NotFoundError,
  Tempshare,
} from '@tempshare/sdk';
import { createFetchClient } from '@tempshare/sdk/fetch';
import { openLink } from '@tempshare/sdk/open';
import { createMock } from '@tempshare/testing';
import { setupServer } from 'msw/node';

/** What a test does with the mock and the path-style client, beside whichever MSW and openapi-fetch are installed. */
export async function run() {
  const mock = createMock({ baseUrl: 'https://share.example/api/v1' });
  const server = setupServer(...mock.handlers);
  // The first is MSW 3's name, the second MSW 2's.
  server.listen({ onUnhandledFrame: 'error', onUnhandledRequest: 'error' });
  const { error } = console;
  console.error = () => {};
  try {
    return {
      ...(await share(mock)),
      ...(await follow(mock)),
      ...(await fail(mock)),
      ...(await goByPath(mock)),
    };
  } finally {
    console.error = error;
    server.close();
  }
}

async function share(mock) {
  const client = new Tempshare({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
  const { secretUrl } = await client.secrets.create({ secret: 'hunter2', password: 'azalea' });
  const secret = await openLink(secretUrl, { password: 'azalea' });
  const again = await openLink(secretUrl, { password: 'azalea' }).catch((thrown) => thrown);
  const file = new Blob([new Uint8Array(600_000).fill(7)]);
  const { shareUrl } = await client.transfers.create({ type: 'file', file, fileName: 'sevens.bin' });
  const opened = await openLink(shareUrl);
  const bytes = await opened.file.bytes();
  const note = await client.transfers.create({ type: 'text', text: 'x', expiration: '1h' });
  mock.advance(3_600_000);
  const expired = await mock.open(note.shareUrl).catch((thrown) => thrown);
  return {
    secret: secret.secret,
    gone: again instanceof NotFoundError,
    sevens: bytes.filter((byte) => byte === 7).length,
    expired: expired instanceof NotFoundError,
  };
}

async function follow(mock) {
  const client = new Tempshare({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
  const { roomUrl } = await client.rooms.create({ name: 'Incident 4711' });
  const { room } = await openLink(roomUrl);
  const heard = [];
  const { id } = await room.post({ text: 'The service is down.' });
  await room.post({ text: 'Please attach the trace.' });
  for await (const { message } of room.events({ after: id })) {
    heard.push(message.text);
    if (heard.length === 1) break;
  }
  return { heard };
}

async function fail(mock) {
  const client = new Tempshare({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
  const once = client.withOptions({ maxRetries: 0 });
  const failure = (call) =>
    call.then(
      () => undefined,
      (thrown) => thrown,
    );
  mock.fail('secrets.create', 'lost_response');
  const { attempts } = await client.secrets.create({ secret: 'x' }).withResponse();
  mock.fail('key.get', 'service_unavailable', { retryAfter: 9 });
  const unavailable = await failure(once.key.get());
  mock.fail('key.get', 'network');
  const network = await failure(once.key.get());
  mock.fail('key.get', 'timeout');
  const timeout = await failure(once.key.get({ timeout: 100 }));
  mock.fail('key.get', 'cut_off');
  const cutOff = await failure(once.key.get());
  mock.recover();
  const malformed = await fetch(`${mock.baseUrl}/transfers/%zz`, {
    headers: { authorization: `Bearer ${mock.apiKey}` },
  });
  const elsewhere = new Tempshare({
    apiKey: 'svc_sk_test_x',
    baseUrl: 'https://elsewhere.example/api/v1',
    maxRetries: 0,
  });
  const unhandled = await failure(elsewhere.key.get());
  return {
    attempts,
    unavailable: unavailable instanceof InternalServerError && unavailable.retryAfterMs,
    network: network instanceof APIConnectionError,
    timeout: timeout instanceof APITimeoutError,
    cutOff: cutOff instanceof APIConnectionError,
    malformed: malformed.status,
    unhandled: unhandled instanceof Error,
  };
}

async function goByPath(mock) {
  const client = createFetchClient({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
  const { data } = await client.POST('/transfers', {
    body: { type: 'text', text: 'x', encryption: 'server' },
  });
  const path = { id: data.id };
  const { data: found } = await client.GET('/transfers/{id}', { params: { path } });
  const missing = await client
    .GET('/transfers/{id}', { params: { path: { id: 'none' } } })
    .catch((thrown) => thrown);
  const deliveries = [];
  await client.POST('/webhook-endpoints', { body: { url: 'https://app.example/webhooks' } });
  await client.DELETE('/transfers/{id}', { params: { path } });
  await mock.deliver(async (request) => {
    deliveries.push((await request.json()).type);
    return new Response(null, { status: 204 });
  });
  return { status: found.status, missing: missing instanceof NotFoundError, deliveries };
}
