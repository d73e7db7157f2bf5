import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureFirstAdmin } from "../../accounts/account/make_admin.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { type People, peopleOf, TEST_PASSWORD } from "../../testing/people.ts";
import { lagosDay } from "../../contract/policy.ts";
import { hasOpened } from "../../../projections/accounts/credential_changes.ts";
import { withOwnPassword } from "../../../projections/accounts/given_passwords.ts";
import { userDirectory } from "../../../projections/accounts/user_directory.ts";
import { rebuild } from "../../store/projections/rebuild.ts";

const EMAIL = "boss@orin.example";
let world: TestAccounts;
let people: People;
let token: string;
let adminId: string;
beforeAll(async () => {
  world = await openTestAccounts();
  people = peopleOf(world);
  await ensureFirstAdmin(world.deps, { email: EMAIL, password: TEST_PASSWORD });
  ({ token, userId: adminId } = await logIn(EMAIL));
});
afterAll(() => world[Symbol.asyncDispose]());

async function logIn(email: string, password = TEST_PASSWORD) {
  const { body } = await world.call("POST", "/api/v1/admin/login", { body: { email, password } });
  return { token: String(body.token), userId: String(body.userId) };
}
const call = (method: string, path: string, body?: unknown) =>
  world.call(method, `/api/v1/${path}`, { token, ...(body === undefined ? {} : { body }) });
async function list(query: string): Promise<Record<string, unknown>[]> {
  await world.deps.store.settle();
  return (await call("GET", `admin/users?${query}`)).body as unknown as Record<string, unknown>[];
}
const FORM = { firstName: "Bọ́lá", lastName: "Adé-Ojo", email: "bola@orin.example", password: "Gbedu-2026!" };

async function linkKeyTo(email: string): Promise<string | undefined> {
  const mail = (await world.mailsTo(email)).find(({ subject }) => subject === "Choose a new password for Orin");
  return /#key=([\w-]+)/.exec(mail?.text ?? "")?.[1];
}

const exported = (body: object) => call("POST", "admin/users/export", body);

describe("filters of users, and the table of what they find", () => {
  const today = () => lagosDay(world.deps.now());
  const note = "The yearly audit of accounts";

  it("find by role and by the Lagos days of joining, both included", async () => {
    const { email } = await people.member({ firstName: "Simi", lastName: "Filterwell", role: "creator" });
    const found = async (query: string) => (await list(`q=filterwell&${query}`)).map((one) => one.email);
    expect(await found("role=creator")).toEqual([email]);
    expect(await found("role=listener")).toEqual([]);
    expect(await found(`from=${today()}&to=${today()}`)).toEqual([email]);
    expect(await found("to=2020-01-01")).toEqual([]);
    expect((await call("GET", "admin/users/count?q=filterwell&role=listener")).body).toEqual({ total: 0 });
    expect((await call("GET", "admin/users?from=yesterday")).status).toBe(400);
    expect((await call("GET", "admin/users?role=king")).status).toBe(400);
  });

  it("leave Orin as exactly what is shown, under a note, and the log says who was in the file", async () => {
    const { text, status } = await exported({ note, q: "filterwell", role: "creator" });
    expect(status).toBe(200);
    const lines = text.trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/,Simi,Filterwell,[^,]+@[^,]+,[^,]*,creator,no,active$/);
    const log = await world.deps.store.readStream("social", "personal_data");
    expect(log.slice(-2).map(({ type }) => type)).toEqual(["PersonalDataNoted", "PersonalDataListed"]);
    expect(log.at(-1)?.data).toMatchObject({ list: "users_export", personIds: [expect.any(String)] });
    expect((await exported({ note: "short" })).status).toBe(400);
  });

  it("give a table of any length, each person once", async () => {
    const { text } = await exported({ note, sort: "role", order: "asc" });
    const ids = text.trim().split("\r\n").slice(1).map((line) => line.split(",")[0]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(Number((await call("GET", "admin/users/count")).body.total));
  });
});

