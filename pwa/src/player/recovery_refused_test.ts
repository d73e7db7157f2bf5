import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settle } from "./testing/fake_audio.ts";
import { GivenPlayer, QUEUE } from "./testing/given.ts";

let given: GivenPlayer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  given = new GivenPlayer();
});

afterEach(() => vi.useRealTimers());

function refuse(status: number, text?: string): void {
  given.getStreamUrl = () => Promise.reject(Object.assign(new Error("refused"), { status, text }));
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

describe("an address that the service refuses", () => {
  it.each([
    [402, "free_plays_used_up"],
    [401, "log_in_needed"],
    [403, "unavailable"],
    [404, "unavailable"],
  ])("with %i holds the player with the reason %s, in the service's words", async (status, code) => {
    given.audio.deliver = () => "refused";
    refuse(status, "Create a free account to keep listening and earn");
    given.player.playTrack(QUEUE, 0);
    await pass(60_000);
    expect(given.state).toMatchObject({
      playing: false,
      error: { code, text: "Create a free account to keep listening and earn" },
    });
    expect(given.asked).toHaveLength(1);
    given.comeOnline();
    await pass(60_000);
    expect(given.asked).toHaveLength(1);
  });

  it("with 503 is asked for again", async () => {
    given.audio.deliver = () => "refused";
    refuse(503);
    given.player.playTrack(QUEUE, 0);
    await pass(60_000);
    expect(given.asked).toHaveLength(5);
    expect(given.state.error?.code).toBe("waiting_for_network");
  });

  it("is no matter while the song plays from what it has", async () => {
    await playAMinute();
    refuse(402);
    await given.audio.hear(60);
    expect(given.state).toMatchObject({ playing: true, error: null });
  });
});
