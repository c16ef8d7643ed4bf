import type { Secret } from '@tempshare/sdk/types';
import { bytesIn, charge } from '../domain/capacity.ts';
import type { MockHandlers } from './index.ts';
import { lifetime, timestamp, timestamps, type Mortal } from '../domain/lifetime.ts';
import { notFound } from '../http/problem.ts';
import { lockOf, requiresPassword, unlock, wrongAttempts, type Lock } from '../domain/protection.ts';
import type { State } from '../state.ts';
import { linkId } from '../domain/tokens.ts';

export interface StoredSecret extends Mortal {
  id: string;
  keyId: string;
  livemode: boolean;
  encryption: Secret['encryption'];
  state: Secret['state'];
  content: string;
  lock: Lock;
  consumedAt: number | null;
}

type Operations =
  | 'secrets.create'
  | 'secrets.get'
  | 'secrets.delete'
  | 'secrets.unlock'
  | 'public.secrets.get'
  | 'public.secrets.reveal';

export const secretHandlers = {
  'secrets.create': ({ state, key, now, body }) => {
    charge(state, key.id, bytesIn(body.secret));
    const secret: StoredSecret = {
      id: linkId(),
      keyId: key.id,
      livemode: key.environment === 'live',
      encryption: body.encryption,
      state: 'waiting',
      content: body.secret,
      lock: lockOf(body),
      consumedAt: null,
      ...lifetime(body.expiration, now),
    };
    state.secrets.set(secret.id, secret);
    const { id: secretId, encryption } = secret;
    const secretUrl = `${state.appUrl}/en/secret/${secretId}`;
    const facts = { secretId, secretUrl, encryption, ...timestamps(secret) };
    return { status: 201, body: { success: true, burnAfterRead: true, ...facts } };
  },

  'secrets.get': ({ state, key, params }) => {
    const secret = owned(state, key.id, params.id);
    const { lock } = secret;
    const guards = { requiresPassword: requiresPassword(lock), wrongAttempts: wrongAttempts(lock.attempts) };
    return { status: 200, body: { ...record(secret), ...guards } };
  },

  'secrets.unlock': ({ state, key, params }) => {
    owned(state, key.id, params.id).lock.attempts = [];
    return {
      status: 200,
      body: { success: true, message: 'Wrong passwords are forgotten; everyone may try again.' },
    };
  },

  'secrets.delete': ({ state, key, params }) => {
    const secret = waiting(state, params.id);
    if (secret.keyId !== key.id) throw notFound();
    Object.assign(secret, { state: 'revoked', content: '' });
    return { status: 200, body: { success: true, message: 'The secret has been destroyed unread.' } };
  },

  'public.secrets.get': ({ state, params }) => {
    const { id: secretId, encryption, lock, ...rest } = waiting(state, params.id);
    const { kdfIterations } = lock;
    const guards = {
      requiresPassword: requiresPassword(lock),
      ...(kdfIterations !== undefined && { kdfIterations }),
    };
    const { expiresAt } = timestamps(rest);
    return { status: 200, body: { secretId, burnAfterRead: true, encryption, expiresAt, ...guards } };
  },

  'public.secrets.reveal': async ({ state, now, params, body = {} }) => {
    const { lock } = waiting(state, params.id);
    await unlock(lock, body, now);
    const secret = waiting(state, params.id);
    const { id: secretId, content, encryption } = secret;
    Object.assign(secret, { state: 'consumed', content: '', consumedAt: now });
    const { state: after, consumedAt, expiresAt, createdAt } = record(secret);
    const object = { secretId, state: after, consumedAt, expiresAt, createdAt };
    state.emit(secret, { type: 'secret.consumed', object });
    return { status: 200, body: { secretId, secret: content, encryption } };
  },
} satisfies Pick<MockHandlers, Operations>;

function owned(state: State, keyId: string, id: string): StoredSecret {
  const secret = state.secrets.get(id);
  if (secret?.keyId !== keyId) throw notFound();
  return secret;
}

function waiting(state: State, id: string): StoredSecret {
  const secret = state.secrets.get(id);
  if (secret?.state !== 'waiting') throw notFound();
  return secret;
}

function record(secret: StoredSecret) {
  const { id: secretId, state, encryption, livemode } = secret;
  const consumedAt = secret.consumedAt === null ? null : timestamp(secret.consumedAt);
  return {
    secretId,
    state,
    burnAfterRead: true as const,
    encryption,
    livemode,
    consumedAt,
    ...timestamps(secret),
  };
}