describe("GET /api/v1/admin/users", () => {
  it("answers the documented array, and finds by name without its marks, by address and by number", async () => {
    const member = await people.member({ firstName: "Ọlámidé", lastName: "Badmus", phone: "0803 555 0001" });
    const found = await list("q=olamide");
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      ...{ _id: member.userId, firstName: "Ọlámidé", lastName: "Badmus", email: member.email, phone: "+2348035550001" },
      ...{ role: "listener", isAdmin: false, isVerified: true, status: "active", suspension: null },
    });
    for (const q of ["badm ola", member.email, "0803 555 00 01", "8035550001"]) {
      expect(await list(`q=${encodeURIComponent(q)}`), q).toHaveLength(1);
    }
    for (const q of ["---", "%", "_", "@", ". +"]) {
      expect(await list(`q=${encodeURIComponent(q)}`), q).toEqual([]);
      expect((await call("GET", `admin/users/count?q=${encodeURIComponent(q)}`)).body, q).toEqual({ total: 0 });
    }
    expect((await list("q=%20")).length).toBeGreaterThan(0);
    expect(await list("q=nobody_here@")).toEqual([]);
    expect((await call("GET", "admin/users/count?q=olamide")).body).toEqual({ total: 1 });
  });

  it.each(["name", "email", "created", "role", "status"])("pages by %s both ways without loss", async (sort) => {
    for (let n = 0; n < 3; n++) await people.member({ firstName: "Tọ́pẹ́", lastName: `Page${n % 2}` });
    for (const order of ["asc", "desc"]) {
      const whole = (await list(`sort=${sort}&order=${order}`)).map((user) => user._id);
      const paged: unknown[] = [];
      for (let cursor = ""; paged.length < whole.length;) {
        const page = await list(`sort=${sort}&order=${order}&limit=2${cursor && `&cursor=${cursor}`}`);
        if (page.length === 0) break;
        paged.push(...page.map((user) => user._id));
        cursor = String(paged.at(-1));
      }
      expect(paged).toEqual(whole);
    }
  });

  it("forgets who is erased, and is the same when it is built again", async () => {
    const member = await people.member({ firstName: "Forgotten" });
    expect(await list("q=forgotten")).toHaveLength(1);
    const event = { type: "AccountErased", data: { userId: member.userId } };
    await world.deps.store.appendToStream("social", `user/${member.userId}`, [event], {
      metadata: { actor: "system:test" },
    });
    await world.deps.personal.destroy(world.deps.store.sql, member.userId);
    expect(await list("q=forgotten")).toEqual([]);
    const built = await rebuild({ ownerUrl: world.test.ownerUrl, projection: userDirectory(world.deps.personal) });
    expect(built.differences).toEqual([]);
  });
});

