import { describe, expect, it } from "vitest";
import type { PlayingTold } from "../../contract/requests/playing.ts";
import type { Presence } from "./presence.ts";
import { askOf, positionOf, standingOf, tell, without } from "./state.ts";

const NOW = 1_780_000_000_000;
const SECOND = 1_000;
const QUEUE = ["a", "b", "c"];
const TOLD: PlayingTold = {
  ...{ isPlaying: true, soundMs: 60 * SECOND, queueId: "q", place: 1, positionMs: 20 * SECOND },
  ...{ isRepeating: false, repeatsAll: true },
};

function given(change: Partial<Presence> = {}): Presence {
  const { presence } = tell(undefined, { ...TOLD, queue: QUEUE }, NOW);
  if (!presence) throw new Error("Nothing was kept");
  return { ...presence, ...change };
}

const asked = (at = NOW) => askOf(given(), { askId: "ask", kind: "hand_over" }, at);

describe("what a device tells", () => {
  it("has its queue once: later it is known by its name, and an unknown one is asked for", () => {
    const first = tell(undefined, TOLD, NOW);
    expect(first).toEqual({ presence: undefined, answer: { isWatched: false, needsQueue: true } });
    const again = tell(given(), { ...TOLD, place: 2 }, NOW + SECOND);
    expect(again.presence).toMatchObject({ queue: QUEUE, place: 2, toldAt: NOW + SECOND });
    expect(tell(given(), { ...TOLD, queueId: "other" }, NOW).answer.needsQueue).toBe(true);
    expect(tell(given(), { ...TOLD, place: 3 }, NOW).answer.needsQueue).toBe(true);
  });

  it("keeps the order of a mixed queue as long as the queue, and loses it with another", () => {
    const mixed = tell(undefined, { ...TOLD, queue: QUEUE, unmixed: [2, -1, 0] }, NOW).presence;
    expect(tell(mixed, TOLD, NOW).presence?.unmixed).toEqual([2, -1, 0]);
    expect(tell(mixed, { ...TOLD, queueId: "p", queue: ["z", "y"] }, NOW).presence?.unmixed).toBeUndefined();
  });

  it("says whether somebody looks, until they stop", () => {
    const watched = given({ watchedUntil: NOW + SECOND });
    expect(tell(watched, TOLD, NOW).answer.isWatched).toBe(true);
    expect(tell(watched, TOLD, NOW + SECOND).answer.isWatched).toBe(false);
  });
});

describe("a question", () => {
  it("waits until the device has done what it asks", () => {
    const told = tell(asked(), TOLD, NOW + 9 * SECOND);
    expect(told.answer.ask).toEqual({ id: "ask", kind: "hand_over" });
    const done = tell(told.presence, { ...TOLD, isPlaying: false, answeredId: "ask" }, NOW + 10 * SECOND);
    expect(done.answer.ask).toBeUndefined();
    expect(done.presence).toMatchObject({ ask: undefined, answeredId: "ask" });
  });

  it("is answered by a device that has paused by itself, and at once by one that does not play", () => {
    const paused = tell(asked(), { ...TOLD, isPlaying: false }, NOW + SECOND);
    expect(paused.presence).toMatchObject({ ask: undefined, answeredId: "ask" });
    const silent = askOf(given({ isPlaying: false }), { askId: "ask", kind: "pause" }, NOW);
    expect(silent).toMatchObject({ ask: undefined, answeredId: "ask" });
  });

  it("finds a device that was away hours later, unless it has begun to play anew since", () => {
    const later = NOW + 3 * 3_600 * SECOND;
    expect(tell(asked(), { ...TOLD, soundMs: 4 * 3_600 * SECOND }, later).answer.ask?.id).toBe("ask");
    const anew = tell(asked(), { ...TOLD, soundMs: 60 * SECOND }, later);
    expect(anew.answer.ask).toBeUndefined();
    expect(anew.presence).toMatchObject({ ask: undefined, answeredId: undefined });
  });

  it("changes nothing when it is asked again, and gives way to another", () => {
    expect(askOf(asked(), { askId: "ask", kind: "hand_over" }, NOW + SECOND)).toEqual(asked());
    const answered = given({ answeredId: "ask" });
    expect(askOf(answered, { askId: "ask", kind: "pause" }, NOW)).toBe(answered);
    expect(askOf(asked(), { askId: "new", kind: "pause" }, NOW).ask).toMatchObject({ id: "new", kind: "pause" });
  });
});

describe("how it stands with a device", () => {
  it("plays until it was silent for 75 s, and is shown for an hour", () => {
    const playing = given();
    const after = (seconds: number, of: Presence = playing) => standingOf(of, NOW + seconds * SECOND);
    expect([after(0), after(75), after(76), after(3_599), after(3_600)]).toEqual(
      ["playing", "playing", "silent", "silent", undefined],
    );
    expect(after(3_599, given({ isPlaying: false }))).toBe("paused");
  });

  it("is where it would be by now, within the song; paused or silent, where it was", () => {
    const at = (seconds: number, of = given()) => positionOf(of, { now: NOW + seconds * SECOND, durationMs: 60_000 });
    expect([at(10), at(50), at(80)]).toEqual([30_000, 60_000, 20_000]);
    expect(at(10, given({ isPlaying: false }))).toBe(20_000);
  });
});

describe("a queue without songs that are gone", () => {
  const gone = (...ids: string[]) => without({ queue: QUEUE, unmixed: [2, 1, 0], place: 1 }, (id) => ids.includes(id));
  it("keeps the song's place, or goes on with the next that is left", () => {
    expect(gone("a")).toEqual({ queue: ["b", "c"], unmixed: [1, 0], place: 0, hasPlace: true });
    expect(gone("b")).toEqual({ queue: ["a", "c"], unmixed: [2, 0], place: 1, hasPlace: false });
    expect(gone("b", "c")).toEqual({ queue: ["a"], unmixed: [2], place: 0, hasPlace: false });
    expect(gone(...QUEUE)).toEqual({ queue: [], unmixed: [], place: 0, hasPlace: false });
  });
});
