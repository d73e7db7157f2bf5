import { birthYearsOf } from "../../../projections/accounts/birth_years.ts";
import { countOf, countWithout, type Estimate, unionOf } from "../../../projections/catalogue/distinct_sketch.ts";
import {
  audienceBy,
  countedOfEach,
  FIRST_DAY,
  listenersAmong,
  partsBetween,
  sketchesOf,
} from "../../../projections/catalogue/track_audience.ts";
import { type Heard, heardBy } from "../../../projections/catalogue/track_days.ts";
import { MOMENTS } from "../../../projections/catalogue/retention_curve.ts";
import { completedBy, momentsBetween } from "../../../projections/catalogue/track_moments.ts";
import { type Saves, savesBy } from "../../../projections/catalogue/track_saves.ts";
import { trackFacts, uploadedTrackIds } from "../../../projections/catalogue/tracks.ts";
import { findUsers } from "../../../projections/accounts/users.ts";
import { BIRTH_YEARS_FIELD } from "../../accounts/birth_years/events.ts";
import {
  FEWEST_TOLD,
  type InsightGroups,
  type InsightPeriod,
  type Insights,
  type InsightTrack,
  type TrackMoments,
} from "../../contract/insights.ts";
import { stateIn } from "../../contract/nigeria.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { InsightQuery } from "../../contract/requests/creator.ts";
import type { Deps } from "../../deps.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";
import type { Sql } from "../../store/sql.ts";
import { FORECAST_WEEKS, forecastOf } from "./forecast.ts";
import { groupsOf } from "./groups.ts";
import { peopleDays, peopleDaysOfEach } from "./people_days.ts";
import { type Days, moved, periodsOf, wholeWeeks } from "./span.ts";
import { freshIn } from "./steps.ts";

/** Of more listeners, a sample says where they are. */
const MOST_ASKED = 1_500;
/** Of so many songs, the most played, it is told how many people listened. */
const MOST_SONGS = 50;
/** Plays from these began where the song was passed on. */
const SHARED: ReadonlySet<string> = new Set(["share", "link", "embed"]);

/** How an artist's music, or one song of it, is heard, beside the time before. Songs of others are not found in it. */
export async function figuresFor(
  deps: Deps,
  own: readonly string[],
  query: InsightQuery,
): Promise<Omit<Insights, "where" | "ages">> {
  const days = periodsOf(query, deps.now());
  const trackIds = query.trackId === undefined ? own : own.filter((trackId) => trackId === query.trackId);
  const [figures, before, weeks] = await Promise.all([
    figuresOf(deps, trackIds, days.now),
    figuresOf(deps, trackIds, days.before),
    weeksOf(deps, trackIds),
  ]);
  const { tracks, sources } = await compared(deps, trackIds, { now: figures, before });
  return { now: figures.period, before: before.period, tracks, sources, forecast: forecastOf(weeks) };
}

interface Figures {
  readonly period: InsightPeriod;
  readonly heard: ReadonlyMap<string, Readonly<Heard>>;
  readonly saves: ReadonlyMap<string, Readonly<Saves>>;
  readonly sources: Awaited<ReturnType<typeof partsBetween>>;
}

