import { usePeaks } from "../data/catalogue.ts";
import { formatDuration } from "../lib/format.ts";
import { useSeek } from "../ui/use_seek.ts";
import { WaveSlider } from "../ui/WaveSlider.tsx";
import type { PlayerView, ShownTrack } from "./player_view.ts";
import { usePosition } from "./use_position.ts";

/** The seek bar of the full screen: the song's waveform, with position and length below. */
export function WaveSeekBar({ player, track }: { player: PlayerView; track: ShownTrack }) {
  const { shown, slider } = useSeek({ ...player, position: usePosition(player) });
  return (
    <div className="grid grid-cols-2 text-xs text-ink-soft tabular-nums">
      <WaveSlider {...slider} peaks={usePeaks(track.id, track.replaced)} className="col-span-2" />
      <span aria-hidden="true">{formatDuration(shown)}</span>
      <span aria-hidden="true" className="text-right">{formatDuration(player.duration)}</span>
    </div>
  );
}
