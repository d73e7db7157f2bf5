import type { PlayReport } from "../../contract/requests/listening.ts";
import { FUTURE_SLACK_MS, lagosDay } from "../../contract/policy.ts";
import { type Policy } from "../../contract/policy_rules.ts";
import { loadBalances } from "../../ledger/accounts.ts";
import { availableAccount, REWARD_POOL } from "../../ledger/chart.ts";
import type { Balances } from "../../ledger/transfer.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Tx } from "../../store/sql.ts";
import { findDays, findPoolUsed, findSpans, findTrackDays } from "../../../projections/credit.ts";
import { findPlays, findServerMade, type PlayRow } from "../../../projections/plays.ts";
import { readPolicies } from "../../../projections/policies.ts";
import type { PlayReported } from "./events.ts";
import { dayOfPlay, mayHaveBegun } from "./claim.ts";
import type { Play } from "./state.ts";
import { SpanBook } from "./spans.ts";

/** A report with the facts that were read before queueing. */
export interface PreparedReport {
  /** Without a `playId` of the client's it carries a fresh one, used unless a session of the track is still going on. */
  readonly report: PlayReport;
  readonly serverMade: boolean;
  readonly track: { readonly durationMs: number; readonly ownerId: string };
}

/** Reports of one listener that arrived together. */
export interface ReportPlays {
  readonly shard: number;
  readonly listener: { readonly id: string; readonly since: number };
  /** Epoch ms. */
  readonly receivedAt: number;
  /** `receivedAt - sentAt`: how far the device's clock is behind. */
  readonly skewMs: number;
  readonly reports: readonly PreparedReport[];
}

/** What the reports of a group are decided on, kept up to date from one report to the next. */
export class ListeningState {
  readonly plays = new Map<string, Play>();
  readonly #serverMade = new Map<string, Map<string, Play>>();
  readonly #spans = new Map<string, SpanBook>();
  readonly #days = new Map<string, number>();
  readonly #trackDays = new Map<string, number>();
  readonly #pool = new Map<string, number>();

  constructor(readonly shard: number, readonly balances: Balances, readonly policies: readonly Policy[]) {}

  /** The newest session the service made for this listener and track that the report may continue. */
  serverMade(prepared: PreparedReport, command: ReportPlays): Play | undefined {
    const { after, before } = goingOn(prepared, command);
    const sessions = this.#serverMade.get(`${command.listener.id} ${prepared.report.trackId}`)?.values() ?? [];
    return [...sessions].filter(({ startedAt }) => startedAt > after && startedAt < before)
      .toSorted((one, two) => two.startedAt - one.startedAt)[0];
  }

  spansOf(listenerId: string): SpanBook {
    let book = this.#spans.get(listenerId);
    if (!book) this.#spans.set(listenerId, book = new SpanBook());
    return book;
  }

  creditedOn(listenerId: string, day: string, trackId: string): { all: number; track: number } {
    return {
      all: this.#days.get(`${listenerId} ${day}`) ?? 0,
      track: this.#trackDays.get(`${listenerId} ${day} ${trackId}`) ?? 0,
    };
  }

  poolUsed(day: string): number {
    return this.#pool.get(day) ?? 0;
  }

  setCredited(listenerId: string, day: string, ms: number): void {
    this.#days.set(`${listenerId} ${day}`, ms);
  }

  setTrackCredited({ listenerId, day, trackId, ms }: { listenerId: string; day: string; trackId: string; ms: number }) {
    this.#trackDays.set(`${listenerId} ${day} ${trackId}`, ms);
  }

  setPool(day: string, units: number): void {
    this.#pool.set(day, units);
  }

  setServerMade(play: Play): void {
    const key = `${play.listenerId} ${play.trackId}`;
    const sessions = this.#serverMade.get(key) ?? new Map<string, Play>();
    this.#serverMade.set(key, sessions.set(play.playId, play));
  }

  /** Folds a decided report, so that the next one of the group sees it. */
  evolve(event: PlayReported["data"]): void {
    const { listenerId, day, trackId } = event;
    const play: Play = { ...event, reports: event.report };
    this.plays.set(event.playId, play);
    if (event.serverMade) this.setServerMade(play);
    this.spansOf(listenerId).add(event.playId, event.spans);
    const credited = this.creditedOn(listenerId, day, trackId);
    this.setCredited(listenerId, day, credited.all + event.newCreditedMs);
    this.setTrackCredited({ listenerId, day, trackId, ms: credited.track + event.newCreditedMs });
    this.setPool(event.poolDay, this.poolUsed(event.poolDay) + event.newUnits);
  }
}

