import { composed, type APIPromise } from './core/api-promise.ts';
import type { Context } from './internal/context.ts';
import { ignore } from './internal/ignore.ts';
import { viewOf } from './internal/tag.ts';
import type { CallOptions, RequestOptions } from './core/operation.ts';
import { TempshareError } from './core/tempshare-error.ts';
import type {
  Presealed,
  RoomFileAnnouncement,
  RoomFileInput,
  RoomInput,
  RoomMessageInput,
  SecretInput,
  TransferDraft,
  TransferInput,
} from './sealing/inputs.ts';
import type { RoomOptions, SealOptions } from './sealing/options.ts';
import type { UploadOptions } from './files/upload.ts';
import type { GivenCall } from './sealing/sealed-call.ts';
import {
  RoomsFilesResource,
  RoomsMessagesResource,
  RoomsResource,
  SecretsResource,
  TransfersResource,
} from './gen/resources.ts';
import type {
  FileCreated,
  RoomCreate,
  RoomCreated,
  RoomMessageCreated,
  SecretCreate,
  SecretCreated,
  TransferCreated,
} from './gen/types.gen.ts';
import type { Room } from './rooms/room.ts';

/** The resources that seal what they send. What seals is loaded with the first call. */

export class Secrets extends SecretsResource {
  /**
   * Seals a value end-to-end and creates a secret that can be read once: `POST /secrets`. The `secretUrl` holds the
   * key in its fragment, which the service never sees. `encryption: 'server'` leaves sealing to the service.
   */
  create(body: SecretInput | Presealed<SecretCreate>, options?: SealOptions): APIPromise<SecretCreated> {
    return sealed(this.context(), [body, options], (sealing, call) => sealing.createSecret(call));
  }
}

export class Transfers extends TransfersResource {
  /**
   * Seals a text, a link or a file end-to-end and shares it: `POST /transfers`. A `file` is uploaded, too. The
   * `shareUrl` holds the key in its fragment, which the service never sees. `encryption: 'server'` leaves sealing to
   * the service.
   */
  create<B>(
    body: TransferInput | TransferDraft<B>,
    options?: SealOptions & UploadOptions,
  ): APIPromise<TransferCreated> {
    return sealed(this.context(), [body, options], (sealing, call) => sealing.createTransfer(call));
  }
}

export class RoomMessages extends RoomsMessagesResource {
  /**
   * Posts a message as the room's owner: `POST /rooms/{id}/messages`.
   *
   * @param room the whole `roomUrl`, whose fragment holds the key to seal under. For a room that was made with
   *   `encryption: 'server'` the `roomUrl` or the id, and `encryption: 'server'` in the body unless the client has it
   */
  create(
    room: string,
    body: RoomMessageInput,
    options?: RequestOptions & RoomOptions,
  ): APIPromise<RoomMessageCreated> {
    return sealed(this.context(), [body, options], (sealing, call) => sealing.createRoomMessage(room, call));
  }
}

export class RoomFiles extends RoomsFilesResource {
  /**
   * Sends a file to the room as its owner: `POST /rooms/{id}/files`, and its bytes. Without `file`, as it goes for a
   * room that was made with `encryption: 'server'`, the `uploadUrl` of the response takes the bytes.
   *
   * @param room as for `messages.create`
   */
  create(
    room: string,
    body: RoomFileInput | RoomFileAnnouncement,
    options?: RequestOptions & RoomOptions & UploadOptions,
  ): APIPromise<FileCreated> {
    return sealed(this.context(), [body, options], (sealing, call) => sealing.createRoomFile(room, call));
  }
}

export class Rooms extends RoomsResource {
  readonly messages: RoomMessages = new RoomMessages(this.context());
  readonly files: RoomFiles = new RoomFiles(this.context());

  /**
   * Creates a room whose participants seal end-to-end: `POST /rooms`. The `roomUrl` holds the key in its fragment,
   * which the service never sees. The name is sent in the clear. `encryption: 'server'` leaves sealing to the service.
   */
  create(body: RoomInput | Presealed<RoomCreate>, options?: SealOptions): APIPromise<RoomCreated> {
    return sealed(this.context(), [body, options], (sealing, call) => sealing.createRoom(call));
  }

  /** Enters a room as its owner, to read, post and follow; `openLink` of `@tempshare/sdk/open` enters it as a guest. */
  async open(roomUrl: string, options?: CallOptions & RoomOptions): Promise<Room> {
    return (await load()).enterAsOwner(this.context(), roomUrl, options);
  }
}

/** @throws TempshareError where the part cannot be loaded, such as on a page whose files have changed since */
const load = () =>
  import('./sealed-calls.ts').catch((cause: unknown) => {
    throw new TempshareError('a part of the package could not be loaded', { cause });
  });

type Sealing = Awaited<ReturnType<typeof load>>;

/** Calls with what is given as it is now, whatever becomes of it while the rest is loaded. */
function sealed<B, O, T>(
  context: Context,
  [body, options]: [B, O],
  create: (sealing: Sealing, call: GivenCall<never, never>) => Promise<T>,
): APIPromise<T> {
  const given = Promise.all([snapshot(body), snapshot(options)]);
  given.catch(ignore);
  return composed(async (composition) =>
    create(await load(), { context, given, ...composition } as GivenCall<never, never>),
  );
}

/** Listens to a Node.js stream, too: an error that nobody listens to ends the process. */
async function snapshot<T>(given: T): Promise<T> {
  if (Object(given) !== given) return given;
  const fields = Object.entries(given as Record<string, MayFail | undefined>).map(([name, value]) => {
    value?.on?.('error', ignore);
    return [name, viewOf(value)?.slice() ?? value];
  });
  return Object.fromEntries(fields) as T;
}

interface MayFail {
  on?(event: 'error', listener: () => void): void;
}
