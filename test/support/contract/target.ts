/** The interface of what scenarios run on: a server or a mock. */
import type { Scope } from '@tempshare/contract';

export interface Target {
  baseUrl: string;
  appUrl: string;
  /** Makes a key; default: of all scopes, for test objects. */
  createKey(
    scopes?: readonly Scope[],
    environment?: 'live' | 'test',
    options?: { expiresIn?: number },
  ): Promise<string>;
  /** Lets time pass for everything that is stored. */
  advance(ms: number): Promise<void>;
  /** The events emitted so far about the object with this id, oldest first. */
  eventsOf(id: string): Promise<EmittedEvent[]>;
  close(): Promise<void>;
}

export interface EmittedEvent {
  type: string;
  livemode: boolean;
  object: Record<string, unknown>;
}

/** Requests per minute; none to speak of when left out. */
export interface Limits {
  key?: number;
  anonymous?: number;
  session?: number;
  url?: number;
}

/** How much is taken; by default as much as a server takes that sets nothing. */
export interface Capacity {
  drop?: { items?: number; bytes?: number };
  room?: { items?: number; bytes?: number };
  request?: { items?: number; bytes?: number };
  sessions?: number;
  key?: number;
  total?: number;
}

export type StartTarget = (limits?: Limits, capacity?: Capacity) => Promise<Target>;
