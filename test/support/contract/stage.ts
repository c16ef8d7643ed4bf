/** Clients and raw requests of a scenario, on the target that it runs on. */
import type { ProblemError, Scope } from '@tempshare/contract';
import { Tempshare } from '@tempshare/sdk';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { contractCheck, type ContractCheck } from './check.ts';
import type { Capacity, Limits, StartTarget, Target } from './target.ts';

/** A raw request: what the SDK does not let through. */
export interface RawCall {
  key?: string;
  headers?: Record<string, string>;
  /** Sent as `application/json`. */
  json?: unknown;
  /** Sent as it is. */
  raw?: BodyInit;
}

/** The stage of scenarios: one target for all of them, whose every response is checked against the contract. */
export interface Stage extends Pick<Target, 'baseUrl' | 'appUrl' | 'createKey' | 'advance' | 'eventsOf'> {
  readonly check: ContractCheck;
  /** A client with a key of its own, which sends bodies as they are; default: of all scopes, for test objects. */
  owner(scopes?: readonly Scope[], environment?: 'live' | 'test'): Promise<Tempshare>;
  /** A client without a key. */
  readonly recipient: Tempshare;
  /** One request as it is written; `call` is "METHOD path". The body is read as JSON. */
  send(call: string, parts?: RawCall): Promise<{ status: number; headers: Headers; body: any }>;
}

/** Starts a target for the suite that this is called in. */
export function useStage(start: StartTarget, limits?: Limits, capacity?: Capacity): Stage {
  let target: Target;
  let check: ContractCheck;
  beforeAll(async () => {
    target = await start(limits, capacity);
    check = contractCheck(target.baseUrl);
  });
  afterEach(() => expect(check.takeFaults()).toEqual([]));
  afterAll(() => target.close());

  const client = (apiKey: string | null) =>
    new Tempshare({
      baseUrl: target.baseUrl,
      apiKey,
      fetch: check.fetch,
      maxRetries: 0,
      encryption: 'server',
    });
  return {
    get baseUrl() {
      return target.baseUrl;
    },
    get appUrl() {
      return target.appUrl;
    },
    get check() {
      return check;
    },
    get recipient() {
      return client(null);
    },
    createKey: (scopes, environment, options) => target.createKey(scopes, environment, options),
    advance: (ms) => target.advance(ms),
    eventsOf: (id) => target.eventsOf(id),
    owner: async (scopes, environment) => client(await target.createKey(scopes, environment)),
    async send(call, { key, headers = {}, json, raw } = {}) {
      const [method, path] = call.split(' ') as [string, string];
      const response = await check.fetch(target.baseUrl + path, {
        method,
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: raw ?? (json === undefined ? null : JSON.stringify(json)),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
    },
  };
}

/** The error that a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<any> {
  return call.then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => error,
  );
}

/** Faults in a problem or an error of the SDK: the broken rule by its place. */
export const faultsIn = ({ errors = [] }: { errors?: readonly ProblemError[] }): Record<string, string> =>
  Object.fromEntries(errors.map(({ pointer, code }) => [pointer, code]));

/** base64url, as proofs and their hashes are written. */
export const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  Buffer.from(bytes as Uint8Array).toString('base64url');

/** An access proof and the hash that a sealer sends. */
export async function accessProof(): Promise<{ accessProof: string; accessProofHash: string }> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return {
    accessProof: base64url(bytes),
    accessProofHash: base64url(await crypto.subtle.digest('SHA-256', bytes)),
  };
}
