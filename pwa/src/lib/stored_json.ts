/** What a storage keeps under a key as JSON; null where there is nothing, or nothing that can be read. */
export function readJson(storage: Storage | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** The same where a record is expected; empty where there is none. */
export function readRecord(storage: Storage | undefined, key: string): Record<string, unknown> {
  const value = readJson(storage, key);
  return typeof value === "object" && value !== null ? { ...value } : {};
}