/** Reads the state for all commands of a group: a fixed number of queries, whatever the group's size. */
export async function loadListening(
  tx: Tx,
  commands: readonly ReportPlays[],
  scope: GroupScope,
): Promise<ListeningState> {
  const shard = commands[0]?.shard ?? 0;
  const playIds = commands.flatMap((command) => command.reports.map((prepared) => prepared.report.playId));
  const pairs = commands.flatMap((command) =>
    command.reports.filter((prepared) => prepared.serverMade).map((prepared) => {
      const { after, before } = goingOn(prepared, command);
      // What the phone says may be any number.
      const known = (moment: number) => Math.max(0, Math.min(command.receivedAt + FUTURE_SLACK_MS, moment));
      const listenerAndTrack = { listenerId: command.listener.id, trackId: prepared.report.trackId };
      return { ...listenerAndTrack, after: known(Math.floor(after)), before: known(Math.ceil(before)) };
    })
  );
  const accounts = [REWARD_POOL, ...commands.map((command) => availableAccount(command.listener.id))];
  const poolDay = lagosDay(scope.now);
  const [balances, policies, plays, serverMade, pool] = await Promise.all([
    loadBalances(tx, scope, { shard, accounts }),
    readPolicies(tx),
    findPlays(tx, shard, playIds),
    findServerMade(tx, shard, pairs),
    findPoolUsed(tx, shard, poolDay),
  ]);
  const state = new ListeningState(shard, balances, policies);
  state.setPool(poolDay, pool);
  for (const row of serverMade) state.setServerMade(playOf(row));
  for (const row of [...plays, ...serverMade]) state.plays.set(row.play_id, playOf(row));
  await loadCredit(tx, state, commands);
  return state;
}

/** Credited time and counters, for all that the reports of the group may speak of. */
async function loadCredit(tx: Tx, state: ListeningState, commands: readonly ReportPlays[]): Promise<void> {
  const claims = possibleClaims(state, commands);
  const [spans, days, trackDays] = await Promise.all([
    findSpans(tx, state.shard, claims),
    findDays(tx, state.shard, distinct(claims, ({ listenerId, day }) => `${listenerId} ${day}`)),
    findTrackDays(
      tx,
      state.shard,
      distinct(claims, ({ listenerId, day, trackId }) => `${listenerId} ${day} ${trackId}`),
    ),
  ]);
  for (const row of distinct(spans, (row) => `${row.listener_id} ${row.start_ms}`)) {
    state.spansOf(row.listener_id).add(row.play_id, [[row.start_ms, row.end_ms]]);
  }
  for (const row of days) state.setCredited(row.listener_id, row.day, row.credited_ms);
  for (const { listener_id: listenerId, day, track_id: trackId, credited_ms: ms } of trackDays) {
    state.setTrackCredited({ listenerId, day, trackId, ms });
  }
}

/** The start of a session of the track that the report may continue, epoch ms: the two overlap. */
function goingOn({ report, track }: PreparedReport, { skewMs }: ReportPlays): { after: number; before: number } {
  const startedAt = report.startedAt + skewMs;
  return { after: startedAt - track.durationMs, before: startedAt + report.listenedMs };
}

/**
 * Where a play starts is pinned by the first of its reports that stands, and which one that is will only be decided:
 * so every start that is known or said in the group counts for each of the play's reports.
 */
function possibleClaims(state: ListeningState, commands: readonly ReportPlays[]) {
  const reports = commands.flatMap((command) =>
    command.reports.map((prepared) => {
      const { report, serverMade } = prepared;
      const session = serverMade ? state.serverMade(prepared, command) : undefined;
      const play = state.plays.get(report.playId) ?? session;
      const said = report.segments?.map(([offset, length]) => offset + length) ?? [];
      const key = serverMade ? `${command.listener.id} ${report.trackId}` : report.playId;
      const starts = [report.startedAt + command.skewMs, ...play ? [play.startedAt] : []]
        .filter((start) => mayHaveBegun(start, command.receivedAt));
      return { key, report, starts, listener: command.listener, length: Math.max(report.listenedMs, ...said) };
    })
  );
  const starts = new Map<string, number[]>();
  for (const { key, starts: own } of reports) starts.set(key, [...starts.get(key) ?? [], ...own]);
  return reports.flatMap(({ key, report, listener, length }) => {
    const all = starts.get(key) ?? [];
    const range = { listenerId: listener.id, trackId: report.trackId };
    const [from, to] = [Math.min(...all), Math.max(...all) + length];
    const days = new Set(all.map((start) => dayOfPlay(start, listener.since)));
    return [...days].map((day) => ({ ...range, from, to, day }));
  });
}

function distinct<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

function playOf(row: PlayRow): Play {
  return {
    playId: row.play_id,
    listenerId: row.listener_id,
    trackId: row.track_id,
    startedAt: row.started_at,
    skewMs: row.skew_ms,
    listenedMs: row.listened_ms,
    creditedMs: row.credited_ms,
    units: row.units,
    reports: row.reports,
    counted: row.counted,
  };
}
