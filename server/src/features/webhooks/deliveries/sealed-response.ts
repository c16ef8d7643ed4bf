import type { ItemVault } from '../../../crypto/item-vault.ts';
import { openPart, sealPart, type EndpointLock } from '../endpoints/sealed-endpoint.ts';
import type { ReceiverResponse } from '../sender/response.ts';

/** Binds a response to its attempt: none can stand in the place of another. */
const part = ({ id, lease }: Attempted): string => `response ${id} ${lease}`;

interface Attempted {
  /** The delivery. */
  id: string;
  lease: number;
}

/** Seals a response under the data key of its endpoint. */
export const sealResponse = (
  vault: ItemVault,
  endpoint: EndpointLock,
  attempt: Attempted,
  response: ReceiverResponse,
): Buffer => sealPart(vault, endpoint, part(attempt), JSON.stringify(response));

export const openResponse = (
  vault: ItemVault,
  endpoint: EndpointLock,
  attempt: Attempted,
  sealed: Buffer,
): ReceiverResponse => {
  const kept = JSON.parse(openPart(vault, endpoint, part(attempt), sealed)) as Partial<ReceiverResponse>;
  // Servers of the version before kept all responses.
  return { isWithheld: false, ...kept } as ReceiverResponse;
};
