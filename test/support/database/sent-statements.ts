/** The statements that this process sends to PostgreSQL. */
import pg from 'pg';
import { vi } from 'vitest';
import type { PreparedStatement } from '../../../server/src/storage/batch.ts';

/** A statement as it is sent. */
export interface SentStatement {
  text: string;
  values: unknown[];
}

/** What is sent to databases by this process while `work` goes on. */
export async function statementsOf(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return sent.mock.calls.flatMap(([first]) => {
      const { statements, text, values, name } = first as unknown as PreparedStatement & {
        statements?: SentStatement[];
      };
      // One with a name is prepared here, and carried out by a batch.
      return statements ?? (name === undefined && text ? [{ text, values: [...(values ?? [])] }] : []);
    });
  } finally {
    sent.mockRestore();
  }
}
