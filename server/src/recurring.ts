import type { ItemVault } from './crypto/item-vault.ts';
import { cleanUpEvents } from './events/jobs.ts';
import { cleanUpDrops, wipeDrops } from './features/drops/jobs.ts';
import { shortenUploads, sweepBlobs } from './features/files/jobs.ts';
import { cleanUpRequests, sweepRequests } from './features/requests/jobs.ts';
import { cleanUpRooms, sweepRooms, wipeRooms } from './features/rooms/jobs.ts';
import { cleanUpSecrets, sweepSecrets } from './features/secrets/jobs.ts';
import { cleanUpTransfers, sweepTransfers } from './features/transfers/jobs.ts';
import { cleanUpWebhooks, sealUrls, sweepWebhooks } from './features/webhooks/jobs.ts';
import { cleanUpPipeline } from './http/jobs.ts';
import type { Recurring } from './jobs/jobs.ts';
import type { Blobs } from './storage/blobs.ts';
import type { Database } from './storage/database.ts';

/**
 * What the servers do again and again, one of them at a time. Reads decide by the clock whether a thing is still there;
 * the sweep wipes what is not and tells of it, at most a minute later.
 */
export function recurringJobs(parts: { database: Database; blobs: Blobs; vault: ItemVault }): Recurring[] {
  const { database, blobs, vault } = parts;
  return [
    {
      name: 'sweep',
      everySeconds: 10,
      steps: [
        () => sweepTransfers(database),
        () => sweepSecrets(database),
        () => sweepRequests(database),
        () => sweepRooms(database),
        () => sweepWebhooks(database),
      ],
    },
    {
      // Apart from the sweep, which must not wait for it: a room may have held thousands of files.
      name: 'wipe',
      everySeconds: 10,
      steps: [() => wipeDrops(database), () => wipeRooms(database)],
    },
    {
      name: 'clean-up',
      everySeconds: 300,
      steps: [
        () => shortenUploads(database),
        () => cleanUpTransfers(database),
        () => cleanUpSecrets(database),
        () => cleanUpRequests(database),
        () => cleanUpRooms(database),
        () => cleanUpDrops(database),
        () => sweepBlobs(database, blobs),
        () => cleanUpWebhooks(database),
        () => sealUrls(database, vault),
        () => cleanUpEvents(database),
        () => cleanUpPipeline(database),
      ],
    },
  ];
}
