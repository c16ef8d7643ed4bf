import { describe, expect, it } from 'vitest';
import { inBatches } from '../src/jobs/batches.ts';

/** A statement on a table of `rows`, which the database cuts off when it takes more than `bearable` of them at once. */
function table(rows: number, bearable = Infinity) {
  const asked: number[] = [];
  let left = rows;
  const statement = async (limit: number): Promise<number> => {
    asked.push(limit);
    const taken = Math.min(limit, left);
    if (taken > bearable) throw Object.assign(new Error('canceling statement'), { code: '57014' });
    left -= taken;
    return taken;
  };
  return { asked, statement };
}

describe('work in batches', () => {
  it('goes on until a batch comes back short', async () => {
    const { asked, statement } = table(1_200);
    expect(await inBatches(statement)).toBe(1_200);
    expect(asked).toEqual([500, 500, 500]);
  });

  it('asks once more after a full batch', async () => {
    const { asked, statement } = table(20);
    expect(await inBatches(statement, 20)).toBe(20);
    expect(asked).toEqual([20, 20]);
  });

  it('takes fewer rows when the database cuts a statement off', async () => {
    const { asked, statement } = table(130, 60);
    expect(await inBatches(statement)).toBe(130);
    expect(asked).toEqual([500, 50, 50, 50]);
  });

  it('gives up on a single row that takes too long, and on any other error', async () => {
    await expect(inBatches(table(5, 0).statement)).rejects.toThrow('canceling statement');
    await expect(inBatches(() => Promise.reject(new Error('no such table')))).rejects.toThrow(
      'no such table',
    );
  });
});
