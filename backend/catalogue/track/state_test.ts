import { describe, expect, it } from "vitest";
import {
  decideChange,
  decideFailure,
  decideHold,
  decideLift,
  decideOffer,
  decideRemoval,
  decideRendition,
  decideReplacementFailed,
  decideReplacementMade,
  decideUpload,
  evolveTrack,
  isVisible,
  NO_TRACK,
} from "./state.ts";
import { decideFirstProfile, decideProfile } from "../artist/state.ts";
import {
  HOLDS,
  RENDITION_QUALITIES,
  type RenditionQuality,
  type TrackEvent,
  type TrackHold,
  type TrackUploaded,
} from "./events.ts";

const NOW = Date.UTC(2026, 5, 1);
const upload: TrackUploaded["data"] = {
  trackId: "t1",
  ownerId: "ada",
  title: "Ọjọ́ Ayọ̀",
  artist: "Àdùkẹ́ Bright",
  genre: "afrobeat",
  durationMs: 61_000,
  loudness: { integratedLufs: -12, peakDbfs: -1 },
  sourceKey: "sources/t1.wav",
  peaksKey: "tracks/t1/peaks.json",
  downloadable: true,
};
const uploaded: TrackEvent = { type: "TrackUploaded", data: upload };
const rendition = (quality: RenditionQuality) => (
  { trackId: "t1", quality, key: `tracks/t1/${quality}.m4a`, bytes: 700_000, contentType: "audio/mp4" }
);
const made = (quality: RenditionQuality): TrackEvent => ({ type: "RenditionMade", data: rendition(quality) });
const published: TrackEvent = { type: "TrackPublished", data: { trackId: "t1", ownerId: "ada", releasedAt: NOW } };
const removed: TrackEvent = { type: "TrackRemoved", data: { trackId: "t1", ownerId: "ada", by: "owner" } };
const given = (...events: TrackEvent[]) => events.reduce(evolveTrack, NO_TRACK);
const types = (events: readonly { type: string }[]) => events.map((event) => event.type);

const early = (until: number): TrackEvent => (
  { type: "TrackEarlyAccessSet", data: { trackId: "t1", ownerId: "ada", until } }
);

describe("decideChange() of a form that was loaded earlier", () => {
  const was = { title: upload.title, genre: upload.genre, downloadable: true };
  const change = (title: string, ...events: TrackEvent[]) =>
    decideChange(
      given(uploaded, ...events),
      { trackId: "t1", userId: "ada", isAdmin: false, details: { title }, was },
      NOW,
    );
  const renamed: TrackEvent = { type: "TrackChanged", data: { trackId: "t1", ownerId: "ada", title: "Ayọ̀" } };

  it("is refused where another change came first, and never because of renditions", () => {
    expect(types(change("New", made("normal"), published))).toEqual(["TrackChanged"]);
    expect(() => change("New", renamed)).toThrow("This track has just changed");
  });

  it("is accepted again where it is the same form sent twice", () => {
    expect(change("Ayọ̀", renamed)).toEqual([]);
  });
});

describe("decideChange() of early access", () => {
  const change = (userId: string, earlyUntil: number, ...events: TrackEvent[]) =>
    decideChange(given(uploaded, ...events), { trackId: "t1", userId, isAdmin: false, details: { earlyUntil } }, NOW);

  it("sets, moves and ends it, and says the same once", () => {
    expect(change("ada", NOW)).toEqual([early(NOW)]);
    expect(change("ada", NOW, early(NOW))).toEqual([]);
    expect(change("ada", NOW + 1, early(NOW))).toEqual([early(NOW + 1)]);
    expect(change("ada", 0, early(NOW))).toEqual([early(0)]);
    expect(change("ada", 0)).toEqual([]);
  });

  it("lasts 30 days at most from when the song came out, and a longer one from before may stay or be shortened", () => {
    const latest = NOW + 30 * 24 * 3_600_000;
    const out = [made("normal"), published] as const;
    const later = NOW + 20 * 24 * 3_600_000;
    const at = (now: number, until: number, ...events: TrackEvent[]) =>
      decideChange(
        given(uploaded, ...events),
        { trackId: "t1", userId: "ada", isAdmin: false, details: { earlyUntil: until } },
        now,
      );
    expect(at(later, latest, ...out)).toEqual([early(latest)]);
    expect(() => at(later, latest + 1, ...out)).toThrow("within 30 days after the song came out");
    expect(() => decideUpload(given(), { ...upload, earlyUntil: latest + 1 }, NOW)).toThrow("within 30 days");
    expect(at(later, latest + 1)).toEqual([early(latest + 1)]);
    expect(at(later, latest + 9, ...out, early(latest + 9))).toEqual([]);
    expect(at(later, latest + 8, ...out, early(latest + 9))).toEqual([early(latest + 8)]);
  });

  it("stays where other details change, and is the artist's alone", () => {
    const state = given(uploaded, early(NOW));
    const renamed = decideChange(
      state,
      { trackId: "t1", userId: "ada", isAdmin: false, details: { title: "New" } },
      NOW,
    );
    expect(types(renamed)).toEqual(["TrackChanged"]);
    expect(() => change("bola", NOW)).toThrow("Only the artist or an admin can change this track");
  });
});

