import type { OperationInfo } from '../src/index.ts';

const owner = { auth: 'bearer', idempotent: false } as const;

export const createTransfer: OperationInfo = {
  ...owner,
  id: 'transfers.create',
  method: 'POST',
  path: '/transfers',
  idempotent: true,
};
export const listTransfers: OperationInfo = {
  ...owner,
  id: 'transfers.list',
  method: 'GET',
  path: '/transfers',
};
export const getTransfer: OperationInfo = {
  ...owner,
  id: 'transfers.get',
  method: 'GET',
  path: '/transfers/{id}',
};
export const deleteTransfer: OperationInfo = {
  ...owner,
  id: 'transfers.delete',
  method: 'DELETE',
  path: '/transfers/{id}',
};
export const getFile: OperationInfo = {
  ...owner,
  id: 'requests.getFile',
  method: 'GET',
  path: '/requests/{id}/files/{fileId}',
  response: 'bytes',
};
export const finishRequest: OperationInfo = {
  id: 'public.requests.finish',
  method: 'POST',
  path: '/public/requests/{id}/finish',
  auth: 'none',
  idempotent: false,
};
