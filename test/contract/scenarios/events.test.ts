import { eventTypes } from '@tempshare/contract';
import { describe, expect, it } from 'vitest';
import { exampleCall, OWNER_OPERATIONS } from '../../support/contract/operations.ts';
import { upload } from '../../support/contract/files.ts';
import { contract } from '../contract.ts';

contract((stage) => {
  describe('the log of events', () => {
    it('has every event of the contract, once what it tells of has happened', async () => {
      const owner = await stage.owner();
      const { transfers, secrets, requests } = stage.recipient.public;
      await transfers.open((await owner.transfers.create({ type: 'text', text: 'x', oneTime: true })).id);
      await secrets.reveal((await owner.secrets.create({ secret: 'x' })).secretId);
      const { requestId, pin } = await owner.requests.create({ title: 'x' });
      const { uploadUrl } = await requests.files.create(requestId, { pin });
      await upload(stage, uploadUrl, 'x');
      await requests.finish(requestId, { pin });

      const { events } = await owner.events.list();
      const emitted = new Set(events.map(({ type }) => type));
      expect(eventTypes.filter((type) => !emitted.has(type))).toEqual([]);
      for (const event of events) expect(await owner.events.get(event.id)).toEqual(event);
    });

    it.each(OWNER_OPERATIONS.filter(({ path }) => path.startsWith('/transfers/{id}')))(
      'has none of a file that is awaited, also after $id',
      async (operation) => {
        const key = await stage.createKey();
        const created = await stage.send('POST /transfers', {
          key,
          json: { type: 'file', fileName: 'a.txt' },
        });
        expect(created.status).toBe(201);
        const { body } = exampleCall(operation);
        const call = `${operation.method} ${operation.path.replace('{id}', created.body.id)}`;
        const { status } = await stage.send(call, { key, ...(body !== undefined && { json: body }) });
        expect([operation.status, 409]).toContain(status);
        expect(await stage.send('GET /events', { key })).toMatchObject({ status: 200, body: { events: [] } });
      },
    );
  });
});