describe("decideUpload()", () => {
  it("makes a new track known", () => {
    expect(decideUpload(given(), upload, NOW)).toEqual([uploaded]);
  });

  it("keeps beside it until when it is for Premium alone", () => {
    expect(decideUpload(given(), { ...upload, earlyUntil: NOW }, NOW)).toEqual([uploaded, early(NOW)]);
  });

  it("changes nothing when the same upload comes again", () => {
    expect(decideUpload(given(uploaded), upload, NOW)).toEqual([]);
  });

  it("refuses somebody else's upload under the same id", () => {
    expect(() => decideUpload(given(uploaded), { ...upload, ownerId: "obi" }, NOW)).toThrow(
      "Someone else uploaded this track",
    );
  });
});

describe("a hold", () => {
  const case1: TrackHold = { hold: "moderation", holdId: "case 1", by: "admin" };
  const draft: TrackHold = { hold: "draft", holdId: "ep", by: "owner" };
  const held = (hold: TrackHold): TrackEvent => (
    { type: "TrackHeld", data: { trackId: "t1", ownerId: "ada", ...hold } }
  );
  const lifted = (hold: TrackHold): TrackEvent => (
    { type: "TrackHoldLifted", data: { trackId: "t1", ownerId: "ada", ...hold } }
  );
  const hold = (one: TrackHold, ...events: TrackEvent[]) => decideHold(given(...events), { trackId: "t1", ...one });
  const lift = (one: TrackHold, ...events: TrackEvent[]) =>
    decideLift(given(...events), { trackId: "t1", ...one }, NOW);

  it("takes a song from everybody, and once under one id", () => {
    expect(hold(case1, uploaded, made("normal"), published)).toEqual([held(case1)]);
    expect(hold(case1, uploaded, held(case1))).toEqual([]);
    expect(hold({ ...case1, by: "system" }, uploaded, held(case1))).toEqual([]);
    expect(hold({ ...case1, holdId: "case 2" }, uploaded, held(case1))).toHaveLength(1);
    expect(isVisible(given(uploaded, published))).toBe(true);
    expect(isVisible(given(uploaded, published, held(case1)))).toBe(false);
    expect(isVisible(given(uploaded, published, held(case1), lifted(case1)))).toBe(true);
  });

  it.each(HOLDS)("of the kind %s stands beside those of other kinds under the same id", (kind) => {
    const others = HOLDS.filter((other) => other !== kind).map((other) => held({ ...case1, hold: other }));
    expect(hold({ ...case1, hold: kind }, uploaded, ...others)).toHaveLength(1);
    expect(lift({ ...case1, hold: kind }, uploaded, ...others)).toEqual([]);
  });

  it("brings back what was out, with its date, when the last one is lifted", () => {
    expect(lift(case1, uploaded, made("normal"), published, held(case1))).toEqual([lifted(case1)]);
    expect(lift(case1, uploaded, made("normal"), published, held(case1), lifted(case1))).toEqual([]);
    expect(isVisible(given(uploaded, published, held(case1), held(draft), lifted(case1)))).toBe(false);
  });

  it("keeps what was never out from coming out, until the last one is lifted", () => {
    expect(decideRendition(given(uploaded, held(draft)), rendition("normal"), NOW)).toEqual([made("normal")]);
    const ready = [uploaded, held(draft), held(case1), made("normal")];
    expect(types(lift(case1, ...ready))).toEqual(["TrackHoldLifted"]);
    expect(lift(draft, ...ready, lifted(case1))).toEqual([lifted(draft), published]);
    expect(types(lift(draft, uploaded, held(draft), made("saver")))).toEqual(["TrackHoldLifted"]);
    expect(types(decideRendition(given(uploaded, held(draft), lifted(draft)), rendition("normal"), NOW))).toEqual([
      "RenditionMade",
      "TrackPublished",
    ]);
  });

  it("stands from the first moment where the upload brings it", () => {
    expect(decideUpload(given(), { ...upload, holds: [draft] }, NOW)).toEqual([uploaded, held(draft)]);
    expect(decideUpload(given(uploaded, held(draft)), { ...upload, holds: [draft] }, NOW)).toEqual([]);
  });

  it("changes nothing of a song that was removed, and is refused for one that never was", () => {
    expect(hold(case1, uploaded, removed)).toEqual([]);
    expect(lift(case1, uploaded, made("normal"), held(case1), removed)).toEqual([]);
    expect(() => hold(case1)).toThrow("Track not found");
    expect(() => lift(case1)).toThrow("Track not found");
  });
});

