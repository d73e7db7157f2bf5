import { useState } from "react";
import { formatDuration, spokenDuration } from "../lib/format.ts";
import { Slider } from "../ui/Slider.tsx";
import type { PlayerView } from "./player_view.ts";
import { usePosition } from "./use_position.ts";

const STEP_S = 5;

/** Position and length with a slider between; seeks when the thumb is let go, so dragging asks for no bytes. */
export function SeekBar({ player, tall = false }: { player: PlayerView; tall?: boolean }) {
  const position = usePosition(player);
  const [dragged, setDragged] = useState<number>();
  const shown = Math.min(dragged ?? position, player.duration || 0);
  const times = [formatDuration(shown), formatDuration(player.duration)];
  const release = () => {
    if (dragged !== undefined) player.seek(dragged);
    setDragged(undefined);
  };
  return (
    <div className={tall ? "grid grid-cols-2 text-xs text-ink-soft" : "flex items-center gap-3 text-xs text-ink-soft"}>
      <span aria-hidden="true" className={tall ? "order-2 tabular-nums" : "w-10 text-right tabular-nums"}>
        {times[0]}
      </span>
      <Slider
        label="Seek"
        value={shown}
        max={Math.max(1, Math.floor(player.duration))}
        step={STEP_S}
        valueText={`${spokenDuration(shown)} of ${spokenDuration(player.duration)}`}
        onChange={setDragged}
        onPointerUp={release}
        onKeyUp={release}
        onBlur={release}
        className={tall ? "order-1 col-span-2" : "flex-1"}
      />
      <span aria-hidden="true" className={tall ? "order-3 text-right tabular-nums" : "w-10 tabular-nums"}>
        {times[1]}
      </span>
    </div>
  );
}
