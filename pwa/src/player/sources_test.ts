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
  it("asks for the rest of a track after 15 s, once, and takes the whole of it when it still does not come", async () => {
    given.player.playTrack(QUEUE, 2);
    await given.audio.hear(0);
    await playOnThinLine(14.5);
    expect(given.fetched).toEqual([]);
    await playOnThinLine(1);
    expect(given.fetched).toEqual(["/list/three bytes=0-0"]);
    await playOnThinLine(20);
    expect(given.fetched).toEqual(["/list/three bytes=0-0", "/list/three?ahead=10"]);
  });

  it("asks for the rest again while the service does not hear of it", async () => {
    given.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
    given.player.playTrack(QUEUE, 2);
    await given.audio.hear(0);
    await playOnThinLine(21);
    expect(given.fetched).toEqual(["/list/three bytes=0-0", "/list/three bytes=0-0"]);
  });

  it("takes nothing of a track of which less was heard, however far the listener has jumped", async () => {
    given.player.playTrack(QUEUE, 2);
    await given.audio.hear(0);
    await playOnThinLine(5);
    for (const position of [40, 80, 60]) {
      given.player.seek(position);
      await playOnThinLine(3);
    }
    expect(given.fetched).toEqual([]);
  });

  it("of a visitor waits until the play counts", async () => {
    given.isVisitor = true;
    given.player.playTrack(QUEUE, 2);
    await given.audio.hear(0);
    await playOnThinLine(29.5);
    expect(given.fetched).toEqual([]);
    await playOnThinLine(1);
    expect(given.fetched).toEqual(["/list/three bytes=0-0"]);
  });

  it("takes nothing that the element has loaded by itself", async () => {
    given.player.playTrack(QUEUE, 2);
    await given.audio.hear(60);
    expect(given.fetched).toEqual([]);
  });

  it("takes the address and the first 8 s of the next track, and plays from them", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(12);
    expect(given.asked).toEqual(["two normal"]);
    expect(given.fetched).toEqual(["/fresh/two/normal?ahead=10 bytes=0-95999"]);
    given.player.next();
    expect(given.audio.src).toBe("/fresh/two/normal?ahead=10");
  });

  it("takes nothing besides what the element gets itself when data is dear", async () => {
    given.savesData = true;
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(0);
    await playOnThinLine(60);
    expect(given.fetched).toEqual(["/list/one bytes=0-0"]);
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
    await playOnThinLine(40);
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
    expect(given.audio.src).toBe("/fresh/three/normal?ahead=10");
  });

  it("gives back what it kept when another track plays", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(0);
    await playOnThinLine(25);
    given.player.playTrack(QUEUE, 2);
    expect(given.revoked).toEqual(["blob:3"]);
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
