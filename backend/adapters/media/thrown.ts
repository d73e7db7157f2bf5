/** Something that a library needs is not there, or the disk failed: no fault of the file that was read. */
export class MachineFailed extends Error {
  override readonly name = "MachineFailed";
}

const MOST_WORDS = 500;

/** What was thrown, in words, whatever it is: WebAssembly throws objects that are no errors. */
export function errorText(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`.slice(0, MOST_WORDS);
  if (typeof thrown !== "object" || thrown === null) return String(thrown).slice(0, MOST_WORDS);
  const { name, message, status } = thrown as { name?: unknown; message?: unknown; status?: unknown };
  const said = [name, message, status === undefined ? undefined : `status ${status}`].filter((one) =>
    one !== undefined
  );
  return (said.length > 0 ? said.join(": ") : JSON.stringify(thrown)).slice(0, MOST_WORDS);
}
