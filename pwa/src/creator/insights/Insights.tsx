import type { ReactNode } from "react";
import type { CreatorSeries } from "@contract/creator.ts";
import type { InsightBeside, InsightPeriod, Insights as Answer } from "@contract/insights.ts";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { creatorSeriesQuery } from "../../data/creator.ts";
import { insightsQuery } from "../../data/insights.ts";
import { formatFullCount, formatHours, plural } from "../../lib/format.ts";
import { useSavedAt } from "../../lib/use_saved_at.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Card } from "../../ui/Card.tsx";
import { Fold } from "../../ui/Fold.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SavedNote } from "../../ui/SavedNote.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { Figure, Figures } from "../Figures.tsx";
import { sourceWords } from "../words.ts";
import { BarList, GroupCard } from "./GroupCard.tsx";
import { DayByDay } from "./DayByDay.tsx";
import { type Days, daysIn, PRESETS, todayInLagos } from "./insight_days.ts";
import { changeWords, daysWords, forecastWords, peopleChange, peopleWords } from "./insight_words.ts";
import { SongMoments } from "./SongMoments.tsx";
import { SongsTable } from "./SongsTable.tsx";

/** `/cs-insights?days=&from=&to=&track=&beside=&with=`: who listens, what they hear, and how that changes. */
export function Insights() {
  const [search, setSearch] = useSearchParams();
  const { days, preset, problem } = daysIn(search);
  const trackId = search.get("track") ?? "";
  const beside = search.get("beside") === "year" ? "year" : "before";
  // A song beside itself would be one line.
  const other = search.get("with") === trackId ? "" : search.get("with") ?? "";
  const songs = useQuery(creatorSeriesQuery("day", "")).data?.tracks ?? [];
  const insights = useQuery({ ...insightsQuery({ ...days, trackId, beside }), enabled: problem === undefined });
  const savedAt = useSavedAt(insights);
  const choose = (next: Readonly<Record<string, string>>) => {
    const all = { ...Object.fromEntries(search), ...next };
    setSearch(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")), { replace: true });
  };
  return (
    <>
      <PageHeader title="Insights" subtitle="Who hears your music, what they hear of it, and how that changes." />
      <div className="flex flex-col gap-6">
        <Choices days={days} preset={preset} trackId={trackId} beside={beside} songs={songs} onChoose={choose} />
        {problem !== undefined && <Banner tone="error">{problem}</Banner>}
        <SavedNote what="insights" savedAt={savedAt} />
        {problem === undefined && (
          <States insights={insights} days={days} trackId={trackId}>
            <DayByDay
              days={days}
              trackId={trackId}
              beside={beside}
              other={other}
              songs={songs}
              onChoose={(song) => choose({ with: song })}
            />
          </States>
        )}
      </div>
    </>
  );
}

interface ChoicesProps {
  days: Days;
  /** How many days up to today; 0: own days. */
  preset: number;
  trackId: string;
  beside: InsightBeside;
  songs: CreatorSeries["tracks"];
  onChoose(next: Readonly<Record<string, string>>): void;
}

const OWN = "own";

function Choices({ days, preset, trackId, beside, songs, onChoose }: ChoicesProps) {
  const periods = PRESETS.map((count) => ({ value: String(count), label: `Last ${count} days` }));
  const choosePeriod = (value: string) =>
    onChoose(value === OWN ? { days: "", ...days } : { days: value, from: "", to: "" });
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Select
        label="Period"
        value={preset === 0 ? OWN : String(preset)}
        options={[...periods, { value: OWN, label: "Days of my choice" }]}
        onChange={(event) => choosePeriod(event.target.value)}
      />
      {preset === 0 && (["from", "to"] as const).map((name) => (
        <TextField
          key={name}
          type="date"
          label={name === "from" ? "First day" : "Last day"}
          value={days[name]}
          max={todayInLagos()}
          onChange={(event) => event.target.value !== "" && onChoose({ ...days, [name]: event.target.value })}
        />
      ))}
      <Select
        label="Song"
        value={trackId}
        placeholder="All songs"
        options={songs.map((track) => ({ value: track._id, label: track.title }))}
        onChange={(event) => onChoose({ track: event.target.value })}
      />
      <Select
        label="Compare with"
        value={beside}
        options={[{ value: "before", label: "The days before" }, { value: "year", label: "52 weeks before" }]}
        onChange={(event) => onChoose({ beside: event.target.value })}
      />
    </div>
  );
}

interface StatesProps {
  insights: UseQueryResult<Answer>;
  days: Days;
  trackId: string;
  /** Below the sums. */
  children: ReactNode;
}

function States({ insights, days, trackId, children }: StatesProps) {
  if (insights.data) return <Content insights={insights.data} days={days} trackId={trackId}>{children}</Content>;
  return (
    <LoadState
      query={insights}
      shape="figures"
      count={4}
      label="Loading your insights..."
      failure="Failed to load your insights"
    />
  );
}

interface ContentProps extends Omit<StatesProps, "insights"> {
  insights: Answer;
}

