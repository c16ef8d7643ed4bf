import { setTimeout } from 'node:timers/promises';

/** Rows per statement without file bytes. */
export const BATCH = 500;
/** Files per statement that wipes: 25 MiB each are 13,000 rows of PostgreSQL's. */
export const FILE_BATCH = 20;

const LONGEST_PAUSE_MS = 1_000;

/**
 * Repeats a statement until it takes fewer rows than `limit`, with pauses as long as each run. One that
 * `statement_timeout` cut off has done nothing, and is retried with fewer rows. @returns the number of rows
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
