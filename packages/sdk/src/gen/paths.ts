// Generated from openapi/ by `npm run generate`. Do not edit.
import type {
  AccessProof,
  ApiKey,
  DebugShareCreate,
  DebugShareCreated,
  Deleted,
  Drop,
  DropCreate,
  DropCreated,
  DropItemCreate,
  DropItemCreated,
  DropItemList,
  DropList,
  Event,
  EventList,
  EventType,
  FileCreated,
  FileList,
  FileUploaded,
  FilesCreated,
  OpenRequest,
  OpenedTransfer,
  Problem,
  PublicDrop,
  PublicRoom,
  PublicSecret,
  PublicTransfer,
  PublicUploadRequest,
  RevealedSecret,
  Room,
  RoomCreate,
  RoomCreated,
  RoomFileCreate,
  RoomMessageCreate,
  RoomMessageCreated,
  RoomMessageList,
  RoomParticipants,
  RoomSessionCreate,
  Secret,
  SecretCreate,
  SecretCreated,
  SenderSessionCreate,
  SessionCreated,
  Transfer,
  TransferCreate,
  TransferCreated,
  TransferList,
  TransferStatus,
  Unlocked,
  UploadRequest,
  UploadRequestCreate,
  UploadRequestCreated,
  UploadRequestFileCreate,
  UploadRequestFinish,
  UploadRequestFinished,
  UploadRequestList,
  UploadRequestPinRotated,
  UploadRequestState,
  WebhookDeliveryList,
  WebhookDeliveryScheduled,
  WebhookDeliveryState,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointCreated,
  WebhookEndpointList,
  WebhookEndpointUpdate,
  WebhookSecretRotate,
  WebhookSecretRotated,
  WebhookTest,
} from './types.gen.ts';
export interface paths {
    "/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transfers
         * @description Lists the active and past transfers of the calling key, newest first. Expired and consumed ones are listed without content for 30 days; deleted ones leave the list at once.
         */
        get: operations["transfers.list"];
        put?: never;
        /**
         * Create a transfer
         * @description Creates a share of a text, a link or a file. For a file this answers an `uploadUrl`; the transfer is there for recipients once the bytes are.
         */
        post: operations["transfers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["TransferId"];
            };
            cookie?: never;
        };
        /**
         * Look at a transfer
         * @description Answers the state of a transfer to its owner. It never counts as a view and never contains the content. After expiry, consumption or deletion it answers 404; `GET /transfers` tells for 30 days which of the first two it was, and after how many views.
         */
        get: operations["transfers.get"];
        put?: never;
        post?: never;
        /**
         * Delete a transfer
         * @description Closes access at once, before the expiry, and destroys the content. Emits `transfer.deleted`. A file that was opened for the last time can be deleted until it was downloaded; a download that is under way is cut.
         */
        delete: operations["transfers.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transfers/{id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["TransferId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget the wrong passwords tried at a transfer
         * @description Forgets every wrong password that was tried, so that nobody has to wait any more. Guessing starts anew as well: use it for a recipient who has to wait, not as a routine. Without any it changes nothing and answers the same.
         */
        post: operations["transfers.unlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/transfers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * Look at a link before opening it
         * @description Tells a recipient what kind of transfer or debug share this is and whether a password is needed. It consumes nothing and never contains content.
         */
        get: operations["public.transfers.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/transfers/{id}/open": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a transfer or debug share
         * @description Answers the content and counts one view. The last allowed view destroys the content in the same transaction, so of any number of concurrent callers exactly one gets it. A wrong password or access proof consumes nothing. Refused with 400 to a browser that fetches ahead (`Sec-Purpose`), and to a page of another origin that posts without a body of type `application/json`, as forms, images and beacons do.
         */
        post: operations["public.transfers.open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a burn-after-read secret
         * @description Stores a sensitive value under a link that can be read once. The first successful read destroys it.
         */
        post: operations["secrets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * Look at a secret's state
         * @description Tells the owner whether the secret was read, and when, also once it was. Never the content, and never a read.
         */
        get: operations["secrets.get"];
        put?: never;
        post?: never;
        /**
         * Revoke a secret
         * @description Destroys the secret before anyone has read it. A secret that is no longer waiting answers 404.
         */
        delete: operations["secrets.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets/{id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget the wrong passwords tried at a secret
         * @description Forgets every wrong password that was tried, so that nobody has to wait any more. Guessing starts anew as well: use it for a recipient who has to wait, not as a routine. Without any it changes nothing and answers the same.
         */
        post: operations["secrets.unlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/secrets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * Look at a secret before revealing it
         * @description Tells a recipient whether a password is needed. It consumes nothing and never contains content.
         */
        get: operations["public.secrets.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/secrets/{id}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reveal and destroy a secret
         * @description Answers the value and destroys it in the same transaction: of any number of concurrent callers exactly one gets it. A wrong password or access proof consumes nothing. Emits `secret.consumed`. Refused with 400 to a browser that fetches ahead (`Sec-Purpose`), and to a page of another origin that posts without a body of type `application/json`, as forms, images and beacons do.
         */
        post: operations["public.secrets.reveal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List upload requests
         * @description Lists the upload requests of the calling key, newest first. Closed and expired ones stay listed for 30 days after their last file has been wiped; deleted ones leave the list at once.
         */
        get: operations["requests.list"];
        put?: never;
        /**
         * Create an upload request
         * @description Creates a link through which others send files to you. The response holds the PIN they need; it is shown this once, and the server keeps only a slow hash of it. Send the link and the PIN over separate channels. Emits `request.created`.
         */
        post: operations["requests.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * Look at an upload request
         * @description Answers the state of an upload request and the files that have arrived. The files stay until the later of the expiry and 7 days after closing.
         */
        get: operations["requests.get"];
        put?: never;
        post?: never;
        /**
         * Revoke an upload request
         * @description Closes the link at once and destroys every file that was sent through it.
         */
        delete: operations["requests.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * List the files of an upload request
         * @description Lists the files whose bytes have arrived, newest first, whether or not the sender has finished.
         */
        get: operations["requests.files.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
                fileId: components["parameters"]["FilePathId"];
            };
            cookie?: never;
        };
        /**
         * Download a file of an upload request
         * @description Answers the bytes as they were sent. Downloading is not limited in number and changes nothing.
         */
        get: operations["requests.files.download"];
        put?: never;
        post?: never;
        /**
         * Delete a file of an upload request
         * @description Destroys one file that has arrived, whether or not the sender has finished. What it took of the limits of the request and of the key is free at once. A file that is gone answers 404.
         */
        delete: operations["requests.files.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget the wrong PINs tried at a request
         * @description Forgets every wrong PIN that was tried, so that nobody has to wait any more. Guessing starts anew as well: use it for a recipient who has to wait, not as a routine. Without any it changes nothing and answers the same.
         */
        post: operations["requests.unlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}/rotate-pin": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the PIN of an upload request
         * @description Makes a new PIN and shows it this once. The old one is wrong from now on, what has arrived or is being uploaded stays, and wrong PINs that were tried are forgotten. An expired request answers 404.
         */
        post: operations["requests.rotatePin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * Look at an upload request before sending
         * @description Tells a sender what is asked for and whether files are still accepted, and how large ones. It needs no PIN and shows nothing that others have sent.
         */
        get: operations["public.requests.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/requests/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a session of a sender
         * @description Checks the PIN once and answers a token for the calls that follow: each session has 120 a minute of its own, whatever others behind the same address do. It ends after 30 minutes, with the request, and when the owner changes the PIN. A request has at most 50 sessions at a time; one more is answered with 409 `quota_exceeded`, and its sender goes on with the PIN. A closed request answers 404.
         */
        post: operations["public.requests.sessions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/requests/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce files for an upload request
         * @description Checks the PIN, or the session, and answers an `uploadUrl` for each file, to which its bytes go next. A file reaches the owner once its bytes are there. Several files are named in `files`; all of them are announced, or none. A request takes at most 50 files; one more, or more bytes than are left, is answered with 409 `quota_exceeded`. A closed request answers 404.
         */
        post: operations["public.requests.files.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/requests/{id}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish an upload request
         * @description Tells the owner that everything has been sent, closes the request and emits `request.closed`. At least one file must have arrived, else 400; an upload that is still running is dropped. Finishing a closed request again answers the same and emits nothing.
         */
        post: operations["public.requests.finish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rooms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a room
         * @description Creates a room for messages and files that everyone with the link can read and write until it expires. With `encryption: e2e` the participants seal messages and files themselves, and the server demands their access proof.
         */
        post: operations["rooms.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rooms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * Look at a room
         * @description Answers the state of a room to its owner. An expired room is shown without content for 30 days; a deleted one answers 404.
         */
        get: operations["rooms.get"];
        put?: never;
        post?: never;
        /**
         * Delete a room
         * @description Closes the room at once for everyone in it and destroys its messages and files.
         */
        delete: operations["rooms.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rooms/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * List the messages of a room
         * @description Lists messages and files, newest first. In an `e2e` room texts are compact JWEs which only holders of the link key can open.
         */
        get: operations["rooms.messages.list"];
        put?: never;
        /**
         * Post a message into a room
         * @description Posts a message as the room's owner; everyone who follows the room's events gets it at once. In an `e2e` room anything but a compact JWE is answered with 400.
         */
        post: operations["rooms.messages.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rooms/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce a file for a room
         * @description Answers an `uploadUrl`, to which the bytes go next. Once they are there the file appears among the room's messages. In an `e2e` room the name and type are sent as `sealedMetadata` only.
         */
        post: operations["rooms.files.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rooms/{id}/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
                fileId: components["parameters"]["FilePathId"];
            };
            cookie?: never;
        };
        /**
         * Download a file of a room
         * @description Answers the bytes as they were sent; in an `e2e` room these are sealed.
         */
        get: operations["rooms.files.download"];
        put?: never;
        post?: never;
        /**
         * Delete a file of a room
         * @description Destroys one file, and takes its message out of the room. Those who follow the room get the event `deleted`. What it took of the limits of the room and of the key is free at once. A file that is gone answers 404.
         */
        delete: operations["rooms.files.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/rooms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * Look at a room before entering
         * @description Tells a participant how the room is sealed and when it expires. For an `e2e` room the response comes without the access proof too, because `kdfIterations` is needed to derive it, but then it leaves out the `name`.
         */
        get: operations["public.rooms.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/rooms/{id}/sessions": {
        parameters: {
            query?: never;
            header?: {
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
            };
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a session of a participant
         * @description Enters the room once, with the access proof where it is `e2e`, and answers a token for the calls that follow: each session has 120 a minute of its own, whatever others behind the same address do. It ends after 30 minutes, and with the room, or later where it follows the room's events. A room has at most 50 sessions at a time; one more is answered with 409 `quota_exceeded`, and its participant goes on without. With `author` the others in the room see that name among those who are here, for as long as the session follows the room's events; without it its holder is counted among the unnamed. In an `e2e` room the name is a compact JWE, and anything else is answered with 400.
         */
        post: operations["public.rooms.sessions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/rooms/{id}/messages": {
        parameters: {
            query?: never;
            header?: {
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
                "X-Session-Token"?: components["parameters"]["SessionToken"];
            };
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * Read the messages of a room
         * @description Lists messages and files, newest first. Reading consumes nothing.
         */
        get: operations["public.rooms.messages.list"];
        put?: never;
        /**
         * Post a message as a participant
         * @description Posts a message; everyone who follows the room's events gets it at once. In an `e2e` room anything but a compact JWE is answered with 400.
         */
        post: operations["public.rooms.messages.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/rooms/{id}/files": {
        parameters: {
            query?: never;
            header?: {
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
                "X-Session-Token"?: components["parameters"]["SessionToken"];
            };
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce a file as a participant
         * @description Answers an `uploadUrl`, to which the bytes go next. Once they are there the file appears among the room's messages. In an `e2e` room the name and type are sent as `sealedMetadata` only.
         */
        post: operations["public.rooms.files.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/rooms/{id}/files/{fileId}": {
        parameters: {
            query?: never;
            header?: {
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
                "X-Session-Token"?: components["parameters"]["SessionToken"];
            };
            path: {
                id: components["parameters"]["LinkId"];
                fileId: components["parameters"]["FilePathId"];
            };
            cookie?: never;
        };
        /**
         * Download a file as a participant
         * @description Answers the bytes as they were sent; in an `e2e` room these are sealed. Downloading consumes nothing.
         */
        get: operations["public.rooms.files.download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/rooms/{id}/participants": {
        parameters: {
            query?: never;
            header?: {
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
                "X-Session-Token"?: components["parameters"]["SessionToken"];
            };
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * See who is in a room
         * @description Tells who follows the room's events under a session of their own: the names that they gave, and how many gave none. Those who follow the events learn it there, and of every change.
         */
        get: operations["public.rooms.participants.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/rooms/{id}/events": {
        parameters: {
            query?: never;
            header?: {
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
                "X-Session-Token"?: components["parameters"]["SessionToken"];
            };
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * Follow a room live
         * @description Streams what happens in the room as server-sent events, whichever node it happens on. One stream counts as one
         *     request. The `data` of each event is one line of JSON:
         *
         *     - `message`: a message or file is new in the room; `data` is a `RoomMessage`, and the event's `id` is the message's.
         *     - `participants`: somebody has come or gone; `data` is `RoomParticipants`, all who follow the room under a session.
         *       It comes first, too, where somebody is here.
         *     - `deleted`: the owner has deleted a file; `data` is `{"messageId": "…", "fileId": "…"}`, and that message is in the
         *       room no more. The event has an `id` of its own.
         *     - `closed`: the room has ended; `data` is `{"roomId": "…", "state": "expired"}` or `"deleted"`. The stream ends, and
         *       reconnecting answers 404.
         *
         *     A comment line (`:`) comes at least every 20 seconds to keep the connection alive. The server may end a stream at
         *     any time; a client that reconnects with `Last-Event-ID` first gets what it has missed. Without it the stream
         *     starts with the next message. Clients ignore events they do not know.
         *
         *     At most 20 streams of a room, and at most 100 of all rooms of a server, are open to one address; another one is
         *     answered with 429 (`rate_limited`). A server that has no place for more streams answers 503.
         *
         *     For an `e2e` room read the stream with `fetch`, because `EventSource` in browsers cannot send `X-Access-Proof`.
         */
        get: operations["public.rooms.events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drop inboxes
         * @description Lists the open inboxes of the calling key, newest first. Deleted ones leave the list at once.
         */
        get: operations["drops.list"];
        put?: never;
        /**
         * Create a drop inbox
         * @description Creates a standing link through which anyone who has it can leave messages and files for you, without a PIN, until you delete the inbox. Nobody but you can read what is in it.
         */
        post: operations["drops.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drops/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * Look at a drop inbox
         * @description Answers the state of an inbox and how much is in it. A deleted inbox answers 404.
         */
        get: operations["drops.get"];
        put?: never;
        post?: never;
        /**
         * Delete a drop inbox
         * @description Closes the link at once and destroys everything that was left in the inbox.
         */
        delete: operations["drops.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drops/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * List what was left in a drop inbox
         * @description Lists messages and files, newest first. An item with a file appears once its bytes have arrived.
         */
        get: operations["drops.items.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drops/{id}/items/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
                itemId: components["parameters"]["ItemPathId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an item of a drop inbox
         * @description Destroys one item, its message and its file. What it took of the limits of the inbox and of the key is free at once. An item that is gone answers 404.
         */
        delete: operations["drops.items.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drops/{id}/items/{itemId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
                itemId: components["parameters"]["ItemPathId"];
            };
            cookie?: never;
        };
        /**
         * Download the file of an item
         * @description Answers the bytes as they were sent. An item that is only a message answers 404.
         */
        get: operations["drops.items.download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/drops/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        /**
         * Look at a drop inbox before leaving something
         * @description Tells a sender which inbox this is, and whether it takes more. It shows nothing that others have left.
         */
        get: operations["public.drops.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/drops/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave a message or a file
         * @description Leaves a message, a file or both as one item. With `file`, even an empty object, the response holds an `uploadUrl`, to which the bytes go next; the item reaches the owner once they are there. Each of several `files` is an item of its own; all of them are announced, or none. A full inbox answers 409 `quota_exceeded`.
         */
        post: operations["public.drops.items.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/debug-share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Share diagnostics and logs, masked
         * @description Masks tokens and credentials in both texts before anything is stored or logged, then shares the result under a link. If masking fails nothing is stored and the response is 500, or 503 if it broke off or took too long. Texts of different keys are masked in turns. A key of which more than 8,000,000 characters or 30 requests would wait gets 429 `rate_limited` with a `Retry-After` by which what waits is masked; 503 says the same of the whole server. At least one of the two texts must be there and not empty. Recipients open the link like a transfer, with `public.transfers.open`.
         */
        post: operations["debugShares.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/uploads/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: components["parameters"]["UploadToken"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Upload the bytes of a file
         * @description Takes the bytes for an `uploadUrl`, raw and streamed: at most 26,214,400, counted as they arrive and cut off with 413. The URL is the permission; no key, PIN or proof is needed. It serves one complete upload and dies one hour after it was made: a transfer that breaks off may be tried again until then, and once the bytes are in it answers 404. Where a `size` was announced the bytes must be exactly that many, else 400 and nothing is kept. A `Content-Encoding` is answered with 415. With an API key the upload counts against the limit of the key instead of the address's; any key will do, whatever its scopes.
         */
        put: operations["files.upload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/downloads/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: components["parameters"]["DownloadToken"];
            };
            cookie?: never;
        };
        /**
         * Download the bytes of a file
         * @description Answers the bytes for a `downloadUrl`, always as an attachment. The URL is the permission and lives until its bytes have not flowed for 10 minutes, at most 8 hours and not beyond the expiry of a transfer that others may still open. Once it has completed its 10 minutes are renewed no more. It stands for one opening, and so for one view: that counts, and `transfer.completed` is sent, when its last byte was fetched for the first time and the client has closed the connection, as `Connection: close` asks it to, or has kept it open for a minute with all bytes acknowledged; not when it has reset it. A download that broke off goes on with `Range`. The file of a last allowed view is wiped when its last byte was fetched, or when the URL dies; a range that does not reach that byte ends nothing. While one response sends the last bytes of such a file, another one that asks for them is answered with 429, or is broken off before them if it has begun. Refused with 400 to a browser that fetches ahead (`Sec-Purpose`).
         */
        get: operations["files.download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Lists the webhook endpoints of the calling key, newest first. Signing secrets are never shown again.
         */
        get: operations["webhookEndpoints.list"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Registers a URL to which the events of what the calling key creates are sent, from now on. The response holds the signing secret; it is shown this once. A key has at most 20 endpoints; one more is answered with 400. Private, loopback and metadata addresses are refused, here with 400 and again at every attempt.
         */
        post: operations["webhookEndpoints.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        /**
         * Look at a webhook endpoint
         * @description Answers how an endpoint is set up, whether it is enabled, and why not if not. Never its signing secret.
         */
        get: operations["webhookEndpoints.get"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook endpoint
         * @description Removes the endpoint, its signing secrets and its deliveries. What was not yet delivered is not sent.
         */
        delete: operations["webhookEndpoints.delete"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes the fields that are sent and leaves the others. `enabled: true` enables an endpoint again, whoever had disabled it. Events from the time it was disabled are not sent afterwards; redeliver the failed ones or read the event log.
         */
        patch: operations["webhookEndpoints.update"];
        trace?: never;
    };
    "/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to rotate the signing secret
         * @description Makes a new signing secret and shows it this once. For the overlap the old secret goes on signing `X-Service-Signature` while the new one signs `X-Service-Signature-Next`, so that the receiver can be changed without a gap. Then, or as soon as `webhookEndpoints.confirmSecret` is called, the new secret takes over and the old one is destroyed. Rotating again during the overlap replaces the new secret. With an overlap of 0 the change is immediate, for a secret that has leaked.
         */
        post: operations["webhookEndpoints.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/rotate-secret/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete the rotation of the signing secret
         * @description Ends the overlap: the new secret signs `X-Service-Signature` from the next attempt on, and the old one is destroyed. Without a rotation under way it changes nothing and answers the same.
         */
        post: operations["webhookEndpoints.confirmSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends a made-up event of one of the six types to this endpoint, whatever its filter and even if it is disabled. It is signed like any other and says `test: true` and `livemode: false`. It is tried once, does not count towards disabling the endpoint, and is not in the event log; its outcome is among the endpoint's deliveries.
         */
        post: operations["webhookEndpoints.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        /**
         * List the deliveries to an endpoint
         * @description Lists which events were sent, newest first, with every attempt and the time of the next one. Kept for 30 days. What the receiver answered in its body is never kept.
         */
        get: operations["webhookEndpoints.deliveries.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["EndpointPathId"];
                deliveryId: components["parameters"]["DeliveryPathId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver an event once more
         * @description Makes the next attempt of this delivery now, whatever its state, with the same event id and body and a new signature. If it fails, a delivery that was still pending goes on with its schedule; any other is `failed` again. A disabled endpoint must be enabled first, else 400.
         */
        post: operations["webhookEndpoints.deliveries.redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was emitted
         * @description Lists the events of what the calling key has created, newest first, whether or not an endpoint was there to receive them. Kept for 30 days. Use it to catch up after an outage: page until you meet an id you know.
         */
        get: operations["events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["EventPathId"];
            };
            cookie?: never;
        };
        /**
         * Look at an event
         * @description Answers an event exactly as it is sent to webhook endpoints.
         */
        get: operations["events.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the calling key
         * @description Answers what the API key of this request is and may do. Any valid key may ask; no scope is needed.
         */
        get: operations["key.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch this document
         * @description Answers this OpenAPI document as JSON. It needs no key.
         */
        get: operations["openapi.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    responses: {
        /** @description A parameter is missing or invalid; `errors` points at each place. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The API key is missing, mistyped, unknown, expired or revoked. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The key is valid but lacks the scope this operation needs. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The rate limit is exceeded; wait for the seconds in `Retry-After`. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description A temporary fault of the server; retry. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The database or the file storage cannot be reached or does not keep up; retry. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description A request with the same `Idempotency-Key` is still running (`idempotency_in_progress`), or there is no room left in the room, or for what the API key shares (`quota_exceeded`). */
        ConflictOrQuota: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The body is larger than this operation accepts. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The `Content-Type` or `Content-Encoding` is not one this operation accepts. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The `Idempotency-Key` was first used with another payload. */
        UnprocessableContent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The storage of the server is nearly full: it takes nothing new, and goes on opening and deleting. Nothing was changed. */
        InsufficientStorage: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description Unknown, expired, consumed, deleted, or another key's: all are answered alike. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description A request with the same `Idempotency-Key` is still running. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The password or access proof is missing or wrong. Nothing was consumed. */
        InvalidPassword: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The anonymous rate limit is exceeded (`rate_limited`), or too many wrong passwords or PINs were tried (`too_many_attempts`). */
        TooManyAttempts: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The bytes, as an attachment. Owner operations also carry the rate limit headers. */
        FileContent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Content-Disposition": components["headers"]["Content-Disposition"];
                "Content-Length": components["headers"]["Content-Length"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                "Accept-Ranges": components["headers"]["Accept-Ranges"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/octet-stream": Blob;
            };
        };
        /** @description The part of the bytes that `Range` asked for, with the headers of the whole. */
        FilePart: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Content-Disposition": components["headers"]["Content-Disposition"];
                "Content-Length": components["headers"]["Content-Length"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                "Accept-Ranges": components["headers"]["Accept-Ranges"];
                ETag: components["headers"]["ETag"];
                "Content-Range": components["headers"]["Content-Range"];
                [name: string]: unknown;
            };
            content: {
                "application/octet-stream": Blob;
            };
        };
        /** @description The file has none of the bytes that `Range` asks for (`range_not_satisfiable`). */
        RangeNotSatisfiable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Content-Range": components["headers"]["Content-Range"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The PIN is wrong. */
        InvalidPin: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description There is no room left in the request, the room or the inbox, or for what its owner shares. */
        QuotaExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The PIN is wrong (`invalid_pin`), or the session is unknown or over (`invalid_session`). */
        InvalidPinOrSession: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description The access proof is missing or wrong (`invalid_password`), or the session is unknown or over (`invalid_session`). Nothing was consumed. */
        InvalidPasswordOrSession: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description 410 disables the endpoint at once. Any other response is a failure and is retried. */
        Gone: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Any 2xx within 15 seconds tells that the event was received. */
        Received: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        Limit: number;
        Cursor: string;
        IdempotencyKey: string;
        AcceptLanguage: string;
        TransferId: string;
        LinkId: string;
        ReaderKey: string;
        FilePathId: string;
        RangeHeader: string;
        IfRangeHeader: string;
        SessionToken: string;
        SenderKey: string;
        AccessProofHeader: AccessProof;
        LastEventId: string;
        ItemPathId: string;
        UploadToken: string;
        DownloadToken: string;
        EndpointPathId: string;
        DeliveryPathId: string;
        EventPathId: string;
        Signature: string;
        NextSignature: string;
        WebhookId: string;
        WebhookTimestamp: string;
        WebhookSignature: string;
    };
    headers: {
        /**
         * @description Names this request in the server's log. Quote it when asking for help.
         * @example req_4Jm0cWbq2cTt7hYQk1sXzE
         */
        "X-Request-Id": string;
        /**
         * @description The quota that applies, in the form of the IETF draft `draft-ietf-httpapi-ratelimit-headers-10`.
         * @example "key";q=120;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description What is left of the quota (`r`) and the seconds until more of it is available (`t`).
         * @example "key";r=119;t=60
         */
        RateLimit: string;
        /**
         * @description The authentication scheme to use.
         * @example Bearer realm="Tempshare API"
         */
        "WWW-Authenticate": string;
        /**
         * @description Whole seconds to wait. A request sent after that wait is within the limit.
         * @example 12
         */
        "Retry-After": number;
        /**
         * @description `true` when this is the stored response of an earlier request with the same `Idempotency-Key`.
         * @example true
         */
        "Idempotency-Replayed": "true";
        /**
         * @description Always `no-store`; nothing shared is kept by caches.
         * @example no-store
         */
        "Cache-Control": string;
        /**
         * @description Always `attachment`, with the file's name (RFC 6266) where the server knows one.
         * @example attachment; filename="contract.pdf"; filename*=UTF-8''contract.pdf
         */
        "Content-Disposition": string;
        /**
         * @description The size in bytes.
         * @example 48213
         */
        "Content-Length": number;
        /**
         * @description Always `nosniff`.
         * @example nosniff
         */
        "X-Content-Type-Options": string;
        /**
         * @description Keeps a browser from running anything in the file.
         * @example default-src 'none'; sandbox; frame-ancestors 'none'
         */
        "Content-Security-Policy": string;
        /**
         * @description Always `bytes`; a `Range` of them may be asked for.
         * @example bytes
         */
        "Accept-Ranges": "bytes";
        /**
         * @description A strong validator for `If-Range`. The bytes behind it never change.
         * @example "file_6Rm0cWbq2cTt7hYQk1sXzE"
         */
        ETag: string;
        /**
         * @description Which bytes these are, the first and the last, and of how many; `*` in place of them when there are none.
         * @example bytes 1048576-2097151/2097152
         */
        "Content-Range": string;
    };
}
export interface operations {
    "transfers.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"] | undefined;
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"] | undefined;
                /**
                 * @description Only transfers with this status.
                 * @example active
                 */
                status?: TransferStatus | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transfers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TransferList;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "transfers.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Chooses the `<locale>` segment of returned links; without a match the server's default locale is used.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": TransferCreate;
            };
        };
        responses: {
            /** @description The transfer was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TransferCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrQuota"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "transfers.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The transfer's id, or its short code of 4 to 8 characters.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["TransferId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Transfer;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "transfers.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The transfer's id, or its short code of 4 to 8 characters.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["TransferId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfer is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Deleted;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "transfers.unlock": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The transfer's id, or its short code of 4 to 8 characters.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["TransferId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wrong passwords are forgotten. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Unlocked;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.transfers.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What there is to open. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PublicTransfer;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.transfers.open": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value of at least 22 random characters (128 bits) that the reader makes for one reading, so that a lost response can be had again: for 2 minutes, or as long as the operator says, the same key gets the same response with `Idempotency-Replayed: true`, whatever the body, and everybody else 404 from the first moment. Nothing is kept for a refusal. What is kept opens with this key alone, of which the server stores a hash.
                 * @example q3Zr8tVbYw2kLmN0pXsJdA
                 */
                "Idempotency-Key"?: components["parameters"]["ReaderKey"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": OpenRequest;
            };
        };
        responses: {
            /** @description The content. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": OpenedTransfer;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["InvalidPassword"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "secrets.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Chooses the `<locale>` segment of returned links; without a match the server's default locale is used.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": SecretCreate;
            };
        };
        responses: {
            /** @description The secret waits for its reader. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SecretCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrQuota"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "secrets.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Secret;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "secrets.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret is destroyed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Deleted;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "secrets.unlock": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wrong passwords are forgotten. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Unlocked;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.secrets.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is a secret to reveal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PublicSecret;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.secrets.reveal": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value of at least 22 random characters (128 bits) that the reader makes for one reading, so that a lost response can be had again: for 2 minutes, or as long as the operator says, the same key gets the same response with `Idempotency-Replayed: true`, whatever the body, and everybody else 404 from the first moment. Nothing is kept for a refusal. What is kept opens with this key alone, of which the server stores a hash.
                 * @example q3Zr8tVbYw2kLmN0pXsJdA
                 */
                "Idempotency-Key"?: components["parameters"]["ReaderKey"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": OpenRequest;
            };
        };
        responses: {
            /** @description The value, for the one and only time. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RevealedSecret;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["InvalidPassword"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "requests.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"] | undefined;
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"] | undefined;
                /**
                 * @description Only requests in this state.
                 * @example open
                 */
                state?: UploadRequestState | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of upload requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UploadRequestList;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "requests.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Chooses the `<locale>` segment of returned links; without a match the server's default locale is used.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UploadRequestCreate;
            };
        };
        responses: {
            /** @description The request is open. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UploadRequestCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrQuota"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "requests.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload request and its files. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UploadRequest;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "requests.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload request and its files are gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Deleted;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "requests.files.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"] | undefined;
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"] | undefined;
            };
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of files. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FileList;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "requests.files.download": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The part of the bytes that is wanted (RFC 9110, 14.2): `bytes=<first>-`, `bytes=<first>-<last>` or `bytes=-<count>`, answered with 206. What names several ranges, or is none, is answered with everything, and `HEAD` as if it were not there.
                 * @example bytes=1048576-
                 */
                Range?: components["parameters"]["RangeHeader"];
                /**
                 * @description The `ETag` of the response that is to go on (RFC 9110, 13.1.5): with another one, `Range` is ignored and everything is sent.
                 * @example "file_6Rm0cWbq2cTt7hYQk1sXzE"
                 */
                "If-Range"?: components["parameters"]["IfRangeHeader"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
                /**
                 * @description The file's id, which starts with `file_`.
                 * @example file_6Rm0cWbq2cTt7hYQk1sXzE
                 */
                fileId: components["parameters"]["FilePathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FileContent"];
            206: components["responses"]["FilePart"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "requests.files.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
                /**
                 * @description The file's id, which starts with `file_`.
                 * @example file_6Rm0cWbq2cTt7hYQk1sXzE
                 */
                fileId: components["parameters"]["FilePathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Deleted;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "requests.unlock": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wrong PINs are forgotten. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Unlocked;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "requests.rotatePin": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new PIN, for the one and only time. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UploadRequestPinRotated;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.requests.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the owner asks for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PublicUploadRequest;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.requests.sessions.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": SenderSessionCreate;
            };
        };
        responses: {
            /** @description The session has begun. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SessionCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["InvalidPin"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["QuotaExceeded"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "public.requests.files.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The token of a session. It takes the place of the PIN or the access proof, and the request counts against the limit of the session instead of the address's. One that is unknown or over is answered with 403 `invalid_session`: start another.
                 * @example s_8f3kQZr1cVb6Yt0pLx2mNa
                 */
                "X-Session-Token"?: components["parameters"]["SessionToken"];
                /**
                 * @description A value of at least 22 random characters (128 bits) that the sender makes for one call, so that it can be repeated when its response was lost: with the same key and the same payload, of which a PIN is no part, the call is carried out once, and gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours, for this item, method and path. What is kept opens with this key alone, of which the server stores a hash.
                 * @example q3Zr8tVbYw2kLmN0pXsJdA
                 */
                "Idempotency-Key"?: components["parameters"]["SenderKey"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UploadRequestFileCreate;
            };
        };
        responses: {
            /** @description The bytes are awaited. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FilesCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["InvalidPinOrSession"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrQuota"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "public.requests.finish": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The token of a session. It takes the place of the PIN or the access proof, and the request counts against the limit of the session instead of the address's. One that is unknown or over is answered with 403 `invalid_session`: start another.
                 * @example s_8f3kQZr1cVb6Yt0pLx2mNa
                 */
                "X-Session-Token"?: components["parameters"]["SessionToken"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": UploadRequestFinish;
            };
        };
        responses: {
            /** @description The request is closed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": UploadRequestFinished;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["InvalidPinOrSession"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "rooms.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Chooses the `<locale>` segment of returned links; without a match the server's default locale is used.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RoomCreate;
            };
        };
        responses: {
            /** @description The room is open. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RoomCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrQuota"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "rooms.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The room. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Room;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "rooms.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The room is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Deleted;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "rooms.messages.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"] | undefined;
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"] | undefined;
            };
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RoomMessageList;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "rooms.messages.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RoomMessageCreate;
            };
        };
        responses: {
            /** @description The message is in the room. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RoomMessageCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrQuota"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "rooms.files.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RoomFileCreate;
            };
        };
        responses: {
            /** @description The bytes are awaited. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FileCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrQuota"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "rooms.files.download": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The part of the bytes that is wanted (RFC 9110, 14.2): `bytes=<first>-`, `bytes=<first>-<last>` or `bytes=-<count>`, answered with 206. What names several ranges, or is none, is answered with everything, and `HEAD` as if it were not there.
                 * @example bytes=1048576-
                 */
                Range?: components["parameters"]["RangeHeader"];
                /**
                 * @description The `ETag` of the response that is to go on (RFC 9110, 13.1.5): with another one, `Range` is ignored and everything is sent.
                 * @example "file_6Rm0cWbq2cTt7hYQk1sXzE"
                 */
                "If-Range"?: components["parameters"]["IfRangeHeader"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
                /**
                 * @description The file's id, which starts with `file_`.
                 * @example file_6Rm0cWbq2cTt7hYQk1sXzE
                 */
                fileId: components["parameters"]["FilePathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FileContent"];
            206: components["responses"]["FilePart"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "rooms.files.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
                /**
                 * @description The file's id, which starts with `file_`.
                 * @example file_6Rm0cWbq2cTt7hYQk1sXzE
                 */
                fileId: components["parameters"]["FilePathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file and its message are gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Deleted;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.rooms.get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Required for an `e2e` room, and ignored otherwise: the 32-byte access proof derived from the link key (and password), as base64url. Without the right one the response is 403; only `public.rooms.get` answers when it is left out.
                 * @example AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8
                 */
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
                /**
                 * @description The token of a session. It takes the place of the PIN or the access proof, and the request counts against the limit of the session instead of the address's. One that is unknown or over is answered with 403 `invalid_session`: start another.
                 * @example s_8f3kQZr1cVb6Yt0pLx2mNa
                 */
                "X-Session-Token"?: components["parameters"]["SessionToken"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is a room to enter. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PublicRoom;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["InvalidPasswordOrSession"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.rooms.sessions.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Required for an `e2e` room, and ignored otherwise: the 32-byte access proof derived from the link key (and password), as base64url. Without the right one the response is 403; only `public.rooms.get` answers when it is left out.
                 * @example AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8
                 */
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": RoomSessionCreate;
            };
        };
        responses: {
            /** @description The session has begun. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SessionCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["InvalidPassword"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["QuotaExceeded"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "public.rooms.messages.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"] | undefined;
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"] | undefined;
            };
            header?: {
                /**
                 * @description Required for an `e2e` room, and ignored otherwise: the 32-byte access proof derived from the link key (and password), as base64url. Without the right one the response is 403; only `public.rooms.get` answers when it is left out.
                 * @example AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8
                 */
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
                /**
                 * @description The token of a session. It takes the place of the PIN or the access proof, and the request counts against the limit of the session instead of the address's. One that is unknown or over is answered with 403 `invalid_session`: start another.
                 * @example s_8f3kQZr1cVb6Yt0pLx2mNa
                 */
                "X-Session-Token"?: components["parameters"]["SessionToken"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RoomMessageList;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["InvalidPasswordOrSession"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.rooms.messages.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Required for an `e2e` room, and ignored otherwise: the 32-byte access proof derived from the link key (and password), as base64url. Without the right one the response is 403; only `public.rooms.get` answers when it is left out.
                 * @example AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8
                 */
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
                /**
                 * @description The token of a session. It takes the place of the PIN or the access proof, and the request counts against the limit of the session instead of the address's. One that is unknown or over is answered with 403 `invalid_session`: start another.
                 * @example s_8f3kQZr1cVb6Yt0pLx2mNa
                 */
                "X-Session-Token"?: components["parameters"]["SessionToken"];
                /**
                 * @description A value of at least 22 random characters (128 bits) that the sender makes for one call, so that it can be repeated when its response was lost: with the same key and the same payload, of which a PIN is no part, the call is carried out once, and gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours, for this item, method and path. What is kept opens with this key alone, of which the server stores a hash.
                 * @example q3Zr8tVbYw2kLmN0pXsJdA
                 */
                "Idempotency-Key"?: components["parameters"]["SenderKey"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RoomMessageCreate;
            };
        };
        responses: {
            /** @description The message is in the room. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RoomMessageCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["InvalidPasswordOrSession"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrQuota"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "public.rooms.files.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Required for an `e2e` room, and ignored otherwise: the 32-byte access proof derived from the link key (and password), as base64url. Without the right one the response is 403; only `public.rooms.get` answers when it is left out.
                 * @example AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8
                 */
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
                /**
                 * @description The token of a session. It takes the place of the PIN or the access proof, and the request counts against the limit of the session instead of the address's. One that is unknown or over is answered with 403 `invalid_session`: start another.
                 * @example s_8f3kQZr1cVb6Yt0pLx2mNa
                 */
                "X-Session-Token"?: components["parameters"]["SessionToken"];
                /**
                 * @description A value of at least 22 random characters (128 bits) that the sender makes for one call, so that it can be repeated when its response was lost: with the same key and the same payload, of which a PIN is no part, the call is carried out once, and gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours, for this item, method and path. What is kept opens with this key alone, of which the server stores a hash.
                 * @example q3Zr8tVbYw2kLmN0pXsJdA
                 */
                "Idempotency-Key"?: components["parameters"]["SenderKey"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": RoomFileCreate;
            };
        };
        responses: {
            /** @description The bytes are awaited. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FileCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["InvalidPasswordOrSession"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrQuota"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "public.rooms.files.download": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Required for an `e2e` room, and ignored otherwise: the 32-byte access proof derived from the link key (and password), as base64url. Without the right one the response is 403; only `public.rooms.get` answers when it is left out.
                 * @example AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8
                 */
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
                /**
                 * @description The token of a session. It takes the place of the PIN or the access proof, and the request counts against the limit of the session instead of the address's. One that is unknown or over is answered with 403 `invalid_session`: start another.
                 * @example s_8f3kQZr1cVb6Yt0pLx2mNa
                 */
                "X-Session-Token"?: components["parameters"]["SessionToken"];
                /**
                 * @description The part of the bytes that is wanted (RFC 9110, 14.2): `bytes=<first>-`, `bytes=<first>-<last>` or `bytes=-<count>`, answered with 206. What names several ranges, or is none, is answered with everything, and `HEAD` as if it were not there.
                 * @example bytes=1048576-
                 */
                Range?: components["parameters"]["RangeHeader"];
                /**
                 * @description The `ETag` of the response that is to go on (RFC 9110, 13.1.5): with another one, `Range` is ignored and everything is sent.
                 * @example "file_6Rm0cWbq2cTt7hYQk1sXzE"
                 */
                "If-Range"?: components["parameters"]["IfRangeHeader"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
                /**
                 * @description The file's id, which starts with `file_`.
                 * @example file_6Rm0cWbq2cTt7hYQk1sXzE
                 */
                fileId: components["parameters"]["FilePathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FileContent"];
            206: components["responses"]["FilePart"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["InvalidPasswordOrSession"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.rooms.participants.list": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Required for an `e2e` room, and ignored otherwise: the 32-byte access proof derived from the link key (and password), as base64url. Without the right one the response is 403; only `public.rooms.get` answers when it is left out.
                 * @example AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8
                 */
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
                /**
                 * @description The token of a session. It takes the place of the PIN or the access proof, and the request counts against the limit of the session instead of the address's. One that is unknown or over is answered with 403 `invalid_session`: start another.
                 * @example s_8f3kQZr1cVb6Yt0pLx2mNa
                 */
                "X-Session-Token"?: components["parameters"]["SessionToken"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who is here. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RoomParticipants;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["InvalidPasswordOrSession"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.rooms.events": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Required for an `e2e` room, and ignored otherwise: the 32-byte access proof derived from the link key (and password), as base64url. Without the right one the response is 403; only `public.rooms.get` answers when it is left out.
                 * @example AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8
                 */
                "X-Access-Proof"?: components["parameters"]["AccessProofHeader"];
                /**
                 * @description The token of a session. It takes the place of the PIN or the access proof, and the request counts against the limit of the session instead of the address's. One that is unknown or over is answered with 403 `invalid_session`: start another.
                 * @example s_8f3kQZr1cVb6Yt0pLx2mNa
                 */
                "X-Session-Token"?: components["parameters"]["SessionToken"];
                /**
                 * @description The id of the last event the client has seen; `EventSource` sends it by itself when it reconnects.
                 * @example msg_3Nm0cWbq2cTt7hYQk1sXzE
                 */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream of events, until the room or the connection ends. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["InvalidPasswordOrSession"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyAttempts"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "drops.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"] | undefined;
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"] | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of inboxes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DropList;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "drops.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Chooses the `<locale>` segment of returned links; without a match the server's default locale is used.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": DropCreate;
            };
        };
        responses: {
            /** @description The inbox is open. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DropCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrQuota"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "drops.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbox. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Drop;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "drops.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbox and its items are gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Deleted;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "drops.items.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"] | undefined;
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"] | undefined;
            };
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of items. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DropItemList;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "drops.items.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
                /**
                 * @description The item's id, which starts with `item_`.
                 * @example item_4Vm0cWbq2cTt7hYQk1sXzE
                 */
                itemId: components["parameters"]["ItemPathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Deleted;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "drops.items.download": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The part of the bytes that is wanted (RFC 9110, 14.2): `bytes=<first>-`, `bytes=<first>-<last>` or `bytes=-<count>`, answered with 206. What names several ranges, or is none, is answered with everything, and `HEAD` as if it were not there.
                 * @example bytes=1048576-
                 */
                Range?: components["parameters"]["RangeHeader"];
                /**
                 * @description The `ETag` of the response that is to go on (RFC 9110, 13.1.5): with another one, `Range` is ignored and everything is sent.
                 * @example "file_6Rm0cWbq2cTt7hYQk1sXzE"
                 */
                "If-Range"?: components["parameters"]["IfRangeHeader"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
                /**
                 * @description The item's id, which starts with `item_`.
                 * @example item_4Vm0cWbq2cTt7hYQk1sXzE
                 */
                itemId: components["parameters"]["ItemPathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FileContent"];
            206: components["responses"]["FilePart"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.drops.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbox is open. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": PublicDrop;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.drops.items.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value of at least 22 random characters (128 bits) that the sender makes for one call, so that it can be repeated when its response was lost: with the same key and the same payload, of which a PIN is no part, the call is carried out once, and gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours, for this item, method and path. What is kept opens with this key alone, of which the server stores a hash.
                 * @example q3Zr8tVbYw2kLmN0pXsJdA
                 */
                "Idempotency-Key"?: components["parameters"]["SenderKey"];
            };
            path: {
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": DropItemCreate;
            };
        };
        responses: {
            /** @description The message was left, or the bytes are awaited. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DropItemCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ConflictOrQuota"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "debugShares.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Chooses the `<locale>` segment of returned links; without a match the server's default locale is used.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": DebugShareCreate;
            };
        };
        responses: {
            /** @description The masked texts are shared. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": DebugShareCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ConflictOrQuota"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "files.upload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of an `uploadUrl`. Whoever has it may upload, once.
                 * @example u_8f3kQZr1cVb6Yt0pLx2mNa
                 */
                token: components["parameters"]["UploadToken"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description The file is complete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": FileUploaded;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["QuotaExceeded"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    "files.download": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The part of the bytes that is wanted (RFC 9110, 14.2): `bytes=<first>-`, `bytes=<first>-<last>` or `bytes=-<count>`, answered with 206. What names several ranges, or is none, is answered with everything, and `HEAD` as if it were not there.
                 * @example bytes=1048576-
                 */
                Range?: components["parameters"]["RangeHeader"];
                /**
                 * @description The `ETag` of the response that is to go on (RFC 9110, 13.1.5): with another one, `Range` is ignored and everything is sent.
                 * @example "file_6Rm0cWbq2cTt7hYQk1sXzE"
                 */
                "If-Range"?: components["parameters"]["IfRangeHeader"];
            };
            path: {
                /**
                 * @description The last segment of a `downloadUrl`. Whoever has it may download while it lives.
                 * @example d_8f3kQZr1cVb6Yt0pLx2mNa
                 */
                token: components["parameters"]["DownloadToken"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["FileContent"];
            206: components["responses"]["FilePart"];
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "webhookEndpoints.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"] | undefined;
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"] | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": WebhookEndpointList;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "webhookEndpoints.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": WebhookEndpointCreate;
            };
        };
        responses: {
            /** @description The endpoint is registered and enabled. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": WebhookEndpointCreated;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "webhookEndpoints.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": WebhookEndpoint;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "webhookEndpoints.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Deleted;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "webhookEndpoints.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": WebhookEndpointUpdate;
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": WebhookEndpoint;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "webhookEndpoints.rotateSecret": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": WebhookSecretRotate;
            };
        };
        responses: {
            /** @description The new secret, for the one and only time. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": WebhookSecretRotated;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "webhookEndpoints.confirmSecret": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint, with no rotation under way. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": WebhookEndpoint;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "webhookEndpoints.test": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": WebhookTest;
            };
        };
        responses: {
            /** @description The test is on its way. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": WebhookDeliveryScheduled;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "webhookEndpoints.deliveries.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"] | undefined;
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"] | undefined;
                /**
                 * @description Only deliveries in this state.
                 * @example failed
                 */
                state?: WebhookDeliveryState | undefined;
            };
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": WebhookDeliveryList;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "webhookEndpoints.deliveries.redeliver": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
                 * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
                id: components["parameters"]["EndpointPathId"];
                /**
                 * @description The delivery's id, which starts with `whd_`.
                 * @example whd_7fQ0cWbq2cTt7hYQk1sXzE
                 */
                deliveryId: components["parameters"]["DeliveryPathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event is on its way again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": WebhookDeliveryScheduled;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "events.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"] | undefined;
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"] | undefined;
                /**
                 * @description Only events of this type.
                 * @example secret.consumed
                 */
                type?: EventType | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EventList;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "events.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The event's id, which starts with `evt_`.
                 * @example evt_7Lm0cWbq2cTt7hYQk1sXzK
                 */
                id: components["parameters"]["EventPathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Event;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "key.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calling key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ApiKey;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "openapi.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
