import { createInvoke, type Invoke } from '../core/invoke.ts';
import { resolveSettings, transportFor, type ClientOptions, type Settings } from '../core/options.ts';

/** State shared by the parts of a client. */
export interface Context {
  readonly invoke: Invoke;
  readonly settings: Settings;
}

/** @throws TempshareError for settings that cannot work; each message says what to set. */
export function createContext(options: ClientOptions): Context {
  const settings = resolveSettings(options);
  return { invoke: createInvoke(transportFor(settings), settings.baseUrl), settings };
}
