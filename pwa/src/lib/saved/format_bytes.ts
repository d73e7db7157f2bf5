const MEGABYTE = 1_000_000;

/** "3.4 MB"; "0 MB" only for nothing. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1_000 * MEGABYTE) return `${(bytes / 1_000 / MEGABYTE).toFixed(1)} GB`;
  if (bytes > 0 && bytes < MEGABYTE / 10) return "0.1 MB";
  return `${(bytes / MEGABYTE).toFixed(bytes >= 10 * MEGABYTE || bytes === 0 ? 0 : 1)} MB`;
}