async function figuresOf(deps: Deps, trackIds: readonly string[], days: Days): Promise<Figures> {
  const { sql } = deps.store;
  const span = { trackIds, ...days };
  const [heard, audience, saves, people] = await Promise.all([
    heardBy(sql, "track", span),
    audienceBy(sql, "track", span),
    savesBy(sql, span),
    peopleDays(sql, { trackIds, days, now: deps.now() }),
  ]);
  const [sources, listeners] = people
    ? await Promise.all([partsBetween(sql, "source", { trackIds, ...people }), listenersOf(sql, trackIds, people)])
    : [[], null];
  const sumOf = (pick: (heard: Readonly<Heard>) => number) => sum([...heard.values()], pick);
  const verified = sum(
    [...heard],
    ([trackId, one]) => Math.round(one.filteredPlays * (audience.get(trackId)?.proven ?? 0)),
  );
  const savedIn = (kind: keyof Saves) => sum([...saves.values()], (one) => one[kind]);
  const period: InsightPeriod = {
    ...days,
    ...{ people: people ?? null, listeners },
    plays: { gross: sumOf((one) => one.grossPlays), filtered: sumOf((one) => one.filteredPlays), verified },
    seconds: sumOf((one) => one.filteredMs) / 1_000,
    saves: {
      ...{ saved: savedIn("saved"), unsaved: savedIn("unsaved"), added: savedIn("added") },
      shared: sum(sources.filter(({ name }) => SHARED.has(name)), (one) => one.plays),
    },
  };
  return { period, heard, saves, sources };
}

/** How many people listened in whole steps, and how many of them for the first time. */
async function listenersOf(
  sql: Sql,
  trackIds: readonly string[],
  { from, to }: Days,
): Promise<NonNullable<InsightPeriod["listeners"]>> {
  const [sketches, { counted: known }] = await Promise.all([
    sketchesOf(sql, { trackIds, from, to }),
    sketchesOf(sql, { trackIds, from: FIRST_DAY, to: moved(from, -1) }),
  ]);
  const [gross, counted] = [countOf(sketches.gross), countOf(sketches.counted)];
  const all = countOf(unionOf([known, sketches.counted]));
  const fresh: Estimate = all.error === 0
    ? freshIn({ counted: counted.value, known: countOf(known).value, all: all.value })
    : countWithout(sketches.counted, known);
  const returning = { value: counted.value - fresh.value, error: Math.max(counted.error, fresh.error) };
  return { gross, counted, fresh, returning };
}

/** Songs and sources of both times beside each other; songs without a play in either are left out. */
async function compared(
  deps: Deps,
  trackIds: readonly string[],
  { now, before }: { readonly now: Figures; readonly before: Figures },
): Promise<Pick<Insights, "tracks" | "sources">> {
  const { sql } = deps.store;
  const playsOf = (trackId: string) => now.heard.get(trackId)?.filteredPlays ?? 0;
  const most = trackIds.toSorted((one, two) => playsOf(two) - playsOf(one)).slice(0, MOST_SONGS);
  const [facts, people] = await Promise.all([
    trackFacts(sql, trackIds),
    peopleDaysOfEach(sql, { trackIds: most, days: now.period, now: deps.now() }),
  ]);
  const spans = [...people].map(([trackId, days]) => ({ trackId, ...days }));
  const [listeners, completed] = await Promise.all([countedOfEach(sql, spans), completedBy(sql, spans)]);
  const tracks = trackIds.flatMap((trackId): InsightTrack[] => {
    const [heard, earlier, saves] = [now.heard.get(trackId), before.heard.get(trackId), now.saves.get(trackId)];
    if (!heard && !earlier && !saves) return [];
    const known = completed.get(trackId);
    const told = known && known.plays >= FEWEST_TOLD ? known : undefined;
    return [{
      _id: trackId,
      title: facts.get(trackId)?.title ?? "",
      plays: heard?.filteredPlays ?? 0,
      playsBefore: earlier?.filteredPlays ?? 0,
      listeners: listeners.get(trackId) ?? null,
      ...{ told: told?.plays ?? 0, completed: told?.completed ?? 0 },
      ...{ saved: saves?.saved ?? 0, added: saves?.added ?? 0 },
    }];
  });
  const playsFrom = (figures: Figures) => new Map(figures.sources.map(({ name, plays }) => [name, plays]));
  const [from, fromBefore] = [playsFrom(now), playsFrom(before)];
  const sources = [...new Set([...from.keys(), ...fromBefore.keys()])].map((source) => (
    { source, plays: from.get(source) ?? 0, playsBefore: fromBefore.get(source) ?? 0 }
  ));
  return {
    tracks: tracks.toSorted((one, two) => two.plays - one.plays || one.title.localeCompare(two.title)),
    sources: sources.filter(({ plays, playsBefore }) => plays + playsBefore > 0)
      .toSorted((one, two) => two.plays - one.plays || two.playsBefore - one.playsBefore),
  };
}

