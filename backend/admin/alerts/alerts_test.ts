import { createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { Deps } from "../../deps.ts";
import { addTrack, type TestPerson } from "../../testing/people_fixtures.ts";
import { playReport } from "../../testing/play_reports.ts";
import { approvePayout, requestPayout, someBank } from "../../testing/payouts.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { answerProposal } from "../../testing/waiting_proposals.ts";
import { lagosDay } from "../../contract/policy.ts";
import { brake } from "../../wallet/pause/pause.ts";
import { reconcile } from "../../wallet/reconciliation/reconcile.ts";
import { auditKey } from "../../audit/bundle_key.ts";
import { lookForAlerts } from "./watch.ts";

const DAY_MS = 86_400_000;
let test: TestWallet;
let deps: Deps;
let admin: TestPerson;
let other: TestPerson;
let webhook: Deno.HttpServer<Deno.NetAddr>;
let calls: { body: string; signature: string; key: string }[] = [];
/** How many calls the webhook still refuses. */
let refusals = 0;

beforeAll(async () => {
  webhook = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    if (refusals-- > 0) return new Response("busy", { status: 503 });
    const said = (name: string) => request.headers.get(name) ?? "";
    calls.push({ body: await request.text(), signature: said("orin-signature"), key: said("orin-key") });
    return new Response("ok");
  });
  const env = { ALERT_WEBHOOK_URL: `http://127.0.0.1:${webhook.addr.port}/alerts` };
  test = await openTestWallet({ faults: { webhooksLost: true }, env });
  deps = { ...test.world.deps, log: () => {} };
  admin = await test.person({ isAdmin: true });
  other = await test.person({ isAdmin: true });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await webhook.shutdown();
});

/** The titles of the alerts since the last look: those at the webhook, and the mails with theirs. */
async function alerts(): Promise<{ called: string[]; mailed: string[] }> {
  await test.world.settle();
  const called = calls.map(({ body }) => JSON.parse(body).title);
  calls = [];
  const mails = test.world.outbox.newest(1_000).filter(({ subject }) => subject.startsWith("Orin: "));
  const news = mails.slice(0, mails.length - seen);
  seen = mails.length;
  return { called, mailed: news.map(({ subject }) => subject.replace("Orin: ", "")) };
}
let seen = 0;
const twice = (title: string) => ({ called: [title], mailed: [title, title] });
const NONE = { called: [], mailed: [] };

async function foreignPayout(): Promise<void> {
  test.sandbox.remember({
    ...{ reference: `orin-tests-${newId()}`, amountKobo: 4_000, statuses: ["success"], at: deps.now() },
    recipient: { ...someBank(), accountName: "X" },
  });
  await reconcile(deps, lagosDay(deps.now()));
}

describe("alerts", () => {
  it("tell of a payout that two admins approved, and of no other", async () => {
    const [small, large] = [await requestPayout(test), await requestPayout(test, 60_000)];
    await approvePayout(test, admin, small.id);
    await approvePayout(test, admin, large.id);
    expect(await alerts()).toEqual(NONE);
    await approvePayout(test, other, large.id);
    expect(await alerts()).toEqual(twice("A large payout has begun"));
  });

  it("tell once of a group of accounts at high risk", async () => {
    const artist = await test.person({ role: "creator" });
    const { trackId } = await addTrack(deps, { ownerId: artist.userId });
    for (let index = 0; index < 6; index++) {
      const { userId: listenerId } = await test.person();
      const silent = { creditedMs: 0, spans: [], reason: "not_delivered" } as const;
      const { data } = playReport({ trackId, listenerId, deviceId: "one phone", ...silent });
      await deps.store.appendToStream("plays/0", `play/${data.playId}`, [{ type: "PlayReported", data }], {
        metadata: { actor: "system:test" },
      });
    }
    await test.world.settle();
    // A process that needed long for the groups of before, as on a busy machine, shows them for a while.
    deps.groups.forget();
    await lookForAlerts(deps);
    await lookForAlerts(deps);
    expect(await alerts()).toEqual(twice("Linked accounts at high risk"));
  });

  it("say that payouts paused themselves, and why", async () => {
    const reason =
      "Today's payouts would reach 210,000.00 tokens (₦210,000.00), and 200,000.00 tokens (₦200,000.00) are usual at most";
    await brake(deps, { withdrawalId: newId(), reason, dayUnits: 21_000_000, mostUnits: 20_000_000 });
    await test.world.settle();
    expect(JSON.parse(calls.at(-1)?.body ?? "{}")).toMatchObject({
      ...{ kind: "payouts_paused", lines: [`Orin paused all payouts: ${reason}`] },
    });
    expect(await alerts()).toEqual(twice("Payouts are paused"));
    const reasoned = { body: { reason: "We know this artist" } };
    expect((await test.call(admin, "POST", "/api/v1/admin/payouts/resume", reasoned)).status).toBe(200);
    const about = { kind: "payout_resume", subject: "payouts" };
    const answer = await answerProposal((method, to, body) => test.call(other, method, to, { body }), about, "confirm");
    expect(answer.status).toBe(200);
    calls = [];
  });

  it("go once to each admin by mail and to the webhook, signed with the published key", async () => {
    await test.call(admin, "POST", "/api/v1/admin/payouts/pause", { body: { reason: "Odd payments" } });
    await test.world.settle();
    const [call] = calls;
    expect(JSON.parse(call?.body ?? "{}")).toMatchObject({
      ...{ format: "orin-alert/1", kind: "payouts_paused", lines: ["An admin paused all payouts: Odd payments"] },
      url: "http://localhost:8000/payouts",
    });
    const { kid, publicKey } = auditKey(deps.keys);
    expect(call?.key).toBe(kid);
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
    const signature = Buffer.from(call?.signature ?? "", "base64url");
    expect(verify(null, Buffer.from(call?.body ?? ""), key, signature)).toBe(true);
    expect(verify(null, Buffer.from(`${call?.body} `), key, signature)).toBe(false);
    expect(await alerts()).toEqual(twice("Payouts are paused"));
    expect(await alerts()).toEqual(NONE);
  });

  it("name a difference when it is new, and not again every night", async () => {
    await foreignPayout();
    expect(await alerts()).toEqual(twice("The books differ"));
    test.pass(DAY_MS);
    await reconcile(deps, lagosDay(deps.now()));
    expect(await alerts()).toEqual(NONE);
  });

  it("say once that a verification is overdue", async () => {
    await deps.verify();
    await lookForAlerts(deps);
    expect(await alerts()).toEqual(NONE);
    test.pass(DAY_MS + 1);
    await lookForAlerts(deps);
    await lookForAlerts(deps);
    expect(await alerts()).toEqual(twice("The verification of the books is overdue"));
  });

  it("reach a webhook that was away for a while", async () => {
    refusals = 2;
    await foreignPayout();
    const before = calls.length;
    await test.world.settle();
    for (let tries = 0; tries < 5 && calls.length === before; tries++) {
      test.pass(10_000);
      await test.world.settle();
    }
    expect((await alerts()).called).toEqual(["The books differ"]);
  });
});
