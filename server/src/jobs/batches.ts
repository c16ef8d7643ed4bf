/** How many rows a statement takes that carries no bytes of files. */
export const BATCH = 500;
/** How many files a statement wipes: 25 MiB each are 13,000 rows of PostgreSQL's. */
export const FILE_BATCH = 20;

/**
 * Runs a statement that takes at most `limit` rows until one takes fewer. One that `statement_timeout` cuts off has done
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
    try {
      const taken = await statement(size);
      total += taken;
      if (taken < size) return total;
    } catch (error) {
      if ((error as { code?: string }).code !== QUERY_CANCELED || size === 1) throw error;
      size = Math.ceil(size / 10);
    }
  }
}

const QUERY_CANCELED = '57014';
