import { describe, expect, it } from "vitest";
import type { SongReadiness } from "../../contract/releases.ts";
import { refusalOf } from "../../testing/refusal.ts";
import type { ReleaseEvent } from "./events.ts";
import {
  decideDate,
  decideDeclaration,
  decideDiscard,
  decideDraft,
  decideNoDate,
  decideOrder,
  decidePublication,
  decideReleaseChange,
  decideSongAdded,
  decideSongRemoved,
  decideWithdrawal,
  evolveRelease,
  NO_RELEASE,
  type ReleaseState,
} from "./state.ts";

const ids = { releaseId: "r", ownerId: "ada" };
const NOW = Date.UTC(2026, 10, 25, 12);
const HOUR = 3_600_000;
const draft = { ...ids, kind: "ep", title: "Ìrìn", artist: "Àdùkẹ́" } as const;
const cover = { key: "covers/r/1", placeholder: "#1 #2" };
const declaration = { ...ids, ownership: "own", society: "COSON", withheldPercent: 5 } as const;

/** The state after events, each decided on the state before it. */
function after(...steps: ((state: ReleaseState) => readonly ReleaseEvent[])[]): ReleaseState {
  return steps.reduce<ReleaseState>((state, step) => step(state).reduce(evolveRelease, state), NO_RELEASE);
}

const drafted = (state: ReleaseState) => decideDraft(state, { ...draft, drafts: 0, most: 2 });
const song = (trackId: string) => (state: ReleaseState) => decideSongAdded(state, { ...ids, trackId });
const detailed = (state: ReleaseState) => decideReleaseChange(state, { ...ids, details: { cover, genre: "fuji" } });
const declared = (state: ReleaseState) => decideDeclaration(state, { declaration, isSame: false });
const dated = (at: number, earlyUntil = 0, now = NOW) => (state: ReleaseState) =>
  decideDate(state, { ...ids, at, earlyUntil }, now);
const whole = [drafted, song("one"), song("two"), detailed, declared] as const;
const songs = (one: SongReadiness | undefined, two: SongReadiness | undefined) =>
  new Map([["one", one], ["two", two]].flatMap(([id, state]) => state ? [[String(id), state as SongReadiness]] : []));
const ready = songs("ready", "ready");
const out = (by: "owner" | "clock", found = ready, now = NOW) => (state: ReleaseState) =>
  decidePublication(state, { ...ids, by, songs: found }, now);

describe("a draft", () => {
  it("is begun once, belongs to one artist for ever, and there are not too many", () => {
    expect(drafted(NO_RELEASE)).toEqual([{ type: "ReleaseDrafted", data: draft }]);
    expect(drafted(after(drafted))).toEqual([]);
    expect(() => decideDraft(after(drafted), { ...draft, ownerId: "eve", drafts: 0, most: 2 })).toThrow("not found");
    expect(() => decideDraft(NO_RELEASE, { ...draft, drafts: 2, most: 2 })).toThrow("2 releases that are not out");
  });

  it("is nobody else's to see or change", () => {
    const state = after(...whole);
    const eve = { releaseId: "r", ownerId: "eve" };
    for (
      const act of [
        () => decideReleaseChange(state, { ...eve, details: { title: "Mine" } }),
        () => decideSongAdded(state, { ...eve, trackId: "x" }),
        () => decideOrder(state, { ...eve, trackIds: [] }),
        () => decideDate(state, { ...eve, at: NOW + HOUR, earlyUntil: 0 }, NOW),
        () => decidePublication(state, { ...eve, by: "owner", songs: ready }, NOW),
        () => decideWithdrawal(state, eve),
        () => decideDiscard(state, { ...eve, mayDelete: true }),
      ]
    ) expect(act).toThrow("Release not found");
  });

  it("changes by what differs, and refuses a form that shows what is no longer so", () => {
    const state = after(...whole);
    expect(decideReleaseChange(state, { ...ids, details: { title: "Ìrìn", genre: "fuji" } })).toEqual([]);
    expect(decideReleaseChange(state, { ...ids, details: { title: "New" }, was: { title: "Ìrìn" } })).toEqual([
      { type: "ReleaseChanged", data: { ...ids, title: "New" } },
    ]);
    expect(() => decideReleaseChange(state, { ...ids, details: { title: "New" }, was: { title: "Old" } })).toThrow(
      "just changed",
    );
    // The same form sent again is never late.
    expect(decideReleaseChange(state, { ...ids, details: { title: "Ìrìn" }, was: { title: "Old" } })).toEqual([]);
  });

  it("holds as many songs as its kind, each once, in an order that names all of them", () => {
    const single = { ...ids, details: { kind: "single" as const } };
    const state = after(drafted, ...["1", "2", "3", "4"].map(song));
    expect(song("4")(state)).toEqual([]);
    expect(() => decideReleaseChange(state, single)).toThrow("A single has 3 songs at most");
    expect(decideOrder(state, { ...ids, trackIds: ["4", "3", "2", "1"] })).toHaveLength(1);
    expect(() => decideOrder(state, { ...ids, trackIds: ["4", "3", "2"] })).toThrow("other songs");
    expect(() => decideOrder(state, { ...ids, trackIds: ["4", "3", "2", "2"] })).toThrow("other songs");
    expect(() => decideOrder(state, { ...ids, trackIds: ["4", "3", "2", "1"], was: ["1"] })).toThrow("just changed");
    const without = after(drafted, song("1"), song("2"), (known) => decideSongRemoved(known, { ...ids, trackId: "1" }));
    expect(without).toMatchObject({ trackIds: ["2"] });
  });
});

