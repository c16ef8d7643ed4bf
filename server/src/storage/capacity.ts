import { limits, type Schema } from '@tempshare/contract';
import { notFound, ServiceProblem } from '../domain/problem.ts';
import type { Db } from './postgres/database.ts';
import type { DiskFloor } from './disk/disk-floor.ts';
import { quotaProblem } from './quota-refusal.ts';

/** Maximum size of a file that is not end-to-end encrypted, in bytes. */
export const MAX_FILE_BYTES = limits.fileBytes;

/** Maximum size of a file as it is sent, in bytes: sealing adds to each chunk. */
export const maxFileBytes = (encryption: Schema<'Encryption'> = 'server'): number =>
  encryption === 'e2e' ? limits.sealedFileBytes : MAX_FILE_BYTES;

/** Whether as many bytes are the maximum of a file, and not what a container or a quota had left. */
export const isFileLimit = (bytes: number): boolean =>
  bytes === limits.fileBytes || bytes === limits.sealedFileBytes;

/** The bytes that an item counts: what it has, but no less than about what its row takes. */
export const countedBytes = (bytes: number): number => Math.max(bytes, limits.itemBytes);

/** A number of items and of their bytes: what a container takes, or what it has given away. */
export interface Amount {
  items: number;
  bytes: number;
}

/** What takes things from others, by its kind. */
export type ContainerKind = 'drop' | 'room' | 'request';

export interface CapacitySettings {
  containers: Readonly<Record<ContainerKind, Amount>>;
  /** How many bytes a key may hold. */
  keyBytes: number;
  /** How many bytes all keys may hold together; undefined: no limit. */
  totalBytes: number | undefined;
}

/** How much may be stored. */
export class Capacity implements CapacitySettings {
  readonly containers: CapacitySettings['containers'];
  readonly keyBytes: number;
  readonly totalBytes: number | undefined;
  readonly #floor: DiskFloor | undefined;

  /** @param floor What is kept free of the disk that the database lies on, where this server sees it. */
  constructor(settings: CapacitySettings, floor?: DiskFloor) {
    this.containers = settings.containers;
    this.keyBytes = settings.keyBytes;
    this.totalBytes = settings.totalBytes;
    this.#floor = floor;
  }

  /**
   * What every operation that adds `bytes` of text passes before anything is written. The quotas of keys come with the
   * rows: the database charges each as it is inserted.
   * @param options.spares bytes of the file of somebody without an account, who leaves others room
   * @throws ServiceProblem `insufficient_storage`
   */
  async admit(bytes: number, { spares }: { spares?: number | undefined } = {}): Promise<void> {
    if (spares !== undefined) await this.#floor?.spare(bytes + spares);
    await this.#floor?.admit(bytes);
  }
}

/** The quotas; undefined: no limit. */
type Quotas = { [Name in 'keyBytes' | 'totalBytes' | 'anonymousBytes']: number | undefined };

/** What the sessions of the database are set to, for the triggers that charge keys; without a limit nothing is refused. */
export const quotaSettings = ({ keyBytes, totalBytes, anonymousBytes }: Quotas): Record<string, string> => ({
  'tempshare.max_bytes_per_key': String(keyBytes ?? ''),
  'tempshare.max_bytes_total': String(totalBytes ?? ''),
  'tempshare.max_bytes_anonymous': String(anonymousBytes ?? ''),
});

/** Writes down the quotas for sessions that keep no settings, as those of a pooler. */
export async function recordQuotas(db: Db, { keyBytes, totalBytes, anonymousBytes }: Quotas): Promise<void> {
  await db.query(
    `INSERT INTO byte_quotas (owner, bytes) VALUES ('each', $1::bigint), ('*', $2::bigint), ('anonymous', $3::bigint)
     ON CONFLICT (owner) DO UPDATE SET bytes = excluded.bytes`,
    [keyBytes ?? null, totalBytes ?? null, anonymousBytes ?? null],
  );
}

