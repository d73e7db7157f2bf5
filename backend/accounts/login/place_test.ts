import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { TEST_PASSWORD } from "../../testing/people.ts";

let test: TestListeners;

beforeAll(async () => {
  test = await openTestListeners();
});
afterAll(() => test[Symbol.asyncDispose]());

it("of a log-in is kept as long as the log-in, its address not at all, and is unknown without an operator's file", async () => {
  const { email, userId } = await test.member("listener");
  const { deps } = test.world;
  const logIn = async () =>
    (await test.call("POST", "/api/auth/login", { body: { email, password: TEST_PASSWORD } })).body.token;
  await logIn();
  expect(await deps.sessions.placesOf([userId])).toEqual(new Map());
  const asked: string[] = [];
  const stateOf = (address: string) => (asked.push(address), "Kano" as const);
  Object.assign(deps, { places: { stateOf } });
  test.pass(1_000);
  const token = await logIn();
  expect(asked).toHaveLength(1);
  expect(await deps.sessions.placesOf([userId])).toEqual(new Map([[userId, "Kano"]]));
  const rows = await deps.store
    .sql`select address, login_state from sessions where user_id = ${userId} and login_state is not null`;
  expect([...rows]).toEqual([{ address: undefined, loginState: "Kano" }]);
  const { body } = await test.call("GET", "/api/v1/me/export", { token });
  expect(body.logIns.map(({ state }: { state: string | null }) => state)).toContain("Kano");
  await test.call("POST", "/api/auth/logout", { token });
  expect(await deps.sessions.placesOf([userId])).toEqual(new Map());
});
