import { newId } from "../../contract/ids.ts";
import type { PlayResult } from "../../contract/listening.ts";
import { reasonInMessage } from "../../contract/play_reasons.ts";
import { type PlayReport, PlayReport as PlayReportSchema } from "../../contract/requests/listening.ts";
import { tokensOf } from "../../contract/money.ts";
import { FUTURE_SLACK_MS, MAX_PLAYS_PER_BATCH, UPLOAD_SLACK_MS } from "../../contract/policy.ts";
import { isStorableText } from "../../store/log/canonical.ts";
import type { Metadata } from "../../store/log/event.ts";
import { shardLogs } from "../../store/log/shard.ts";
import type { Store } from "../../store/store.ts";
import { takeShare } from "../pool/take_share.ts";
import { type ReportedPlays, reportPlays } from "./credit.ts";
import type { ReportPlays } from "./sent.ts";
import type { SentPlays } from "./outside.ts";

interface Arrival {
  readonly userId: string;
  readonly requestId: string;
  /** Epoch ms on the service's clock. */
  readonly receivedAt: number;
  /** Epoch ms on the device's clock; left out the clocks are taken to agree. */
  readonly sentAt?: number | undefined;
}

/**
 * How far the device's clock is behind, ms. What may be the way of the report counts as none: it differs from one report
 * to the next, and plays that followed each other would seem to overlap.
 */
function clockSkew({ receivedAt, sentAt = receivedAt }: Pick<Arrival, "receivedAt" | "sentAt">): number {
  const skewMs = receivedAt - sentAt;
  return skewMs >= -FUTURE_SLACK_MS && skewMs <= UPLOAD_SLACK_MS ? 0 : skewMs;
}

/** A report as it came; without a `playId` the service finds or makes the session. */
export type IncomingReport = Omit<PlayReport, "playId"> & { readonly playId?: string | undefined };

/** Sends reports to the listener's writer, once what they are decided on is written down. */
export class Reporter {
  constructor(readonly store: Store, readonly delivered: Delivered) {}

  /**
   * Reports plays of one listener; the answers come in the order of `reports`, unknown tracks are refused. A batch is
   * written in chunks; when the writer is too full for some of them, the others' answers are given.
   */
  async report(arrival: Arrival, reports: readonly IncomingReport[]): Promise<ReportedPlays> {
    // What this process has sent is written down before the plays are decided on it.
    await this.delivered.flush(arrival.userId, reports.map((report) => report.trackId));
    const prepared = reports.map(({ playId, ...report }) => {
      return { report: { ...report, playId: playId ?? newId(arrival.receivedAt) }, serverMade: playId === undefined };
    });
    return await this.#sendChunks(arrival, { reports: prepared, lane: reports.length > 1 ? "bulk" : "interactive" });
  }

  async #sendChunks(arrival: Arrival, { reports, lane }: Sending): Promise<ReportedPlays> {
    const chunks = Array.from({ length: Math.max(1, Math.ceil(reports.length / CHUNK)) }, (_, index) => {
      return reports.slice(index * CHUNK, (index + 1) * CHUNK);
    });
    const settled = await Promise.allSettled(chunks.map((chunk) => this.#send(arrival, { reports: chunk, lane })));
    const answers = settled.flatMap((one) => one.status === "fulfilled" ? one.value : []);
    const failed = settled.find((one) => one.status === "rejected");
    if (failed && answers.length === 0) throw failed.reason;
    return { results: answers.flatMap((answer) => answer.results), balance: answers.at(-1)?.balance ?? 0 };
  }

  async #send(arrival: Arrival, { reports, lane }: Sending): Promise<ReportedPlays> {
    const { userId: listenerId, receivedAt, requestId } = arrival;
    const arrived = { listenerId, receivedAt, skewMs: clockSkew(arrival), reports };
    return await sendReports(this.store, arrived, { metadata: { actor: `user:${listenerId}`, requestId }, lane });
  }
}

/**
 * Has the listener's shard decide reports. Where its share of the day's pool is used up, it takes more of the pool
 * first: the pool is only called empty when no part of it is left.
 */
