import { afterAll, expect, it } from "vitest";
import type { EmailChanged, PasswordChanged, ProfileChanged } from "../../backend/accounts/account/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { Tx } from "../../backend/store/sql.ts";
import { accountChanges, changesSince } from "./account_changes.ts";

const test = await openTestProjection(accountChanges);
afterAll(() => test[Symbol.asyncDispose]());

type AccountChange = EmailChanged | PasswordChanged | ProfileChanged;

const [userId, other] = [newId(), newId()];
const profile = (fields: object, of = userId): AccountChange => ({
  type: "ProfileChanged",
  data: { userId: of, ...fields },
});
const password = (by: "owner" | "reset" | "admin"): AccountChange => (
  { type: "PasswordChanged", data: { userId, passwordHash: "sealed", by } }
);
const email: AccountChange = {
  type: "EmailChanged",
  data: { userId, email: "sealed", emailHash: "hash", previousEmail: "sealed" },
};

const ofUser = async (tx: Tx, since: number) =>
  (await changesSince(tx, [{ id: newId(), userId, since }])).values().next().value ?? [];

it.each<[string, AccountChange, string[]]>([
  ["a password by its owner", password("owner"), ["password"]],
  ["a password by an admin", password("admin"), ["password"]],
  ["a password by a code", password("reset"), ["password_reset"]],
  ["an email", email, ["email"]],
  ["a first name", profile({ firstName: "sealed" }), ["name"]],
  ["a phone, which is none of its matters", profile({ phone: "sealed", address: "sealed" }), []],
  ["somebody else's name", profile({ lastName: "sealed" }, other), []],
])("keeps when somebody changed %s", async (_what, event, changes) => {
  const found = await test.given([{ ...event, at: 5_000 }], (tx) => ofUser(tx, 0));
  expect(found).toEqual(changes.map((change) => ({ change, at: 5_000 })));
});

it("answers changes since a moment, newest first and twenty at most", async () => {
  const events = Array.from({ length: 25 }, (_, index) => ({ ...password("owner"), at: 1_000 + index }));
  const found = await test.given([...events, { ...email, at: 1_024 }], (tx) => ofUser(tx, 1_010));
  expect(found.map(({ at }) => at)).toEqual([1_024, ...Array.from({ length: 15 }, (_, index) => 1_024 - index)]);
  expect(found[0]?.change).toBe("email");
  expect(await test.given(events, (tx) => ofUser(tx, 0))).toHaveLength(20);
});

it("answers each who asks from a moment of their own", async () => {
  const [early, late, none] = [newId(), newId(), newId()];
  const events = [{ ...email, at: 1_000 }, { ...profile({ lastName: "sealed" }, other), at: 2_000 }];
  const found = await test.given(
    events,
    (tx) =>
      changesSince(tx, [{ id: early, userId, since: 0 }, { id: late, userId, since: 1_500 }, {
        ...{ id: none, userId: other, since: 500 },
      }]),
  );
  expect(Object.fromEntries(found)).toEqual({
    [early]: [{ change: "email", at: 1_000 }],
    [none]: [{ change: "name", at: 2_000 }],
  });
});
