import { expect, it } from "vitest";
import { ACCOUNT_RULES, type AccountEvidence, findingsOf, GROUP_RULES, type GroupEvidence, scoreOf } from "./rules.ts";

/** Honest people as we know them, and the rules that we accept to hit them: a human sees those, and lets them go. */
interface Honest {
  readonly who: string;
  readonly hits: readonly string[];
  readonly account?: AccountEvidence;
  readonly group?: GroupEvidence;
}

const text = await Deno.readTextFile(new URL("./honest.jsonl", import.meta.url));
const honest = text.trim().split("\n").map((line): Honest => JSON.parse(line));

it.each(honest)("$who", ({ account, group, hits }) => {
  const findings = [
    ...(account ? findingsOf(ACCOUNT_RULES, account) : []),
    ...(group ? findingsOf(GROUP_RULES, group) : []),
  ];
  expect(findings.map(({ rule }) => rule)).toEqual(hits);
  expect(scoreOf(findings)).toBeLessThan(60);
});

it("the rules hit few of them", () => {
  expect(honest.length).toBeGreaterThan(15);
  expect(honest.filter(({ hits }) => hits.length > 0).length / honest.length).toBeLessThan(0.25);
});
