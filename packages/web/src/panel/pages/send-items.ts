import type { Schema } from '@tempshare/contract';
import { expirationSeconds, lifetimes } from '@tempshare/contract';
import type { LinkKey } from '@tempshare/sdk/envelope';
import { serverNow } from '../../clock.ts';
import { Refused } from '../api.ts';
import { keepLink } from '../links.ts';
import type { SealedUpload } from '../sealed-upload.ts';
import { loadPart, newLinkKey, type CallV1 } from '../v1.ts';

/** Kinds of texts. */
export type TextKind = 'secret' | 'text' | 'url';

/** Readers of an item, their number of views, and its lifetime. */
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
export type Item = TextItem | FileItem;

interface TextItem {
  id: number;
  kind: TextKind;
  text: string;
}

export interface FileItem {
  id: number;
  kind: 'file';
  file: File;
}

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

/** Keys of what is sent: after its response was lost the same gets the same link. */
interface RepeatKeys {
  what: string;
  idempotencyKey: string;
  linkKey: LinkKey;
  lasting: Lasting;
}

const newIdempotencyKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));

const repeatKeys = new Map<number, RepeatKeys>();

/** Keys under which an item is created, and its lifetime: the same as long as nothing else is. */
export async function keysOf(
  id: number,
  what: string,
  { lifetime }: Pick<Access, 'lifetime'>,
): Promise<RepeatKeys> {
  const known = repeatKeys.get(id);
  if (known?.what === what) return known;
  const linkKey = await newLinkKey();
  const keys = { what, linkKey, idempotencyKey: newIdempotencyKey(), lasting: lastingFor(lifetime) };
  repeatKeys.set(id, keys);
  return keys;
}

type Place = Pick<
  Schema<'TransferCreated'>,
  'id' | 'shareUrl' | 'uploadUrl' | 'expiresAt' | 'oneTime' | 'encryption'
>;

/** A file that has not arrived: it is sealed once, and each try goes to the same place. */
interface Parcel {
  /** The choices with which it is sent. */
  what: string;
  sealed: SealedUpload;
  idempotencyKey: string;
  lasting: Lasting;
  place?: Place | undefined;
  /** Deletes the place. */
  withdraw: () => void;
}

const parcels = new Map<number, Parcel>();

/** Forgets what was to be sent, and its keys: of this item, or of all. */
export function forgetItems(id?: number): void {
  const ids = id === undefined ? [...repeatKeys.keys(), ...parcels.keys()] : [id];
  for (const each of ids) {
    repeatKeys.delete(each);
    parcels.get(each)?.withdraw();
    parcels.delete(each);
  }
}

/** How one try goes. */
export interface Try {
  signal: AbortSignal;
  /** Bytes of the file so far. */
  onProgress: (loaded: number) => void;
}

interface SendOptions extends Try {
  callV1: CallV1;
}

/**
 * Seals an item in this browser and sends it. Another try of the same item goes on where the one before broke off: what
 * was announced is not announced again, and a file that has arrived is not sent again.
 *
 * @throws Refused
 */
export async function sendItem(item: Item, access: Access, options: SendOptions): Promise<Sent> {
  const sent = await (item.kind === 'file'
    ? sendFile(item, access, options)
    : sendText(item, access, options));
  repeatKeys.delete(item.id);
  parcels.delete(item.id);
  keepLink(sent.id, sent.link);
  return sent;
}

/** The part of a body that says who can open an item. */
function bodyOf({ views, password, label: typed }: Access) {
  const label = labelOf(typed);
  return {
    ...(password !== '' && { password }),
    ...(label !== '' && { label }),
    ...(views !== undefined && { maxViews: views, oneTime: views === 1 }),
  };
}

