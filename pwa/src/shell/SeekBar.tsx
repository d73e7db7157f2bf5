import { formatDuration } from "../lib/format.ts";
import { Slider } from "../ui/Slider.tsx";
import { useSeek } from "../ui/use_seek.ts";
import type { PlayerView } from "./player_view.ts";
import { usePosition } from "./use_position.ts";

/** Position and length with a slider between. */
export function SeekBar({ player }: { player: PlayerView }) {
  const { shown, slider } = useSeek({ ...player, position: usePosition(player) });
  return (
    <div className="flex items-center gap-3 text-xs text-ink-soft tabular-nums">
      <span aria-hidden="true" className="w-10 text-right">{formatDuration(shown)}</span>
      <Slider {...slider} className="flex-1" />
      <span aria-hidden="true" className="w-10">{formatDuration(player.duration)}</span>
    </div>
  );
}
