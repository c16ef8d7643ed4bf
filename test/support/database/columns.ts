/** The columns of the database, as the schema file lists them. */
import { readFileSync } from 'node:fs';
import { SCHEMA_FILE } from '../../../server/src/storage/schema.ts';

export interface Column {
  table: string;
  column: string;
  /** Such as `timestamp with time zone`. */
  type: string;
}

export const allColumns: readonly Column[] = [
  ...readFileSync(SCHEMA_FILE, 'utf8').matchAll(/^column (\w+)\.(\w+): (.+?)(?: NOT NULL| DEFAULT .*)*$/gm),
].map(([, table, column, type]) => ({ table: table!, column: column!, type: type! }));

export const columnsOf = (table: string): Column[] => allColumns.filter((each) => each.table === table);
