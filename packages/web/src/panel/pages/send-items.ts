import type { Schema } from '@tempshare/contract';
import { expirationSeconds, lifetimes } from '@tempshare/contract';
import type { LinkKey } from '@tempshare/sdk/envelope';
import { serverNow } from '../../clock.ts';
import { keepLink } from '../links.ts';
import { newLinkKey, type CallV1 } from '../v1.ts';

/** Kinds of texts. */
export type TextKind = 'secret' | 'text' | 'url';

/** Who can open an item, how often and for how long. */
export interface Access {
  /** Seconds; null: without an end. */
  lifetime: number | null;
  /** Undefined: any number of times. A secret is opened once. */
  views: number | undefined;
  /** Empty: none. */
  password: string;
  /** The sender's own name for it, which is no part of the link. Empty: none. */
  label: string;
}

/** A label as the service takes it. */
export const labelOf = (typed: string): string => typed.replaceAll(/\p{Cc}+/gu, ' ').trim();

/** Something to send, which gets a link of its own. */
export type Item = { id: number } & ({ kind: TextKind; text: string } | { kind: 'file'; file: File });

/** A link that was made. */
export interface Sent {
  id: string;
  link: string;
  expiresAt: string | null;
  isOnce: boolean;
  encryption: 'server' | 'e2e';
  /** The PIN that a request asks for beside its link. */
  pin?: string;
}

/** Keys of a text: one that is sent again after its response was lost gets the same link. */
interface RepeatKeys {
  what: string;
  idempotencyKey: string;
  linkKey: LinkKey;
  lasting: Lasting;
}

type Lasting = { expiration: Schema<'Expiration'> } | { expiresAt: string };

const EXPIRATIONS = Object.entries(expirationSeconds) as [Schema<'Expiration'>, number | null][];

/** The shortest lifetime has a few seconds on top: it is measured when the request arrives. */
const SHORTEST = lifetimes.soonestExpiry + 10;

/** How long an item is to live, as the public API is told. */
function lastingFor(lifetime: number | null): Lasting {
  const expiration = EXPIRATIONS.find(([, seconds]) => seconds === lifetime)?.[0];
  if (expiration) return { expiration };
  return { expiresAt: new Date(serverNow() + 1000 * Math.max(lifetime!, SHORTEST)).toISOString() };
}

let repeatKeys: RepeatKeys | undefined;

/** Keys under which this is created, and its lifetime: the same as long as nothing else is. */
export async function keysOf(what: string, { lifetime }: Pick<Access, 'lifetime'>): Promise<RepeatKeys> {
  if (repeatKeys?.what !== what) {
    const linkKey = await newLinkKey();
    const random = crypto.getRandomValues(new Uint8Array(18));
    const idempotencyKey = btoa(String.fromCharCode(...random));
    repeatKeys = { what, linkKey, idempotencyKey, lasting: lastingFor(lifetime) };
  }
  return repeatKeys;
}

/** Forgets the text that was sent last, and its keys. */
export const forgetText = (): void => void (repeatKeys = undefined);

interface SendOptions {
  callV1: CallV1;
  signal: AbortSignal;
  /** Bytes of the file so far. */
  onProgress: (loaded: number) => void;
}

/**
 * Seals an item in this browser and sends it.
 *
 * @throws Refused
 */
export async function sendItem(item: Item, access: Access, options: SendOptions): Promise<Sent> {
  const sent = await send(item, access, options);
  keepLink(sent.id, sent.link);
  return sent;
}

async function send(item: Item, access: Access, { callV1, signal, onProgress }: SendOptions): Promise<Sent> {
  const { lifetime, views, password } = access;
  const label = labelOf(access.label);
  const secured = { ...(password !== '' && { password }), ...(label !== '' && { label }) };
  const counted = { ...secured, ...(views !== undefined && { maxViews: views, oneTime: views === 1 }) };
  if (item.kind === 'file') {
    const { file } = item;
    return sentAs(
      await callV1(({ transfers }) =>
        transfers.create(
          { type: 'file', file, ...lastingFor(lifetime), ...counted },
          { signal, onProgress: ({ loaded }) => onProgress(loaded) },
        ),
      ),
    );
  }
  const { kind, text } = item;
  const { idempotencyKey, linkKey, lasting } = await keysOf(JSON.stringify([kind, text, access]), access);
  const options = { signal, idempotencyKey, linkKey };
  if (kind === 'secret') {
    const { secretId, secretUrl, expiresAt, encryption } = await callV1(({ secrets }) =>
      secrets.create({ secret: text, ...lasting, ...secured }, options),
    );
    return { id: secretId, link: secretUrl, expiresAt, isOnce: true, encryption };
  }
  return sentAs(
    await callV1(({ transfers }) =>
      transfers.create(
        kind === 'url'
          ? { type: 'url', targetUrl: text.trim(), ...lasting, ...counted }
          : { type: 'text', text, ...lasting, ...counted },
        options,
      ),
    ),
  );
}

const sentAs = ({
  id,
  shareUrl,
  expiresAt,
  oneTime,
  encryption,
}: Pick<Schema<'TransferCreated'>, 'id' | 'shareUrl' | 'expiresAt' | 'oneTime' | 'encryption'>): Sent => ({
  id,
  link: shareUrl,
  expiresAt,
  isOnce: oneTime,
  encryption,
});
