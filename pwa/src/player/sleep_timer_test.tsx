import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SleepTimer } from "./sleep_timer.ts";
import { GivenPlayer, QUEUE } from "./testing/given.ts";

const MINUTE_MS = 60_000;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => void vi.useRealTimers());

async function given() {
  const page = new GivenPlayer();
  page.player.playTrack(QUEUE, 0);
  await page.audio.hear(1);
  return { ...page, page, timer: timerOf(page) };
}

const timerOf = ({ player }: GivenPlayer) => new SleepTimer({ player, storage: localStorage, now: () => Date.now() });

describe("SleepTimer", () => {
  it("stops the music at its moment, softly, and gives the volume back", async () => {
    const { page, timer } = await given();
    timer.inMinutes(5);
    vi.advanceTimersByTime(5 * MINUTE_MS - 10_001);
    expect([page.state.playing, page.audio.volume]).toEqual([true, 0.8]);
    vi.advanceTimersByTime(5_000);
    expect(page.audio.volume).toBeCloseTo(0.4, 1);
    vi.advanceTimersByTime(5_001);
    expect([page.state.playing, page.audio.volume, timer.sleep.get()]).toEqual([false, 0.8, null]);
  });

  it("lets the song end and starts no other, also where it would repeat", async () => {
    const { page, timer } = await given();
    page.player.changeRepeat();
    timer.set({ kind: "track" });
    await page.audio.hear(180);
    expect([page.state.playing, page.state.track?.id, timer.sleep.get()]).toEqual([false, "one", null]);
    page.player.changeRepeat();
    page.player.changeRepeat();
    page.player.play();
    await page.audio.hear(181);
    expect(page.state.track?.id).toBe("two");
  });

  it("keeps to the end of the song when one is skipped", async () => {
    const { page, timer } = await given();
    timer.set({ kind: "track" });
    page.player.next();
    await page.audio.hear(181);
    expect([page.state.playing, page.state.track?.id]).toEqual([false, "two"]);
  });

  it("goes on over a reload, and is over when its moment has passed meanwhile", async () => {
    const { timer } = await given();
    timer.inMinutes(15);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    const { page, timer: after } = await given();
    expect(after.sleep.get()).toEqual(timer.sleep.get());
    vi.advanceTimersByTime(5 * MINUTE_MS);
    expect(page.state.playing).toBe(false);
    timer.inMinutes(5);
    timer.set(null);
    expect(localStorage.getItem("orin.sleep")).toBeNull();
    localStorage.setItem("orin.sleep", JSON.stringify({ kind: "at", endsAt: Date.now() - 1 }));
    const late = await given();
    expect([late.timer.sleep.get(), late.page.state.playing]).toEqual([null, true]);
  });
});
