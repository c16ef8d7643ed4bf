import { lifetimes } from '@tempshare/contract';
import { BadRequestError, UnprocessableEntityError } from '@tempshare/sdk';
import { describe, expect, it, inject } from 'vitest';
import { NAMES_NO_ITEM } from '../../support/statements/spread-target.ts';
import { TARGET } from '../../support/contract/operations.ts';
import { failureOf, faultsIn } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const KEPT_MS = 1000 * lifetimes.idempotencyKey;

contract((stage) => {
  describe('a repeated Idempotency-Key', () => {
    it('gets the first response again, byte for byte', async () => {
      const call = {
        key: await stage.createKey(),
        headers: { 'idempotency-key': 'k', 'content-type': 'application/json' },
        raw: '{ "type": "text", "text": "x" }',
      };
      const first = await stage.send('POST /transfers', call);
      const second = await stage.send('POST /transfers', call);
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body));
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    });

    it('makes one thing, whatever becomes of it', async () => {
      const owner = await stage.owner();
      const create = () =>
        owner.transfers.create({ type: 'text', text: 'x', oneTime: true }, { idempotencyKey: 'k' });
      const { id } = await create();
      await stage.recipient.public.transfers.open(id);
      expect((await create()).id).toBe(id);
      expect((await owner.transfers.list()).total).toBe(1);
      expect((await stage.eventsOf(id)).filter(({ type }) => type === 'transfer.created')).toHaveLength(1);
    });

    it('does each thing once that can be made or done', async () => {
      const key = await stage.createKey();
      const { body: room } = await stage.send('POST /rooms', { key, json: { name: 'x' } });
      const { body: endpoint } = await stage.send('POST /webhook-endpoints', { key, json: { url: TARGET } });
      const { body: transfer } = await stage.send('POST /transfers', {
        key,
        json: { type: 'text', text: 'x' },
      });
      const { body: secret } = await stage.send('POST /secrets', { key, json: { secret: 'x' } });
      const { body: request } = await stage.send('POST /requests', { key, json: { title: 'x' } });
      const hook = `webhook-endpoints/${endpoint.id}`;
      const { body: delivery } = await stage.send(`POST /${hook}/test`, { key, json: {} });
      for (const [path, json] of [
        ['transfers', { type: 'file' }],
        ['secrets', { secret: 'x' }],
        ['requests', { title: 'x' }],
        ['drops', { label: 'x' }],
        ['debug-share', { logs: 'x' }],
        ['rooms', { name: 'x' }],
        [`rooms/${room.roomId}/messages`, { text: 'x' }],
        [`rooms/${room.roomId}/files`, {}],
        ['webhook-endpoints', { url: TARGET }],
        [`transfers/${transfer.id}/unlock`, undefined],
        [`secrets/${secret.secretId}/unlock`, undefined],
        [`requests/${request.requestId}/unlock`, undefined],
        [`requests/${request.requestId}/rotate-pin`, undefined],
        [`${hook}/rotate-secret`, {}],
        [`${hook}/rotate-secret/confirm`, undefined],
        [`${hook}/test`, {}],
        [`${hook}/deliveries/${delivery.id}/redeliver`, undefined],
      ] as const) {
        if (inject('spread') && NAMES_NO_ITEM.test(path)) continue;
        const call = { key, ...(json && { json }), headers: { 'idempotency-key': 'k' } };
        const [first, second] = [
          await stage.send(`POST /${path}`, call),
          await stage.send(`POST /${path}`, call),
        ];
        expect([path, first.status < 300, second.body]).toEqual([path, true, first.body]);
        expect([path, second.headers.get('idempotency-replayed')]).toEqual([path, 'true']);
      }
    });

    it('makes one thing for several at once', async () => {
      const owner = await stage.owner();
      const calls = Array.from({ length: 6 }, () =>
        owner.secrets.create({ secret: 'x' }, { idempotencyKey: 'k' }),
      );
      const ids = (await Promise.all(calls)).map(({ secretId }) => secretId);
      expect(new Set(ids).size).toBe(1);
    });

    it('with another payload is refused', async () => {
      const owner = await stage.owner();
      await owner.secrets.create({ secret: 'x' }, { idempotencyKey: 'k' });
      const error = await failureOf(owner.secrets.create({ secret: 'y' }, { idempotencyKey: 'k' }));
      expect(error).toBeInstanceOf(UnprocessableEntityError);
      expect(error).toMatchObject({ status: 422, code: 'idempotency_key_reused', idempotencyKey: 'k' });
    });

    it('counts for one API key and one path', async () => {
      const owner = await stage.owner();
      const other = await stage.owner();
      const options = { idempotencyKey: 'k' };
      const first = await owner.secrets.create({ secret: 'x' }, options);
      const second = await other.secrets.create({ secret: 'x' }, options);
      expect(second.secretId).not.toBe(first.secretId);
      expect((await owner.transfers.create({ type: 'text', text: 'x' }, options)).success).toBe(true);
    });

    it('is not kept for a request that failed', async () => {
      const owner = await stage.owner();
      const options = { idempotencyKey: 'k' };
      expect(await failureOf(owner.secrets.create({ secret: '' }, options))).toBeInstanceOf(BadRequestError);
      expect((await owner.secrets.create({ secret: 'x' }, options)).success).toBe(true);
      const badUrl = { type: 'url', targetUrl: 'https://[' } as const;
      expect(await failureOf(owner.transfers.create(badUrl, options))).toBeInstanceOf(BadRequestError);
      expect((await owner.transfers.create({ type: 'text', text: 'x' }, options)).success).toBe(true);
    });

    it('is kept for a day', async () => {
      const owner = await stage.owner();
      const create = () => owner.secrets.create({ secret: 'x' }, { idempotencyKey: 'k' });
      const { secretId } = await create();
      await stage.advance(KEPT_MS - 60_000);
      expect((await create()).secretId).toBe(secretId);
      await stage.advance(60_000);
      expect((await create()).secretId).not.toBe(secretId);
    });
  });

  it('an Idempotency-Key is 1 to 255 visible ASCII characters', async () => {
    const key = await stage.createKey();
    const json = { secret: 'x' };
    for (const [value, status] of [
      ['!~', 201],
      ['k'.repeat(255), 201],
      ['k'.repeat(256), 400],
      ['a b', 400],
    ] as const) {
      const response = await stage.send('POST /secrets', {
        key,
        json,
        headers: { 'idempotency-key': value },
      });
      expect(response.status).toBe(status);
      expect(Object.keys(faultsIn(response.body))).toEqual(
        status === 400 ? ['/headers/idempotency-key'] : [],
      );
    }
  });
});
