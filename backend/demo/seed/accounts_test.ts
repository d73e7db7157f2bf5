import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser } from "../../accounts/account/register.ts";
import { hashPassword } from "../../accounts/login/passwords.ts";
import { newId } from "../../contract/ids.ts";
import { countUsers, findUser, namedAmong } from "../../../projections/accounts/users.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { DEMO_PASSWORD, type DemoCreator, seedAccounts, seedVisibility } from "./accounts.ts";

const creators: DemoCreator[] = [
  { userId: newId(), firstName: "Ayo", lastName: "Balogun", email: "ayo.balogun@orin.example", city: "Lagos" },
  { firstName: "Nneka", lastName: "Egbuna", email: "nneka.egbuna@orin.example", city: "Enugu" },
];

describe("seedAccounts()", () => {
  let world: TestAccounts;
  beforeAll(async () => void (world = await openTestAccounts()));
  afterAll(() => world[Symbol.asyncDispose]());

  it("makes the log-ins that the README names, and everybody once, however often it runs", async () => {
    const runs = await Promise.all([seedAccounts(world.deps, creators), seedAccounts(world.deps, creators)]);
    const again = await seedAccounts(world.deps, creators);
    expect([...runs, again]).toEqual([again, again, again]);
    expect(await countUsers(world.deps.store.sql)).toEqual({ total: 19, creators: 3, admins: 2 });
    expect(again.creators.map((creator) => creator.userId)[0]).toBe(creators[0]?.userId);
    expect(again.listeners).toHaveLength(12);
    for (const name of ["listener", "premium", "creator", "admin", "admin2"] as const) {
      const email = `${name}@orin.example`;
      const { status, body } = await world.call("POST", "/api/auth/login", {
        body: { email, password: DEMO_PASSWORD },
      });
      expect([status, body.userId]).toEqual([200, again[name].userId]);
      expect(await findUser(world.deps.store.sql, again[name].userId)).toMatchObject({
        role: name === "creator" ? "creator" : "listener",
        isAdmin: name.startsWith("admin"),
        status: "active",
      });
    }
  });

  it("lets some of them be named and others not, once", async () => {
    const people = await seedAccounts(world.deps, creators);
    for (let time = 0; time < 2; time++) await seedVisibility(world.deps, people);
    const named = await namedAmong(world.deps.store.sql, people.listeners.map(({ userId }) => userId));
    expect([named.size, people.listeners.length]).toEqual([6, 12]);
    const logIns = [people.listener.userId, people.premium.userId];
    expect(await namedAmong(world.deps.store.sql, logIns)).toEqual(new Set([people.premium.userId]));
    const events = await world.test.store.readStream("social", `user/${people.premium.userId}`);
    expect(events.filter(({ type }) => type === "VisibilityChanged")).toHaveLength(1);
  });

  it("sends no mail to people who do not exist", async () => {
    expect(await world.mailsTo("listener@orin.example")).toEqual([]);
  });

  it("goes on where it broke off", async () => {
    await using half = await openTestAccounts();
    const whole = await seedAccounts(world.deps, creators);
    const { userId, email } = whole.premium;
    const person = { firstName: "Tunde", lastName: "Bakare", phone: "", address: "", role: "listener" as const };
    const account = { ...person, userId, email, passwordHash: await hashPassword(DEMO_PASSWORD), verified: true };
    await registerUser(half.deps, account, { metadata: { actor: "system:demo" } });
    expect(await seedAccounts(half.deps, creators)).toEqual(whole);
    expect(await countUsers(half.deps.store.sql)).toMatchObject({ total: 19 });
  });
});
