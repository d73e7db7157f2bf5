import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureFirstAdmin } from "../../accounts/account/make_admin.ts";
import { newId } from "../../contract/ids.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { addPerson, inviteAdmin } from "../../testing/people_fixtures.ts";
import { TEST_PASSWORD } from "../../testing/people.ts";

const [ADA, BOLA] = ["ada@orin.example", "bola@orin.example"];
const PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36";

let world: TestAccounts;
let [ada, bola] = ["", ""];
beforeAll(async () => {
  world = await openTestAccounts();
  for (const email of [ADA, BOLA]) await ensureFirstAdmin(world.deps, { email, password: TEST_PASSWORD });
  [ada, bola] = [await logIn(ADA), await logIn(BOLA, { "user-agent": PHONE })];
});
afterAll(() => world[Symbol.asyncDispose]());

async function logIn(email: string, headers: Record<string, string> = {}): Promise<string> {
  const body = { email, password: TEST_PASSWORD };
  return String((await world.call("POST", "/api/v1/admin/login", { body, headers })).body.token);
}
const list = (token: string) => world.call("GET", "/api/v1/admin/team/sessions", { token });
const end = (token: string, userId: string, sessionId: string) =>
  world.call("POST", `/api/v1/admin/team/${userId}/sessions/${sessionId}/end`, { token });

it("lists who is logged in, from where and with what, and marks the caller's own", async () => {
  const { members } = (await list(ada)).body;
  expect(members).toHaveLength(2);
  const sessions = members.map((member: { sessions: object[] }) => member.sessions);
  expect(sessions.flat()).toHaveLength(2);
  const at = { lastSeenAt: expect.any(String), createdAt: expect.any(String), address: expect.any(String) };
  expect(sessions.flat()).toContainEqual({ ...at, sessionId: expect.any(String), userAgent: PHONE, isCurrent: false });
  expect(sessions.flat()).toContainEqual(expect.objectContaining({ isCurrent: true }));
  for (const { lastLoginAt } of members) expect(Date.parse(lastLoginAt)).toBeLessThanOrEqual(world.deps.now());
  expect(JSON.stringify(members)).not.toContain("@");
});

it("ends another admin's session now, once, and writes down who did it", async () => {
  const { members } = (await list(ada)).body;
  const other = members.find(({ sessions }: { sessions: { isCurrent: boolean }[] }) => !sessions[0]?.isCurrent);
  const { sessionId } = other.sessions[0];
  expect((await list(bola)).status).toBe(200);
  const answer = await end(ada, other.userId, sessionId);
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer.body)).not.toContain(sessionId);
  expect((await list(bola)).status).toBe(401);
  expect(await end(ada, other.userId, sessionId)).toMatchObject({ status: 404, body: { error: "Session not found" } });
  const events = await world.deps.store.readStream("social", `admin_login/${other.userId}`);
  const ended = events.filter(({ type }) => type === "AdminSessionEnded");
  expect(ended).toMatchObject([{ data: { userId: other.userId, sessionId } }]);
  expect(ended[0]?.metadata.actor).not.toBe(`user:${other.userId}`);
});

it("is for owners, and never ends what is no session of the back office", async () => {
  const person = await addPerson(world.deps, {});
  const [own] = await world.deps.sessions.list(person.userId);
  expect((await end(ada, person.userId, own?.sessionId ?? "")).status).toBe(404);
  expect((await end(ada, newId(), newId())).status).toBe(404);
  expect((await list(person.token)).status).toBe(403);
  const [founder, other] = (await list(ada)).body.members;
  const support = await inviteAdmin(world.deps, { by: founder, confirmedBy: other, role: "support" });
  expect(await list(support.token)).toMatchObject({ status: 403, body: { code: "role_forbidden" } });
  expect((await end(support.token, founder.userId, newId())).status).toBe(403);
});
