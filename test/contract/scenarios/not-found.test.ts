import type { OperationInfo } from '@tempshare/contract';
import type { Tempshare } from '@tempshare/sdk';
import type { DropItem, RoomMessage } from '@tempshare/sdk/types';
import { describe, expect, it } from 'vitest';
import { upload } from '../../support/contract/files.ts';
import { ALL_OPERATIONS, exampleCall, TARGET } from '../../support/contract/operations.ts';
import { failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const ABOUT_ITEMS = ALL_OPERATIONS.filter(({ path }) => path.includes('{id}'));
const OWNED = ABOUT_ITEMS.filter(({ auth }) => auth === 'bearer');
type Path = Record<string, string>;

/** Items that a caller cannot find, by every operation that names one. */
contract((stage) => {
  /** Creates one item of each kind. Returns the path parameters of an operation about it. */
  const createAll = async (owner: Tempshare): Promise<(operation: OperationInfo) => Path> => {
    const { requests, drops } = stage.recipient.public;
    const { id } = await owner.transfers.create({ type: 'text', text: 'x' });
    const { secretId } = await owner.secrets.create({ secret: 'x' });
    const { requestId, pin } = await owner.requests.create({ title: 'x' });
    const { roomId } = await owner.rooms.create({ name: 'x' });
    const { dropId } = await owner.drops.create({ label: 'x' });
    const file = await requests.files.create(requestId, { pin });
    const roomFile = await owner.rooms.files.create(roomId, {});
    const item = await drops.items.create(dropId, { file: {} });
    for (const { uploadUrl } of [file, roomFile, item]) await upload(stage, uploadUrl as string, 'x');
    const message = await stage.recipient.public.rooms.messages.create(roomId, { text: 'x' });
    const [{ authorId: guest }] = (await owner.rooms.messages.list(roomId)).messages as [RoomMessage];
    const [{ authorId: sender }] = (await owner.drops.items.list(dropId)).items as [DropItem];
    const { id: endpointId } = await owner.webhookEndpoints.create({ url: TARGET });
    const { id: deliveryId } = await owner.webhookEndpoints.test(endpointId);
    await owner.transfers.create({ type: 'text', text: 'x' });
    for (const enabled of [false, true]) await owner.webhookEndpoints.update(endpointId, { enabled });
    const from = '2000-01-01T00:00:00.000Z';
    const { id: redeliveryId } = await owner.webhookEndpoints.redeliveries.create(endpointId, { from });
    const { events } = await owner.events.list();
    const paths: Record<string, Path> = {
      transfers: { id },
      secrets: { id: secretId },
      requests: { id: requestId, fileId: file.id },
      rooms: { id: roomId, fileId: roomFile.id, messageId: message.id, authorId: guest as string },
      drops: { id: dropId, itemId: item.id, authorId: sender as string },
      webhookEndpoints: { id: endpointId, deliveryId, redeliveryId },
      events: { id: events[0]!.id },
    };
    return (operation) => paths[operation.id.replace('public.', '').split('.')[0] as string] as Path;
  };
  const expectNotFound = async (client: Tempshare, operation: OperationInfo, path: Path) => {
    const { status, code } = await failureOf(client.invoke(operation, { ...exampleCall(operation), path }));
    expect([operation.id, path, status, code]).toEqual([operation.id, path, 404, 'not_found']);
  };

  describe('what is not found', () => {
    it('is an item of another key, which stays as it was', async () => {
      const [owner, stranger] = [await stage.owner(), await stage.owner()];
      const pathOf = await createAll(owner);
      for (const operation of OWNED) await expectNotFound(stranger, operation, pathOf(operation));
      for (const operation of OWNED.filter(({ id }) => id.endsWith('.get')))
        await owner.invoke(operation, { path: pathOf(operation) });
      for (const list of ['transfers', 'requests', 'drops', 'webhookEndpoints', 'events'] as const)
        expect(await stranger[list].list()).toMatchObject({ total: 0, nextCursor: null });
    });

    it('is a file, an item or a delivery under the id of another container', async () => {
      const owner = await stage.owner();
      const [pathOf, otherOf] = [await createAll(owner), await createAll(owner)];
      for (const operation of ABOUT_ITEMS.filter(({ path }) => path.split('{').length > 2))
        await expectNotFound(owner, operation, { ...pathOf(operation), id: otherOf(operation).id as string });
    });

    it.each(['nothing', '0123456789012345678901', 'ABCD2345', 'a/b', '%00'])('is %s', async (id) => {
      const owner = await stage.owner();
      const path = {
        id,
        fileId: id,
        messageId: id,
        authorId: id,
        itemId: id,
        deliveryId: id,
        redeliveryId: id,
      };
      await Promise.all(ABOUT_ITEMS.map((operation) => expectNotFound(owner, operation, path)));
    });
  });
});
