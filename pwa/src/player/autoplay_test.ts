import { beforeEach, describe, expect, it } from "vitest";
import { createStore } from "../lib/store.ts";
import { Autoplay } from "./autoplay.ts";
import { settle } from "./testing/fake_audio.ts";
import { GivenPlayer, givenTrack, QUEUE } from "./testing/given.ts";
import type { PlayerTrack } from "./types.ts";

let given: GivenPlayer;
let isOn: ReturnType<typeof createStore<boolean>>;
let near: () => Promise<readonly PlayerTrack[]>;
let saved: PlayerTrack[];
let asked: string[];

const song = (id: string, more: Partial<PlayerTrack> = {}) => ({ ...givenTrack(id), ...more });
const ids = () => given.state.queue.map(({ id }) => id).join(" ");

beforeEach(() => {
  given = new GivenPlayer();
  isOn = createStore(true);
  [asked, saved] = [[], []];
  near = () => Promise.resolve([song("three"), song("four", { reason: "same_artist" }), song("five")]);
  new Autoplay({
    ...{ player: given.player, isOn, getSaved: () => saved, newSeed: () => "seed" },
    getNear: (id, seed) => {
      asked.push(`${id} ${seed}`);
      return near();
    },
  });
});

describe("Autoplay", () => {
  it("adds songs near the last chosen one before the queue ends, once, without those that are there", async () => {
    given.player.playTrack([...QUEUE, song("six")], 0);
    await given.audio.hear(10);
    expect(asked).toEqual([]);
    given.player.jumpTo(1);
    await given.audio.hear(4);
    expect(asked).toEqual([]);
    await given.audio.hear(5);
    expect(asked).toEqual(["six seed"]);
    expect(ids()).toBe("one two three six four five");
    expect(given.state.queue[4]).toMatchObject({ isSuggested: true, reason: "same_artist" });
  });

  it("plays on with them, and asks near what played last when nothing new is near the chosen one", async () => {
    given.player.playTrack([song("one")], 0);
    near = () => Promise.resolve(asked.length < 2 ? [song("two")] : [song(`n${asked.length}`)]);
    await given.audio.hear(181);
    expect(given.state).toMatchObject({ track: { id: "two" }, playing: true });
    near = () => Promise.resolve(asked.at(-1) === "one seed" ? [song("two")] : [song("far")]);
    await given.audio.hear(10);
    expect(ids()).toContain("far");
    expect(asked.at(-1)).not.toBe("one seed");
  });

  it("stops at 0:00 while it is switched off, and takes back what it has added", async () => {
    given.player.playTrack([song("one")], 0);
    await given.audio.hear(8);
    expect(ids()).toBe("one three four five");
    isOn.set(false);
    expect(ids()).toBe("one");
    await given.audio.hear(200);
    expect(given.state).toMatchObject({ playing: false, track: { id: "one" } });
    expect([given.player.position.get(), asked.length]).toEqual([0, 1]);
  });

  it("gives way to repeat all, which plays the queue from its first song again", async () => {
    given.player.playTrack(QUEUE, 2);
    await given.audio.hear(8);
    expect(ids()).toBe("one two three four five");
    given.player.changeRepeat();
    given.player.changeRepeat();
    expect(ids()).toBe("one two three");
    await given.audio.hear(180);
    expect(given.state).toMatchObject({ track: { id: "one" }, playing: true, repeatAll: true });
    given.player.jumpTo(2);
    given.player.next();
    expect(given.state.track?.id).toBe("one");
  });

  it("goes on with saved songs without a network: the artist's, then of the genre, then the rest", async () => {
    near = () => Promise.reject(new Error("no network"));
    saved = [
      song("other", { artistId: "x", genre: "jazz" }),
      song("genre", { artistId: "x", genre: "juju" }),
      song("artist", { genre: "jazz" }),
    ];
    given.player.playTrack([song("one", { genre: "juju" })], 0);
    await given.audio.hear(6);
    expect(given.state.queue.map(({ id, reason }) => `${id} ${reason}`)).toEqual([
      ...["one undefined", "artist same_artist", "genre same_genre", "other saved"],
    ]);
  });

  it("asks once more at the end, and leaves alone who has meanwhile chosen something", async () => {
    near = () => Promise.reject(new Error("no network"));
    given.player.playTrack([song("one")], 0);
    await given.audio.hear(178);
    let answer = (_: PlayerTrack[]) => {};
    near = () => new Promise((resolve) => answer = resolve);
    await given.audio.hear(4);
    expect(given.state.playing).toBe(false);
    answer([song("two")]);
    await settle();
    expect(given.state).toMatchObject({ track: { id: "two" }, playing: true });

    near = () => new Promise((resolve) => answer = resolve);
    given.player.playTrack([song("solo")], 0);
    await given.audio.hear(181);
    given.player.playTrack([song("mine")], 0);
    answer([song("near")]);
    await settle();
    expect(given.state.track?.id).toBe("mine");
  });

  it("does nothing after the song at whose end the listener goes to sleep", async () => {
    given.player.playTrack([song("one")], 0);
    given.player.choose({ stopsAfterTrack: true });
    await given.audio.hear(181);
    expect([ids(), given.state.playing]).toEqual(["one", false]);
  });
});
