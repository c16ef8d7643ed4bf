import {
  defaults,
  expirationSeconds,
  limits as contract,
  serviceLimits,
  type OfferedLifetimes,
  type Schema,
} from '@tempshare/contract';
import { useEffect, useState } from 'preact/hooks';
import { timedFetch } from '../clock.ts';
import { locale, t } from '../i18n.ts';
import { at } from './api.ts';

export type ServiceLimits = Schema<'ServiceLimits'>;

/** Limits of a server whose operator has set none. */
const USUAL: ServiceLimits = serviceLimits({
  longest: 'forever',
  offered: { seconds: Object.values(expirationSeconds), chosen: expirationSeconds[defaults.expiration] },
  containers: contract.capacity,
  sessions: contract.sessions,
});

let known: Promise<ServiceLimits> | undefined;

/** Limits of this server. Those of the contract if it cannot be asked. */
export function fetchLimits(): Promise<ServiceLimits> {
  known ??= askForLimits().catch(() => {
    known = undefined;
    return USUAL;
  });
  return known;
}

async function askForLimits(): Promise<ServiceLimits> {
  const response = await timedFetch(at('/api/v1/public/limits'));
  if (!response.ok) throw new Error(response.statusText);
  return (await response.json()) as ServiceLimits;
}

/** The same in a component, those of the contract until the server has said. */
export function useLimits(): ServiceLimits {
  const [limits, setLimits] = useState(USUAL);
  useEffect(() => void fetchLimits().then(setLimits), []);
  return limits;
}

/** Lifetimes that pages offer. */
export const offeredOf = ({ lifetimes }: ServiceLimits): OfferedLifetimes => ({
  seconds: lifetimes.offeredSeconds,
  chosen: lifetimes.chosenSeconds,
});

/** Lifetimes that this server lets pages offer. */
export const fetchOffered = async (): Promise<OfferedLifetimes> => offeredOf(await fetchLimits());

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "7 days". */
export function lasting(seconds: number | null): string {
  if (seconds === null) return t('keys.expires.never');
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0)!;
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
}
