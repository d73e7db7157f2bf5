import { beforeEach, describe, expect, it } from "vitest";
import { settle } from "./testing/fake_audio.ts";
import { GivenPlayer, QUEUE } from "./testing/given.ts";
import type { PlayerEvent } from "./types.ts";

let given: GivenPlayer;
let events: PlayerEvent[];

beforeEach(() => {
  given = new GivenPlayer();
  events = [];
  given.player.on((event) => events.push(event));
});

function reasons(): string[] {
  return events.flatMap((event) => event.kind === "left" ? [event.reason] : []);
}

describe("Player", () => {
  it("is hidden and at 80 before anything is played", () => {
    expect(given.state).toMatchObject({ track: null, playing: false, visible: false, volume: 80 });
    expect(given.audio.volume).toBe(0.8);
  });

  it("starts a track of a list at once, from the address that the list gave", () => {
    given.player.playTrack(QUEUE, 1, "songs");
    expect(given.audio).toMatchObject({ src: "/list/two?ahead=10", paused: false });
    expect(given.state).toMatchObject({ track: QUEUE[1], index: 1, playing: true, visible: true, source: "songs" });
    expect(given.asked).toEqual([]);
  });

  it("leaves the track before when another is started", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(5);
    given.player.playTrack(QUEUE, 2);
    await given.audio.hear(1);
    expect(reasons()).toEqual(["skipped"]);
    expect(given.player.position.get()).toBeCloseTo(1);
  });

  it("pauses and goes on where it was", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(5);
    given.player.toggle();
    await given.audio.hear(5);
    expect(given.state.playing).toBe(false);
    given.player.toggle();
    await given.audio.hear(5);
    expect(given.player.position.get()).toBeCloseTo(10);
    expect(given.audio.sources).toHaveLength(1);
  });

  it("says pause when the browser pauses by itself, and play when it plays again", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(5);
    given.audio.pause();
    await settle();
    expect(given.state.playing).toBe(false);
    await given.audio.play();
    await settle();
    expect(given.state.playing).toBe(true);
  });

  it("goes to the next track when there is one, and stays when there is none", async () => {
    given.player.playTrack(QUEUE, 1);
    given.player.next();
    expect(given.state.track?.id).toBe("three");
    given.player.next();
    await given.audio.hear(1);
    expect(given.state).toMatchObject({ index: 2, playing: true });
    expect(reasons()).toEqual(["skipped"]);
  });

  it("restarts the track when more than 3 s have played, else goes to the one before", async () => {
    given.player.playTrack(QUEUE, 1);
    await given.audio.hear(3.25);
    given.player.previous();
    await settle();
    expect(given.state.track?.id).toBe("two");
    expect(given.audio.currentTime).toBe(0);
    await given.audio.hear(3);
    given.player.previous();
    expect(given.state.track?.id).toBe("one");
    given.player.previous();
    expect(given.state.track?.id).toBe("one");
  });

  it("plays the next track in the same task in which one ended, as phones in the background demand", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(179);
    let atEnd: string | undefined;
    given.audio.addEventListener("ended", () => atEnd = `${given.audio.src} ${given.audio.paused}`);
    await given.audio.hear(2);
    expect(atEnd).toMatch(/two.* false/);
    expect(given.state.track?.id).toBe("two");
    expect(reasons()).toEqual(["ended"]);
  });

  it("stops at 0 at the end of the last track, and can play it again", async () => {
    given.player.playTrack(QUEUE, 2);
    await given.audio.hear(181);
    expect(given.state).toMatchObject({ playing: false, visible: true, track: QUEUE[2] });
    expect(given.player.position.get()).toBe(0);
    given.player.toggle();
    await given.audio.hear(2);
    expect(given.player.position.get()).toBeCloseTo(2);
  });

  it("repeats the track when asked to, as a new listen", async () => {
    given.player.playTrack(QUEUE, 0);
    given.player.changeRepeat();
    await given.audio.hear(185);
    expect(given.state).toMatchObject({ track: QUEUE[0], playing: true });
    expect(given.player.position.get()).toBeCloseTo(5);
    expect(reasons()).toEqual(["ended"]);
  });

  it("has one repeat: off, this track, the whole queue, and off again", () => {
    const { player } = given;
    const now = () => [given.state.repeat, given.state.repeatAll];
    const seen = [now(), ...[1, 2, 3].map(() => (player.changeRepeat(), now()))];
    expect(seen).toEqual([[false, false], [true, false], [false, true], [false, false]]);
  });

  it("seeks within the track, never beyond, and not to what is no number", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(1);
    given.player.seek(100);
    await given.audio.hear(1);
    expect(given.player.position.get()).toBeCloseTo(101);
    given.player.seek(-5);
    expect(given.audio.currentTime).toBe(0);
    given.player.seek(1_000);
    expect(given.audio.currentTime).toBe(180);
    given.player.seek(NaN);
    expect(given.audio.currentTime).toBe(180);
  });

  it("shows the length that the service measured, whatever the element says", async () => {
    given.audio.duration = Infinity;
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(1);
    expect(given.state.duration).toBe(180);
  });

  it("keeps the volume between 0 and 100", () => {
    given.player.setVolume(140);
    expect(given.state.volume).toBe(100);
    given.player.setVolume(-1);
    expect(given.audio.volume).toBe(0);
  });

  it("takes everything away when it is closed", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(5);
    given.player.close();
    await settle();
    expect(given.state).toMatchObject({ track: null, visible: false, playing: false, queue: [] });
    expect(given.audio.src).toBe("");
    expect(reasons()).toEqual(["closed"]);
  });

  it("asks for a tap when the browser wants one, and plays after it", async () => {
    given.audio.needsTap = true;
    given.player.playTrack(QUEUE, 0);
    await settle();
    expect(given.state).toMatchObject({ playing: false, error: { code: "press_play" } });
    given.audio.needsTap = false;
    given.player.toggle();
    await given.audio.hear(1);
    expect(given.state).toMatchObject({ playing: true, error: null });
    expect(given.audio.sources).toHaveLength(1);
  });

  it("tells the position at once and as it changes, until it is told to stop", async () => {
    const told: number[] = [];
    const stop = given.player.subscribeTime((seconds) => told.push(seconds));
    expect(told).toEqual([0]);
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(1);
    expect(told.at(-1)).toBeCloseTo(1);
    stop();
    const { length } = told;
    await given.audio.hear(1);
    expect(told).toHaveLength(length);
  });
});

