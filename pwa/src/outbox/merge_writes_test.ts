import { describe, expect, it } from "vitest";
import { mergeWrite, type WaitingWrite } from "./merge_writes.ts";
import type { Write } from "./write.ts";

const follow = (wanted: boolean): Write => ({ kind: "follow", artistId: "ayo", wanted });
const track = (wanted: boolean, trackId = "one"): Write => ({
  ...{ kind: "playlist.track", playlistId: "p", trackId, wanted },
});
const edit = (content: string): Write => ({ kind: "comment.edit", commentId: "c", content });
const POST: Write = { kind: "comment.post", commentId: "c", entityType: "artist", entityId: "ayo", content: "First" };
const DELETE: Write = { kind: "comment.delete", commentId: "c" };
const CREATE: Write = { kind: "playlist.create", playlistId: "p", name: "Morning", trackIds: [] };

/** Rows r0, r1 … that were never on their way, or, with "sent", were. */
function rows(...writes: (Write | [Write, "sent"] | [Write, { before: boolean }])[]): WaitingWrite[] {
  return writes.map((one, index) => {
    const [write, more] = Array.isArray(one) ? one : [one, undefined];
    const before = typeof more === "object" ? more.before : undefined;
    return { id: `r${index}`, write, attempted: more === "sent", before };
  });
}

describe("mergeWrite()", () => {
  it("sends nothing when a wish was taken back before it left", () => {
    expect(mergeWrite(rows([follow(true), { before: false }]), follow(false))).toEqual({ drop: ["r0"] });
  });

  it("lets the newest wish win where nobody knows what was before", () => {
    expect(mergeWrite(rows(follow(true)), follow(false))).toEqual({
      drop: [],
      put: { write: follow(false), into: "r0" },
    });
  });

  it("sends the newest wish after one that may have arrived", () => {
    const sent = rows([follow(true), "sent"]);
    expect(mergeWrite(sent, follow(false))).toEqual({ drop: [], put: { write: follow(false) } });
    expect(mergeWrite(rows([follow(true), "sent"], follow(false)), follow(true))).toEqual({ drop: ["r1"] });
  });

  it("does not say a wish twice", () => {
    expect(mergeWrite(rows([follow(true), "sent"]), follow(true))).toEqual({ drop: [] });
  });

  it("puts newer words into a comment that was never sent, and sends them after one that was", () => {
    expect(mergeWrite(rows(POST), edit("Second"))).toEqual({
      drop: [],
      put: { write: { ...POST, content: "Second" }, into: "r0" },
    });
    expect(mergeWrite(rows([POST, "sent"]), edit("Second"))).toEqual({ drop: [], put: { write: edit("Second") } });
    expect(mergeWrite(rows([POST, "sent"], edit("Second")), edit("Third"))).toEqual({
      drop: [],
      put: { write: edit("Third"), into: "r1" },
    });
  });

  it("sends neither a comment nor its deletion when it never left", () => {
    expect(mergeWrite(rows(POST), DELETE)).toEqual({ drop: ["r0"] });
    expect(mergeWrite(rows([POST, "sent"], edit("Second")), DELETE)).toEqual({ drop: ["r1"], put: { write: DELETE } });
    expect(mergeWrite(rows(edit("Second")), DELETE)).toEqual({ drop: ["r0"], put: { write: DELETE } });
  });

  it("forgets a list that was made and deleted on the way, with all that was done to it", () => {
    const made = rows(CREATE, track(true), track(true, "two"));
    expect(mergeWrite(made, { kind: "playlist.delete", playlistId: "p" })).toEqual({ drop: ["r0", "r1", "r2"] });
  });

  it("renames a list that was not sent, and joins changes that follow each other", () => {
    const change = (more: object): Write => ({ kind: "playlist.change", playlistId: "p", change: more });
    expect(mergeWrite(rows(CREATE), change({ name: "Evening" }))).toEqual({
      drop: [],
      put: { write: { ...CREATE, name: "Evening" }, into: "r0" },
    });
    expect(mergeWrite(rows(change({ name: "Evening" })), change({ trackIds: ["two", "one"] }))).toEqual({
      drop: [],
      put: { write: change({ name: "Evening", trackIds: ["two", "one"] }), into: "r0" },
    });
  });

  it("keeps an order that came after a track behind that track", () => {
    const order: Write = { kind: "playlist.change", playlistId: "p", change: { trackIds: ["one", "two"] } };
    expect(mergeWrite(rows(order, track(true)), order)).toEqual({ drop: [], put: { write: order } });
  });

  it("drops a track that was put in and taken out, if it was surely not there before", () => {
    expect(mergeWrite(rows([track(true), { before: false }], track(true, "two")), track(false))).toEqual({
      drop: ["r0"],
    });
    expect(mergeWrite(rows(track(true)), track(false))).toEqual({ drop: [], put: { write: track(false) } });
    expect(mergeWrite(rows([track(false), { before: true }]), track(true))).toEqual({
      drop: [],
      put: { write: track(true) },
    });
  });
});