describe("POST /api/v1/admin/users", () => {
  it.each([
    [{ firstName: " " }, "First name is required"],
    [{ lastName: "" }, "Last name is required"],
    [{ firstName: "\u202enimda" }, "First name has characters that cannot be shown"],
    [{ lastName: "orin-refunds.ng" }, "Last name cannot hold a web address"],
    [{ email: "" }, "Email is required"],
    [{ email: "bola" }, "Please enter a valid email address"],
    [{ password: "" }, "Password is required"],
    [{ confirmPassword: "Gbedu-2027!" }, "Passwords do not match"],
    [{ password: "password1" }, "This password is too common: please choose another"],
    [{ phone: "12" }, "Please enter a valid phone number, such as 0803 123 4567 or +234 803 123 4567"],
  ])("refuses %j", async (wrong, error) => {
    expect(await call("POST", "admin/users", { ...FORM, ...wrong })).toMatchObject({ status: 400, body: { error } });
  });

  it("makes a verified account once for the same key, and no second one for its address", async () => {
    const headers = { "idempotency-key": "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4b" };
    const make = () => world.call("POST", "/api/v1/admin/users", { token, body: FORM, headers });
    const { status, body } = await make();
    expect({ status, body }).toMatchObject({ status: 201, body: { user: { isVerified: true, role: "listener" } } });
    expect((await make()).body.userId).toBe(body.userId);
    expect(await call("POST", "admin/users", FORM)).toMatchObject({
      status: 409,
      body: { error: "Email already registered" },
    });
  });

  it("makes an account whose given password opens one log-in, which first asks for an own one", async () => {
    const email = people.newEmail();
    const { userId } = (await call("POST", "admin/users", { ...FORM, email })).body;
    const own = async () => (await withOwnPassword(world.deps.store.sql, [String(userId)])).size === 1;
    const { status, body: { token, needsOwnPassword } } = await people.login(email, FORM.password);
    expect({ status, needsOwnPassword, isOwn: await own() })
      .toEqual({ status: 200, needsOwnPassword: true, isOwn: false });
    for (const [method, path] of [["GET", "auth/profile"], ["GET", "v1/balance"], ["GET", "v1/admin/users"]] as const) {
      expect(await world.call(method, `/api/${path}`, { token: String(token) }), path)
        .toMatchObject({ status: 403, body: { code: "own_password_needed" } });
    }
    // The second log-in needs the link in the mail.
    expect(await people.login(email, FORM.password))
      .toMatchObject({ status: 403, body: { code: "own_password_needed" } });
    expect(await world.mailsTo(email)).toContainEqual(
      expect.objectContaining({ subject: "Reset your Orin password", text: expect.stringContaining("#key=") }),
    );
    const change = { currentPassword: FORM.password, newPassword: TEST_PASSWORD };
    const changed = await world.call("PUT", "/api/auth/change-password", { token: String(token), body: change });
    expect(changed.status).toBe(200);
    expect((await world.call("GET", "/api/auth/profile", { token: String(token) })).status).toBe(401);
    expect((await people.login(email, FORM.password)).status).toBe(401);
    const entered = await people.login(email, TEST_PASSWORD);
    expect(entered.body).not.toHaveProperty("needsOwnPassword");
    expect((await world.call("GET", "/api/auth/profile", { token: String(entered.body.token) })).status).toBe(200);
    expect(await own()).toBe(true);
  });

  it("opens one of two log-ins that come at the same time", async () => {
    const email = people.newEmail();
    await call("POST", "admin/users", { ...FORM, email });
    const answers = await Promise.all([1, 2].map(() => people.login(email, FORM.password)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });
});

describe("editing a user", () => {
  it("refuses a form that was loaded before another change, and says who made it", async () => {
    const member = await people.member({ firstName: "Kemi" });
    const { body: loaded } = await call("GET", `admin/users/${member.userId}`);
    const change = { phone: "+2348099999999" };
    expect((await call("PUT", `users/${member.userId}`, { ...change, version: loaded.version })).status).toBe(200);
    const late = await call("PUT", `users/${member.userId}`, { ...loaded, address: "Jos", version: loaded.version });
    expect(late).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(late.body.error).toMatch(
      / changed this user on \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d \(Lagos time\)\. Nothing was saved/,
    );
    expect((await call("GET", `admin/users/${member.userId}`)).body).toMatchObject({
      ...change,
      address: loaded.address,
    });
    // The documented call names no version.
    expect((await call("PUT", `users/${member.userId}`, { address: "Jos" })).status).toBe(200);
  });

  it.each(["users", "admin/users"])("takes PUT and PATCH below /%s, and keeps what is left out", async (path) => {
    const member = await people.member({ lastName: "Before" });
    for (const method of ["PUT", "PATCH"]) {
      const change = { firstName: method, email: member.email, password: "", confirmPassword: "" };
      const { status, body } = await call(method, `${path}/${member.userId}`, change);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { user: { firstName: method, lastName: "Before" } },
      });
    }
    expect((await people.login(member.email)).status).toBe(200);
    expect(await call("PUT", `${path}/${member.userId}`, { firstName: "" }))
      .toMatchObject({ status: 400, body: { error: "First name is required" } });
    const nobody = "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a";
    expect(await call("PUT", `${path}/${nobody}`, { firstName: "X" })).toMatchObject({ status: 404 });
  });

  it("ends the sessions when the role changes", async () => {
    const member = await people.member();
    const profile = () => world.call("GET", "/api/auth/profile", { token: member.token });
    await call("PUT", `users/${member.userId}`, { role: "creator" });
    await world.deps.store.settle();
    expect((await profile()).status).toBe(401);
    expect((await people.login(member.email)).body).toMatchObject({ role: "creator" });
  });

  it.each([{ password: "Another-2026!", confirmPassword: "Another-2026!" }, { passwordLink: true }])(
    "sets nobody's password, and mails a link to choose one, for %j",
    async (change) => {
      const member = await people.member();
      expect(await call("PUT", `admin/users/${member.userId}`, change)).toMatchObject({
        status: 200,
        body: { passwordLinkSent: true, message: expect.stringContaining("mail them a link to choose a password") },
      });
      expect((await world.call("GET", "/api/auth/profile", { token: member.token })).status).toBe(200);
      expect((await people.login(member.email, "Another-2026!")).status).toBe(401);
      expect((await people.login(member.email)).status).toBe(200);
      const who = { by: [adminId], userIds: [member.userId] };
      expect(await hasOpened(world.deps.store.sql, who)).toBe(true);
      const otp = await linkKeyTo(member.email);
      world.pass(23 * 3_600_000);
      const body = { email: member.email, otp, newPassword: "Own-Word-2026!" };
      expect((await world.call("POST", "/api/auth/reset-password", { body })).status).toBe(200);
      expect((await people.login(member.email, "Own-Word-2026!")).status).toBe(200);
      expect((await world.call("POST", "/api/auth/reset-password", { body })).status).toBe(400);
      ({ token, userId: adminId } = await logIn(EMAIL));
    },
  );

  it("mails a link that is dead after a day", async () => {
    const member = await people.member();
    await call("PUT", `users/${member.userId}`, { passwordLink: true });
    const otp = await linkKeyTo(member.email);
    world.pass(24 * 3_600_000);
    const body = { email: member.email, otp, newPassword: "Own-Word-2026!" };
    expect((await world.call("POST", "/api/auth/reset-password", { body })).status).toBe(400);
    ({ token, userId: adminId } = await logIn(EMAIL));
  });

  it("refuses an address that another account has", async () => {
    const [one, other] = [await people.member(), await people.member()];
    expect(await call("PUT", `users/${one.userId}`, { email: other.email }))
      .toMatchObject({ status: 409, body: { error: "Email already registered" } });
  });

  it("is an event with its admin, and so is opening the details", async () => {
    const member = await people.member();
    await call("GET", `admin/users/${member.userId}`);
    await call("PUT", `users/${member.userId}`, { firstName: "Seen" });
    const actor = `user:${adminId}`;
    const opened = (await world.deps.store.readStream("social", "personal_data")).at(-1);
    expect(opened).toMatchObject({ type: "PersonalDataOpened", data: { personIds: [member.userId] } });
    expect(opened?.metadata.actor).toBe(actor);
    const changed = (await world.deps.store.readStream("social", `user/${member.userId}`)).at(-1);
    expect({ type: changed?.type, actor: changed?.metadata.actor }).toEqual({ type: "ProfileChanged", actor });
  });
});

