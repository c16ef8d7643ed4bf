import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  APIConnectionError,
  APIUserAbortError,
  InternalServerError,
  PermissionDeniedError,
  Tempshare,
} from '../src/index.ts';
import { openLink, peekLink } from '../src/links/index.ts';
import { skipPauses } from './as-time-passes.ts';
import { failure } from './transport-setup.ts';
import { halfBody, html, json, problem, reset, scriptedServer, type Reply } from './scripted-server.ts';

skipPauses();

const ID = '7sQmXk2VbT9cLrPz4WnYdA';
const about = { encryption: 'server', requiresPassword: false, oneTime: true, expiresAt: null };
const look = { ...about, secretId: ID, id: ID, kind: 'text' };
const reading = { ...about, kind: 'text', secret: 'hunter2', text: 'hunter2' };

async function serve(...replies: Reply[]) {
  const { baseUrl, seen } = await scriptedServer(...replies);
  return {
    seen,
    keys: () =>
      seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']),
    link: `${baseUrl.replace('/api/v1', '')}/en/secret/${ID}`,
    shareLink: `${baseUrl.replace('/api/v1', '')}/en/${ID}`,
    recipient: new Tempshare({ apiKey: null, baseUrl, maxRetries: 1 }),
  };
}

/** The service's own refusals say when to come back; none of the others do. */
const lost: [string, Reply][] = [
  ['a reset', reset],
  ['a response cut short', halfBody],
  ['a 500', problem(500, 'internal_error')],
  ["a gateway's 502", html(502)],
  ["a gateway's 503", html(503)],
  ['a 429', problem(429, 'rate_limited', { 'retry-after': '0' })],
];

describe('a reading', () => {
  it.for(lost)('that ends with %s is asked for again under the same key', async ([, reply]) => {
    const opened = await serve(json(200, look), reply, json(200, reading));
    expect(await openLink(opened.link)).toEqual({ kind: 'secret', secret: 'hunter2' });
    const transfer = await serve(json(200, look), reply, json(200, reading));
    expect(await openLink(transfer.shareLink)).toMatchObject({ text: 'hunter2' });
    const revealed = await serve(reply, json(200, reading));
    expect(await revealed.recipient.public.secrets.reveal(ID)).toMatchObject({ secret: 'hunter2' });
    const direct = await serve(reply, json(200, reading));
    expect(await direct.recipient.public.transfers.open(ID)).toMatchObject({ text: 'hunter2' });
    for (const { keys } of [opened, transfer, revealed, direct]) {
      const [first, second] = keys();
      expect(first).toMatch(/^[\x21-\x7e]{22,}$/);
      expect(second).toBe(first);
    }
  });

  it('has a key of its own, of which no two are alike', async () => {
    const { link, keys } = await serve(...[look, reading, look, reading].map((body) => json(200, body)));
    await openLink(link);
    await openLink(link);
    expect(new Set(keys()).size).toBe(2);
  });

  it('takes a key of the caller, who may have lost the response', async () => {
    const idempotencyKey = 'q3Zr8tVbYw2kLmN0pXsJdA';
    const { link, keys, recipient } = await serve(json(200, look), json(200, reading));
    await openLink(link, { idempotencyKey });
    await recipient.public.secrets.reveal(ID, {}, { idempotencyKey });
    expect(keys()).toEqual([idempotencyKey, idempotencyKey]);
  });

  it('of a link that was looked at costs no further look, and keeps its key however often it is tried', async () => {
    const wrong = problem(403, 'invalid_password');
    const { link, keys, seen } = await serve(
      json(200, { ...look, requiresPassword: true }),
      wrong,
      reset,
      json(200, reading),
    );
    const peeked = await peekLink(link, { maxRetries: 0 });
    await failure(peeked.open({ password: 'azalea' }), PermissionDeniedError);
    await failure(peeked.open({ password: 'begonia' }), APIConnectionError);
    expect(await peeked.open({ password: 'begonia' })).toEqual({ kind: 'secret', secret: 'hunter2' });
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'POST']);
    expect(new Set(keys()).size).toBe(1);
  });

  it('shows its key in no error that is printed, though it has it', async () => {
    const { link } = await serve(json(200, look), problem(500, 'internal_error'));
    const options = { idempotencyKey: 'q3Zr8tVbYw2kLmN0pXsJdA', maxRetries: 0 };
    const error = await failure(openLink(link, options), InternalServerError);
    expect(error.idempotencyKey).toBe(options.idempotencyKey);
    expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain(options.idempotencyKey);
  });
});

describe('a link that was looked at', () => {
  it('can be sent to another thread, and compared, like any data', async () => {
    const { link } = await serve(json(200, look));
    const peeked = await peekLink(link);
    expect(structuredClone(peeked)).toEqual({
      ...{ kind: 'secret', requiresPassword: false, oneTime: true },
      ...{ encryption: 'server', expiresAt: null },
    });
  });

  it('is opened though the signal of the look has aborted since', async () => {
    const { link } = await serve(json(200, look), json(200, reading));
    const looking = new AbortController();
    const peeked = await peekLink(link, { signal: looking.signal });
    looking.abort();
    await failure(peeked.open({ signal: looking.signal }), APIUserAbortError);
    expect(await peeked.open()).toEqual({ kind: 'secret', secret: 'hunter2' });
  });

  it('refuses an option that opening has not', async () => {
    const { link, seen } = await serve(json(200, look));
    const peeked = await peekLink(link);
    await expect(peeked.open({ pasword: 'azalea' } as object)).rejects.toThrow(/perhaps password is meant/);
    expect(seen).toHaveLength(1);
  });
});
