import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface Column<Row> {
  title: string;
  /** The title is only for those who hear the page. */
  isUnseen?: boolean;
  /** Whether the title is repeated beside the value on a narrow page, whose cards have no headings. */
  isTitled?: boolean | ((row: Row) => boolean);
  cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** Moves the focus to the heading when the row that has it is gone: those who use the keyboard would begin at the top. */
function useKeptFocus() {
  const focused = useRef<EventTarget>(null);
  const toHeading = (): void => {
    const element = focused.current as HTMLElement | null;
    if (!element || element.isConnected || document.activeElement !== document.body) return;
    focused.current = null;
    document.getElementById('title')?.focus();
  };
  useLayoutEffect(toHeading);
  // A list without rows may be shown as a sentence.
  useLayoutEffect(() => () => void queueMicrotask(toHeading), []);
  return { onFocusIn: ({ target }: FocusEvent): void => void (focused.current = target) };
}

/** A list with columns. On a narrow page each row is a card; the roles keep it a table for those who hear it. */
export const Table = <Row,>({ caption, columns, rows, keyOf }: TableProps<Row>) => (
  <table role="table" {...useKeptFocus()}>
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
          {columns.map(({ title, isTitled = false, cell }) => (
            <td key={title} role="cell">
              {(typeof isTitled === 'function' ? isTitled(row) : isTitled) && (
                <span class="card-title" aria-hidden="true">
                  {title}:{' '}
                </span>
              )}
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
