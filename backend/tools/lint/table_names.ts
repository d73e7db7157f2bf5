/** The tables that a projection's source declares, or makes by hand, e.g. `["play_counts"]`. */
export function tablesIn(source: string): string[] {
  const found = source.matchAll(
    /(?:\btable\("|create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:\w+\.)?"?)(\w+)"?/gi,
  );
  return [...found].map(([, name]) => name ?? "");
}

/** The first of these tables that a piece of SQL reads or writes. Prose such as "only creators" is no SQL. */
export function tableNamedIn(text: string, tables: Iterable<string>): string | undefined {
  if (!/\b(select|insert|update|delete|truncate|merge|with)\b/.test(text)) return undefined;
  const places = text.matchAll(/\b(?:from|join|into|update|table|truncate|using)\s+(?:only\s+)?(?:\w+\.)?"?(\w+)/gi);
  const named = new Set([...places].map(([, name]) => name));
  for (const table of tables) if (named.has(table)) return table;
  return undefined;
}
