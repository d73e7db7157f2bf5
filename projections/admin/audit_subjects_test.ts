import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestStore, type TestStore } from "../../backend/testing/store.ts";
import type { Json } from "../../backend/store/log/canonical.ts";
import { auditSubjects, auditTypes, findAudit, isReward, subjectsOf } from "./audit_subjects.ts";

const [userId, trackId, withdrawalId] = [newId(), newId(), newId()];
const about = (type: string, data: Json, stream = "some/1") => subjectsOf({ type, data, stream });

describe("subjectsOf()", () => {
  it("finds them by the words of an event's members, also of events that nobody has thought of yet", () => {
    expect(about("UserSuspended", { userId, adminId: newId() })).toEqual([`user:${userId}`]);
    expect(about("TrackRemoved", { trackId, ownerId: userId })).toEqual([`track:${trackId}`, `user:${userId}`]);
    expect(about("SomethingNew", { withdrawalId })).toEqual([`withdrawal:${withdrawalId}`]);
    expect(about("PolicyChanged", { reason: "x" }, "policy")).toEqual(["policy"]);
    expect(about("PersonalDataOpened", { lookedInto: `track:${trackId}`, personIds: [userId] }))
      .toEqual([`track:${trackId}`, `user:${userId}`]);
    expect(about("GroupDecided", { members: [userId], adminId: newId() })).toEqual([`user:${userId}`]);
    expect(about("CommentPosted", { authorId: userId, entityType: "track", entityId: trackId }))
      .toEqual([`user:${userId}`, `track:${trackId}`]);
    expect(about("SomethingNew", { userId: "none", trackId: 7, other: userId })).toEqual([]);
  });

  it("finds the withdrawal and the users of a transfer, and tells rewards", () => {
    const data = (code: string, detail: Json) => ({
      ...{ code, detail },
      entries: [{ account: `user:${userId}:reserved` }, { account: "provider:paystack" }],
    });
    const held = data("withdrawal_held", { holdId: withdrawalId });
    expect(about("TransferPosted", held)).toEqual([`withdrawal:${withdrawalId}`, `user:${userId}`]);
    expect(about("TransferPosted", data("gift", { giftId: withdrawalId }))).toEqual([`user:${userId}`]);
    expect([data("reward", {}), held].map((one) => isReward({ type: "TransferPosted", data: one }))).toEqual([
      true,
      false,
    ]);
  });

  it("leaves being followed to the follower", () => {
    expect(about("UserFollowed", { followerId: userId, creatorId: newId() })).toEqual([`user:${userId}`]);
  });
});

describe("audit_subjects", () => {
  let test: TestStore;
  beforeAll(async () => void (test = await openTestStore({ projections: [auditSubjects] })));
  afterAll(() => test[Symbol.asyncDispose]());

  it("gives each step of a withdrawal to its user, whatever batch it came in, and plays to nobody", async () => {
    const { store } = test;
    const metadata = { actor: `user:${userId}` };
    const stream = `withdrawal/${withdrawalId}`;
    const requested = { type: "WithdrawalRequested", data: { withdrawalId, userId } };
    await store.appendToStream("ledger/0", stream, [requested], { metadata });
    await store.settle();
    await store.appendToStream("ledger/0", stream, [{ type: "PayoutHeld", data: { withdrawalId } }], { metadata });
    await store.appendToStream("plays/0", "play/1", [{ type: "PlayReported", data: { trackId } }], { metadata });
    await store.settle();
    const found = await findAudit(store.sql, { subject: `user:${userId}` }, { limit: 10 });
    expect(found.map(({ log, position }) => `${log} ${position}`)).toEqual(["ledger/0 2", "ledger/0 1"]);
    expect(await findAudit(store.sql, { subject: `track:${trackId}` }, { limit: 10 })).toEqual([]);
    expect(await auditTypes(store.sql)).toEqual(["PayoutHeld", "WithdrawalRequested"]);
  });

  it("gives it, too, what another log said of the withdrawal before its request was read", async () => {
    const { store } = test;
    const [late, owner] = [newId(), newId()];
    const metadata = { actor: "system:test" };
    const braked = { type: "PayoutsBraked", data: { withdrawalId: late } };
    await store.appendToStream("social", "payouts", [braked], { metadata });
    await store.settle();
    const requested = { type: "WithdrawalRequested", data: { withdrawalId: late, userId: owner } };
    await store.appendToStream("ledger/0", `withdrawal/${late}`, [requested], { metadata });
    await store.settle();
    const found = await findAudit(store.sql, { subject: `user:${owner}` }, { limit: 10 });
    expect(found.map(({ log }) => log).toSorted()).toEqual(["ledger/0", "social"]);
  });
});
