import { limits as contractLimits, type FilledSchema, type OperationInfo } from '@tempshare/contract';
import { sealedSize } from '@tempshare/sdk/envelope';
import { sha256 } from '../../crypto/tokens.ts';
import {
  ANONYMOUS_ACCOUNT,
  ANONYMOUS_SHARES,
  anonymousKeyId,
  type AnonymousLimits,
  type AnonymousSenders,
} from '../../domain/anonymous.ts';
import { Lifetimes } from '../../domain/lifetime.ts';
import type { Principal } from '../../domain/principal.ts';
import { invalid, ServiceProblem } from '../../domain/problem.ts';
import { siteOf } from '../../limits/networks.ts';
import type { RequestLimit } from '../../limits/rate-limit.ts';
import type { Db } from '../../storage/postgres/database.ts';
import { defaultAccount } from './api-key.ts';
import * as store from './store.ts';

const SCOPES = ['transfer:create', 'secret:create'] as const;

const OPERATIONS: ReadonlySet<string> = new Set(['transfers.create', 'secrets.create']);

interface SettingsOfAnonymous extends AnonymousLimits {
  longest: ConstructorParameters<typeof Lifetimes>[0];
}

/**
 * Senders without an account. Their items belong to keys without secrets in an account without people, so quotas,
 * sweeps and takedowns apply and no team is charged.
 */
export class Senders implements AnonymousSenders {
  readonly limits: AnonymousLimits;
  readonly #db: Db;
  readonly #rate: RequestLimit;
  readonly #lifetimes: Lifetimes;
  #made: Promise<void> | undefined;

  constructor(db: Db, rate: RequestLimit, { longest, ...limits }: SettingsOfAnonymous) {
    this.#db = db;
    this.#rate = rate;
    this.#lifetimes = new Lifetimes(longest);
    this.limits = limits;
  }

  async admit(network: string): ReturnType<AnonymousSenders['admit']> {
    const site = siteOf(network);
    const [admission] = await Promise.all([this.#rate.admit(site), this.#keys()]);
    const principal: Principal = {
      keyId: anonymousKeyId(sha256(site)[0]! % ANONYMOUS_SHARES),
      last4: '',
      accountId: ANONYMOUS_ACCOUNT,
      environment: 'live',
      livemode: true,
      scopes: SCOPES,
      endsAt: null,
      rateLimit: this.limits.createsPerMinute,
      borrowed: false,
      isAnonymous: true,
    };
    return { principal, admission };
  }

  authorize(operation: OperationInfo): void {
    if (!OPERATIONS.has(operation.id))
      throw new ServiceProblem(
        'insufficient_scope',
        'Without an account one creates transfers and secrets, and nothing else.',
        { headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' } },
      );
  }

  check(body: unknown, now: Date): void {
    const input = body as FilledSchema<'TransferCreate'> & Partial<FilledSchema<'SecretCreate'>>;
    const { itemBytes } = this.limits;
    if (input.encryption !== 'e2e')
      throw invalid('/body/encryption', 'anonymous', 'must be e2e without an account');
    if (input.label !== undefined)
      throw invalid('/body/label', 'anonymous', 'must not be there without an account');
    for (const name of ['text', 'targetUrl', 'secret'] as const)
      if ((input[name]?.length ?? 0) > sealedTextLength(itemBytes))
        throw invalid(`/body/${name}`, 'max_length', `may be of ${itemBytes} bytes without an account`);
    if (input.type === 'file' && !(input.size !== undefined && input.size <= sealedSize(itemBytes)))
      throw invalid('/body/size', 'maximum', `must be there, and of ${itemBytes} bytes without an account`);
    this.#lifetimes.expiryOf(input, now);
  }

  #keys(): Promise<void> {
    this.#made ??= this.#makeKeys().catch((error: unknown) => {
      this.#made = undefined;
      throw error;
    });
    return this.#made;
  }

  async #makeKeys(): Promise<void> {
    // The first account must stay the operators', which is the oldest.
    await defaultAccount(this.#db);
    const ids = Array.from({ length: ANONYMOUS_SHARES }, (_, share) => anonymousKeyId(share));
    await store.putAnonymousKeys(this.#db, { accountId: ANONYMOUS_ACCOUNT, ids, scopes: SCOPES });
  }
}

/** Maximum length of a sealed text of so many bytes, as the contract counts it. */
const sealedTextLength = (bytes: number): number => Math.ceil((bytes * 4) / 3) + 1024;

/** Quota of each key, which must hold at least one item. */
export const shareOf = (totalBytes: number): number => Math.floor(totalBytes / ANONYMOUS_SHARES);

export const mostOfItem = (itemBytes: number): number =>
  Math.max(sealedTextLength(itemBytes), sealedSize(itemBytes)) + contractLimits.itemBytes;
