// Generated from openapi/ by `npm run generate`. Do not edit.
export const e2eFields = {
  "TransferCreate": {
    "clear": [
      "type",
      "expiration",
      "oneTime",
      "maxViews"
    ],
    "withheld": [
      "password",
      "fileName",
      "mediaType"
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
      "expiration"
    ],
    "withheld": [
      "password"
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
      "ttlHours"
    ],
    "withheld": [],
    "derived": [
      "encryption",
      "accessProofHash",
      "kdfIterations"
    ],
    "sealed": {}
  },
  "RoomMessageCreate": {
    "clear": [],
    "withheld": [],
    "derived": [],
    "sealed": {
      "text": "message",
      "author": "author"
    }
  },
  "RoomFileCreate": {
    "clear": [],
    "withheld": [
      "fileName",
      "mediaType"
    ],
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
    "withheld": [],
    "derived": [],
    "sealed": {
      "author": "author"
    }
  }
} as const;
