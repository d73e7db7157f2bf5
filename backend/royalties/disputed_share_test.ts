import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeAccount } from "../accounts/closing/close.ts";
import { eraseAccount } from "../person_data/erase.ts";
import { FIRST_POLICY } from "../contract/policy_rules.ts";
import { monthOf, monthStart, royaltiesCloseAt } from "../contract/royalties.ts";
import { releaseHeldShares } from "../gifts/collaborators/release.ts";
import { readBalances } from "../ledger/accounts.ts";
import { availableAccount, UNCLAIMED } from "../ledger/chart.ts";
import { PROOFS } from "../start/proofs.ts";
import { verify } from "../store/chain/verify.ts";
import { addPerson, type TestPerson, tokenOf } from "../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";
import { hearSong, payPremium } from "../testing/royalties.ts";
import { answerProposal } from "../testing/waiting_proposals.ts";
import { closeDueMonths } from "./close.ts";
import { settleDueRoyalties } from "./settle.ts";

const DAY_MS = 86_400_000;
let test: TestListeners;
let admins: TestPerson[];
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 3, 20, 12));
  const { deps } = test.world;
  admins = [await addPerson(deps, { isAdmin: true }), await addPerson(deps, { isAdmin: true })];
});
afterAll(() => test[Symbol.asyncDispose]());

/** Uses a new session: the clock passes the old ones. */
async function ask(who: TestPerson, method: string, path: string, body?: object) {
  const isAdmin = admins.includes(who);
  const token = await tokenOf(test.world.deps, { userId: who.userId, role: "creator", isAdmin });
  const answer = await test.call(method, path, { token, ...(body && { body }) });
  expect([path, answer.status, answer.body.error]).toEqual([path, 200, undefined]);
  return answer.body;
}

/** A song of which a collaborator has a share that they dispute. */
async function disputedSong(basisPoints: number) {
  const [owner, ada] = [await test.addArtist("Owner Obi"), await test.addArtist("Ada Feature")];
  const { trackId } = await test.addTrack({ ownerId: owner.userId, durationMs: 7_200_000 });
  const path = `/api/v1/tracks/${trackId}/split`;
  const shares = [{ creatorId: ada.userId, basisPoints }];
  await ask(owner, "PUT", path, { version: 0, ownBasisPoints: 10_000 - basisPoints, shares });
  const { invitations } = await ask(ada, "GET", "/api/v1/shares");
  await ask(ada, "POST", `/api/v1/split-invitations/${invitations[0].token}`, { answer: "accepted" });
  await ask(ada, "POST", `${path}/disputes`, { creatorId: ada.userId, reason: "I wrote all of it" });
  const { dispute } = (await ask(owner, "GET", path)).shares[0];
  return { owner, ada, trackId, disputeId: String(dispute.disputeId) };
}

/** A listener pays for a whole month and hears a song of it. */
async function listen(month: string, trackId: string, kobo: number) {
  test.pass(Math.max(0, monthStart(month) - test.now()));
  const fan = await test.addPerson();
  await payPremium(test.world.deps, fan.userId, { amountKobo: kobo });
  await hearSong(test.world.deps, fan.userId, { trackId, day: `${month}-05`, ms: 60_000 });
  await test.world.settle();
}

async function close(month: string) {
  test.pass(Math.max(0, royaltiesCloseAt(month, FIRST_POLICY) - test.now()));
  await closeDueMonths(test.world.deps);
}

async function settle(): Promise<string> {
  test.pass(FIRST_POLICY.settlingMs);
  await settleDueRoyalties(test.world.deps);
  return monthOf(test.now());
}

/** Two admins on two sides decide what the collaborator gets of what is held. */
async function decide(disputeId: string, basisPoints: number) {
  const [one, other] = admins as [TestPerson, TestPerson];
  const path = `/api/v1/admin/split-disputes/${disputeId}`;
  await ask(one, "POST", `${path}/settle`, { basisPoints, note: "By the contract" });
  const call = async (method: string, to: string, body?: object) => (
    { status: 200, body: await ask(other, method, to, body) }
  );
  await answerProposal(call, { kind: "split_settlement", subject: disputeId }, "confirm");
  await release();
}

async function release() {
  await test.world.settle();
  await releaseHeldShares(test.world.deps);
  await test.world.settle();
}

const availableOf = async (userId: string, account = availableAccount(userId)) => {
  const { store, shardOf } = test.world.deps;
  return (await readBalances(store.sql, shardOf(userId), [account])).get(account) ?? 0;
};
/** Gross, tax and net of a year, and what of it disputes had held. */
async function yearOf(who: TestPerson) {
  const year = await ask(who, "GET", "/api/v1/royalties?year=2026");
  const { totalKobo, fromDisputesKobo, withheldKobo, taxKobo, netKobo, tracks } = year;
  const ofSongs = tracks.reduce((sum: number, track: { kobo: number }) => sum + track.kobo, 0);
  expect([taxKobo, ofSongs + fromDisputesKobo]).toEqual([withheldKobo, totalKobo]);
  return { gross: totalKobo, tax: withheldKobo, net: netKobo, held: fromDisputesKobo };
}
/** The lines of the return of a month: whose, gross, tax, net in naira. */
async function returnOf(month: string): Promise<string[][]> {
  const token = await tokenOf(test.world.deps, { userId: admins[0]?.userId ?? "", isAdmin: true });
  const answer = await test.world.app.request("/api/v1/admin/tax/export", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ month, note: "The return of the month for the authority" }),
  });
  const [, ...lines] = (await answer.text()).trim().split("\r\n");
  return lines.map((line) => {
    const [, name = "", , account = "", , gross = "", , tax = "", net = ""] = line.split(",");
    return [name, account, gross, tax, net];
  });
}
const problems = async () =>
  (await verify({ url: test.world.test.serviceUrl, projections: [], checks: PROOFS, full: true })).problems;

