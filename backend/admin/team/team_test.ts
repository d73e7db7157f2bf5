import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admins } from "../../../projections/admin/admins.ts";
import { credentialChanges } from "../../../projections/accounts/credential_changes.ts";
import { ensureFirstAdmin } from "../../accounts/account/make_admin.ts";
import type { AdminRole } from "../../contract/admin_roles.ts";
import { rebuild } from "../../store/projections/rebuild.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { inviteAdmin, tokenOf } from "../../testing/people_fixtures.ts";
import { peopleOf, TEST_PASSWORD } from "../../testing/people.ts";
import { answerProposal, proposalSeen } from "../../testing/waiting_proposals.ts";

const [ADA, BOLA] = ["ada@orin.example", "bola@orin.example"];
let world: TestAccounts;
let ada: string;
let bola: string;
beforeAll(async () => {
  world = await openTestAccounts();
  for (const email of [ADA, BOLA]) await ensureFirstAdmin(world.deps, { email, password: TEST_PASSWORD });
  [ada, bola] = [(await logIn(ADA)).token, (await logIn(BOLA)).token];
});
afterAll(() => world[Symbol.asyncDispose]());

async function logIn(email: string, password = TEST_PASSWORD) {
  const { status, body } = await world.call("POST", "/api/v1/admin/login", { body: { email, password } });
  return { status, standing: body.standing, token: String(body.token), userId: String(body.userId) };
}
const get = (path: string, token: string) => world.call("GET", `/api/v1/${path}`, { token });
const post = (path: string, token: string, body?: object) =>
  world.call("POST", `/api/v1/${path}`, { token, ...(body && { body }) });
const callAs = (token: string) => (method: string, path: string, body?: object) =>
  world.call(method, path, { token, ...(body && { body }) });
const invitationOf = (userId: string) => ({ kind: "admin_invitation", subject: userId });
const letIn = (userId: string, by: string) => answerProposal(callAs(by), invitationOf(userId), "confirm");
let count = 0;
async function invite(by: string, password = "Given-out-2026!") {
  const email = `invited${++count}@orin.example`;
  const made = await world.call("POST", "/api/auth/create-admin", {
    token: by,
    body: { fullName: "Sock Puppet", email, password },
  });
  expect(made).toMatchObject({ status: 201, body: { message: "Admin Created Successfully!" } });
  return { email, password, userId: String(made.body.userId) };
}
async function enrolled(by: string) {
  const invited = await invite(by);
  const { token } = await logIn(invited.email, invited.password);
  const own = "Nobody-knows-2026!";
  const answer = await post("admin/enrol", token, { currentPassword: invited.password, newPassword: own });
  expect(answer.status).toBe(200);
  // The change ends the sessions that were there before it.
  await world.deps.store.settle();
  world.pass(1_000);
  return { ...invited, password: own };
}

describe("a founding owner", () => {
  it("is called what the operator says, else by the words of the address", async () => {
    const nameOf = async (email: string, name?: string) => {
      await ensureFirstAdmin(world.deps, { email, password: TEST_PASSWORD, ...(name !== undefined && { name }) });
      const { body } = await world.call("POST", "/api/v1/admin/login", { body: { email, password: TEST_PASSWORD } });
      return body.username;
    };
    expect(await nameOf("ngozi.ada-obi@orin.example")).toBe("Ngozi Ada Obi");
    expect(await nameOf("owner@orin.example", "Fẹ́mi Adé")).toBe("Fẹ́mi Adé");
    // Who is there already keeps the name.
    expect(await nameOf("owner@orin.example", "Somebody Else")).toBe("Fẹ́mi Adé");
  });

  it("who has changed the address is not made a second time, and nor is whoever takes the address after", async () => {
    const founder = { email: "cem@orin.example", password: TEST_PASSWORD };
    await ensureFirstAdmin(world.deps, founder);
    const people = peopleOf(world);
    const { body: { token } } = await people.login(founder.email);
    await world.call("POST", "/api/auth/change-email", {
      token,
      body: { email: "cem@elsewhere.example", currentPassword: TEST_PASSWORD },
    });
    const otp = await world.codeFor("cem@elsewhere.example");
    expect((await world.call("POST", "/api/auth/confirm-email", { token, body: { otp } })).status).toBe(200);
    const before = (await get("admin/team", ada)).body;
    await ensureFirstAdmin(world.deps, founder);
    expect((await get("admin/team", ada)).body).toEqual(before);
    await people.signup(founder.email);
    await ensureFirstAdmin(world.deps, founder);
    expect((await get("admin/team", ada)).body).toEqual(before);
  });
});

