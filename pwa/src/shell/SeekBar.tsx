import { type KeyboardEvent, useState } from "react";
import { formatDuration, spokenDuration } from "../lib/format.ts";
import { Slider } from "../ui/Slider.tsx";
import type { PlayerView } from "./player_view.ts";
import { usePosition } from "./use_position.ts";

/** Seconds by key; the slider itself moves by one, since it rounds the position to its step. */
const STEPS: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -15,
  PageUp: 15,
};

/** Position and length with a slider between; seeks when the thumb is let go, so dragging asks for no bytes. */
export function SeekBar({ player, tall = false }: { player: PlayerView; tall?: boolean }) {
  const position = usePosition(player);
  const [dragged, setDragged] = useState<number>();
  const shown = Math.min(dragged ?? position, player.duration);
  const release = () => {
    if (dragged !== undefined) player.seek(dragged);
    setDragged(undefined);
  };
  const step = (event: KeyboardEvent) => {
    const seconds = STEPS[event.key];
    if (seconds === undefined) return;
    event.preventDefault();
    player.seek(Math.min(Math.max(0, shown + seconds), player.duration));
  };
  return (
    <div
      className={tall
        ? "grid grid-cols-2 text-xs text-ink-soft tabular-nums"
        : "flex items-center gap-3 text-xs text-ink-soft tabular-nums"}
    >
      <span aria-hidden="true" className={tall ? "order-2" : "w-10 text-right"}>{formatDuration(shown)}</span>
      <Slider
        label="Seek"
        value={shown}
        max={Math.max(1, Math.floor(player.duration))}
        valueText={`${spokenDuration(shown)} of ${spokenDuration(player.duration)}`}
        onChange={setDragged}
        onKeyDown={step}
        onPointerUp={release}
        onKeyUp={release}
        onBlur={release}
        className={tall ? "order-1 col-span-2" : "flex-1"}
      />
      <span aria-hidden="true" className={tall ? "order-3 text-right" : "w-10"}>{formatDuration(player.duration)}</span>
    </div>
  );
}