export async function sendReports(
  store: Store,
  arrived: Arrived<ReportPlays> | Arrived<SentPlays>,
  { metadata, lane }: { metadata: Metadata; lane: Sending["lane"] },
): Promise<ReportedPlays> {
  const shard = store.shards.shardOf("listener" in arrived ? arrived.listener.id : arrived.listenerId);
  const results: ReportedPlays["results"][number][] = [];
  for (;;) {
    const command = { ...leftOf(arrived, results.length), shard, sharedFrom: store.shards.severalFrom };
    const { result: { awaits, ...written } } = await store.execute(
      reportPlays,
      command,
      { logs: shardLogs(shard), metadata, lane, weight: Math.max(1, command.reports.length) },
    );
    results.push(...written.results);
    if (!awaits) return { ...written, results };
    await takeShare({ store }, { ...awaits, shard });
  }
}

/** Reports before their shard is known. */
type Arrived<Plays> = Omit<Plays, "shard" | "sharedFrom">;

/** Without the first ones, which were decided. */
function leftOf(arrived: Arrived<ReportPlays> | Arrived<SentPlays>, decided: number) {
  return "listener" in arrived
    ? { ...arrived, reports: arrived.reports.slice(decided) }
    : { ...arrived, reports: arrived.reports.slice(decided) };
}

/** What streams of this process have sent and not written down yet. */
interface Delivered {
  /** Writes down what was sent of these tracks to a listener. */
  flush(subject: string, trackIds: readonly string[]): Promise<void>;
}

/** What the writer gets: the reports, and the lane they wait in. */
interface Sending {
  readonly reports: SentPlays["reports"];
  readonly lane: "interactive" | "bulk";
}

/** Plays of one command: a big batch goes in chunks, so that single reports of others get in between. */
export const CHUNK = 32;

interface ParsedBatch {
  readonly reports: readonly PlayReport[];
  /** The answer to rows that are no play reports at all. */
  readonly refused: readonly PlayResult[];
}

/** Parses the rows of a batch one by one: a bad one is refused alone. */
export function parseRows(rows: readonly unknown[]): ParsedBatch {
  const reports: PlayReport[] = [];
  const refused: PlayResult[] = [];
  for (const [place, row] of rows.slice(0, MAX_PLAYS_PER_BATCH).entries()) {
    const parsed = PlayReportSchema.safeParse(row);
    if (parsed.success) reports.push(parsed.data);
    else {refused.push({
        playId: playIdOf(row),
        status: "refused",
        tokens: 0,
        reason: "invalid",
        field: wrongIn(parsed.error, playIdOf(row) === "" ? ["plays", place] : []),
      });}
  }
  return { reports, refused };
}

/** Where a row is wrong, such as `segments.0.1`; `plays.2.playId` where nothing else tells which row it is. */
function wrongIn(
  { issues }: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] },
  before: readonly PropertyKey[],
): string {
  return [...before, ...issues[0]?.path ?? []].join(".");
}

/** The answer for people's eyes and programs: tokens instead of units. */
export function answered(result: ReportedPlays["results"][number]): PlayResult {
  const { playId, status, units, reason } = result;
  return { playId, status, tokens: tokensOf(units), ...(reason && { reason }) };
}

/** What the listener reads about a play's credit. */
export function rewardMessage({ status, reason, units }: ReportedPlays["results"][number], balance: number): string {
  const why = reason ? `: ${reasonInMessage(reason)}` : "";
  if (status === "refused") return `This play could not be counted${why}`;
  const [earned, sum] = [tokensOf(units), tokensOf(balance)].map((tokens) => tokens.toFixed(2));
  return `You earned ${earned} tokens with this play${why}. With what settles you have ${sum}`;
}

function playIdOf(row: unknown): string {
  const playId = typeof row === "object" && row !== null && "playId" in row ? row.playId : undefined;
  return typeof playId === "string" && playId.length <= 64 && isStorableText(playId) ? playId : "";
}
