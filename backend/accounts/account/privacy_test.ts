import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { findUser, findUserByEmailHash } from "../../../projections/accounts/users.ts";
import { emailHashOf, registerUser } from "./register.ts";
import { ensureFirstAdmin } from "./make_admin.ts";
import { openPerson } from "./reads.ts";
import { hashPassword } from "../login/passwords.ts";

const PASSWORD = "Ìlú-àyàn-2026!";
const email = "Adaeze.Okonkwo@orin.example";
const body = {
  ...{ firstName: "Adaeze", lastName: "Okonkwo-Bassey", email, phone: "08031234567", address: "12 Bode Thomas" },
  ...{ password: PASSWORD, role: "listener" },
};

let world: TestAccounts;
beforeAll(async () => void (world = await openTestAccounts()));
afterAll(() => world[Symbol.asyncDispose]());

const login = (address = email, password = PASSWORD) =>
  world.call("POST", "/api/auth/login", { body: { email: address, password } });

describe("personal data", () => {
  it("stands in clear in no event, no queue, no table of ours and no line of the log", async () => {
    await world.call("POST", "/api/auth/signup", { body, headers: { "idempotency-key": newId() } });
    const queued = await world.test.store.sql`select payload::text from jobs`;
    const otp = await world.codeFor(email.toLowerCase());
    await world.call("POST", "/api/auth/verify-otp", { body: { email, otp } });
    const token = String((await login()).body.token);
    await world.call("PUT", "/api/auth/profile", { token, body: { lastName: "Okonkwo-Ekwueme" } });
    await login(email, "wrong password, wrong");
    await world.mailsTo(email.toLowerCase());
    const { sql } = world.test.store;
    const everything = JSON.stringify([
      queued,
      world.logged,
      ...await Promise.all([
        sql`select * from events`,
        sql`select * from ledger_events`,
        sql`select * from plays_events`,
        sql`select * from command_results`,
        sql`select * from shard_command_results`,
        sql`select * from ${sql("users")}`,
        sql`select * from jobs`,
        sql`select * from sessions`,
        sql`select * from rate_limits`,
      ]),
    ]);
    expect(everything).toContain("UserRegistered");
    for (const secret of ["adaeze", "okonkwo", "orin.example", "8031234567", "Bode Thomas", PASSWORD, "$argon2id"]) {
      expect(everything.toLowerCase()).not.toContain(secret.toLowerCase());
    }
    const hmacs = await sql<{ codeHmac: Uint8Array }[]>`select code_hmac from one_time_codes`;
    expect(hmacs.map((row) => row.codeHmac.byteLength)).toEqual([32]);
    expect(JSON.stringify(queued)).not.toContain(`"${otp}"`);
  });

  it("cannot be opened once the person's key is destroyed, while the log still reads", async () => {
    const user = await findUserByEmailHash(world.deps.store.sql, emailHashOf(world.deps, email));
    if (!user) throw new Error("Expected the account");
    const token = String((await login()).body.token);
    const { sql } = world.deps.store;
    expect(await openPerson(world.deps.personal, sql, user)).toMatchObject({ lastName: "Okonkwo-Ekwueme" });
    await world.deps.personal.destroy(sql, user.userId);
    expect(await openPerson(world.deps.personal, sql, user)).toBeUndefined();
    expect(await world.call("GET", "/api/auth/profile", { token })).toMatchObject({ status: 401 });
    expect(await login()).toMatchObject({ status: 401 });
    for (const path of ["forgot-password", "resend-otp"]) {
      expect(await world.call("POST", `/api/auth/${path}`, { body: { email } })).toMatchObject({ status: 200 });
    }
    const change = { currentPassword: PASSWORD, newPassword: "another password" };
    expect((await world.call("PUT", "/api/auth/change-password", { token, body: change })).status).toBe(400);
    expect((await world.call("PUT", "/api/auth/profile", { token, body: { firstName: "Ghost" } })).status).toBe(404);
    const types = (await world.test.store.readStream("social", `user/${user.userId}`)).map((event) => event.type);
    expect(types).toEqual(["UserRegistered", "EmailVerified", "ProfileChanged"]);
    expect(await sql`select 1 from person_keys where person_id = ${user.userId}`).toHaveLength(0);
    expect(await world.test.store.settle()).toBe(true);
  });
});

describe("an outdated hash", () => {
  it("is replaced at the next log-in, and the password stays", async () => {
    const userId = newId();
    const account = { ...body, role: "listener" as const, userId, email: "old@orin.example", verified: true };
    const passwordHash = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await registerUser(world.deps, { ...account, passwordHash }, { metadata: { actor: "system:test" } });
    const before = await findUser(world.deps.store.sql, userId);
    expect(await login("old@orin.example")).toMatchObject({ status: 200 });
    expect((await findUser(world.deps.store.sql, userId))?.passwordHash).not.toBe(before?.passwordHash);
    expect(await login("old@orin.example")).toMatchObject({ status: 200 });
    const events = await world.test.store.readStream("social", `user/${userId}`);
    expect(events.map((event) => event.type)).toEqual(["UserRegistered", "EmailVerified", "PasswordRehashed"]);
  });
});

describe("ensureFirstAdmin()", () => {
  it("makes the admin once, also when two processes start at the same time", async () => {
    const admin = { email: "Boss@orin.example", password: "a long enough secret" };
    const second = world.another();
    await Promise.all([ensureFirstAdmin(world.deps, admin), ensureFirstAdmin(second.deps, admin)]);
    await ensureFirstAdmin(world.deps, admin);
    const user = await findUserByEmailHash(world.deps.store.sql, emailHashOf(world.deps, admin.email));
    expect(user).toMatchObject({ isAdmin: true, status: "active" });
    expect(await login(admin.email, admin.password)).toMatchObject({ status: 200, body: { userId: user?.userId } });
    expect(await world.mailsTo("boss@orin.example")).toEqual([]);
  });

  it("gives the right to the account that the address has, and leaves its password alone", async () => {
    const userId = newId();
    const account = { ...body, role: "creator" as const, userId, email: "chief@orin.example", verified: true };
    const passwordHash = await hashPassword(PASSWORD);
    await registerUser(world.deps, { ...account, passwordHash }, { metadata: { actor: "system:test" } });
    await ensureFirstAdmin(world.deps, { email: "chief@orin.example", password: "another password" });
    expect(await findUser(world.deps.store.sql, userId)).toMatchObject({ isAdmin: true, role: "creator" });
    expect(await login("chief@orin.example")).toMatchObject({ status: 200 });
  });
});
