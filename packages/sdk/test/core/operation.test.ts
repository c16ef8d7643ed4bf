import { describe, expect, it } from 'vitest';
import { TempshareError } from '../../src/index.ts';
import { deleteTransfer, getTransfer, listTransfers } from '../operations.ts';
import { json } from '../scripted-server.ts';
import { failure, setup } from '../transport-setup.ts';

describe('the address of a call', () => {
  it('has its query serialised, without what is undefined', async () => {
    const { invoke, seen } = await setup([json(200, { transfers: [], total: 0 })]);
    const since = new Date(0);
    await invoke(listTransfers, {
      query: { limit: 5, status: 'active', cursor: undefined, tag: ['a b', 'c&d'], since },
    });
    expect(seen[0]!.url).toBe(
      '/api/v1/transfers?limit=5&status=active&tag=a+b&tag=c%26d&since=1970-01-01T00%3A00%3A00.000Z',
    );
  });

  it.each(['', '.', '..', '%2e', '%2E%2e', '.%2e', '%252e%252E', '\ud800', undefined])(
    'with the id %j is not sent',
    async (id) => {
      const { invoke, seen } = await setup([json(200, {})]);
      const error = await failure(invoke(deleteTransfer, { path: { id: id as string } }), TempshareError);
      expect(error.message).toMatch(/transfers\.delete needs a "id"/);
      expect(seen).toHaveLength(0);
    },
  );

  it.each([
    [undefined, 'not undefined'],
    [null, 'not null'],
    [4711, 'not number'],
    [{ id: 'a' }, 'not object'],
    ['https://share.example/en/secret/a#k', 'nor a whole link'],
    ['https://share.example/en/room/a', 'nor a whole link'],
  ])('without an id, but with %j, is not sent, and the error says what came', async (id, what) => {
    const { invoke, seen } = await setup([json(200, {})]);
    const error = await failure(invoke(deleteTransfer, { path: { id: id as string } }), TempshareError);
    expect(error.message).toContain(what);
    expect(error.message).not.toMatch(/4711|share\.example/);
    expect(seen).toHaveLength(0);
  });

  it('keeps an odd id within its path segment', async () => {
    const { invoke, seen } = await setup([json(200, {})]);
    await invoke(getTransfer, { path: { id: '../a?b/…' } });
    expect(seen[0]!.url).toBe('/api/v1/transfers/..%2Fa%3Fb%2F%E2%80%A6');
  });
});
