/** The server in this process as a target of scenarios. */
import { startApp } from '../server/app.ts';
import { moveClock } from '../clocks/database-clock.ts';
import { Recorder } from '../statements/recorder.ts';
import type { Capacity, EmittedEvent, Limits, Target } from './target.ts';

/** Notes every statement of the targets of this process. */
export const recorder = new Recorder();

const shared = new Map<string, Promise<Target>>();

/** Returns the target of this process with these settings, which all files share. It ends with the process. */
export function sharedServerTarget(limits: Limits = {}, capacity: Capacity = {}): Promise<Target> {
  const settings = JSON.stringify([limits, capacity]);
  const target = shared.get(settings) ?? startServerTarget(limits, capacity);
  shared.set(settings, target);
  return target;
}

/** Starts the real server in this process, on a database of its own. */
async function startServerTarget(limits: Limits, capacity: Capacity): Promise<Target> {
  const settings = {
    ...Object.fromEntries(
      Object.entries(limits).map(([policy, limit]) => [`RATE_LIMIT_${policy.toUpperCase()}`, String(limit)]),
    ),
    ...settingsOf(capacity),
  };
  const app = await startApp(settings, undefined, { through: recorder.record });
  const { database } = app;
  return {
    baseUrl: app.baseUrl,
    appUrl: app.url,
    createKey: async (scopes, environment, { expiresIn } = {}) => {
      const { text, id } = await app.createKey(scopes, environment);
      if (expiresIn !== undefined)
        await database.query(
          'UPDATE api_keys SET expires_at = now() + make_interval(secs => $2) WHERE id = $1',
          [id, expiresIn / 1000],
        );
      return text;
    },
    advance: async (ms) => {
      await moveClock(database, ms);
      await app.sweep();
    },
    eventsOf: (id) =>
      database.query<EmittedEvent>(
        `SELECT type, livemode, object FROM events WHERE $1 IN (object->>'id', object->>'secretId', object->>'requestId')
         ORDER BY created_at, type`,
        [id],
      ),
    close: async () => undefined,
  };
}

function settingsOf({ sessions, key, total, ...containers }: Capacity): Record<string, string> {
  const settings: [string, number | undefined][] = [
    ['SESSIONS_PER_ITEM', sessions],
    ['MAX_BYTES_PER_KEY', key],
    ['MAX_BYTES_TOTAL', total],
    ...Object.entries(containers).flatMap(([kind, { items, bytes }]): [string, number | undefined][] => [
      [`MAX_ITEMS_PER_${kind.toUpperCase()}`, items],
      [`MAX_BYTES_PER_${kind.toUpperCase()}`, bytes],
    ]),
  ];
  return Object.fromEntries(
    settings.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
