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
         * @description Answers the state of a transfer to its owner. It never counts as a view and never contains the content. After expiry, consumption or deletion it answers 404.
         */
        get: operations["transfers.get"];
        put?: never;
        post?: never;
        /**
         * Delete a transfer
         * @description Closes access at once, before the expiry, and destroys the content. Emits `transfer.deleted`.
         */
        delete: operations["transfers.delete"];
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
         * @description Answers the content and counts one view. The last allowed view destroys the content in the same transaction, so of any number of concurrent callers exactly one gets it. A wrong password or access proof consumes nothing.
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
         * @description Tells the owner whether the secret was read. Never the content, and never a read.
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
         * @description Answers the value and destroys it in the same transaction: of any number of concurrent callers exactly one gets it. A wrong password or access proof consumes nothing. Emits `secret.consumed`.
         */
        post: operations["public.secrets.reveal"];
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
         * A recipient viewed a transfer
         * @description Sent for every counted view or download, with the number of `views` so far.
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
}
export interface components {
    schemas: {
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
         * Format: date-time
         * @description ISO 8601, UTC, with milliseconds; null when there is no such time (`forever`).
         * @example 2026-11-22T10:00:00.000Z
         */
        NullableTimestamp: string | null;
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
            /** @description How often recipients have opened it. */
            views: number;
            expiresAt: components["schemas"]["NullableTimestamp"];
            status: components["schemas"]["TransferStatus"];
            /** @description Null when unlimited. */
            maxViews: number | null;
            livemode: components["schemas"]["Livemode"];
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description How many items match the filter, on all pages. */
        Total: number;
        /** @description Pass it as `cursor` for the next page; null on the last one. */
        NextCursor: string | null;
        TransferList: {
            /** @description Newest first. */
            transfers: components["schemas"]["TransferSummary"][];
            total: components["schemas"]["Total"];
            nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description A machine-readable error code. The set is closed within a version of this document and only grows.
         * @enum {string}
         */
        ErrorCode: "validation_failed" | "malformed_json" | "missing_api_key" | "invalid_api_key" | "insufficient_scope" | "invalid_password" | "invalid_pin" | "not_found" | "method_not_allowed" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "too_many_attempts" | "internal_error" | "not_implemented" | "service_unavailable";
        ProblemError: {
            /** @description JSON Pointer (RFC 6901) into the request: it starts with `/body`, `/query`, `/path` or `/headers`. */
            pointer: string;
            /** @description The rule that was broken, such as `required`, `type`, `enum`, `max_length` or `unknown_property`. */
            code: string;
            /** @description What the rule asks for. */
            detail: string;
        };
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
            /** @description The HTTP status. */
            status: number;
            /** @description What happened this time and what to do about it. */
            detail: string;
            code: components["schemas"]["ErrorCode"];
            /** @description The same as `X-Request-Id`. */
            requestId: string;
            /** @description For `validation_failed`, one entry for each place that is wrong. */
            errors?: components["schemas"]["ProblemError"][];
        };
        /**
         * @description How long the item lives. `forever` means that it has no expiry time.
         * @enum {string}
         */
        Expiration: "15m" | "1h" | "6h" | "1d" | "7d" | "forever";
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
         * @description Only with `encryption: e2e` and a password: the rounds of PBKDF2-HMAC-SHA512 the sealer used, which an opener needs before it can derive the access proof.
         * @example 220000
         */
        KdfIterations: number;
        /**
         * @description The name shown to the recipient. No path separators or control characters.
         * @example report.pdf
         */
        FileName: string;
        /**
         * @description The media type of the file (RFC 6838), for display; downloads are always attachments.
         * @example application/pdf
         */
        MediaType: string;
        /**
         * @description The size in bytes, at most 25 MiB.
         * @example 48213
         */
        FileSize: number;
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
            expiration: components["schemas"]["Expiration"];
            /**
             * @description When true the transfer is deleted automatically after the first view. The same as `maxViews` 1.
             * @default false
             */
            oneTime: boolean;
            /**
             * @description The number of views after which the transfer is deleted. Unlimited when absent.
             * @example 5
             */
            maxViews?: number;
            password?: components["schemas"]["Password"];
            /** @default server */
            encryption: components["schemas"]["Encryption"];
            accessProofHash?: components["schemas"]["AccessProofHash"];
            kdfIterations?: components["schemas"]["KdfIterations"];
            fileName?: components["schemas"]["FileName"];
            mediaType?: components["schemas"]["MediaType"];
            size?: components["schemas"]["FileSize"];
        } & (unknown & unknown & unknown & unknown & unknown);
        /**
         * @description Always true in a success answer.
         * @constant
         */
        Success: true;
        /**
         * @description Who can read the content; see `Encryption`.
         * @enum {string}
         */
        TransferEncryption: "server" | "e2e";
        /**
         * Format: uri
         * @description Where the bytes go next: one raw `PUT` of `application/octet-stream`, at most 26,214,400 bytes. The URL is a single-use capability that dies after one hour.
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
            /** @description Null when unlimited. */
            maxViews: number | null;
            encryption: components["schemas"]["TransferEncryption"];
            createdAt: components["schemas"]["Timestamp"];
            uploadUrl?: components["schemas"]["UploadUrl"];
        };
        Transfer: {
            /** @description 22 base62 characters. */
            id: string;
            type: components["schemas"]["TransferType"];
            /** @description Partially masked content: at most the first 4 characters or a quarter, whichever is less, then `•`. Only `•` with a password or `encryption: e2e`; the origin for a URL; the masked name for a file. */
            contentSnippet: string;
            /** @description How often recipients have opened it. */
            views: number;
            /** @description Null when unlimited. */
            maxViews: number | null;
            expiresAt: components["schemas"]["NullableTimestamp"];
            /** @description Whether the last allowed view has happened. */
            isConsumed: boolean;
            status: components["schemas"]["TransferStatus"];
            /** @description A short name for the owner's use. */
            shortCode: string;
            /** @description Whether the first view deletes the transfer. */
            oneTime: boolean;
            encryption: components["schemas"]["TransferEncryption"];
            /** @description Whether a recipient must know a password. */
            requiresPassword: boolean;
            livemode: components["schemas"]["Livemode"];
            createdAt: components["schemas"]["Timestamp"];
        };
        Deleted: {
            success: components["schemas"]["Success"];
            /** @description What was done */
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
            encryption: components["schemas"]["TransferEncryption"];
            kdfIterations?: components["schemas"]["KdfIterations"];
            expiresAt: components["schemas"]["NullableTimestamp"];
            /** @description Only for `kind: file` with `encryption: server`. */
            fileName?: string;
            /** @description Only for `kind: file`: the size in bytes. */
            size?: number;
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
            encryption: components["schemas"]["TransferEncryption"];
            /** @description Whether this was the last allowed view. */
            oneTime: boolean;
            expiresAt: components["schemas"]["NullableTimestamp"];
            /** @description The text; a compact JWE with `encryption: e2e`. */
            text?: string;
            /** @description The target; a compact JWE with `encryption: e2e`. */
            targetUrl?: string;
            downloadUrl?: components["schemas"]["DownloadUrl"];
            /** @description The file's name. */
            fileName?: string;
            /** @description The file's media type. */
            mediaType?: string;
            /** @description The file's size in bytes. */
            size?: number;
            /** @description The masked diagnostics of a debug share. */
            diagnostics?: string;
            /** @description The masked logs of a debug share. */
            logs?: string;
        };
        SecretCreate: {
            /**
             * @description The value. At most 100,000 characters, or a compact JWE of at most 134,358 with `encryption: e2e`.
             * @example hunter2
             */
            secret: string;
            password?: components["schemas"]["Password"];
            /** @default 1d */
            expiration: components["schemas"]["Expiration"];
            /** @default server */
            encryption: components["schemas"]["Encryption"];
            accessProofHash?: components["schemas"]["AccessProofHash"];
            kdfIterations?: components["schemas"]["KdfIterations"];
        } & unknown;
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
             */
            burnAfterRead: true;
            /**
             * @description Who can read the content; see `Encryption`.
             * @enum {string}
             */
            encryption: "server" | "e2e";
            expiresAt: components["schemas"]["NullableTimestamp"];
            createdAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description `consumed` once a recipient has opened it, `revoked` once its owner has destroyed it.
         * @enum {string}
         */
        SecretState: "waiting" | "consumed" | "expired" | "revoked";
        /** @description The state of a secret, never its content. */
        Secret: {
            /** @description 22 base62 characters. */
            secretId: string;
            state: components["schemas"]["SecretState"];
            /**
             * @description Always true.
             * @constant
             */
            burnAfterRead: true;
            /**
             * @description Who can read the content; see `Encryption`.
             * @enum {string}
             */
            encryption: "server" | "e2e";
            /** @description Whether a recipient must know a password. */
            requiresPassword: boolean;
            expiresAt: components["schemas"]["NullableTimestamp"];
            consumedAt: components["schemas"]["NullableTimestamp"];
            livemode: components["schemas"]["Livemode"];
            createdAt: components["schemas"]["Timestamp"];
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
             */
            burnAfterRead: true;
            /**
             * @description Who can read the content; see `Encryption`.
             * @enum {string}
             */
            encryption: "server" | "e2e";
            kdfIterations?: components["schemas"]["KdfIterations"];
            expiresAt: components["schemas"]["NullableTimestamp"];
        };
        /** @description The value, for the one and only time. */
        RevealedSecret: {
            /** @description 22 base62 characters. */
            secretId: string;
            /** @description The value; a compact JWE with `encryption: e2e`. */
            secret: string;
            /**
             * @description Who can read the content; see `Encryption`.
             * @enum {string}
             */
            encryption: "server" | "e2e";
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
                limit: number;
                /** @description The length of the sliding window. */
                windowSeconds: number;
            };
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["NullableTimestamp"];
        };
        /**
         * @description Starts with `evt_`; stable over retries. Deduplicate on it.
         * @example evt_9Jm0cWbq2cTt7hYQk1sXzE
         */
        EventId: string;
        /**
         * @description The version of this document the body follows.
         * @constant
         */
        ApiVersion: "1.0.0";
        /** @description The transfer as it is after what happened. Never content, password or key. */
        TransferEventObject: {
            /** @description The transfer's id. */
            id: string;
            /**
             * @description What it holds.
             * @enum {string}
             */
            type: "text" | "url" | "file";
            /** @description How often recipients have opened it. */
            views: number;
            /** @description Null when unlimited. */
            maxViews: number | null;
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
            /** @constant */
            type: "transfer.created";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            data: {
                object: components["schemas"]["TransferEventObject"];
            };
        };
        TransferCompletedEvent: {
            id: components["schemas"]["EventId"];
            /** @constant */
            type: "transfer.completed";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
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
            /** @constant */
            type: "transfer.deleted";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            data: {
                object: components["schemas"]["TransferDeletedObject"];
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
            /** @constant */
            type: "secret.consumed";
            apiVersion: components["schemas"]["ApiVersion"];
            createdAt: components["schemas"]["Timestamp"];
            livemode: components["schemas"]["Livemode"];
            data: {
                object: components["schemas"]["SecretEventObject"];
            };
        };
    };
    responses: {
        /** @description A parameter is missing or invalid; `errors` points at each place. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
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
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
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
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
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
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The database cannot be reached; nothing was changed. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
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
                "Retry-After": components["headers"]["Retry-After"];
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
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The operation is part of the contract, but this server does not provide it yet. */
        NotImplemented: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
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
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description 410 disables the endpoint at once. Any other answer is a failure and is retried. */
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
         * @description The `nextCursor` of the page before. Opaque; it is valid for the same filter only.
         * @example MTc2MzcyMDAwMDAwMDpxN0gyLi4u
         */
        Cursor: string;
        /**
         * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first answer again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
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
         * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body.
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
         * @description `true` when this is the stored answer of an earlier request with the same `Idempotency-Key`.
         * @example true
         */
        "Idempotency-Replayed": "true";
        /**
         * @description Always `no-store`; nothing shared is kept by caches.
         * @example no-store
         */
        "Cache-Control": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "transfers.list": {
        parameters: {
            query: {
                /**
                 * @description How many entries a page holds.
                 * @example 20
                 */
                limit: components["parameters"]["Limit"];
                /**
                 * @description The `nextCursor` of the page before. Opaque; it is valid for the same filter only.
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
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
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
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first answer again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
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
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["NotImplemented"];
            503: components["responses"]["ServiceUnavailable"];
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
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
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
    "secrets.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A value unique to this operation, 1 to 255 visible ASCII characters; a UUID is a good choice. A second request with the same key and the same payload gets the first answer again, byte for byte, with `Idempotency-Replayed: true`. Kept for 24 hours per API key, method and path.
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
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
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
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
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
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
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
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body.
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
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body.
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
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body.
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
                 * @description The Standard Webhooks signature: `v1,<base64>` over id, timestamp and body.
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
}
