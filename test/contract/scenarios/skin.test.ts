import type { paths } from '@tempshare/contract/types';
import createClient from 'openapi-fetch';
import { describe, expect, it } from 'vitest';
import { contract } from '../contract.ts';

/** The document's types with another client, openapi-fetch, and what its types would not let through. */
contract((stage) => {
  const openapiFetch = async () => {
    const headers = { authorization: `Bearer ${await stage.createKey()}` };
    return createClient<paths>({ baseUrl: stage.baseUrl, fetch: stage.check.fetch, headers });
  };

  describe('openapi-fetch', () => {
    it('creates, opens and lists', async () => {
      const client = await openapiFetch();
      const created = await client.POST('/transfers', { body: { type: 'text', text: 'x', oneTime: true } });
      const id = created.data?.id as string;
      const opened = await client.POST('/public/transfers/{id}/open', { params: { path: { id } } });
      expect(opened.data).toMatchObject({ kind: 'text', text: 'x', oneTime: true });
      const listed = await client.GET('/transfers', { params: { query: { status: 'consumed', limit: 1 } } });
      expect(listed.data).toMatchObject({ transfers: [{ id, status: 'consumed' }], total: 1 });
    });

    it('replays with a header parameter', async () => {
      const client = await openapiFetch();
      const params = { header: { 'Idempotency-Key': 'k' } };
      const first = await client.POST('/secrets', { params, body: { secret: 'x' } });
      const second = await client.POST('/secrets', { params, body: { secret: 'x' } });
      expect(second.data).toEqual(first.data);
      expect(second.response.headers.get('idempotency-replayed')).toBe('true');
    });

    it('is told what is wrong with what the types forbid', async () => {
      const client = await openapiFetch();
      const { error } = await client.POST('/secrets', { body: { secret: 5 } as never });
      expect(error).toMatchObject({ status: 400, errors: [{ pointer: '/body/secret', code: 'type' }] });
    });

    it('is told of a query that the types forbid', async () => {
      const client = await openapiFetch();
      const query = { limit: 'all', offset: 3 } as never;
      const { error } = await client.GET('/transfers', { params: { query } });
      expect(error?.errors).toMatchObject([{ pointer: '/query/offset', code: 'unknown_parameter' }]);
    });

    it('is told of a body where none belongs', async () => {
      const client = await openapiFetch();
      const params = { path: { id: 'nothing' } };
      const { error } = await client.POST('/public/secrets/{id}/reveal', { params, body: 'x' as never });
      expect(error).toMatchObject({ status: 400, errors: [{ pointer: '/body', code: 'type' }] });
    });
  });
});
