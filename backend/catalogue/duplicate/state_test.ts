import { describe, expect, it } from "vitest";
import type { TrackHold } from "../track/events.ts";
import type { DuplicateEvent, DuplicateFound, LikeRecording } from "./events.ts";
import {
  assertMayMove,
  decideAnswer,
  decideDecision,
  decideFound,
  type Duplicate,
  evolveDuplicate,
  holdOf,
  type KnownTrack,
  NO_DUPLICATE,
  type Standing,
} from "./state.ts";

const about = { matchId: "m1", trackId: "new", ownerId: "ada" };
const like = (ownerId: string, trackId = "old"): LikeRecording => (
  { trackId, ownerId, percent: 97, atMs: 0, otherAtMs: 10_000, lengthMs: 60_000, speed: 1 }
);
const out: KnownTrack = { status: "published", holds: [] };
const held = (hold: TrackHold["hold"]): KnownTrack => ({ ...out, holds: [{ hold, holdId: "h1", by: "admin" }] });
const standing = (ownerId: string, track = out, duplicate: Duplicate = NO_DUPLICATE): Standing => (
  { like: like(ownerId), track, duplicate }
);
const found = (asked: DuplicateFound["data"]["asked"]): DuplicateFound => (
  { type: "DuplicateFound", data: { ...about, asked, like: [like("bola")] } }
);
const given = (...events: DuplicateEvent[]) => events.reduce(evolveDuplicate, NO_DUPLICATE);
const decide = (others: readonly Standing[], asksOwner = false) =>
  decideFound({ ...about, asksOwner }, others).map(({ data }) => data.asked);
const ofModerator = given(found("moderator"));

describe("a recording that Orin has already", () => {
  it("is for a moderator when it is somebody else's, also beside an own one", () => {
    expect(decide([])).toEqual([]);
    expect(decide([standing("bola")])).toEqual(["moderator"]);
    expect(decide([standing("ada"), standing("bola")], true)).toEqual(["moderator"]);
  });

  it("is for its artist when it is their own and the client asks; else both stay, and they are told", () => {
    expect(decide([standing("ada")], true)).toEqual(["owner"]);
    expect(decide([standing("ada")])).toEqual(["nobody"]);
    expect(decide([standing("ada", held("draft"))])).toEqual(["nobody"]);
  });

  it("does not come back by being sent again, once it was taken away or is kept from everybody", () => {
    for (const hold of ["moderation", "takedown", "suspension"] as const) {
      expect([hold, decide([standing("ada", held(hold))], true)]).toEqual([hold, ["moderator"]]);
    }
    expect(decide([standing("ada", { status: "removed", removedBy: "admin", holds: [] })], true)).toEqual([
      "moderator",
    ]);
    expect(decide([standing("ada", held("duplicate"), ofModerator)], true)).toEqual(["moderator"]);
    const deleted = { status: "removed", removedBy: "owner" } as const;
    expect(decide([standing("ada", { ...held("takedown"), ...deleted })], true)).toEqual(["moderator"]);
    expect(decide([standing("ada", { ...held("duplicate"), ...deleted }, ofModerator)], true)).toEqual(["moderator"]);
    expect(decide([standing("ada", { ...held("draft"), ...deleted })], true)).toEqual([]);
    expect(decide([standing("ada", held("duplicate"), given(found("owner")))], true)).toEqual(["owner"]);
  });

  it("is no matter of a copy of the artist's own that is held for that; one that was let go, or is like others', is", () => {
    const copyOf = (...owners: string[]): Duplicate =>
      given({
        type: "DuplicateFound",
        data: { ...about, ownerId: "bola", asked: "moderator", like: owners.map((one) => like(one)) },
      });
    const copy = standing("bola", held("duplicate"), copyOf("ada"));
    expect(decide([standing("ada"), copy], true)).toEqual(["owner"]);
    expect(decide([copy], true)).toEqual([]);
    expect(decide([standing("ada"), standing("bola", held("duplicate"), copyOf("ada", "chi"))], true)).toEqual([
      "moderator",
    ]);
    const both: KnownTrack = { ...out, holds: [...held("duplicate").holds, ...held("takedown").holds] };
    expect(decide([standing("ada"), standing("bola", both, copyOf("ada"))], true)).toEqual(["moderator"]);
    const { found } = copyOf("ada") as Extract<Duplicate, { found: unknown }>;
    expect(decide([standing("ada"), standing("bola", out, { state: "let_go", found })], true)).toEqual(["moderator"]);
  });

  it("is new again when its artist has deleted the other, or that never became a song", () => {
    for (const ownerId of ["ada", "bola"]) {
      expect(decide([standing(ownerId, { status: "removed", removedBy: "owner", holds: [] })])).toEqual([]);
      expect(decide([standing(ownerId, { status: "failed", holds: [] })])).toEqual([]);
      expect(decide([standing(ownerId, { status: "none", holds: [] })])).toEqual([]);
    }
    expect(decide([standing("bola", { status: "removed", removedBy: "admin", holds: [] })])).toEqual(["moderator"]);
  });

  it("is held until somebody answers", () => {
    expect(holdOf(found("moderator").data)).toEqual([{ hold: "duplicate", holdId: "m1", by: "system" }]);
    expect(holdOf(found("owner").data)).toHaveLength(1);
    expect(holdOf(found("nobody").data)).toEqual([]);
  });
});

