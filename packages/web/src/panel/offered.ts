import { defaults, expirationSeconds, type OfferedLifetimes } from '@tempshare/contract';
import { useEffect, useState } from 'preact/hooks';
import { timedFetch } from '../clock.ts';
import { locale, t } from '../i18n.ts';
import { at } from './api.ts';

const USUAL: OfferedLifetimes = {
  seconds: Object.values(expirationSeconds),
  chosen: expirationSeconds[defaults.expiration],
};

interface ServiceLimits {
  lifetimes: { offeredSeconds: (number | null)[]; chosenSeconds: number | null };
}

let offered: Promise<OfferedLifetimes> | undefined;

/** Lifetimes that this server lets pages offer. Those of the contract if it cannot be asked. */
export function fetchOffered(): Promise<OfferedLifetimes> {
  offered ??= fetchLimits().catch(() => {
    offered = undefined;
    return USUAL;
  });
  return offered;
}

async function fetchLimits(): Promise<OfferedLifetimes> {
  const response = await timedFetch(at('/api/v1/public/limits'));
  const { lifetimes } = (await response.json()) as ServiceLimits;
  return { seconds: lifetimes.offeredSeconds, chosen: lifetimes.chosenSeconds };
}

/** The same in a component, that of the contract until the server has said. */
export function useOffered(): OfferedLifetimes {
  const [known, setKnown] = useState(USUAL);
  useEffect(() => void fetchOffered().then(setKnown), []);
  return known;
}

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