describe("a share that a dispute froze", () => {
  it("is in the year and in the return of whom it went to, once, gross, tax and net, and the books agree", async () => {
    const { owner, ada, trackId, disputeId } = await disputedSong(3_000);
    await listen("2026-05", trackId, 100_000);
    await close("2026-05");
    const month = await settle();
    // Held aside it belongs to neither side, and its tax is withheld.
    expect(await yearOf(ada)).toEqual({ gross: 0, tax: 0, net: 0, held: 0 });
    expect(await yearOf(owner)).toEqual({ gross: 35_000, tax: 1_750, net: 33_250, held: 0 });
    expect(await availableOf(disputeId)).toBe(14_250);
    expect((await returnOf(month)).map(([name, , ...sums]) => [name, ...sums])).toContainEqual(
      ["A disputed share", "150.00", "7.50", "142.50"],
    );

    await decide(disputeId, 10_000);
    expect([await availableOf(disputeId), await availableOf(ada.userId)]).toEqual([0, 14_250]);
    expect(await yearOf(ada)).toEqual({ gross: 15_000, tax: 750, net: 14_250, held: 15_000 });
    expect(await yearOf(owner)).toEqual({ gross: 35_000, tax: 1_750, net: 33_250, held: 0 });
    const lines = await returnOf(month);
    expect(lines.filter(([, account]) => account === ada.userId)).toEqual([
      [expect.any(String), ada.userId, "150.00", "7.50", "142.50"],
    ]);
    expect(lines.filter(([name]) => name === "A disputed share")).toEqual([]);
    expect(lines.reduce((sum, [, , , tax]) => sum + Number(tax), 0)).toBe(25);
    const detail = await ask(ada, "GET", "/api/v1/royalties/month?month=2026-05");
    expect(detail).toMatchObject({ state: "available", kobo: 15_000, netKobo: 14_250, tracks: [] });
    // It is no gift: among the lines of the share it says what the dispute let go.
    const { gifts, stats } = await ask(ada, "GET", "/api/v1/gifts/received");
    expect([gifts, stats.totalGifts, stats.totalAmount]).toEqual([[], 0, 0]);
    const { earnings } = await ask(ada, "GET", "/api/v1/creator-stats");
    expect(earnings).toEqual({ total: 142.5, thisMonth: 142.5, lastMonth: 0, thisYear: 142.5 });
    const { totals } = await ask(ada, "GET", `/api/v1/statement?month=${month}`);
    expect(totals).toMatchObject([{ label: "Royalties from a settled dispute", count: 1, available: 142.5 }]);
    expect((await ask(ada, "GET", "/api/v1/shares")).lines).toMatchObject([{ tokens: 142.5, status: "sent" }]);
    // Another sweep changes nothing.
    await release();
    expect(await availableOf(ada.userId)).toBe(14_250);
    expect(await problems()).toEqual([]);
  });

  it("divides to the kobo where it went to both, also what settles after the decision", async () => {
    const { owner, ada, trackId, disputeId } = await disputedSong(5_000);
    await listen("2026-07", trackId, 33_334);
    await close("2026-07");
    const first = await settle();
    await listen("2026-09", trackId, 77_777);
    await close("2026-09");
    const before = await availableOf(owner.userId);
    await decide(disputeId, 3_333);
    await settle();
    await release();
    const [theirs, owners] = [await yearOf(ada), await yearOf(owner)];
    expect(theirs.net).toBe(await availableOf(ada.userId));
    expect(owners.net).toBe(await availableOf(owner.userId));
    expect([theirs.held > 0, owners.held > 0, before > 0, await availableOf(disputeId)]).toEqual([true, true, true, 0]);
    // All that settled of the song, by the rate, of both sides together.
    expect([theirs.gross + owners.gross, theirs.net + owners.net]).toEqual([
      Math.floor(33_334 / 2) + Math.floor(77_777 / 2),
      theirs.gross + owners.gross - theirs.tax - owners.tax,
    ]);
    const accounts = (await returnOf(first)).map(([, account]) => account);
    expect(accounts.filter((account) => account === ada.userId).length).toBe(1);
    expect(accounts).not.toContain(disputeId);
    expect(await problems()).toEqual([]);
  });

  it("of a collaborator who is erased becomes unclaimed, net: its tax is owed, in the name of nobody", async () => {
    const { ada, trackId, disputeId } = await disputedSong(3_000);
    await listen("2026-11", trackId, 200_000);
    await close("2026-11");
    const settledIn = await settle();
    const { deps } = test.world;
    await closeAccount(deps, { userId: ada.userId, by: "owner", metadata: { actor: "system:test" } });
    test.pass(31 * DAY_MS);
    await eraseAccount(deps, ada.userId);
    const before = await availableOf(ada.userId, UNCLAIMED);
    await decide(disputeId, 10_000);
    expect(await availableOf(ada.userId, UNCLAIMED) - before).toBe(28_500);
    const lines = (await returnOf(settledIn)).filter(([, account]) => account === ada.userId);
    expect(lines).toEqual([["An erased account", ada.userId, "300.00", "15.00", "285.00"]]);
    expect(await problems()).toEqual([]);
  });
});
