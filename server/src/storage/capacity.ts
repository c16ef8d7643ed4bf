import { limits, type Schema } from '@tempshare/contract';
import { notFound, ServiceProblem } from '../domain/problem.ts';
import type { Db } from './postgres/database.ts';
import type { DiskFloor } from './disk/disk-floor.ts';
import { quotaProblem } from './quota-refusal.ts';

/** Maximum size of a file that is not end-to-end encrypted, in bytes. */
export const MAX_FILE_BYTES = limits.fileBytes;

/** Maximum size of an uploaded file, in bytes. Sealing adds to each chunk. */
export const maxFileBytes = (encryption: Schema<'Encryption'> = 'server'): number =>
  encryption === 'e2e' ? limits.sealedFileBytes : MAX_FILE_BYTES;

/** True if the limit is the maximum size of a file, rather than a remaining quota. */
export const isFileLimit = (bytes: number): boolean =>
  bytes === limits.fileBytes || bytes === limits.sealedFileBytes;

/** Bytes charged for an item, at least about the size of its row. */
export const countedBytes = (bytes: number): number => Math.max(bytes, limits.itemBytes);

export interface Amount {
  items: number;
  bytes: number;
}

/** Containers that accept items from third parties, by kind. */
export type ContainerKind = 'drop' | 'room' | 'request';

interface CapacitySettings {
  containers: Readonly<Record<ContainerKind, Amount>>;
  keyBytes: number;
  /** Quota of all keys together. Undefined: no limit. */
  totalBytes: number | undefined;
}

export class Capacity implements CapacitySettings {
  readonly containers: CapacitySettings['containers'];
  readonly keyBytes: number;
  readonly totalBytes: number | undefined;
  readonly #floor: DiskFloor | undefined;

  /** @param floor free space to keep on the database's disk, if this server sees it */
  constructor(settings: CapacitySettings, floor?: DiskFloor) {
    this.containers = settings.containers;
    this.keyBytes = settings.keyBytes;
    this.totalBytes = settings.totalBytes;
    this.#floor = floor;
  }

  /**
   * Checks the disk before an operation adds `bytes` of text. Quotas of keys are charged by triggers as rows are
   * inserted.
   * @param options.spares bytes of an anonymous sender's file, which must leave room for others
   * @throws ServiceProblem `insufficient_storage`
   */
  async admit(bytes: number, { spares }: { spares?: number | undefined } = {}): Promise<void> {
    if (spares !== undefined) await this.#floor?.spare(bytes + spares);
    await this.#floor?.admit(bytes);
  }
}

type Quotas = { [Name in 'keyBytes' | 'totalBytes' | 'anonymousBytes']: number | undefined };

/** Session settings that the quota triggers read. Empty: no limit. */
export const quotaSettings = ({ keyBytes, totalBytes, anonymousBytes }: Quotas): Record<string, string> => ({
  'tempshare.max_bytes_per_key': String(keyBytes ?? ''),
  'tempshare.max_bytes_total': String(totalBytes ?? ''),
  'tempshare.max_bytes_anonymous': String(anonymousBytes ?? ''),
});

/** Stores the quotas for sessions without settings, such as those of a pooler. */
export async function recordQuotas(db: Db, { keyBytes, totalBytes, anonymousBytes }: Quotas): Promise<void> {
  await db.query(
    `INSERT INTO byte_quotas (owner, bytes) VALUES ('each', $1::bigint), ('*', $2::bigint), ('anonymous', $3::bigint)
     ON CONFLICT (owner) DO UPDATE SET bytes = excluded.bytes`,
    [keyBytes ?? null, totalBytes ?? null, anonymousBytes ?? null],
  );
}

export function toQuotaProblem(error: unknown): ServiceProblem | undefined {
  switch ((error as { code?: string } | undefined)?.code) {
    case 'TS409':
      return new ServiceProblem(
        'quota_exceeded',
        'The API key that this belongs to holds as many bytes as it may (MAX_BYTES_PER_KEY). Its owner can delete something, or ask the operator for more.',
      );
    case 'TS507':
      return new ServiceProblem(
        'insufficient_storage',
        'This server holds as many bytes as it may (MAX_BYTES_TOTAL), so nothing new is taken. What is there can be opened and deleted.',
      );
    case 'TSQUO':
      return quotaProblem(error);
    default:
      return undefined;
  }
}

