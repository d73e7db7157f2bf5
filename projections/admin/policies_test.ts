import { afterAll, expect, it } from "vitest";
import { FIRST_POLICY } from "../../backend/contract/policy_rules.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { policies, policyAt, readPolicies, readPolicyVersions } from "./policies.ts";

const test = await openTestProjection(policies);
afterAll(() => test[Symbol.asyncDispose]());

const changed = (version: number, effectiveFrom: string) => ({
  type: "PolicyChanged" as const,
  data: { policy: { ...FIRST_POLICY, version, effectiveFrom }, reason: `why ${version}` },
});
const [spring, summer] = [changed(2, "2026-03-01T00:00:00.000Z"), changed(3, "2026-06-01T00:00:00.000Z")];
const cancelled = { type: "PolicyChangeCancelled" as const, data: { version: 3, reason: "too soon" } };

it.each([
  ["nothing was changed", [], "2026-07-01", [1]],
  ["two were changed", [spring, summer], "2026-07-01", [3, 2]],
  ["one is still to come", [spring, summer], "2026-05-01", [3, 2]],
  ["one was cancelled", [spring, summer, cancelled], "2026-07-01", [2]],
])("knows the versions where %s, and which is in force", async (_how, events, day, versions) => {
  const known = await test.given(events, readPolicies);
  expect(known.map(({ version }) => version)).toEqual(versions);
  const inForce = known.filter(({ effectiveFrom }) => effectiveFrom <= day).map(({ version }) => version);
  expect(policyAt(known, Date.parse(day)).version).toBe(inForce[0]);
});

it("keeps who decided a version and who took it back", async () => {
  const rows = await test.given([{ ...summer, at: 1_000 }, { ...cancelled, at: 2_000 }], readPolicyVersions);
  expect(rows).toMatchObject([
    {
      policy: { version: 3 },
      reason: "why 3",
      actor: "system:test",
      decidedAt: 1_000,
      cancelled: { at: 2_000, by: "system:test", reason: "too soon" },
    },
  ]);
});
