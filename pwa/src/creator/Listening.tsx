import type { CreatorSeries, SeriesUnit } from "@contract/creator.ts";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { lazy, useMemo, useState } from "react";
import { creatorSeriesQuery } from "../data/creator.ts";
import { failureText } from "../lib/api_error.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { Chip } from "../ui/Chip.tsx";
import { ChipRow } from "../ui/ChipRow.tsx";
import { Deferred } from "../ui/Deferred.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { Select } from "../ui/Select.tsx";
import { Breakdown } from "./Breakdown.tsx";
import { PlayKinds } from "./PlayKinds.tsx";
import { RemovedPlays } from "./RemovedPlays.tsx";
import { useSaveTable } from "./save_table.ts";
import type { ChartLine } from "./SeriesChart.tsx";
import { SeriesTable, TracksTable } from "./SeriesTable.tsx";

const SeriesChart = lazy(() => import("./SeriesChart.tsx").then((module) => ({ default: module.SeriesChart })));

const UNITS = [["day", "Days"], ["week", "Weeks"], ["month", "Months"]] as const satisfies [SeriesUnit, string][];

/** Plays, listeners and listening time: over time as a chart with its table, by track, by source, and what does not count. */
export function Listening() {
  const [unit, setUnit] = useState<SeriesUnit>("day");
  const [trackId, setTrackId] = useState("");
  const series = useQuery(creatorSeriesQuery(unit, trackId));
  const all = useQuery(creatorSeriesQuery(unit, ""));
  const table = useSaveTable();
  return (
    <Card className="min-w-0">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Listening</h2>
        <ChipRow label="Group by">
          {UNITS.map(([one, label]) => (
            <Chip
              key={one}
              label={label}
              selected={one === unit}
              onSelect={() => setUnit(one)}
            />
          ))}
        </ChipRow>
      </div>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="min-w-[min(100%,12rem)] flex-1">
          <Select
            label="Track"
            value={trackId}
            placeholder="All tracks"
            options={(all.data?.tracks ?? []).map((track) => ({ value: track._id, label: track.title }))}
            onChange={(event) => setTrackId(event.target.value)}
          />
        </div>
        <ButtonLink variant="quiet" to="/cs-insights">Insights</ButtonLink>
        <Button
          variant="quiet"
          icon={<Download size={18} />}
          busy={table.isPending}
          onClick={() => table.mutate({ unit, trackId })}
        >
          Save as CSV
        </Button>
      </div>
      {table.isError && <Banner tone="error">{failureText(table.error, "The CSV file could not be saved")}</Banner>}
      <States series={series} />
    </Card>
  );
}

function States({ series }: { series: UseQueryResult<CreatorSeries> }) {
  if (series.data) return <Content series={series.data} />;
  return (
    <LoadState
      query={series}
      shape="text"
      count={6}
      label="Loading your statistics..."
      failure="Failed to load creator stats"
    />
  );
}

function Content({ series }: { series: CreatorSeries }) {
  const { points, unit } = series;
  const moments = useMemo(() => points.map(({ start }) => Date.parse(start)), [points]);
  const lines = useMemo((): ChartLine[] => [
    { label: "All plays", look: "faint", values: points.map(({ plays }) => plays.gross) },
    { label: "Counted", look: "main", values: points.map(({ plays }) => plays.filtered) },
    { label: "Verified", look: "second", values: points.map(({ plays }) => plays.verified) },
    { label: "Listeners", look: "third", values: points.map(({ listeners }) => listeners) },
  ], [points]);
  return (
    <div className="flex flex-col gap-6">
      <Deferred fallback={<div className="h-64" />}>
        <SeriesChart moments={moments} unit={unit} lines={lines} />
      </Deferred>
      <SeriesTable series={series} />
      <PlayKinds tracks={series.tracks} />
      <TracksTable tracks={series.tracks} />
      <RemovedPlays removed={series.removed ?? []} />
      <Breakdown series={series} />
    </div>
  );
}
