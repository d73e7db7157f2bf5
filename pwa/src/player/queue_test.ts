import { describe, expect, it } from "vitest";
import {
  addSuggestions,
  addToEnd,
  clearQueue,
  dropSuggestions,
  moveInQueue,
  playNext,
  removeFromQueue,
  shuffleAll,
  suggestedFrom,
  toggleShuffle,
} from "./queue.ts";
import { GivenPlayer, givenTrack, QUEUE } from "./testing/given.ts";

/** Plays `two` of a queue of five. */
async function givenQueue() {
  const given = new GivenPlayer();
  given.player.playTrack([...QUEUE, givenTrack("four"), givenTrack("five")], 1);
  await given.audio.hear(2);
  return given;
}

const shown = ({ state: { queue, index, track, playing } }: GivenPlayer) =>
  [queue.map(({ id }) => id).join(" "), index, track?.id, playing] as const;

describe("the queue", () => {
  it("takes songs at its end before what the player adds itself, and lets that go alone", async () => {
    const given = await givenQueue();
    addSuggestions(given.player, [givenTrack("near"), givenTrack("nearer")]);
    addToEnd(given.player, [givenTrack("mine")]);
    expect(shown(given)[0]).toBe("one two three four five mine near nearer");
    given.player.jumpTo(6);
    addToEnd(given.player, [givenTrack("last")]);
    expect(shown(given)[0]).toBe("one two three four five mine near last nearer");
    dropSuggestions(given.player);
    expect(shown(given)[0]).toBe("one two three four five mine near last");
    const empty = new GivenPlayer();
    addToEnd(empty.player, [givenTrack("one"), givenTrack("two")]);
    expect(shown(empty)).toEqual(["one two", 0, "one", true]);
  });

  it("mixes and drops what the player added by itself alone, and leaves what was put among the chosen ones", async () => {
    const given = await givenQueue();
    addSuggestions(given.player, [givenTrack("near"), givenTrack("nearer")]);
    toggleShuffle(given.player, () => 0.99);
    expect(shown(given)[0]).toBe("one two five four three near nearer");
    moveInQueue(given.player, 5, 2);
    expect(suggestedFrom(given.state)).toBe(6);
    dropSuggestions(given.player);
    expect(shown(given)[0]).toBe("one two near five four three");
  });

  it("moves tracks while the one that plays plays on", async () => {
    const given = await givenQueue();
    const sounds = given.audio.sources.length;
    moveInQueue(given.player, 4, 2);
    expect(shown(given)).toEqual(["one two five three four", 1, "two", true]);
    moveInQueue(given.player, 0, 4);
    expect(shown(given)).toEqual(["two five three four one", 0, "two", true]);
    moveInQueue(given.player, 0, 2);
    expect(shown(given)).toEqual(["five three two four one", 2, "two", true]);
    moveInQueue(given.player, 4, 0);
    expect(shown(given)).toEqual(["one five three two four", 3, "two", true]);
    moveInQueue(given.player, 3, 9);
    expect([given.state.index, given.audio.sources.length]).toEqual([3, sounds]);
  });

  it("takes tracks out; the next one comes where the one that plays is taken", async () => {
    const given = await givenQueue();
    removeFromQueue(given.player, 0);
    removeFromQueue(given.player, 2);
    expect(shown(given)).toEqual(["two three five", 0, "two", true]);
    removeFromQueue(given.player, 0);
    expect(shown(given)).toEqual(["three five", 0, "three", true]);
    given.player.pause();
    removeFromQueue(given.player, 0);
    expect(shown(given)).toEqual(["five", 0, "five", false]);
    removeFromQueue(given.player, 0);
    expect(given.state).toMatchObject({ track: null, queue: [], visible: false });
  });

  it("plays a track next, once, and forgets all that comes when it is cleared", async () => {
    const given = await givenQueue();
    playNext(given.player, [givenTrack("five")]);
    expect(shown(given)[0]).toBe("one two five three four");
    clearQueue(given.player);
    expect(shown(given)).toEqual(["one two", 1, "two", true]);
    const silent = new GivenPlayer();
    playNext(silent.player, [givenTrack("one")]);
    expect(shown(silent)).toEqual(["one", 0, "one", true]);
  });

  it("mixes only what comes next, and brings it back into its order", async () => {
    const given = await givenQueue();
    toggleShuffle(given.player, () => 0.99);
    expect(shown(given)).toEqual(["one two five four three", 1, "two", true]);
    playNext(given.player, [givenTrack("six")]);
    given.player.next();
    toggleShuffle(given.player);
    expect(shown(given)).toEqual(["one two six three four five", 2, "six", true]);
  });

  it("plays a whole list mixed, and gives its own order back when shuffle is switched off", () => {
    const given = new GivenPlayer();
    shuffleAll(given.player, QUEUE, { source: "album", random: () => 0.99 });
    expect(shown(given)).toEqual(["three two one", 0, "three", true]);
    toggleShuffle(given.player);
    expect(shown(given)).toEqual(["three one two", 0, "three", true]);
  });
});
