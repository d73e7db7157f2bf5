import { describe, expect, it } from "vitest";
import { decideStream, findPlaying, type ProvenStream, type StreamFacts } from "./grant.ts";

const facts: StreamFacts = {
  limit: 20,
  used: 0,
  pending: 0,
  usedByAddress: 0,
  isVisitor: false,
  isSubscribed: false,
  continues: false,
};
const usedUp = { ...facts, used: 20 };

describe("decideStream()", () => {
  it("lets a stream begin while free plays are left, and says how many", () => {
    expect(decideStream(facts)).toEqual({ remaining: 20 });
    expect(decideStream({ ...facts, used: 19 })).toEqual({ remaining: 1 });
  });

  it("refuses a new stream when they are used up, with words that fit who asks", () => {
    expect(() => decideStream(usedUp)).toThrow("Go Premium or use Pay Per View");
    expect(() => decideStream({ ...usedUp, isVisitor: true })).toThrow(
      "Create a free account to keep listening and earn",
    );
    expect(() => decideStream({ ...usedUp, used: 25 })).toThrow();
  });

  it("never cuts a song that plays, and has no limit for Premium", () => {
    expect(decideStream({ ...usedUp, continues: true })).toEqual({ remaining: 0 });
    expect(decideStream({ ...usedUp, isSubscribed: true })).toEqual({ remaining: 20 });
  });

  it("keeps free plays for the streams that have just begun", () => {
    expect(decideStream({ ...facts, used: 18, pending: 1 })).toEqual({ remaining: 2 });
    expect(() => decideStream({ ...facts, used: 18, pending: 2 })).toThrow("Go Premium");
  });

  it("refuses visitors behind an address that has had many times the plays of one", () => {
    const crowd = { ...facts, isVisitor: true, usedByAddress: 500 };
    expect(() => decideStream(crowd)).toThrow("Create a free account");
    expect(decideStream({ ...crowd, usedByAddress: 499 })).toEqual({ remaining: 20 });
    expect(decideStream({ ...crowd, continues: true })).toEqual({ remaining: 20 });
  });
});

describe("findPlaying()", () => {
  const MINUTE_MS = 60_000;
  const now = 1_000 * MINUTE_MS;
  const stream = (more: Partial<ProvenStream> = {}): ProvenStream => (
    { grantId: "one", trackId: "song", isWhole: true, at: now - MINUTE_MS, ...more }
  );
  const asked = (streams: readonly ProvenStream[], more: { grantId?: string; counted?: number } = {}) =>
    findPlaying({
      ...{ trackId: "song", durationMs: 2 * MINUTE_MS, grantId: more.grantId, streams, now },
      counted: new Map([["song", more.counted ?? 0]]),
    });

  it("finds the song that was taken whole a moment ago, and later only under its own grant", () => {
    expect(asked([stream()])).toBe("one");
    expect(asked([stream({ trackId: "another" })])).toBeUndefined();
    const old = [stream({ at: now - 18 * MINUTE_MS })];
    expect(asked(old)).toBeUndefined();
    expect(asked(old, { grantId: "one" })).toBe("one");
  });

  it("finds the last stream when a play of it was counted, and no earlier one that was left half way", () => {
    const half = stream({ isWhole: false });
    expect(asked([half])).toBeUndefined();
    expect(asked([half], { counted: 1 })).toBe("one");
    const later = stream({ grantId: "two", trackId: "another", isWhole: false, at: now });
    expect(asked([later, half], { counted: 1 })).toBeUndefined();
    expect(asked([later, half], { counted: 1, grantId: "one" })).toBeUndefined();
  });
});
