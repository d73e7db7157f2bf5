import { FEWEST_TOLD, type InsightTrack, type TrackMoments } from "@contract/insights.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePeaks } from "../../data/catalogue.ts";
import { momentsQuery } from "../../data/insights.ts";
import { formatDuration, formatFullCount, plural } from "../../lib/format.ts";
import { Card } from "../../ui/Card.tsx";
import { FigureTable } from "../../ui/FigureTable.tsx";
import { Fold } from "../../ui/Fold.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { Select } from "../../ui/Select.tsx";
import { BARS, barsOf } from "../../ui/wave_bars.ts";
import type { Days } from "./insight_days.ts";
import { daysWords, shareWords } from "./insight_words.ts";

const PARTS = 100;
/** The table has a row for each of so many parts. */
const ROWS = 10;

interface SongMomentsProps {
  tracks: readonly InsightTrack[];
  days: Days;
  /** The song that the whole page is about, or empty. */
  chosen: string;
}

/** Which seconds of a song are heard and where its listeners leave, drawn over its waveform. */
export function SongMoments({ tracks, days, chosen }: SongMomentsProps) {
  const [picked, setPicked] = useState("");
  const trackId = chosen || (tracks.some(({ _id }) => _id === picked) ? picked : tracks[0]?._id ?? "");
  const moments = useQuery(momentsQuery({ ...days, trackId }));
  if (trackId === "") return null;
  return (
    <Card>
      <h2 className="mb-3 text-xl">What they hear of a song</h2>
      {chosen === "" && (
        <div className="mb-4 sm:max-w-sm">
          <Select
            label="Song"
            value={trackId}
            options={tracks.map(({ _id, title }) => ({ value: _id, label: title }))}
            onChange={(event) => setPicked(event.target.value)}
          />
        </div>
      )}
      {moments.data ? <Content key={trackId} trackId={trackId} moments={moments.data} /> : (
        <LoadState
          query={moments}
          shape="text"
          count={4}
          label="Loading what people hear of the song..."
          failure="Failed to load what people hear of the song"
        />
      )}
    </Card>
  );
}

function Content({ trackId, moments }: { trackId: string; moments: TrackMoments }) {
  const { plays, completed, durationSeconds, left, isTold } = moments;
  if (!isTold) {
    return (
      <p className="text-sm text-ink-soft">
        Fewer than five people heard this song in these days. From five on you see here what they hear of it.
      </p>
    );
  }
  if (plays > 0 && plays < FEWEST_TOLD) {
    return (
      <p className="text-sm text-ink-soft">
        Only {plural(plays, "counted play")} of these days {plays === 1 ? "says" : "say"}{" "}
        which parts of the song people heard. From {FEWEST_TOLD} on you see it here.
      </p>
    );
  }
  if (plays === 0) {
    return (
      <p className="text-sm text-ink-soft">
        No counted play of these days says which parts of the song people heard. New plays do.
      </p>
    );
  }
  const quits = left.reduce((sum, one) => sum + one, 0);
  const most = left.indexOf(Math.max(...left));
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">
        <strong>{shareWords(completed, plays)}</strong> of {plural(plays, "counted play")} heard all of it,{" "}
        {daysWords(moments)}.
        {quits > 0 && (
          <>{" "}Those who left did so most often around {formatDuration(most * durationSeconds / PARTS)}.</>
        )}
      </p>
      <Wave trackId={trackId} moments={moments} />
      <Table moments={moments} />
    </div>
  );
}

function Wave(
  { trackId, moments: { plays, heard, left, durationSeconds } }: { trackId: string; moments: TrackMoments },
) {
  const peaks = usePeaks(trackId);
  const at = (part: number) => (part + 0.5) * BARS / PARTS;
  const line = heard.map((count, part) =>
    `${at(part).toFixed(2)},${(100 - Math.min(1, count / plays) * 96 - 2).toFixed(1)}`
  );
  const highest = Math.max(1, ...left);
  return (
    <figure className="min-w-0">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${BARS} 100`}
        preserveAspectRatio="none"
        className="h-36 w-full rounded-lg bg-ink/4 sm:h-48"
      >
        {peaks && <path d={barsOf(peaks)} className="fill-ink/15" />}
        {left.map((count, part) =>
          count > 0 && (
            <rect
              key={part}
              x={part * BARS / PARTS}
              width={0.7}
              y={100 - count / highest * 40}
              height={count / highest * 40}
              className="fill-danger"
            />
          )
        )}
        <polyline
          points={line.join(" ")}
          fill="none"
          strokeWidth={2.5}
          vectorEffect="non-scaling-stroke"
          strokeLinejoin="round"
          className="stroke-accent"
        />
      </svg>
      <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-ink-soft tabular-nums">
        <span>0:00</span>
        <span>{formatDuration(durationSeconds / 2)}</span>
        <span>{formatDuration(durationSeconds)}</span>
      </div>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-soft">
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="h-0.5 w-5 rounded bg-accent" /> Share of plays that heard this moment
        </span>
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="h-3 w-1.5 rounded-xs bg-danger" /> Listeners who left here
        </span>
      </figcaption>
    </figure>
  );
}

function Table({ moments: { plays, heard, left, durationSeconds } }: { moments: TrackMoments }) {
  const each = PARTS / ROWS;
  const sumOf = (parts: readonly number[], row: number) =>
    parts.slice(row * each, (row + 1) * each).reduce((sum, one) => sum + one, 0);
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const from = row * each * durationSeconds / PARTS;
    const cells = [shareWords(sumOf(heard, row) / each, plays), formatFullCount(sumOf(left, row))];
    return { key: String(from), name: formatDuration(from), cells };
  });
  return (
    <Fold title="The same figures as a table">
      <FigureTable label="What people hear of the song" heads={["From", "Heard by", "Left"]} rows={rows} />
    </Fold>
  );
}
