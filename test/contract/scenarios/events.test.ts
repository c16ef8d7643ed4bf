import { eventTypes } from '@tempshare/contract';
import { describe, expect, it } from 'vitest';
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
  });
});
