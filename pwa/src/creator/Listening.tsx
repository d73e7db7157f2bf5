import { useMutation, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Download, Info } from "lucide-react";
import { lazy, type ReactNode, useMemo, useState } from "react";
import { statsSeriesCsv } from "@contract/calls/artists.ts";
import type { CreatorSeries, SeriesUnit } from "@contract/creator.ts";
import { creatorSeriesQuery } from "../data/creator.ts";
import { actingHeaders } from "../lib/acting.ts";
import { ApiError, failureText } from "../lib/api_error.ts";
import { formatDate, formatFullCount, formatHours, plural } from "../lib/format.ts";
import { requestOf } from "../lib/request_of.ts";
import { fileNameOf, saveFile } from "../lib/save_file.ts";
import { getSession } from "../lib/session.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { Chip } from "../ui/Chip.tsx";
import { ChipRow } from "../ui/ChipRow.tsx";
import { Deferred } from "../ui/Deferred.tsx";
import { FigureTable } from "../ui/FigureTable.tsx";
import { Fold } from "../ui/Fold.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { Select } from "../ui/Select.tsx";
import type { ChartLine } from "./SeriesChart.tsx";
import { peopleWords } from "./insights/insight_words.ts";
import { pointName, reasonWords, sourceWords } from "./words.ts";

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

/** Saves the statistics as a CSV file. A link would not carry the session. */
function useSaveTable() {
  return useMutation({
    mutationFn: async ({ unit, trackId }: { unit: SeriesUnit; trackId: string }) => {
      const headers = { authorization: `Bearer ${getSession()?.token ?? ""}`, ...actingHeaders() };
      const [path] = requestOf(statsSeriesCsv, { query: { unit, trackId: trackId || undefined } });
      const response = await fetch(path, { headers }).catch((cause) => {
        throw new ApiError({ kind: "network" }, { cause });
      });
      if (!response.ok) throw new ApiError({ kind: "http", status: response.status });
      saveFile(await response.blob(), fileNameOf(response, "orin-plays.csv"));
    },
  });
}

/** Where plays come from, how much of it the keenest listen, and why some plays do not count. */
export function Breakdown({ series: { sources, reasons, topListeners } }: { series: CreatorSeries }) {
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <Lines title="Where plays come from" empty="No plays yet">
        {sources.map((one) => (
          <Line
            key={one.source}
            name={sourceWords(one.source)}
            value={plural(one.plays, "play")}
          />
        ))}
      </Lines>
      <Lines title="Top listeners" empty="Nobody yet">
        {topListeners.map(({ listeners, seconds }, place, all) => (
          <Line key={place} name={listenersWords(listeners, place, all)} value={formatHours(seconds)} />
        ))}
      </Lines>
      <Lines title="What does not count" empty="Everything counts">
        {reasons.map((one) => (
          <Line
            key={one.reason}
            name={reasonWords(one.reason)}
            value={`${plural(one.plays, "play")}, ${formatHours(one.seconds)}`}
          />
        ))}
      </Lines>
    </div>
  );
}

/** The first sum is of those who listen longest; where there is no other, it is of everyone. */
function listenersWords(listeners: number, place: number, { length }: CreatorSeries["topListeners"]): string {
  if (place > 0) return plural(listeners, "other listener");
  return length === 1 ? plural(listeners, "listener") : `Your top ${listeners} listeners`;
}

function Lines({ title, empty, children }: { title: string; empty: string; children: readonly ReactNode[] }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-base font-semibold">{title}</h3>
      {children.length === 0
        ? <p className="text-sm text-ink-soft">{empty}</p>
        : <ul className="flex flex-col gap-2 text-sm">{children}</ul>}
    </section>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <li className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 break-words">{name}</span>
      <span className="shrink-0 text-ink-soft tabular-nums">{value}</span>
    </li>
  );
}

