import type { components } from '@tempshare/contract/account/types';
import { later } from '../later.ts';
import { api, call, Refused, type RefusalKind } from './api.ts';
import type { Session } from './session.tsx';

type FrontDoor = components['schemas']['FrontDoor'];
type Options = components['schemas']['PublicKeyOptions'];
type Credential = components['schemas']['PublicKeyResponse'];

/** Reason why this page can use no passkeys. */
export type Obstacle = 'numeric' | 'http' | 'server' | 'elsewhere' | 'browser';

/** Why this page can use no passkeys, if so. Browsers bind them to a host name, and have none without a secure context. */
export function obstacleOf({ passkeys, address }: FrontDoor): Obstacle | undefined {
  // A browser writes every IPv4 address with four numbers, and IPv6 in brackets.
  if (/^(\[.*\]|[\d.]+)$/.test(location.hostname)) return 'numeric';
  if (!isSecureContext) return 'http';
  if (!passkeys) return 'server';
  if (location.origin !== address) return 'elsewhere';
  return 'PublicKeyCredential' in window ? undefined : 'browser';
}

/** Refusals of the browser, by the name of its error. */
const REFUSALS: Partial<Record<string, RefusalKind>> = {
  InvalidStateError: 'passkey_known',
  SecurityError: 'no_passkeys_here',
};

async function ask(kind: 'create' | 'get', options: Options): Promise<Credential> {
  const browser = await later('webauthn', () => import('../parts/webauthn.ts')).catch(() => {
    throw new Refused('away');
  });
  try {
    return await browser[kind](options);
  } catch (error) {
    // Browsers do not tell whether the person cancelled, was too slow, or has none.
    throw new Refused(REFUSALS[(error as Error).name] ?? 'passkey_unused');
  }
}

/** Signs in with whichever passkey the person chooses. @throws Refused */
export async function signInByPasskey(): Promise<Session> {
  const response = await ask('get', await call(() => api.POST('/session/passkey/start')));
  return call(() => api.POST('/session/passkey', { body: { response } }));
}

/** Confirms with one of the person's own passkeys. @throws Refused */
export async function confirmByPasskey(): Promise<void> {
  const response = await ask('get', await call(() => api.POST('/session/confirm/passkey/start')));
  await call(() => api.POST('/session/confirm/passkey', { body: { response } }));
}

/** Makes a passkey, and stores it under a name. @throws Refused */
export async function addPasskey(name: string): Promise<void> {
  const response = await ask('create', await call(() => api.POST('/passkeys/start')));
  await call(() => api.POST('/passkeys', { body: { name, response } }));
}
