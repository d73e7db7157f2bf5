import type { ToldAnswer } from "@contract/playing.ts";
import type { PlayingTold } from "@contract/requests/playing.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Presence, queueToTell } from "./presence.ts";
import { toggleShuffle } from "./queue.ts";
import { GivenPlayer, givenTrack, QUEUE } from "./testing/given.ts";

const QUIET: ToldAnswer = { isWatched: false, needsQueue: false, playsElsewhere: false };
let given: GivenPlayer;
let told: PlayingTold[];
let last: PlayingTold[];
let closed: number;
let isOnline: boolean;
let answers: (Partial<ToldAnswer> | Error)[];
let presence: Presence;
let ids: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  [given, told, last, closed, isOnline, answers, ids] = [new GivenPlayer(), [], [], 0, true, [], 0];
  presence = new Presence({
    player: given.player,
    tell(one) {
      told.push(one);
      const answer = answers.shift() ?? {};
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ ...QUIET, ...answer });
    },
    close: () => Promise.resolve(void closed++),
    tellLast: (one) => void last.push(one),
    canTell: () => isOnline,
    monotonicNow: () => performance.now(),
    newId: () => `id-${++ids}`,
    onAnswer: () => undefined,
  });
});
afterEach(() => vi.useRealTimers());

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
async function start(index = 0): Promise<void> {
  given.player.playTrack(QUEUE, index);
  await pass(1);
}

describe("a device tells what it plays", () => {
  it("with its queue at the start, without it while it plays, and at a pause for the last time", async () => {
    await start(1);
    await pass(60);
    expect(told.map(({ queue, isPlaying }) => [queue?.length, isPlaying])).toEqual(
      [[3, true], [undefined, true], [undefined, true]],
    );
    expect(told[2]).toMatchObject({ place: 1, soundMs: 60_800 });
    given.player.pause();
    await pass(600);
    expect(told).toHaveLength(4);
    expect(told[3]).toMatchObject({ isPlaying: false, soundMs: 0 });
  });

  it("once for who skips through a list, and with another queue when it is mixed", async () => {
    await start();
    for (let skip = 0; skip < 2; skip++) given.player.next();
    await pass(1);
    expect(told.map(({ place }) => place)).toEqual([0, 2]);
    given.player.previous();
    given.player.previous();
    toggleShuffle(given.player, () => 0);
    await pass(1);
    expect(told.at(-1)).toMatchObject({ unmixed: expect.any(Array), queueId: `id-${ids}` });
  });

  it("more often while somebody looks, again with the queue where the service lost it, and on after a failure", async () => {
    answers = [{ needsQueue: true }, { isWatched: true }, new Error("away"), { isWatched: true }];
    await start();
    // It was sent with the queue: a service that does not take it is not pressed.
    expect(told).toHaveLength(1);
    await pass(30);
    expect(told[1]?.queue).toHaveLength(3);
    await pass(5);
    expect(told).toHaveLength(3);
    await pass(5);
    expect(told).toHaveLength(4);
    answers = [{ needsQueue: true }];
    await pass(5);
    expect(told.slice(4).map(({ queue }) => queue?.length)).toEqual([undefined, 3]);
  });

  it("but not what a reload brought back, not without a network, and not while another tab has the sound", async () => {
    const restored = { queue: QUEUE, index: 0, position: 9, volume: 80, repeat: false, source: "", unshuffled: null };
    given.player.restore(restored);
    await pass(60);
    expect(told).toEqual([]);
    isOnline = false;
    given.player.play();
    await pass(60);
    expect(told).toEqual([]);
    isOnline = true;
    await pass(30);
    expect(told).toHaveLength(1);
    given.player.choose({ error: { code: "playing_elsewhere", text: "Playing in another tab" } });
    given.player.pause();
    await pass(60);
    given.player.close();
    expect([told.length, closed]).toEqual([1, 0]);
  });

  it("that its player is empty, and that the page ends while it plays", async () => {
    await start();
    presence.end();
    expect(last).toMatchObject([{ isPlaying: false, soundMs: 0 }]);
    given.player.close();
    presence.end();
    await pass(60);
    expect([closed, told.length, last.length]).toEqual([1, 1, 1]);
  });
});

it("a device that is asked pauses and answers at once, and can be started again", async () => {
  await start();
  answers = [{ ask: { id: "ask", kind: "hand_over" } }];
  await pass(30);
  expect(given.state.playing).toBe(false);
  expect(told.slice(1)).toMatchObject([{ isPlaying: true }, { isPlaying: false, answeredId: "ask" }]);
  given.player.play();
  await pass(1);
  expect(told.at(-1)).toMatchObject({ isPlaying: true });
  expect(told.at(-1)?.answeredId).toBeUndefined();
});

describe("the queue that is told", () => {
  it("leaves out what the player will add by itself, and keeps the song that plays", () => {
    const queue = ["a", "b", "c"].map((id) => ({ ...givenTrack(id), isSuggested: id !== "a" }));
    const { tracks, place } = queueToTell({ queue, index: 1, unshuffled: null });
    expect([tracks.map(({ id }) => id), place]).toEqual([["a", "b"], 1]);
  });

  it("is at most 500 songs around the one that plays", () => {
    const queue = Array.from({ length: 1_200 }, (_, index) => givenTrack(`${index}`));
    const told = (index: number) => {
      const { tracks, place } = queueToTell({ queue, index, unshuffled: queue });
      return [tracks.length, tracks[place]?.id, tracks[0]?.id];
    };
    expect([told(0), told(600), told(1_199)]).toEqual([
      [500, "0", "0"],
      [500, "600", "500"],
      [500, "1199", "700"],
    ]);
  });
});
