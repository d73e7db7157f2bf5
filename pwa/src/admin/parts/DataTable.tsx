import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { KeyHint, onRowKey } from "./row_keys.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Select } from "../../ui/Select.tsx";

export interface Column<Row, Sort extends string = never> {
  label: string;
  cell(row: Row): ReactNode;
  /** What the service calls the order by this column; without it the column cannot order. */
  sort?: Sort;
  /** A figure: at the right, below the others. */
  isFigure?: boolean;
  /** Shown whole, on several lines where it is long. */
  wraps?: boolean;
  /**
   * On a phone: a line of its own above, in a row's first line, at its end, after its name, or a line of its own below.
   * Others follow in the second line, which is `line`.
   */
  onPhone?: "above" | "title" | "end" | "named" | "line" | "below";
}

interface Ordered<Sort extends string> {
  sort: Sort;
  order: "asc" | "desc";
}

/** A table's columns, rows and ways. */
export interface DataTableProps<Row, Sort extends string> {
  /** Names the table. */
  label: string;
  /** The first names the row. */
  columns: readonly Column<NoInfer<Row>, Sort>[];
  rows: readonly Row[];
  keyOf(row: NoInfer<Row>): string;
  /** Left out where the rows have one order. */
  ordered?: Ordered<Sort>;
  onOrder?(ordered: Ordered<Sort>): void;
  /** Too many columns for lines: on a phone the table moves sideways under the finger, beside its first column. */
  isWide?: boolean;
  isTotal?(row: NoInfer<Row>): boolean;
  /** What was opened below a row, across all columns. */
  below?(row: NoInfer<Row>): ReactNode;
  /** Letter keys move among the rows and press their controls: what they are, for the hint. */
  keys?: { canApprove: boolean };
}

/**
 * Rows of 40 px under a head that stays in sight, and a way to order them. On a phone a row has two lines; the roles are
 * said there, because what is no table in CSS would be none for screen readers.
 */
export function DataTable<Row, Sort extends string = never>(props: DataTableProps<Row, Sort>) {
  const { label, columns, rows, keyOf, keys, isWide = false } = props;
  const hasLines = !isWide;
  return (
    <>
      {props.ordered && <OrderSelect {...props} ordered={props.ordered} />}
      <div
        tabIndex={0}
        role="region"
        aria-label={label}
        className={classNames(
          "md:rounded-lg md:border md:border-line md:bg-surface",
          // What opens below a row is as long as it is: the page scrolls then, and the head stays below its own.
          props.below ? "max-lg:overflow-x-auto" : "md:max-h-[calc(100dvh-11rem)] md:overflow-auto",
          isWide && "max-md:overflow-x-auto max-md:rounded-lg max-md:border max-md:border-line max-md:bg-surface",
        )}
      >
        <table
          role="table"
          aria-label={label}
          className={classNames("w-full border-collapse text-sm", hasLines && "max-md:block")}
          {...(keys && { "aria-keyshortcuts": keys.canApprove ? "j k o a" : "j k o", onKeyDown: onRowKey })}
        >
          <thead
            role="rowgroup"
            className={classNames(
              "z-10 bg-surface shadow-[inset_0_-1px_var(--color-line)]",
              props.below ? "lg:sticky lg:top-34" : "md:sticky md:top-0",
              // There each cell has its place, and its name where it needs one.
              hasLines && "max-md:hidden",
            )}
          >
            <tr role="row" className="text-left">
              {columns.map((column) => <Heading key={column.label} column={column} {...props} />)}
            </tr>
          </thead>
          <tbody role="rowgroup" className={hasLines ? "max-md:block" : undefined}>
            {rows.map((row, index) => <Line key={keyOf(row)} isFirst={index === 0} row={row} {...props} />)}
          </tbody>
        </table>
      </div>
      {keys && <KeyHint {...keys} />}
    </>
  );
}

