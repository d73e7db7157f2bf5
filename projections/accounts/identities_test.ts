import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { IdentityEvent } from "../../backend/trust/identity/events.ts";
import type { ClosingEvent } from "../account_closings.ts";
import { findIdentityCheck, identities, identityNumberOwners } from "./identities.ts";

const test = await openTestProjection(identities);
afterAll(() => test[Symbol.asyncDispose]());

const [ada, ben, checkId, other] = [newId(), newId(), newId(), newId()];
const started: IdentityEvent = {
  type: "IdentityCheckStarted",
  data: { userId: ada, checkId, numberHash: "bvn", account: "sealed", accountHash: "hash" },
};
const submitted = (userId = ada, id = checkId): IdentityEvent => (
  { type: "IdentityCheckSubmitted", data: { userId, checkId: id, customerCode: "CUS_1" } }
);
const failed: IdentityEvent = {
  type: "IdentityCheckFailed",
  data: { userId: ada, checkId, because: "refused", said: "" },
};
const proven = (userId = ada): IdentityEvent => ({
  type: "IdentityProven",
  data: { userId, checkId, numberHash: "bvn" },
});
const closed: ClosingEvent = { type: "AccountClosed", data: { userId: ada, by: "owner", eraseAt: 9 } };
const erased: ClosingEvent = { type: "AccountErased", data: { userId: ada } };

it.each<[string, (IdentityEvent | ClosingEvent)[], string | undefined]>([
  ["nobody, while it is checked", [started, submitted()], undefined],
  ["nobody, where the check failed", [started, submitted(), failed], undefined],
  ["whom it proved", [started, submitted(), proven()], ada],
  ["whom it proved first", [proven(), proven(ben)], ada],
  ["who closed the account and may come back", [proven(), closed], ada],
  ["nobody else, ever, where that person was erased", [proven(), closed, erased, proven(ben)], "gone"],
])("says whom a BVN has proven: %s", async (_who, events, owner) => {
  const owners = await test.given(events, (tx) => identityNumberOwners(tx, ["bvn", "another"]));
  expect(owners).toEqual(new Map(owner === undefined ? [] : [["bvn", owner]]));
});

it("finds the check that a customer of the provider stands for, until the person is erased", async () => {
  const find = (events: (IdentityEvent | ClosingEvent)[]) => test.given(events, (tx) => findIdentityCheck(tx, "CUS_1"));
  expect(await find([started])).toBeUndefined();
  expect(await find([submitted()])).toEqual({ userId: ada, checkId });
  expect(await find([submitted(), submitted(ben, other)])).toEqual({ userId: ada, checkId });
  expect(await find([submitted(), proven(), erased])).toBeUndefined();
});

it("keeps of the erased no id at all", async () => {
  const left = await test.given([submitted(), proven(), erased], async (tx) => [
    ...await tx`select from identity_numbers where user_id is not null`,
    ...await tx`select from identity_customers`,
  ]);
  expect(left).toEqual([]);
});
