import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { eventually } from "../../testing/wait.ts";
import { registerUser, verifyEmail } from "./register.ts";
import { suspend } from "./suspend.ts";

const metadata = { actor: "system:test" };
let test: TestAccounts;
beforeAll(async () => void (test = await openTestAccounts()));
afterAll(() => test[Symbol.asyncDispose]());

it("of the last two admins who suspend each other in the same group, the second is refused", async () => {
  const { store } = test.deps;
  const addAdmin = async (email: string) => {
    const person = {
      firstName: "A",
      lastName: "B",
      phone: "",
      address: "",
      role: "listener",
      passwordHash: "",
    } as const;
    const account = { ...person, email, userId: newId(), verified: true, isAdmin: true };
    return (await registerUser(test.deps, account, { metadata })).userId;
  };
  const [one, other] = [await addAdmin("one@orin.example"), await addAdmin("other@orin.example")];

  // While the first group waits for the head, the two commands behind it gather into one group.
  const waiting = async (commands: number) => {
    const line = `orin_waiting{logs="social",lane="interactive"} ${commands}`;
    await eventually(`${commands} commands to wait`, () => store.metrics.render()).toContain(line);
  };
  const both = await store.sql.begin(async (tx) => {
    await tx`select from logs where log = 'social' for update`;
    const first = verifyEmail(test.deps, one, { metadata });
    const blocked = () =>
      tx`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await eventually("the first group to wait for the head", blocked).toHaveLength(1);
    const suspensions = [
      suspend(test.deps, { userId: one, adminId: other, reason: "a test" }, { metadata }),
      suspend(test.deps, { userId: other, adminId: one, reason: "a test" }, { metadata }),
    ];
    await waiting(2);
    return { first, settled: Promise.allSettled(suspensions) };
  });
  await both.first;
  const outcomes = (await both.settled).map((one) => one.status === "fulfilled" ? "suspended" : one.reason.code);
  expect(outcomes.toSorted()).toEqual(["last_admin", "suspended"]);
});