describe("a date", () => {
  it("needs everything, lies ahead, and early access ends soon after it", () => {
    expect(() => dated(NOW + HOUR)(after(drafted))).toThrow(
      "Before it has a date: add the artwork; choose a genre; add a song; declare whose recording it is",
    );
    const state = after(...whole);
    expect(() => dated(NOW)(state)).toThrow("is over");
    expect(() => dated(NOW + 400 * 24 * HOUR)(state)).toThrow("within a year");
    for (const early of [NOW + HOUR, NOW + 40 * 24 * HOUR]) {
      expect(() => dated(NOW + HOUR, early)(state)).toThrow("within 30 days");
    }
    const scheduled = after(...whole, dated(NOW + HOUR, NOW + 2 * HOUR));
    expect(scheduled).toMatchObject({ status: "scheduled", date: { at: NOW + HOUR, earlyUntil: NOW + 2 * HOUR } });
    expect(dated(NOW + HOUR, NOW + 2 * HOUR)(scheduled)).toEqual([]);
    expect(dated(NOW + 3 * HOUR)(scheduled)).toHaveLength(1);
    expect(after(...whole, dated(NOW + HOUR), (known) => decideNoDate(known, ids))).toMatchObject({ status: "draft" });
  });

  it("brings it out once its moment is there, never before, and once", () => {
    const state = after(...whole, dated(NOW + HOUR));
    expect(out("clock", ready, NOW + HOUR - 1)(state)).toEqual([]);
    const published = out("clock", ready, NOW + HOUR)(state);
    expect(published).toEqual([{ type: "ReleasePublished", data: { ...ids, trackIds: ["one", "two"] } }]);
    expect(out("clock", ready, NOW + HOUR)(published.reduce(evolveRelease, state))).toEqual([]);
    // Another date came first, or none: the clock that read the old one does nothing.
    expect(out("clock", ready, NOW + HOUR)(after(...whole, dated(NOW + HOUR), dated(NOW + 2 * HOUR)))).toEqual([]);
    expect(out("clock", ready, NOW + HOUR)(after(...whole))).toEqual([]);
  });

  it("stalls until all songs are ready, says why once, and brings it out then", () => {
    const state = after(...whole, dated(NOW + HOUR));
    const at = NOW + HOUR;
    for (
      const [found, because] of [
        [songs("ready", "processing"), "processing"],
        [songs("held", "processing"), "held"],
        [songs("failed", "held"), "failed"],
        [songs("ready", undefined), "failed"],
      ] as const
    ) {
      const events = out("clock", found, at)(state);
      expect(events).toEqual([{ type: "ReleaseStalled", data: { ...ids, because } }]);
      const stalled = events.reduce(evolveRelease, state);
      expect(out("clock", found, at)(stalled)).toEqual([]);
      expect(out("clock", ready, at)(stalled)).toMatchObject([{ type: "ReleasePublished" }]);
    }
  });
});

describe("publishing", () => {
  it("brings all songs out or none, and says what keeps them", () => {
    const state = after(...whole);
    expect(out("owner")(state)).toMatchObject([{ type: "ReleasePublished" }]);
    expect(refusalOf(() => out("owner", songs("ready", "failed"))(state))).toEqual({
      code: "release_not_ready",
      message: "A song could not be processed: delete it or replace its recording. Nothing was published.",
    });
    expect(() => out("owner", songs("ready", "held"))(state)).toThrow("looking at a song");
    expect(() => out("owner", songs("ready", "processing"))(state)).toThrow("still being processed");
    expect(() => out("owner")(after(drafted, song("one")))).toThrow("add the artwork");
  });

  it("is taken back and done again; what is out takes no song and no date, and is not discarded", () => {
    const state = after(...whole, out("owner"));
    expect(() => song("three")(state)).toThrow("withdraw it");
    expect(() => dated(NOW + HOUR)(state)).toThrow("withdraw it");
    expect(() => decideDiscard(state, { ...ids, mayDelete: true })).toThrow("withdraw it");
    const back = (known: ReleaseState) => decideWithdrawal(known, ids);
    const withdrawn = after(...whole, out("owner"), back);
    expect(withdrawn).toMatchObject({ status: "withdrawn", wasOut: true });
    expect(back(withdrawn)).toEqual([]);
    expect(out("owner")(withdrawn)).toMatchObject([{ type: "ReleasePublished" }]);
    expect(() => back(after(...whole))).toThrow("not out");
    // Its songs would be deleted, which is for those who may delete songs.
    expect(() => decideDiscard(withdrawn, { ...ids, mayDelete: false })).toThrow("for managers");
    expect(decideDiscard(after(...whole), { ...ids, mayDelete: false })).toMatchObject([{ type: "ReleaseDiscarded" }]);
    const gone = after(...whole, (known) => decideDiscard(known, { ...ids, mayDelete: true }));
    expect(decideDiscard(gone, { ...ids, mayDelete: true })).toEqual([]);
    expect(() => out("owner")(gone)).toThrow("not found");
  });
});
