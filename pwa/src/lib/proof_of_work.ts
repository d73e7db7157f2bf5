import type { ApiError } from "./api_error.ts";
import type { WorkChallenge } from "@contract/problem.ts";

const AT_ONCE = 500;

/** Finds the number that a challenge asks for. Throws the refusal again where it brought no challenge that can be solved. */
export async function solveChallenge(refusal: ApiError): Promise<string> {
  const challenge = refusal.failure.kind === "http" ? refusal.failure.problem?.challenge : undefined;
  const number = challenge && await numberOf(challenge);
  if (!challenge || number === undefined) throw refusal;
  const { algorithm, salt, signature } = challenge;
  return btoa(JSON.stringify({ algorithm, challenge: challenge.challenge, number, salt, signature }));
}

async function numberOf({ challenge, salt, maxnumber }: WorkChallenge): Promise<number | undefined> {
  for (let first = 0; first <= maxnumber; first += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => first + index);
    const hashes = await Promise.all(numbers.map((number) => hashOf(`${salt}${number}`)));
    const found = hashes.indexOf(challenge);
    if (found >= 0) return first + found;
  }
  return undefined;
}

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
