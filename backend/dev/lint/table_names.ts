/** The tables a projection's source makes, e.g. `["play_counts"]`. */
export function tablesIn(source: string): string[] {
  const found = source.matchAll(/create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:\w+\.)?"?(\w+)"?/gi);
  return [...found].map(([, name]) => name ?? "");
}

/** The first of these tables that a piece of SQL reads or writes. */
export function tableNamedIn(sql: string, tables: Iterable<string>): string | undefined {
  const named = new Set(
    [...sql.matchAll(/\b(?:from|join|into|update|table|only|truncate|using)\s+(?:\w+\.)?"?(\w+)/gi)].map((m) => m[1]),
  );
  for (const table of tables) if (named.has(table)) return table;
  return undefined;
}
