import type { ReactNode } from "react";
import { classNames } from "./class_names.ts";

interface FigureTableProps {
  /** Names the table. */
  label: string;
  /** The first is above the rows' names. */
  heads: readonly string[];
  rows: readonly FigureRow[];
  /** How narrow it gets, and its letters. */
  className?: string;
}

interface FigureRow {
  key: string;
  name: ReactNode;
  cells: readonly ReactNode[];
  /** A sum of the others. */
  isTotal?: boolean;
}

/** Figures in rows with a name. Scrolls sideways by itself on a phone; it can be reached by keyboard for that. */
export function FigureTable({ label, heads: [first, ...heads], rows, className }: FigureTableProps) {
  return (
    <div tabIndex={0} role="region" aria-label={label} className="overflow-x-auto">
      <table aria-label={label} className={classNames("w-full text-sm tabular-nums", className)}>
        <thead>
          <tr className="border-b border-line text-right align-bottom text-ink-soft">
            <th scope="col" className={`${NAME} font-semibold`}>{first}</th>
            {heads.map((head) => <th key={head} scope="col" className={`${FIGURE} font-semibold`}>{head}</th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells, isTotal = false }) => (
            <tr
              key={key}
              className={classNames("border-b border-line text-right last:border-0", isTotal && "font-bold")}
            >
              <th scope="row" className={`${NAME} ${isTotal ? "font-bold" : "font-normal"}`}>{name}</th>
              {cells.map((cell, index) => <td key={index} className={FIGURE}>{cell}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const NAME = "py-2 pr-2 text-left wrap-break-word";
const FIGURE = "py-2 pl-2 sm:pl-6";
