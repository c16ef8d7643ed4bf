// Generated from openapi/ by `npm run generate`. Do not edit.
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
                /**
                 * @description The transfer's id, or its short code of 4 to 8 characters.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["TransferId"];
            };
            cookie?: never;
        };
        /**
         * Look at a transfer
         * @description Answers the state of a transfer to its owner. It never counts as a view and never contains the content. After expiry, consumption or deletion it answers 404; `GET /transfers` tells for 30 days which of the first two it was, after how many views, and when those were.
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
        /**
         * Change the label or expiry of a transfer
         * @description Changes the fields that are sent and leaves the others. The end can move both ways: later or earlier, from one minute ahead to what the server allows, counted from now. A transfer that has expired, was consumed or deleted answers 404, so nothing revives. Emits `transfer.updated` if anything has changed, for webhook endpoints that name it.
         */
        patch: operations["transfers.update"];
        trace?: never;
    };
    "/transfers/{id}/unlock": {
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
        /**
         * List secrets
         * @description Lists the secrets of the calling key, newest first: their states, never their content, and never a read. Read, expired and revoked ones stay listed for 30 days.
         */
        get: operations["secrets.list"];
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
        /**
         * Change the label or expiry of a secret
         * @description Changes the fields that are sent and leaves the others. The end can move both ways: later or earlier, from one minute ahead to what the server allows, counted from now. A secret that is no longer waiting answers 404, so nothing revives. Emits `secret.updated` if anything has changed, for webhook endpoints that name it.
         */
        patch: operations["secrets.update"];
        trace?: never;
    };
    "/secrets/{id}/unlock": {
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
        /**
         * Change the label or expiry of an upload request
         * @description Changes the fields that are sent and leaves the others. The end can move both ways: later or earlier, from one minute ahead to what the server allows, counted from now. Upload URLs and sessions of senders follow it, and so does the time for which files are kept. A request that is closed or has expired answers 404, so nothing revives. Emits `request.updated` if anything has changed, for webhook endpoints that name it.
         */
        patch: operations["requests.update"];
        trace?: never;
    };
    "/requests/{id}/files": {
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
                id: components["parameters"]["LinkId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a session of a sender
         * @description Checks the PIN once and answers a token for the calls that follow: each session has 120 a minute of its own, whatever others behind the same address do. It ends after 30 minutes, with the request, and when the owner changes the PIN. A request has at most 50 sessions at a time, 40 of one network; one more is answered with 409 `quota_exceeded`, and its sender goes on with the PIN. A closed request answers 404.
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
        /**
         * List rooms
         * @description Lists the rooms of the calling key, newest first. Expired ones stay listed for 30 days, without content; deleted ones leave the list at once.
         */
        get: operations["rooms.list"];
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
        /**
         * Change the label or expiry of a room
         * @description Changes the fields that are sent and leaves the others. The end can move both ways: later or earlier, from one minute ahead to what the server allows and to 720 hours, counted from now. Upload URLs and sessions of participants follow it. A room that has expired answers 404, so nothing revives.
         */
        patch: operations["rooms.update"];
        trace?: never;
    };
    "/rooms/{id}/messages": {
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
    "/rooms/{id}/messages/{messageId}": {
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
                 * @description The message's id, which starts with `msg_`.
                 * @example msg_3Nm0cWbq2cTt7hYQk1sXzE
                 */
                messageId: components["parameters"]["MessagePathId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a message of a room
         * @description Destroys one message, with its file if it has one. Those who follow the room get the event `deleted`. What it took of the limits of the room and of the key is free at once. A message that is gone answers 404.
         */
        delete: operations["rooms.messages.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rooms/{id}/authors/{authorId}": {
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
                 * @description The author's id, which starts with `author_`, as the list says it.
                 * @example author_6Tm0cWbq2cTt7hYQk1sXzE
                 */
                authorId: components["parameters"]["AuthorPathId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete everything of one author in a room
         * @description Destroys all messages and files of one author, and what the author has announced and not sent yet. Those who follow the room get the event `deleted` for each. A call that breaks off has deleted some; call it again. An author who has nothing in the room answers 404.
         */
        delete: operations["rooms.authors.delete"];
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
        get?: never;
        put?: never;
        /**
         * Start a session of a participant
         * @description Enters the room once, with the access proof where it is `e2e`, and answers a token for the calls that follow: each session has 120 a minute of its own, and all sessions of one address have 480 together. It ends after 30 minutes, and with the room, or later where it follows the room's events. A room has at most 50 sessions at a time, 40 of one network; one more is answered with 409 `quota_exceeded`, and its participant goes on without. With `author` the others in the room see that name among those who are here, for as long as the session follows the room's events; without it its holder is counted among the unnamed. In an `e2e` room the name is a compact JWE, and anything else is answered with 400.
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
                /**
                 * @description The file's id, which starts with `file_`.
                 * @example file_6Rm0cWbq2cTt7hYQk1sXzE
                 */
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
        /**
         * Follow a room live
         * @description Streams what happens in the room as server-sent events, whichever node it happens on. One stream counts as one
         *     request. The `data` of each event is one line of JSON:
         *
         *     - `message`: a message or file is new in the room; `data` is a `RoomMessage`, and the event's `id` is the message's.
         *     - `participants`: somebody has come or gone; `data` is `RoomParticipants`, all who follow the room under a session.
         *       It comes first, too, where somebody is here.
         *     - `deleted`: the owner has deleted a message; `data` is `{"messageId": "…"}`, with the `fileId` if it had a file, and
         *       that message is in the room no more. The event has an `id` of its own.
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
        /**
         * Rename a drop inbox
         * @description Changes the label, which senders see. An inbox has no expiry time, so there is none to change: it stays until it is deleted.
         */
        patch: operations["drops.update"];
        trace?: never;
    };
    "/drops/{id}/items": {
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
    "/drops/{id}/authors/{authorId}": {
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
                 * @description The author's id, which starts with `author_`, as the list says it.
                 * @example author_6Tm0cWbq2cTt7hYQk1sXzE
                 */
                authorId: components["parameters"]["AuthorPathId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete everything of one author in a drop inbox
         * @description Destroys all items of one author, and what the author has announced and not sent yet. A call that breaks off has deleted some; call it again. An author who has nothing in the inbox answers 404.
         */
        delete: operations["drops.authors.delete"];
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
                /**
                 * @description The id that the creation answered.
                 * @example 7sQmXk2VbT9cLrPz4WnYdA
                 */
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
                /**
                 * @description The last segment of an `uploadUrl`. Whoever has it may upload, once.
                 * @example u_8f3kQZr1cVb6Yt0pLx2mNa
                 */
                token: components["parameters"]["UploadToken"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Upload the bytes of a file
         * @description Takes the bytes for an `uploadUrl`, raw and streamed: at most 26,214,400, or 26,214,800 for a file that is end-to-end encrypted (25 MiB, and what sealing adds). They are counted as they arrive and cut off with 413. The URL is the permission; no key, PIN or proof is needed. It serves one complete upload and dies one hour after it was made: a transfer that breaks off may be tried again until then, and once the bytes are in it answers 404. Where a `size` was announced the bytes must be exactly that many, else 400 and nothing is kept. A `Content-Encoding` is answered with 415. With an API key the upload counts against the limit of the key instead of the address's; any key will do, whatever its scopes.
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
                /**
                 * @description The last segment of a `downloadUrl`. Whoever has it may download while it lives.
                 * @example d_8f3kQZr1cVb6Yt0pLx2mNa
                 */
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
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
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
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
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
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
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
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends a made-up event of the chosen type, with the example of this document as its data, to this endpoint, whatever its filter and even if it is disabled. It is signed like any other and says `test: true` and `livemode: false`. It is tried once, does not count towards disabling the endpoint, and is not in the event log; its outcome is among the endpoint's deliveries.
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
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
                id: components["parameters"]["EndpointPathId"];
            };
            cookie?: never;
        };
        /**
         * List the deliveries to an endpoint
         * @description Lists which events were sent, newest first, with every attempt and the time of the next one. Kept for 30 days. `webhookEndpoints.deliveries.get` shows what the receiver answered.
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
    "/webhook-endpoints/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
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
        /**
         * Look at a delivery
         * @description Answers a delivery with its attempts, and of each response the headers and the first KiB of the body. Responses are stored encrypted, and go with their delivery after 30 days, or at once with their endpoint.
         */
        get: operations["webhookEndpoints.deliveries.get"];
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
    "/webhook-endpoints/{id}/redeliveries": {
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
        get?: never;
        put?: never;
        /**
         * Redeliver what has failed
         * @description Makes one more attempt of each delivery of the period that has failed, tests aside: the oldest 1,000. Called again it takes what has failed again or was left, and nothing twice. A disabled endpoint must be enabled first, else 400.
         */
        post: operations["webhookEndpoints.redeliveries.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/redeliveries/{redeliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
                id: components["parameters"]["EndpointPathId"];
                /**
                 * @description The redelivery's id, which starts with `whr_`.
                 * @example whr_8kQ0cWbq2cTt7hYQk1sXzE
                 */
                redeliveryId: components["parameters"]["RedeliveryPathId"];
            };
            cookie?: never;
        };
        /**
         * Look at the progress of a redelivery
         * @description Counts what has become of the deliveries of a redelivery. A delivery that a later redelivery has taken is counted there. One that consisted of nothing, or whose deliveries are all counted elsewhere, is answered with 404.
         */
        get: operations["webhookEndpoints.redeliveries.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the deliveries of 24 hours
         * @description Counts what has become of the deliveries of the last 24 hours, tests aside, for each endpoint of the calling key and for each hour.
         */
        get: operations["webhookEndpoints.statistics"];
        put?: never;
        post?: never;
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
                /**
                 * @description The event's id, which starts with `evt_`.
                 * @example evt_7Lm0cWbq2cTt7hYQk1sXzK
                 */
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
    "/events/{id}/deliveries": {
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
        /**
         * List the deliveries of an event
         * @description Lists where an event is sent, one delivery for each endpoint of the calling key, with its attempts.
         */
        get: operations["events.deliveries"];
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
    "/public/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what this server takes
         * @description Answers the sizes, lengths, lifetimes and counts that this server allows, as its operator has set them.
         */
        get: operations["public.limits.get"];
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
export interface webhooks {
    "transfer.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A transfer was created
         * @description A text or link transfer was created, or the bytes of a file transfer have arrived.
         */
        post: operations["transferCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transfer.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A recipient viewed a transfer or downloaded its file
         * @description Sent for every counted view, with the number of `views` so far: of a text or link when it is opened, of a file when an opening's download has reached the last byte.
         */
        post: operations["transferCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transfer.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A transfer is gone
         * @description Sent once for each transfer, when it expires, is consumed, or is deleted through the API or the panel.
         */
        post: operations["transferDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transfer.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A transfer was changed
         * @description Its owner has changed its label or its expiry. Sent only to endpoints that name this type.
         */
        post: operations["transferUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "request.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An upload request was created
         * @description The link is open for senders.
         */
        post: operations["requestCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "request.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A sender has finished
         * @description A sender has sent files and closed the request. Lists the ids and sizes of the files.
         */
        post: operations["requestClosed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "request.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An upload request was changed
         * @description Its owner has changed its label or its expiry. Sent only to endpoints that name this type.
         */
        post: operations["requestUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "secret.consumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A secret was read and destroyed
         * @description A recipient has opened the secret; its content no longer exists.
         */
        post: operations["secretConsumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "secret.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A secret was changed
         * @description Its owner has changed its label or its expiry. Sent only to endpoints that name this type.
         */
        post: operations["secretUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A webhook endpoint was disabled
         * @description Events are no longer sent to an endpoint: its owner has disabled it, its receiver has answered 410, or it has failed for 120 hours. Goes to the other endpoints of the account with the same `livemode`, whichever API key they belong to.
         */
        post: operations["webhookEndpointDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Problem
         * @description The one error shape, RFC 9457 problem details. Decide by `status` and `code`; `detail` is for people. It never contains anything that was shared, nor a key, PIN or password.
         */
        Problem: {
            /**
             * Format: uri-reference
             * @description Identifies the kind of problem.
             */
            type: string;
            /** @description The kind of problem in a few words; the same for every occurrence. */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /** @description What happened this time and what to do about it. */
            detail: string;
            code: components["schemas"]["ErrorCode"];
            /** @description The same as `X-Request-Id`. */
            requestId: string;
            /** @description For `validation_failed`, one entry for each place that is wrong. For `quota_exceeded` by a quota of the account or member, that quota: `quota_items`, `quota_bytes` or `quota_uploads`. */
            errors?: components["schemas"]["ProblemError"][];
        };
        /**
         * @description `consumed` once the last allowed view has happened.
         * @enum {string}
         */
        TransferStatus: "active" | "expired" | "consumed";
        /**
         * @description What the transfer holds.
         * @enum {string}
         */
        TransferType: "text" | "url" | "file";
        /**
         * Format: int32
         * @description How often recipients have opened it, or downloaded it to the end if it is a file.
         */
        Views: number;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with milliseconds; null when there is no such time (`forever`).
         * @example 2026-11-22T10:00:00.000Z
         */
        NullableTimestamp: string | null;
        /** @description When the views were counted. Both are null before the first view. The time of a view that was counted before this field existed is not known, and null, too. */
        ViewedAt: {
            /** @description When the first view was counted. */
            first: components["schemas"]["NullableTimestamp"];
            /** @description When the latest view was counted. */
            last: components["schemas"]["NullableTimestamp"];
        };
        /**
         * @description The owner's own name for it; null without one.
         * @example Door code for Kim
         */
        OwnersLabel: string | null;
        /**
         * Format: int32
         * @description Null when unlimited.
         */
        MaxViews: number | null;
        /** @description False for items made with a `svc_sk_test_` key. */
        Livemode: boolean;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with milliseconds.
         * @example 2026-11-21T10:00:00.000Z
         */
        Timestamp: string;
        TransferSummary: {
            /** @description 22 base62 characters. */
            id: string;
            type: components["schemas"]["TransferType"];
            views: components["schemas"]["Views"];
            viewedAt: components["schemas"]["ViewedAt"];
            expiresAt: components["schemas"]["NullableTimestamp"];
            status: components["schemas"]["TransferStatus"];
            label: components["schemas"]["OwnersLabel"];
            maxViews: components["schemas"]["MaxViews"];
            livemode: components["schemas"]["Livemode"];
            createdAt: components["schemas"]["Timestamp"];
        };
        /**
         * Format: int32
         * @description How many items match the filter, on all pages. Counted up to 1,000: when there are more it is 1,000, and `totalIsExact` is false.
         */
        Total: number;
        /** @description Whether `total` is how many there are. When false there are more. */
        TotalIsExact: boolean;
        /** @description Pass it as `cursor` for the next page of the same list, with the same filter; null on the last one. */
        NextCursor: string | null;
        TransferList: {
            /** @description Newest first. */
            transfers: components["schemas"]["TransferSummary"][];
            total: components["schemas"]["Total"];
            totalIsExact: components["schemas"]["TotalIsExact"];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description A machine-readable error code. The set is closed within a version of this document and only grows.
         * @enum {string}
         */
        ErrorCode: "validation_failed" | "malformed_json" | "malformed_request" | "missing_api_key" | "invalid_api_key" | "insufficient_scope" | "invalid_password" | "invalid_pin" | "invalid_session" | "not_found" | "method_not_allowed" | "idempotency_in_progress" | "quota_exceeded" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "idempotency_key_reused" | "rate_limited" | "too_many_attempts" | "internal_error" | "service_unavailable" | "insufficient_storage";
        ProblemError: {
            /** @description JSON Pointer (RFC 6901) into the request: it starts with `/body`, `/query`, `/path` or `/headers`. */
            pointer: string;
            /** @description The rule that was broken, such as `required`, `type`, `enum`, `max_length` or `unknown_property`. */
            code: string;
            /** @description What the rule asks for. */
            detail: string;
        };
        /** @description A compact JWE (RFC 7516). */
        CompactJwe: string;
        /** @description An http or https URL without user information. */
        HttpUrl: string;
        /**
         * @description How long the item lives. `forever` means that it has no expiry time.
         * @enum {string}
         */
        Expiration: "15m" | "1h" | "6h" | "1d" | "7d" | "forever";
        /**
         * @description When it expires, in place of a length of time: at least one minute ahead, at most what the server allows.
         * @example 2026-11-21T10:00:00.000Z
         */
        ExpiresAt: string;
        /**
         * @description The owner's own name for it, which nobody else sees. Never end-to-end encrypted.
         * @example Door code for Kim
         */
        Label: string;
        /**
         * @description A password the recipient must know. With `encryption: server` the data key is wrapped under it, so that the stored item cannot be opened without it. Not sent with `encryption: e2e`, where it never leaves the client.
         * @example correct horse battery staple
         */
        Password: string;
        /**
         * @description Who can read the content. `server`: the server seals it on arrival and opens it for the recipient, so it can read it in that moment. `e2e`: it was sealed before it left the sender; the key travels in the link's fragment and never reaches the server.
         * @enum {string}
         */
        Encryption: "server" | "e2e";
        /**
         * @description Only with `encryption: e2e`, and required there: base64url of SHA-256 over the 32-byte access proof that the sealer derived. The server stores it and demands the proof to open the item.
         * @example n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg
         */
        AccessProofHash: string;
        /**
         * Format: int32
         * @description Only with `encryption: e2e` and a password: the rounds of PBKDF2-HMAC-SHA512 the sealer used, which an opener needs before it can derive the access proof.
         * @example 220000
         */
        KdfIterations: number;
        /**
         * @description The name shown to the recipient. No path separators or control characters, not blank, not `.` or `..`.
         * @example report.pdf
         */
        FileName: string;
        /**
         * @description The media type of the file (RFC 6838), for display; downloads are always attachments.
         * @example application/pdf
         */
        MediaType: string;
        /**
         * Format: int32
         * @description The size in bytes, at most 25 MiB. Of a file that is end-to-end encrypted it is the size of what is stored: 16 bytes more for each chunk of 1 MiB, at most 26,214,800.
         * @example 48213
         */
        SealableFileSize: number;
        /** @description Only with `encryption: e2e`, where it takes the place of `fileName` and `mediaType`: a compact JWE of the JSON object `{name, type, size, key}`, sealed under the content key of the item or room; `key` is the file's own. */
        SealedMetadata: string & components["schemas"]["CompactJwe"];
        TransferCreate: {
            type: components["schemas"]["TransferType"];
            /**
             * @description The text; required when `type` is `text`. At most 1,000,000 characters, or a compact JWE of at most 1,334,358 with `encryption: e2e`.
             * @example The door code is on the second page.
             */
            text?: string;
            /**
             * @description The redirect target; required when `type` is `url`. http or https, no user information, at most 2,048 characters; with `encryption: e2e` a compact JWE of such a URL.
             * @example https://example.com/report
             */
            targetUrl?: string;
            /** @default 1d */
            expiration?: components["schemas"]["Expiration"];
            expiresAt?: components["schemas"]["ExpiresAt"];
            label?: components["schemas"]["Label"];
            /**
             * @description When true the transfer is deleted automatically after the first view. The same as `maxViews` 1.
             * @default false
             */
            oneTime?: boolean;
            /**
             * Format: int32
             * @description The number of views after which the transfer is deleted. Unlimited when absent.
             * @example 5
             */
            maxViews?: number;
            password?: components["schemas"]["Password"];
            /** @default server */
            encryption?: components["schemas"]["Encryption"];
            accessProofHash?: components["schemas"]["AccessProofHash"];
            kdfIterations?: components["schemas"]["KdfIterations"];
            fileName?: components["schemas"]["FileName"];
            mediaType?: components["schemas"]["MediaType"];
            size?: components["schemas"]["SealableFileSize"];
            sealedMetadata?: components["schemas"]["SealedMetadata"];
        } & (unknown & unknown & unknown & unknown & unknown & unknown);
        /**
         * @description Always true in a success response.
         * @constant
         * @enum {boolean}
         */
        Success: true;
        /**
         * Format: uri
         * @description The URL for the bytes: one raw `PUT` of `application/octet-stream`, at most 26,214,400 bytes, or 26,214,800 end-to-end encrypted. The URL is a single-use capability that dies after one hour.
         * @example https://share.example.com/api/v1/public/uploads/u_8f3kQZr1cVb6Yt0pLx2mNa
         */
        UploadUrl: string;
        TransferCreated: {
            success: components["schemas"]["Success"];
            /** @description 22 base62 characters. */
            id: string;
            /**
             * Format: uri
             * @description `{app_url}/<locale>/<id>`. With `encryption: e2e` the client appends `#` and the link key itself.
             */
            shareUrl: string;
            /** @description 8 characters of Crockford's base32. Names the transfer for its owner only; it opens nothing. */
            shortCode: string;
            type: components["schemas"]["TransferType"];
            expiresAt: components["schemas"]["NullableTimestamp"];
            /** @description Whether the first view deletes the transfer. */
            oneTime: boolean;
            maxViews: components["schemas"]["MaxViews"];
            encryption: components["schemas"]["Encryption"];
            createdAt: components["schemas"]["Timestamp"];
            uploadUrl?: components["schemas"]["UploadUrl"];
        };
        /**
         * Format: int32
         * @description How many.
         */
        Count: number;
        /** @description Wrong passwords or PINs that were tried and count. From one network 5 are taken in 10 minutes; from an IPv6 /56 10, and from a /48 20. All networks together have tries at once and a pace after that: networks that were right before 60 and one every 120 seconds, networks without a wrong one before 240 and one every 150, networks with one or two 60 and one every 300, all others 18 and one every 200. After 1,000, 2,500, 1,200 and 1,000 wrong ones the pace halves, and again with every 50 more. */
        WrongAttempts: {
            /** @description How many, since the item was made or unlocked. */
            count: components["schemas"]["Count"];
            /** @description When the last one was tried; null without any. */
            lastAt: components["schemas"]["NullableTimestamp"];
            /** @description When so many networks have tried that even a new one has to wait: when the next of them gets its try. Null when a new one gets it at once. */
            heldUntil: components["schemas"]["NullableTimestamp"];
        };
        Transfer: {
            /** @description 22 base62 characters. */
            id: string;
            type: components["schemas"]["TransferType"];
            /** @description Partially masked content: at most the first 4 characters or a quarter, whichever is less, then `•`. Only `•` with a password or `encryption: e2e`; the origin for a URL; the masked name for a file. */
            contentSnippet: string;
            views: components["schemas"]["Views"];
            viewedAt: components["schemas"]["ViewedAt"];
            maxViews: components["schemas"]["MaxViews"];
            expiresAt: components["schemas"]["NullableTimestamp"];
            /** @description Whether the last allowed view has happened. */
            isConsumed: boolean;
            status: components["schemas"]["TransferStatus"];
            /** @description A short name for the owner's use. */
            shortCode: string;
            label: components["schemas"]["OwnersLabel"];
            /** @description Whether the first view deletes the transfer. */
            oneTime: boolean;
            encryption: components["schemas"]["Encryption"];
            /** @description Whether a recipient must know a password. */
            requiresPassword: boolean;
            wrongAttempts: components["schemas"]["WrongAttempts"];
            livemode: components["schemas"]["Livemode"];
            createdAt: components["schemas"]["Timestamp"];
        };
        Deleted: {
            success: components["schemas"]["Success"];
            /** @description What was done, in a sentence. */
            message: string;
        };
        ItemUpdate: {
            /**
             * @description The owner's own name for it, 1 to 200 characters; null removes it.
             * @example Door code for Kim
             */
            label?: string | null;
            /** @description When it expires from now on, at least one minute ahead, at most what the server allows. */
            expiresAt?: components["schemas"]["ExpiresAt"];
        };
        Unlocked: {
            success: components["schemas"]["Success"];
            /** @description What was done, in a sentence. */
            message: string;
        };
        /** @description What a recipient may know before opening; reading it consumes nothing. */
        PublicTransfer: {
            /** @description 22 base62 characters. */
            id: string;
            /**
             * @description What opening answers. `debug` is a debug share.
             * @enum {string}
             */
            kind: "text" | "url" | "file" | "debug";
            /** @description Whether a password is needed. */
            requiresPassword: boolean;
            /** @description Whether the next opening is the last one. */
            oneTime: boolean;
            encryption: components["schemas"]["Encryption"];
            kdfIterations?: components["schemas"]["KdfIterations"];
            expiresAt: components["schemas"]["NullableTimestamp"];
            /** @description Only for `kind: file` with `encryption: server`. */
            fileName?: string;
            /** @description Only for `kind: file`: the size in bytes. */
            size?: components["schemas"]["SealableFileSize"];
        };
        /**
         * @description Only for `encryption: e2e`: the 32-byte access proof derived from the link key (and password), as base64url.
         * @example AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8
         */
        AccessProof: string;
        OpenRequest: {
            password?: components["schemas"]["Password"];
            accessProof?: components["schemas"]["AccessProof"];
        };
        /**
         * Format: uri
         * @description Where the bytes are; short-lived.
         * @example https://share.example.com/api/v1/public/downloads/d_8f3kQZr1cVb6Yt0pLx2mNa
         */
        DownloadUrl: string;
        /** @description The content. Exactly one of `text`, `targetUrl`, `downloadUrl` or `diagnostics`/`logs` is there, as `kind` says. */
        OpenedTransfer: {
            /** @description 22 base62 characters. */
            id: string;
            /**
             * @description Which field holds the content.
             * @enum {string}
             */
            kind: "text" | "url" | "file" | "debug";
            encryption: components["schemas"]["Encryption"];
            /** @description Whether this was the last allowed view. */
            oneTime: boolean;
            expiresAt: components["schemas"]["NullableTimestamp"];
            /** @description The text; a compact JWE with `encryption: e2e`. */
            text?: string;
            /** @description The target; a compact JWE with `encryption: e2e`. */
            targetUrl?: string;
            downloadUrl?: components["schemas"]["DownloadUrl"];
            /** @description The file's name; absent with `encryption: e2e`. */
            fileName?: string;
            /** @description The file's media type; absent with `encryption: e2e`. */
            mediaType?: string;
            sealedMetadata?: components["schemas"]["SealedMetadata"];
            /** @description The file's size in bytes. */
            size?: components["schemas"]["SealableFileSize"];
            /** @description The masked diagnostics of a debug share. */
            diagnostics?: string;
            /** @description The masked logs of a debug share. */
            logs?: string;
        };
        /**
         * @description `consumed` once a recipient has opened it, `revoked` once its owner has destroyed it.
         * @enum {string}
         */
        SecretState: "waiting" | "consumed" | "expired" | "revoked";
        /** @description The state of a secret, never its content. */
        SecretSummary: {
            /** @description 22 base62 characters. */
            secretId: string;
            state: components["schemas"]["SecretState"];
            label: components["schemas"]["OwnersLabel"];
            /**
             * @description Always true.
             * @constant
             * @enum {boolean}
             */
            burnAfterRead: true;
            encryption: components["schemas"]["Encryption"];
            /** @description Whether a recipient must know a password. */
            requiresPassword: boolean;
            expiresAt: components["schemas"]["NullableTimestamp"];
            consumedAt: components["schemas"]["NullableTimestamp"];
            livemode: components["schemas"]["Livemode"];
            createdAt: components["schemas"]["Timestamp"];
        };
        SecretList: {
            /** @description Newest first. */
            secrets: components["schemas"]["SecretSummary"][];
            total: components["schemas"]["Total"];
            totalIsExact: components["schemas"]["TotalIsExact"];
            nextCursor: components["schemas"]["NextCursor"];
        };
        SecretCreate: {
            /**
             * @description The value. At most 100,000 characters, or a compact JWE of at most 134,358 with `encryption: e2e`.
             * @example hunter2
             */
            secret: string;
            password?: components["schemas"]["Password"];
            /** @default 1d */
            expiration?: components["schemas"]["Expiration"];
            expiresAt?: components["schemas"]["ExpiresAt"];
            label?: components["schemas"]["Label"];
            /** @default server */
            encryption?: components["schemas"]["Encryption"];
            accessProofHash?: components["schemas"]["AccessProofHash"];
            kdfIterations?: components["schemas"]["KdfIterations"];
        } & (unknown & unknown);
        SecretCreated: {
            success: components["schemas"]["Success"];
            /** @description 22 base62 characters. */
            secretId: string;
            /**
             * Format: uri
             * @description `{app_url}/<locale>/secret/<secretId>`. With `encryption: e2e` the client appends `#` and the link key itself.
             */
            secretUrl: string;
            /**
             * @description Always true.
             * @constant
             * @enum {boolean}
             */
            burnAfterRead: true;
            encryption: components["schemas"]["Encryption"];
            expiresAt: components["schemas"]["NullableTimestamp"];
            createdAt: components["schemas"]["Timestamp"];
        };
        Secret: components["schemas"]["SecretSummary"] & {
            wrongAttempts: components["schemas"]["WrongAttempts"];
        };
        /** @description What a recipient may know before revealing; reading it consumes nothing. */
        PublicSecret: {
            /** @description 22 base62 characters. */
            secretId: string;
            /** @description Whether a password is needed. */
            requiresPassword: boolean;
            /**
             * @description Always true.
             * @constant
             * @enum {boolean}
             */
            burnAfterRead: true;
            encryption: components["schemas"]["Encryption"];
            kdfIterations?: components["schemas"]["KdfIterations"];
            expiresAt: components["schemas"]["NullableTimestamp"];
        };
        /** @description The value, for the one and only time. */
        RevealedSecret: {
            /** @description 22 base62 characters. */
            secretId: string;
            /** @description The value; a compact JWE with `encryption: e2e`. */
            secret: string;
            encryption: components["schemas"]["Encryption"];
        };
        /**
         * @description `closed` once a sender has finished. A `deleted` one answers 404 and is in no list.
         * @enum {string}
         */
        UploadRequestState: "open" | "closed" | "expired" | "deleted";
        /**
         * @description 22 base62 characters.
         * @example 7sQmXk2VbT9cLrPz4WnYdA
         */
        ShareId: string;
        /**
         * Format: int32
         * @description How many files have arrived and were not deleted one by one.
         */
        UploadRequestFileCount: number;
        /**
         * Format: int64
         * @description How many bytes.
         */
        Bytes: number;
        /**
         * @description How much it takes, and how much more it takes now. A file counts from its announcement: with its `size`, or with the most it can have as long as that is not known. Of texts the bytes are those that are stored.
         * @example {
         *       "maxItems": 1000,
         *       "maxBytes": 1073741824,
         *       "itemsLeft": 998,
         *       "bytesLeft": 1073693500
         *     }
         */
        Limits: {
            /** @description How many items it takes in all. */
            maxItems: components["schemas"]["Count"];
            /** @description How many bytes they may have together. */
            maxBytes: components["schemas"]["Bytes"];
            /** @description How many more items it takes; 0 once it has ended. */
            itemsLeft: components["schemas"]["Count"];
            /** @description How many more bytes it takes; 0 once it has ended. */
            bytesLeft: components["schemas"]["Bytes"];
        };
        UploadRequestSummary: {
            requestId: components["schemas"]["ShareId"];
            /** @description What is asked for. */
            title: string;
            label: components["schemas"]["OwnersLabel"];
            state: components["schemas"]["UploadRequestState"];
            fileCount: components["schemas"]["UploadRequestFileCount"];
            limits: components["schemas"]["Limits"];
            expiresAt: components["schemas"]["NullableTimestamp"];
            /** @description When a sender finished; null until then. */
            closedAt: components["schemas"]["NullableTimestamp"];
            livemode: components["schemas"]["Livemode"];
            createdAt: components["schemas"]["Timestamp"];
        };
        UploadRequestList: {
            /** @description Newest first. */
            requests: components["schemas"]["UploadRequestSummary"][];
            total: components["schemas"]["Total"];
            totalIsExact: components["schemas"]["TotalIsExact"];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description 1 to 200 characters, no control characters. */
        Name: string;
        UploadRequestCreate: {
            /** @description What is asked for, 1 to 200 characters; senders see it. */
            title: components["schemas"]["Name"];
            /** @default 1d */
            expiration?: components["schemas"]["Expiration"];
            expiresAt?: components["schemas"]["ExpiresAt"];
            label?: components["schemas"]["Label"];
        };
        /**
         * @description The PIN senders use, 8 digits.
         * @example 40718263
         */
        UploadRequestPin: string;
        UploadRequestCreated: {
            success: components["schemas"]["Success"];
            requestId: components["schemas"]["ShareId"];
            /**
             * Format: uri
             * @description `{app_url}/<locale>/request/<requestId>`.
             */
            requestUrl: string;
            pin: components["schemas"]["UploadRequestPin"];
            expiresAt: components["schemas"]["NullableTimestamp"];
            createdAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description Starts with `file_`.
         * @example file_6Rm0cWbq2cTt7hYQk1sXzE
         */
        FileId: string;
        /**
         * @description SHA-256 of the bytes as they arrived, in lower-case hex.
         * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
         */
        Sha256: string;
        /** @description A file whose bytes have arrived. */
        SharedFile: {
            id: components["schemas"]["FileId"];
            /** @description The name the sender gave; absent when none was given. */
            fileName?: string;
            /** @description The media type the sender gave; absent when none was given. */
            mediaType?: string;
            sealedMetadata?: components["schemas"]["SealedMetadata"];
            size: components["schemas"]["SealableFileSize"];
            sha256: components["schemas"]["Sha256"];
            createdAt: components["schemas"]["Timestamp"];
        };
        UploadRequest: components["schemas"]["UploadRequestSummary"] & {
            wrongAttempts: components["schemas"]["WrongAttempts"];
            /** @description The files that have arrived and are still kept, newest first. */
            files: components["schemas"]["SharedFile"][];
        };
        FileList: {
            /** @description Newest first. */
            files: components["schemas"]["SharedFile"][];
            total: components["schemas"]["Total"];
            totalIsExact: components["schemas"]["TotalIsExact"];
            nextCursor: components["schemas"]["NextCursor"];
        };
        UploadRequestPinRotated: {
            success: components["schemas"]["Success"];
            requestId: components["schemas"]["ShareId"];
            pin: components["schemas"]["UploadRequestPin"];
        };
        /**
         * @description How much it takes, and whether it takes more. Lest they tell what others have sent, `itemsLeft` is never shown above 10 and `bytesLeft` never above 26,214,400, which is the largest file.
         * @example {
         *       "maxItems": 1000,
         *       "maxBytes": 1073741824,
         *       "itemsLeft": 10,
         *       "bytesLeft": 26214400
         *     }
         */
        SenderLimits: components["schemas"]["Limits"];
        /** @description What a sender may know without the PIN. */
        PublicUploadRequest: {
            requestId: components["schemas"]["ShareId"];
            /** @description What is asked for. */
            title: string;
            /** @description `open` while files are accepted, `closed` once a sender has finished. */
            state: components["schemas"]["UploadRequestState"];
            limits: components["schemas"]["SenderLimits"];
            expiresAt: components["schemas"]["NullableTimestamp"];
        };
        SenderSessionCreate: {
            pin: components["schemas"]["UploadRequestPin"];
        };
        /** @description A session has begun; its token is sent as `X-Session-Token`. */
        SessionCreated: {
            success: components["schemas"]["Success"];
            /** @description Starts with `s_`. Whoever has it is let in; it is shown this once. */
            sessionToken: string;
            expiresAt: components["schemas"]["Timestamp"];
            createdAt: components["schemas"]["Timestamp"];
        };
        /**
         * Format: int32
         * @description The size in bytes, at most 25 MiB.
         * @example 48213
         */
        FileSize: number;
        /** @description Announces a file. Every field may be left out. */
        FileCreate: {
            fileName?: components["schemas"]["FileName"];
            mediaType?: components["schemas"]["MediaType"];
            size?: components["schemas"]["FileSize"];
        };
        /** @description Announces several files, 1 to 100. All of them are announced, or none. Those without a `size` share the room that is left. */
        FilesCreate: components["schemas"]["FileCreate"][];
        /** @description One file, or several in `files`. The PIN may be left out with `X-Session-Token` only. */
        UploadRequestFileCreate: {
            pin?: components["schemas"]["UploadRequestPin"];
            fileName?: components["schemas"]["FileName"];
            mediaType?: components["schemas"]["MediaType"];
            size?: components["schemas"]["FileSize"];
            files?: components["schemas"]["FilesCreate"];
        } & unknown;
        AnnouncedFile: {
            id: components["schemas"]["FileId"];
            uploadUrl: components["schemas"]["UploadUrl"];
        };
        /** @description The files are announced; the bytes of each go to its `uploadUrl` next. */
        FilesCreated: {
            success: components["schemas"]["Success"];
            /** @description Of the first file; starts with `file_`. */
            id: components["schemas"]["FileId"];
            uploadUrl: components["schemas"]["UploadUrl"];
            /** @description Every file in the order of the request. */
            files: components["schemas"]["AnnouncedFile"][];
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description The PIN may be left out with `X-Session-Token` only. */
        UploadRequestFinish: {
            pin?: components["schemas"]["UploadRequestPin"];
        };
        UploadRequestFinished: {
            success: components["schemas"]["Success"];
            requestId: components["schemas"]["ShareId"];
            state: components["schemas"]["UploadRequestState"];
            fileCount: components["schemas"]["UploadRequestFileCount"];
            closedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description `deleted` is seen in the `closed` event only; a deleted room answers 404.
         * @enum {string}
         */
        RoomState: "open" | "expired" | "deleted";
        Room: {
            roomId: components["schemas"]["ShareId"];
            /** @description The room's name. */
            name: string;
            label: components["schemas"]["OwnersLabel"];
            state: components["schemas"]["RoomState"];
            encryption: components["schemas"]["Encryption"];
            kdfIterations?: components["schemas"]["KdfIterations"];
            /** @description How many messages and files are in the room. */
            messageCount: components["schemas"]["Count"];
            limits: components["schemas"]["Limits"];
            expiresAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            createdAt: components["schemas"]["Timestamp"];
        };
        RoomList: {
            /** @description Newest first. */
            rooms: components["schemas"]["Room"][];
            total: components["schemas"]["Total"];
            totalIsExact: components["schemas"]["TotalIsExact"];
            nextCursor: components["schemas"]["NextCursor"];
        };
        RoomCreate: {
            /** @description The room's name or a project title, 1 to 200 characters. The server can read it, in an `e2e` room too. */
            name: components["schemas"]["Name"];
            /**
             * Format: double
             * @description The lifetime in hours, above 0 and at most 720; fractions are allowed.
             * @default 24
             * @example 8
             */
            ttlHours?: number;
            expiresAt?: components["schemas"]["ExpiresAt"];
            label?: components["schemas"]["Label"];
            /** @default server */
            encryption?: components["schemas"]["Encryption"];
            accessProofHash?: components["schemas"]["AccessProofHash"];
            kdfIterations?: components["schemas"]["KdfIterations"];
        } & (unknown & unknown);
        RoomCreated: {
            success: components["schemas"]["Success"];
            roomId: components["schemas"]["ShareId"];
            /**
             * Format: uri
             * @description `{app_url}/<locale>/room/<roomId>`. With `encryption: e2e` the client appends `#` and the link key itself.
             */
            roomUrl: string;
            encryption: components["schemas"]["Encryption"];
            expiresAt: components["schemas"]["Timestamp"];
            createdAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description Starts with `msg_`.
         * @example msg_3Nm0cWbq2cTt7hYQk1sXzE
         */
        RoomMessageId: string;
        /**
         * @description Starts with `author_`: the network that this came from (an IPv4 address or IPv6 /48), under a name that means nothing elsewhere. It is the same for everything of that network in this room or inbox. Only the owner sees it; what was posted with the API key has none.
         * @example author_6Tm0cWbq2cTt7hYQk1sXzE
         */
        AuthorId: string;
        /** @description A message or a file in a room. Exactly one of `text` and `file` is there, as `kind` says. */
        RoomMessage: {
            id: components["schemas"]["RoomMessageId"];
            /**
             * @description Which field holds the content.
             * @enum {string}
             */
            kind: "text" | "file";
            /**
             * @description `owner` when it was posted with the API key of the room.
             * @enum {string}
             */
            from: "owner" | "guest";
            authorId?: components["schemas"]["AuthorId"];
            /** @description The name the author gave, if any; a compact JWE in an `e2e` room. */
            author?: string;
            /** @description The message; a compact JWE in an `e2e` room. */
            text?: string;
            file?: components["schemas"]["SharedFile"];
            createdAt: components["schemas"]["Timestamp"];
        };
        RoomMessageList: {
            /** @description Newest first. */
            messages: components["schemas"]["RoomMessage"][];
            total: components["schemas"]["Total"];
            totalIsExact: components["schemas"]["TotalIsExact"];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description A name to show beside the message, at most 200 characters; nobody verifies it. Invisible characters and spaces around it are removed, and a name of nothing else is refused. In an `e2e` room a compact JWE of at most 1,291.
         * @example Kim
         */
        RoomAuthor: string;
        RoomMessageCreate: {
            /**
             * @description The message, at most 10,000 characters; share a file for more. In an `e2e` room a compact JWE of at most 14,358, sealed under the room's content key.
             * @example Please attach the trace.
             */
            text: string;
            author?: components["schemas"]["RoomAuthor"];
        };
        RoomMessageCreated: {
            success: components["schemas"]["Success"];
            id: components["schemas"]["RoomMessageId"];
            createdAt: components["schemas"]["Timestamp"];
        };
        DeletedOfAuthor: {
            success: components["schemas"]["Success"];
            /** @description What was done, in a sentence. */
            message: string;
            /**
             * Format: int32
             * @description How many there were.
             */
            deletedCount: number;
        };
        /** @description Announces a file. Every field may be left out in a `server` room; in an `e2e` room `sealedMetadata` is required and `fileName` and `mediaType` are refused. */
        RoomFileCreate: {
            fileName?: components["schemas"]["FileName"];
            mediaType?: components["schemas"]["MediaType"];
            sealedMetadata?: components["schemas"]["SealedMetadata"];
            size?: components["schemas"]["SealableFileSize"];
            author?: components["schemas"]["RoomAuthor"];
        } & unknown;
        /** @description The file is announced; its bytes go to `uploadUrl` next. */
        FileCreated: {
            success: components["schemas"]["Success"];
            id: components["schemas"]["FileId"];
            uploadUrl: components["schemas"]["UploadUrl"];
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description What a participant may know before entering. */
        PublicRoom: {
            roomId: components["schemas"]["ShareId"];
            /** @description The room's name; for an `e2e` room only with the access proof. */
            name?: string;
            encryption: components["schemas"]["Encryption"];
            kdfIterations?: components["schemas"]["KdfIterations"];
            /** @description How much the room takes; for an `e2e` room only with the access proof. */
            limits?: components["schemas"]["Limits"];
            expiresAt: components["schemas"]["Timestamp"];
        };
        RoomSessionCreate: {
            author?: components["schemas"]["RoomAuthor"];
        };
        /** @description Who is in a room, each following it under a session of their own; whoever follows without one is not known. */
        RoomParticipants: {
            /** @description The name that each gave; a compact JWE in an `e2e` room. Nobody verifies it. */
            names: string[];
            /** @description How many more gave none. */
            unnamed: components["schemas"]["Count"];
        };
        /** @description What the inbox is for. */
        DropLabel: string;
        /**
         * @description An inbox is `open` until its owner deletes it; a `deleted` one answers 404 and is in no list.
         * @enum {string}
         */
        DropState: "open" | "deleted";
        /**
         * Format: date-time
         * @description Null, because an inbox has no expiry time; it stays until it is deleted.
         */
        DropExpiry: string | null;
        Drop: {
            dropId: components["schemas"]["ShareId"];
            label: components["schemas"]["DropLabel"];
            state: components["schemas"]["DropState"];
            /** @description How many items are in it. */
            itemCount: components["schemas"]["Count"];
            limits: components["schemas"]["Limits"];
            expiresAt: components["schemas"]["DropExpiry"];
            livemode: components["schemas"]["Livemode"];
            createdAt: components["schemas"]["Timestamp"];
        };
        DropList: {
            /** @description Newest first. */
            drops: components["schemas"]["Drop"][];
            total: components["schemas"]["Total"];
            totalIsExact: components["schemas"]["TotalIsExact"];
            nextCursor: components["schemas"]["NextCursor"];
        };
        DropCreate: {
            /** @description The purpose of the inbox, 1 to 200 characters; senders see it. */
            label: components["schemas"]["Name"];
        };
        DropCreated: {
            success: components["schemas"]["Success"];
            dropId: components["schemas"]["ShareId"];
            /**
             * Format: uri
             * @description `{app_url}/<locale>/drop/<dropId>`.
             */
            dropUrl: string;
            label: components["schemas"]["DropLabel"];
            expiresAt: components["schemas"]["DropExpiry"];
            createdAt: components["schemas"]["Timestamp"];
        };
        DropUpdate: {
            /** @description The purpose of the inbox, 1 to 200 characters; senders see it. */
            label: components["schemas"]["Name"];
        };
        /**
         * @description Starts with `item_`.
         * @example item_4Vm0cWbq2cTt7hYQk1sXzE
         */
        DropItemId: string;
        /** @description What someone left. `message`, `file` or both are there. */
        DropItem: {
            id: components["schemas"]["DropItemId"];
            authorId?: components["schemas"]["AuthorId"];
            /** @description The message. */
            message?: string;
            file?: components["schemas"]["SharedFile"];
            createdAt: components["schemas"]["Timestamp"];
        };
        DropItemList: {
            /** @description Newest first. */
            items: components["schemas"]["DropItem"][];
            total: components["schemas"]["Total"];
            totalIsExact: components["schemas"]["TotalIsExact"];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description What a sender may know. */
        PublicDrop: {
            dropId: components["schemas"]["ShareId"];
            label: components["schemas"]["DropLabel"];
            limits: components["schemas"]["SenderLimits"];
            expiresAt: components["schemas"]["DropExpiry"];
        };
        /** @description A message, a file, or both; or several files, each of which becomes an item. The message goes with the first. */
        DropItemCreate: {
            /**
             * @description The message, at most 10,000 characters; leave a file for more.
             * @example My application is attached.
             */
            message?: string;
            file?: components["schemas"]["FileCreate"];
            files?: components["schemas"]["FilesCreate"];
        } & unknown;
        AnnouncedItem: {
            id: components["schemas"]["DropItemId"];
            uploadUrl?: components["schemas"]["UploadUrl"];
        };
        DropItemCreated: {
            success: components["schemas"]["Success"];
            /** @description Of the first item; starts with `item_`. */
            id: components["schemas"]["DropItemId"];
            uploadUrl?: components["schemas"]["UploadUrl"];
            /** @description Every item, in the order of `files`. */
            items: components["schemas"]["AnnouncedItem"][];
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description At least one of `diagnostics` and `logs` must be there and not empty. */
        DebugShareCreate: {
            /**
             * @description Error or system details, at most 1,000,000 characters.
             * @example TypeError: Failed to fetch in checkout.ts, line 42
             */
            diagnostics?: string;
            /**
             * @description Raw console logs, at most 1,000,000 characters.
             * @example GET /cart 401
             */
            logs?: string;
            /** @default 1d */
            expiration?: components["schemas"]["Expiration"];
            expiresAt?: components["schemas"]["ExpiresAt"];
            label?: components["schemas"]["Label"];
        } & ({
            diagnostics: string;
        } | {
            logs: string;
        });
        DebugShareCreated: {
            success: components["schemas"]["Success"];
            debugId: components["schemas"]["ShareId"];
            /**
             * Format: uri
             * @description `{app_url}/<locale>/<debugId>`.
             */
            shareUrl: string;
            /** @description True once sensitive tokens and credentials have been masked; the pass has completed, even if it found none. */
            sanitized: boolean;
            /**
             * @description How many values of each kind were masked; never the values. Empty when none was found.
             * @example {
             *       "authorization": 1,
             *       "jwt": 2
             *     }
             */
            masked: {
                [key: string]: number;
            };
            expiresAt: components["schemas"]["NullableTimestamp"];
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description What arrived. Compare `sha256` to be sure. */
        FileUploaded: {
            success: components["schemas"]["Success"];
            id: components["schemas"]["FileId"];
            size: components["schemas"]["SealableFileSize"];
            sha256: components["schemas"]["Sha256"];
            createdAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description Starts with `we_`.
         * @example we_5hQ0cWbq2cTt7hYQk1sXzE
         */
        WebhookEndpointId: string;
        /**
         * @description What happened.
         * @enum {string}
         */
        EventType: "transfer.created" | "transfer.completed" | "transfer.deleted" | "transfer.updated" | "request.created" | "request.closed" | "request.updated" | "secret.consumed" | "secret.updated" | "webhook_endpoint.disabled";
        /**
         * @description The event types to send. Null for all, and for those to come, but `transfer.updated`, `request.updated` and `secret.updated`: these are sent only where they are named.
         * @example [
         *       "request.closed",
         *       "secret.consumed"
         *     ]
         */
        WebhookEventFilter: components["schemas"]["EventType"][] | null;
        WebhookSkipped: {
            /** @description When the first event was left out. */
            from: components["schemas"]["Timestamp"];
            /** @description Since when events are sent again; null while they are left out. */
            until: components["schemas"]["NullableTimestamp"];
        };
        /** @description A rotation of the signing secret that is under way. */
        WebhookRotation: {
            startedAt: components["schemas"]["Timestamp"];
            /** @description When the new secret takes over by itself. */
            endsAt: components["schemas"]["Timestamp"];
        };
        WebhookEndpoint: {
            id: components["schemas"]["WebhookEndpointId"];
            /**
             * Format: uri
             * @description Where events are sent.
             */
            url: string;
            /** @description What the endpoint is for. */
            description: string | null;
            events: components["schemas"]["WebhookEventFilter"];
            /** @description Whether events are sent. */
            enabled: boolean;
            /**
             * @description Why the endpoint is disabled: by its `owner`, because the receiver answered 410 (`gone`), or after 120 hours of nothing but failures (`failing`). Null while it is enabled.
             * @enum {string|null}
             */
            disabledReason: "owner" | "gone" | "failing" | null;
            /** @description Until when nothing is sent, because the receiver let an attempt wait in vain; after it one delivery is tried alone. Deliveries that are due wait, and use up no attempt. A test or a redelivery ends the pause. Null once an attempt was answered in time. */
            pausedUntil: components["schemas"]["NullableTimestamp"];
            /** @description The last period in which events were not sent here, since the endpoint failed and too many deliveries of the API key were waiting; null if there was none. `GET /events` lists these events. */
            skipped: components["schemas"]["WebhookSkipped"] | null;
            /** @description The rotation of the signing secret that is under way, or null. */
            rotation: components["schemas"]["WebhookRotation"] | null;
            livemode: components["schemas"]["Livemode"];
            createdAt: components["schemas"]["Timestamp"];
        };
        WebhookEndpointList: {
            /** @description Newest first. */
            webhookEndpoints: components["schemas"]["WebhookEndpoint"][];
            total: components["schemas"]["Total"];
            totalIsExact: components["schemas"]["TotalIsExact"];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * Format: uri
         * @description Where events are sent: https (http only outside production), port 80, 443 or 8443, no user information, and an address that is publicly reachable.
         * @example https://hooks.example.com/tempshare
         */
        WebhookUrl: string & components["schemas"]["HttpUrl"];
        WebhookEndpointCreate: {
            url: components["schemas"]["WebhookUrl"];
            /** @description What the endpoint is for, 1 to 200 characters. */
            description?: components["schemas"]["Name"];
            /** @default null */
            events?: components["schemas"]["WebhookEventFilter"];
        };
        /** @description The signing secret, shown this once. `X-Service-Signature` is keyed with the whole string as it stands here; the Standard Webhooks signature with the base64-decoded part after `whsec_`. */
        WebhookSecret: string;
        WebhookEndpointCreated: components["schemas"]["WebhookEndpoint"] & {
            success: components["schemas"]["Success"];
            secret: components["schemas"]["WebhookSecret"];
        };
        WebhookEndpointUpdate: {
            url?: components["schemas"]["WebhookUrl"];
            /** @description What the endpoint is for, 1 to 200 characters; null removes it. */
            description?: components["schemas"]["Name"] | null;
            events?: components["schemas"]["WebhookEventFilter"];
            /** @description Whether events are sent. */
            enabled?: boolean;
        };
        WebhookSecretRotate: {
            /**
             * Format: double
             * @description How long the old secret goes on signing, at most 168 hours. 0 changes the secret at once.
             * @default 24
             * @example 24
             */
            overlapHours?: number;
        };
        WebhookSecretRotated: {
            success: components["schemas"]["Success"];
            id: components["schemas"]["WebhookEndpointId"];
            secret: components["schemas"]["WebhookSecret"];
            /** @description The overlap that has begun; null when `overlapHours` was 0. */
            rotation: components["schemas"]["WebhookRotation"] | null;
            /** @description When the secret was made. */
            createdAt: components["schemas"]["Timestamp"];
        };
        WebhookTest: {
            /** @default transfer.created */
            type?: components["schemas"]["EventType"];
        };
        /**
         * @description Starts with `evt_`; stable over retries. Deduplicate on it.
         * @example evt_9Jm0cWbq2cTt7hYQk1sXzE
         */
        EventId: string;
        /**
         * @description `pending` while an attempt is due, `delivered` once one was answered with 2xx, `failed` when no attempt is left or the endpoint was disabled.
         * @enum {string}
         */
        WebhookDeliveryState: "pending" | "delivered" | "failed";
        /** @description One attempt. `webhookEndpoints.deliveries.get` shows what the receiver answered. */
        WebhookAttempt: {
            startedAt: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description The HTTP status of the response; null when there was none.
             */
            status: number | null;
            /** @description How long the attempt took in milliseconds. */
            durationMs: components["schemas"]["Count"];
            /**
             * @description The class of the failure; null when the attempt succeeded.
             * @enum {string|null}
             */
            error: "dns" | "blocked_address" | "connect" | "tls" | "timeout" | "connection_lost" | "redirect" | "http_status" | null;
        };
        /** @description An event on its way to an endpoint. */
        WebhookDelivery: {
            /** @description Starts with `whd_`. */
            id: string;
            endpointId: components["schemas"]["WebhookEndpointId"];
            eventId: components["schemas"]["EventId"];
            eventType: components["schemas"]["EventType"];
            /** @description Whether it was sent by `webhookEndpoints.test`. */
            test: boolean;
            state: components["schemas"]["WebhookDeliveryState"];
            /** @description The attempts so far, oldest first; of more than 50 the last ones. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description When the next attempt is due; null when none is. */
            nextAttemptAt: components["schemas"]["NullableTimestamp"];
            createdAt: components["schemas"]["Timestamp"];
        };
        WebhookDeliveryScheduled: components["schemas"]["WebhookDelivery"] & {
            success: components["schemas"]["Success"];
        };
        WebhookDeliveryList: {
            /** @description Newest first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            total: components["schemas"]["Total"];
            totalIsExact: components["schemas"]["TotalIsExact"];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description The beginning of what the receiver answered. It is stored encrypted, and only the owner of the endpoint sees it. Responses from internal addresses are not kept. */
        WebhookResponse: {
            /** @description At most 30 headers, each value cut at 200 characters. Headers whose names tell of cookies, tokens, keys, signatures or other credentials are left out. */
            headers: {
                /** @description In lower case. */
                name: string;
                /** @description Several of one name, with commas between. */
                value: string;
            }[];
            /** @description At most the first 1,024 bytes, as UTF-8. Bytes that are none are replaced by U+FFFD. */
            body: string;
            /** @description Whether more followed. */
            bodyIsTruncated: boolean;
            /** @description Whether headers and body were not kept, because they came from an internal address. `headers` and `body` are empty then. */
            isWithheld: boolean;
        };
        WebhookDeliveryDetails: components["schemas"]["WebhookDelivery"] & {
            /** @description What the receiver answered to each of `attempts`, in the same order; null where there was no response, or an earlier version of the server has made the attempt. */
            responses: (components["schemas"]["WebhookResponse"] | null)[];
        };
        /**
         * @description ISO 8601, UTC, with milliseconds.
         * @example 2026-11-21T10:00:00.000Z
         */
        RequestTimestamp: string;
        WebhookRedeliveryCreate: {
            /** @description The beginning of the period. It is compared with `createdAt` of the deliveries. */
            from: components["schemas"]["RequestTimestamp"];
            /** @description The end of the period; left out, now. */
            until?: components["schemas"]["RequestTimestamp"];
        };
        /** @description Failed deliveries that are sent once more, and what became of them. */
        WebhookRedelivery: {
            /**
             * @description Starts with `whr_`.
             * @example whr_8kQ0cWbq2cTt7hYQk1sXzE
             */
            id: string;
            endpointId: components["schemas"]["WebhookEndpointId"];
            /**
             * @description `running` while attempts are due, `completed` once each delivery has had its attempt.
             * @enum {string}
             */
            state: "running" | "completed";
            /** @description How many deliveries it consists of. */
            total: components["schemas"]["Count"];
            /** @description How many are still to be attempted. */
            pending: components["schemas"]["Count"];
            /** @description How many have arrived. */
            delivered: components["schemas"]["Count"];
            /** @description How many have failed again. */
            failed: components["schemas"]["Count"];
        };
        WebhookRedeliveryCreated: components["schemas"]["WebhookRedelivery"] & {
            success: components["schemas"]["Success"];
            /** @description Whether the period has more failed deliveries than were taken. */
            hasMore: boolean;
        };
        WebhookStatisticsHour: {
            startsAt: components["schemas"]["Timestamp"];
            /** @description Deliveries that have arrived. */
            delivered: components["schemas"]["Count"];
            /** @description Deliveries that have failed. */
            failed: components["schemas"]["Count"];
            /** @description Deliveries with an attempt to come. */
            pending: components["schemas"]["Count"];
        };
        WebhookEndpointStatistics: {
            endpointId: components["schemas"]["WebhookEndpointId"];
            /** @description Deliveries of the 24 hours that have arrived. */
            delivered: components["schemas"]["Count"];
            /** @description Deliveries of the 24 hours that have failed. */
            failed: components["schemas"]["Count"];
            /** @description Deliveries of the 24 hours with an attempt to come. */
            pending: components["schemas"]["Count"];
            /** @description The same for each of the 24 hours, oldest first. */
            hours: components["schemas"]["WebhookStatisticsHour"][];
        };
        WebhookStatistics: {
            /** @description 24 hours before `until`. */
            from: components["schemas"]["Timestamp"];
            /** @description Now. */
            until: components["schemas"]["Timestamp"];
            /** @description One for each endpoint of the key, newest first. */
            endpoints: components["schemas"]["WebhookEndpointStatistics"][];
        };
        /**
         * @description The version of this document the body follows.
         * @constant
         * @enum {string}
         */
        ApiVersion: "1.0.0";
        /**
         * @description Only in a made-up event that `webhookEndpoints.test` has sent.
         * @constant
         * @enum {boolean}
         */
        EventTest: true;
        /** @description The transfer as it is after what happened. Never content, password or key. */
        TransferEventObject: {
            /** @description The transfer's id. */
            id: string;
            /**
             * @description What it holds.
             * @enum {string}
             */
            type: "text" | "url" | "file";
            views: components["schemas"]["Views"];
            maxViews: components["schemas"]["MaxViews"];
            /** @description Whether the first view deletes the transfer. */
            oneTime: boolean;
            expiresAt: components["schemas"]["NullableTimestamp"];
            /**
             * @description The state after what happened.
             * @enum {string}
             */
            status: "active" | "expired" | "consumed" | "deleted";
            createdAt: components["schemas"]["Timestamp"];
        };
        TransferCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transfer.created";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            test?: components["schemas"]["EventTest"];
            data: {
                object: components["schemas"]["TransferEventObject"];
            };
        };
        TransferCompletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transfer.completed";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            test?: components["schemas"]["EventTest"];
            data: {
                object: components["schemas"]["TransferEventObject"];
            };
        };
        TransferDeletedObject: components["schemas"]["TransferEventObject"] & {
            /**
             * @description Why the transfer is gone.
             * @enum {string}
             */
            reason: "expired" | "api" | "panel" | "consumed";
        };
        TransferDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transfer.deleted";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            test?: components["schemas"]["EventTest"];
            data: {
                object: components["schemas"]["TransferDeletedObject"];
            };
        };
        TransferUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transfer.updated";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            test?: components["schemas"]["EventTest"];
            data: {
                object: components["schemas"]["TransferEventObject"];
            };
        };
        /** @description The upload request as it is after what happened. Never its title, PIN or content. */
        UploadRequestEventObject: {
            /** @description The upload request's id. */
            requestId: string;
            state: components["schemas"]["UploadRequestState"];
            fileCount: components["schemas"]["UploadRequestFileCount"];
            expiresAt: components["schemas"]["NullableTimestamp"];
            closedAt: components["schemas"]["NullableTimestamp"];
            createdAt: components["schemas"]["Timestamp"];
        };
        RequestCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "request.created";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            test?: components["schemas"]["EventTest"];
            data: {
                object: components["schemas"]["UploadRequestEventObject"];
            };
        };
        UploadRequestClosedObject: components["schemas"]["UploadRequestEventObject"] & {
            /** @description The files that were sent; `requests.files.download` fetches them. */
            files: {
                id: components["schemas"]["FileId"];
                size: components["schemas"]["FileSize"];
            }[];
        };
        RequestClosedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "request.closed";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            test?: components["schemas"]["EventTest"];
            data: {
                object: components["schemas"]["UploadRequestClosedObject"];
            };
        };
        RequestUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "request.updated";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            test?: components["schemas"]["EventTest"];
            data: {
                object: components["schemas"]["UploadRequestEventObject"];
            };
        };
        /** @description The secret as it is after what happened. Never content, password or key. */
        SecretEventObject: {
            /** @description The secret's id. */
            secretId: string;
            /**
             * @description The state after what happened.
             * @enum {string}
             */
            state: "waiting" | "consumed" | "expired" | "revoked";
            expiresAt: components["schemas"]["NullableTimestamp"];
            consumedAt: components["schemas"]["NullableTimestamp"];
            createdAt: components["schemas"]["Timestamp"];
        };
        SecretConsumedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "secret.consumed";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            test?: components["schemas"]["EventTest"];
            data: {
                object: components["schemas"]["SecretEventObject"];
            };
        };
        SecretUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "secret.updated";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            test?: components["schemas"]["EventTest"];
            data: {
                object: components["schemas"]["SecretEventObject"];
            };
        };
        /** @description The webhook endpoint as it is after what happened. Never its URL, description or secret. */
        WebhookEndpointEventObject: {
            id: components["schemas"]["WebhookEndpointId"];
            /**
             * @description Who or what has disabled it, as in `WebhookEndpoint`.
             * @enum {string}
             */
            disabledReason: "owner" | "gone" | "failing";
            createdAt: components["schemas"]["Timestamp"];
        };
        WebhookEndpointDisabledEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook_endpoint.disabled";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            test?: components["schemas"]["EventTest"];
            data: {
                object: components["schemas"]["WebhookEndpointEventObject"];
            };
        };
        /** @description What happened, exactly as it is sent to webhook endpoints. `type` tells which event it is. */
        Event: components["schemas"]["TransferCreatedEvent"] | components["schemas"]["TransferCompletedEvent"] | components["schemas"]["TransferDeletedEvent"] | components["schemas"]["TransferUpdatedEvent"] | components["schemas"]["RequestCreatedEvent"] | components["schemas"]["RequestClosedEvent"] | components["schemas"]["RequestUpdatedEvent"] | components["schemas"]["SecretConsumedEvent"] | components["schemas"]["SecretUpdatedEvent"] | components["schemas"]["WebhookEndpointDisabledEvent"];
        EventList: {
            /** @description Newest first. */
            events: components["schemas"]["Event"][];
            total: components["schemas"]["Total"];
            totalIsExact: components["schemas"]["TotalIsExact"];
            nextCursor: components["schemas"]["NextCursor"];
        };
        WebhookEventDeliveries: {
            /** @description One for each endpoint of the key that the event goes to, newest endpoint first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
        };
        /**
         * @description A right of an API key.
         * @enum {string}
         */
        Scope: "transfer:create" | "transfer:read" | "transfer:delete" | "request:create" | "request:read" | "secret:create" | "room:create" | "room:write" | "webhook:read" | "webhook:write";
        ApiKey: {
            /** @description Starts with `key_`. */
            id: string;
            /** @description The name given at creation. */
            name: string;
            /**
             * @description How the key begins.
             * @enum {string}
             */
            prefix: "svc_sk_live_" | "svc_sk_test_";
            /** @description The key's last four characters. */
            last4: string;
            /**
             * @description The environment marker.
             * @enum {string}
             */
            environment: "live" | "test";
            /** @description What the key may do. */
            scopes: components["schemas"]["Scope"][];
            rateLimit: {
                /** @description Requests in each window. */
                limit: components["schemas"]["Count"];
                /**
                 * Format: int32
                 * @description The length of the sliding window.
                 */
                windowSeconds: number;
            };
            /** @description How many bytes what the key shares and receives may have together: texts as they are stored, files of transfers from their announcement on, files of requests, rooms and inboxes from the beginning of their upload on. What is deleted, read for the last time or expired gives them back, and so does an upload that breaks off. */
            quota: {
                /** @description How many bytes in all. */
                maxBytes: components["schemas"]["Bytes"];
                /** @description How many are taken. */
                bytesUsed: components["schemas"]["Bytes"];
                /** @description How many are left. */
                bytesLeft: components["schemas"]["Bytes"];
            };
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["NullableTimestamp"];
        };
        /** @description Limits of one item that takes messages or files from others. */
        ContainerLimits: {
            /** @description Messages and files, of a request files. */
            items: components["schemas"]["Count"];
            /** @description Their bytes together. */
            bytes: components["schemas"]["Bytes"];
        };
        /** @description Limits of this server, as its operator has set them. Lengths are in characters, sizes in bytes. */
        ServiceLimits: {
            /** @description The most characters of each text, before it is sealed. */
            lengths: {
                /** @description The text of a transfer. */
                text: components["schemas"]["Count"];
                /** @description The link that a transfer holds. */
                targetUrl: components["schemas"]["Count"];
                /** @description The value of a secret. */
                secret: components["schemas"]["Count"];
                /** @description A message in a room or an inbox. */
                message: components["schemas"]["Count"];
                /** @description The name of a room and the title of a request. */
                name: components["schemas"]["Count"];
                /** @description The name under which somebody writes. */
                author: components["schemas"]["Count"];
                /** @description The owner's own name for an item. */
                label: components["schemas"]["Count"];
                /** @description A password. */
                password: components["schemas"]["Count"];
                /** @description The name of a file. */
                fileName: components["schemas"]["Count"];
                /** @description The media type of a file. */
                mediaType: components["schemas"]["Count"];
            };
            /** @description The size of a file before it is sealed. */
            fileBytes: components["schemas"]["Bytes"];
            /** @description How many files one call announces. */
            filesAtOnce: components["schemas"]["Count"];
            /** @description The most `maxViews` of a transfer. */
            maxViews: components["schemas"]["Count"];
            /** @description How long items may live. Where the operator allows less than a default, calls have to name a length of time. */
            lifetimes: {
                /** @description The values of `expiration` that are taken, the shortest first. */
                expirations: components["schemas"]["Expiration"][];
                defaultExpiration: components["schemas"]["Expiration"];
                /** @description How far ahead `expiresAt` is at least. */
                soonestExpirySeconds: components["schemas"]["Count"];
                /**
                 * Format: int32
                 * @description How far ahead `expiresAt` is at most; null when there is no such limit.
                 */
                longestSeconds: number | null;
                /** @description Lifetimes that the pages of this server offer, the shortest first; null is without an end. */
                offeredSeconds: (number | null)[];
                /**
                 * Format: int32
                 * @description The one of `offeredSeconds` that pages choose first. A call that names no lifetime gets `defaultExpiration`.
                 */
                chosenSeconds: number | null;
                /**
                 * Format: double
                 * @description The most `ttlHours` of a room.
                 */
                roomHours: number;
                /** @description The `ttlHours` of a room that names none. */
                defaultRoomHours: components["schemas"]["Count"];
            };
            /** @description Limits of an item that takes messages or files from others. */
            containers: {
                /** @description An inbox. */
                drop: components["schemas"]["ContainerLimits"];
                /** @description A room. */
                room: components["schemas"]["ContainerLimits"];
                /** @description A request. */
                request: components["schemas"]["ContainerLimits"];
            };
            /** @description How many sessions an item has at a time. */
            sessions: components["schemas"]["Count"];
        };
    };
    responses: {
        /** @description A parameter is missing or invalid; `errors` points at each place. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The API key is missing, mistyped, unknown, expired or revoked. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key is valid but lacks the scope this operation needs. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The rate limit is exceeded; wait for the seconds in `Retry-After`. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A temporary fault of the server; retry. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The database or the file storage cannot be reached or does not keep up; retry. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A request with the same `Idempotency-Key` is still running (`idempotency_in_progress`), or there is no room left in the room, or for what the API key shares (`quota_exceeded`). */
        ConflictOrQuota: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than this operation accepts. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `Content-Type` or `Content-Encoding` is not one this operation accepts. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `Idempotency-Key` was first used with another payload. */
        UnprocessableContent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The storage of the server is nearly full: it takes nothing new, and goes on opening and deleting. Nothing was changed. */
        InsufficientStorage: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unknown, expired, consumed, deleted, or another key's: all are answered alike. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A request with the same `Idempotency-Key` is still running. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The password or access proof is missing or wrong. Nothing was consumed. */
        InvalidPassword: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The anonymous rate limit is exceeded (`rate_limited`), or too many wrong passwords or PINs were tried (`too_many_attempts`). */
        TooManyAttempts: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The bytes, as an attachment. */
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
                "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                "Accept-Ranges": components["headers"]["Accept-Ranges"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/octet-stream": string;
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
                "Cross-Origin-Resource-Policy": components["headers"]["Cross-Origin-Resource-Policy"];
                "Accept-Ranges": components["headers"]["Accept-Ranges"];
                ETag: components["headers"]["ETag"];
                "Content-Range": components["headers"]["Content-Range"];
                [name: string]: unknown;
            };
            content: {
                "application/octet-stream": string;
            };
        };
        /** @description The file has none of the bytes that `Range` asks for (`range_not_satisfiable`). */
        RangeNotSatisfiable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Content-Range": components["headers"]["Content-Range"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The PIN is wrong. */
        InvalidPin: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no room left in the request, the room or the inbox, or for what its owner shares. */
        QuotaExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The PIN is wrong (`invalid_pin`), or the session is unknown or over (`invalid_session`). */
        InvalidPinOrSession: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The access proof is missing or wrong (`invalid_password`), or the session is unknown or over (`invalid_session`). Nothing was consumed. */
        InvalidPasswordOrSession: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
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
        /**
         * @description How many entries a page holds.
         * @example 20
         */
        Limit: number;
        /**
         * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
         * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
         */
        Cursor: string;
        /**
         * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
         * @example 7b0e1f6a-2f0c-4c3e-9a53-0b9f3f8f5b1d
         */
        IdempotencyKey: string;
        /**
         * @description Chooses the `<locale>` segment of returned links; without a match the server's default locale is used.
         * @example en
         */
        AcceptLanguage: string;
        /**
         * @description The transfer's id, or its short code of 4 to 8 characters.
         * @example 7sQmXk2VbT9cLrPz4WnYdA
         */
        TransferId: string;
        /**
         * @description The id that the creation answered.
         * @example 7sQmXk2VbT9cLrPz4WnYdA
         */
        LinkId: string;
        /**
         * @description A value of at least 22 random characters (128 bits) that the reader makes for one reading, so that a lost response can be had again: for 2 minutes, or as long as the operator says, the same key gets the same response with `Idempotency-Replayed: true`, whatever the body, and everybody else 404 from the first moment. Nothing is kept for a refusal. What is kept opens with this key alone, of which the server stores a hash.
         * @example q3Zr8tVbYw2kLmN0pXsJdA
         */
        ReaderKey: string;
        /**
         * @description The file's id, which starts with `file_`.
         * @example file_6Rm0cWbq2cTt7hYQk1sXzE
         */
        FilePathId: string;
        /**
         * @description The part of the bytes that is wanted (RFC 9110, 14.2): `bytes=<first>-`, `bytes=<first>-<last>` or `bytes=-<count>`, answered with 206. What names several ranges, or is none, is answered with everything, and `HEAD` as if it were not there.
         * @example bytes=1048576-
         */
        RangeHeader: string;
        /**
         * @description The `ETag` of the response that is to go on (RFC 9110, 13.1.5): with another one, `Range` is ignored and everything is sent.
         * @example "file_6Rm0cWbq2cTt7hYQk1sXzE"
         */
        IfRangeHeader: string;
        /**
         * @description The token of a session. It takes the place of the PIN or the access proof, and the request counts against the limit of the session instead of the address's. One that is unknown or over is answered with 403 `invalid_session`: start another.
         * @example s_8f3kQZr1cVb6Yt0pLx2mNa
         */
        SessionToken: string;
        /**
         * @description A value of at least 22 random characters (128 bits) that the sender makes for one call, so that it can be repeated when its response was lost: with the same key and the same payload, of which a PIN is no part, the call is carried out once, and gets the first response again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours, for this item, method and path. What is kept opens with this key alone, of which the server stores a hash.
         * @example q3Zr8tVbYw2kLmN0pXsJdA
         */
        SenderKey: string;
        /**
         * @description The message's id, which starts with `msg_`.
         * @example msg_3Nm0cWbq2cTt7hYQk1sXzE
         */
        MessagePathId: string;
        /**
         * @description The author's id, which starts with `author_`, as the list says it.
         * @example author_6Tm0cWbq2cTt7hYQk1sXzE
         */
        AuthorPathId: string;
        /**
         * @description Required for an `e2e` room, and ignored otherwise: the 32-byte access proof derived from the link key (and password), as base64url. Without the right one the response is 403; only `public.rooms.get` answers when it is left out.
         * @example AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8
         */
        AccessProofHeader: components["schemas"]["AccessProof"];
        /**
         * @description The id of the last event the client has seen; `EventSource` sends it by itself when it reconnects.
         * @example msg_3Nm0cWbq2cTt7hYQk1sXzE
         */
        LastEventId: string;
        /**
         * @description The item's id, which starts with `item_`.
         * @example item_4Vm0cWbq2cTt7hYQk1sXzE
         */
        ItemPathId: string;
        /**
         * @description The last segment of an `uploadUrl`. Whoever has it may upload, once.
         * @example u_8f3kQZr1cVb6Yt0pLx2mNa
         */
        UploadToken: string;
        /**
         * @description The last segment of a `downloadUrl`. Whoever has it may download while it lives.
         * @example d_8f3kQZr1cVb6Yt0pLx2mNa
         */
        DownloadToken: string;
        /**
         * @description The webhook endpoint's id, which starts with `we_`.
         * @example we_5hQ0cWbq2cTt7hYQk1sXzE
         */
        EndpointPathId: string;
        /**
         * @description The delivery's id, which starts with `whd_`.
         * @example whd_7fQ0cWbq2cTt7hYQk1sXzE
         */
        DeliveryPathId: string;
        /**
         * @description The redelivery's id, which starts with `whr_`.
         * @example whr_8kQ0cWbq2cTt7hYQk1sXzE
         */
        RedeliveryPathId: string;
        /**
         * @description The event's id, which starts with `evt_`.
         * @example evt_7Lm0cWbq2cTt7hYQk1sXzK
         */
        EventPathId: string;
        /**
         * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256, keyed with the signing secret, over `<t>` + `.` + the raw request body. Compare in constant time; refuse timestamps more than 300 seconds away.
         * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        Signature: string;
        /**
         * @description While a signing secret is being rotated, the same signature made with the new secret.
         * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        NextSignature: string;
        /**
         * @description The event's id, as Standard Webhooks libraries expect it.
         * @example evt_9Jm0cWbq2cTt7hYQk1sXzE
         */
        WebhookId: string;
        /**
         * @description Unix seconds of this attempt, as Standard Webhooks libraries expect it.
         * @example 1795255200
         */
        WebhookTimestamp: string;
        /**
         * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body; two with a space between while the secret is rotated.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names this request in the server's log. Quote it when asking for help.
         * @example req_4Jm0cWbq2cTt7hYQk1sXzE
         */
        "X-Request-Id": string;
        /**
         * @description Always `no-store`; nothing shared is kept by caches.
         * @example no-store
         */
        "Cache-Control": string;
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
         * @description When the secret of the API key ends that the request was sent with, as `expiresAt` of a key. Sent in the last 30 days before that.
         * @example 2026-12-01T10:00:00.000Z
         */
        "API-Key-Expires-At": string;
        /**
         * @description The challenge of RFC 6750, section 3. `error` is `invalid_token` for a key that is not accepted, and `insufficient_scope` for one that lacks the scopes in `scope`.
         * @example Bearer error="insufficient_scope", scope="transfer:create"
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
         * @description Always `same-origin`, so that pages of other origins cannot embed the file.
         * @example same-origin
         */
        "Cross-Origin-Resource-Policy": string;
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
        /**
         * @description Always `no`, so that proxies pass each event on at once.
         * @example no
         */
        "X-Accel-Buffering": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "transfers.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only transfers with this status.
                 * @example active
                 */
                status?: components["schemas"]["TransferStatus"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferList"];
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
                "application/json": components["schemas"]["TransferCreate"];
            };
        };
        responses: {
            /** @description The transfer was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferCreated"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
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
    "transfers.update": {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["ItemUpdate"];
            };
        };
        responses: {
            /** @description The transfer as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unlocked"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicTransfer"];
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
                "application/json": components["schemas"]["OpenRequest"];
            };
        };
        responses: {
            /** @description The content. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedTransfer"];
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
    "secrets.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only secrets in this state.
                 * @example waiting
                 */
                state?: components["schemas"]["SecretState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretList"];
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
                "application/json": components["schemas"]["SecretCreate"];
            };
        };
        responses: {
            /** @description The secret waits for its reader. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretCreated"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
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
    "secrets.update": {
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
                "application/json": components["schemas"]["ItemUpdate"];
            };
        };
        responses: {
            /** @description The secret as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unlocked"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSecret"];
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
                "application/json": components["schemas"]["OpenRequest"];
            };
        };
        responses: {
            /** @description The value, for the one and only time. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevealedSecret"];
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
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only requests in this state.
                 * @example open
                 */
                state?: components["schemas"]["UploadRequestState"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadRequestList"];
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
                "application/json": components["schemas"]["UploadRequestCreate"];
            };
        };
        responses: {
            /** @description The request is open. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadRequestCreated"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadRequest"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
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
    "requests.update": {
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
                "application/json": components["schemas"]["ItemUpdate"];
            };
        };
        responses: {
            /** @description The upload request as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadRequest"];
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
    "requests.files.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unlocked"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadRequestPinRotated"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicUploadRequest"];
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
                "application/json": components["schemas"]["SenderSessionCreate"];
            };
        };
        responses: {
            /** @description The session has begun. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionCreated"];
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
                "application/json": components["schemas"]["UploadRequestFileCreate"];
            };
        };
        responses: {
            /** @description The bytes are awaited. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilesCreated"];
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
                "application/json": components["schemas"]["UploadRequestFinish"];
            };
        };
        responses: {
            /** @description The request is closed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadRequestFinished"];
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
    "rooms.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only rooms in this state.
                 * @example open
                 */
                state?: components["schemas"]["RoomState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rooms. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomList"];
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
                "application/json": components["schemas"]["RoomCreate"];
            };
        };
        responses: {
            /** @description The room is open. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomCreated"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Room"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
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
    "rooms.update": {
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
                "application/json": components["schemas"]["ItemUpdate"];
            };
        };
        responses: {
            /** @description The room as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Room"];
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
    "rooms.messages.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomMessageList"];
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
                "application/json": components["schemas"]["RoomMessageCreate"];
            };
        };
        responses: {
            /** @description The message is in the room. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomMessageCreated"];
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
    "rooms.messages.delete": {
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
                 * @description The message's id, which starts with `msg_`.
                 * @example msg_3Nm0cWbq2cTt7hYQk1sXzE
                 */
                messageId: components["parameters"]["MessagePathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
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
    "rooms.authors.delete": {
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
                 * @description The author's id, which starts with `author_`, as the list says it.
                 * @example author_6Tm0cWbq2cTt7hYQk1sXzE
                 */
                authorId: components["parameters"]["AuthorPathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing of the author is left. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedOfAuthor"];
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
                "application/json": components["schemas"]["RoomFileCreate"];
            };
        };
        responses: {
            /** @description The bytes are awaited. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileCreated"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicRoom"];
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
                "application/json": components["schemas"]["RoomSessionCreate"];
            };
        };
        responses: {
            /** @description The session has begun. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionCreated"];
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
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"];
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
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomMessageList"];
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
                "application/json": components["schemas"]["RoomMessageCreate"];
            };
        };
        responses: {
            /** @description The message is in the room. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomMessageCreated"];
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
                "application/json": components["schemas"]["RoomFileCreate"];
            };
        };
        responses: {
            /** @description The bytes are awaited. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileCreated"];
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
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomParticipants"];
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
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Accel-Buffering": components["headers"]["X-Accel-Buffering"];
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
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropList"];
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
                "application/json": components["schemas"]["DropCreate"];
            };
        };
        responses: {
            /** @description The inbox is open. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropCreated"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drop"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
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
    "drops.update": {
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
                "application/json": components["schemas"]["DropUpdate"];
            };
        };
        responses: {
            /** @description The inbox as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drop"];
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
    "drops.items.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropItemList"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
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
    "drops.authors.delete": {
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
                 * @description The author's id, which starts with `author_`, as the list says it.
                 * @example author_6Tm0cWbq2cTt7hYQk1sXzE
                 */
                authorId: components["parameters"]["AuthorPathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing of the author is left. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedOfAuthor"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicDrop"];
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
                "application/json": components["schemas"]["DropItemCreate"];
            };
        };
        responses: {
            /** @description The message was left, or the bytes are awaited. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DropItemCreated"];
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
                "application/json": components["schemas"]["DebugShareCreate"];
            };
        };
        responses: {
            /** @description The masked texts are shared. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DebugShareCreated"];
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
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The file is complete. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileUploaded"];
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
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
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
                "application/json": components["schemas"]["WebhookEndpointCreate"];
            };
        };
        responses: {
            /** @description The endpoint is registered and enabled. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointCreated"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
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
                "application/json": components["schemas"]["WebhookEndpointUpdate"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
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
                "application/json": components["schemas"]["WebhookSecretRotate"];
            };
        };
        responses: {
            /** @description The new secret, for the one and only time. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretRotated"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
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
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description The test is on its way. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryScheduled"];
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
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only deliveries in this state.
                 * @example failed
                 */
                state?: components["schemas"]["WebhookDeliveryState"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
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
    "webhookEndpoints.deliveries.get": {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetails"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryScheduled"];
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
    "webhookEndpoints.redeliveries.create": {
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
                "application/json": components["schemas"]["WebhookRedeliveryCreate"];
            };
        };
        responses: {
            /** @description The attempts are due. `webhookEndpoints.redeliveries.get` shows what becomes of them. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRedeliveryCreated"];
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
    "webhookEndpoints.redeliveries.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint's id, which starts with `we_`.
                 * @example we_5hQ0cWbq2cTt7hYQk1sXzE
                 */
                id: components["parameters"]["EndpointPathId"];
                /**
                 * @description The redelivery's id, which starts with `whr_`.
                 * @example whr_8kQ0cWbq2cTt7hYQk1sXzE
                 */
                redeliveryId: components["parameters"]["RedeliveryPathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRedelivery"];
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
    "webhookEndpoints.statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookStatistics"];
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
    "events.list": {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same list with the same filter only, and anywhere else refused with 400.
                 * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only events of this type.
                 * @example secret.consumed
                 */
                type?: components["schemas"]["EventType"];
                /**
                 * @description Only events of this item, such as a transfer, by its id.
                 * @example 2fRk8YwJx5QmN0aVt7LcPz
                 */
                itemId?: string;
                /**
                 * @description Only events from this time on.
                 * @example 2026-11-21T00:00:00.000Z
                 */
                from?: components["schemas"]["RequestTimestamp"];
                /**
                 * @description Only events before this time.
                 * @example 2026-11-22T00:00:00.000Z
                 */
                until?: components["schemas"]["RequestTimestamp"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
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
    "events.deliveries": {
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
            /** @description The deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEventDeliveries"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "API-Key-Expires-At": components["headers"]["API-Key-Expires-At"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    "public.limits.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceLimits"];
                };
            };
            400: components["responses"]["BadRequest"];
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
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    transferCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256, keyed with the signing secret, over `<t>` + `.` + the raw request body. Compare in constant time; refuse timestamps more than 300 seconds away.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["Signature"];
                /**
                 * @description While a signing secret is being rotated, the same signature made with the new secret.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature-Next"?: components["parameters"]["NextSignature"];
                /**
                 * @description The event's id, as Standard Webhooks libraries expect it.
                 * @example evt_9Jm0cWbq2cTt7hYQk1sXzE
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, as Standard Webhooks libraries expect it.
                 * @example 1795255200
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body; two with a space between while the secret is rotated.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferCreatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["Gone"];
            "2XX": components["responses"]["Received"];
        };
    };
    transferCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256, keyed with the signing secret, over `<t>` + `.` + the raw request body. Compare in constant time; refuse timestamps more than 300 seconds away.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["Signature"];
                /**
                 * @description While a signing secret is being rotated, the same signature made with the new secret.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature-Next"?: components["parameters"]["NextSignature"];
                /**
                 * @description The event's id, as Standard Webhooks libraries expect it.
                 * @example evt_9Jm0cWbq2cTt7hYQk1sXzE
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, as Standard Webhooks libraries expect it.
                 * @example 1795255200
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body; two with a space between while the secret is rotated.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferCompletedEvent"];
            };
        };
        responses: {
            410: components["responses"]["Gone"];
            "2XX": components["responses"]["Received"];
        };
    };
    transferDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256, keyed with the signing secret, over `<t>` + `.` + the raw request body. Compare in constant time; refuse timestamps more than 300 seconds away.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["Signature"];
                /**
                 * @description While a signing secret is being rotated, the same signature made with the new secret.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature-Next"?: components["parameters"]["NextSignature"];
                /**
                 * @description The event's id, as Standard Webhooks libraries expect it.
                 * @example evt_9Jm0cWbq2cTt7hYQk1sXzE
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, as Standard Webhooks libraries expect it.
                 * @example 1795255200
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body; two with a space between while the secret is rotated.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferDeletedEvent"];
            };
        };
        responses: {
            410: components["responses"]["Gone"];
            "2XX": components["responses"]["Received"];
        };
    };
    transferUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256, keyed with the signing secret, over `<t>` + `.` + the raw request body. Compare in constant time; refuse timestamps more than 300 seconds away.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["Signature"];
                /**
                 * @description While a signing secret is being rotated, the same signature made with the new secret.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature-Next"?: components["parameters"]["NextSignature"];
                /**
                 * @description The event's id, as Standard Webhooks libraries expect it.
                 * @example evt_9Jm0cWbq2cTt7hYQk1sXzE
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, as Standard Webhooks libraries expect it.
                 * @example 1795255200
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body; two with a space between while the secret is rotated.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferUpdatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["Gone"];
            "2XX": components["responses"]["Received"];
        };
    };
    requestCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256, keyed with the signing secret, over `<t>` + `.` + the raw request body. Compare in constant time; refuse timestamps more than 300 seconds away.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["Signature"];
                /**
                 * @description While a signing secret is being rotated, the same signature made with the new secret.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature-Next"?: components["parameters"]["NextSignature"];
                /**
                 * @description The event's id, as Standard Webhooks libraries expect it.
                 * @example evt_9Jm0cWbq2cTt7hYQk1sXzE
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, as Standard Webhooks libraries expect it.
                 * @example 1795255200
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body; two with a space between while the secret is rotated.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestCreatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["Gone"];
            "2XX": components["responses"]["Received"];
        };
    };
    requestClosed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256, keyed with the signing secret, over `<t>` + `.` + the raw request body. Compare in constant time; refuse timestamps more than 300 seconds away.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["Signature"];
                /**
                 * @description While a signing secret is being rotated, the same signature made with the new secret.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature-Next"?: components["parameters"]["NextSignature"];
                /**
                 * @description The event's id, as Standard Webhooks libraries expect it.
                 * @example evt_9Jm0cWbq2cTt7hYQk1sXzE
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, as Standard Webhooks libraries expect it.
                 * @example 1795255200
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body; two with a space between while the secret is rotated.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestClosedEvent"];
            };
        };
        responses: {
            410: components["responses"]["Gone"];
            "2XX": components["responses"]["Received"];
        };
    };
    requestUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256, keyed with the signing secret, over `<t>` + `.` + the raw request body. Compare in constant time; refuse timestamps more than 300 seconds away.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["Signature"];
                /**
                 * @description While a signing secret is being rotated, the same signature made with the new secret.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature-Next"?: components["parameters"]["NextSignature"];
                /**
                 * @description The event's id, as Standard Webhooks libraries expect it.
                 * @example evt_9Jm0cWbq2cTt7hYQk1sXzE
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, as Standard Webhooks libraries expect it.
                 * @example 1795255200
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body; two with a space between while the secret is rotated.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestUpdatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["Gone"];
            "2XX": components["responses"]["Received"];
        };
    };
    secretConsumed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256, keyed with the signing secret, over `<t>` + `.` + the raw request body. Compare in constant time; refuse timestamps more than 300 seconds away.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["Signature"];
                /**
                 * @description While a signing secret is being rotated, the same signature made with the new secret.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature-Next"?: components["parameters"]["NextSignature"];
                /**
                 * @description The event's id, as Standard Webhooks libraries expect it.
                 * @example evt_9Jm0cWbq2cTt7hYQk1sXzE
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, as Standard Webhooks libraries expect it.
                 * @example 1795255200
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body; two with a space between while the secret is rotated.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretConsumedEvent"];
            };
        };
        responses: {
            410: components["responses"]["Gone"];
            "2XX": components["responses"]["Received"];
        };
    };
    secretUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256, keyed with the signing secret, over `<t>` + `.` + the raw request body. Compare in constant time; refuse timestamps more than 300 seconds away.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["Signature"];
                /**
                 * @description While a signing secret is being rotated, the same signature made with the new secret.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature-Next"?: components["parameters"]["NextSignature"];
                /**
                 * @description The event's id, as Standard Webhooks libraries expect it.
                 * @example evt_9Jm0cWbq2cTt7hYQk1sXzE
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, as Standard Webhooks libraries expect it.
                 * @example 1795255200
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body; two with a space between while the secret is rotated.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretUpdatedEvent"];
            };
        };
        responses: {
            410: components["responses"]["Gone"];
            "2XX": components["responses"]["Received"];
        };
    };
    webhookEndpointDisabled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`: HMAC-SHA256, keyed with the signing secret, over `<t>` + `.` + the raw request body. Compare in constant time; refuse timestamps more than 300 seconds away.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature": components["parameters"]["Signature"];
                /**
                 * @description While a signing secret is being rotated, the same signature made with the new secret.
                 * @example t=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "X-Service-Signature-Next"?: components["parameters"]["NextSignature"];
                /**
                 * @description The event's id, as Standard Webhooks libraries expect it.
                 * @example evt_9Jm0cWbq2cTt7hYQk1sXzE
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, as Standard Webhooks libraries expect it.
                 * @example 1795255200
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body; two with a space between while the secret is rotated.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointDisabledEvent"];
            };
        };
        responses: {
            410: components["responses"]["Gone"];
            "2XX": components["responses"]["Received"];
        };
    };
}
