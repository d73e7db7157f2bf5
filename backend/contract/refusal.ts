import type { ProblemCode } from "./problem.ts";

/**
 * A decision's "no". It carries a code, never an HTTP status (`problem.ts` maps codes), and the text that people
 * may read. Thrown by `decide`; nothing of the refused command takes effect.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly detail: Readonly<Record<string, string | number | boolean>> = {},
  ) {
    super(message);
  }
}
