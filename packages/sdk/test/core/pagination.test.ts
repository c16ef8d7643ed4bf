import { describe, expect, expectTypeOf, it } from 'vitest';
import { RateLimitError, Tempshare, TempshareError } from '../../src/index.ts';
import { html, json, problem, scriptedServer, type Reply } from '../scripted-server.ts';
import { failure } from '../transport-setup.ts';

const page = (ids: string[], nextCursor?: string | null): Reply =>
  json(200, { transfers: ids.map((id) => ({ id })), total: 5, totalIsExact: true, nextCursor });

async function setup(...replies: Reply[]) {
  const { baseUrl, seen } = await scriptedServer(...replies);
  const client = new Tempshare({ apiKey: 'svc_sk_test_0123456789', baseUrl, maxRetryAfter: 0 });
  return { client, seen, queries: () => seen.map(({ url }) => url.slice('/api/v1/transfers'.length)) };
}

const ids = async (rows: AsyncIterable<{ id: string }>) => {
  const found: string[] = [];
  for await (const { id } of rows) found.push(id);
  return found;
};

describe('a list', () => {
  it('iterated gives the rows of all pages, with the same filter', async () => {
    const { client, queries } = await setup(page(['a', 'b'], 'c 1'), page([], 'c2'), page(['c'], null));
    const list = client.transfers.list({ status: 'active', limit: 2 });
    expect(await ids(list)).toEqual(['a', 'b', 'c']);
    expect(queries()).toEqual([
      '?status=active&limit=2',
      '?status=active&limit=2&cursor=c+1',
      '?status=active&limit=2&cursor=c2',
    ]);
  });

  it('gives its pages', async () => {
    const { client } = await setup(page(['a'], 'c1'), page(['b'], null));
    const totals: number[] = [];
    for await (const each of client.transfers.list().pages()) {
      expectTypeOf(each.transfers[0]!.id).toEqualTypeOf<string>();
      totals.push(each.total);
    }
    expect(totals).toEqual([5, 5]);
  });

  it('below a resource is iterated with its path', async () => {
    const files = (name: string, nextCursor: string | null) =>
      json(200, { files: [{ id: name }], total: 2, totalIsExact: true, nextCursor });
    const { client, seen } = await setup(files('f1', 'c1'), files('f2', null));
    expect(await ids(client.requests.files.list('r1') as never)).toEqual(['f1', 'f2']);
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/v1/requests/r1/files',
      '/api/v1/requests/r1/files?cursor=c1',
    ]);
  });

  it('asks for no page before it is reached, and for none after a break', async () => {
    const { client, seen } = await setup(page(['a', 'b'], 'c1'), page(['c', 'd'], 'c2'), page(['e'], null));
    const counts: number[] = [];
    for await (const { id } of client.transfers.list()) {
      counts.push(seen.length);
      if (id === 'c') break;
    }
    expect(counts).toEqual([1, 1, 2]);
    expect(seen).toHaveLength(2);
  });

  it('awaited and then iterated, or with its circumstances, asks for its first page once', async () => {
    const { client, seen } = await setup(page(['a'], null));
    const list = client.transfers.list();
    expect(await list).toMatchObject({ transfers: [{ id: 'a' }], total: 5, nextCursor: null });
    expect((await list.withResponse()).requestId).toBe('req_1');
    expect(await ids(list)).toEqual(['a']);
    expect(seen).toHaveLength(1);
  });

  it('retries each page by itself, with the options of the call', async () => {
    const { client, seen } = await setup(
      page(['a'], 'c1'),
      html(503, { 'retry-after': '0' }),
      page(['b'], null),
    );
    expect(await ids(client.transfers.list({}, { headers: { 'x-tenant': 't' }, maxRetries: 1 }))).toEqual([
      'a',
      'b',
    ]);
    expect(seen.map(({ headers }) => [headers['x-tenant'], headers['x-retry-count']])).toEqual([
      ['t', undefined],
      ['t', undefined],
      ['t', '1'],
    ]);
  });

  it('that fails on the way gives the rows before it, and then the error', async () => {
    const { client } = await setup(page(['a'], 'c1'), problem(429, 'rate_limited', { 'retry-after': '9' }));
    const found: string[] = [];
    const walk = async () => {
      for await (const { id } of client.transfers.list()) found.push(id);
    };
    await expect(walk()).rejects.toBeInstanceOf(RateLimitError);
    expect(found).toEqual(['a']);
  });

  it.each([
    ['the same cursor for ever', ['c1', 'c1']],
    ['cursors in a circle', ['c1', 'c2', 'c1']],
    ['the cursor it was asked with', ['c0']],
  ])('of a server that gives %s ends with an error', async (_, cursors) => {
    const { client, seen } = await setup(...cursors.map((cursor) => page(['x'], cursor)));
    const error = await failure(ids(client.transfers.list({ cursor: 'c0' })), TempshareError);
    expect(error.message).toMatch(/list of transfers/);
    expect(seen).toHaveLength(cursors.length);
  });

  it.each([undefined, ''])('of a server that gives the cursor %j ends there', async (cursor) => {
    const { client, seen } = await setup(page(['a'], cursor));
    expect(await ids(client.transfers.list())).toEqual(['a']);
    expect(seen).toHaveLength(1);
  });
});
