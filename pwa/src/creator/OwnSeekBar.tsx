import type { OwnTrack } from "@contract/uploads.ts";
import { usePeaks } from "../lib/use_peaks.ts";
import { useSeek } from "../ui/use_seek.ts";
import { WaveSlider } from "../ui/WaveSlider.tsx";
import { useOwnPosition } from "./own_player.ts";

/** The waveform of the track that plays, to look at and to seek in. */
export function OwnSeekBar({ track }: { track: OwnTrack }) {
  const { slider } = useSeek({ ...useOwnPosition(), duration: track.durationSeconds });
  return (
    <WaveSlider
      {...slider}
      label={`Seek in ${track.title}`}
      peaks={usePeaks(track._id)}
      className="mx-2 mb-2 basis-full"
    />
  );
}
