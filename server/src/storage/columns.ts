/** The column, or the expression, that each field of a row comes from or goes to. */
export type Columns<Row> = { readonly [Field in keyof Row]-?: string };

/** What a statement selects for a row: each column under the name of its field. */
export const selected = <Row>(columns: Columns<Row>): string =>
  Object.entries<string>(columns)
    .map(([field, column]) => (column === field ? column : `${column} AS "${field}"`))
    .join(', ');

/** An INSERT of one row, whose values are what `valuesOf` gives. */
export function insertInto<Row>(table: string, columns: Columns<Row>): string {
  const names = Object.values<string>(columns);
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})`;
}

/** The values of a row in the order of its columns. */
export const valuesOf = <Row>(columns: Columns<Row>, row: Row): unknown[] =>
  Object.keys(columns).map((field) => row[field as keyof Row]);