/** All plays, what of them counts and what of those is proven, with what the words mean. */
export function PlayKinds({ tracks }: { tracks: CreatorSeries["tracks"] }) {
  const sum = (kind: keyof CreatorSeries["tracks"][number]["plays"]) =>
    tracks.reduce((total, { plays }) => total + plays[kind], 0);
  const [gross, filtered, verified] = [sum("gross"), sum("filtered"), sum("verified")];
  if (gross === 0) return null;
  const kinds = [
    ["All plays", gross, "Every play we received."],
    ["Counted", filtered, "Leaves out your own plays, songs played at the same time, and plays over a daily limit."],
    ["Verified", verified, "Orin streamed the song, or the phone had a licence to play it offline."],
  ] as const;
  const unproven = filtered - verified;
  return (
    <Fold title="How sure we are of these figures">
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
        {kinds.map(([name, count, meaning]) => (
          <div key={name} className="flex flex-col gap-0.5">
            <dt className="flex justify-between gap-3 font-semibold">
              {name}
              <span className="tabular-nums">{formatFullCount(count)}</span>
            </dt>
            <dd className="text-ink-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
      {unproven > 0 && (
        <p className="mt-3 text-sm text-ink-soft">
          {plural(unproven, "counted play")} {unproven === 1 ? "is" : "are"}{" "}
          unproven: a device sent them, but Orin has no record of streaming the song to it.
        </p>
      )}
    </Fold>
  );
}

const MOST_DAYS = 12;

/** Plays without a listener that we removed: when, and of which songs. */
export function RemovedPlays({ removed }: Pick<CreatorSeries, "removed">) {
  const days = [...Map.groupBy(removed, ({ removedOn }) => removedOn)].slice(0, MOST_DAYS);
  if (days.length === 0) return null;
  return (
    <section aria-labelledby="removed-plays" className="rounded-lg bg-info-soft p-4 text-sm">
      <h3 id="removed-plays" className="mb-2 flex items-center gap-2 text-base font-semibold">
        <Info aria-hidden="true" size={20} className="shrink-0 text-info" />
        Removed plays
      </h3>
      <ul className="flex flex-col gap-3">
        {days.map(([day, tracks]) => {
          const all = tracks.reduce((sum, { plays }) => sum + plays, 0);
          return (
            <li key={day}>
              {plural(all, "play")} from accounts that did not listen {all === 1 ? "was" : "were"} removed on{" "}
              {formatDate(day)}.
              <ul className="mt-1 text-ink-soft">
                {tracks.map(({ _id, title, plays }) => (
                  <li key={_id} className="flex justify-between gap-3">
                    <span className="min-w-0 wrap-anywhere">{title}</span>
                    <span className="shrink-0 tabular-nums">{plural(plays, "play")}</span>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The chart's figures, behind a word, because they are many. */
function SeriesTable({ series: { points, unit } }: { series: CreatorSeries }) {
  const rows = points.toReversed().map((point) => ({
    key: point.start,
    name: pointName(point.start, unit),
    cells: cellsOf(point),
  }));
  return (
    <Fold title="The same figures as a table">
      <FigureTable label="Listening over time" heads={["Time", ...HEADS]} rows={rows} className="min-w-140" />
    </Fold>
  );
}

/** What each track was heard in this time. */
function TracksTable({ tracks }: { tracks: CreatorSeries["tracks"] }) {
  if (tracks.length === 0) return <p className="text-sm text-ink-soft">No plays in this period.</p>;
  const rows = tracks.map((track) => ({
    key: track._id,
    name: (
      <>
        {track.title}
        {track.isDeleted && <span className="ml-2 text-xs text-ink-faint">not published</span>}
      </>
    ),
    cells: cellsOf(track),
  }));
  return (
    <section>
      <h3 className="mb-2 text-base font-semibold">By track</h3>
      <FigureTable label="Listening by track" heads={["Track", ...HEADS]} rows={rows} className="min-w-140" />
    </section>
  );
}

const HEADS = ["All plays", "Counted", "Verified", "Listeners", "Time"];

type Heard = Pick<CreatorSeries["points"][number], "plays" | "listeners" | "listenersError" | "seconds">;

function cellsOf({ plays, listeners, listenersError, seconds }: Heard): readonly string[] {
  return [
    ...[plays.gross, plays.filtered, plays.verified].map(formatFullCount),
    peopleWords({ value: listeners, error: listenersError }),
    formatHours(seconds),
  ];
}
