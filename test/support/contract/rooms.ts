import { operations } from '@tempshare/contract';
import type { Tempshare } from '@tempshare/sdk';

/** What an owner sends to a room by the contract alone; the client's own methods look first whether it is sealed. */
export const sentAsItIs = (owner: Tempshare) => ({
  post: async (id: string, body: object) =>
    owner.invoke<unknown>(operations['rooms.messages.create'], { path: { id }, body }),
  announce: async (id: string, body: object) =>
    owner.invoke<unknown>(operations['rooms.files.create'], { path: { id }, body }),
});
