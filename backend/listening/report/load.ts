import type { LicenceKind } from "../../contract/offline.ts";
import type { PlayReport } from "../../contract/requests/listening.ts";
import { FUTURE_SLACK_MS, lagosDay } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import { loadBalances } from "../../ledger/accounts.ts";
import { availableAccount, REWARD_POOL, settlingAccount } from "../../ledger/chart.ts";
import type { Balances } from "../../ledger/transfer.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Tx } from "../../store/sql.ts";
import {
  countedOn,
  findDays,
  findPoolUsed,
  findSpans,
  findTicketUse,
  findTrackDays,
} from "../../../projections/listening/reward_credit.ts";
import { licencesOf } from "../../../projections/catalogue/offline_licences.ts";
import { tastedSpans } from "../../../projections/catalogue/taste_songs.ts";
import { deliveredWhole, findTickets } from "../../../projections/listening/deliveries.ts";
import { findReported, findServerMade, type PlayRow } from "../../../projections/listening/plays.ts";
import { findPoolShare } from "../../../projections/listening/pool_shares.ts";
import type { PoolShare } from "../pool/events.ts";
import { WHOLE_POOL } from "../pool/state.ts";
import type { Outside, SentPlays } from "./outside.ts";
import type { PreparedReport, ReportPlays } from "./sent.ts";
import type { PlayReported } from "./events.ts";
import { dayOfPlay, mayHaveBegun } from "./claim.ts";
import type { Delivery, Ticket } from "./proof.ts";
import type { Play, PoolUse } from "./state.ts";
import { clip, intersect, SpanBook, union } from "./spans.ts";

const NO_USE: PoolUse = { all: 0, late: 0, first: 0 };

/** What the reports of a group are decided on, kept up to date from one report to the next. */
export class ListeningState {
  readonly plays = new Map<string, Play>();
  readonly #serverMade = new Map<string, Map<string, Play>>();
  readonly #spans = new Map<string, SpanBook>();
  readonly #days = new Map<string, DayCredit>();
  readonly #trackDays = new Map<string, number>();
  readonly #pool = new Map<string, PoolUse>();
  readonly #poolShares = new Map<string, PoolShare>();
  /** By listener and track. */
  readonly #tickets = new Map<string, Omit<Ticket, "usedMs">[]>();
  readonly #used = new Map<string, number>();
  /** By listener, track and device. */
  readonly #licensed = new Map<string, Licensed>();
  /** By listener and day: how many plays counted, where a song saved without Premium may be one of them. */
  readonly #counted = new Map<string, number>();

  constructor(readonly shard: number, readonly balances: Balances, readonly outside: Outside) {}

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

