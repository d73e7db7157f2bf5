import { beforeEach, expect, it } from "vitest";
import { Attention } from "./attention.ts";
import { GivenPlayer, QUEUE } from "./testing/given.ts";

const HOUR = 3_600;
let given: GivenPlayer;
let now: number;
let attention: Attention;

function open(before?: GivenPlayer) {
  given = new GivenPlayer();
  given.audio.onPass = (ms) => void (now += ms);
  if (before) given.player.restore({ ...before.state, position: 1 });
  attention = new Attention({ player: given.player, storage: localStorage, monotonicNow: () => now });
}
/** Hears a song again and again. */
async function hear(seconds: number) {
  for (let left = seconds; left > 0; left -= 150) {
    given.player.seek(0);
    await given.audio.hear(Math.min(150, left));
  }
}

beforeEach(() => {
  localStorage.clear();
  now = 1_000;
  open();
  given.player.playTrack(QUEUE, 0);
});

it("pauses after an hour that nobody touched, asks, and plays on for who presses", async () => {
  await hear(HOUR - 10);
  expect(given.state.playing).toBe(true);
  await hear(20);
  expect(given.state).toMatchObject({ playing: false, error: { code: "still_listening", text: "Still listening?" } });
  given.player.play();
  await hear(60);
  expect(given.state).toMatchObject({ playing: true, error: null });
});

it("begins anew at a touch, and counts no pause", async () => {
  await hear(HOUR - 10);
  attention.touch();
  await hear(HOUR - 10);
  given.player.pause();
  now += 10 * HOUR * 1_000;
  given.player.play();
  await hear(5);
  expect(given.state.playing).toBe(true);
});

it("is not made to forget by a reload", async () => {
  await hear(HOUR - 100);
  open(given);
  given.player.play();
  await hear(150);
  expect(given.state.error?.code).toBe("still_listening");
});
