import { releaseStoppedGift, sendGift, stopGift } from "@contract/calls/gifts.ts";
import { playHistory } from "@contract/calls/listening.ts";
import { describe, expect, it } from "vitest";
import { ask } from "./ask.ts";
import { requestOf } from "./request_of.ts";

describe("requestOf", () => {
  it("fills the path, and leaves out what is undefined in the query", () => {
    expect(requestOf(stopGift, { id: "a/b" })[0]).toBe("/api/v1/gifts/a%2Fb/stop");
    expect(requestOf(playHistory, { query: { cursor: undefined } })[0]).toBe("/api/v1/play-history");
    expect(requestOf(playHistory, { query: { cursor: "1_a b" } })[0]).toBe("/api/v1/play-history?cursor=1_a+b");
    expect(requestOf(sendGift, { body: { amount: 5 } })[1]).toEqual({ method: "POST", body: { amount: 5 } });
  });
});

describe("a declared call in the app", () => {
  it("is its method and path alone", () => {
    expect([sendGift, releaseStoppedGift]).toEqual(["POST /api/v1/gifts", "POST /api/v1/admin/gifts/:id/let-go"]);
  });

  it("takes and answers what was declared: everything else does not compile", () => {
    const wrong = [
      // @ts-expect-error: the id is missing
      () => ask(stopGift),
      // @ts-expect-error: no such word in the query
      () => ask(playHistory, { query: { curser: "1" } }),
      // @ts-expect-error: the amount is a number
      () => ask(sendGift, { body: { amount: "5", method: "card" } }),
      // @ts-expect-error: the answer has no such field
      async () => (await ask(playHistory)).gifts,
    ];
    expect(wrong).toHaveLength(4);
  });
});
