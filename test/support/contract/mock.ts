/** The mock as a target of scenarios. */
import { createMock } from '@tempshare/testing';
import type { SetupServer } from 'msw/node';
import type { Capacity, EmittedEvent, Limits, Target } from './target.ts';

let count = 0;

/**
 * Starts a mock with an address of its own, behind an MSW server that listens already. Its address is http, because the
 * mocked TLS sessions of MSW make WebCrypto abort Node.js 24.
 */
export async function startMockTarget(
  server: SetupServer,
  limits: Limits = {},
  capacity: Capacity = {},
): Promise<Target> {
  const appUrl = `http://mock-${++count}.example`;
  const mock = createMock({ baseUrl: `${appUrl}/api/v1`, limits, capacity });
  server.use(...mock.handlers);
  return {
    baseUrl: mock.baseUrl,
    appUrl,
    createKey: async (scopes, environment, options) => mock.createKey(scopes, environment, options),
    advance: async (ms) => mock.advance(ms),
    eventsOf: async (id) =>
      mock.events
        .map(({ type, livemode, data }): EmittedEvent => ({ type, livemode, object: { ...data.object } }))
        .filter(({ object }) => [object.id, object.secretId, object.requestId].includes(id)),
    close: async () => undefined,
  };
}