describe("an invited admin", () => {
  it("can do nothing with the password that was typed, but choose an own one", async () => {
    const { email, password } = await invite(ada);
    const { status, token, standing } = await logIn(email, password);
    expect([status, standing]).toEqual([200, "chooses_password"]);
    for (const path of ["pending-payments", "admin/users", "admin/team", "admin/policy"]) {
      expect(await get(path, token), path).toMatchObject({ status: 403, body: { code: "enrolment_needed" } });
    }
    const puppet = { fullName: "Another One", email: "x@orin.example", password };
    expect((await world.call("POST", "/api/auth/create-admin", { token, body: puppet })).status).toBe(403);
    const enrol = (body: object) => post("admin/enrol", token, body);
    expect(await enrol({ currentPassword: password, newPassword: password })).toMatchObject({ status: 400 });
    expect(await enrol({ currentPassword: "wrong", newPassword: "Own-2026-secret!" })).toMatchObject({ status: 400 });
    expect((await post("admin/enrol", ada, { currentPassword: password, newPassword: "Own-2026-x!" })).status).toBe(
      409,
    );
    expect((await enrol({ currentPassword: password, newPassword: "Own-2026-secret!" })).status).toBe(200);
    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, "Own-2026-secret!")).standing).toBe("waits_for_confirmation");
  });

  it("waits for an admin of another side, and of no other", async () => {
    const { email, password, userId } = await enrolled(ada);
    expect(await letIn(userId, ada)).toMatchObject({ status: 409, body: { code: "not_your_approval" } });
    const seen = await proposalSeen(callAs(bola), invitationOf(userId));
    const title = "Let Sock Puppet into the back office as Owner";
    expect(seen).toMatchObject({ mayConfirm: true, by: "Ada", title });
    expect(seen?.lines).toContain("Invited by Ada, on the side of Ada.");
    const waiting = await logIn(email, password);
    expect((await get("pending-payments", waiting.token)).status).toBe(403);
    const path = `admin/proposals/${seen?.proposalId}/confirm`;
    expect((await post(path, waiting.token, { shown: seen?.shown })).status).toBe(403);
    expect((await letIn(userId, bola)).status).toBe(200);
    expect(await post(path, bola, { shown: seen?.shown })).toMatchObject({ body: { state: "decided_before" } });
    const working = await logIn(email, password);
    expect(working.standing).toBe("works");
    expect((await get("pending-payments", working.token)).status).toBe(200);
  });

  it("is invited again where the proposal was withdrawn or lapsed, also with a password, and then needs no link", async () => {
    const { email, userId } = await enrolled(ada);
    const mails = async () => (await world.mailsTo(email)).length;
    const before = await mails();
    expect((await answerProposal(callAs(ada), invitationOf(userId), "withdraw")).status).toBe(200);
    expect(await proposalSeen(callAs(bola), invitationOf(userId))).toBeUndefined();
    // Bola asks in the name of who invited them: her word is the other side's.
    expect((await post(`admin/team/${userId}/invite`, bola)).status).toBe(200);
    expect(await proposalSeen(callAs(bola), invitationOf(userId))).toMatchObject({ by: "Ada", mayConfirm: true });
    world.pass(30 * 24 * 3_600_000);
    [ada, bola] = [(await logIn(ADA)).token, (await logIn(BOLA)).token];
    expect(await proposalSeen(callAs(bola), invitationOf(userId))).toBeUndefined();
    expect((await post(`admin/team/${userId}/invite`, ada)).status).toBe(200);
    expect(await mails()).toBe(before);
    expect((await letIn(userId, bola)).status).toBe(200);
    expect((await post(`admin/team/${userId}/invite`, ada)).body.code).toBe("already_decided");
  });

  it("stands on the side of who invited them, and so does whom they invite", async () => {
    const puppet = await enrolled(ada);
    await letIn(puppet.userId, bola);
    const { token } = await logIn(puppet.email, puppet.password);
    const second = await enrolled(token);
    for (const who of [ada, token]) expect((await letIn(second.userId, who)).status).toBe(409);
    // Bola has just let the puppet in: for 72 hours their two words are one.
    expect((await letIn(second.userId, bola)).body.code).toBe("not_independent");
    world.pass(72 * 3_600_000);
    [ada, bola] = [(await logIn(ADA)).token, (await logIn(BOLA)).token];
    expect((await letIn(second.userId, bola)).status).toBe(200);
  });

  it("gets a link by mail, chooses a password with it once, and is still confirmed by another side", async () => {
    const email = "mailed@orin.example";
    const body = { fullName: "By Mail", email, role: "support" };
    const made = await world.call("POST", "/api/auth/create-admin", { token: ada, body });
    expect(made.status).toBe(201);
    const linkOf = async () => /#invitation=([\w.-]+)/.exec((await world.mailsTo(email))[0]?.text ?? "")?.[1] ?? "";
    const invitation = await linkOf();
    const accept = (newPassword: string, key = invitation) =>
      world.call("POST", "/api/v1/admin/invitations/accept", { body: { invitation: key, newPassword } });
    expect((await accept("short")).status).toBe(400);
    expect((await accept("By-mail-2026!", `${invitation.slice(0, -2)}AA`)).status).toBe(410);
    world.pass(72 * 3_600_000);
    ada = (await logIn(ADA)).token;
    bola = (await logIn(BOLA)).token;
    expect(await accept("By-mail-2026!")).toMatchObject({ status: 410, body: { code: "link_invalid" } });
    expect((await post(`admin/team/${made.body.userId}/invite`, ada)).status).toBe(200);
    const again = await linkOf();
    expect(again).not.toBe(invitation);
    const answers = await Promise.all([accept("By-mail-2026!", again), accept("By-mail-2027!", again)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    const chosen = answers[0].status === 200 ? "By-mail-2026!" : "By-mail-2027!";
    expect((await accept("Third-2026!", again)).status).toBe(410);
    expect((await logIn(email, chosen)).standing).toBe("waits_for_confirmation");
    expect((await letIn(String(made.body.userId), ada)).body.code).toBe("not_your_approval");
    expect((await letIn(String(made.body.userId), bola)).status).toBe(200);
    expect((await post(`admin/team/${made.body.userId}/invite`, ada)).body.code).toBe("already_decided");
  });

  it("who was removed comes in with no link", async () => {
    const email = "removed@orin.example";
    const made = await world.call("POST", "/api/auth/create-admin", {
      token: ada,
      body: { fullName: "Re Moved", email },
    });
    const invitation = /#invitation=([\w.-]+)/.exec((await world.mailsTo(email))[0]?.text ?? "")?.[1] ?? "";
    expect((await post(`admin/team/${made.body.userId}/remove`, bola)).status).toBe(200);
    const body = { invitation, newPassword: "By-mail-2026!" };
    expect((await world.call("POST", "/api/v1/admin/invitations/accept", { body })).status).toBe(410);
  });

  it("whom an admin makes with the form for users waits as well", async () => {
    const { userId, email } = await peopleOf(world).member();
    const made = await world.call("PUT", `/api/v1/users/${userId}`, { token: ada, body: { isAdmin: true } });
    expect(made.status).toBe(200);
    expect((await logIn(email)).standing).toBe("chooses_password");
  });

  it("is removed by any admin; a founding owner by none, and nobody removes themselves", async () => {
    const puppet = await enrolled(ada);
    await letIn(puppet.userId, bola);
    const { token } = await logIn(puppet.email, puppet.password);
    expect(await post(`admin/team/${puppet.userId}/remove`, token)).toMatchObject({ status: 409 });
    expect((await post(`admin/team/${puppet.userId}/remove`, bola)).status).toBe(200);
    expect((await get("pending-payments", token)).status).toBe(401);
    expect((await logIn(puppet.email, puppet.password)).status).toBe(403);
    const founder = (await logIn(ADA)).userId;
    expect(await post(`admin/team/${founder}/remove`, bola))
      .toMatchObject({ status: 409, body: { code: "admin_protected" } });
  });
});

