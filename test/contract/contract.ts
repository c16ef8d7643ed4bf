import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { recordCoverage } from '../support/contract/coverage.ts';
import { startMockTarget } from '../support/contract/mock.ts';
import { sharedServerTarget } from '../support/contract/server.ts';
import { useStage, type Stage } from '../support/contract/stage.ts';
import type { Capacity, Limits } from '../support/contract/target.ts';
import { sharedSpreadTarget } from '../support/statements/spread-target.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Runs the scenarios on a server whose items are spread over several databases, and on nothing else. */
    spread: true | undefined;
  }
}

/**
 * Runs scenarios of the contract on the server and on the mock. Every response is checked against the document.
 *
 * @param settings rate limits and quotas of both; without any, they are out of reach
 */
export function contract(
  scenarios: (stage: Stage) => void,
  settings: { limits?: Limits; capacity?: Capacity } = {},
): void {
  const { limits = {}, capacity = {} } = settings;
  if (inject('spread')) {
    describe.skipIf(settings.limits ?? settings.capacity)('items in four databases', () =>
      scenarios(useStage(sharedSpreadTarget)),
    );
    return;
  }

  describe('the server', () => {
    const stage = useStage(() => sharedServerTarget(limits, capacity));
    scenarios(stage);
    afterAll(({}, suite) => recordCoverage(suite, stage.check));
  });

  describe('the mock', () => {
    const server = setupServer();
    beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
    afterAll(() => server.close());
    const stage = useStage(() => startMockTarget(server, limits, capacity));
    scenarios(stage);
    afterAll(({}, suite) => recordCoverage(suite, stage.check));
  });
}
