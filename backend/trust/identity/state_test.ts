import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import type { IdentityCheckFailed, IdentityEvent } from "./events.ts";
import {
  checksLeft,
  evolve,
  failCheck,
  NO_IDENTITY,
  type NumberOwner,
  proveIdentity,
  startCheck,
  submitCheck,
  waitingCheck,
} from "./state.ts";

const DAY_MS = 24 * 3_600_000;
const NOW = 10 * DAY_MS;
const userId = "ada";
const asked = (checkId = "one", more: object = {}) => (
  { userId, checkId, numberHash: "bvn", account: "sealed", accountHash: "account", ...more }
);
const started = (checkId = "one"): IdentityEvent => ({ type: "IdentityCheckStarted", data: asked(checkId) });
const submitted: IdentityEvent = {
  type: "IdentityCheckSubmitted",
  data: { userId, checkId: "one", customerCode: "CUS_1" },
};
const failed = (because: IdentityCheckFailed["data"]["because"], checkId = "one"): IdentityEvent => (
  { type: "IdentityCheckFailed", data: { userId, checkId, because, said: "no" } }
);
const proven: IdentityEvent = { type: "IdentityProven", data: { userId, checkId: "one", numberHash: "bvn" } };
const givenAt = (at: number, ...events: IdentityEvent[]) =>
  events.reduce((state, event) => evolve(state, event, at), NO_IDENTITY);
const given = (...events: IdentityEvent[]) => givenAt(NOW, ...events);

it("evolve() changes the check that an event names, and no other", () => {
  const state = given(started(), submitted, failed("refused"), started("two"));
  expect(state.checks).toMatchObject([
    { checkId: "one", customerCode: "CUS_1", status: "failed", because: "refused", said: "no", startedAt: NOW },
    { checkId: "two", customerCode: undefined, status: "waiting", because: undefined, said: "" },
  ]);
  expect([state.provenBy, waitingCheck(state)?.checkId]).toEqual([undefined, "two"]);
  const after = evolve(state, proven, NOW);
  expect([after.provenBy, after.checks[0]?.status, waitingCheck(after)?.checkId]).toEqual(["one", "proven", "two"]);
});

describe("startCheck()", () => {
  const start = (state = NO_IDENTITY, data = asked("new"), owner: NumberOwner = undefined) =>
    startCheck(state, data, { owner, now: NOW });
  const fiveFailed = (because: IdentityCheckFailed["data"]["because"], at = NOW) =>
    givenAt(at, ...["a", "b", "c", "d", "e"].flatMap((id) => [started(id), failed(because, id)]));

  it("refuses another BVN or account while one is checked, a sixth try of a day, and a BVN of somebody else", () => {
    expect(refusalOf(() => start(given(started()), asked("new", { numberHash: "other" }))).code).toBe(
      "identity_waiting",
    );
    expect(refusalOf(() => start(given(started()), asked("new", { accountHash: "other" }))).code).toBe(
      "identity_waiting",
    );
    expect(refusalOf(() => start(fiveFailed("refused"))).code).toBe("too_many_attempts");
    expect(refusalOf(() => start(NO_IDENTITY, asked(), "ben")).code).toBe("identity_taken");
    expect(refusalOf(() => start(NO_IDENTITY, asked(), "gone")).code).toBe("identity_taken");
  });

  it("starts no second one of the same, and a new one of what proved the person before", () => {
    expect(start(given(started()))).toEqual([]);
    expect(start(NO_IDENTITY, asked("new"), userId)).toEqual([{ type: "IdentityCheckStarted", data: asked("new") }]);
    expect(start(given(started(), proven), asked("new"), userId)).toHaveLength(1);
  });

  it("counts the tries of a day, but none that the provider never got", () => {
    expect(checksLeft(NO_IDENTITY, NOW)).toBe(5);
    expect(checksLeft(fiveFailed("no_answer"), NOW)).toBe(0);
    expect(checksLeft(fiveFailed("not_sent"), NOW)).toBe(5);
    expect(checksLeft(fiveFailed("refused", NOW - DAY_MS + 1), NOW)).toBe(0);
    expect(checksLeft(fiveFailed("refused", NOW - DAY_MS), NOW)).toBe(5);
    expect(checksLeft(given(...["a", "b", "c", "d", "e", "f"].map(started)), NOW)).toBe(0);
  });
});

it("submitCheck() notes the customer once, and only while the check waits", () => {
  const submit = (state = NO_IDENTITY) => submitCheck(state, { userId, checkId: "one", customerCode: "CUS_1" });
  expect(submit()).toEqual([]);
  expect(submit(given(started()))).toEqual([submitted]);
  expect(submit(given(started(), submitted))).toEqual([]);
  expect(submit(given(started(), failed("no_answer")))).toEqual([]);
});

describe("proveIdentity()", () => {
  const prove = (state = NO_IDENTITY, owner: NumberOwner = undefined) =>
    proveIdentity(state, { userId, checkId: "one" }, (hash) => hash === "bvn" ? owner : undefined);
  const used = { ...failed("number_used"), data: { userId, checkId: "one", because: "number_used", said: "" } };

  it("fails the check where the BVN has proven somebody else by now, also somebody erased, and asks no more", () => {
    expect(prove(given(started()), "ben")).toEqual([used]);
    expect(prove(given(started()), "gone")).toEqual([used]);
    expect(prove(given(started(), failed("number_used")))).toEqual([]);
    expect(prove()).toEqual([]);
  });

  it("takes a yes however late it comes, once", () => {
    expect(prove(given(started()))).toEqual([proven]);
    expect(prove(given(started(), failed("no_answer")), userId)).toEqual([proven]);
    expect(prove(given(started(), failed("refused")))).toEqual([proven]);
    expect(prove(given(started(), proven))).toEqual([]);
  });
});

it("failCheck() ends a check that waits, and no other", () => {
  const fail = (state = NO_IDENTITY) => failCheck(state, { userId, checkId: "one", because: "refused", said: "no" });
  expect(fail()).toEqual([]);
  expect(fail(given(started(), submitted))).toEqual([failed("refused")]);
  expect(fail(given(started(), failed("no_answer")))).toEqual([]);
  expect(fail(given(started(), proven))).toEqual([]);
});
