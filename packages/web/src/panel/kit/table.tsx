import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  title: string;
  /** The title is only for those who hear the page. */
  isUnseen?: boolean;
  cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** A list with columns. On a narrow page each row is a card; the roles keep it a table for those who hear it. */
export const Table = <Row,>({ caption, columns, rows, keyOf }: TableProps<Row>) => (
  <table role="table">
    <caption class="unseen">{caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ title, isUnseen }) => (
          <th key={title} role="columnheader" scope="col">
            {isUnseen ? <span class="unseen">{title}</span> : title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr key={keyOf(row)} role="row">
          {columns.map(({ title, cell }) => (
            <td key={title} role="cell">
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

interface RowButtonProps {
  /** Its effect. */
  text: string;
  /** Name of the row, for those who hear the page. */
  name: string;
  onClick: () => void;
}

/** A button of a row. */
export const RowButton = ({ text, name, onClick }: RowButtonProps) => (
  <button type="button" class="plain" onClick={onClick}>
    {text} <bdi class="unseen">{name}</bdi>
  </button>
);