describe("a suspension", () => {
  it("needs a reason, ends the sessions, keeps out of every log-in, and can be lifted", async () => {
    const member = await people.member();
    const suspend = (reason: string) => call("POST", `admin/users/${member.userId}/suspend`, { reason });
    expect(await suspend(" ")).toMatchObject({ status: 400, body: { error: "A reason is required" } });
    expect((await suspend("Loops one song")).status).toBe(200);
    expect(await suspend("again")).toMatchObject({ status: 409, body: { code: "already_suspended" } });
    expect((await world.call("GET", "/api/auth/profile", { token: member.token })).status).toBe(401);
    expect(await people.login(member.email)).toMatchObject({ status: 403, body: { code: "account_suspended" } });
    expect((await people.login(member.email, "wrong")).status).toBe(401);
    expect(await list("status=suspended")).toMatchObject([{ _id: member.userId, suspension: "Loops one song" }]);
    expect((await call("POST", `admin/users/${member.userId}/unsuspend`, { reason: "Explained" })).status).toBe(200);
    expect((await people.login(member.email)).status).toBe(200);
  });

  it("keeps the reason sealed in the log", async () => {
    const member = await people.member();
    await call("POST", `admin/users/${member.userId}/suspend`, { reason: "A secret reason" });
    const events = await world.deps.store.readStream("social", `user/${member.userId}`);
    expect(JSON.stringify(events)).not.toContain("secret reason");
  });
});

