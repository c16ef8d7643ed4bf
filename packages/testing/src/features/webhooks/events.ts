import type { MockHandlers } from '../index.ts';
import { cutPage } from '../../http/page.ts';
import { notFound } from '../../http/problem.ts';

export const eventHandlers = {
  'events.list': ({ state, key, query }) => {
    const matching = state.events
      .filter(
        ({ keyId, event }) => keyId === key.id && (query.type === undefined || event.type === query.type),
      )
      .map(({ event }) => ({ id: event.id, createdAt: Date.parse(event.createdAt), event }));
    const { rows, page } = cutPage(matching, ['events', key.id, query.type], query);
    return { status: 200, body: { events: rows.map(({ event }) => event), ...page } };
  },

  'events.get': ({ state, key, params }) => {
    const found = state.events.find(({ keyId, event }) => keyId === key.id && event.id === params.id);
    if (!found) throw notFound();
    return { status: 200, body: found.event };
  },
} satisfies Pick<MockHandlers, 'events.list' | 'events.get'>;
