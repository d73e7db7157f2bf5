import { describe, expect, it } from "vitest";
import type { TrackState } from "../track/state.ts";
import type { CreditEvent } from "./events.ts";
import {
  type CreditState,
  decideAnswer,
  decideAsking,
  decideCredits,
  decideIsrc,
  decideTakingBack,
  evolveCredits,
  evolveIsrc,
  isLateCredits,
  NO_CREDITS,
} from "./state.ts";

const track = (status: "published" | "removed" = "published"): TrackState => ({
  ...{ status, ownerId: "ada", releasedAt: undefined, made: new Set(), holds: [], replacement: undefined },
  details: { title: "", artist: "", genre: "fuji", downloadable: false },
});
const ids = { trackId: "t", ownerId: "ada" };
const asking = { ...ids, artistId: "zee", isArtist: true };
const fold = (...events: CreditEvent[]): CreditState => events.reduce(evolveCredits, NO_CREDITS);
const asked = decideAsking(NO_CREDITS, track(), asking);
const answer = (known: CreditState, accepted: boolean, artistId = "zee") =>
  decideAnswer(known, track(), { trackId: "t", artistId, accepted });

describe("a featured artist", () => {
  it("is asked once, by the song's artist, and is an artist of Orin and another one", () => {
    expect(asked).toEqual([{ type: "FeatureAsked", data: { ...ids, artistId: "zee" } }]);
    expect(decideAsking(fold(...asked), track(), asking)).toEqual([]);
    expect(() => decideAsking(NO_CREDITS, track(), { ...asking, isArtist: false })).toThrow("no artist with this name");
    expect(() => decideAsking(NO_CREDITS, track(), { ...asking, artistId: "ada" })).toThrow(
      "artist of this song already",
    );
    expect(() => decideAsking(NO_CREDITS, track(), { ...asking, ownerId: "eve" })).toThrow("Only the artist");
    expect(() => decideAsking(NO_CREDITS, track("removed"), asking)).toThrow("not found");
    const held = (hold: "draft" | "moderation") =>
      ({ ...track(), holds: [{ hold, holdId: "h", by: "owner" }] }) as TrackState;
    expect(() => decideAsking(NO_CREDITS, held("moderation"), asking)).toThrow("This song is held back");
    expect(decideAsking(NO_CREDITS, held("draft"), asking)).toHaveLength(1);
  });

  it("decides alone, may change their mind, and nobody else answers for them", () => {
    const known = fold(...asked);
    const yes = answer(known, true);
    expect(yes).toEqual([{ type: "FeatureAnswered", data: { ...ids, artistId: "zee", accepted: true } }]);
    const accepted = fold(...asked, ...yes);
    expect(answer(accepted, true)).toEqual([]);
    expect(answer(accepted, false)).toHaveLength(1);
    for (const other of ["ada", "eve"]) expect(() => answer(known, true, other)).toThrow("Nobody asks you");
    const back = decideTakingBack(accepted, track(), { ...ids, artistId: "zee" });
    expect(() => answer(fold(...asked, ...yes, ...back), true)).toThrow("Nobody asks you");
    expect(decideTakingBack(NO_CREDITS, track(), { ...ids, artistId: "zee" })).toEqual([]);
  });

  it("is asked again after a no only once the first asking was taken back", () => {
    const declined = fold(...asked, ...answer(fold(...asked), false));
    expect(decideAsking(declined, track(), asking)).toEqual([]);
  });
});

describe("credits", () => {
  const credits = { ...ids, people: "sealed", isrc: "", explicit: false };

  it("are written by the song's artist; the same ones again change nothing", () => {
    expect(decideCredits(track(), { credits, isSame: false })).toEqual([{ type: "CreditsSet", data: credits }]);
    expect(decideCredits(track(), { credits, isSame: true })).toEqual([]);
    expect(() => decideCredits(track(), { credits: { ...credits, ownerId: "eve" }, isSame: false })).toThrow(
      "Only the artist",
    );
  });

  it("give a recording an ISRC that no other has, and free the one before", () => {
    const code = { isrc: "NGA012600001", ...ids };
    const first = decideIsrc(NO_CREDITS, undefined, code);
    expect([first.taken.length, first.givenUp.length]).toEqual([1, 0]);
    expect(() => decideIsrc(NO_CREDITS, "other", code)).toThrow("each recording has its own");
    const known = fold({ type: "CreditsSet", data: { ...credits, isrc: code.isrc } });
    expect(decideIsrc(known, "t", code)).toEqual({ taken: [], givenUp: [] });
    const moved = decideIsrc(known, undefined, { ...code, isrc: "NGA012600002" });
    expect([moved.taken[0]?.data.isrc, moved.givenUp[0]?.data.isrc]).toEqual(["NGA012600002", "NGA012600001"]);
    const holder = [...first.taken, ...moved.givenUp].reduce(evolveIsrc, undefined as string | undefined);
    expect(holder).toBeUndefined();
  });

  it("refuse a form that shows what is no longer so", () => {
    const known = { writers: ["Ada"], producers: [], isrc: "", explicit: false };
    expect(isLateCredits({ writers: ["Ada"] }, known)).toBe(false);
    expect(isLateCredits({ writers: [] }, known)).toBe(true);
  });
});
