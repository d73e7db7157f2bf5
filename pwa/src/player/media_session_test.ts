import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectMediaSession } from "./media_session.ts";
import { GivenPlayer, givenTrack, QUEUE } from "./testing/given.ts";

/** A lock screen that throws where browsers throw. */
class FakeMediaSession implements MediaSession {
  metadata: MediaMetadata | null = null;
  playbackState: MediaSessionPlaybackState = "none";
  readonly positions: (MediaPositionState | undefined)[] = [];
  readonly handlers = new Map<string, MediaSessionActionHandler | null>();

  setActionHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
    if (action === "stop") throw new TypeError("Unknown action");
    this.handlers.set(action, handler);
  }

  setPositionState(state?: MediaPositionState): void {
    const { duration = 0, position = 0, playbackRate = 1 } = state ?? {};
    if (!(duration >= 0) || !(position >= 0) || position > duration || playbackRate === 0) throw new TypeError("bad");
    this.positions.push(state);
  }

  setCameraActive(): Promise<void> {
    return Promise.resolve();
  }

  setMicrophoneActive(): Promise<void> {
    return Promise.resolve();
  }

  press(action: MediaSessionAction, seekTime?: number): void {
    this.handlers.get(action)?.({ action, ...(seekTime === undefined ? {} : { seekTime }) });
  }
}

let given: GivenPlayer;
let screen: FakeMediaSession;

beforeEach(() => {
  vi.stubGlobal(
    "MediaMetadata",
    class {
      constructor(readonly init: MediaMetadataInit) {}
    },
  );
  given = new GivenPlayer();
  screen = new FakeMediaSession();
  connectMediaSession({
    player: given.player,
    mediaSession: screen,
    coverAt: ({ id }, size) => `/cover/${id}/${size}`,
  });
});

afterEach(() => vi.unstubAllGlobals());

describe("the lock screen", () => {
  it("shows the track with covers from 96 to 512 pixels, and what the player does", async () => {
    given.player.playTrack(QUEUE, 0);
    expect(screen.playbackState).toBe("playing");
    expect(screen.metadata).toMatchObject({
      init: {
        title: "Title one",
        artist: "Ayọ̀",
        artwork: [96, 192, 256, 384, 512].map((size) => ({ src: `/cover/one/${size}`, sizes: `${size}x${size}` })),
      },
    });
    await given.audio.hear(1);
    given.player.pause();
    expect(screen.playbackState).toBe("paused");
    given.player.close();
    expect(screen).toMatchObject({ playbackState: "none", metadata: null });
  });

  it("obeys its buttons, and does without those that the browser does not know", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(1);
    screen.press("pause");
    expect(given.state.playing).toBe(false);
    screen.press("play");
    expect(given.state.playing).toBe(true);
    screen.press("seekto", 90);
    expect(given.player.position.get()).toBe(90);
    screen.press("nexttrack");
    expect(given.state.track?.id).toBe("two");
    screen.press("previoustrack");
    expect(given.state.track?.id).toBe("one");
    screen.press("seekto");
    expect(given.player.position.get()).toBe(0);
  });

  it("is told the position every few seconds and after a seek", async () => {
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(11);
    expect(screen.positions.at(-1)?.position).toBeGreaterThanOrEqual(5);
    given.player.seek(100);
    await given.audio.hear(0.25);
    expect(screen.positions.at(-1)).toMatchObject({ duration: 180, position: 100, playbackRate: 1 });
  });

  it("is never told what is no number or lies outside the track", async () => {
    given.audio.duration = 1_000;
    given.audio.playbackRate = 0;
    given.player.playTrack([{ ...givenTrack("endless"), durationSeconds: NaN }], 0);
    await given.audio.hear(1);
    given.audio.playbackRate = 1;
    given.player.playTrack(QUEUE, 0);
    await given.audio.hear(400);
    given.player.position.set(Infinity);
    given.player.position.set(NaN);
    expect(screen.positions.every((state) => state === undefined || Number.isFinite(state.position))).toBe(true);
  });
});
