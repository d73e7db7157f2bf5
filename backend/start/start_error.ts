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
