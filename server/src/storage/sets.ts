import type { NamedStatement } from './batch.ts';

/** The SQL types of what a statement is given for each item. */
type GivenType = 'text' | 'bytea' | 'integer';

/** Types of a statement's parameters, of which the first is the id of its item. Null: one value for all items of a set. */
export type Given = readonly (GivenType | null)[];

/**
 * How a statement is written for one item, which it is given as parameters, and for a set of items, of which each is a row of
 * the common table `asked`.
 */
export interface Asked {
  /** `asked` itself, in front of the other common tables. */
  readonly ctes: string;
  /** In front of what else is in FROM. */
  readonly from: string;
  /** Whether a column has the id of an item, of that of `row`. */
  is(id: string, row?: string): string;
  /** The parameter with a number, in a place where `row` has been given it. */
  of(number: number, row?: string): string;
  /** Behind a select list: passes on what `row` has been given. */
  more(row?: string): string;
  /** Behind the last select list: of which item a row is. */
  number(row?: string): string;
}

const NUMBER = 'asked_number';
const column = (number: number): string => `given_${number}`;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

const ONE: Asked = {
  ctes: '',
  from: '',
  is: (id) => `${id} = $1`,
  of: (number) => `$${number}`,
  more: () => '',
  number: () => '',
};

function manyOf(given: Given): Asked {
  const own = upTo(given.length).filter((number) => given[number - 1] !== null);
  const type = (number: number): string => (given[number - 1] === 'bytea' ? 'bytea' : 'text');
  // Out of a sub-select, or PostgreSQL would plan for the length of each array anew.
  const array = (number: number): string => `(SELECT $${number}::${type(number)}[])`;
  const columns = own.map(
    (number) => `${column(number)}::${given[number - 1] as GivenType} AS ${column(number)}`,
  );
  const names = [...own.map(column), NUMBER];
  const all = (row: string): string => names.map((name) => `${row}.${name}`).join(', ');
  return {
    ctes: `asked AS (
    SELECT ${columns.join(', ')}, ${NUMBER}::integer AS ${NUMBER}
    FROM unnest(${own.map(array).join(', ')}) WITH ORDINALITY AS given (${names.join(', ')})
  ), `,
    from: 'asked, ',
    // By the array as well: whatever comes first, and whatever PostgreSQL knows of the table, no index is walked through.
    is: (id, row = 'asked') => `${id} = ANY (${array(1)}::text[]) AND ${id} = ${row}.${column(1)}`,
    of: (number, row = 'asked') => (given[number - 1] === null ? `$${number}` : `${row}.${column(number)}`),
    more: (row = 'asked') => `, ${all(row)}`,
    number: (row = 'asked') => `, ${row}.${NUMBER}`,
  };
}

/** A statement about one item, and how it is for a set of them. */
export interface Forms {
  one: string;
  many: SetForm;
}

/** A statement about a set of items: its rows say by `asked_number` which of them, from 1, they are of. */
export interface SetForm {
  sql: string;
  given: Given;
}

/** Both forms of a statement. */
export const formsOf = (given: Given, write: (asked: Asked) => string): Forms => ({
  one: write(ONE),
  many: { sql: write(manyOf(given)), given },
});

/** The form of a statement for one item. */
export const forOne = (write: (asked: Asked) => string): string => write(ONE);

/** A statement about one item, which can be sent as one of a set. */
export interface SetMember extends NamedStatement {
  /** What is the same for all of the set. */
  many: SetForm & { name: string };
}

export const isMember = (statement: NamedStatement): statement is SetMember =>
  (statement as Partial<SetMember>).many !== undefined;

/** Whether a statement can be in the set of another, that of what is given for all the same. */
export const areAlike = (a: SetMember, b: SetMember): boolean =>
  a.many.name === b.many.name &&
  a.many.given.every((type, i) => type !== null || a.values?.[i] === b.values?.[i]);

/** The id of the item that a statement is about. */
export const itemOf = ({ values }: SetMember): unknown => values?.[0];

/** One statement for what the members say. */
export function asSet(members: readonly SetMember[]): NamedStatement {
  const [first] = members as readonly [SetMember];
  const { name, sql, given } = first.many;
  return {
    name,
    text: sql,
    values: given.map((type, i) =>
      type === null
        ? first.values?.[i]
        : toArray(
            type,
            members.map(({ values }) => values?.[i]),
          ),
    ),
  };
}

/** The rows of a set, of each of its members. */
export function rowsOfEach(rows: readonly object[], members: number): object[][] {
  const each: object[][] = Array.from({ length: members }, () => []);
  for (const row of rows as Record<typeof NUMBER, number>[]) (each[row[NUMBER] - 1] as object[]).push(row);
  return each;
}

const OIDS = { bytea: 17, text: 25 };
const HEADER_BYTES = 20;

/**
 * An array as PostgreSQL receives it in binary (`array_recv` in its `arrayfuncs.c`): dimensions, whether there are nulls, the
 * type of its elements, their number and the index of the first; then each element behind its length, -1 for null.
 */
function toArray(type: GivenType, values: readonly unknown[]): Buffer {
  const elements = values.map(toBytes);
  const size = elements.reduce((sum, element) => sum + 4 + (element?.length ?? 0), HEADER_BYTES);
  const array = Buffer.allocUnsafe(size);
  const header = [
    1,
    Number(elements.includes(null)),
    OIDS[type === 'bytea' ? 'bytea' : 'text'],
    values.length,
    1,
  ];
  let at = 0;
  for (const number of header) at = array.writeInt32BE(number, at);
  for (const element of elements) {
    at = array.writeInt32BE(element?.length ?? -1, at);
    if (element) at += element.copy(array, at);
  }
  return array;
}

/** A parameter as `pg` would send it. */
function toBytes(value: unknown): Buffer | null {
  if (value === null || value === undefined) return null;
  return Buffer.isBuffer(value) ? value : Buffer.from(value as string);
}
