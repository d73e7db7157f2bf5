import type { Track } from "@contract/catalogue.ts";
import type { PlayingDevice, PlayingQueue } from "@contract/playing.ts";
import type { PlayingAsk } from "@contract/requests/playing.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Elsewhere, playingElsewhere } from "./elsewhere.ts";
import { GivenPlayer, givenTrack } from "./testing/given.ts";

const PHONE: PlayingDevice = {
  ...{ id: "phone", isThis: false, userAgent: "Chrome Android", state: "playing", positionSeconds: 30 },
  ...{ queued: 2, isShuffled: false, toldAt: "2026-06-01T12:00:00.000Z" },
};
const HERE: PlayingDevice = { ...PHONE, id: "here", isThis: true };
const QUEUE: PlayingQueue = {
  tracks: ["one", "two", "three"].map(trackOf),
  ...{ place: 1, positionSeconds: 42, isRepeating: false, repeatsAll: true, unmixed: [2, 0, -1] },
};

let given: GivenPlayer;
let devices: PlayingDevice[];
let looks: number;
let asked: (PlayingAsk & { id: string })[];
let said: string[];
let isSeen: boolean;
/** What the other device does when it is asked. */
let obey: (ask: PlayingAsk) => boolean;
let elsewhere: Elsewhere;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  [given, devices, looks, asked, said, isSeen] = [new GivenPlayer(), [PHONE], 0, [], [], true];
  obey = ({ askId }) => {
    devices = [{ ...PHONE, askId }];
    return false;
  };
  elsewhere = new Elsewhere({
    player: given.player,
    getDevices: () => Promise.resolve({ devices }).finally(() => looks++),
    getQueue: () => Promise.resolve(QUEUE),
    ask: (id, ask) => {
      asked.push({ ...ask, id });
      return Promise.resolve({ isAnswered: obey(ask) });
    },
    canLook: () => isSeen,
    monotonicNow: () => performance.now(),
    newId: () => `ask-${asked.length}`,
    say: (text) => void said.push(text),
    failureText: () => "failed",
  });
});
afterEach(() => vi.useRealTimers());

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

function trackOf(id: string): Track {
  const { title, artist, artistId, durationSeconds, coverImageUrl, audioUrl } = givenTrack(id);
  return {
    ...{ _id: id, title, artist, artistId, durationSeconds, coverImageUrl, audioUrl, image: coverImageUrl },
    ...{ genre: "pop", duration: "3:00", placeholder: "", createdAt: "" },
  };
}

describe("looking", () => {
  it("goes on every 20 s while another device plays and the app is seen, and no longer", async () => {
    await elsewhere.look();
    expect(playingElsewhere(elsewhere.state.get())?.id).toBe("phone");
    await pass(60);
    expect(looks).toBe(4);
    devices = [{ ...PHONE, state: "paused" }, HERE];
    await pass(20);
    expect(playingElsewhere(elsewhere.state.get())).toBeUndefined();
    await pass(600);
    expect(looks).toBe(5);
    devices = [PHONE];
    await elsewhere.look();
    elsewhere.rest();
    isSeen = false;
    await elsewhere.look();
    await pass(600);
    expect(looks).toBe(6);
  });

  it("forgets what it saw when somebody else is here, also what is still on its way", async () => {
    const late = elsewhere.look();
    elsewhere.forget();
    await late;
    expect(elsewhere.state.get().devices).toBeUndefined();
  });
});

describe("listening here", () => {
  it("waits for the other device's answer, then goes on where it was, with its queue and what is on", async () => {
    given.player.setVolume(35);
    await elsewhere.look();
    void elsewhere.listenHere(PHONE);
    void elsewhere.listenHere(PHONE);
    await pass(5);
    expect(elsewhere.state.get().asking).toEqual({ id: "phone", kind: "hand_over" });
    expect(given.state.track).toBeNull();
    devices = [{ ...PHONE, state: "paused", answeredId: "ask-0" }];
    await pass(2);
    expect(asked).toHaveLength(1);
    expect(given.state).toMatchObject({ index: 1, playing: true, repeatAll: true, repeat: false, volume: 35 });
    expect(given.state.queue.map(({ id }) => id)).toEqual(["one", "two", "three"]);
    expect(given.state.unshuffled?.map(({ id }) => id)).toEqual(["two", "one"]);
    await given.audio.hear(1);
    expect(given.audio.currentTime).toBeCloseTo(43, 0);
    expect([said, elsewhere.state.get().asking]).toEqual([[], null]);
  });

  it("takes over after 40 s from a device that does not answer, and says so", async () => {
    void elsewhere.listenHere(PHONE);
    await pass(39);
    expect(given.state.track).toBeNull();
    await pass(3);
    expect(given.state.playing).toBe(true);
    expect(said).toEqual([
      "Chrome, Android does not answer. You listen here now, and it pauses when it is back.",
    ]);
  });

  it("starts at once for who does not want to wait, and without a word", async () => {
    void elsewhere.listenHere(PHONE);
    await pass(1);
    elsewhere.startNow();
    await pass(0);
    expect([given.state.playing, said, elsewhere.state.get().asking]).toEqual([true, [], null]);
  });

  it("does not wait for one that is silent or paused", async () => {
    await elsewhere.listenHere({ ...PHONE, state: "silent" });
    expect([given.state.playing, said.length]).toEqual([true, 1]);
    given.player.close();
    obey = () => true;
    await elsewhere.listenHere({ ...PHONE, state: "paused" });
    expect([given.state.playing, said.length]).toEqual([true, 1]);
  });

  it("is left alone when play was pressed there again, the device is gone, or somebody else is here", async () => {
    void elsewhere.listenHere(PHONE);
    await pass(1);
    devices = [PHONE];
    await pass(2);
    expect(said).toEqual(["Play was pressed again on Chrome, Android."]);
    void elsewhere.listenHere(PHONE);
    await pass(1);
    devices = [];
    await pass(2);
    expect(said[1]).toBe("Chrome, Android has nothing in its player any more.");
    void elsewhere.listenHere(PHONE);
    await pass(1);
    elsewhere.forget();
    await pass(60);
    expect([said.length, given.state.track]).toEqual([2, null]);
  });
});

it("pausing says what came of it", async () => {
  void elsewhere.pause(PHONE);
  await pass(3);
  devices = [{ ...PHONE, state: "paused", answeredId: "ask-0" }];
  await pass(2);
  void elsewhere.pause(PHONE);
  await pass(42);
  expect(said).toEqual([
    "Paused on Chrome, Android.",
    "Chrome, Android does not answer. It pauses when it is back.",
  ]);
});
