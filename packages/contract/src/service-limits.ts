import { defaults, expirationSeconds, lifetimes, limits } from './gen/constants.ts';
import type { components } from './gen/types.ts';

type ServiceLimits = components['schemas']['ServiceLimits'];
type Expiration = components['schemas']['Expiration'];

const HOUR_SECONDS = 3600;

/** The part of the response of `public.limits.get` that operators set. */
export interface OperatorLimits extends Pick<ServiceLimits, 'containers' | 'sessions'> {
  longest: Expiration;
  offered: OfferedLifetimes;
}

/** Lifetimes that pages offer, in seconds; null is without an end. */
export interface OfferedLifetimes {
  /** The shortest first. */
  seconds: readonly (number | null)[];
  /** The one that is chosen first. */
  chosen: number | null;
}

/** Limits of a server: those that its operator has set, and the others of the contract. */
export function serviceLimits({ longest, offered, containers, sessions }: OperatorLimits): ServiceLimits {
  const longestSeconds = expirationSeconds[longest];
  const most = longestSeconds ?? Infinity;
  const expirations = Object.keys(expirationSeconds) as Expiration[];
  return {
    lengths: {
      text: limits.textLength,
      targetUrl: limits.targetUrlLength,
      secret: limits.secretLength,
      message: limits.messageLength,
      name: limits.nameLength,
      author: limits.authorLength,
      label: limits.labelLength,
      password: limits.passwordLength,
      fileName: limits.fileNameLength,
      mediaType: limits.mediaTypeLength,
    },
    fileBytes: limits.fileBytes,
    filesAtOnce: limits.filesAtOnce,
    maxViews: limits.maxViews,
    lifetimes: {
      expirations: expirations.filter((expiration) => (expirationSeconds[expiration] ?? Infinity) <= most),
      defaultExpiration: defaults.expiration,
      soonestExpirySeconds: lifetimes.soonestExpiry,
      longestSeconds,
      offeredSeconds: [...offered.seconds],
      chosenSeconds: offered.chosen,
      roomHours: Math.min(limits.roomHours, most / HOUR_SECONDS),
      defaultRoomHours: defaults.roomHours,
    },
    containers,
    sessions,
  };
}
