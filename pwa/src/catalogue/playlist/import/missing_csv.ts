import type { WantedSong } from "@contract/match.ts";

/** The songs that were not found, as lines to copy. */
export function missingText(rows: readonly WantedSong[]): string {
  return rows.map(({ title, artist }) => artist === "" ? title : `${artist} - ${title}`).join("\n");
}

/** The same as a table. A cell that a table program would run as a formula stays text. */
export function missingCsv(rows: readonly WantedSong[]): string {
  const cell = (text: string) => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  return ["Title,Artist", ...rows.map(({ title, artist }) => `${cell(title)},${cell(artist)}`)].join("\r\n");
}