describe("an admin's role", () => {
  type Member = {
    userId: string;
    role: string;
    change: { role: string; isConfirmed: boolean } | null;
  };
  const memberOf = async (userId: string, by = bola) => {
    const { members } = (await get("admin/team", by)).body as unknown as { members: Member[] };
    return members.find((one) => one.userId === userId);
  };
  /** Invited by Ada, confirmed by Bola: neither counts as independent of the other's changes for 72 hours. */
  async function working(role: AdminRole) {
    const [adaId, bolaId] = [(await logIn(ADA)).userId, (await logIn(BOLA)).userId];
    return await inviteAdmin(world.deps, { by: { userId: adaId }, confirmedBy: { userId: bolaId }, role });
  }
  const founders = async () => [ada, bola] = [(await logIn(ADA)).token, (await logIn(BOLA)).token];
  const DAY_MS = 24 * 3_600_000;
  const roleOf = (userId: string) => ({ kind: "admin_role", subject: userId });
  const confirm = (userId: string, by: string) => answerProposal(callAs(by), roleOf(userId), "confirm");

  it("is what the invitation says, and owner where it says nothing", async () => {
    const person = { fullName: "Fina Nce", email: "fina@orin.example", password: "Given-out-2026!" };
    const make = (body: object) => world.call("POST", "/api/auth/create-admin", { token: ada, body });
    expect((await make({ ...person, role: "boss" })).status).toBe(400);
    const made = await make({ ...person, role: "finance" });
    expect((await memberOf(String(made.body.userId)))?.role).toBe("finance");
    expect((await memberOf((await invite(ada)).userId))?.role).toBe("owner");
  });

  it("loses rights now, and the open session with them", async () => {
    const admin = await working("owner");
    expect((await get("admin/users", admin.token)).status).toBe(200);
    expect((await post(`admin/team/${admin.userId}/role`, ada, { role: "auditor" })).status).toBe(200);
    expect(await memberOf(admin.userId)).toMatchObject({ role: "auditor", change: null });
    expect((await get("admin/users", admin.token)).status).toBe(401);
    const token = await tokenOf(world.deps, { userId: admin.userId, isAdmin: true });
    expect((await post(`admin/team/${admin.userId}/role`, token, { role: "owner" })).body.code).toBe("role_forbidden");
  });

  it("gains rights a day after it was proposed, by the word of another side, and every admin has mail", async () => {
    const { userId } = await working("support");
    const proposed = await post(`admin/team/${userId}/role`, ada, { role: "finance" });
    expect(proposed.status).toBe(200);
    expect(await memberOf(userId)).toMatchObject({ role: "support", change: { role: "finance", isConfirmed: false } });
    expect(await proposalSeen(callAs(bola), roleOf(userId))).toMatchObject({
      ...{ title: "Give Sock Puppet the role Finance", mayConfirm: true, mayWithdraw: true },
      lines: expect.arrayContaining(["Until now: Support."]),
    });
    expect((await proposalSeen(callAs(ada), roleOf(userId)))?.mayConfirm).toBe(false);
    expect((await confirm(userId, ada)).body.code).toBe("not_your_approval");
    const owner = await working("owner");
    expect((await confirm(userId, owner.token)).body.code).toBe("not_independent");
    const finance = await working("finance");
    expect((await confirm(userId, finance.token)).body.code).toBe("role_forbidden");
    expect((await confirm(userId, bola)).status).toBe(200);
    expect(await memberOf(userId)).toMatchObject({ change: { role: "finance", isConfirmed: true } });
    const own = await tokenOf(world.deps, { userId, isAdmin: true });
    expect((await get("pending-payments", own)).body.code).toBe("role_forbidden");
    for (const email of [ADA, BOLA]) {
      const told = (await world.mailsTo(email)).filter(({ subject }) => /role with more rights/.test(subject));
      expect(told).toHaveLength(1);
    }
    world.pass(DAY_MS);
    await founders();
    expect(await memberOf(userId)).toMatchObject({ role: "finance", change: null });
    const later = await tokenOf(world.deps, { userId, isAdmin: true });
    expect((await get("pending-payments", later)).status).toBe(200);
  });

  it("stays as it is when nobody confirms the proposal, or somebody withdraws it", async () => {
    await founders();
    const { userId } = await working("auditor");
    const propose = () => post(`admin/team/${userId}/role`, ada, { role: "owner" });
    expect((await propose()).status).toBe(200);
    expect((await propose()).status).toBe(200);
    expect((await post(`admin/team/${userId}/role`, ada, { role: "finance" })).body.code).toBe("already_decided");
    expect((await answerProposal(callAs(bola), roleOf(userId), "withdraw")).status).toBe(200);
    expect(await memberOf(userId)).toMatchObject({ role: "auditor", change: null });
    await propose();
    const { proposalId, shown } = await proposalSeen(callAs(bola), roleOf(userId)) ?? {};
    world.pass(DAY_MS);
    await founders();
    const late = await post(`admin/proposals/${proposalId}/confirm`, bola, { shown });
    expect(late.body.code).toBe("proposal_changed");
    expect(await proposalSeen(callAs(bola), roleOf(userId))).toBeUndefined();
    expect(await memberOf(userId)).toMatchObject({ role: "auditor", change: null });
  });

  it("is taken back between its confirmation and its hour", async () => {
    await founders();
    const { userId } = await working("auditor");
    const give = (role: string) => post(`admin/team/${userId}/role`, ada, { role });
    expect((await give("support")).status).toBe(200);
    expect((await confirm(userId, bola)).status).toBe(200);
    expect((await give("auditor")).status).toBe(200);
    expect(await memberOf(userId)).toMatchObject({ role: "auditor", change: null });
    world.pass(DAY_MS);
    await founders();
    expect(await memberOf(userId)).toMatchObject({ role: "auditor", change: null });
  });

  it("is owner for founders, and nobody changes their own", async () => {
    const bolaId = (await logIn(BOLA)).userId;
    expect((await post(`admin/team/${bolaId}/role`, ada, { role: "support" })).body.code).toBe("admin_protected");
    const admin = await working("owner");
    const own = await post(`admin/team/${admin.userId}/role`, admin.token, { role: "support" });
    expect(own.body.code).toBe("own_account");
  });
});