  creditedOn(listenerId: string, day: string, trackId: string) {
    const { ms, units } = this.#days.get(`${listenerId} ${day}`) ?? NO_CREDIT;
    const track = this.#trackDays.get(`${listenerId} ${day} ${trackId}`) ?? 0;
    return { all: ms, track, units, counted: this.#counted.get(`${listenerId} ${day}`) ?? 0 };
  }

  /** Counted plays of a listener on a Lagos day. */
  setCounted(listenerId: string, day: string, plays: number): void {
    this.#counted.set(`${listenerId} ${day}`, plays);
  }

  poolUsed(day: string): PoolUse {
    return this.#pool.get(day) ?? NO_USE;
  }

  /** What the shard may pay of a day's pool. */
  poolShare(day: string): PoolShare {
    return this.#poolShares.get(day) ?? WHOLE_POOL;
  }

  setPoolShare(day: string, share: PoolShare): void {
    this.#poolShares.set(day, share);
  }

  /** What proves that the report's sound reached the listener. */
  deliveryOf(listenerId: string, { trackId, deviceId = "" }: PlayReport): Delivery {
    const tickets = this.#tickets.get(`${listenerId} ${trackId}`) ?? [];
    return {
      tickets: tickets.map((ticket) => ({ ...ticket, usedMs: this.#used.get(ticket.ticketId) ?? 0 })),
      ...this.#licensed.get(`${listenerId} ${trackId} ${deviceId}`) ?? UNLICENSED,
    };
  }

  setCredited(listenerId: string, day: string, credited: DayCredit): void {
    this.#days.set(`${listenerId} ${day}`, credited);
  }

  setTrackCredited({ listenerId, day, trackId, ms }: { listenerId: string; day: string; trackId: string; ms: number }) {
    this.#trackDays.set(`${listenerId} ${day} ${trackId}`, ms);
  }

  setPool(day: string, units: PoolUse): void {
    this.#pool.set(day, units);
  }

  addTicket(listenerId: string, trackId: string, ticket: Omit<Ticket, "usedMs">): void {
    const key = `${listenerId} ${trackId}`;
    this.#tickets.set(key, [...this.#tickets.get(key) ?? [], ticket]);
  }

  addUse(ticketId: string, ms: number): void {
    this.#used.set(ticketId, (this.#used.get(ticketId) ?? 0) + ms);
  }

  setLicensed(listenerId: string, { trackId, deviceId = "" }: PlayReport, licensed: Licensed): void {
    this.#licensed.set(`${listenerId} ${trackId} ${deviceId}`, licensed);
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
    if (event.newlyCounted) this.setCounted(listenerId, day, credited.counted + 1);
    const { newCreditedMs, newUnits, firstUnits = 0, poolDay, late = false, tickets = [] } = event;
    this.setCredited(listenerId, day, { ms: credited.all + newCreditedMs, units: credited.units + newUnits });
    this.setTrackCredited({ listenerId, day, trackId, ms: credited.track + newCreditedMs });
    const pool = this.poolUsed(poolDay);
    this.setPool(poolDay, {
      all: pool.all + newUnits,
      late: pool.late + (late ? newUnits : 0),
      first: pool.first + firstUnits,
    });
    for (const [ticketId, ms] of tickets) this.addUse(ticketId, ms);
  }
}

type Licensed = Pick<Delivery, "licensed" | "tasted">;

const UNLICENSED: Licensed = { licensed: [], tasted: [] };

/** What a listener was credited on a day, and paid for it. */
interface DayCredit {
  readonly ms: number;
  readonly units: number;
}

const NO_CREDIT: DayCredit = { ms: 0, units: 0 };

/** Reads the state for all commands of a group: a fixed number of queries, whatever the group's size. */
export async function loadListening(
  tx: Tx,
  sent: readonly (ReportPlays | SentPlays)[],
  scope: GroupScope<Outside>,
): Promise<ListeningState> {
  const shard = sent[0]?.shard ?? 0;
  const known = [...scope.facts.known.values()];
  const commands = known.flatMap((command) => command instanceof Refusal ? [] : [command]);
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
  const own = commands.flatMap(({ listener: { id } }) => [availableAccount(id), settlingAccount(id)]);
  const accounts = [REWARD_POOL, ...own];
  const poolDay = lagosDay(scope.now);
  const isShared = commands.some(({ sharedFrom }) => sharedFrom <= scope.now);
  // Nearly every play is new, or began when its report says: what was credited then is asked for with everything else.
  const guessed = possibleClaims(undefined, commands).map(widened);
  const [balances, plays, serverMade, pool, share, credit, tickets] = await Promise.all([
    loadBalances(tx, scope, { shard, accounts }),
    findReported(tx, shard, { playIds, now: scope.now }),
    findServerMade(tx, shard, pairs),
    findPoolUsed(tx, shard, poolDay),
    isShared ? findPoolShare(tx, shard, poolDay) : WHOLE_POOL,
    findCredit(tx, shard, guessed),
    findDelivered(tx, shard, { commands, now: scope.now }),
  ]);
  const state = new ListeningState(shard, balances, scope.facts);
  state.setPool(poolDay, pool);
  state.setPoolShare(poolDay, share);
  for (const row of serverMade) state.setServerMade(playOf(row));
  for (const row of [...plays, ...serverMade]) state.plays.set(row.playId, playOf(row));
  setDelivered(state, tickets);
  const claims = possibleClaims(state, commands);
  const isKnown = areAmong(guessed, claims);
  const [found] = await Promise.all([
    isKnown ? credit : findCredit(tx, shard, claims),
    loadLicences(tx, state, commands),
  ]);
  setCredit(state, found);
  return state;
}

/** What was sent of the group's tracks, and how much of it has proven plays already. */
async function findDelivered(
  tx: Tx,
  shard: number,
  { commands, now }: { commands: readonly ReportPlays[]; now: number },
) {
  const heard = commands.flatMap(({ listener, reports }) =>
    reports.map(({ report: { trackId } }) => ({ listenerId: listener.id, trackId }))
  );
  const asked = distinct(heard, ({ listenerId, trackId }) => `${listenerId} ${trackId}`);
  return await Promise.all([findTickets(tx, shard, { asked, now }), findTicketUse(tx, shard, asked)]);
}

function setDelivered(state: ListeningState, [tickets, used]: Awaited<ReturnType<typeof findDelivered>>): void {
  for (const { listenerId, trackId, ...ticket } of tickets) state.addTicket(listenerId, trackId, ticket);
  for (const { ticketId, usedMs } of used) state.addUse(ticketId, usedMs);
}

/** Licences are asked for only where the tickets prove too little: few plays need one. */
async function loadLicences(tx: Tx, state: ListeningState, commands: readonly ReportPlays[]): Promise<void> {
  const wanting = commands.flatMap((command) =>
    command.reports.map(({ report }) => ({ ...command, report })).filter(({ report }) => {
      return report.deviceId !== undefined && report.deviceId !== "" && !isDelivered(state, command, report);
    })
  );
  if (wanting.length === 0) return;
  const [licences, whole] = await Promise.all([
    licencesOf(
      tx,
      state.shard,
      wanting.map(({ listener, report }) => ({ userId: listener.id, deviceId: report.deviceId ?? "" })),
    ),
    deliveredWhole(
      tx,
      state.shard,
      wanting.map(({ listener, report: { trackId } }) => ({ listenerId: listener.id, trackId })),
    ),
  ]);
  const isTasting = ({ listener, report }: Wanting) =>
    licences.get(`${listener.id} ${report.deviceId}`)?.some(({ kind }) => kind === "taste");
  const tastes = await loadTastes(tx, state, wanting.filter(isTasting));
  for (const { listener, report } of wanting) {
    const wholeAt = whole.get(`${listener.id} ${report.trackId}`);
    if (wholeAt === undefined) continue;
    const stretches = licences.get(`${listener.id} ${report.deviceId}`) ?? [];
    const of = (wanted: LicenceKind) => union(stretches.filter(({ kind }) => kind === wanted).map(({ span }) => span));
    const saved = union(tastes.get(`${listener.id} ${report.trackId}`) ?? []);
    state.setLicensed(listener.id, report, {
      licensed: clip(of("premium"), wholeAt, Infinity),
      tasted: clip(intersect(of("taste"), saved), wholeAt, Infinity),
    });
  }
}

interface Wanting extends Pick<ReportPlays, "listener" | "skewMs" | "receivedAt"> {
  readonly report: PlayReport;
}

/** When listeners had saved songs without Premium, by "listener track", and how many plays of the days in question counted. */
async function loadTastes(tx: Tx, state: ListeningState, tasting: readonly Wanting[]) {
  if (tasting.length === 0) return new Map<string, (readonly [number, number])[]>();
  const { shard } = state;
  const days = distinct(
    tasting.flatMap(({ listener, report, skewMs, receivedAt }) => {
      const starts = [report.startedAt + skewMs, state.plays.get(report.playId)?.startedAt ?? NaN];
      return starts.filter((start) => mayHaveBegun(start, receivedAt))
        .map((start) => ({ listenerId: listener.id, day: dayOfPlay(start, listener.since) }));
    }),
    ({ listenerId, day }) => `${listenerId} ${day}`,
  );
  const [tastes, counted] = await Promise.all([
    tastedSpans(tx, shard, [...new Set(tasting.map(({ listener }) => listener.id))]),
    countedOn(tx, shard, days),
  ]);
  for (const { listenerId, day, plays } of counted) state.setCounted(listenerId, day, plays);
  return tastes;
}

/** Whether tickets prove it all. Those that ended, or began after the play, may prove nothing of it. */
function isDelivered(state: ListeningState, { listener, skewMs, receivedAt }: ReportPlays, report: PlayReport) {
  const startedAt = report.startedAt + skewMs;
  const open = state.deliveryOf(listener.id, report).tickets.filter(({ beganAt, endsAt, device }) => {
    return endsAt > receivedAt && beganAt <= startedAt && (device === undefined || device === report.deviceId);
  });
  return open.reduce((sum, ticket) => sum + ticket.deliveredMs - ticket.usedMs, 0) >= report.listenedMs;
}

/** Credited time and counters, for all that the reports of the group may speak of. */
async function findCredit(tx: Tx, shard: number, claims: readonly Claim[]) {
  return await Promise.all([
    findSpans(tx, shard, claims),
    findDays(tx, shard, distinct(claims, ({ listenerId, day }) => `${listenerId} ${day}`)),
    findTrackDays(tx, shard, distinct(claims, keyOfClaim)),
  ]);
}

function setCredit(state: ListeningState, [spans, days, trackDays]: Awaited<ReturnType<typeof findCredit>>): void {
  for (const row of distinct(spans, (row) => `${row.listenerId} ${row.startMs}`)) {
    state.spansOf(row.listenerId).add(row.playId, [[row.startMs, row.endMs]]);
  }
  for (const row of days) state.setCredited(row.listenerId, row.day, { ms: row.creditedMs, units: row.units });
  for (const { listenerId, day, trackId, creditedMs: ms } of trackDays) {
    state.setTrackCredited({ listenerId, day, trackId, ms });
  }
}

/** The start of a session of the track that the report may continue, epoch ms: the two overlap. */
function goingOn({ report, track }: PreparedReport, { skewMs }: ReportPlays): { after: number; before: number } {
  const startedAt = report.startedAt + skewMs;
  return { after: startedAt - track.durationMs, before: startedAt + report.listenedMs };
}

/** A stretch of a listener's time (epoch ms) that may be credited to a track on a Lagos day. */
interface Claim {
  readonly listenerId: string;
  readonly trackId: string;
  readonly day: string;
  readonly from: number;
  readonly to: number;
}

function keyOfClaim({ listenerId, day, trackId }: Claim): string {
  return `${listenerId} ${day} ${trackId}`;
}

/** As long as reports of one play differ in what the network took. */
const NETWORK_MS = 5_000;

function widened(claim: Claim): Claim {
  return { ...claim, from: claim.from - NETWORK_MS, to: claim.to + NETWORK_MS };
}

/** Whether what is known of some claims is all that is to be known of others. */
function areAmong(known: readonly Claim[], claims: readonly Claim[]): boolean {
  const byKey = Map.groupBy(known, keyOfClaim);
  return claims.every((claim) =>
    byKey.get(keyOfClaim(claim))?.some(({ from, to }) => from <= claim.from && to >= claim.to)
  );
}

/**
 * The first accepted report of a play pins where the play starts, and which one that is will only be decided: so every
 * start that is known or said in the group counts for each of the play's reports.
 */
function possibleClaims(state: ListeningState | undefined, commands: readonly ReportPlays[]): Claim[] {
  const reports = commands.flatMap((command) =>
    command.reports.map((prepared) => {
      const { report, serverMade } = prepared;
      const session = serverMade ? state?.serverMade(prepared, command) : undefined;
      const play = state?.plays.get(report.playId) ?? session;
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
    playId: row.playId,
    listenerId: row.listenerId,
    trackId: row.trackId,
    startedAt: row.startedAt,
    skewMs: row.skewMs,
    listenedMs: row.listenedMs,
    creditedMs: row.creditedMs,
    units: row.units,
    reports: row.reports,
    counted: row.counted,
  };
}