describe("decideRendition()", () => {
  it("publishes the track with the 96 kbit/s rendition, at the moment it stands", () => {
    const events = decideRendition(given(uploaded), rendition("normal"), NOW);
    expect(events).toEqual([made("normal"), published]);
  });

  it("publishes with the date of release that the upload named", () => {
    const earlier: TrackEvent = { type: "TrackUploaded", data: { ...upload, releasedAt: 1_000 } };
    expect(decideRendition(given(earlier), rendition("normal"), NOW)[1]?.data).toMatchObject({ releasedAt: 1_000 });
  });

  it("does not publish with any other rendition", () => {
    for (const quality of ["saver", "high", "download"] as const) {
      expect(types(decideRendition(given(uploaded), rendition(quality), NOW))).toEqual(["RenditionMade"]);
    }
  });

  it("notes each rendition once", () => {
    const state = given(uploaded, made("normal"), published);
    expect(decideRendition(state, rendition("normal"), NOW)).toEqual([]);
    expect(types(decideRendition(state, rendition("high"), NOW))).toEqual(["RenditionMade"]);
  });

  it("publishes a track that had failed before", () => {
    const state = given(uploaded, { type: "TrackFailed", data: { trackId: "t1", reason: "silent" } });
    expect(types(decideRendition(state, rendition("normal"), NOW))).toEqual(["RenditionMade", "TrackPublished"]);
  });

  it("leaves a removed track alone and does not know an unknown one", () => {
    expect(decideRendition(given(uploaded, removed), rendition("normal"), NOW)).toEqual([]);
    expect(() => decideRendition(given(), rendition("normal"), NOW)).toThrow("Track not found");
  });
});

describe("decideFailure()", () => {
  const failure = { trackId: "t1", reason: "There is no sound in this recording" };

  it("fails a track that waits for its first rendition, once", () => {
    const events = decideFailure(given(uploaded), failure);
    expect(events).toEqual([{ type: "TrackFailed", data: failure }]);
    expect(decideFailure(given(uploaded, ...events), failure)).toEqual([]);
  });

  it("never takes a published track away", () => {
    expect(decideFailure(given(uploaded, made("normal"), published), failure)).toEqual([]);
  });
});

describe("decideRemoval()", () => {
  const state = given(uploaded, made("normal"), published);
  const asked = { trackId: "t1", userId: "ada", isAdmin: false };

  it("lets the owner and admins remove a track, once", () => {
    expect(decideRemoval(state, asked)).toEqual([removed]);
    expect(decideRemoval(state, { ...asked, userId: "root", isAdmin: true })[0]?.data.by).toBe("admin");
    expect(decideRemoval(given(uploaded, removed), asked)).toEqual([]);
  });

  it("refuses everybody else", () => {
    expect(() => decideRemoval(state, { ...asked, userId: "obi" })).toThrow("Only the artist or an admin");
    expect(() => decideRemoval(given(), asked)).toThrow("Track not found");
  });
});

describe("the profile of an artist", () => {
  const profile = { creatorId: "ada", name: "Ada", bio: "Sings.", city: "Lagos", stateProvince: "", country: "" };

  it("is set by the first upload with the artist's name", () => {
    const nothing = { bio: "", city: "", stateProvince: "", country: "" };
    const [event] = decideFirstProfile(undefined, upload);
    expect(event?.data).toEqual({ creatorId: "ada", name: "Àdùkẹ́ Bright", ...nothing });
    expect(decideFirstProfile(profile, upload)).toEqual([]);
  });

  it("changes only when something in it does", () => {
    expect(decideProfile(profile, { ...profile })).toEqual([]);
    expect(decideProfile(profile, { ...profile, bio: "Sings and plays." })).toHaveLength(1);
    const picture = { key: "pictures/ada/1", placeholder: "#000000 #ffffff" };
    expect(decideProfile(profile, { ...profile, picture })).toHaveLength(1);
  });
});

