/** The names of a text field, one a line. */
export function linesIn(text: string): string[] {
  return text.split(/[\n;]/).map((line) => line.trim()).filter(Boolean);
}
