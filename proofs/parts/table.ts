/** A Markdown table, as wide as its cells; columns of figures end at the right. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.some((row) => row.length !== head.length)) throw new Error(`A row is not as wide as its head: ${head}`);
  const columns = head.map((name, column) => {
    const cells = rows.map((row) => row[column] ?? "");
    return { width: Math.max(3, name.length, ...cells.map((cell) => cell.length)), isRight: cells.every(isFigure) };
  });
  const line = (cells: readonly string[]) => {
    const padded = columns.map(({ width, isRight }, column) =>
      isRight ? (cells[column] ?? "").padStart(width) : (cells[column] ?? "").padEnd(width)
    );
    return `| ${padded.join(" | ")} |`;
  };
  const rule = columns.map(({ width, isRight }) => isRight ? `${"-".repeat(width - 1)}:` : "-".repeat(width));
  return [line(head), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

function isFigure(cell: string): boolean {
  return /^([−-]?[\d₦]|$)/.test(cell);
}
