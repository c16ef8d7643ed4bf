/** Operations as the transport gets them, without the table of the contract. */
import type { OperationInfo } from '../src/index.ts';

const operation = (line: string, id: string, more: Partial<OperationInfo> = {}): OperationInfo => {
  const [method, path] = line.split(' ') as [string, string];
  return { id, method, path, auth: 'bearer', idempotent: false, ...more };
};

export const createTransfer = operation('POST /transfers', 'transfers.create', { idempotent: true });
export const listTransfers = operation('GET /transfers', 'transfers.list');
export const getTransfer = operation('GET /transfers/{id}', 'transfers.get');
export const deleteTransfer = operation('DELETE /transfers/{id}', 'transfers.delete');
export const getFile = operation('GET /requests/{id}/files/{fileId}', 'requests.getFile', {
  response: 'bytes',
});
export const finishRequest = operation('POST /public/requests/{id}/finish', 'public.requests.finish', {
  auth: 'none',
});
export const upload = operation('PUT /uploads/{token}', 'files.upload', { auth: 'none' });
