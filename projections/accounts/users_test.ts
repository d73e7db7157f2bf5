import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AccountEvent } from "../../backend/accounts/account/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { openTestStore, type TestStore } from "../../backend/testing/store.ts";
import type { RecordedEvent } from "../../backend/store/log/event.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { countUsers, findTakenEmails, findUser, findUserByEmailHash, findUsers, users } from "./users.ts";

const metadata = { actor: "system:test" };
const sealed = { firstName: "f1", lastName: "l1", email: "e1", phone: "p1", address: "a1", passwordHash: "h1" };

function registered(userId: string, emailHash: string, role: "listener" | "creator" = "listener"): AccountEvent {
  return { type: "UserRegistered", data: { userId, emailHash, role, ...sealed } };
}

/** As the store knows it: by what is recorded. */
const projection: Projection = users;

describe("users", () => {
  let test: TestStore;
  beforeAll(async () => void (test = await openTestStore({ projections: [users] })));
  afterAll(() => test[Symbol.asyncDispose]());

  const [ada, ben] = [newId(), newId()];
  const append = (userId: string, ...events: AccountEvent[]) =>
    test.store.appendToStream("social", `user/${userId}`, events, { metadata });

  it("folds the events of several people, the last word of each field", async () => {
    await append(ada, registered(ada, "hash of ada"));
    await append(ben, registered(ben, "hash of ben", "creator"), { type: "EmailVerified", data: { userId: ben } });
    await Promise.all([
      append(
        ada,
        { type: "ProfileChanged", data: { userId: ada, phone: "p2", firstName: "f2" } },
        { type: "ProfileChanged", data: { userId: ada, phone: "p3" } },
        { type: "EmailVerified", data: { userId: ada } },
        { type: "PasswordChanged", data: { userId: ada, passwordHash: "h2", by: "reset" } },
        { type: "PasswordRehashed", data: { userId: ada, passwordHash: "h3" } },
      ),
      append(ben, { type: "AdminGranted", data: { userId: ben } }),
    ]);
    const { sql } = test.store;
    expect(await findUser(sql, ada)).toMatchObject({
      ...{ emailHash: "hash of ada", role: "listener", isAdmin: false, status: "active", isVerified: true },
      ...{ firstName: "f2", lastName: "l1", email: "e1", phone: "p3", address: "a1", passwordHash: "h3" },
    });
    expect(await findUser(sql, ben)).toMatchObject({ role: "creator", isAdmin: true, phone: "p1", passwordHash: "h1" });
  });

  it("answers who exists", async () => {
    const { sql } = test.store;
    const nobody = newId();
    expect(await findUser(sql, nobody)).toBeUndefined();
    expect([...(await findUsers(sql, [ada, nobody, ben])).keys()].sort()).toEqual([ada, ben].sort());
    expect((await findUserByEmailHash(sql, "hash of ben"))?.userId).toBe(ben);
    expect(await findUserByEmailHash(sql, "hash of nobody")).toBeUndefined();
    expect(await findTakenEmails(sql, ["hash of ada", "hash of nobody"])).toEqual(new Set(["hash of ada"]));
    expect(await countUsers(sql)).toEqual({ total: 2, creators: 1, admins: 1 });
  });

  it("holds one account an address, even against two writers who did not look", async () => {
    const carol = newId();
    await expect(append(carol, registered(carol, "hash of ada"))).rejects.toThrow("could not be stored");
    expect(await findUser(test.store.sql, carol)).toBeUndefined();
  });

  it("lets an address go with an erasure or a change, for others to take within the same batch", async () => {
    const [gone, moved, first, second] = [newId(), newId(), newId(), newId()];
    await append(gone, registered(gone, "hash one"), {
      type: "AccountClosed",
      data: { userId: gone, by: "owner", eraseAt: 5 },
    }, { type: "AccountErased", data: { userId: gone } });
    await append(moved, registered(moved, "hash two"), {
      type: "EmailChanged",
      data: { userId: moved, email: "e2", emailHash: "hash three", previousEmail: "e1" },
    });
    await append(first, registered(first, "hash one"));
    await append(second, registered(second, "hash two"), {
      type: "AccountClosed",
      data: { userId: second, by: "admin", eraseAt: 7 },
    });
    const { sql } = test.store;
    const events = await test.store.readLog("social", { after: 0, upTo: 1_000 });
    const found = await sql.begin(async (tx) => {
      await tx`delete from ${tx("users")}`;
      await projection.apply(tx, events);
      return await findUsers(tx, [gone, moved, first, second]);
    });
    expect([...found.values()].map((user) => [user.userId, user.emailHash, user.closing]).sort()).toEqual([
      [moved, "hash three", undefined],
      [first, "hash one", undefined],
      [second, "hash two", { by: "admin", eraseAt: 7 }],
    ].sort());
  });

  it("comes out the same when the log is replayed, in one batch or event by event", async () => {
    const { sql } = test.store;
    const before = await findUsers(sql, [ada, ben]);
    const events = await test.store.readLog("social", { after: 0, upTo: 1_000 });
    const replay = async (...batches: RecordedEvent[][]) => {
      await sql`truncate ${sql("users")}`.catch(() => sql`delete from ${sql("users")}`);
      for (const batch of batches) await sql.begin((tx) => projection.apply(tx, batch));
      return await findUsers(sql, [ada, ben]);
    };
    expect(await replay(events)).toEqual(before);
    expect(await replay(...events.map((event) => [event]))).toEqual(before);
  });
});

it("folds runs of events as one after the other, around addresses that are given up and taken", async () => {
  await using test = await openTestProjection(users);
  const [ada, ben, eve] = [newId(), newId(), newId()];
  const moved = (userId: string, emailHash: string): AccountEvent => (
    { type: "EmailChanged", data: { userId, email: `sealed ${emailHash}`, emailHash, previousEmail: "e1" } }
  );
  const given = await test.given([
    registered(ada, "one"),
    { type: "ProfileChanged", data: { userId: ada, phone: "p2", firstName: "f2" } },
    registered(ben, "two", "creator"),
    { type: "PhoneProven", data: { userId: ada, phone: "p3", phoneHash: "h3" } },
    { type: "EmailVerified", data: { userId: ben } },
    { type: "UserSuspended", data: { userId: ben, reason: "sealed" } },
    { type: "ProfileChanged", data: { userId: ada, phone: "p4" } },
    { type: "UserUnsuspended", data: { userId: ben, reason: "sealed" } },
    moved(ada, "three"),
    registered(eve, "one"),
    { type: "AccountErased", data: { userId: ben } },
    moved(eve, "two"),
    { type: "VisibilityChanged", data: { userId: eve, isNamed: true } },
  ], async (tx) => [...(await findUsers(tx, [ada, ben, eve])).values()]);
  expect(given).toHaveLength(2);
  expect(given).toEqual(expect.arrayContaining([
    expect.objectContaining({ userId: ada, emailHash: "three", firstName: "f2", phone: "p4", phoneHash: undefined }),
    expect.objectContaining({ userId: eve, emailHash: "two", isNamed: true, status: "unverified" }),
  ]));
});
