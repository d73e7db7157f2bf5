/** An open quote that runs longer than this is a slip, not a cell of many lines. */
const LONGEST_CELL_LINES = 8;

/** A line above the names of the columns may say what the table is. */
const FIRST_LINES = 3;

/** The rows of a table with cells in quotes or without; what separates them is read from its first lines. */
export function parseCsv(text: string, mostRows: number): string[][] {
  const lines = text.split(/\r\n|\n|\r/);
  // Excel's own note.
  const said = /^"?sep=(.)"?$/i.exec(lines[0] ?? "")?.[1];
  const separator = said ?? separatorOf(lines.filter((line) => line.trim() !== "").slice(0, FIRST_LINES));
  const rows: string[][] = [];
  for (let at = said === undefined ? 0 : 1; at < lines.length && rows.length < mostRows;) {
    const { cells, used } = rowAt(lines, at, separator);
    if (cells.some((cell) => cell.trim() !== "")) rows.push(cells);
    at += used;
  }
  return rows;
}

function separatorOf(lines: readonly string[]): string {
  const bare = lines.map((line) => line.replaceAll(/"[^"]*"/g, ""));
  // In all of them: a title of one line may have many commas.
  const count = (separator: string) => Math.min(...bare.slice(-2).map((line) => line.split(separator).length));
  return [",", ";", "\t", "|"].toSorted((one, two) => count(two) - count(one))[0] ?? ",";
}

/** The row that begins at a line. A quote that never ends costs its own line alone: it is read as a letter. */
function rowAt(lines: readonly string[], at: number, separator: string): { cells: string[]; used: number } {
  for (let used = 1; used <= LONGEST_CELL_LINES && at + used <= lines.length; used++) {
    const cells = cellsOf(lines.slice(at, at + used).join("\n"), separator);
    if (cells) return { cells, used };
  }
  return { cells: (lines[at] ?? "").replaceAll('"', "").split(separator), used: 1 };
}

/** Undefined while a quote is open. */
function cellsOf(line: string, separator: string): string[] | undefined {
  const cells: string[] = [];
  let [cell, isQuoted] = ["", false];
  for (let index = 0; index < line.length; index++) {
    const letter = line[index] ?? "";
    if (isQuoted && letter === '"' && line[index + 1] === '"') cell += line[++index];
    else if (isQuoted) letter === '"' ? isQuoted = false : cell += letter;
    // A quote inside a word is one: 12" mix.
    else if (letter === '"' && cell.replace("=", "").trim() === "") [cell, isQuoted] = ["", true];
    else if (letter === separator) {
      cells.push(cell);
      cell = "";
    } else cell += letter;
  }
  return isQuoted ? undefined : [...cells, cell];
}