/** The counted plays of the last whole weeks. */
async function weeksOf(deps: Deps, trackIds: readonly string[]): Promise<number[]> {
  const weeks = wholeWeeks(FORECAST_WEEKS, deps.now());
  const [first, last] = [weeks.at(0), weeks.at(-1)];
  if (!first || !last) return [];
  const heard = await heardBy(deps.store.sql, "week", { trackIds, from: first.from, to: last.to });
  return weeks.map(({ from }) => heard.get(from)?.filteredPlays ?? 0);
}

/**
 * In which states listeners are, and when they were born, where they tell: opened for this answer and forgotten with it.
 * The state is that of the profile's address; where that names none, of the last log-in's network, where the operator
 * looks that up.
 */
export async function peopleIn(
  deps: Deps,
  trackIds: readonly string[],
  days: Days,
): Promise<Pick<Insights, "where" | "ages">> {
  const { store: { sql }, personal, sessions } = deps;
  const span = { trackIds, ...days };
  const people = countOf((await sketchesOf(sql, span)).counted).value;
  const { listenerIds, each } = await listenersAmong(sql, { ...span, people, most: MOST_ASKED });
  const [users, years, places, keys] = await Promise.all([
    findUsers(sql, listenerIds),
    birthYearsOf(sql, listenerIds),
    sessions.placesOf(listenerIds),
    personal.keysOf(sql, listenerIds),
  ]);
  const open = (listenerId: string, field: string, sealed: Sealed | undefined) =>
    sealed === undefined || users.get(listenerId)?.closing ? undefined : keys.get(listenerId)?.open(field, sealed);
  const stateOf = (one: string) => stateIn(open(one, "address", users.get(one)?.address) ?? "");
  const states = listenerIds.map((one) => stateOf(one) ?? (users.get(one)?.closing ? undefined : places.get(one)));
  const births = listenerIds.map((one) => open(one, BIRTH_YEARS_FIELD, years.get(one))?.trim());
  const shown = (said: readonly (string | undefined)[]): InsightGroups | null => {
    const groups = groupsOf(said, { each });
    return groups && { ...days, ...groups };
  };
  return { where: shown(states), ages: shown(births) };
}

/** Which parts of an own song were heard. Throws Refusal `not_found`. */
export async function momentsOfTrack(
  deps: Deps,
  creatorId: string,
  { trackId, ...query }: InsightQuery & { readonly trackId: string },
): Promise<TrackMoments> {
  const { sql } = deps.store;
  const { now: asked } = periodsOf(query, deps.now());
  const own = await uploadedTrackIds(sql, creatorId);
  if (!own.includes(trackId)) throw new Refusal("not_found", "Track not found");
  const [people, facts] = await Promise.all([
    peopleDays(sql, { trackIds: [trackId], days: asked, now: deps.now() }),
    trackFacts(sql, [trackId]),
  ]);
  const durationSeconds = (facts.get(trackId)?.durationMs ?? 0) / 1_000;
  const none = { ...asked, durationSeconds, plays: 0, completed: 0, heard: [...MOMENTS], left: [...MOMENTS] };
  if (!people) return { ...none, isTold: false };
  const { plays, completed, heard, left } = await momentsBetween(sql, { trackId, ...people });
  if (plays < FEWEST_TOLD) return { ...none, ...people, plays, isTold: true };
  return { ...people, isTold: true, durationSeconds, plays, completed, heard: [...heard], left: [...left] };
}

function sum<One>(all: readonly One[], pick: (one: One) => number): number {
  return all.reduce((total, one) => total + pick(one), 0);
}
