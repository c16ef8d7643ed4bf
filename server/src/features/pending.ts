import type { OperationId } from '@tempshare/contract';
import type { OperationHandlers } from '../http/operation.ts';
import { ServiceProblem } from '../http/problem.ts';

/** Operations of the contract that this server does not provide yet. */
const PENDING = [
  'requests.create',
  'requests.list',
  'requests.get',
  'requests.delete',
  'requests.files.list',
  'requests.files.download',
  'public.requests.get',
  'public.requests.files.create',
  'public.requests.finish',
  'rooms.create',
  'rooms.get',
  'rooms.delete',
  'rooms.messages.list',
  'rooms.messages.create',
  'rooms.files.create',
  'rooms.files.download',
  'public.rooms.get',
  'public.rooms.messages.list',
  'public.rooms.messages.create',
  'public.rooms.files.create',
  'public.rooms.files.download',
  'public.rooms.events',
  'drops.create',
  'drops.list',
  'drops.get',
  'drops.delete',
  'drops.items.list',
  'drops.items.download',
  'public.drops.get',
  'public.drops.items.create',
  'webhookEndpoints.list',
  'webhookEndpoints.create',
  'webhookEndpoints.get',
  'webhookEndpoints.update',
  'webhookEndpoints.delete',
  'webhookEndpoints.rotateSecret',
  'webhookEndpoints.confirmSecret',
  'webhookEndpoints.test',
  'webhookEndpoints.deliveries.list',
  'webhookEndpoints.deliveries.redeliver',
] as const satisfies readonly OperationId[];

const notProvided = (): never => {
  throw new ServiceProblem(
    'not_implemented',
    'This operation is part of the contract; this server does not provide it yet.',
  );
};

export const pendingHandlers = Object.fromEntries(PENDING.map((id) => [id, notProvided])) as unknown as Pick<
  OperationHandlers,
  (typeof PENDING)[number]
>;
