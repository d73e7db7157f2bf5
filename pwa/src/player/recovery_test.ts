import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settle } from "./testing/fake_audio.ts";
import { GivenPlayer, QUEUE } from "./testing/given.ts";

let given: GivenPlayer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  given = new GivenPlayer();
});

afterEach(() => vi.useRealTimers());

function loseNetwork(): void {
  given.getStreamUrl = () => Promise.reject(Object.assign(new Error("network"), { status: 0 }));
  given.audio.deliver = () => "refused";
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

/** Plays the first track for 60 s. */
async function playAMinute(): Promise<void> {
  given.player.playTrack(QUEUE, 0);
  await given.audio.hear(60);
}

/** No byte comes any more, and what was loaded is played to its end. */
async function starve(): Promise<void> {
  given.audio.starve();
  given.audio.loadedTo = given.audio.currentTime;
  await given.audio.hear(0.25);
}

describe("a track whose bytes stop coming", () => {
  it("waits 8 s, then goes on at its place from a fresh address", async () => {
    given.savesData = true;
    await playAMinute();
    await starve();
    expect(given.state).toMatchObject({ playing: true, waiting: true });
    await pass(7_900);
    expect(given.asked).toEqual([]);
    given.audio.deliver = () => "whole";
    await pass(200);
    await given.audio.hear(5);
    expect(given.audio.sources).toEqual(["/list/one?ahead=10", "/fresh/one/normal?ahead=10"]);
    expect(given.player.position.get()).toBeCloseTo(65);
    expect(given.state).toMatchObject({ playing: true, waiting: false, error: null });
  });

  it("is left alone while it still loads, only slowly", async () => {
    given.savesData = true;
    await playAMinute();
    await starve();
    for (let part = 0; part < 5; part++) {
      given.audio.loadedTo += 0.1;
      await pass(8_000);
    }
    expect(given.asked).toEqual([]);
    await pass(8_000);
    expect(given.asked).toEqual(["one normal"]);
  });

  it("is asked for in a lower quality after the second stall", async () => {
    given.savesData = true;
    await playAMinute();
    for (let stall = 0; stall < 2; stall++) {
      await starve();
      await pass(7_000);
      given.audio.deliver = () => "whole";
      await pass(1_100);
      await given.audio.hear(10);
    }
    expect(given.asked).toEqual(["one normal", "one saver"]);
    expect(given.player.sound.quality).toBe("saver");
    expect(given.state.quality).toBe("normal");
    given.player.next();
    expect(given.player.sound.quality).toBe("normal");
  });

  it("that never come at all is held until there is network", async () => {
    given.audio.starve();
    given.player.playTrack(QUEUE, 0);
    await pass(120_000);
    expect(given.asked.length).toBe(5);
    expect(given.state).toMatchObject({ playing: false, error: { code: "waiting_for_network" } });
  });

  it("plays on from the bytes that are here already, without asking or waiting", async () => {
    await playAMinute();
    given.audio.loadedTo = 76;
    await given.audio.hear(14);
    await vi.waitFor(() => expect(given.fetched).toContain("/list/one?ahead=10"));
    await settle();
    loseNetwork();
    given.audio.deliver = (url) => url.startsWith("blob:") ? "whole" : "refused";
    await given.audio.hear(4);
    expect(given.audio.src).toMatch(/^blob:/);
    await given.audio.hear(100);
    expect(given.asked.filter((asked) => asked.startsWith("one"))).toEqual([]);
    expect(given.player.position.get()).toBeGreaterThan(175);
  });
});

describe("a track that fails", () => {
  it.each([2, 4])("with code %i goes on at its place from a fresh address", async (code) => {
    await playAMinute();
    given.audio.fail(code);
    await settle();
    await given.audio.hear(5);
    expect(given.asked).toContain("one normal");
    expect(given.player.position.get()).toBeCloseTo(65);
  });

  it("because its address has expired gets another before anything was heard", async () => {
    given.audio.deliver = (url) => url.startsWith("/list/") ? "refused" : "whole";
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(5);
    expect(given.audio.sources).toEqual(["/list/one?ahead=10", "/fresh/one/normal?ahead=10"]);
    expect(given.player.position.get()).toBeCloseTo(5);
  });

  it("is tried after 0, 1, 2, 4 and 8 s, then held: paused, and never skipped", async () => {
    await playAMinute();
    given.asked.length = 0;
    loseNetwork();
    given.audio.fail(2);
    const tries: number[] = [];
    for (let second = 0; second <= 60; second++) {
      await settle();
      tries.push(given.asked.filter((asked) => asked.startsWith("one")).length);
      await pass(1_000);
    }
    expect(tries.map((count, second) => count - (tries[second - 1] ?? 0))).toEqual(
      Array.from({ length: 61 }, (_, second) => [0, 1, 3, 7, 15].includes(second) ? 1 : 0),
    );
    expect(given.state).toMatchObject({
      track: QUEUE[0],
      playing: false,
      error: { code: "waiting_for_network", text: "Waiting for network" },
    });
    expect(given.player.position.get()).toBeCloseTo(60);
  });

  it("goes on by itself once the network is back", async () => {
    await playAMinute();
    loseNetwork();
    given.audio.fail(2);
    await pass(60_000);
    given.getStreamUrl = () => Promise.resolve("/fresh/again");
    given.audio.deliver = () => "whole";
    given.comeOnline();
    await given.audio.hear(5);
    expect(given.state).toMatchObject({ playing: true, error: null });
    expect(given.player.position.get()).toBeCloseTo(65);
  });

  it("does not go on by itself when the listener has turned to something else", async () => {
    await playAMinute();
    loseNetwork();
    given.audio.fail(2);
    await pass(60_000);
    given.player.close();
    given.comeOnline();
    await pass(60_000);
    expect(given.state).toMatchObject({ track: null, playing: false });
    expect(given.audio.src).toBe("");
  });

  it("is tried again when the listener presses play", async () => {
    await playAMinute();
    loseNetwork();
    given.audio.fail(2);
    await pass(60_000);
    given.getStreamUrl = () => Promise.resolve("/fresh/again");
    given.audio.deliver = () => "whole";
    given.player.toggle();
    await given.audio.hear(5);
    expect(given.player.position.get()).toBeCloseTo(65);
  });

  it("stays quiet when the listener pauses while it is being tried", async () => {
    await playAMinute();
    loseNetwork();
    given.audio.fail(2);
    await pass(1_500);
    given.player.pause();
    const { length } = given.asked;
    await pass(60_000);
    expect(given.asked).toHaveLength(length);
    expect(given.state).toMatchObject({ playing: false, error: null });
  });

  it("with every address it is given is said to be unavailable", async () => {
    given.audio.deliver = () => "refused";
    given.player.playTrack(QUEUE, 0);
    await pass(60_000);
    expect(given.state).toMatchObject({ playing: false, error: { code: "unavailable" } });
  });

  it("as a saved copy is streamed instead", async () => {
    given.saved.set("one", "/saved/one");
    given.audio.deliver = (url) => url.startsWith("/saved/") ? "refused" : "whole";
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(5);
    expect(given.audio.sources).toEqual(["/saved/one", "/fresh/one/normal?ahead=10"]);
    expect(given.player.sound.offline).toBe(false);
  });
});