describe("another recording", () => {
  const recording = {
    ...{ recordingId: "r2", durationMs: 90_000, loudness: upload.loudness },
    ...{ sourceKey: "sources/t1-2.wav", peaksKey: "tracks/t1/peaks-2.json" },
  };
  const offer = { trackId: "t1", ownerId: "ada", ...recording };
  const offered: TrackEvent = { type: "RecordingOffered", data: offer };
  const file = (quality: RenditionQuality, recordingId = "r2") => ({ ...rendition(quality), recordingId });
  /** What the files of the other recording lead to, one after another. */
  const replacing = (...before: TrackEvent[]) => {
    let state = given(...before);
    const all: TrackEvent[] = [];
    for (const quality of RENDITION_QUALITIES) {
      const events = decideReplacementMade(state, file(quality), NOW);
      state = events.reduce(evolveTrack, state);
      all.push(...events);
    }
    return { state, all: types(all) };
  };
  const FILES = RENDITION_QUALITIES.map(() => "ReplacementMade");

  it("takes the place of the first at one moment, once all its files stand; the first plays until then", () => {
    const { state, all } = replacing(uploaded, made("normal"), published, offered);
    expect(all).toEqual([...FILES, "RecordingReplaced"]);
    expect(isVisible(state)).toBe(true);
    // Files of the first that come late, its failure, and the same files again change nothing.
    expect(decideRendition(state, rendition("high"), NOW)).toEqual([]);
    expect(decideFailure(state, { trackId: "t1", reason: "Silence" })).toEqual([]);
    expect(decideReplacementMade(state, file("normal"), NOW)).toEqual([]);
  });

  it("is offered by the artist; the same one once, and another one takes the place of one that is being made", () => {
    const state = given(uploaded, made("normal"), published);
    expect(types(decideOffer(state, { ...offer, holds: [] }))).toEqual(["RecordingOffered"]);
    expect(decideOffer(given(uploaded, offered), { ...offer, holds: [] })).toEqual([]);
    expect(() => decideOffer(state, { ...offer, ownerId: "eve", holds: [] })).toThrow("Only the artist");
    expect(() => decideOffer(given(uploaded, removed), { ...offer, holds: [] })).toThrow("not found");
    const third: TrackEvent = { type: "RecordingOffered", data: { ...offer, recordingId: "r3" } };
    expect(decideReplacementMade(given(uploaded, offered, third), file("normal"), NOW)).toEqual([]);
  });

  it("waits while somebody looks at it, and nobody hears the song meanwhile", () => {
    const hold = { hold: "duplicate", holdId: "m1", by: "system" } as const;
    const held = decideOffer(given(uploaded, made("normal"), published), { ...offer, holds: [hold] });
    expect(types(held)).toEqual(["RecordingOffered", "TrackHeld"]);
    const { state, all } = replacing(uploaded, made("normal"), published, ...held);
    expect(all).toEqual(FILES);
    expect(isVisible(state)).toBe(false);
    expect(types(decideLift(state, { trackId: "t1", ...hold }, NOW))).toEqual(["TrackHoldLifted", "RecordingReplaced"]);
  });

  it("saves a song that failed, and leaves that of a draft to its release", () => {
    const failed: TrackEvent = { type: "TrackFailed", data: { trackId: "t1", reason: "Silence" } };
    expect(replacing(uploaded, failed, offered).all).toEqual([...FILES, "RecordingReplaced", "TrackPublished"]);
    const draft = { hold: "draft", holdId: "release", by: "owner" } as const;
    const held: TrackEvent = { type: "TrackHeld", data: { trackId: "t1", ownerId: "ada", ...draft } };
    const { state, all } = replacing(uploaded, held, failed, offered);
    expect(all).toEqual([...FILES, "RecordingReplaced"]);
    expect(types(decideLift(state, { trackId: "t1", ...draft }, NOW))).toEqual(["TrackHoldLifted", "TrackPublished"]);
  });

  it("that is no use leaves the first as it is", () => {
    const failure = { trackId: "t1", recordingId: "r2", reason: "Silence" };
    const state = given(uploaded, made("normal"), published, offered);
    const [failed] = decideReplacementFailed(state, failure);
    expect(failed?.data).toEqual({ ...failure, ownerId: "ada" });
    const after = failed ? evolveTrack(state, failed) : state;
    expect([isVisible(after), decideReplacementFailed(after, failure)]).toEqual([true, []]);
  });
});
