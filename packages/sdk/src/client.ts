import { createCall } from './core/resource.ts';
import { Resources } from './gen/resources.ts';
import { createInvoke, type Invoke } from './core/invoke.ts';
import { SealingRooms, SealingSecrets, SealingTransfers } from './e2e/resources.ts';
import { resolveSettings, transportFor, type ClientOptions, type Settings } from './core/options.ts';

/**
 * The client of a Tempshare service.
 *
 * @example
 * const client = new Tempshare({ apiKey: 'svc_sk_live_…', baseUrl: 'https://share.example/api/v1' });
 *
 * @throws TempshareError for settings that cannot work; each message says what to set.
 */
export class Tempshare extends Resources {
  override readonly transfers: SealingTransfers = new SealingTransfers(this.call);
  override readonly secrets: SealingSecrets = new SealingSecrets(this.call);
  override readonly rooms: SealingRooms = new SealingRooms(this.call);
  /** Makes a call by its row of the operation table, for operations that this version of the package does not know. */
  readonly invoke: Invoke;
  readonly #settings: Settings;

  constructor(options: ClientOptions = {}) {
    const settings = resolveSettings(options);
    const invoke = createInvoke(transportFor(settings), settings.baseUrl);
    super(createCall(invoke, settings));
    this.#settings = settings;
    this.invoke = invoke;
  }

  /** Without a trailing slash. */
  get baseUrl(): string {
    return this.#settings.baseUrl;
  }

  /** A client with these settings changed; the others, and those given as undefined, are kept. */
  withOptions(options: ClientOptions): Tempshare {
    const changed = Object.entries(options).filter(([, value]) => value !== undefined);
    return new Tempshare({ ...this.#settings, ...Object.fromEntries(changed) });
  }

  get [Symbol.toStringTag](): string {
    return 'Tempshare';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Tempshare { baseUrl: '${this.baseUrl}' }`;
  }
}
