import { expect, it } from "vitest";
import { readHonest } from "./honest.ts";
import { ACCOUNT_RULES, findingsOf, GROUP_RULES, scoreOf } from "./rules.ts";

const honest = await readHonest();

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
