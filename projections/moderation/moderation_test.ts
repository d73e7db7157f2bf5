import { afterAll, expect, it } from "vitest";
import type { CaseList } from "../../backend/contract/moderation.ts";
import { newId } from "../../backend/contract/ids.ts";
import type { ModerationEvent } from "../../backend/moderation/events.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { casesOf, countCases, listCases, moderation, refusedClaims, strikesOf } from "./moderation.ts";

const test = await openTestProjection(moderation);
afterAll(() => test[Symbol.asyncDispose]());

const [ada, admin, label, decisionId, claimId] = [newId(), newId(), newId(), newId(), newId()];
const about = { caseId: newId(), kind: "song", subjectId: newId(), ownerId: ada } as const;
const reported = (): ModerationEvent => (
  { type: "ContentReported", data: { ...about, reportId: newId(), reporterId: newId(), reason: "spam" } }
);
const said = { ...about, decisionId, adminId: admin, words: "w" };
const dismissed: ModerationEvent = { type: "ReportsDismissed", data: said };
const hidden: ModerationEvent = { type: "ContentHidden", data: { ...said, reason: "hate", strike: true } };
const shown: ModerationEvent = { type: "ContentShown", data: said };
const appealed: ModerationEvent = {
  type: "ModerationAppealed",
  data: { ...about, appealId: newId(), decisionId, words: "w" },
};
const upheld: ModerationEvent = {
  type: "ModerationAppealAnswered",
  data: { ...about, appealId: newId(), decisionId, adminId: admin, verdict: "uphold", words: "w" },
};
const claim = { ...about, claimId, claimantId: label };
const claimed: Extract<ModerationEvent, { type: "TakedownClaimed" }> = {
  type: "TakedownClaimed",
  data: { ...claim, name: "n", email: "e", organisation: "o", address: "a", work: "w", statement: "s" },
};
const unconfirmed: ModerationEvent = { type: "TakedownClaimed", data: { ...claimed.data, confirmBy: 9 } };
const confirmed: ModerationEvent = { type: "TakedownConfirmed", data: claim };
const lapsed: ModerationEvent = { type: "TakedownLapsed", data: claim };
const step = { ...claim, adminId: admin, words: "w" };
const granted: ModerationEvent = { type: "TakedownGranted", data: { ...step, strike: true } };
const refused: ModerationEvent = { type: "TakedownRefused", data: step };
const countered: ModerationEvent = {
  type: "CounterNoticeGiven",
  data: { ...claim, name: "n", address: "a", statement: "s", restoreAt: 9 },
};
const contested: ModerationEvent = { type: "TakedownContested", data: step };
const ended: ModerationEvent = { type: "TakedownEnded", data: { ...claim, because: "counter_notice" } };

it.each<[string, ModerationEvent[], CaseList[], number]>([
  ["reported twice", [reported(), reported()], ["open"], 0],
  ["dismissed", [reported(), dismissed], ["decided"], 0],
  ["hidden", [reported(), hidden], ["hidden", "decided"], 1],
  ["appealed", [hidden, appealed], ["appeals", "hidden"], 1],
  ["hidden still after an appeal", [hidden, appealed, upheld], ["hidden", "decided"], 1],
  ["shown again, which an appeal ends with", [hidden, appealed, shown], ["decided"], 0],
  ["claimed by nobody knows whom", [unconfirmed], ["unconfirmed"], 0],
  ["claimed, and confirmed", [unconfirmed, confirmed], ["claims"], 0],
  ["claimed, and never confirmed", [unconfirmed, lapsed], [], 0],
  ["claimed", [claimed], ["claims"], 0],
  ["claimed without a right", [claimed, refused], ["decided"], 0],
  ["taken down", [claimed, granted], ["hidden", "decided"], 1],
  ["answered by the artist", [claimed, granted, countered], ["claims", "hidden"], 1],
  ["in court", [claimed, granted, countered, contested], ["hidden", "decided"], 1],
  ["restored", [claimed, granted, countered, ended], ["decided"], 0],
  ["reported and claimed", [reported(), claimed], ["open", "claims"], 0],
])("what is %s is in the lists that wait for it, and counts its strikes", async (_what, events, lists, strikes) => {
  const all: CaseList[] = ["open", "appeals", "claims", "unconfirmed", "hidden", "decided"];
  const found = await test.given(events, async (tx) => {
    const rows = await Promise.all(all.map((list) => listCases(tx, { list, limit: 5 })));
    return [all.filter((_list, index) => (rows[index]?.length ?? 0) > 0), await countCases(tx)] as const;
  });
  expect(found[0]).toEqual(lists);
  expect(all.filter((list) => found[1][list] === 1)).toEqual(lists);
  expect(await test.given(events, (tx) => strikesOf(tx, ada, -1))).toBe(strikes);
});

it("waits since the oldest of what waits, and pages on from there", async () => {
  const events = [reported(), reported(), dismissed, reported()];
  const [row] = await test.given(events, (tx) => listCases(tx, { list: "open", limit: 5 }));
  expect([row?.reports, row?.waitsSince, row?.changedAt]).toEqual([1, 3, 3]);
  const after = { at: 3, caseId: about.caseId };
  expect(await test.given(events, (tx) => listCases(tx, { list: "open", limit: 5, after }))).toEqual([]);
});

it("knows a claimant's refused claims, and forgets what was decided about whoever is erased", async () => {
  expect(await test.given([claimed, refused], (tx) => refusedClaims(tx, [label]))).toEqual(new Map([[label, 1]]));
  const erased = { type: "AccountErased" as const, data: { userId: ada } };
  expect(await test.given([hidden, claimed, erased], (tx) => casesOf(tx, ada, 5))).toEqual([]);
  expect(await test.given([hidden, claimed, erased], (tx) => tx`select from moderation_claims`)).toEqual([]);
});
