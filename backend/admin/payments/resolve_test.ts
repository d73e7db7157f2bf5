import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProposal } from "../../../projections/admin/proposals.ts";
import type { ProposalShown } from "../../contract/proposals.ts";
import { verify } from "../../store/chain/verify.ts";
import { PROOFS } from "../../start/proofs.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { approvePayout, requestPayout, type TestRequest } from "../../testing/payouts.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { confirmProposal } from "../../approvals/decide.ts";
import { shownHash } from "../../approvals/reads.ts";
import { resolveKind } from "./resolve.ts";
import { workMoney } from "../../wallet/withdrawal/reactions.ts";

let test: TestWallet;
let ada: TestPerson;
let bola: TestPerson;
let payouts: { stop(): Promise<void> };
beforeAll(async () => {
  test = await openTestWallet({ faults: { settleAfterMs: 0 }, openingBalanceKobo: 50_000_000_000 });
  payouts = workMoney(test.world.deps, { everyMs: 3_600_000 });
  [ada, bola] = [await test.person({ isAdmin: true, firstName: "Ada" }), await test.person({ isAdmin: true })];
});
afterAll(async () => {
  await payouts.stop();
  await test[Symbol.asyncDispose]();
});

const PATH = "/api/v1/admin/proposals";
const RETURN = { outcome: "returned", reason: "The bank has refused it" };
const post = (by: TestPerson, path: string, body?: object) => test.call(by, "POST", path, body ? { body } : {});
const open = (by: TestPerson, id: string) => test.call(by, "GET", `/api/v1/admin/payments/${id}/case`);
const resolve = (by: TestPerson, id: string, body: object = RETURN) =>
  post(by, `/api/v1/admin/payments/${id}/resolve`, body);
const listed = async (by: TestPerson): Promise<ProposalShown[]> => (await test.call(by, "GET", PATH)).body.proposals;
const confirm = (by: TestPerson, { proposalId, shown }: ProposalShown) =>
  post(by, `${PATH}/${proposalId}/confirm`, { shown });
const availableOf = async ({ who }: TestRequest) => (await test.moneyOf(who)).available;

/** A payout that these admins let go, and of which the provider says something that Orin does not understand. */
async function uncertain(tokens: number, ...by: readonly TestPerson[]): Promise<TestRequest> {
  const request = await requestPayout(test, tokens);
  test.sandbox.faults.set({ settleAfterMs: null });
  for (const admin of by) await approvePayout(test, admin, request.id);
  test.sandbox.settle(request.reference, "on_holiday");
  await post(ada, `/api/v1/admin/payments/${request.id}/retry`);
  return request;
}

describe("an uncertain payout", () => {
  it("above the limit is ended by two sides, who have both opened its case file", async () => {
    const request = await uncertain(60_000, ada, bola);
    expect(await resolve(ada, request.id)).toMatchObject({ status: 409, body: { code: "case_file_needed" } });
    await open(ada, request.id);
    expect(await resolve(ada, request.id)).toMatchObject({ status: 202, body: { state: "waiting" } });
    expect(await resolve(ada, request.id)).toMatchObject({ status: 409, body: { code: "already_decided" } });
    expect(await availableOf(request)).toBe(0);

    const [own] = await listed(ada);
    if (!own) throw new Error("There is no proposal");
    expect(own).toMatchObject({ kind: "resolve_payout", tokens: 60_000, by: "Ada", mayConfirm: false });
    expect(await confirm(ada, own)).toMatchObject({ status: 409 });
    const [shown] = await listed(bola);
    if (!shown) throw new Error("There is no proposal");
    expect(shown.mayConfirm).toBe(true);
    expect(await confirm(bola, { ...shown, shown: "0".repeat(64) }))
      .toMatchObject({ status: 409, body: { code: "proposal_changed" } });
    const finder = await test.person({ isAdmin: true });
    expect(await confirm(finder, shown)).toMatchObject({ status: 409, body: { code: "case_file_needed" } });
    await open(bola, request.id);
    expect((await Promise.all([1, 2, 3].map(() => confirm(bola, shown)))).map(({ status }) => status))
      .toContain(200);
    expect(await availableOf(request)).toBe(6_000_000);
    expect(await listed(bola)).toEqual([]);
    expect(await test.total()).toBe(0);
  });

  it("is withdrawn from the list, and nothing is done", async () => {
    const request = await uncertain(60_000, ada, bola);
    await open(ada, request.id);
    await resolve(ada, request.id, { outcome: "paid", reason: "The bank says so" });
    const [shown] = await listed(bola);
    if (!shown) throw new Error("There is no proposal");
    expect((await post(bola, `${PATH}/${shown.proposalId}/withdraw`)).status).toBe(200);
    expect(await listed(bola)).toEqual([]);
    await open(bola, request.id);
    expect(await confirm(bola, shown)).toMatchObject({ status: 409, body: { code: "already_decided" } });
    expect((await test.moneyOf(request.who)).reserved).toBe(6_000_000);
  });

  it("adds up with what the side has decided alone, also at the same moment", async () => {
    const one = await test.person({ isAdmin: true });
    const requests = [await uncertain(30_000, ada, bola), await uncertain(30_000, ada, bola)];
    for (const { id } of requests) await open(one, id);
    const answers = await Promise.all(requests.map(({ id }) => resolve(one, id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 202]);
  });
});

it("is not confirmed as another outcome than the log has, whatever a table says", async () => {
  const request = await uncertain(60_000, ada, bola);
  await open(ada, request.id);
  await resolve(ada, request.id);
  const shown = (await listed(bola)).find(({ lines }) => lines[0]?.includes(request.reference));
  await open(bola, request.id);
  const { deps } = test.world;
  const made = await findProposal(deps.store.sql, shown?.proposalId ?? "");
  if (!made) throw new Error("There is no proposal");
  const row = { ...made, content: { outcome: "paid", reason: RETURN.reason } };
  const matter = await resolveKind.matter(deps, request.id, row.content);
  if (!matter) throw new Error("There is nothing to decide");
  const asked = { row, shown: shownHash(resolveKind.name, { matter, content: row.content }), adminId: bola.userId };
  await expect(confirmProposal(deps, resolveKind, { ...asked, metadata: { actor: `user:${bola.userId}` } }))
    .rejects.toMatchObject({ code: "proposal_changed" });
  expect((await test.moneyOf(request.who)).reserved).toBe(6_000_000);
});

it("proves itself after all that", async () => {
  const { problems } = await verify({ url: test.world.test.serviceUrl, projections: [], checks: PROOFS, full: true });
  expect(problems).toEqual([]);
});
