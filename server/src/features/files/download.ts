import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { issueCapability, redeemCapability } from '../../crypto/capability.ts';
import { isToken, itemOfToken, itemToken, sha256 } from '../../crypto/tokens.ts';
import { notFound, ServiceProblem } from '../../domain/problem.ts';
import type { Blobs } from '../../storage/blobs/blobs.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './download-store.ts';
import { retryWhileAway } from '../../storage/postgres/retry.ts';
import { bytesOf, type OutgoingFile } from './file.ts';
import { Lease } from './lease.ts';

const context = (fileId: string): string => `tempshare/1 file ${fileId} download`;

export type { DownloadRef } from './download-store.ts';
export { moveDownloads } from './download-store.ts';

/** Grants a download of a transfer that was just opened, under `token` if there is one. */
export async function grantDownload(
  db: Db,
  params: {
    fileId: string;
    transferId: string;
    transferKey: Buffer;
    fileName: string | undefined;
    token?: string | undefined;
  },
): Promise<string> {
  const carried = Buffer.concat([params.transferKey, Buffer.from(params.fileName ?? '')]);
  const { token = itemToken('d', params.transferId) } = params;
  const download = issueCapability(token, context(params.fileId), carried);
  await store.insertDownload(db, {
    tokenHash: download.tokenHash,
    fileId: params.fileId,
    transferId: params.transferId,
    sealedKey: download.sealedKey,
  });
  return download.token;
}

/** Called after the last byte of a download. Repeatable. */
export type Completion = (db: Db, download: store.DownloadRef) => Promise<void>;

/** @throws ServiceProblem `not_found`; `rate_limited` before the last byte */
export async function redeemDownload(
  db: Db,
  deps: { blobs: Blobs; completed: Completion },
  token: string,
): Promise<OutgoingFile> {
  const tokenHash = sha256(token);
  const transferId =
    isToken('d', token) && (itemOfToken(token) ?? (await store.findTransferOfDownload(db, tokenHash)));
  if (!transferId) throw notFound();
  const download = { transferId, tokenHash };
  const file = await store.findDownload(db, download);
  if (!file) throw notFound();
  const carried = redeemCapability(token, context(file.id), file.sealedKey);
  const [transferKey, fileName] = [carried.subarray(0, 32), carried.subarray(32).toString()];
  const lease = new Lease(() => store.renewDownload(db, download));
  return {
    id: file.id,
    fileName: fileName || undefined,
    size: file.size,
    read: (from, to) =>
      lease.during(bytesOf({ db, blobs: deps.blobs }, file, { dataKey: transferKey, from, to })),
    last: lastByte(db, download, { completed: deps.completed, lease }),
  };
}

/** Well before a claim expires. */
const RENEWED_MS = 3_000;

/** Claims the last byte for one response, and records its outcome. */
function lastByte(
  db: Db,
  download: store.DownloadRef,
  { completed, lease }: { completed: Completion; lease: Lease },
): NonNullable<OutgoingFile['last']> {
  const finisher = randomUUID();
  let renewing: NodeJS.Timeout | undefined;
  const renew = (): void => void store.renewFinish(db, download, finisher).catch(() => undefined);
  return {
    async claim() {
      await claim(db, download, finisher);
      lease.hold();
      renewing = setInterval(renew, RENEWED_MS).unref();
    },
    async settle(taken) {
      const isTaken = await taken.finally(() => {
        clearInterval(renewing);
        lease.release();
      });
      await retryWhileAway(() =>
        isTaken ? completed(db, download) : store.giveUpFinish(db, download, finisher),
      );
    },
  };
}

/** Pauses between tries to claim: a broken connection gives up its claim a moment later. */
const PAUSES_MS = [50, 150, 300, 500, 1_000];

/** @throws ServiceProblem if another response has sent the last byte, or is about to */
async function claim(db: Db, download: store.DownloadRef, finisher: string): Promise<void> {
  for (const pause of [...PAUSES_MS, undefined]) {
    const claimed = await store.claimFinish(db, download, finisher);
    if (claimed === undefined) throw notFound();
    if (claimed) return;
    if (pause !== undefined) await delay(pause);
  }
  throw new ServiceProblem('rate_limited', 'The end of this file is being sent already, and goes out once.', {
    retryAfter: store.FINISHING_SECONDS,
  });
}
