import type { FileSource } from '../files/source.ts';
import type {
  Expiration,
  RoomCreate,
  RoomFileCreate,
  RoomMessageCreate,
  SecretCreate,
  TransferCreate,
} from '../gen/types.gen.ts';
import type { Encryption } from '../operation.ts';

interface Sealable {
  /** Who can read it; default: what the client was made with, else `e2e`. `server` leaves sealing to the service. */
  encryption?: Encryption | undefined;
  /** Needed beside the link to open it. Of what is sealed end-to-end it never leaves this program. */
  password?: string | undefined;
  /** Rounds of PBKDF2 for the password, 100,000 to 1,000,000; default 220,000. Only sealed end-to-end. */
  kdfIterations?: number | undefined;
}

/** A value to share once. */
export interface SecretInput extends Sealable {
  /** The value: at most 100,000 bytes of UTF-8 sealed end-to-end, else 100,000 characters. */
  secret: string;
  /** How long it waits to be read; default `1d`. */
  expiration?: Expiration | undefined;
}

interface Lifetime {
  /** How long it lives; default `1d`. */
  expiration?: Expiration | undefined;
}

interface AnyViews {
  /** Whether the first view deletes it; default false. */
  oneTime?: false | undefined;
  /** After how many views it is deleted, 1 to 1,000; default: never. */
  maxViews?: number | undefined;
}

interface PerhapsOneView {
  oneTime?: boolean | undefined;
  /** What the first view deletes has no other number of views. */
  maxViews?: 1 | undefined;
}

type Views = AnyViews | PerhapsOneView;

/** Only of what the caller has sealed already. */
interface PerhapsSealed {
  accessProofHash?: string | undefined;
}

interface SharedText extends Sealable, Lifetime, PerhapsSealed {
  type: 'text';
  /** At most 1,000,000 bytes of UTF-8 sealed end-to-end, else 1,000,000 characters. */
  text: string;
}

interface SharedUrl extends Sealable, Lifetime, PerhapsSealed {
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

interface SharedFile extends Sealable, Lifetime, Described {
  type: 'file';
  /** At most 26,214,000 bytes sealed end-to-end, else 26,214,400. */
  file: FileSource;
}

interface AnnouncedFile extends Sealable, Lifetime, Described {
  type: 'file';
  encryption: 'server';
  file?: never;
}

interface AnnouncedSealedFile extends Lifetime {
  type: 'file';
  accessProofHash: string;
  sealedMetadata: string;
  /** Of the password it was sealed under, if there is one. */
  kdfIterations?: number | undefined;
  encryption?: 'e2e' | undefined;
  /** In bytes, as sealed. */
  size?: number | undefined;
  file?: never;
}

/** A text to share. */
export type TextTransferInput = SharedText & Views;

/** A link to share. */
export type UrlTransferInput = SharedUrl & Views;

/** A file to share, its bytes included. */
export type FileTransferInput = SharedFile & Views;

/** A file whose bytes the caller sends to the answer's `uploadUrl`: for the service to seal, or sealed already. */
export type FileAnnouncement = (AnnouncedFile | AnnouncedSealedFile) & Views;

/** A room to open. Its name is sent in the clear. */
export interface RoomInput extends Sealable {
  name: string;
  /** The lifetime in hours, above 0 and at most 720; default 24. */
  ttlHours?: number | undefined;
}

/** What the caller has sealed already, with `@tempshare/sdk/envelope`; it is sent as it is. */
export type Presealed<Wire extends SecretCreate | TransferCreate | RoomCreate> = Wire extends TransferCreate
  ? Views & (((SharedText | SharedUrl) & { accessProofHash: string }) | AnnouncedSealedFile)
  : Wire & { accessProofHash: string };

/** `encryption: 'server'` for a room that was made with it. */
export type RoomMessageInput = RoomMessageCreate & { encryption?: Encryption | undefined };
export type RoomFileInput = RoomFileCreate & { encryption?: Encryption | undefined; file: FileSource };
/** A file that the caller uploads, sealed already or of a room that the service seals. */
export type RoomFileAnnouncement = RoomFileCreate & { encryption?: Encryption | undefined };