describe("Player in another quality than the lists' addresses have", () => {
  beforeEach(() => given.player.setQuality("saver"));

  it("asks for an address, silent meanwhile", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(1);
    given.player.setQuality("high");
    const pending = Promise.withResolvers<string>();
    given.getStreamUrl = () => pending.promise;
    given.player.playTrack(QUEUE, 1);
    await given.audio.hear(3);
    expect(given.audio).toMatchObject({ src: "", paused: true });
    expect(given.state).toMatchObject({ playing: true, waiting: true });
    pending.resolve("/fresh/two/high");
    await given.audio.hear(1);
    expect(given.audio.src).toBe("/fresh/two/high?ahead=10");
    expect(given.state).toMatchObject({ playing: true, waiting: false });
  });

  it("forgets an answer that comes after another track was chosen", async () => {
    const slow = Promise.withResolvers<string>();
    given.getStreamUrl = (id) => id === "one" ? slow.promise : Promise.resolve(`/fresh/${id}`);
    given.player.playTrack(QUEUE, 0);
    await tick();
    given.player.playTrack(QUEUE, 1);
    await tick();
    slow.resolve("/fresh/one");
    await given.audio.hear(1);
    expect(given.audio.sources).toEqual(["/fresh/two?ahead=10"]);
  });
});

describe("Player after a reload", () => {
  const RESTORED = {
    ...{ queue: QUEUE, index: 1, volume: 30, repeat: true },
    ...{ source: "songs", position: 42, unshuffled: null },
  };

  it("stands where it was, paused, and has loaded nothing", () => {
    given.player.restore(RESTORED);
    expect(given.state).toMatchObject({ track: QUEUE[1], playing: false, visible: true, volume: 30, repeat: true });
    expect(given.player.position.get()).toBe(42);
    expect(given.audio.sources).toEqual([]);
  });

  it("goes on from there when it is played, or from where it was moved to", async () => {
    given.player.restore(RESTORED);
    given.player.toggle();
    await given.audio.hear(1);
    expect(given.player.position.get()).toBeCloseTo(43);
    const other = new GivenPlayer();
    other.player.restore(RESTORED);
    other.player.seek(90);
    other.player.toggle();
    await other.audio.hear(1);
    expect(other.player.position.get()).toBeCloseTo(91);
  });

  it("does not disturb what was started meanwhile", () => {
    given.player.playTrack(QUEUE, 0);
    given.player.restore(RESTORED);
    expect(given.state.track?.id).toBe("one");
  });
});

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2));
}
