export interface Candidate {
  endpointId: string;
  host: string;
  keyId: string;
  /** True if it gets a single attempt, because it is new or failed to respond in time. */
  trial: boolean;
}

export interface Occupant extends Candidate {
  since: number;
}

/** Number of deliveries of an endpoint that may be claimed. */
export interface Grant extends Candidate {
  count: number;
}

/** Limits of attempts in flight. Endpoints on trial get half of each number. */
export interface SlotLimits {
  /** Attempts in flight. Most wait for a receiver, and a waiting socket costs little. */
  maxInFlight: number;
  /** Age in milliseconds from which an attempt no longer counts for the next two limits. */
  promptMs: number;
  /** Young attempts, in total and per host: these use processor time here and there. */
  maxPrompt: number;
  maxPerHost: number;
  maxPerEndpoint: number;
  /** Share of the free slots per API key and per host: 16 is a sixteenth. */
  keyPart: number;
  hostPart: number;
}

/**
 * Distributes free slots round-robin over keys and their endpoints, in random order. A key gets at most a share of the
 * remaining slots, so some always remain for others (Choudhury and Hahne, "Dynamic queue length thresholds"). Half of
 * that share is for endpoints without an attempt, so that endpoints of one key leave each other room.
 */
export function shareSlots({
  candidates,
  occupants,
  limits,
  now = performance.now(),
}: {
  candidates: readonly Candidate[];
  occupants: Iterable<Occupant>;
  limits: SlotLimits;
  now?: number;
}): Grant[] {
  const usage = new Usage(limits);
  for (const occupant of occupants) usage.add(occupant, now - occupant.since < limits.promptMs);
  const grants = new Map<string, Grant>();
  let rounds = shuffled([...Map.groupBy(shuffled(candidates), ({ keyId }) => keyId).values()]);
  while (rounds.length > 0) {
    for (const endpoints of rounds) {
      const endpoint = endpoints.shift() as Candidate;
      // Room only shrinks here, so an endpoint without room is dropped.
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
