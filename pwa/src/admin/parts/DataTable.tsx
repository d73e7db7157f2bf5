import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../../ui/class_names.ts";
import { Select } from "../../ui/Select.tsx";

export interface Column<Row, Sort extends string> {
  label: string;
  cell(row: Row): ReactNode;
  /** What the service calls the order by this column; without it the column cannot order. */
  sort?: Sort;
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
  ordered: Ordered<Sort>;
  onOrder(ordered: Ordered<Sort>): void;
}

/**
 * Rows with the columns' names and a way to order them. On a phone each row is a card that names its own values; the
 * roles are said there, because what is no table in CSS would be none for screen readers.
 */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { label, columns, rows, keyOf } = props;
  return (
    <>
      <OrderSelect {...props} />
      <div className="md:overflow-x-auto md:rounded-xl md:border md:border-line md:bg-surface">
        <table role="table" aria-label={label} className="w-full border-collapse text-sm max-md:block">
          <thead role="rowgroup" className="max-md:hidden">
            <tr role="row" className="border-b border-line text-left">
              {columns.map((column) => <Heading key={column.label} column={column} {...props} />)}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-md:flex max-md:flex-col max-md:gap-3">
            {rows.map((row) => (
              <tr
                key={keyOf(row)}
                role="row"
                className="max-md:grid max-md:grid-cols-1 max-md:gap-2 max-md:rounded-xl max-md:border max-md:border-line max-md:bg-surface max-md:p-4 md:border-b md:border-line md:last:border-0 md:hover:bg-ink/3"
              >
                {columns.map((column) => (
                  <td
                    key={column.label}
                    role="cell"
                    data-label={column.label}
                    className="align-middle max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:before:w-24 max-md:before:shrink-0 max-md:before:text-xs max-md:before:text-ink-soft max-md:before:content-[attr(data-label)] md:px-3 md:py-2.5"
                  >
                    <div className="max-md:min-w-[min(100%,9rem)] max-md:flex-1 break-words md:min-w-0">
                      {column.cell(row)}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Heading<Row, Sort extends string>(
  { column: { label, sort }, ordered, onOrder }: DataTableProps<Row, Sort> & { column: Column<Row, Sort> },
) {
  const isOrdered = sort !== undefined && ordered.sort === sort;
  const Icon = !isOrdered ? ChevronsUpDown : ordered.order === "asc" ? ArrowUp : ArrowDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isOrdered ? (ordered.order === "asc" ? "ascending" : "descending") : undefined}
      className="px-3 py-1 text-xs font-semibold text-ink-soft"
    >
      {sort === undefined ? label : (
        <button
          type="button"
          className={classNames(
            "-mx-2 inline-flex h-9 items-center gap-1 rounded-md px-2 hover:text-ink",
            isOrdered && "text-ink",
          )}
          onClick={() => onOrder({ sort, order: isOrdered && ordered.order === "asc" ? "desc" : "asc" })}
        >
          {label}
          <Icon size={14} aria-hidden="true" />
        </button>
      )}
    </th>
  );
}

/** The headings' buttons, where there is no room for headings. */
function OrderSelect<Row, Sort extends string>({ columns, ordered, onOrder }: DataTableProps<Row, Sort>) {
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
    if (chosen) onOrder(chosen.ordered);
  };
  const known = options.some((option) => option.value === valueOf(ordered));
  return (
    <div className="mb-4 md:hidden">
      <Select
        label="Order by"
        options={options}
        placeholder={known ? undefined : "Newest first"}
        value={known ? valueOf(ordered) : ""}
        onChange={(event) => choose(event.target.value)}
      />
    </div>
  );
}
