import { createHash } from "node:crypto";
import type { WorkChallenge } from "../contract/problem.ts";

/** What a browser answers to a challenge; `more` is put into the answer beside it. */
export function solveWork({ challenge, salt, maxnumber, ...rest }: WorkChallenge, more: object = {}): string {
  for (let number = 0; number <= maxnumber; number++) {
    if (createHash("sha256").update(`${salt}${number}`).digest("hex") !== challenge) continue;
    return btoa(JSON.stringify({ ...rest, challenge, salt, number, ...more }));
  }
  throw new Error("There is no solution");
}
