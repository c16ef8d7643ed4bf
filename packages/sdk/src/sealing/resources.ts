import type { Call } from '../call.ts';
import type { LinkKey } from '../envelope/index.ts';
import {
  FilesResource,
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
  RoomFileCreate,
  RoomMessageCreate,
  RoomMessageCreated,
  SecretCreate,
  SecretCreated,
  TransferCreate,
  TransferCreated,
} from '../gen/types.gen.ts';
import type { FileSource, OnProgress } from '../files/source.ts';
import type { Room, RoomOptions } from '../open/room.ts';
import type { RequestOptions } from '../operation.ts';
import { APIPromise } from '../promise.ts';
import type { Prepared } from './item.ts';

/** Who can read what is shared: `e2e` nobody but who has the link, `server` the service in the moment it is sent or opened. */
export type Encryption = 'e2e' | 'server';

/** What a caller may set for a call that seals. */
export interface SealOptions extends RequestOptions {
  /**
   * 32 bytes to seal under, from `createLinkKey` of `@tempshare/sdk/envelope`; made up when left out. Kept together
   * with an `idempotencyKey` it lets another process repeat the call and get the same link.
   */
  linkKey?: LinkKey | undefined;
}

/** What a caller may set for a call that also sends a file. */
export interface UploadOptions extends RequestOptions {
  /**
   * Told how many bytes of the file have been handed over, from the start again when the upload is tried again; once
   * more, with all of them, when they have arrived. What it throws is ignored.
   */
  onProgress?: OnProgress | undefined;
}

/** A file to share, its bytes included. */
export interface FileTransferInput extends Omit<TransferCreate, 'type' | 'text' | 'targetUrl'> {
  type: 'file';
  file: FileSource;
}

/** `password` seals the room under it as well; only participants who know it can enter. */
export type RoomInput = RoomCreate & { password?: string | undefined };

/** `encryption: 'server'` for a room that was made with it. */
export type RoomMessageInput = RoomMessageCreate & { encryption?: Encryption | undefined };
export type RoomFileInput = RoomFileCreate & { encryption?: Encryption | undefined; file: FileSource };
/** A file that the caller uploads, sealed already or of a room that the service seals. */
export type RoomFileAnnouncement = RoomFileCreate & { encryption?: Encryption | undefined };

const load = () => import('./seal.ts');

/** Seals or reads a file first, sends what that gives, and completes the link. */
function sealed<W, A extends object>(
  prepare: (seal: Awaited<ReturnType<typeof load>>) => Promise<Prepared<W, A>>,
  send: (wire: W) => APIPromise<A>,
): APIPromise<A> {
  const start = async () => {
    const { wire, finish } = await prepare(await load());
    return { call: send(wire), finish };
  };
  return APIPromise.prepared<A, A>(start());
}

/** Whether a body is to be sealed, as anything is that is not marked in so many words. */
const seals = (body: { encryption?: Encryption | undefined } | null | undefined, preset: Encryption) =>
  (body?.encryption ?? preset) !== 'server';

/** Whether a body brings the bytes of a file, if only in a variable that turned out to be empty. */
const hasFile = (body: object | null) => {
  const { type, file } = (body ?? {}) as { type?: unknown; file?: unknown };
  return file !== undefined || (type === 'file' && 'file' in body!);
};

export class SealingSecrets extends SecretsResource {
  readonly #preset: Encryption;

  constructor(call: Call, preset: Encryption) {
    super(call);
    this.#preset = preset;
  }

  /**
   * Seals a value end-to-end and creates a secret that can be read once: `POST /secrets`. The `secretUrl` holds the
   * key in its fragment, which the service never sees. `encryption: 'server'` leaves sealing to the service.
   */
  override create(body: SecretCreate, options?: SealOptions): APIPromise<SecretCreated> {
    if (!seals(body, this.#preset)) return super.create(body, options);
    return sealed(
      (seal) => seal.secret(body, options),
      (wire) => super.create(wire, options),
    );
  }
}

export class SealingTransfers extends TransfersResource {
  readonly #preset: Encryption;
  readonly #files: FilesResource;

  constructor(call: Call, preset: Encryption) {
    super(call);
    this.#preset = preset;
    this.#files = new FilesResource(call);
  }

  /**
   * Seals a text, a link or a file end-to-end and shares it: `POST /transfers`. A `file` is uploaded, too. The
   * `shareUrl` holds the key in its fragment, which the service never sees. `encryption: 'server'` leaves sealing to
   * the service.
   */
  override create(
    body: TransferCreate | FileTransferInput,
    options?: SealOptions & UploadOptions,
  ): APIPromise<TransferCreated> {
    const e2e = seals(body, this.#preset);
    if (!e2e && !hasFile(body)) return super.create(body, options);
    return sealed(
      (seal) => seal.transfer(body, { e2e, file: hasFile(body) }, this.#files, options),
      (wire) => super.create(wire, options),
    );
  }
}

export class SealingRoomMessages extends RoomsMessagesResource {
  readonly #preset: Encryption;
  readonly #rooms: RoomsResource;

  constructor(call: Call, preset: Encryption) {
    super(call);
    this.#preset = preset;
    this.#rooms = new RoomsResource(call);
  }

  /**
   * Posts a message as the room's owner: `POST /rooms/{id}/messages`.
   *
   * @param room the `roomUrl` with its fragment, which holds the key to seal under; the id alone for a room that was
   *   made with `encryption: 'server'`
   */
  override create(
    room: string,
    body: RoomMessageInput,
    options?: RequestOptions & RoomOptions,
  ): APIPromise<RoomMessageCreated> {
    const e2e = seals(body, this.#preset);
    return sealed(
      (seal) => seal.message(room, body, e2e, this.#rooms, options),
      ({ id, body }) => super.create(id, body, options),
    );
  }
}

export class SealingRoomFiles extends RoomsFilesResource {
  readonly #preset: Encryption;
  readonly #rooms: RoomsResource;
  readonly #files: FilesResource;

  constructor(call: Call, preset: Encryption) {
    super(call);
    this.#preset = preset;
    this.#rooms = new RoomsResource(call);
    this.#files = new FilesResource(call);
  }

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
    const e2e = seals(body, this.#preset);
    return sealed(
      (seal) => seal.roomFile(room, body, { e2e, file: hasFile(body) }, this.#rooms, this.#files, options),
      ({ id, body }) => super.create(id, body, options),
    );
  }
}

export class SealingRooms extends RoomsResource {
  override readonly messages: SealingRoomMessages;
  override readonly files: SealingRoomFiles;
  readonly #call: Call;
  readonly #preset: Encryption;

  constructor(call: Call, preset: Encryption) {
    super(call);
    this.#call = call;
    this.#preset = preset;
    this.messages = new SealingRoomMessages(call, preset);
    this.files = new SealingRoomFiles(call, preset);
  }

  /**
   * Creates a room whose participants seal end-to-end: `POST /rooms`. The `roomUrl` holds the key in its fragment,
   * which the service never sees. The name is sent in the clear. `encryption: 'server'` leaves sealing to the service.
   */
  override create(body: RoomInput, options?: SealOptions): APIPromise<RoomCreated> {
    if (!seals(body, this.#preset)) return super.create(body, options);
    return sealed(
      (seal) => seal.room(body, options),
      (wire) => super.create(wire, options),
    );
  }

  /** Enters a room as its owner, to read, post and follow; `openLink` of `@tempshare/sdk/open` enters it as a guest. */
  async open(roomUrl: string, options?: RequestOptions & RoomOptions): Promise<Room> {
    return (await load()).openRoom(this.#call, roomUrl, options);
  }
}
