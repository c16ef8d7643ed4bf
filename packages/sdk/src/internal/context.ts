import { createInvoke, type Invoke } from '../core/invoke.ts';
import { resolveSettings, transportFor, type ClientOptions, type Settings } from '../core/options.ts';

export interface Context {
  readonly invoke: Invoke;
  readonly settings: Settings;
}

export function createContext(options: ClientOptions): Context {
  const settings = resolveSettings(options);
  return { invoke: createInvoke(transportFor(settings), settings.baseUrl), settings };
}
