import type { ReactNode } from "react";
import { nairaOf } from "../../lib/naira.ts";
import type { Column } from "./DataTable.tsx";

/** A column of figures; on a phone each follows its name. */
export function figure<Row>(
  label: string,
  cell: (row: Row) => ReactNode,
  onPhone: Column<Row>["onPhone"] = "named",
): Column<Row> {
  return { label, cell, isFigure: true, ...(onPhone && { onPhone }) };
}

/** A column of sums: tokens, or naira, as answers give them. */
export function naira<Row>(label: string, of: (row: Row) => number, onPhone?: Column<Row>["onPhone"]): Column<Row> {
  return figure(label, (row) => nairaOf(of(row)), onPhone);
}
