/** Whether these tests run at full size, as `deno task proofs` runs them; in `npm test` each has a small seed. */
export const IS_PROOF = Deno.env.get("ORIN_PROOF") === "1";

/** A number of runs, people or steps: that of `npm test`, or that of the proof. */
export function sized(small: number, full: number): number {
  return IS_PROOF ? full : small;
}
