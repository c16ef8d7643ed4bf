import type { ItemVault } from '../../../crypto/item-vault.ts';
import { endpointRef, openPart, type EndpointLock } from '../endpoints/sealed-endpoint.ts';
import type { ReceiverResponse } from '../sender/response.ts';

interface Attempted {
  /** Id of the delivery. */
  id: string;
  lease: number;
}

/** Binds a response to its attempt, so that it cannot replace the response of another. */
const partOf = ({ id, lease }: Attempted): string => `response ${id} ${lease}`;

export const sealResponse = (
  vault: ItemVault,
  params: { endpointId: string; dataKey: Buffer; attempt: Attempted; response: ReceiverResponse },
): Buffer => {
  const { endpointId, dataKey, attempt, response } = params;
  const plaintext = Buffer.from(JSON.stringify(response));
  return vault.sealPart(endpointRef(endpointId), { part: partOf(attempt), dataKey, plaintext });
};

export const openResponse = (
  vault: ItemVault,
  { endpoint, attempt, sealed }: { endpoint: EndpointLock; attempt: Attempted; sealed: Buffer },
): ReceiverResponse => {
  const text = openPart(vault, endpoint, { part: partOf(attempt), sealed });
  // Servers of the previous version withheld no response.
  return { isWithheld: false, ...(JSON.parse(text) as Omit<ReceiverResponse, 'isWithheld'>) };
};
