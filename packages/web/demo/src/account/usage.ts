import { limits as contractLimits } from '@tempshare/contract';
import type { AccountSchema } from '@tempshare/contract/account';
import type { State } from '../../../../testing/src/state.ts';
import {
  audit,
  found,
  isEnded,
  keysOf,
  type Account,
  type Counts,
  type Demo,
  type HandlersOf,
  type User,
} from './account.ts';
import { everythingIn, isLiving } from './items.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOTHING: Counts = { requests: 0, items: 0, bytes: 0 };

const added = (one: Counts, other: Counts): Counts => ({
  requests: one.requests + other.requests,
  items: one.items + other.items,
  bytes: one.bytes + other.bytes,
});

/** Adds to the counts of a key in the hour of a time, and forgets those of earlier months. */
export function countUse(account: Account, keyId: string, at: number, counts: Counts): void {
  const hours = account.usage.get(keyId) ?? new Map<number, Counts>();
  const hour = Math.floor(at / HOUR) * HOUR;
  hours.set(hour, added(hours.get(hour) ?? NOTHING, counts));
  for (const old of hours.keys()) if (old < at - 31 * DAY) hours.delete(old);
  account.usage.set(keyId, hours);
}

/** Counts of keys from a time until another one. */
function countsIn({ usage }: Account, keyIds: readonly string[], from: number, until: number): Counts {
  return keyIds
    .flatMap((id) => [...(usage.get(id) ?? [])])
    .filter(([hour]) => hour >= from && hour < until)
    .reduce((sum, [, counts]) => added(sum, counts), NOTHING);
}

/** Beginning of the day of a reader whose time zone is some minutes east of UTC. */
const dayStart = (now: number, utcOffset: number): number =>
  Math.floor((now + utcOffset * 60_000) / DAY) * DAY - utcOffset * 60_000;

export const today = (account: Account, keyId: string, now: number, utcOffset: number): number =>
  countsIn(account, [keyId], dayStart(now, utcOffset), Infinity).requests;

/** Use of quotas by keys. */
function usedBy(state: State, keyIds: readonly string[]): AccountSchema<'QuotaUsed'> {
  const own = everythingIn(state).filter(({ stored }) => keyIds.includes(stored.keyId));
  return {
    items: own.filter(isLiving).length,
    bytes: keyIds.reduce((sum, id) => sum + state.bytesOf(id), 0),
    uploads: own.filter(({ createdAt }) => createdAt >= dayStart(state.now, 0)).length,
  };
}

const ofUser = ({ keys }: Account, { id }: User): string[] =>
  keys.filter(({ createdBy }) => createdBy === id).map((key) => key.id);

const limitsOf = ({ quotas }: Account, { id }: User) => quotas.own.get(id) ?? quotas.memberDefault;

/** Quotas that apply to what a key creates, and what is used of each. */
export function quotasOf({ state, account }: Demo, keyId: string): AccountSchema<'QuotaUse'>[] {
  const maker = account.keys.find(({ id }) => id === keyId)?.createdBy;
  const user = account.users.find(({ id }) => id === maker);
  const whole = {
    limits: account.quotas.account,
    used: usedBy(
      state,
      account.keys.map(({ id }) => id),
    ),
  };
  return user
    ? [whole, { limits: limitsOf(account, user), used: usedBy(state, ofUser(account, user)) }]
    : [whole];
}

type Operations = 'getUsage' | 'getQuotas' | 'getOwnQuota' | 'setQuotas' | 'setMemberQuota';

export const usageHandlers: HandlersOf<Operations> = {
  getUsage: (context) => {
    const { state, account, now, query } = context;
    const keys = keysOf(context).filter((key) => (query.keyId ?? key.id) === key.id && !isEnded(key, now));
    if (query.keyId !== undefined) found(keys[0]);
    const [step, count] = query.period === 'month' ? [DAY, 30] : [HOUR, 24];
    const last = query.period === 'month' ? dayStart(now, query.utcOffset) : Math.floor(now / HOUR) * HOUR;
    const first = last - (count - 1) * step;
    const ids = keys.map(({ id }) => id);
    return {
      steps: Array.from({ length: count }, (_, index) => {
        const at = first + index * step;
        return { at: new Date(at).toISOString(), ...countsIn(account, ids, at, at + step) };
      }),
      keys: keys.map(({ id, name }) => {
        const held = state.bytesOf(id);
        const { key: perMinute } = contractLimits.rateLimit;
        const maxBytes = state.capacity.key;
        return {
          ...{ id, name, ...countsIn(account, [id], first, Infinity) },
          ...{ requestsPerMinute: perMinute, requestsLeft: perMinute, maxBytes },
          bytesLeft: Math.max(0, maxBytes - held),
        };
      }),
    };
  },

  getQuotas: ({ state, account }) => ({
    account: {
      limits: account.quotas.account,
      used: usedBy(
        state,
        account.keys.map(({ id }) => id),
      ),
    },
    memberDefault: account.quotas.memberDefault,
    members: account.users.map((user) => ({
      ...{ id: user.id, name: user.name, email: user.email, isOwn: account.quotas.own.has(user.id) },
      ...{ limits: limitsOf(account, user), used: usedBy(state, ofUser(account, user)) },
    })),
  }),

  getOwnQuota: ({ state, account, user }) => ({
    account: {
      limits: account.quotas.account,
      used: usedBy(
        state,
        account.keys.map(({ id }) => id),
      ),
    },
    member: { limits: limitsOf(account, user), used: usedBy(state, ofUser(account, user)) },
  }),

  setQuotas: (context) => {
    const { account, body } = context;
    Object.assign(account.quotas, body);
    audit(context, 'change quotas', account.id, { ...body });
  },

  setMemberQuota: (context) => {
    const { account, body, params } = context;
    const { id } = found(account.users.find((user) => user.id === params.id));
    if (body.limits) account.quotas.own.set(id, body.limits);
    else account.quotas.own.delete(id);
    audit(context, 'change quotas of member', id, { ...body });
  },
};
