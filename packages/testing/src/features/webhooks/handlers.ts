import type { Feature } from '../../feature.ts';
import { sweep } from './endpoint.ts';
import { endpointHandlers } from './endpoints.ts';
import { eventHandlers, forgetEvents } from './events.ts';

export const webhooks: Feature<'webhooks'> = {
  handlers: { ...endpointHandlers, ...eventHandlers },
  sweep(state) {
    sweep(state);
    forgetEvents(state);
  },
};