describe("DELETE /api/v1/admin/users/:id", () => {
  it("shuts the account at once, hides it, and can be undone before it is erased", async () => {
    const member = await people.member({ firstName: "Gone" });
    expect(await call("DELETE", `admin/users/${member.userId}`)).toMatchObject({
      status: 200,
      body: { message: "User deleted successfully" },
    });
    expect((await world.call("GET", "/api/auth/profile", { token: member.token })).status).toBe(401);
    expect((await people.login(member.email)).status).toBe(403);
    expect(await list("q=gone")).toEqual([]);
    expect(await list("q=gone&status=closing")).toMatchObject([{ _id: member.userId, status: "closing" }]);
    expect((await call("POST", `admin/users/${member.userId}/restore`)).status).toBe(200);
    expect((await people.login(member.email)).status).toBe(200);
  });
});

describe("admins", () => {
  it("are made by admins alone, and can log in to the back office", async () => {
    const body = {
      fullName: "Ngozi  Ada Obi",
      email: "ngozi@orin.example",
      phone: "",
      address: "",
      password: "Ngozi-2026!",
    };
    const member = await people.member();
    for (const [who, status] of [[undefined, 401], [member.token, 403]] as const) {
      expect((await world.call("POST", "/api/auth/create-admin", { body, token: who })).status).toBe(status);
    }
    expect((await world.call("POST", "/api/auth/create-admin", { body, token })).status).toBe(201);
    expect((await logIn(body.email, body.password)).token).not.toBe("undefined");
    expect(await list("status=admin&q=ngozi")).toMatchObject([{ firstName: "Ngozi", lastName: "Ada Obi" }]);
  });

  it("are never all taken away, also when two suspend each other at once", async () => {
    for (
      const [method, path, body] of [
        ["DELETE", `admin/users/${adminId}`, undefined],
        ["POST", `admin/users/${adminId}/suspend`, { reason: "x" }],
        ["POST", `admin/team/${adminId}/remove`, undefined],
      ] as const
    ) {
      expect((await call(method, path, body)).status, `${method} ${path}`).toBe(409);
    }
    await ensureFirstAdmin(world.deps, { email: "second@orin.example", password: TEST_PASSWORD });
    const second = await logIn("second@orin.example");
    const ngozi = String((await list("status=admin&q=ngozi"))[0]?._id);
    expect((await call("POST", `admin/users/${ngozi}/suspend`, { reason: "left" })).status).toBe(200);
    const outcomes = await Promise.all([
      world.call("POST", `/api/v1/admin/users/${second.userId}/suspend`, { token, body: { reason: "x" } }),
      world.call("POST", `/api/v1/admin/users/${adminId}/suspend`, { token: second.token, body: { reason: "y" } }),
    ]);
    const [won, lost] = outcomes.toSorted((one, other) => one.status - other.status);
    expect(won?.status).toBe(200);
    // The other was the last admin, or was logged out before its press came.
    const ends = [[409, "The last admin cannot be removed"], [401, expect.anything()]];
    expect(ends).toContainEqual([lost?.status, lost?.body["error"]]);
  });
});
