/**
 * What the type of a row says that no row of `backend/store/sql.ts` has: names with `_`, a `Date`, a null. The type of a
 * query is believed, not checked, so what it says wrongly would be undefined where it is read.
 */
export function judgeRowType(type: string): string | undefined {
  const [, name] = type.match(/(?<![\w"'`])([a-z]\w*_\w+)["']?\??:/) ?? [];
  if (name) return `Rows come in camelCase: name ${name} without "_"`;
  if (/(?<![\w."'`])Date(?![\w."'`])/.test(type)) return "Rows have moments in epoch ms: write number instead of Date";
  if (/\|\s*null\b|\bnull\s*\|/.test(type)) return "Rows have undefined for null: write undefined";
  return undefined;
}
