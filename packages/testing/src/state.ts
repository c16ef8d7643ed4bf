import { allScopes } from '@tempshare/contract';
import type { Scope } from '@tempshare/sdk/types';
import { DEFAULTS, type Capacities } from './domain/capacity.ts';
import { apiKey, prefixedId } from './domain/tokens.ts';
import { Failures } from './failures/failures.ts';
import { Quotas } from './http/quota.ts';
import type { MockLimits } from './mock.ts';

/** An API key as the mock knows it. */
export interface Key {
  id: string;
  text: string;
  environment: 'live' | 'test';
  scopes: readonly Scope[];
  createdAt: number;
  expiresAt: number | null;
}

/** Interface of a feature to the state. */
export interface Part {
  /** Ends what has expired, and forgets what ended long ago. */
  sweep?: (state: State) => void;
  /** The bytes that a key holds here. */
  bytesOf?: (state: State, keyId: string) => number;
  /** Ends what somebody waits for, before everything is forgotten. */
  close?: (state: State) => void;
}

export interface StateOptions {
  limits: MockLimits | undefined;
  capacity?: Capacities;
  /** Time of the clock until `advance` moves it. Left out, it follows the real clock. */
  start?: number | undefined;
}

/** One mock: its keys, its clock, its limits, and a memory in which each feature keeps what is its own. */
export class State {
  readonly baseUrl: string;
  /** URL of the pages behind links. */
  readonly appUrl: string;
  readonly failures = new Failures();
  readonly quotas: Quotas;
  readonly capacity: Capacities;
  keys = new Map<string, Key>();
  /** Storage of `remembered`, by the slots that it hands out. */
  memory: Record<number, object> = {};
  readonly #parts: readonly Part[];
  readonly #start: number | undefined;
  #ahead = 0;

  constructor(baseUrl: string, parts: readonly Part[], { limits, capacity = DEFAULTS, start }: StateOptions) {
    this.baseUrl = baseUrl;
    this.appUrl = baseUrl.replace(/\/api\/v1$/, '');
    this.quotas = new Quotas(limits);
    this.capacity = capacity;
    this.#parts = parts;
    this.#start = start;
  }

  /** Milliseconds since 1970, with what `advance` has added. */
  get now(): number {
    return (this.#start ?? Date.now()) + this.#ahead;
  }

  /** Ends failures and changed limits. */
  recover(): void {
    this.failures.clear();
    this.quotas.reset();
  }

  /** @throws TypeError for a time that is not to come */
  advance(ms: number): void {
    if (!(Number.isFinite(ms) && ms >= 0)) throw new TypeError('advance: milliseconds, from 0');
    this.#ahead += ms;
    this.sweep();
  }

  /** Forgets everything but the given keys. */
  reset(keys: readonly Key[]): void {
    for (const part of this.#parts) part.close?.(this);
    this.memory = {};
    this.keys = new Map(keys.map((key) => [key.text, key]));
    this.#ahead = 0;
    this.recover();
  }

  /** @throws TypeError for scopes that are not those of the contract */
  addKey(
    scopes: readonly Scope[],
    environment: 'live' | 'test',
    { text = apiKey(environment), expiresIn = Infinity }: { text?: string; expiresIn?: number } = {},
  ): Key {
    if (!(expiresIn > 0)) throw new TypeError('expiresIn must be milliseconds above 0');
    if (typeof scopes === 'string' || !scopes.every((scope) => allScopes.includes(scope)))
      throw new TypeError(`scopes must be a list of ${allScopes.join(', ')}`);
    const key: Key = {
      id: prefixedId('key'),
      text,
      environment,
      scopes: [...scopes],
      createdAt: this.now,
      expiresAt: Number.isFinite(expiresIn) ? this.now + expiresIn : null,
    };
    this.keys.set(text, key);
    return key;
  }

  /** The bytes that a key holds. */
  bytesOf(keyId: string): number {
    return this.#parts.reduce((sum, { bytesOf }) => sum + (bytesOf?.(this, keyId) ?? 0), 0);
  }

  /** Wipes what has expired since the last time, and forgets what ended long ago. */
  sweep(): void {
    for (const { sweep } of this.#parts) sweep?.(this);
  }
}

/**
 * Something that is remembered until the next reset, for each mock apart.
 *
 * @example
 * const drops = remembered(() => new Map<string, StoredDrop>());
 * drops(state).get(id);
 */
export function remembered<Kept extends object>(initial: () => Kept): (state: State) => Kept {
  const slot = slots++;
  return ({ memory }) => (memory[slot] ??= initial()) as Kept;
}

let slots = 0;
