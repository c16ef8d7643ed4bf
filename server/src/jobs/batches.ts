import { setTimeout } from 'node:timers/promises';

/** Rows per statement that carries no bytes of files. */
export const BATCH = 500;
/** Files per statement that wipes: 25 MiB each are 13,000 rows of PostgreSQL's. */
export const FILE_BATCH = 20;

/** The longest pause between two batches, in milliseconds. */
const LONGEST_PAUSE_MS = 1_000;

/**
 * Runs a statement that takes at most `limit` rows until one takes fewer. After each it pauses for as long as that took, so
 * that requests have the database for half of the time. One that `statement_timeout` cuts off has done
 * nothing; it is tried again with fewer rows.
 * @returns how many rows were taken in all.
 */
export async function inBatches(
  statement: (limit: number) => Promise<number>,
  limit = BATCH,
): Promise<number> {
  let size = limit;
  let total = 0;
  for (;;) {
    const began = performance.now();
    try {
      const taken = await statement(size);
      total += taken;
      if (taken < size) return total;
      await setTimeout(Math.min(performance.now() - began, LONGEST_PAUSE_MS));
    } catch (error) {
      if ((error as { code?: string }).code !== QUERY_CANCELED || size === 1) throw error;
      size = Math.ceil(size / 10);
    }
  }
}

const QUERY_CANCELED = '57014';
