// Generated from openapi/ by `npm run generate`. Do not edit.
export const e2eFields = {
  "TransferCreate": {
    "clear": [
      "type",
      "expiration",
      "expiresAt",
      "label",
      "oneTime",
      "maxViews"
    ],
    "derived": [
      "encryption",
      "accessProofHash",
      "kdfIterations",
      "size",
      "sealedMetadata"
    ],
    "sealed": {
      "text": "text",
      "targetUrl": "url"
    }
  },
  "SecretCreate": {
    "clear": [
      "expiration",
      "expiresAt",
      "label"
    ],
    "derived": [
      "encryption",
      "accessProofHash",
      "kdfIterations"
    ],
    "sealed": {
      "secret": "secret"
    }
  },
  "RoomCreate": {
    "clear": [
      "name",
      "ttlHours",
      "expiresAt",
      "label"
    ],
    "derived": [
      "encryption",
      "accessProofHash",
      "kdfIterations"
    ],
    "sealed": {}
  },
  "RoomMessageCreate": {
    "clear": [],
    "derived": [],
    "sealed": {
      "text": "message",
      "author": "author"
    }
  },
  "RoomFileCreate": {
    "clear": [],
    "derived": [
      "sealedMetadata",
      "size"
    ],
    "sealed": {
      "author": "author"
    }
  },
  "RoomSessionCreate": {
    "clear": [],
    "derived": [],
    "sealed": {
      "author": "author"
    }
  }
} as const;
