import type { OwnTrack } from "@contract/uploads.ts";
import { usePeaks } from "../data/catalogue.ts";
import { useSeek } from "../ui/use_seek.ts";
import { WaveSlider } from "../ui/WaveSlider.tsx";
import { useOwnPosition } from "./own_player.ts";

/** The waveform of the track that plays, to look at and to seek in. */
export function OwnSeekBar({ track }: { track: OwnTrack }) {
  const { slider } = useSeek({ ...useOwnPosition(), duration: track.durationSeconds });
  return (
    <div className="basis-full px-2 pb-2">
      <WaveSlider
        {...slider}
        label={`Seek in ${track.title}`}
        peaks={usePeaks(track._id, track.replaced)}
        className="max-w-xl"
      />
    </div>
  );
}
