/** Calls of an owner to a room by the contract alone. The SDK's own methods look first whether it is sealed. */
import { operations } from '@tempshare/contract';
import type { Tempshare } from '@tempshare/sdk';

export const sentAsItIs = (owner: Tempshare) => ({
  post: async (id: string, body: object) =>
    owner.invoke<unknown>(operations['rooms.messages.create'], { path: { id }, body }),
  announce: async (id: string, body: object) =>
    owner.invoke<unknown>(operations['rooms.files.create'], { path: { id }, body }),
});
