import { describe, expect, it } from "vitest";
import { decideStream, type StreamFacts } from "./stream_grant.ts";

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
