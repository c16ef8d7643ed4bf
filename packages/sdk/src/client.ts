import { createContext } from './internal/context.ts';
import type { Invoke } from './core/invoke.ts';
import type { ClientOptions } from './core/options.ts';
import { Resources } from './gen/resources.ts';
import { Rooms, Secrets, Transfers } from './resources.ts';

/**
 * The client of a Tempshare service.
 *
 * @example
 * const client = new Tempshare({ apiKey: 'svc_sk_live_…', baseUrl: 'https://share.example/api/v1' });
 *
 * @throws TempshareError for settings that cannot work; each message says what to set.
 */
export class Tempshare extends Resources {
  readonly transfers: Transfers = new Transfers(this.context());
  readonly secrets: Secrets = new Secrets(this.context());
  readonly rooms: Rooms = new Rooms(this.context());
  /** Calls an operation that this version of the package does not know. */
  readonly invoke: Invoke = this.context().invoke;

  constructor(options?: ClientOptions) {
    super(createContext({ ...options }));
  }

  get baseUrl(): string {
    return this.context().settings.baseUrl;
  }

  /** A client with these settings changed; the others, and those given as undefined, are kept. */
  withOptions(options: ClientOptions): Tempshare {
    const changed = Object.entries<unknown>({ ...options }).filter(([, value]) => value !== undefined);
    return new Tempshare({ ...this.context().settings, ...Object.fromEntries(changed) });
  }

  get [Symbol.toStringTag](): string {
    return 'Tempshare';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Tempshare { baseUrl: '${this.baseUrl}' }`;
  }
}
