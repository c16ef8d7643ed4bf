/** The statements that this process sends to PostgreSQL. */
import pg from 'pg';
import { vi } from 'vitest';
import type { PgStatement } from '../../../server/src/storage/postgres/pg-internals.ts';

/** A statement as it is sent. */
export interface SentStatement {
  text: string;
  values: unknown[];
}

/** Statements that this process sends to databases during `work`. */
export async function statementsOf(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return sent.mock.calls.flatMap(([first]) => {
      const { statements, text, values } = first as unknown as PgStatement & {
        statements?: SentStatement[];
      };
      return statements ?? (text ? [{ text, values: [...(values ?? [])] }] : []);
    });
  } finally {
    sent.mockRestore();
  }
}