function Content({ insights, days, trackId, children }: ContentProps) {
  const { now, before, tracks, sources, where, ages, forecast } = insights;
  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm text-ink-soft">
        {daysWords(now)}, beside {daysWords(before)}.
      </p>
      <PeopleNote now={now} />
      <Sums now={now} before={before} />
      {children}
      <SongMoments tracks={tracks} days={days} chosen={trackId} />
      <SongsTable tracks={tracks} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Sources now={now} sources={sources} />
        <GroupCard
          title="Where listeners are"
          notSaid="No state in the profile"
          empty="Not enough listeners yet whose profile names a state: it takes ten, and five in a group."
          origin="By the address in the profile."
          groups={where}
        />
        <GroupCard
          title="How old listeners are"
          notSaid="They do not say"
          empty="Not enough listeners yet who tell their years of birth: it takes ten, and five in a group."
          origin="By what listeners chose to tell."
          groups={ages}
        />
        <Card>
          <h2 className="mb-3 text-xl">Next week</h2>
          <p className={forecast.status === "told" ? "text-lg font-semibold" : "text-sm text-ink-soft"}>
            {forecastWords(forecast)}
          </p>
          {forecast.status === "told" && (
            <p className="mt-2 text-xs text-ink-soft">
              Counted plays, Monday to Sunday. In the last {forecast.weeks}{" "}
              weeks your plays changed from week to week like this, without the largest rise and the largest fall. It is
              a range of what has happened, not a promise.
            </p>
          )}
        </Card>
      </div>
      <Words />
    </div>
  );
}

function Sources({ now, sources }: Pick<Answer, "now" | "sources">) {
  return (
    <Card>
      <h2 className="mb-3 text-xl">Where plays start</h2>
      {sources.length === 0
        ? <p className="text-sm text-ink-soft">No step of five people ended in these days.</p>
        : (
          <BarList
            bars={sources.map(({ source, plays, playsBefore }) => ({
              key: source,
              name: sourceWords(source),
              size: plays,
              value: `${formatFullCount(plays)} · ${changeWords(plays, playsBefore)}`,
            }))}
          />
        )}
      <p className="mt-4 text-xs text-ink-soft">
        Gross plays: every play that reached Orin{now.people && `, ${daysWords(now.people)}`}.
      </p>
    </Card>
  );
}

const NOBODY_YET = "–";

/** Which days the figures about people are of: not all of those that are asked about. */
function PeopleNote({ now }: { now: InsightPeriod }) {
  return (
    <p className="text-sm text-ink-soft">
      {now.people
        ? (
          <>
            Listeners, sources and shares:{" "}
            <strong>{daysWords(now.people)}</strong>. We count them in steps of at least five people, so that no figure
            tells of one of them.
          </>
        )
        : "Listeners, sources and shares: we count them in steps of at least five people, and none ended in these days yet."}
    </p>
  );
}

function Sums({ now, before }: { now: InsightPeriod; before: InsightPeriod }) {
  const { plays, listeners, saves, seconds } = now;
  const was = before.listeners;
  return (
    <Figures>
      <Figure name="Counted plays" note={changeWords(plays.filtered, before.plays.filtered)}>
        {formatFullCount(plays.filtered)}
        <Kinds>
          of {plural(plays.gross, "play")} in all; we delivered the sound of {formatFullCount(plays.verified)}
        </Kinds>
      </Figure>
      <Figure name="Listeners" note={peopleChange(listeners?.counted, was?.counted)}>
        {listeners ? peopleWords(listeners.counted) : NOBODY_YET}
        {listeners && <Kinds>of {peopleWords(listeners.gross)} with any play</Kinds>}
      </Figure>
      <Figure name="New listeners" note={peopleChange(listeners?.fresh, was?.fresh)}>
        {listeners ? peopleWords(listeners.fresh, listeners.counted.value) : NOBODY_YET}
        {listeners && <Kinds>{peopleWords(listeners.returning, listeners.counted.value)} came back</Kinds>}
      </Figure>
      <Figure name="Listening time" note={`${formatHours(before.seconds)} before`}>
        {formatHours(seconds)}
      </Figure>
      <Figure name="Saved" note={changeWords(saves.saved, before.saves.saved)}>
        {formatFullCount(saves.saved)}
        {saves.unsaved > 0 && <Kinds>{formatFullCount(saves.unsaved)} took it back</Kinds>}
      </Figure>
      <Figure name="Put on playlists" note={changeWords(saves.added, before.saves.added)}>
        {formatFullCount(saves.added)}
      </Figure>
      <Figure name="Plays from shares" note={changeWords(saves.shared, before.saves.shared)}>
        {formatFullCount(saves.shared)}
      </Figure>
    </Figures>
  );
}

function Kinds({ children }: { children: ReactNode }) {
  return <span className="mt-0.5 block text-xs font-normal tracking-normal text-ink-soft">{children}</span>;
}

function Words() {
  const words = [
    ["Gross", "Everything that reached Orin, your own plays and repeats too."],
    ["Counted", "Without your own plays, songs played at the same time, plays over a daily limit, and removed ones."],
    ["Proven", "Counted, and Orin streamed the song or the phone had a licence to play it offline."],
    [
      "±",
      "Up to 1,024 people every number is exact. Above that it is estimated: 95 of 100 times the truth is within this.",
    ],
    ["New", "They heard none of the songs you look at here before. Counted in fives, unless nobody could come back."],
    [
      "Steps of five",
      "A step ends on the day on which a fifth person has listened. Figures about people are of whole steps, until yesterday.",
    ],
    ["Heard it all", "At least 90 % of the song, to its end. Only plays that say which parts they played."],
  ] as const;
  return (
    <Fold title="What the words mean">
      <dl className="grid gap-3 text-sm sm:grid-cols-2">
        {words.map(([name, meaning]) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="text-ink-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-ink-soft">
        None of these figures is money: Orin computes royalties from plays alone.
      </p>
    </Fold>
  );
}
