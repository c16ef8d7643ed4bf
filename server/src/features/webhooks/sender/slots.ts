/** An endpoint with something due. */
export interface Candidate {
  endpointId: string;
  host: string;
  keyId: string;
  /** Whether it is tried alone: it is new, or has not responded in time when it was last tried. */
  trial: boolean;
}

/** An attempt under way. */
export interface Occupant extends Candidate {
  /** When it began, by `performance.now()`. */
  since: number;
}

/** How many deliveries of an endpoint may be taken. */
export interface Grant extends Candidate {
  count: number;
}

/** How many attempts may be under way at once. Of each number, endpoints that are tried alone get half. */
export interface SlotLimits {
  /** In all. Most of them wait for a receiver, and a socket that waits costs little. */
  maxInFlight: number;
  /** After how many milliseconds an attempt waits: what is below counts for the next two. */
  promptMs: number;
  /** Begun and not yet waiting, in all and to one host: what costs time here and there. */
  maxPrompt: number;
  maxPerHost: number;
  /** To one endpoint that responds. */
  maxPerEndpoint: number;
  /** Which part of the slots that are free one API key, and one host, may have: 16 is a sixteenth. */
  keyPart: number;
  hostPart: number;
}

/**
 * Shares free slots out among endpoints, one after another: round-robin over keys and over the endpoints of each, in random
 * order. A key may have as many slots as a part of those that are left (Choudhury and Hahne, "Dynamic queue length
 * thresholds"), so however many keys take all they may, some are left for the next one. Half of that goes only to
 * endpoints that have none yet, so that those of the same key leave each other room, too.
 */
export function shareSlots(
  candidates: readonly Candidate[],
  occupants: Iterable<Occupant>,
  limits: SlotLimits,
  now = performance.now(),
): Grant[] {
  const usage = new Usage(limits);
  for (const occupant of occupants) usage.add(occupant, now - occupant.since < limits.promptMs);
  const grants = new Map<string, Grant>();
  let rounds = shuffled([...Map.groupBy(shuffled(candidates), ({ keyId }) => keyId).values()]);
  while (rounds.length > 0) {
    for (const endpoints of rounds) {
      const endpoint = endpoints.shift() as Candidate;
      // Room only shrinks while slots are given: who finds none finds none later.
      if (!usage.hasRoomFor(endpoint)) continue;
      usage.add(endpoint, true);
      const count = (grants.get(endpoint.endpointId)?.count ?? 0) + 1;
      grants.set(endpoint.endpointId, { ...endpoint, count });
      endpoints.push(endpoint);
    }
    rounds = rounds.filter((endpoints) => endpoints.length > 0);
  }
  return [...grants.values()];
}

interface Count {
  all: number;
  trials: number;
}

class Counts extends Map<string, Count> {
  of(key: string): Count {
    return this.get(key) ?? { all: 0, trials: 0 };
  }

  add(key: string, { trial }: Candidate): void {
    const { all, trials } = this.of(key);
    this.set(key, { all: all + 1, trials: trials + Number(trial) });
  }
}

class Usage {
  readonly #limits: SlotLimits;
  readonly #inFlight = { total: new Counts(), endpoint: new Counts(), host: new Counts(), key: new Counts() };
  readonly #prompt = { total: new Counts(), host: new Counts() };

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  add(each: Candidate, prompt: boolean): void {
    this.#inFlight.total.add('', each);
    this.#inFlight.endpoint.add(each.endpointId, each);
    this.#inFlight.host.add(each.host, each);
    this.#inFlight.key.add(each.keyId, each);
    if (!prompt) return;
    this.#prompt.total.add('', each);
    this.#prompt.host.add(each.host, each);
  }

  hasRoomFor({ endpointId, host, keyId, trial }: Candidate): boolean {
    const { maxInFlight, maxPrompt, maxPerHost, maxPerEndpoint, keyPart, hostPart } = this.#limits;
    const [inFlight, prompt] = [this.#inFlight, this.#prompt];
    const below = (limit: number, { all, trials }: Count) => all < limit && (!trial || trials < limit / 2);
    const free = maxInFlight - inFlight.total.of('').all;
    const own = inFlight.endpoint.of(endpointId).all;
    const ofKey = inFlight.key.of(keyId);
    return (
      own < (trial ? 1 : maxPerEndpoint) &&
      below(maxInFlight, inFlight.total.of('')) &&
      below(maxPrompt, prompt.total.of('')) &&
      below(maxPerHost, prompt.host.of(host)) &&
      below(free / hostPart, inFlight.host.of(host)) &&
      below(free / keyPart, ofKey) &&
      (own === 0 || ofKey.all < free / keyPart / 2)
    );
  }
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const drawn = [...items];
  for (let i = drawn.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [drawn[i], drawn[j]] = [drawn[j] as Item, drawn[i] as Item];
  }
  return drawn;
}
