import { afterAll, beforeAll, expect, it } from "vitest";
import type { AccountEvent, SealedPerson } from "../../backend/accounts/account/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { PersonalData } from "../../backend/store/personal/personal_data.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { openTestStore, TEST_KEYS, type TestStore } from "../../backend/testing/store.ts";
import { countEntries, type Entry, listEntries, userDirectory } from "./user_directory.ts";

const personal = new PersonalData(TEST_KEYS);
const directory: Projection = userDirectory(personal);
const [ada, ben] = [newId(), newId()];
let test: TestStore;
beforeAll(async () => void (test = await openTestStore({ projections: [directory] })));
afterAll(() => test[Symbol.asyncDispose]());

/** Appends the events of a person, whose key seals what they say. */
async function tell(userId: string, eventsOf: (seal: (field: string, text: string) => string) => AccountEvent[]) {
  const key = await personal.keyOf(test.store.sql, userId);
  const events = eventsOf((field, text) => key.seal(field, text));
  await test.store.appendToStream("social", `user/${userId}`, events, { metadata: { actor: "system:test" } });
  await test.store.settle();
}

function registered(userId: string, person: SealedPerson, seal: (field: string, text: string) => string): AccountEvent {
  const sealed = { ...person };
  for (const field of ["firstName", "lastName", "email", "phone", "address"] as const) {
    sealed[field] = seal(field, person[field]);
  }
  return {
    type: "UserRegistered",
    data: { userId, emailHash: userId, role: "listener", passwordHash: "h", ...sealed },
  };
}

const page = { sort: "name", descending: false, limit: 10 } as const;
const found = async (q: string, status?: Parameters<typeof countEntries>[1]["status"]) => {
  const entries = await listEntries(test.store.sql, { ...page, q, status });
  expect(await countEntries(test.store.sql, { q, status })).toBe(entries.length);
  return entries.map((entry: Entry) => entry.userId);
};

it("finds people by their opened names, addresses and numbers, and by what became of them", async () => {
  const address = "1 Ring Road";
  await tell(ada, (seal) => [
    registered(
      ada,
      { firstName: "Adá", lastName: "Obi", email: "ada@orin.example", phone: "2348011111111", address },
      seal,
    ),
    { type: "EmailVerified", data: { userId: ada } },
    { type: "AdminGranted", data: { userId: ada } },
  ]);
  await tell(ben, (seal) => [
    registered(
      ben,
      { firstName: "Ben", lastName: "Abe", email: "ben@orin.example", phone: "2348022222222", address },
      seal,
    ),
    { type: "ProfileChanged", data: { userId: ben, lastName: seal("lastName", "Zik") } },
  ]);
  expect(await found("")).toEqual([ada, ben]);
  expect([await found("ada obi"), await found("zik"), await found("abe")]).toEqual([[ada], [ben], []]);
  expect([await found("ben@orin"), await found("0801 111 1111")]).toEqual([[ben], [ada]]);
  expect([await found("", "admin"), await found("", "unverified")]).toEqual([[ada], [ben]]);
  await tell(ben, (seal) => [{
    type: "UserSuspended",
    data: { userId: ben, adminId: ada, reason: seal("suspension reason", "spam") },
  }]);
  const [entry] = await listEntries(test.store.sql, { ...page, q: "ben", status: "suspended" });
  expect(entry).toMatchObject({ userId: ben, lastName: "Zik", address, suspension: "spam", isVerified: false });
});

it("turns its pages by the last entry of the one before", async () => {
  const list = (after: string | undefined, descending = false) =>
    listEntries(test.store.sql, { ...page, q: "", after, descending, limit: 1 });
  expect((await list(undefined)).map((entry) => entry.userId)).toEqual([ada]);
  expect((await list(ada)).map((entry) => entry.userId)).toEqual([ben]);
  expect((await list(ben, true)).map((entry) => entry.userId)).toEqual([ada]);
  expect(await list(ben)).toEqual([]);
});

it("comes out the same event by event, and forgets people who closed, were erased or lost their key", async () => {
  const { sql } = test.store;
  const before = await listEntries(sql, { ...page, q: "" });
  const events = await test.store.readLog("social", { after: 0, upTo: 1_000 });
  await sql.begin(async (tx) => {
    await tx`delete from ${tx("user_directory")}`;
    for (const event of events) await directory.apply(tx, [event]);
    expect(await listEntries(tx, { ...page, q: "" })).toEqual(before);
    await personal.destroy(tx, ben);
    await directory.apply(tx, events);
    expect(await listEntries(tx, { ...page, q: "" })).toEqual(before.filter((entry) => entry.userId === ada));
  });
  await tell(ada, () => [{ type: "AccountClosed", data: { userId: ada, by: "owner", eraseAt: 5 } }]);
  expect([await found("ada"), await found("ada", "closing")]).toEqual([[], [ada]]);
  await tell(ada, () => [{ type: "AccountErased", data: { userId: ada } }]);
  expect(await found("ada", "closing")).toEqual([]);
});