describe("an invited admin", () => {
  it("is called invited and counted with nobody until they have chosen a password", async () => {
    const counted = async () => {
      await world.deps.store.settle();
      const { stats, trends, recentData } = (await get("stats", ada)).body;
      return { total: stats.totalUsers, new: trends.users.current, newest: recentData.recentUsers[0] };
    };
    const before = await counted();
    const { email, password, userId } = await invite(ada);
    const invited = await counted();
    expect(invited).toMatchObject({ total: before.total, new: before.new, newest: { _id: userId, isInvited: true } });
    const row = async () => {
      await world.deps.store.settle();
      const { body } = await get(`admin/users?q=${encodeURIComponent(email)}`, ada);
      const { body: { person } } = await get(`admin/people/${userId}`, ada);
      return [body[0].isAdmin, body[0].isInvited, person.isInvited];
    };
    expect(await row()).toEqual([true, true, true]);
    const { token } = await logIn(email, password);
    const body = { currentPassword: password, newPassword: "Nobody-knows-2026!" };
    expect((await post("admin/enrol", token, body)).status).toBe(200);
    expect(await row()).toEqual([true, undefined, undefined]);
    expect(await counted()).toMatchObject({ total: before.total + 1, new: before.new + 1 });
  });

  it("who was a listener before goes on being counted", async () => {
    const member = await peopleOf(world).member();
    await world.deps.store.settle();
    const { totalUsers } = (await get("stats", ada)).body.stats;
    const made = await world.call("PUT", `/api/v1/admin/users/${member.userId}`, {
      token: ada,
      body: { isAdmin: true },
    });
    expect(made).toMatchObject({ status: 200, body: { user: { isInvited: true } } });
    expect((await get("stats", ada)).body.stats.totalUsers).toBe(totalUsers);
  });
});

