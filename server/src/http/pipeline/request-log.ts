import type { Logger } from 'pino';

/** Lines of a kind that are written in full per window; the rest is counted. */
const FULL = 10;
const WINDOW_MS = 10_000;
/** Maximum number of kinds in a window. */
const MAX_KINDS = 200;

type Fields = Record<string, unknown>;
type Level = 'info' | 'warn' | 'error';

interface Kind {
  level: Level;
  common: Fields;
  lines: number;
  suppressed: number;
}

/**
 * Logs a line per request. Of refused or broken-off requests and of preflights, each kind logs its first lines of a
 * window, and then one line with the number of the others (`suppressed`).
 */
export class RequestLog {
  readonly #log: Logger;
  readonly #kinds = new Map<string, Kind>();
  #window: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  over(fields: Fields & { status: number; operation: string | undefined; network: string }): void {
    const { status, operation, network } = fields;
    if (status < 400 && operation !== undefined) this.#log.info(fields);
    else this.#sampled('info', { status, operation, network }, fields);
  }

  /** Health probes are logged at debug level. */
  probed(fields: Fields): void {
    this.#log.debug(fields);
  }

  /** Logs a server error. */
  failed(requestId: string, error: Fields): void {
    this.#sampled('error', { failed: error.name, code: error.code }, { requestId, error });
  }

  /** Logs a request that a limit of this server refused. Clients cause as many as they like, so it is no error. */
  refused(requestId: string, refusal: Fields & { refused: string }): void {
    this.#sampled('warn', { refused: refusal.refused }, { requestId, ...refusal });
  }

  /** Writes the numbers of suppressed lines. */
  flush(): void {
    clearTimeout(this.#window);
    this.#window = undefined;
    for (const { level, common, suppressed } of this.#kinds.values()) {
      if (suppressed > 0) this.#log[level]({ ...common, suppressed });
    }
    this.#kinds.clear();
  }

  #sampled(level: Kind['level'], common: Fields, fields: Fields): void {
    const kind = this.#kind(level, common);
    if (kind.lines < FULL) {
      kind.lines++;
      this.#log[level](fields);
    } else {
      kind.suppressed++;
    }
  }

  #kind(level: Kind['level'], common: Fields): Kind {
    const crowded = this.#kinds.size >= MAX_KINDS;
    const name = JSON.stringify([level, ...Object.values(common)]);
    const known = this.#kinds.get(name) ?? (crowded ? this.#kinds.get('others') : undefined);
    if (known) return known;
    const kind = { level, common: crowded ? { network: 'others' } : common, lines: 0, suppressed: 0 };
    this.#kinds.set(crowded ? 'others' : name, kind);
    this.#window ??= setTimeout(() => this.flush(), WINDOW_MS).unref();
    return kind;
  }
}
