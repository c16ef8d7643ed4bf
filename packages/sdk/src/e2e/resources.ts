import type { Call } from '../core/resource.ts';
import type { LinkKey } from '../envelope/index.ts';
import {
  FilesResource,
  PublicRoomsResource,
  RoomsFilesResource,
  RoomsMessagesResource,
  RoomsResource,
  SecretsResource,
  TransfersResource,
} from '../gen/resources.ts';
import type {
  FileCreated,
  RoomCreate,
  RoomCreated,
  RoomMessageCreated,
  SecretCreate,
  SecretCreated,
  TransferCreated,
} from '../gen/types.gen.ts';
import type { OnProgress } from '../files/source.ts';
import type { OwnedRoom, RoomOptions } from '../rooms/room.ts';
import type { CallOptions, RequestOptions } from '../core/operation.ts';
import { bytesOf } from '../core/invoke.ts';
import { APIPromise } from '../core/api-promise.ts';
import { loaded } from '../core/retry.ts';
import type {
  Presealed,
  RoomFileAnnouncement,
  RoomFileInput,
  RoomInput,
  RoomMessageInput,
  SecretInput,
  TransferDraft,
  TransferInput,
} from './inputs.ts';
import type { Prepared } from './item.ts';

export type * from './inputs.ts';

/** What a caller may set for a call that seals. */
export interface SealOptions extends RequestOptions {
  /**
   * 32 bytes to seal under, from `createLinkKey` of `@tempshare/sdk/envelope`; made up when left out. Kept together
   * with an `idempotencyKey` it lets another process repeat the call and get the same link.
   */
  linkKey?: LinkKey | undefined;
}

/** What a caller may set for sending a file where nothing is made once for each idempotency key. */
export interface SendOptions extends CallOptions {
  /**
   * Told how many bytes of the file have been handed over, from the start again when the upload is tried again; once
   * more, with all of them, when they have arrived. What it throws is ignored.
   */
  onProgress?: OnProgress | undefined;
}

/** What a caller may set for a call that also sends a file. */
export interface UploadOptions extends SendOptions, RequestOptions {}

/** Loaded with the first call that needs it. */
const load = () => loaded(import('./create.ts'));
type Seal = Awaited<ReturnType<typeof load>>;

/**
 * What the part that is loaded later takes from this one; it would otherwise share these classes with it, in one more
 * file to load.
 */
const partsOf = (call: Call) => ({
  call,
  rooms: new RoomsResource(call),
  guests: new PublicRoomsResource(call),
  files: new FilesResource(call),
});

export type Parts = ReturnType<typeof partsOf>;

/**
 * What the caller gives, as it is at the moment of the call: it may be used again for the next one. A Node.js stream may
 * fail before the rest is loaded, and an error that nobody listens to ends the process.
 */
async function taken<T>(given: T): Promise<T> {
  if (Object(given) !== given) return given;
  const fields = Object.entries(given as Record<string, MayFail | undefined>).map(([name, value]) => {
    value?.on?.('error', Boolean);
    return [name, bytesOf(value) ?? value];
  });
  return Object.fromEntries(fields) as T;
}

interface MayFail {
  on?(event: 'error', listener: () => void): void;
}

/** Seals or reads a file first, sends what that gives, and completes the link. */
function sealed<B, O, W, A extends object>(
  call: Call,
  given: B,
  options: O,
  prepare: (seal: Seal, body: B, parts: Parts, options: O) => Promise<Prepared<W, A>>,
  send: (wire: W, options: O) => APIPromise<A>,
): APIPromise<A> {
  const both = Promise.all([taken(given), taken(options)]);
  both.catch(Boolean); // Told once the rest is loaded.
  return APIPromise.prepared<A, A>(
    load().then((seal) => seal.begin(seal, prepare, send, both, partsOf(call))),
  );
}

export class SealingSecrets extends SecretsResource {
  /**
   * Seals a value end-to-end and creates a secret that can be read once: `POST /secrets`. The `secretUrl` holds the
   * key in its fragment, which the service never sees. `encryption: 'server'` leaves sealing to the service.
   */
  override create(
    body: SecretInput | Presealed<SecretCreate>,
    options?: SealOptions,
  ): APIPromise<SecretCreated> {
    return sealed(
      this.call,
      body,
      options,
      ({ secret }, ...given) => secret(...given),
      (...sent) => super.create(...sent),
    );
  }
}

export class SealingTransfers extends TransfersResource {
  /**
   * Seals a text, a link or a file end-to-end and shares it: `POST /transfers`. A `file` is uploaded, too. The
   * `shareUrl` holds the key in its fragment, which the service never sees. `encryption: 'server'` leaves sealing to
   * the service.
   */
  override create<B>(
    body: TransferInput | TransferDraft<B>,
    options?: SealOptions & UploadOptions,
  ): APIPromise<TransferCreated> {
    return sealed(
      this.call,
      body,
      options,
      ({ transfer }, ...given) => transfer(...given),
      (...sent) => super.create(...sent),
    );
  }
}

export class SealingRoomMessages extends RoomsMessagesResource {
  /**
   * Posts a message as the room's owner: `POST /rooms/{id}/messages`.
   *
   * @param room the whole `roomUrl`, whose fragment holds the key to seal under. For a room that was made with
   *   `encryption: 'server'` the `roomUrl` or the id, and `encryption: 'server'` in the body unless the client has it
   */
  override create(
    room: string,
    body: RoomMessageInput,
    options?: RequestOptions & RoomOptions,
  ): APIPromise<RoomMessageCreated> {
    return sealed(
      this.call,
      body,
      options,
      ({ message }, ...given) => message(room, ...given),
      ({ id, body }, options) => super.create(id, body, options),
    );
  }
}

export class SealingRoomFiles extends RoomsFilesResource {
  /**
   * Sends a file to the room as its owner: `POST /rooms/{id}/files`, and its bytes. Without `file`, as it goes for a
   * room that was made with `encryption: 'server'`, the answer's `uploadUrl` takes the bytes.
   *
   * @param room as for `messages.create`
   */
  override create(
    room: string,
    body: RoomFileInput | RoomFileAnnouncement,
    options?: RequestOptions & RoomOptions & UploadOptions,
  ): APIPromise<FileCreated> {
    return sealed(
      this.call,
      body,
      options,
      ({ roomFile }, ...given) => roomFile(room, ...given),
      ({ id, body }, options) => super.create(id, body, options),
    );
  }
}

export class SealingRooms extends RoomsResource {
  override readonly messages: SealingRoomMessages = new SealingRoomMessages(this.call);
  override readonly files: SealingRoomFiles = new SealingRoomFiles(this.call);

  /**
   * Creates a room whose participants seal end-to-end: `POST /rooms`. The `roomUrl` holds the key in its fragment,
   * which the service never sees. The name is sent in the clear. `encryption: 'server'` leaves sealing to the service.
   */
  override create(body: RoomInput | Presealed<RoomCreate>, options?: SealOptions): APIPromise<RoomCreated> {
    return sealed(
      this.call,
      body,
      options,
      ({ room }, ...given) => room(...given),
      (...sent) => super.create(...sent),
    );
  }

  /** Enters a room as its owner, to read, post and follow; `openLink` of `@tempshare/sdk/open` enters it as a guest. */
  async open(roomUrl: string, options?: CallOptions & RoomOptions): Promise<OwnedRoom> {
    return (await load()).ownedRoom(partsOf(this.call), roomUrl, options);
  }
}
