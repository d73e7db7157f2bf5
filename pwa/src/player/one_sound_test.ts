import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepOneSound, OneSound } from "./one_sound.ts";
import { settle } from "./testing/fake_audio.ts";
import { FakeLocks } from "./testing/fake_locks.ts";
import { GivenPlayer, QUEUE } from "./testing/given.ts";

let locks: FakeLocks;

beforeEach(() => void (locks = new FakeLocks()));

afterEach(() => vi.useRealTimers());

function openTab(): GivenPlayer {
  const tab = new GivenPlayer();
  keepOneSound(tab.player, locks);
  return tab;
}

async function openPlayingTab(index = 0): Promise<GivenPlayer> {
  const tab = openTab();
  tab.player.playTrack(QUEUE, index);
  await tab.audio.hear(5);
  return tab;
}

function sounding(...tabs: GivenPlayer[]): boolean[] {
  return tabs.map(({ audio, state }) => !audio.paused && state.playing);
}

describe("One sound in all tabs", () => {
  it("is the newest: the tab before pauses at its place and says where the music plays", async () => {
    const first = await openPlayingTab();
    const second = await openPlayingTab(1);
    expect(sounding(first, second)).toEqual([false, true]);
    expect(first.state.error).toEqual({ code: "playing_elsewhere", text: "Playing in another tab" });
    expect(first.player.position.get()).toBeCloseTo(5);
    expect(second.state.error).toBe(null);
  });

  it("is taken back by a press on play, and goes on where it was", async () => {
    const first = await openPlayingTab();
    const second = await openPlayingTab(1);
    first.player.toggle();
    await first.audio.hear(2);
    expect(sounding(first, second)).toEqual([true, false]);
    expect(first.player.position.get()).toBeCloseTo(7);
    expect(first.audio.sources).toHaveLength(1);
    expect([first.state.error, second.state.error?.code]).toEqual([null, "playing_elsewhere"]);
  });

  it("is one when two tabs begin at the same moment, as often as they try", async () => {
    const [first, second] = [openTab(), openTab()];
    for (let round = 0; round < 5; round++) {
      first.player.playTrack(QUEUE, 0);
      second.player.playTrack(QUEUE, 1);
      await settle();
      expect(sounding(first, second).filter(Boolean)).toHaveLength(1);
    }
    expect(locks.holders("orin-sound")).toBe(1);
  });

  it("stays when another tab is only opened again, paused", async () => {
    const first = await openPlayingTab();
    const second = openTab();
    second.player.restore({
      ...{ queue: QUEUE, index: 1, position: 10, volume: 80 },
      ...{ repeat: false, source: "", unshuffled: null },
    });
    await first.audio.hear(1);
    expect(sounding(first, second)).toEqual([true, false]);
    expect(second.state.error).toBe(null);
  });

  it("is said only while the other tab plays", async () => {
    const first = await openPlayingTab();
    const second = await openPlayingTab(1);
    second.player.pause();
    await settle();
    expect(first.state).toMatchObject({ playing: false, error: null });
    expect(locks.holders("orin-sound")).toBe(0);
  });

  it("is said in every other tab", async () => {
    const tabs = [await openPlayingTab(), await openPlayingTab(1), await openPlayingTab(2)];
    expect(tabs.map(({ state }) => state.error?.code)).toEqual(["playing_elsewhere", "playing_elsewhere", undefined]);
    tabs[2]?.player.close();
    await settle();
    expect(tabs.map(({ state }) => state.error)).toEqual([null, null, null]);
  });

  it("stays with the newest when the network of the tab before comes back", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const first = openTab();
    first.audio.starve();
    first.player.playTrack(QUEUE, 0);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(first.state.error?.code).toBe("waiting_for_network");
    const second = await openPlayingTab(1);
    first.comeOnline();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sounding(first, second)).toEqual([false, true]);
    expect(first.state.error?.code).toBe("playing_elsewhere");
  });

  it("goes on over the change of the track", async () => {
    const first = await openPlayingTab();
    await first.audio.hear(180);
    expect(first.state).toMatchObject({ index: 1, playing: true, error: null });
    expect(locks.holders("orin-sound")).toBe(1);
  });

  it("plays without locks, and where the browser forbids them", async () => {
    for (const given of [undefined, { request: () => Promise.reject(new DOMException("No", "SecurityError")) }]) {
      const tab = new GivenPlayer();
      keepOneSound(tab.player, given);
      tab.player.playTrack(QUEUE, 0);
      await tab.audio.hear(2);
      expect(tab.state).toMatchObject({ playing: true, error: null });
    }
  });

  it("may be another one than the player's, such as a preview", async () => {
    const tab = await openPlayingTab();
    const told: string[] = [];
    const preview = new OneSound(locks, { taken: () => told.push("taken"), free: () => told.push("free") });
    preview.take();
    await settle();
    expect(tab.state.error?.code).toBe("playing_elsewhere");
    tab.player.play();
    await settle();
    expect(told).toEqual(["taken"]);
    tab.player.pause();
    await settle();
    expect(told).toEqual(["taken", "free"]);
  });
});
