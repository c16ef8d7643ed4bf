/** Statements that are not about one item, and why. Each can run by itself on every database that has items. */
export interface Crossing {
  /** The functions that send them, with their files; or files. */
  through: readonly string[];
  because: string;
}

export const CROSSINGS: readonly Crossing[] = [
  {
    through: ['features/transfers/store.ts findOwned', 'features/transfers/store.ts deleteOwned'],
    because: 'An owner may name a transfer by its short code, which says nothing of its id.',
  },
  {
    through: ['storage/listing.ts', 'items/listed-items.ts'],
    because: 'A list shows what belongs to a key, an inbox or an endpoint, page by page.',
  },
  {
    through: ['storage/table-walk.ts', 'items/hand-over.ts move'],
    because: 'Operators ask for all rows of a table, and hand over what a key has in it.',
  },
  { through: ['jobs/batches.ts inBatches'], because: 'A sweep takes what is due, whatever item it is of.' },
  {
    through: [
      'features/files/awaited-store.ts shortenUploadUrls',
      'features/files/blob-store.ts shortenDooms',
      'features/transfers/sweep-store.ts shortenUrls',
    ],
    because: 'A clock that was set back is set back for all.',
  },
  {
    through: ['storage/keys/wrapped-keys.ts'],
    because:
      'Which keys of the keyring are needed, and which labels have no index yet, is asked of everything.',
  },
  {
    through: [
      'features/files/awaited-store.ts findItemOfUpload',
      'features/files/download-store.ts findTransferOfDownload',
    ],
    because:
      'Tokens that servers of earlier versions have made do not say their item; the last of them ends with the day.',
  },
  {
    through: ['http/idempotency/replay.ts findAnywhere', 'http/idempotency/claim.ts forget'],
    because: 'A claim of the day before, or of a server of an earlier version, lies elsewhere.',
  },
  {
    through: [
      'features/webhooks/store.ts findEvent',
      'features/webhooks/deliveries/store.ts itemOfDelivery',
      'features/webhooks/deliveries/store.ts withAttempts',
      'features/webhooks/deliveries/store.ts nextEndpoint',
      'features/webhooks/deliveries/store.ts findDelivery',
      'features/webhooks/deliveries/store.ts findDeliveriesOf',
      'features/webhooks/deliveries/store.ts findResponses',
      'features/webhooks/deliveries/redelivery-store.ts',
      'features/webhooks/deliveries/statistics.ts',
    ],
    because: 'An event or a delivery is named by its own id, and an endpoint has those of many items.',
  },
  {
    through: [
      'features/webhooks/sender/due-store.ts',
      'features/webhooks/sender/queue-store.ts',
      'features/webhooks/sender/backlog-store.ts',
      'features/notices/store.ts readOpenings',
    ],
    because:
      'A worker takes what is due, counts what waits for an endpoint, and reads what was opened, whatever item it is of.',
  },
  {
    through: ['limits/url-limit.ts', 'sessions/store.ts findAndCount'],
    because: 'Requests for many items that come together are counted in one statement.',
  },
  {
    through: ['jobs/wipes.ts findWipes'],
    because: 'What is to be wiped is asked for before its items are known.',
  },
];

/** Functions that give another value at each call, in statements about one item, and why `now()` is not enough. */
export const VOLATILE_FOR_A_REASON: ReadonlyMap<string, string> = new Map([
  ...[
    'features/files/download-store.ts claimFinish',
    'features/files/download-store.ts renewFinish',
    'features/requests/sender-store.ts close',
    'features/rooms/message-store.ts deleteMessages',
    'features/rooms/message-store.ts insertText',
    'features/rooms/message-store.ts showMessage',
    'limits/attempt-store.ts countTry',
    'storage/item-change.ts changeItem',
  ].map((name): [string, string] => [
    name,
    'The moment is taken when the row is locked: the transaction may have begun before the one that held it.',
  ]),
  [
    'limits/url-limit.ts Coalescer.<anonymous>',
    'Requests are counted when the row is locked, as those of keys are.',
  ],
  ['sessions/store.ts findAndCount', 'Requests are counted when the row is locked, as those of keys are.'],
  ['sessions/store.ts insertSession', 'A free place is drawn, so that two callers seldom want the same.'],
  [
    'storage/blobs/blobs.ts PostgresBlobs.write',
    'One statement of a transaction of its own does not wait for the disk.',
  ],
]);

/** Unique indexes that cannot hold the item's id, and why. */
export const UNIQUE_BY_CHANCE: ReadonlyMap<string, string> = new Map([
  ...`blob_chunks_pkey blobs_pkey downloads_pkey drop_items_pkey events_pkey files_by_drop_item
    files_by_room_message files_blob_id_key files_pkey files_upload_token_hash_key room_messages_pkey
    webhook_attempts_pkey webhook_deliveries_pkey`
    .split(/\s+/)
    .map((name): [string, string] => [
      name,
      'Of random ids, each drawn for one row: unique on each database is as good as unique on all.',
    ]),
  ['files_by_transfer', 'A transfer is the item of its file.'],
  [
    'idempotency_keys_pkey',
    'The id that follows from a claim is taken where the claim is; of the day before it is another one (decision 50).',
  ],
  ['transfers_short_code_key', 'A short code names a transfer of its owner alone, who finds the newest.'],
]);
