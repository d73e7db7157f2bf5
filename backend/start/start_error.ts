/** A start problem that the user can fix: shown as one line, without a stack. */
export class StartError extends Error {
  override name = "StartError";
}

/** Prints a StartError as its one line and ends the process with 1; anything else is a defect and is thrown on. */
export function exitOnStartError(error: unknown): never {
  if (!(error instanceof StartError)) throw error;
  console.error(`orin: ${error.message}`);
  Deno.exit(1);
}

/** What an operator is told where Orin cannot work on the database of DATABASE_URL. */
export function databaseNotUsable(url: string, error: unknown): StartError {
  const { host, pathname } = new URL(url);
  return new StartError(`DATABASE_URL is not usable (${host}${pathname}): ${firstLine(error)}`);
}

/** What an error says, without its stack and without lines that follow. */
export function firstLine(error: unknown): string {
  const text = error instanceof AggregateError
    ? String(error.errors[0])
    : error instanceof Error
    ? error.message
    : String(error);
  return text.split("\n")[0] ?? "";
}
