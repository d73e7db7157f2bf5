import type { AccountEvidence, GroupEvidence } from "./rules.ts";

/** Honest people as we know them, and the rules that we accept to hit them: a human sees those, and lets them go. */
interface Honest {
  readonly who: string;
  readonly hits: readonly string[];
  readonly account?: AccountEvidence;
  readonly group?: GroupEvidence;
}

/** The hand-labelled set. */
export async function readHonest(): Promise<Honest[]> {
  const text = await Deno.readTextFile(new URL("./honest.jsonl", import.meta.url));
  return text.trim().split("\n").map((line): Honest => JSON.parse(line));
}

/** The honest people of the set. */
export async function honestPeople(): Promise<{ who: string; evidence: AccountEvidence }[]> {
  return (await readHonest()).flatMap(({ who, account }) => account ? [{ who, evidence: account }] : []);
}

/** The honest groups of the set. */
export async function honestGroups(): Promise<{ who: string; evidence: GroupEvidence }[]> {
  return (await readHonest()).flatMap(({ who, group }) => group ? [{ who, evidence: group }] : []);
}
