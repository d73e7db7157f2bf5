import { beforeEach, describe, expect, it } from "vitest";
import { GivenPlayer, QUEUE } from "./testing/given.ts";

let given: GivenPlayer;

beforeEach(() => {
  given = new GivenPlayer();
});

/** Plays for so long while the element has loaded only a little ahead. */
async function playOnThinLine(seconds: number): Promise<void> {
  given.audio.loadedTo = 100;
  await given.audio.hear(seconds);
}

describe("loading ahead", () => {
  it("takes the whole track that plays under the address it plays from, once", async () => {
    given.player.playTrack(QUEUE, 2);
    await given.audio.hear(0);
    await playOnThinLine(2.5);
    expect(given.fetched).toEqual([]);
    await playOnThinLine(40);
    expect(given.fetched).toEqual(["/list/three"]);
  });

  it("takes nothing that the element has loaded by itself", async () => {
    given.player.playTrack(QUEUE, 2);
    await given.audio.hear(60);
    expect(given.fetched).toEqual([]);
  });

  it("takes the address and less than 30 s of the next track, and plays from them", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(12);
    expect(given.asked).toEqual(["two normal"]);
    expect(given.fetched).toEqual(["/fresh/two/normal bytes=0-179999"]);
    given.player.next();
    expect(given.audio.src).toBe("/fresh/two/normal");
  });

  it("takes nothing when data is dear", async () => {
    given.savesData = true;
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(0);
    await playOnThinLine(60);
    expect(given.fetched).toEqual([]);
    expect(given.asked).toEqual([]);
  });

  it("takes nothing of a track that is skipped at once", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(1);
    given.player.next();
    await given.audio.hear(1);
    expect(given.fetched).toEqual([]);
  });

  it("is tried again while the track plays when it failed", async () => {
    given.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
    given.player.playTrack(QUEUE, 2);
    await given.audio.hear(0);
    await playOnThinLine(20);
    expect(given.fetched.length).toBeGreaterThan(1);
    expect(given.state).toMatchObject({ playing: true, error: null });
  });

  it("keeps nothing of an answer that is no track", async () => {
    given.fetch = () => Promise.resolve(new Response("no", { status: 404 }));
    given.player.playTrack(QUEUE, 2);
    await given.audio.hear(0);
    await playOnThinLine(30);
    given.audio.deliver = (url) => url.startsWith("/fresh/") ? "whole" : "refused";
    given.audio.fail(2);
    await given.audio.hear(1);
    expect(given.audio.src).toBe("/fresh/three/normal");
  });

  it("gives back what it kept when another track plays", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(0);
    await playOnThinLine(8);
    given.player.playTrack(QUEUE, 2);
    expect(given.revoked).toEqual(["blob:1"]);
  });
});

describe("a saved copy", () => {
  it("is played instead of the stream, and said to be offline", async () => {
    given.saved.set("one", "/saved/one");
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(1);
    expect(given.audio.src).toBe("/saved/one");
    expect(given.player.sound.offline).toBe(true);
  });
});
