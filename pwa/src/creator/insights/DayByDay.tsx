import type { ComparedLine, ComparedPlays, InsightBeside } from "@contract/insights.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, useMemo } from "react";
import { comparedQuery } from "../../data/insights.ts";
import { formatDate, formatFullCount } from "../../lib/format.ts";
import { Card } from "../../ui/Card.tsx";
import { Deferred } from "../../ui/Deferred.tsx";
import { FigureTable } from "../../ui/FigureTable.tsx";
import { Fold } from "../../ui/Fold.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { Select } from "../../ui/Select.tsx";
import { Figure, Figures } from "../Figures.tsx";
import type { ChartLine } from "../SeriesChart.tsx";
import { type Days, eachDay } from "./insight_days.ts";
import { changeWords, daysWords } from "./insight_words.ts";

const SeriesChart = lazy(() => import("../SeriesChart.tsx").then((module) => ({ default: module.SeriesChart })));

interface DayByDayProps {
  days: Days;
  /** The song that the whole page is about, or empty. */
  trackId: string;
  beside: InsightBeside;
  /** The song that it is compared with; empty: the time before. */
  other: string;
  songs: readonly { _id: string; title: string }[];
  onChoose(other: string): void;
}

/** Counted plays of each day on one chart: a song beside another one, or beside itself in the time before. */
export function DayByDay({ days, trackId, beside, other, songs, onChoose }: DayByDayProps) {
  const compared = useQuery(comparedQuery({ ...days, trackId, beside, other }));
  return (
    <Card className="min-w-0">
      <h2 className="mb-3 text-xl">Counted plays, day by day</h2>
      <div className="mb-4 sm:max-w-sm">
        <Select
          label="Second line"
          value={other}
          placeholder={beside === "year" ? "52 weeks before" : "The days before"}
          options={songs.filter(({ _id }) => _id !== trackId).map(({ _id, title }) => ({ value: _id, label: title }))}
          onChange={(event) => onChoose(event.target.value)}
        />
      </div>
      {compared.data ? <Content compared={compared.data} /> : (
        <LoadState
          query={compared}
          shape="text"
          count={6}
          label="Loading the plays of each day..."
          failure="Failed to load the plays of each day"
        />
      )}
    </Card>
  );
}

function Content({ compared: { lines: [first, second] } }: { compared: ComparedPlays }) {
  const isOneSpan = first.from === second.from;
  const names = [nameOf(first, isOneSpan), nameOf(second, isOneSpan)] as const;
  const [firstName, secondName] = names;
  const moments = useMemo(() => eachDay(first).map((day) => Date.parse(day)), [first]);
  const drawn = useMemo((): ChartLine[] => [
    { label: firstName, look: "main", values: first.plays },
    { label: secondName, look: "second", values: second.plays },
  ], [first, second, firstName, secondName]);
  if (first.total + second.total === 0) {
    return <p className="text-sm text-ink-soft">No counted plays in these days, nor in those beside them.</p>;
  }
  return (
    <div className="flex flex-col gap-6">
      <Deferred fallback={<div className="h-64" />}>
        <SeriesChart moments={moments} unit="day" lines={drawn} />
      </Deferred>
      <Figures>
        <Figure name={firstName}>{formatFullCount(first.total)}</Figure>
        <Figure name={secondName}>{formatFullCount(second.total)}</Figure>
        <Figure name="Difference" note={isOneSpan ? undefined : changeWords(first.total, second.total)}>
          {differenceWords(first.total - second.total)}
        </Figure>
      </Figures>
      <Table lines={[first, second]} names={names} isOneSpan={isOneSpan} />
    </div>
  );
}

/** Two songs have one span, so their titles tell them apart; two spans are told apart by their days. */
function nameOf(line: ComparedLine, isOneSpan: boolean): string {
  return isOneSpan ? line.title ?? "All songs" : daysWords(line);
}

function differenceWords(difference: number): string {
  return difference === 0 ? "0" : `${difference > 0 ? "+" : "−"}${formatFullCount(Math.abs(difference))}`;
}

interface TableProps {
  lines: readonly [ComparedLine, ComparedLine];
  names: readonly [string, string];
  isOneSpan: boolean;
}

function Table({ lines: [first, second], names, isOneSpan }: TableProps) {
  const besides = eachDay(second);
  const one = (nth: number) => first.plays[nth] ?? 0;
  const other = (nth: number) => second.plays[nth] ?? 0;
  const rows = eachDay(first).map((day, nth) => {
    const beside = besides[nth] ?? day;
    const compared = (
      <>
        {formatFullCount(other(nth))}
        {!isOneSpan && <span className="block text-xs text-ink-faint">{formatDate(beside)}</span>}
      </>
    );
    return {
      key: day,
      name: formatDate(day),
      cells: [formatFullCount(one(nth)), compared, differenceWords(one(nth) - other(nth))],
    };
  });
  return (
    <Fold title="The same figures as a table">
      <FigureTable
        label="Counted plays, day by day"
        heads={["Day", ...names, "Difference"]}
        rows={rows.toReversed()}
        className="min-w-100"
      />
    </Fold>
  );
}