/** The refusal that an error of these triggers stands for; undefined for any other error. */
export function toRefusal(error: unknown): ServiceProblem | undefined {
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

/** The refusal of senders without an account who hold as much as they may. */
export const anonymousQuotaExceeded = (): ServiceProblem =>
  new ServiceProblem(
    'quota_exceeded',
    'Senders without an account hold as many bytes as they may (ANONYMOUS_MAX_BYTES_TOTAL). There is room again when something of theirs ends.',
  );

/** What is to be added: the bytes of its text, and its file, whose size may not be known. */
export interface Addition {
  bytes: number;
  file?: { size?: number | undefined } | undefined;
}

/** A container that something is to be added to. */
export interface OpenContainer {
  kind: ContainerKind;
  /** Undefined where nothing is end-to-end encrypted. */
  encryption?: Schema<'Encryption'> | undefined;
  limits: Amount;
  /** Holds its row until the transaction ends. Undefined when it takes nothing more. */
  lock(): Promise<Amount | undefined>;
  /** Forgets files that were announced to it and whose upload URL has died. */
  forgetDead(): Promise<void>;
}

/**
 * Holds a container for additions, and says how many bytes of it each takes: what it has, and for a file of unknown size
 * the most that it can have here, or its share of that beside others. There is room for all of them, or for none. To be called in the transaction that adds.
 * @throws ServiceProblem `not_found`, `quota_exceeded`
 */
export async function makeRoomFor(
  container: OpenContainer,
  additions: readonly Addition[],
): Promise<number[]> {
  const taken = take(container, await lockOpen(container), additions);
  if (Array.isArray(taken)) return taken;
  await container.forgetDead();
  const retaken = take(container, await lockOpen(container), additions);
  if (Array.isArray(retaken)) return retaken;
  throw retaken;
}

/** The same for one addition. */
export async function makeRoom(container: OpenContainer, addition: Addition): Promise<number> {
  const [taken] = await makeRoomFor(container, [addition]);
  return taken as number;
}

async function lockOpen(container: OpenContainer): Promise<Amount> {
  const held = await container.lock();
  if (!held) throw notFound();
  return held;
}

const NAMES: Record<ContainerKind, { name: string; items: string }> = {
  drop: { name: 'inbox', items: 'items' },
  room: { name: 'room', items: 'messages and files' },
  request: { name: 'upload request', items: 'files' },
};

/** Those whose size is not known share what the others leave. */
function take(
  { kind, encryption, limits: most }: OpenContainer,
  held: Amount,
  additions: readonly Addition[],
): number[] | ServiceProblem {
  const { name, items } = NAMES[kind];
  if (held.items + additions.length > most.items) {
    // How many it holds is not for strangers, unless it is full.
    const refused =
      held.items < most.items
        ? `This ${name} has no room for ${additions.length} more: it takes at most ${most.items} ${items}.`
        : `This ${name} takes no more: it holds ${held.items} of at most ${most.items} ${items}.`;
    return new ServiceProblem('quota_exceeded', `${refused} Its owner can delete some.`);
  }
  const left = most.bytes - held.bytes;
  const isUnknown = ({ file }: Addition): boolean => file !== undefined && file.size === undefined;
  const known = sum(
    additions.map((each) =>
      isUnknown(each) ? each.bytes : countedBytes(each.bytes + (each.file?.size ?? 0)),
    ),
  );
  const unknown = additions.filter(isUnknown).length;
  const even = Math.floor((left - known) / Math.max(1, unknown));
  const share = Math.max(1, Math.min(maxFileBytes(encryption), even));
  const taken = additions.map(({ bytes, file }) => countedBytes(bytes + (file ? (file.size ?? share) : 0)));
  if (sum(taken) <= left) return taken;
  return new ServiceProblem(
    'quota_exceeded',
    `This ${name} has ${Math.max(0, left)} of its ${most.bytes} bytes left, and this takes ${sum(taken)}. Its owner can delete something.`,
  );
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);

/** The refusal of bytes beyond those that were reserved for a file of unknown size. */
export const beyondReserved = (reserved: number): ServiceProblem =>
  new ServiceProblem(
    'quota_exceeded',
    `There was room for ${reserved} bytes when this file was announced, and it has more. Its owner can delete something; then announce it again.`,
  );
