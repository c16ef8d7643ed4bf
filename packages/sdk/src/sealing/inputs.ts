import type { Given } from '../core/resource.ts';
import type { FileSource } from '../files/source.ts';
import type {
  Expiration,
  RoomCreate,
  RoomFileCreate,
  RoomMessageCreate,
  SecretCreate,
  TransferCreate,
} from '../gen/types.gen.ts';
import type { Encryption } from '../core/operation.ts';

interface Sealable {
  /** Encryption of the item. Default: that of the client, else `e2e`. `server` leaves sealing to the service. */
  encryption?: Encryption | undefined;
  /**
   * Needed beside the link to open it; 1 to 1,024 characters. Of what is sealed end-to-end it never leaves this program.
   * Left out where there is none: undefined is refused, since it is most often one that could not be read.
   */
  password?: string;
  /** Rounds of PBKDF2 for the password, 100,000 to 1,000,000; default 220,000. Only sealed end-to-end. */
  kdfIterations?: number | undefined;
}

interface Named {
  /** In place of a length of time: at least one minute ahead. */
  expiresAt?: string | undefined;
  /** The owner's own name for it, 1 to 200 characters, sent in the clear. */
  label?: string | undefined;
}

/** A value to share once. */
export interface SecretInput extends Sealable, Named {
  /** The value: at most 100,000 bytes of UTF-8 sealed end-to-end, else 100,000 characters. */
  secret: string;
  /** Default `1d`. */
  expiration?: Expiration | undefined;
}

interface Lifetime extends Named {
  /** Default `1d`. */
  expiration?: Expiration | undefined;
  /** Whether the first view deletes it; default false. Refused beside another `maxViews` than 1. */
  oneTime?: boolean | undefined;
  /** After how many views it is deleted, 1 to 1,000; default: never. */
  maxViews?: number | undefined;
}

interface PerhapsSealed {
  /** Only of what the caller has sealed already. */
  accessProofHash?: string | undefined;
}

/** A text to share. */
export interface TextTransferInput extends Sealable, Lifetime, PerhapsSealed {
  type: 'text';
  /** At most 1,000,000 bytes of UTF-8 sealed end-to-end, else 1,000,000 characters. */
  text: string;
}

/** A link to share. */
export interface UrlTransferInput extends Sealable, Lifetime, PerhapsSealed {
  type: 'url';
  /** An http or https address without user information: at most 2,048 bytes of UTF-8 sealed end-to-end, else 2,048 characters. */
  targetUrl: string;
}

interface Described {
  /** Default: the file's own name, if it has one. */
  fileName?: string | undefined;
  /** Default: the file's own type, if it has one. */
  mediaType?: string | undefined;
  /** In bytes; of a file that comes with the call only for a stream, whose size nobody knows otherwise. */
  size?: number | undefined;
}

/** A file to share, its bytes included. */
export interface FileTransferInput extends Sealable, Lifetime, Described {
  type: 'file';
  /** At most 25 MiB (26,214,400 bytes). What sealing adds does not count. */
  file: FileSource;
}

/** A file for the service to seal, whose bytes the caller sends to the `uploadUrl` of the response. */
export interface FileAnnouncement extends Sealable, Lifetime, Described {
  type: 'file';
  encryption: 'server';
  file?: never;
}

/** A file that the caller has sealed already, and whose bytes it sends to the `uploadUrl` of the response. */
export interface SealedFileAnnouncement extends Lifetime {
  type: 'file';
  accessProofHash: string;
  sealedMetadata: string;
  /** Rounds of the key derivation from its password, if there is one. */
  kdfIterations?: number | undefined;
  encryption?: 'e2e' | undefined;
  /** In bytes, as sealed. */
  size?: number | undefined;
  file?: never;
}

type AnyTransferInput =
  TextTransferInput | UrlTransferInput | FileTransferInput | FileAnnouncement | SealedFileAnnouncement;

/** One view beside more of them does not compile. */
type Agreeing<Input> = Input extends Lifetime
  ? (Input & { oneTime?: false | undefined }) | (Input & { maxViews?: 1 | undefined })
  : never;

/** Content to share, discriminated by `type`. With `oneTime: true`, `maxViews` is 1 or left out. */
export type TransferInput = Agreeing<AnyTransferInput>;

/**
 * The contract's own type, which says of a transfer less than `TransferInput`: taken from a variable of that type, for
 * the service to check, and not for an object that is written out in the call. `B` is the type of what is given.
 */
export type TransferDraft<B> = keyof TransferCreate extends keyof B
  ? Given<Omit<TransferCreate, 'password'>> & Pick<TransferCreate, 'password'>
  : B extends { oneTime?: infer One; maxViews?: infer Views }
    ? [boolean, number] extends [One, Views]
      ? AnyTransferInput
      : never
    : Extract<B, never>;

/** A room to open. Its name is sent in the clear. */
export interface RoomInput extends Sealable, Named {
  name: string;
  /** The lifetime in hours, above 0 and at most 720; default 24. */
  ttlHours?: number | undefined;
}

/** Content that the caller has sealed with `@tempshare/sdk/envelope`. It is sent unchanged. */
export type Presealed<Wire extends SecretCreate | TransferCreate | RoomCreate> = Wire extends TransferCreate
  ? ((TextTransferInput | UrlTransferInput) & { accessProofHash: string }) | SealedFileAnnouncement
  : Wire & { accessProofHash: string };

/** `encryption: 'server'` for a room that was made with it. */
export type RoomMessageInput = Given<RoomMessageCreate> & { encryption?: Encryption | undefined };
export type RoomFileInput = Given<RoomFileCreate> & { encryption?: Encryption | undefined; file: FileSource };
/** A file that the caller uploads, sealed already or of a room that the service seals. */
export type RoomFileAnnouncement = Given<RoomFileCreate> & { encryption?: Encryption | undefined };
