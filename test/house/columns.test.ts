import { describe, expect, it } from 'vitest';
import { itemColumns, tablesOfKeys, wrappedColumns } from '../../server/src/modules.ts';
import { allColumns, BYTES } from '../support/database/columns.ts';
import { markdown, section, tableRows } from '../support/docs/readme-blocks.ts';

const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;
/** A column with a data key that the keyring wraps. */
const isWrappedKey = ({ column }: { column: string }) => /(^|_)wrapped_key$/.test(column);

describe('a column of text, of a table of items or of keys', () => {
  const ofItems = allColumns.filter(
    ({ table, type }) =>
      (itemColumns[table] !== null || table in tablesOfKeys) && /^(text|jsonb|character)/.test(type),
  );
  const rows = tableRows(section(markdown('docs/security.md'), 'Columns in the clear'));
  const listed = rows.flatMap(([columns]) => [...columns!.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!));
  const clear = new Set(listed);

  it('is sealed as bytes, or stands with a reason in docs/security.md, Columns in the clear', () => {
    const others = ofItems.filter((each) => !clear.has(each.column) && !clear.has(nameOf(each)));
    const row = 'seal these columns as bytea, or add a row to "Columns in the clear" of docs/security.md';
    expect(others.map(nameOf), row).toEqual([]);
  });

  it('is there, if that page names it', () => {
    const known = new Set(ofItems.flatMap((each) => [each.column, nameOf(each)]));
    expect(listed.filter((name) => !known.has(name))).toEqual([]);
    expect(rows.filter(([, reason]) => !/\w{3}/.test(reason!))).toEqual([]);
  });
});

describe('a column of bytes', () => {
  const columns = allColumns.filter(({ type }) => type === 'bytea');

  it('is a wrapped key by its name, or says in BYTES how many bytes it holds, or that they count', () => {
    expect(
      columns
        .filter((each) => !isWrappedKey(each))
        .map(nameOf)
        .sort(),
    ).toEqual(Object.keys(BYTES).sort());
  });

  it('that is a wrapped key is found by the commands of the keyring', () => {
    const wrapped = columns.filter(isWrappedKey);
    expect(wrapped.length).toBeGreaterThan(5);
    expect(wrappedColumns.map(nameOf).sort()).toEqual(wrapped.map(nameOf).sort());
  });
});
