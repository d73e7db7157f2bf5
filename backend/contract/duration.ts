/** A length as the documents show it: "3:05". Milliseconds in, whole seconds out, the rest cut off on every list alike. */
export function minutesAndSeconds(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
