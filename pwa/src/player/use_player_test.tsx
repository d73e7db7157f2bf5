import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { PlayerView } from "../shell/player_view.ts";
import { GivenPlayer, QUEUE } from "./testing/given.ts";
import { usePlayer } from "./use_player.ts";

describe("usePlayer()", () => {
  it("gives the bar what it shows, and renders nothing for the passing seconds", async () => {
    const given = new GivenPlayer();
    let renders = 0;
    const { result } = renderHook((): PlayerView => {
      renders++;
      return usePlayer(given.player);
    });
    expect(result.current).toMatchObject({ track: null, playing: false, volume: 80, error: null });
    act(() => given.player.playTrack(QUEUE, 0));
    await act(() => given.audio.hear(1));
    expect(result.current).toMatchObject({ track: { id: "one" }, playing: true, duration: 180 });
    const before = renders;
    await act(() => given.audio.hear(10));
    expect(renders).toBe(before);
    act(result.current.close);
    expect(result.current.track).toBeNull();
  });
});