describe("the artist's answer", () => {
  const known = given(found("owner"));
  const answer = (of: Duplicate, said: "keep_both" | "withdraw", ownerId = "ada") =>
    decideAnswer(of, { ownerId, answer: said });
  it("is taken once, and the same again is no other", () => {
    const kept = answer(known, "keep_both");
    expect(kept).toEqual([{ type: "DuplicateAnswered", data: { ...about, answer: "keep_both" } }]);
    expect(answer(given(found("owner"), ...kept), "keep_both")).toEqual([]);
    expect(() => answer(given(found("owner"), ...kept), "withdraw")).toThrow("You have answered this before");
    const withdrawn = given(found("owner"), ...answer(known, "withdraw"));
    expect(answer(withdrawn, "withdraw")).toEqual([]);
    expect(() => answer(withdrawn, "keep_both")).toThrow("You have answered this before");
  });

  it("replaces a song of theirs that sounds the same, and no other", () => {
    const both = given({
      type: "DuplicateFound",
      data: { ...about, asked: "owner", like: [like("ada"), like("bola", "b")] },
    });
    const replace = (of: Duplicate, replaces?: string) =>
      decideAnswer(of, { ownerId: "ada", answer: "replace", ...(replaces && { replaces }) });
    const event = { type: "DuplicateAnswered", data: { ...about, answer: "replace", replaces: "old" } } as const;
    expect(replace(both, "old")).toEqual([event]);
    for (const other of ["b", "another", undefined]) {
      expect(() => replace(both, other)).toThrow("not a song of yours that sounds the same");
    }
    const done = evolveDuplicate(both, event);
    expect(done).toMatchObject({ state: "replaced", replaces: "old" });
    expect(replace(done, "old")).toEqual([]);
    expect(() => replace(done, "b")).toThrow("You have answered this before");
    expect(() => answer(done, "keep_both")).toThrow("You have answered this before");
    expect(() => replace(ofModerator, "old")).toThrow("a moderator looks at it");
  });

  it("moves no recording that somebody looks at for another reason", () => {
    for (const hold of ["moderation", "takedown", "suspension"] as const) {
      expect(() => assertMayMove(held(hold))).toThrow("is being looked at");
    }
    for (const hold of ["duplicate", "draft"] as const) expect(() => assertMayMove(held(hold))).not.toThrow();
  });

  it("is only theirs, and not where a moderator decides", () => {
    expect(() => answer(known, "keep_both", "bola")).toThrow("There is no such question");
    expect(() => answer(NO_DUPLICATE, "keep_both")).toThrow("There is no such question");
    expect(() => answer(ofModerator, "keep_both")).toThrow("a moderator looks at it");
    expect(() => answer(given(found("nobody")), "withdraw")).toThrow("You have answered this before");
  });
});

describe("a moderator's decision", () => {
  const words = { reason: "sealed", adminId: "boss" };
  const refuse = (of: Duplicate) => decideDecision(of, { ...words, decision: "refuse" });
  const letGo = (of: Duplicate) => decideDecision(of, { ...words, decision: "let_go", ground: "licence" });
  it("holds once; what was refused may be let go later, not the other way round", () => {
    expect(refuse(ofModerator)).toEqual([
      { type: "DuplicateDecided", data: { ...about, ...words, decision: "refuse" } },
    ]);
    const refused = given(found("moderator"), ...refuse(ofModerator));
    expect(() => refuse(refused)).toThrow("already decided");
    expect(letGo(refused)).toHaveLength(1);
    const gone = given(found("moderator"), ...letGo(ofModerator));
    expect(() => letGo(gone)).toThrow("already decided");
    expect(() => refuse(gone)).toThrow("already decided");
  });

  it("is no admin's whose recording it is, the new one or one that it sounds like", () => {
    for (const adminId of ["ada", "bola"]) {
      for (const decision of ["refuse", "let_go"] as const) {
        const decide = () => decideDecision(ofModerator, { ...words, adminId, decision, ground: "licence" });
        expect(decide).toThrow("This is yours: another admin decides about it");
      }
    }
  });

  it("has a ground where the song comes out, and is none of what artists answer themselves", () => {
    expect(() => decideDecision(ofModerator, { ...words, decision: "let_go" })).toThrow("say why");
    expect(() => refuse(given(found("owner")))).toThrow("There is no such recording");
    expect(() => refuse(NO_DUPLICATE)).toThrow("There is no such recording");
  });
});
