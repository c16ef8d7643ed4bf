import type { OpenedTransfer, PublicTransfer } from '@tempshare/sdk/types';
import { hasExpired, lifetime, timestamps, type Mortal } from '../domain/lifetime.ts';
import { ownedBy } from '../domain/ownership.ts';
import { bytesIn, charge, countedBytes } from '../domain/reserve.ts';
import { linkId } from '../domain/tokens.ts';
import type { Feature } from '../feature.ts';
import { noMoreFields } from '../http/no-more-fields.ts';
import { remembered, type State } from '../state.ts';

export interface StoredDebugShare extends Mortal {
  id: string;
  keyId: string;
  content: { diagnostics?: string; logs?: string };
}

/** A few common forms; what the server masks beside these is left as it is. */
const FORMS: [kind: string, pattern: RegExp][] = [
  ['authorization', /(?<=\bauthorization: *(?:\w+ +)?)[\w.~+/=-]{8,}/gi],
  ['service-key', /\bsvc_sk_(?:live|test)_[0-9A-Za-z]{38}\b/g],
  ['password', /(?<=\bpassword=)[^\s&]+/gi],
];

export const sharesOf = remembered(() => new Map<string, StoredDebugShare>());

const handlers: Feature<'debug-shares'>['handlers'] = {
  'debugShares.create': ({ state, key, now, body }) => {
    const masked: Record<string, number> = {};
    const clean = (text: string): string =>
      FORMS.reduce(
        (rest, [kind, pattern]) =>
          rest.replace(pattern, () => {
            masked[kind] = (masked[kind] ?? 0) + 1;
            return `[masked:${kind}]`;
          }),
        text,
      );
    // No operation returns the label of a debug share.
    const { diagnostics, logs, expiration, expiresAt, label: _, ...more } = body;
    noMoreFields(more);
    const content = {
      ...(diagnostics !== undefined && { diagnostics: clean(diagnostics) }),
      ...(logs !== undefined && { logs: clean(logs) }),
    };
    charge(state, key.id, countedBytes(bytesIn(content.diagnostics, content.logs)));
    const share: StoredDebugShare = {
      id: linkId(),
      keyId: key.id,
      content,
      ...lifetime({ expiration, expiresAt }, now),
    };
    sharesOf(state).set(share.id, share);
    return {
      status: 201,
      body: {
        success: true,
        debugId: share.id,
        shareUrl: `${state.appUrl}/en/${share.id}`,
        sanitized: true,
        masked,
        ...timestamps(share),
      },
    };
  },
};

export const debugShares: Feature<'debug-shares'> = {
  handlers,
  bytesOf: (state, keyId) =>
    ownedBy(sharesOf(state), keyId)
      .filter((share) => !hasExpired(share, state.now))
      .reduce((sum, { content }) => sum + countedBytes(bytesIn(content.diagnostics, content.logs)), 0),
};

/** Returns the public record of an active debug share, undefined for another id. */
export function peekDebugShare(state: State, id: string): PublicTransfer | undefined {
  const share = sharesOf(state).get(id);
  if (!share || hasExpired(share, state.now)) return undefined;
  const { expiresAt } = timestamps(share);
  return { id, kind: 'debug', requiresPassword: false, oneTime: false, encryption: 'server', expiresAt };
}

/** The content of a living debug share; undefined when the id is not of one. */
export function openDebugShare(state: State, id: string): OpenedTransfer | undefined {
  const peeked = peekDebugShare(state, id);
  if (!peeked) return undefined;
  const { requiresPassword: _, ...opened } = peeked;
  return { ...opened, ...sharesOf(state).get(id)?.content };
}
