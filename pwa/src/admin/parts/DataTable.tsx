import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { KeyHint } from "./KeyHint.tsx";
import { onRowKey } from "./row_keys.ts";
import { classNames } from "../../ui/class_names.ts";
import { Select } from "../../ui/Select.tsx";

export interface Column<Row, Sort extends string> {
  label: string;
  cell(row: Row): ReactNode;
  /** What the service calls the order by this column; without it the column cannot order. */
  sort?: Sort;
  /** On a phone: in a row's first line, at its end, or with its name. Others follow in the second line. */
  onPhone?: "title" | "end" | "named";
}

export interface Ordered<Sort extends string> {
  sort: Sort;
  order: "asc" | "desc";
}

interface DataTableProps<Row, Sort extends string> {
  /** Names the table. */
  label: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** Left out where the rows have one order. */
  ordered?: Ordered<Sort>;
  onOrder?(ordered: Ordered<Sort>): void;
}

/**
 * Rows of 40 px under a head that stays in sight, and a way to order them. On a phone a row has two lines; the roles are
 * said there, because what is no table in CSS would be none for screen readers.
 */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { label, columns, rows, keyOf } = props;
  return (
    <>
      {props.ordered && <OrderSelect {...props} ordered={props.ordered} />}
      <div className="md:max-h-[calc(100dvh-11rem)] md:overflow-auto md:rounded-lg md:border md:border-line md:bg-surface">
        <table
          role="table"
          aria-label={label}
          aria-keyshortcuts="j k o"
          className="w-full border-collapse text-sm max-md:block"
          onKeyDown={onRowKey}
        >
          <thead
            role="rowgroup"
            className="top-0 z-10 bg-surface shadow-[inset_0_-1px_var(--color-line)] max-md:hidden md:sticky"
          >
            <tr role="row" className="text-left">
              {columns.map((column) => <Heading key={column.label} column={column} {...props} />)}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-md:block">
            {rows.map((row, index) => (
              <tr
                key={keyOf(row)}
                role="row"
                data-row=""
                tabIndex={index === 0 ? 0 : -1}
                className="-outline-offset-2 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2.5 max-md:border-b max-md:border-line max-md:py-1.5 max-md:after:order-2 max-md:after:basis-full max-md:after:content-[''] md:h-10 md:border-t md:border-line md:first:border-0 md:hover:bg-ink/3"
              >
                {columns.map((column) => <Cell key={column.label} column={column} row={row} />)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <KeyHint />
    </>
  );
}

/** What follows the title is behind the break of the line, which the row draws. */
const PHONE = {
  title: "max-md:font-semibold",
  end: "max-md:order-1 max-md:ml-auto",
  named:
    "max-md:order-3 max-md:text-xs max-md:text-ink-soft max-md:before:mr-1 max-md:before:content-[attr(data-label)]",
  line: "max-md:order-3 max-md:text-xs max-md:text-ink-soft",
} as const;

function Cell<Row, Sort extends string>({ column, row }: { column: Column<Row, Sort>; row: Row }) {
  const { label, onPhone = "line" } = column;
  return (
    <td
      role="cell"
      data-label={label}
      className={classNames("min-w-0 align-middle md:max-w-72 md:px-3", PHONE[onPhone])}
    >
      <div className="max-md:inline md:min-w-0 md:truncate">{column.cell(row)}</div>
    </td>
  );
}

function Heading<Row, Sort extends string>(
  { column: { label, sort }, ordered, onOrder }: DataTableProps<Row, Sort> & { column: Column<Row, Sort> },
) {
  const isOrdered = sort !== undefined && ordered?.sort === sort;
  const Icon = !isOrdered ? ChevronsUpDown : ordered.order === "asc" ? ArrowUp : ArrowDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isOrdered ? (ordered.order === "asc" ? "ascending" : "descending") : undefined}
      className="px-3 text-xs font-semibold text-ink-soft"
    >
      {sort === undefined ? label : (
        <button
          type="button"
          className={classNames(
            "-mx-2 inline-flex h-9 items-center gap-1 rounded-md px-2 hover:text-ink",
            isOrdered && "text-ink",
          )}
          onClick={() => onOrder?.({ sort, order: isOrdered && ordered.order === "asc" ? "desc" : "asc" })}
        >
          {label}
          <Icon size={14} aria-hidden="true" />
        </button>
      )}
    </th>
  );
}

/** The headings' buttons, where there is no room for headings. */
function OrderSelect<Row, Sort extends string>(
  { columns, ordered, onOrder }: DataTableProps<Row, Sort> & { ordered: Ordered<Sort> },
) {
  const orders = columns.flatMap(({ label, sort }) =>
    sort === undefined ? [] : (["asc", "desc"] as const).map((order) => ({ label, ordered: { sort, order } }))
  );
  const valueOf = (one: Ordered<Sort>) => `${one.sort} ${one.order}`;
  const options = orders.map(({ label, ordered: one }) => ({
    value: valueOf(one),
    label: `${label}, ${one.order === "asc" ? "ascending" : "descending"}`,
  }));
  const choose = (value: string) => {
    const chosen = orders.find((one) => valueOf(one.ordered) === value);
    if (chosen) onOrder?.(chosen.ordered);
  };
  const known = options.some((option) => option.value === valueOf(ordered));
  return (
    <div className="mb-2 md:hidden">
      <Select
        hideLabel
        label="Order by"
        options={options}
        placeholder={known ? undefined : "Newest first"}
        value={known ? valueOf(ordered) : ""}
        onChange={(event) => choose(event.target.value)}
      />
    </div>
  );
}