describe("the form for users", () => {
  it("changes neither password nor email nor rights of an admin, and deletes none", async () => {
    const { userId } = await logIn(BOLA);
    for (const body of [{ password: "Taken-over-2026!" }, { email: "taken@farm.example" }, { isAdmin: false }]) {
      for (const method of ["PUT", "PATCH"]) {
        const answer = await world.call(method, `/api/v1/admin/users/${userId}`, { token: ada, body });
        expect(answer, `${method} ${Object.keys(body)}`)
          .toMatchObject({ status: 409, body: { code: "admin_protected" } });
      }
    }
    expect(await world.call("DELETE", `/api/v1/admin/users/${userId}`, { token: ada }))
      .toMatchObject({ status: 409, body: { code: "admin_protected" } });
    const same = { firstName: "Bola", email: BOLA, password: "", isAdmin: true };
    expect((await world.call("PUT", `/api/v1/admin/users/${userId}`, { token: ada, body: same })).status).toBe(200);
    expect((await logIn(BOLA)).standing).toBe("works");
  });
});

describe("the team's projections", () => {
  it("are the same when they are built again", async () => {
    for (const projection of [admins, credentialChanges]) {
      expect((await rebuild({ ownerUrl: world.test.ownerUrl, projection })).differences).toEqual([]);
    }
  });
});
