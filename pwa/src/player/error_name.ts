/** What kind of error a browser says it is, such as `NotAllowedError`. */
export function errorName(error: unknown): unknown {
  return typeof error === "object" && error !== null && "name" in error ? error.name : undefined;
}
