import { UNEXPIRED, type Feature } from '../feature.ts';
import { requestHandlers } from './handlers.ts';
import { cleanUpRequests, sweepRequests } from './jobs.ts';
import { listedRequests } from './listed.ts';
import { deleteRequest, requestFileArrived, updateRequest } from './request.ts';

const LIVING = `state IN ('open', 'closed')`;

export const requests = {
  folder: 'features/requests',
  tables: {
    requests: {
      item: 'id',
      bytesOfKey: '0',
      wrapsKeyOf: 'request',
      wrapsOwnerKey: true,
      labelUnder: 'owner-key',
    },
  },
  borrows: { files: 'What was sent is listed, wiped and counted with its request.' },
  handlers: requestHandlers,
  arrivals: { request: requestFileArrived },
  sweep: [({ database }) => sweepRequests(database)],
  cleanUp: [({ database }) => cleanUpRequests(database)],
  items: {
    table: 'requests',
    kind: `'request'`,
    living: LIVING,
    guarded: `${LIVING} AND ${UNEXPIRED}`,
    listed: listedRequests,
    ends: { request: deleteRequest },
    updates: { request: updateRequest },
  },
} satisfies Feature<'requests'>;
