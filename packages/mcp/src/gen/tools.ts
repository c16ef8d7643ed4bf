// Generated from openapi/ by `npm run generate`. Do not edit.
export const contract = {
  "service_create_transfer": {
    "input": {
      "type": "object",
      "required": [
        "type"
      ],
      "additionalProperties": false,
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "text",
            "url",
            "file"
          ],
          "description": "What the transfer holds."
        },
        "text": {
          "type": "string",
          "description": "The text; required when `type` is `text`. At most 1,000,000 characters, or a compact JWE of at most 1,334,358 with `encryption: e2e`.",
          "minLength": 1,
          "maxLength": 1000000,
          "examples": [
            "The door code is on the second page."
          ]
        },
        "targetUrl": {
          "type": "string",
          "description": "The redirect target; required when `type` is `url`. http or https, no user information, at most 2,048 characters; with `encryption: e2e` a compact JWE of such a URL.",
          "minLength": 1,
          "maxLength": 2048,
          "examples": [
            "https://example.com/report"
          ],
          "pattern": "^[hH][tT][tT][pP][sS]?://[^\\s/?#@\\\\\\x00-\\x1f\\x7f]+([/?#][^\\s\\x00-\\x1f\\x7f]*)?$"
        },
        "expiration": {
          "type": "string",
          "description": "How long the item lives. `forever` means that it has no expiry time.",
          "enum": [
            "15m",
            "1h",
            "6h",
            "1d",
            "7d",
            "forever"
          ],
          "default": "1d"
        },
        "expiresAt": {
          "type": "string",
          "description": "When it expires, in place of a length of time: at least one minute ahead, at most what the server allows.",
          "pattern": "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$",
          "examples": [
            "2026-11-21T10:00:00.000Z"
          ]
        },
        "label": {
          "type": "string",
          "description": "The owner's own name for it, which nobody else sees. Never end-to-end encrypted.",
          "minLength": 1,
          "maxLength": 200,
          "pattern": "^[^\\x00-\\x1f\\x7f]*$",
          "examples": [
            "Door code for Kim"
          ]
        },
        "oneTime": {
          "type": "boolean",
          "default": false,
          "description": "When true the transfer is deleted automatically after the first view. The same as `maxViews` 1."
        },
        "maxViews": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000,
          "description": "The number of views after which the transfer is deleted. Unlimited when absent.",
          "examples": [
            5
          ]
        },
        "password": {
          "type": "string",
          "description": "A password the recipient must know. With `encryption: server` the data key is wrapped under it, so that the stored item cannot be opened without it. Not sent with `encryption: e2e`, where it never leaves the client.",
          "minLength": 1,
          "maxLength": 1024,
          "pattern": "^[^\\x00]*$",
          "examples": [
            "correct horse battery staple"
          ]
        },
        "encryption": {
          "type": "string",
          "description": "Who can read the content. `server`: the server seals it on arrival and opens it for the recipient, so it can read it in that moment. `e2e`: it was sealed before it left the sender; the key travels in the link's fragment and never reaches the server.",
          "enum": [
            "server",
            "e2e"
          ],
          "default": "server"
        },
        "fileName": {
          "type": "string",
          "description": "The name shown to the recipient. No path separators or control characters, not blank, not `.` or `..`.",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^(?!\\.{1,2}$)(?!\\s*$)(?=.+$)[^\\x00-\\x1f\\x7f-\\x9f/\\\\]+$",
          "examples": [
            "report.pdf"
          ]
        },
        "mediaType": {
          "type": "string",
          "description": "The media type of the file (RFC 6838), for display; downloads are always attachments.",
          "maxLength": 127,
          "pattern": "^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$",
          "examples": [
            "application/pdf"
          ]
        }
      }
    },
    "output": {
      "type": "object",
      "required": [
        "success",
        "id",
        "shareUrl",
        "shortCode",
        "type",
        "expiresAt",
        "oneTime",
        "maxViews",
        "encryption",
        "createdAt"
      ],
      "properties": {
        "success": {
          "type": "boolean",
          "const": true,
          "description": "Always true in a success response."
        },
        "id": {
          "type": "string",
          "description": "22 base62 characters."
        },
        "shareUrl": {
          "type": "string",
          "format": "uri",
          "description": "`{app_url}/<locale>/<id>`. With `encryption: e2e` the client appends `#` and the link key itself."
        },
        "shortCode": {
          "type": "string",
          "description": "8 characters of Crockford's base32. Names the transfer for its owner only; it opens nothing."
        },
        "type": {
          "type": "string",
          "enum": [
            "text",
            "url",
            "file"
          ],
          "description": "What the transfer holds."
        },
        "expiresAt": {
          "type": [
            "string",
            "null"
          ],
          "format": "date-time",
          "description": "ISO 8601, UTC, with milliseconds; null when there is no such time (`forever`).",
          "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
          "examples": [
            "2026-11-22T10:00:00.000Z"
          ]
        },
        "oneTime": {
          "type": "boolean",
          "description": "Whether the first view deletes the transfer."
        },
        "maxViews": {
          "type": [
            "integer",
            "null"
          ],
          "description": "Null when unlimited.",
          "minimum": 1,
          "maximum": 1000
        },
        "encryption": {
          "type": "string",
          "description": "Who can read the content. `server`: the server seals it on arrival and opens it for the recipient, so it can read it in that moment. `e2e`: it was sealed before it left the sender; the key travels in the link's fragment and never reaches the server.",
          "enum": [
            "server",
            "e2e"
          ]
        },
        "createdAt": {
          "type": "string",
          "format": "date-time",
          "description": "ISO 8601, UTC, with milliseconds.",
          "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
          "examples": [
            "2026-11-21T10:00:00.000Z"
          ]
        }
      }
    }
  },
  "service_get_transfer": {
    "input": {
      "type": "object",
      "required": [
        "id"
      ],
      "additionalProperties": false,
      "properties": {
        "id": {
          "type": "string",
          "minLength": 1,
          "description": "The transfer's id, or its short code of 4 to 8 characters.",
          "examples": [
            "7sQmXk2VbT9cLrPz4WnYdA"
          ]
        }
      }
    },
    "output": {
      "type": "object",
      "required": [
        "id",
        "type",
        "contentSnippet",
        "views",
        "viewedAt",
        "maxViews",
        "expiresAt",
        "isConsumed",
        "status",
        "shortCode",
        "label",
        "oneTime",
        "encryption",
        "requiresPassword",
        "wrongAttempts",
        "livemode",
        "createdAt"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "22 base62 characters."
        },
        "type": {
          "type": "string",
          "enum": [
            "text",
            "url",
            "file"
          ],
          "description": "What the transfer holds."
        },
        "contentSnippet": {
          "type": "string",
          "description": "Partially masked content: at most the first 4 characters or a quarter, whichever is less, then `•`. Only `•` with a password or `encryption: e2e`; the origin for a URL; the masked name for a file."
        },
        "views": {
          "type": "integer",
          "description": "How often recipients have opened it, or downloaded it to the end if it is a file.",
          "minimum": 0,
          "maximum": 2147483647
        },
        "viewedAt": {
          "type": "object",
          "description": "When the views were counted. Both are null before the first view. The time of a view that was counted before this field existed is not known, and null, too.",
          "required": [
            "first",
            "last"
          ],
          "properties": {
            "first": {
              "type": [
                "string",
                "null"
              ],
              "format": "date-time",
              "description": "When the first view was counted.",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
              "examples": [
                "2026-11-22T10:00:00.000Z"
              ]
            },
            "last": {
              "type": [
                "string",
                "null"
              ],
              "format": "date-time",
              "description": "When the latest view was counted.",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
              "examples": [
                "2026-11-22T10:00:00.000Z"
              ]
            }
          }
        },
        "maxViews": {
          "type": [
            "integer",
            "null"
          ],
          "description": "Null when unlimited.",
          "minimum": 1,
          "maximum": 1000
        },
        "expiresAt": {
          "type": [
            "string",
            "null"
          ],
          "format": "date-time",
          "description": "ISO 8601, UTC, with milliseconds; null when there is no such time (`forever`).",
          "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
          "examples": [
            "2026-11-22T10:00:00.000Z"
          ]
        },
        "isConsumed": {
          "type": "boolean",
          "description": "Whether the last allowed view has happened."
        },
        "status": {
          "type": "string",
          "enum": [
            "active",
            "expired",
            "consumed"
          ],
          "description": "`consumed` once the last allowed view has happened."
        },
        "shortCode": {
          "type": "string",
          "description": "A short name for the owner's use."
        },
        "label": {
          "type": [
            "string",
            "null"
          ],
          "description": "The owner's own name for it; null without one.",
          "examples": [
            "Door code for Kim"
          ]
        },
        "oneTime": {
          "type": "boolean",
          "description": "Whether the first view deletes the transfer."
        },
        "encryption": {
          "type": "string",
          "description": "Who can read the content. `server`: the server seals it on arrival and opens it for the recipient, so it can read it in that moment. `e2e`: it was sealed before it left the sender; the key travels in the link's fragment and never reaches the server.",
          "enum": [
            "server",
            "e2e"
          ]
        },
        "requiresPassword": {
          "type": "boolean",
          "description": "Whether a recipient must know a password."
        },
        "wrongAttempts": {
          "type": "object",
          "description": "Wrong passwords or PINs that were tried and count. From one network 5 are taken in 10 minutes; from an IPv6 /56 10, and from a /48 20. All networks together have tries at once and a pace after that: networks that were right before 60 and one every 120 seconds, networks without a wrong one before 240 and one every 150, networks with one or two 60 and one every 300, all others 18 and one every 200. After 1,000, 2,500, 1,200 and 1,000 wrong ones the pace halves, and again with every 50 more.",
          "required": [
            "count",
            "lastAt",
            "heldUntil"
          ],
          "properties": {
            "count": {
              "type": "integer",
              "minimum": 0,
              "maximum": 2147483647,
              "description": "How many, since the item was made or unlocked."
            },
            "lastAt": {
              "type": [
                "string",
                "null"
              ],
              "format": "date-time",
              "description": "When the last one was tried; null without any.",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
              "examples": [
                "2026-11-22T10:00:00.000Z"
              ]
            },
            "heldUntil": {
              "type": [
                "string",
                "null"
              ],
              "format": "date-time",
              "description": "When so many networks have tried that even a new one has to wait: when the next of them gets its try. Null when a new one gets it at once.",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
              "examples": [
                "2026-11-22T10:00:00.000Z"
              ]
            }
          }
        },
        "livemode": {
          "type": "boolean",
          "description": "False for items made with a `svc_sk_test_` key."
        },
        "createdAt": {
          "type": "string",
          "format": "date-time",
          "description": "ISO 8601, UTC, with milliseconds.",
          "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
          "examples": [
            "2026-11-21T10:00:00.000Z"
          ]
        }
      }
    }
  },
  "service_create_secret": {
    "input": {
      "type": "object",
      "required": [
        "secret"
      ],
      "additionalProperties": false,
      "properties": {
        "secret": {
          "type": "string",
          "description": "The value. At most 100,000 characters, or a compact JWE of at most 134,358 with `encryption: e2e`.",
          "minLength": 1,
          "maxLength": 100000,
          "examples": [
            "hunter2"
          ]
        },
        "password": {
          "type": "string",
          "description": "A password the recipient must know. With `encryption: server` the data key is wrapped under it, so that the stored item cannot be opened without it. Not sent with `encryption: e2e`, where it never leaves the client.",
          "minLength": 1,
          "maxLength": 1024,
          "pattern": "^[^\\x00]*$",
          "examples": [
            "correct horse battery staple"
          ]
        },
        "expiration": {
          "type": "string",
          "description": "How long the item lives. `forever` means that it has no expiry time.",
          "enum": [
            "15m",
            "1h",
            "6h",
            "1d",
            "7d",
            "forever"
          ],
          "default": "1d"
        },
        "expiresAt": {
          "type": "string",
          "description": "When it expires, in place of a length of time: at least one minute ahead, at most what the server allows.",
          "pattern": "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$",
          "examples": [
            "2026-11-21T10:00:00.000Z"
          ]
        },
        "label": {
          "type": "string",
          "description": "The owner's own name for it, which nobody else sees. Never end-to-end encrypted.",
          "minLength": 1,
          "maxLength": 200,
          "pattern": "^[^\\x00-\\x1f\\x7f]*$",
          "examples": [
            "Door code for Kim"
          ]
        },
        "encryption": {
          "type": "string",
          "description": "Who can read the content. `server`: the server seals it on arrival and opens it for the recipient, so it can read it in that moment. `e2e`: it was sealed before it left the sender; the key travels in the link's fragment and never reaches the server.",
          "enum": [
            "server",
            "e2e"
          ],
          "default": "server"
        }
      }
    },
    "output": {
      "type": "object",
      "required": [
        "success",
        "secretId",
        "secretUrl",
        "burnAfterRead",
        "encryption",
        "expiresAt",
        "createdAt"
      ],
      "properties": {
        "success": {
          "type": "boolean",
          "const": true,
          "description": "Always true in a success response."
        },
        "secretId": {
          "type": "string",
          "description": "22 base62 characters."
        },
        "secretUrl": {
          "type": "string",
          "format": "uri",
          "description": "`{app_url}/<locale>/secret/<secretId>`. With `encryption: e2e` the client appends `#` and the link key itself."
        },
        "burnAfterRead": {
          "type": "boolean",
          "const": true,
          "description": "Always true."
        },
        "encryption": {
          "type": "string",
          "description": "Who can read the content. `server`: the server seals it on arrival and opens it for the recipient, so it can read it in that moment. `e2e`: it was sealed before it left the sender; the key travels in the link's fragment and never reaches the server.",
          "enum": [
            "server",
            "e2e"
          ]
        },
        "expiresAt": {
          "type": [
            "string",
            "null"
          ],
          "format": "date-time",
          "description": "ISO 8601, UTC, with milliseconds; null when there is no such time (`forever`).",
          "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
          "examples": [
            "2026-11-22T10:00:00.000Z"
          ]
        },
        "createdAt": {
          "type": "string",
          "format": "date-time",
          "description": "ISO 8601, UTC, with milliseconds.",
          "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
          "examples": [
            "2026-11-21T10:00:00.000Z"
          ]
        }
      }
    }
  }
} as const;

export const errorCodes: readonly string[] = [
  "validation_failed",
  "malformed_json",
  "malformed_request",
  "missing_api_key",
  "invalid_api_key",
  "insufficient_scope",
  "invalid_password",
  "invalid_pin",
  "invalid_session",
  "not_found",
  "method_not_allowed",
  "idempotency_in_progress",
  "quota_exceeded",
  "payload_too_large",
  "unsupported_media_type",
  "range_not_satisfiable",
  "idempotency_key_reused",
  "rate_limited",
  "too_many_attempts",
  "internal_error",
  "service_unavailable",
  "insufficient_storage"
];

export const scopes: Readonly<Record<string, string>> = {
  "transfers.create": "transfer:create",
  "transfers.get": "transfer:read",
  "secrets.create": "secret:create"
};

export const limits = {
  "fileBytes": 26214400,
  "passwordLength": 1024
} as const;