/** A row, and what is open below it. */
function Line<Row, Sort extends string>(
  { row, isFirst, columns, keys, isWide = false, isTotal, below }:
    & DataTableProps<Row, Sort>
    & { row: Row; isFirst: boolean },
) {
  return (
    <>
      <tr
        role="row"
        {...(keys && { "data-row": "", tabIndex: isFirst ? 0 : -1 })}
        className={classNames(
          "-outline-offset-2 md:h-10 md:first:border-0 md:hover:bg-ink/3",
          isTotal?.(row) ? "border-t-2 border-line font-bold" : "md:border-t md:border-line",
          isWide ? "h-10 border-line not-first:border-t" : LINES,
        )}
      >
        {columns.map((column, place) => (
          <Cell
            key={column.label}
            isFirst={place === 0}
            isTotal={isTotal?.(row) ?? false}
            {...{ column, row, isWide }}
          />
        ))}
      </tr>
      <Below columns={columns.length}>{below?.(row)}</Below>
    </>
  );
}

const LINES = "max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2.5 max-md:border-b max-md:border-line " +
  "max-md:py-1.5 max-md:after:order-2 max-md:after:basis-full max-md:after:content-['']";

function Below({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr role="row" className="max-md:block">
      <td role="cell" colSpan={columns} className="pt-1 pb-4 max-md:block md:px-3">{children}</td>
    </tr>
  );
}

/** What follows the title is behind the break of the line, which the row draws. */
const PHONE = {
  above: "max-md:basis-full",
  title: "max-md:font-semibold",
  end: "max-md:order-1 max-md:ml-auto",
  named:
    "max-md:order-3 max-md:text-xs max-md:text-ink-soft max-md:before:mr-1 max-md:before:content-[attr(data-label)]",
  below: "max-md:order-4 max-md:basis-full max-md:pt-1",
  line: "max-md:order-3 max-md:text-xs max-md:text-ink-soft",
} as const;

interface CellProps<Row, Sort extends string> {
  column: Column<Row, Sort>;
  row: Row;
  isFirst: boolean;
  isTotal: boolean;
  isWide: boolean;
}

function Cell<Row, Sort extends string>({ column, row, isFirst, isTotal, isWide }: CellProps<Row, Sort>) {
  const { label, isFigure = false, wraps = false, onPhone = isFirst ? "title" : "line" } = column;
  const className = classNames(
    "min-w-0 align-middle md:px-3",
    // A figure that is not there leaves no name behind.
    !isWide && "max-md:has-[>div:empty]:hidden",
    wraps ? "wrap-anywhere md:py-2" : "md:max-w-72",
    isWide ? "px-3" : PHONE[onPhone],
    isFigure && "tabular-nums md:text-right md:whitespace-nowrap",
    isFigure && isWide && "text-right whitespace-nowrap",
    isFirst && "text-left",
    isFirst && (isTotal ? "font-bold" : isWide ? "font-normal" : "md:font-normal"),
    isFirst && isWide && "sticky left-0 bg-surface whitespace-nowrap",
  );
  const shown = (
    <div className={classNames("max-md:inline md:min-w-0", !wraps && "md:truncate")}>{column.cell(row)}</div>
  );
  return isFirst
    ? <th role="rowheader" scope="row" data-label={label} className={className}>{shown}</th>
    : <td role="cell" data-label={label} className={className}>{shown}</td>;
}

function Heading<Row, Sort extends string>(
  { column: { label, sort, isFigure }, ordered, onOrder, isWide }:
    & DataTableProps<Row, Sort>
    & { column: Column<Row, Sort> },
) {
  const isOrdered = sort !== undefined && ordered?.sort === sort;
  const Icon = !isOrdered ? ChevronsUpDown : ordered.order === "asc" ? ArrowUp : ArrowDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isOrdered ? (ordered.order === "asc" ? "ascending" : "descending") : undefined}
      className={classNames(
        "h-9 px-3 text-xs font-semibold whitespace-nowrap text-ink-soft first:rounded-tl-lg last:rounded-tr-lg",
        isFigure && "text-right",
        isWide && "first:sticky first:left-0 first:bg-surface",
      )}
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
