import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EventsOf, EventSubject } from '../../server/src/events/outbox.ts';
import { requestEvents } from '../../server/src/features/requests/events.ts';
import { secretEvents } from '../../server/src/features/secrets/events.ts';
import { webhookEndpointEvents } from '../../server/src/features/webhooks/endpoints/events.ts';
import { transferEvents } from '../../server/src/features/transfers/events.ts';

/** A subject of the contract's events that no feature speaks of does not compile here, a verb that is missing there. */
const EVENTS = {
  request: requestEvents,
  secret: secretEvents,
  transfer: transferEvents,
  webhook_endpoint: webhookEndpointEvents,
} satisfies { [Name in EventSubject]: EventsOf<Name> };

const camelCase = (name: string): string =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const FEATURES = join(import.meta.dirname, '../../server/src/features');

describe('every type of event of the contract', () => {
  it.each(
    Object.entries(EVENTS).flatMap(([subject, events]) =>
      Object.keys(events).map(
        (verb) => [`${subject}.${verb}`, `${camelCase(subject)}Events.${verb}(`] as const,
      ),
    ),
  )('%s is written by a statement', (_, call) => {
    const stores = globSync('**/*store.ts', { cwd: FEATURES });
    const texts = stores.map((file) => readFileSync(join(FEATURES, file), 'utf8'));
    expect(
      texts.some((text) => text.includes(call)),
      `no …store.ts of server/src/features has ${call}…)`,
    ).toBe(true);
  });
});
