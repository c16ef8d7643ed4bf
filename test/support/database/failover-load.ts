/** A load of secrets during a failover, with an account of every response. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { send, untilServed, type Reply } from '../network/send.ts';

type Kind = 'create' | 'reveal';

interface Attempt {
  kind: Kind;
  /** A secret that is to be revealed. */
  id?: string;
  /** The Idempotency-Key, which every second one has. */
  key?: string | undefined;
  /** Whether it may have been carried out, so that it is repeated with its key until it has an outcome. */
  begun?: boolean;
}

/** The most that are under way at a time; while the database is away, some wait for it. */
const AT_ONCE = 100;

/** Creates secrets and reveals them, at a rate, over several servers; and keeps account of what each was told. */
export class FailoverLoad {
  /** Ids that were acknowledged, and those of them that somebody has read, in this order. */
  readonly created = new Set<string>();
  readonly read = new Set<string>();
  /** Ids of which nobody knows whether they were read. */
  readonly uncertain = new Set<string>();
  /** How often each outcome came. */
  readonly outcomes: Record<string, number> = {};
  /** Outcomes that must never happen. */
  readonly violations: string[] = [];
  longestMs = 0;
  /** Outcome of each attempt at a secret, until it was read. */
  readonly #history = new Map<string, string[]>();
  readonly #bases: readonly string[];
  readonly #apiKey: string;
  readonly #waiting: string[] = [];
  /** Begun with a key, without an outcome. */
  readonly #again: Attempt[] = [];
  readonly #servedAt = new Map<string, number>();
  #underWay = 0;

  constructor(bases: readonly string[], apiKey: string) {
    this.#bases = bases;
    this.#apiKey = apiKey;
  }

  /** Goes on until the signal; so many creates a second, and as many reveals. */
  async run(perSecond: number, signal: AbortSignal): Promise<void> {
    const began = performance.now();
    for (let tick = 0; !signal.aborted;) {
      const due = ((performance.now() - began) / 1000) * perSecond;
      for (; tick < due; tick++) {
        this.#begin({ kind: 'create', key: tick % 2 ? randomUUID() : undefined });
        const id = this.#waiting.shift();
        if (id !== undefined) this.#begin({ kind: 'reveal', id, key: tick % 2 ? randomUUID() : undefined });
        const again = this.#again.shift();
        if (again) this.#begin(again);
      }
      await delay(5);
    }
    await this.#settle();
  }

  /** Waits until each server has served, once more, what was sent after `since`. */
  async untilServed(since: number, timeoutMs: number): Promise<number> {
    const wanted = this.#bases.flatMap((base) => [`create ${base}`, `reveal ${base}`]);
    while (wanted.some((what) => (this.#servedAt.get(what) ?? 0) < since)) {
      if (performance.now() > since + timeoutMs) throw new Error(`not served within ${timeoutMs} ms`);
      await delay(20);
    }
    return Math.max(...wanted.map((what) => this.#servedAt.get(what)!)) - since;
  }

  /** Asks for what somebody has read, as another reader. */
  async rereadLast(count: number): Promise<number> {
    const ids = [...this.read].slice(-count);
    for (const id of ids) {
      const base = this.#bases[0]!;
      const { status } = await untilServed(() => send(base, `POST /public/secrets/${id}/reveal`));
      if (status !== 404) this.violations.push(`what was read is a ${status} to the next reader`);
    }
    return ids.length;
  }

  #begin(attempt: Attempt): void {
    if (this.#underWay >= AT_ONCE) {
      this.#count(`${attempt.kind} not sent`);
      this.#putBack(attempt);
      return;
    }
    this.#underWay++;
    const base = this.#bases[randomInt(this.#bases.length)]!;
    void this.#attempt(attempt, base).finally(() => this.#underWay--);
  }

  async #attempt(attempt: Attempt, base: string): Promise<void> {
    const { kind, id, key } = attempt;
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const beganAt = performance.now();
    try {
      const response =
        kind === 'create'
          ? await send(base, 'POST /secrets', { key: this.#apiKey, json: { secret: 'kept' }, headers })
          : await send(base, `POST /public/secrets/${id}/reveal`, { headers });
      this.#count(`${kind} ${response.status}`);
      this.#note(attempt, response);
      if (response.status < 300) {
        this.#succeeded(attempt, response);
        this.#servedAt.set(`${kind} ${base}`, Math.max(beganAt, this.#servedAt.get(`${kind} ${base}`) ?? 0));
      } else this.#failed(attempt, response);
    } catch (error) {
      this.violations.push(`${kind}: ${(error as Error).message}`);
    }
    this.longestMs = Math.max(this.longestMs, performance.now() - beganAt);
  }

  #succeeded({ kind, id }: Attempt, { body }: Reply): void {
    if (kind === 'create') {
      const { secretId } = body as { secretId: string };
      if (this.created.has(secretId)) this.violations.push('two creates got one id');
      this.created.add(secretId);
      this.#waiting.push(secretId);
    } else {
      if (this.read.has(id!)) this.violations.push('read twice');
      this.read.add(id!);
    }
  }

  #failed(attempt: Attempt, { status, headers, text }: Reply): void {
    const problem = headers['content-type']?.startsWith('application/problem+json');
    const retryAfter = Number(headers['retry-after']);
    if (problem && status === 503 && Number.isInteger(retryAfter) && retryAfter > 0) this.#putBack(attempt);
    else if (problem && status === 500 && /may or may not/.test(text)) {
      if (attempt.key !== undefined) this.#again.push({ ...attempt, begun: true });
      else if (attempt.id !== undefined) this.uncertain.add(attempt.id);
    } else {
      const history = this.#history.get(attempt.id ?? '')?.join(', ') ?? '';
      this.violations.push(`${attempt.kind} ${status} after ${history}: ${text.slice(0, 300)}`);
    }
  }

  #note({ id, key }: Attempt, { status }: Reply): void {
    if (id === undefined) return;
    if (status < 300) return void this.#history.delete(id);
    const noted = `${status} ${key?.slice(0, 4) ?? 'without a key'} at ${(performance.now() / 1000).toFixed(2)}`;
    this.#history.set(id, [...(this.#history.get(id) ?? []), noted]);
  }

  /** Nothing was done, so what was to be read can be read; what was begun before goes on. */
  #putBack(attempt: Attempt): void {
    if (attempt.begun) this.#again.push(attempt);
    else if (attempt.kind === 'reveal') this.#waiting.push(attempt.id!);
  }

  /** Ends what is under way, and what was begun with a key and has no outcome. */
  async #settle(): Promise<void> {
    while (this.#underWay > 0 || this.#again.length > 0) {
      const again = this.#again.shift();
      if (again) this.#begin(again);
      await delay(20);
    }
  }

  #count(outcome: string): void {
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
  }
}