async function sendText(
  { id, kind, text }: TextItem,
  access: Access,
  { callV1, signal }: SendOptions,
): Promise<Sent> {
  const keys = await keysOf(id, JSON.stringify([kind, text, access]), access);
  const { idempotencyKey, linkKey, lasting } = keys;
  const options = { signal, idempotencyKey, linkKey };
  if (kind === 'secret') {
    const { secretId, secretUrl, expiresAt, encryption } = await callV1(({ secrets }) =>
      secrets.create({ secret: text, ...lasting, ...bodyOf({ ...access, views: undefined }) }, options),
    );
    return { id: secretId, link: secretUrl, expiresAt, isOnce: true, encryption };
  }
  return sentAs(
    await callV1(({ transfers }) =>
      transfers.create(
        kind === 'url'
          ? { type: 'url', targetUrl: text.trim(), ...lasting, ...bodyOf(access) }
          : { type: 'text', text, ...lasting, ...bodyOf(access) },
        options,
      ),
    ),
  );
}

/** Milliseconds for an attempt to upload a file. */
const UPLOAD_TIMEOUT = 600_000;

async function sendFile(
  { id, file }: FileItem,
  access: Access,
  { callV1, signal, onProgress }: SendOptions,
): Promise<Sent> {
  const { listening } = await loadPart();
  const parcel = await parcelOf(id, file, { access, callV1, signal });
  const { bytes, announced, fragment } = parcel.sealed;
  // Until it has arrived, it is one byte below its size.
  const listen = (loaded: number): void => onProgress(Math.max(0, Math.min(loaded, file.size - 1)));
  const { password: _, ...body } = bodyOf(access);
  // Recipients get 404 until the bytes are there.
  const hasArrived = ({ id: placeId }: Place): Promise<boolean> =>
    callV1((client) => client.public.transfers.get(placeId, { signal })).then(
      () => true,
      (error: unknown) => {
        if (isGone(error)) return false;
        throw error;
      },
    );
  const upload = async (): Promise<Place> => {
    const known = parcel.place;
    if (known && (await hasArrived(known))) return known;
    const place = (parcel.place ??= await callV1(({ transfers }) =>
      transfers.create(
        { type: 'file', encryption: 'e2e', ...announced, ...parcel.lasting, ...body },
        { signal, idempotencyKey: parcel.idempotencyKey },
      ),
    ));
    const options = { signal, timeout: UPLOAD_TIMEOUT };
    try {
      await listening(place.uploadUrl!, listen, (token) =>
        callV1(({ files }) => files.upload(token, bytes, options)),
      );
    } catch (error) {
      if (!isGone(error)) throw error;
      // The upload URL serves once, and for an hour: the file has arrived, or needs another place.
      if (await hasArrived(place)) return place;
      parcel.withdraw();
      Object.assign(parcel, { place: undefined, idempotencyKey: newIdempotencyKey() });
      if (!known) throw error;
      return upload();
    }
    return place;
  };
  const place = await upload();
  onProgress(file.size);
  return { ...sentAs(place), link: `${place.shareUrl}${fragment}` };
}

const isGone = (error: unknown): boolean => error instanceof Refused && error.kind === 'gone';

/** The sealed file of an item. With other choices than before it is sealed anew, and the place it had is given up. */
async function parcelOf(
  id: number,
  file: File,
  { access, callV1, signal }: Omit<SendOptions, 'onProgress'> & { access: Access },
): Promise<Parcel> {
  const what = JSON.stringify(access);
  const known = parcels.get(id);
  if (known?.what === what) return known;
  forgetItems(id);
  const { sealUpload } = await loadPart();
  const sealed = await sealUpload(file, access.password, signal).catch((error: unknown) => {
    throw new Refused(
      signal.aborted ? 'cancelled' : error instanceof DOMException ? 'unreadable' : 'unexpected',
    );
  });
  const parcel: Parcel = {
    ...{ what, sealed, idempotencyKey: newIdempotencyKey(), lasting: lastingFor(access.lifetime) },
    withdraw: () => {
      const { place } = parcel;
      if (place) callV1(({ transfers }) => transfers.delete(place.id)).catch(() => undefined);
    },
  };
  parcels.set(id, parcel);
  return parcel;
}

const sentAs = ({ id, shareUrl, expiresAt, oneTime, encryption }: Omit<Place, 'uploadUrl'>): Sent => ({
  id,
  link: shareUrl,
  expiresAt,
  isOnce: oneTime,
  encryption,
});
