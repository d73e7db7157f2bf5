import { expect, it } from "vitest";
import { ensureFirstAdmin } from "../../accounts/account/make_admin.ts";
import { createApp } from "../../app.ts";
import { openTestAccounts } from "../../testing/accounts.ts";
import { TEST_PASSWORD } from "../../testing/people.ts";

const BOSS = { email: "boss@orin.example", password: TEST_PASSWORD };
const NOBODY = "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a";
/** What all calls together want to be told. */
const BODY = {
  ...{ firstName: "Bola", lastName: "Ade", fullName: "Bola Ade", email: "bola@orin.example", password: "Gbedu-2026!" },
  ...{
    reason: "A reason of some length",
    otp: "12345",
    code: "123456",
    setup: "sealed",
    response: {},
    name: "My laptop",
    reference: "orin-unknown",
    outcome: "paid",
    action: "freeze",
    note: "A note of some length",
    decision: "uphold",
    answer: "An answer",
    changes: { dailyFreePlays: 5 },
    baseVersion: 1,
    kind: "payout_unknown",
    subject: "policy",
  },
  places: [{ log: "social", position: 1 }],
};
/** Changes by admins that need no fresh password. If you add one, say why. */
const WITHOUT = [
  // These are the password.
  "POST /api/v1/admin/login",
  "POST /api/v1/admin/confirm-password",
  "POST /api/v1/admin/enrol",
  "POST /api/v1/admin/invitations/accept",
  // An auditor says why they look: it changes nothing.
  "POST /api/v1/admin/note",
  // No money, no account, and nothing personal in clear.
  "POST /api/v1/admin/upload-track",
  "POST /api/v1/admin/audit/export",
];

it("whoever left the back office open lends nobody their rights: after a quarter of an hour each change asks for the password", async () => {
  await using world = await openTestAccounts();
  await ensureFirstAdmin(world.deps, BOSS);
  const { body: { token } } = await world.call("POST", "/api/v1/admin/login", { body: BOSS });
  const app = createApp(world.deps, { isReady: () => true, pagesDirectory: "" });
  const changes = [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))].filter((name) =>
    /^(POST|PUT|PATCH|DELETE) .*(admin|payment-automatic|reject-payment|v1\/users)/.test(name) &&
    !WITHOUT.includes(name)
  );
  world.pass(15 * 60_000 + 1);
  const open: string[] = [];
  for (const name of changes) {
    const [method = "", path = ""] = name.split(" ");
    const body = path.endsWith("/role") ? { role: "support" } : BODY;
    const answer = await world.call(method, path.replaceAll(/:\w+/g, NOBODY), { token: String(token), body });
    if (answer.body.code !== "password_needed") open.push(`${name}: ${answer.status} ${answer.body.code}`);
  }
  expect(open).toEqual([]);
  expect(changes.length).toBeGreaterThan(15);
});
