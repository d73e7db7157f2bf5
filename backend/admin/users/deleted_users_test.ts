import { expect, it } from "vitest";
import { ensureFirstAdmin } from "../../accounts/account/make_admin.ts";
import { openTestAccounts } from "../../testing/accounts.ts";
import { peopleOf, TEST_PASSWORD } from "../../testing/people.ts";

it("a deleted user can only be restored: nobody edits, suspends or lets in who is gone", async () => {
  await using world = await openTestAccounts();
  const people = peopleOf(world);
  const boss = { email: "boss@orin.example", password: TEST_PASSWORD };
  await ensureFirstAdmin(world.deps, boss);
  const { body: { token } } = await world.call("POST", "/api/v1/admin/login", { body: boss });
  const call = (method: string, path: string, body?: unknown) =>
    world.call(method, `/api/v1/${path}`, { token: String(token), ...(body === undefined ? {} : { body }) });
  const member = await people.member({ lastName: "Before" });
  const path = `admin/users/${member.userId}`;
  const history = () => world.deps.store.readStream("social", `user/${member.userId}`);
  expect((await call("POST", `${path}/suspend`, { reason: "Loops one song" })).status).toBe(200);
  expect((await call("DELETE", path)).status).toBe(200);
  const before = await history();
  for (
    const [method, where, body] of [
      ["PUT", path, { lastName: "After" }],
      ["PATCH", `users/${member.userId}`, { password: "Another-2026!" }],
      ["PUT", path, { isAdmin: true }],
      ["POST", `${path}/suspend`, { reason: "Too late" }],
      ["POST", `${path}/unsuspend`, { reason: "Too late" }],
    ] as const
  ) {
    expect(await call(method, where, body), `${method} ${where}`).toMatchObject({
      status: 409,
      body: { code: "user_deleted", error: "This user was deleted: restore the account first" },
    });
  }
  expect(await history()).toEqual(before);
  expect((await call("POST", `${path}/restore`)).status).toBe(200);
  expect((await call("POST", `${path}/unsuspend`, { reason: "Explained" })).status).toBe(200);
  expect(await call("PUT", path, { lastName: "After" })).toMatchObject({ status: 200 });
});