export const anonymousQuotaExceeded = (): ServiceProblem =>
  new ServiceProblem(
    'quota_exceeded',
    'Senders without an account hold as many bytes as they may (ANONYMOUS_MAX_BYTES_TOTAL). There is room again when something of theirs ends.',
  );

/** Size of an addition: bytes of text, and a file whose size may be unknown. */
export interface Addition {
  bytes: number;
  file?: { size?: number | undefined } | undefined;
}

export interface OpenContainer {
  kind: ContainerKind;
  /** Undefined if the container has no end-to-end encryption. */
  encryption?: Schema<'Encryption'> | undefined;
  limits: Amount;
  /** Locks its row until the transaction ends. Undefined if it accepts nothing more. */
  lock(): Promise<Amount | undefined>;
  /** Deletes announced files whose upload URL has expired. */
  forgetDead(): Promise<void>;
}

/**
 * Reserves room for all additions or none, in the caller's transaction. A file of unknown size reserves its share of
 * the remaining bytes, up to the maximum file size.
 * @returns the bytes reserved for each
 * @throws ServiceProblem `not_found`, `quota_exceeded`
 */
export async function makeRoomFor(
  container: OpenContainer,
  additions: readonly Addition[],
): Promise<number[]> {
  const reserved = allocate(container, await lockContainer(container), additions);
  if (Array.isArray(reserved)) return reserved;
  await container.forgetDead();
  const retried = allocate(container, await lockContainer(container), additions);
  if (Array.isArray(retried)) return retried;
  throw retried;
}

export async function makeRoom(container: OpenContainer, addition: Addition): Promise<number> {
  const [reserved] = await makeRoomFor(container, [addition]);
  return reserved as number;
}

async function lockContainer(container: OpenContainer): Promise<Amount> {
  const used = await container.lock();
  if (!used) throw notFound();
  return used;
}

const NAMES: Record<ContainerKind, { name: string; items: string }> = {
  drop: { name: 'inbox', items: 'items' },
  room: { name: 'room', items: 'messages and files' },
  request: { name: 'upload request', items: 'files' },
};

function allocate(
  { kind, encryption, limits: most }: OpenContainer,
  used: Amount,
  additions: readonly Addition[],
): number[] | ServiceProblem {
  const { name, items } = NAMES[kind];
  if (used.items + additions.length > most.items) {
    // The number of items is disclosed only when the container is full.
    const refused =
      used.items < most.items
        ? `This ${name} has no room for ${additions.length} more: it takes at most ${most.items} ${items}.`
        : `This ${name} takes no more: it holds ${used.items} of at most ${most.items} ${items}.`;
    return new ServiceProblem('quota_exceeded', `${refused} Its owner can delete some.`);
  }
  const remaining = most.bytes - used.bytes;
  const isUnknown = ({ file }: Addition): boolean => file !== undefined && file.size === undefined;
  const knownBytes = sum(
    additions.map((each) =>
      isUnknown(each) ? each.bytes : countedBytes(each.bytes + (each.file?.size ?? 0)),
    ),
  );
  const unknownCount = additions.filter(isUnknown).length;
  const evenShare = Math.floor((remaining - knownBytes) / Math.max(1, unknownCount));
  const share = Math.max(1, Math.min(maxFileBytes(encryption), evenShare));
  const reserved = additions.map(({ bytes, file }) =>
    countedBytes(bytes + (file ? (file.size ?? share) : 0)),
  );
  if (sum(reserved) <= remaining) return reserved;
  return new ServiceProblem(
    'quota_exceeded',
    `This ${name} has ${Math.max(0, remaining)} of its ${most.bytes} bytes left, and this takes ${sum(reserved)}. Its owner can delete something.`,
  );
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);

export const beyondReserved = (reserved: number): ServiceProblem =>
  new ServiceProblem(
    'quota_exceeded',
    `There was room for ${reserved} bytes when this file was announced, and it has more. Its owner can delete something; then announce it again.`,
  );
