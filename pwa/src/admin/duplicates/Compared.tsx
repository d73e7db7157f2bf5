import type { ComparedTrack } from "@contract/duplicates.ts";
import { Pause, Play } from "lucide-react";
import { Link } from "react-router-dom";
import { formatDateTime, formatDuration } from "../../lib/format.ts";
import { Cover } from "../../ui/Cover.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { useSeek } from "../../ui/use_seek.ts";
import { WaveSlider } from "../../ui/WaveSlider.tsx";
import { Badge, type Mark } from "../parts/Badge.tsx";
import type { useSounds } from "./use_sounds.ts";

interface ComparedProps extends ReturnType<typeof useSounds> {
  heading: string;
  track: ComparedTrack;
  /** The stretch that sounds the same, in seconds. */
  same?: { from: number; length: number } | undefined;
}

/** One of the recordings: whose it is and since when, its waveform with what is the same, and its sound. */
export function Compared({ heading, track, same, sounds, playing }: ComparedProps) {
  const { trackId, title, artist, artistId, uploadedAt, durationSeconds, audioUrl, peaks } = track;
  const isCurrent = playing.trackId === trackId;
  const isPlaying = isCurrent && playing.isPlaying;
  const position = sounds.placeOf(trackId);
  const { shown, slider } = useSeek({
    ...{ position, duration: durationSeconds },
    seek: (seconds) => sounds.seek(trackId, seconds),
  });
  return (
    <section aria-label={heading} className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-base">{heading}</h2>
        <Badge {...markOf(track)} />
      </div>
      <div className="flex items-center gap-3">
        <Cover src={track.coverImageUrl} seed={trackId} size={56} className="shrink-0 rounded" />
        <div className="min-w-0 text-sm">
          <p className="truncate text-base font-semibold">
            <bdi>{title}</bdi>
          </p>
          <p className="truncate">
            <Link className="text-link underline" to={`/artists/${artistId}`}>
              <bdi>{artist}</bdi>
            </Link>
          </p>
          <p className="text-ink-soft tabular-nums">
            Uploaded {formatDateTime(uploadedAt)}, {formatDuration(durationSeconds)}
          </p>
        </div>
      </div>
      <div className="flex items-center gap-3">
        <IconButton
          label={isPlaying ? `Pause ${title}` : `Play ${title}`}
          icon={isPlaying ? <Pause size={20} /> : <Play size={20} />}
          disabled={audioUrl === undefined}
          onClick={() => audioUrl !== undefined && sounds.toggle(trackId, audioUrl)}
        />
        <div className="relative min-w-0 flex-1">
          {same && <SameStretch {...same} of={durationSeconds} />}
          <WaveSlider {...slider} label={`Seek in ${title}`} peaks={peaks.length > 0 ? peaks : undefined} />
        </div>
        <span className="w-10 text-right text-xs text-ink-soft tabular-nums">{formatDuration(shown)}</span>
      </div>
      {isCurrent && playing.hasFailed && <p className="text-sm text-danger">This recording cannot be played.</p>}
      {audioUrl === undefined && (
        <p className="text-sm text-ink-soft">
          {track.state === "processing" ? "Its sound is still being made." : "Its files are gone."}
        </p>
      )}
    </section>
  );
}

/** Behind the waveform: from where to where both sound the same. */
function SameStretch({ from, length, of }: { from: number; length: number; of: number }) {
  const percent = (seconds: number) => `${Math.min(100, (seconds / Math.max(of, 1)) * 100)}%`;
  return (
    <div
      aria-hidden="true"
      className="absolute inset-y-0 rounded bg-info-soft"
      style={{ left: percent(from), width: percent(length) }}
    />
  );
}

function markOf({ state, isPublic }: ComparedTrack): Mark {
  if (state === "removed") return { tone: "bad", text: "Taken away" };
  if (isPublic) return { tone: "good", text: "Public" };
  return { tone: "notice", text: "Nobody hears it" };
}
