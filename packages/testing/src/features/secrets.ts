import type { Secret, SecretEventObject } from '@tempshare/sdk/types';
import { hasExpired, lifetime, LISTED_FOR, timestamp, timestamps, type Mortal } from '../domain/lifetime.ts';
import { owned, ownedBy, ownership } from '../domain/ownership.ts';
import {
  guardsOf,
  lockOf,
  requiresPassword,
  unlock,
  wrongAttempts,
  type Lock,
} from '../domain/protection.ts';
import { bytesIn, charge, countedBytes } from '../domain/reserve.ts';
import { linkId } from '../domain/tokens.ts';
import { update } from '../domain/update.ts';
import type { Feature } from '../feature.ts';
import { done } from '../http/done.ts';
import { forgetReadings } from '../http/idempotency.ts';
import { noMoreFields } from '../http/no-more-fields.ts';
import { cutPage } from '../http/page.ts';
import { notFound } from '../http/problem.ts';
import { remembered, type State } from '../state.ts';
import { emit } from './webhooks/events.ts';

export interface StoredSecret extends Mortal {
  id: string;
  keyId: string;
  livemode: boolean;
  encryption: Secret['encryption'];
  state: Secret['state'];
  content: string;
  label: string | null;
  lock: Lock;
  consumedAt: number | null;
  /** When it was consumed, revoked or expired. */
  endedAt: number | null;
}

export const secretsOf = remembered(() => new Map<string, StoredSecret>());

const handlers: Feature<'secrets'>['handlers'] = {
  'secrets.create': ({ state, key, now, body }) => {
    const {
      secret: content,
      encryption: by,
      expiration,
      expiresAt: at,
      label = null,
      password,
      accessProofHash,
      kdfIterations,
      ...rest
    } = body;
    noMoreFields(rest);
    charge(state, key.id, countedBytes(bytesIn(content)));
    const secret: StoredSecret = {
      id: linkId(),
      ...ownership(key),
      encryption: by,
      state: 'waiting',
      content,
      lock: lockOf({ password, accessProofHash, kdfIterations }),
      consumedAt: null,
      endedAt: null,
      label,
      ...lifetime({ expiration, expiresAt: at }, now),
    };
    secretsOf(state).set(secret.id, secret);
    const { id: secretId, encryption } = secret;
    const secretUrl = `${state.appUrl}/en/secret/${secretId}`;
    const created = { secretId, secretUrl, encryption, ...timestamps(secret) };
    return { status: 201, body: { success: true, burnAfterRead: true, ...created } };
  },

  'secrets.list': ({ state, key, query }) => {
    const matching = ownedBy(secretsOf(state), key.id).filter(
      (secret) => query.state === undefined || query.state === secret.state,
    );
    const { rows, page } = cutPage(matching, ['secrets', key.id, query.state], query);
    return { status: 200, body: { secrets: rows.map(summary), ...page } };
  },

  'secrets.get': ({ state, key, params }) => ({
    status: 200,
    body: details(owned(secretsOf(state), key.id, params.id)),
  }),

  'secrets.update': ({ state, key, params, body }) => {
    const secret = waiting(state, owned(secretsOf(state), key.id, params.id).id);
    if (update(state, secret, { change: body }))
      emit(state, secret, { type: 'secret.updated', object: eventObject(secret) });
    return { status: 200, body: details(secret) };
  },

  'secrets.unlock': ({ state, key, params }) => {
    owned(secretsOf(state), key.id, params.id).lock.attempts = [];
    return done('Wrong passwords are forgotten; everyone may try again.');
  },

  'secrets.delete': ({ state, key, now, params }) => {
    const secret = waiting(state, owned(secretsOf(state), key.id, params.id).id);
    Object.assign(secret, { state: 'revoked', content: '', endedAt: now });
    forgetReadings(state, secret.id);
    return done('The secret has been destroyed unread.');
  },

  'public.secrets.get': ({ state, params }) => {
    const { id: secretId, encryption, lock, ...rest } = waiting(state, params.id);
    const { expiresAt } = timestamps(rest);
    const body = { secretId, burnAfterRead: true, encryption, expiresAt, ...guardsOf(lock) } as const;
    return { status: 200, body };
  },

  'public.secrets.reveal': async ({ state, now, params, body = {} }) => {
    const { lock } = waiting(state, params.id);
    await unlock(lock, body, now);
    const secret = waiting(state, params.id);
    const { id: secretId, content, encryption } = secret;
    Object.assign(secret, { state: 'consumed', content: '', consumedAt: now, endedAt: now });
    emit(state, secret, { type: 'secret.consumed', object: eventObject(secret) });
    return { status: 200, body: { secretId, secret: content, encryption } };
  },
};

export const secrets: Feature<'secrets'> = {
  handlers,
  sweep(state) {
    const secrets = secretsOf(state);
    for (const [id, secret] of secrets) {
      if (secret.state === 'waiting' && hasExpired(secret, state.now))
        Object.assign(secret, { state: 'expired', content: '', endedAt: secret.expiresAt });
      if (secret.endedAt !== null && secret.endedAt <= state.now - LISTED_FOR) secrets.delete(id);
    }
  },
  bytesOf: (state, keyId) =>
    ownedBy(secretsOf(state), keyId).reduce(
      (sum, { content }) => sum + (content === '' ? 0 : countedBytes(bytesIn(content))),
      0,
    ),
};

function waiting(state: State, id: string): StoredSecret {
  const secret = secretsOf(state).get(id);
  if (secret?.state !== 'waiting') throw notFound();
  return secret;
}

const summary = (secret: StoredSecret) => ({
  ...record(secret),
  requiresPassword: requiresPassword(secret.lock),
});

const details = (secret: StoredSecret): Secret => ({
  ...summary(secret),
  wrongAttempts: wrongAttempts(secret.lock.attempts),
});

function eventObject(secret: StoredSecret): SecretEventObject {
  const { secretId, state, consumedAt, expiresAt, createdAt } = record(secret);
  return { secretId, state, consumedAt, expiresAt, createdAt };
}

function record(secret: StoredSecret) {
  const { id: secretId, state, label, encryption, livemode } = secret;
  const consumedAt = secret.consumedAt === null ? null : timestamp(secret.consumedAt);
  return {
    secretId,
    state,
    label,
    burnAfterRead: true as const,
    encryption,
    livemode,
    consumedAt,
    ...timestamps(secret),
  };
}
