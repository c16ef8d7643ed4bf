import { NotFoundError } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

contract((stage) => {
  describe('what is not there', () => {
    it('is answered alike whatever it was, but for the request id', async () => {
      const owner = await stage.owner();
      const { id } = await owner.transfers.create({ type: 'text', text: 'x', oneTime: true });
      await stage.recipient.public.transfers.open(id);
      const call = (name: string) => stage.send(`POST /public/transfers/${name}/open`);
      const [gone, unknown] = [await call(id), await call('0123456789012345678901')];
      expect({ ...gone.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    });

    it('names the methods of a path', async () => {
      const response = await stage.send('PUT /transfers/x', { json: {} });
      expect(response).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
      expect(response.headers.get('allow')).toBe('GET, PATCH, DELETE');
      expect(await stage.send('GET /nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(await stage.send('GET /transfers/%zz', { key: await stage.createKey() })).toMatchObject({
        status: 400,
      });
    });
  });

  describe('every response', () => {
    it('has a request id, which the SDK passes on', async () => {
      const owner = await stage.owner();
      const { requestId, response } = await owner.key.get().withResponse();
      expect(requestId).toMatch(/^req_[0-9A-Za-z]{22}$/);
      expect(response.headers.get('x-request-id')).toBe(requestId);
      const error = await failureOf(owner.transfers.get('nothing'));
      expect(error).toBeInstanceOf(NotFoundError);
      expect(error.requestId).toMatch(/^req_/);
      expect(error.requestId).toBe((error as NotFoundError).headers.get('x-request-id'));
      expect(error.message).toContain(error.requestId);
      expect(error.requestId).not.toBe(requestId);
    });

    it('is kept by no cache', async () => {
      const { headers } = await stage.send('POST /public/secrets/nothing/reveal');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });
  });
});
