import type { ReactNode } from "react";

interface DenseTableProps {
  /** Names the table. */
  label: string;
  columns: readonly string[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
}

/** Rows of 40 px under a head that stays in sight; on a phone the table moves sideways under the finger. */
export function DenseTable({ label, columns, rows }: DenseTableProps) {
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-[70vh] overflow-auto rounded-lg border border-line bg-surface"
    >
      <table aria-label={label} className="w-full min-w-max border-collapse text-sm">
        <thead className="sticky top-0 bg-surface text-left text-xs text-ink-soft shadow-[inset_0_-1px_var(--color-line)]">
          <tr>
            {columns.map((column) => <th key={column} scope="col" className="h-9 px-3 font-semibold">{column}</th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id} className="h-10 border-t border-line first:border-0 hover:bg-ink/3">
              {cells.map((cell, index) => (
                <td key={columns[index]} className="max-w-72 truncate px-3 tabular-nums">
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
