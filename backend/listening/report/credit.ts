import type { PlayReason, PlayStatus } from "../../contract/listening.ts";
import { lagosDay } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import { availableAccount, REWARD_POOL, settlingAccount } from "../../ledger/chart.ts";
import type { CommandHandler, DecideContext } from "../../store/log/command.ts";
import type { Append } from "../../store/log/event.ts";
import { policyAt } from "../../../projections/admin/policies.ts";
import { decideReport, type ReportFacts, type ReportOutcome } from "./state.ts";
import type { Wants } from "../pool/state.ts";
import { type PlayReported, playStream } from "./events.ts";
import { type Outside, readOutside, type SentPlays } from "./outside.ts";
import { type ListeningState, loadListening } from "./load.ts";
import type { PreparedReport, ReportPlays } from "./sent.ts";

/** Per report: `units` is the play's total so far. `balance` is what the listener has, with what settles, in units. */
export type ReportedPlays = {
  readonly results: readonly {
    readonly playId: string;
    readonly status: PlayStatus;
    readonly units: number;
    readonly reason?: PlayReason;
  }[];
  readonly balance: number;
  /** Set where the reports after the results wait for more of the pool: nothing of them was decided. */
  readonly awaits?: Awaited;
};

/** What the shard needs of a day's pool; `known`: how many grants it has. */
type Awaited = { readonly day: string; readonly known: number; readonly wants: Wants };

/**
 * Credits play reports. A play is its own memory: `listenedMs` only ever grows, so the same report again, in any
 * order and from any process, changes nothing. It stores no command id.
 */
export const reportPlays: CommandHandler<ReportPlays | SentPlays, ListeningState, ReportedPlays, Outside> = {
  name: "reportPlays",
  facts: readOutside,
  load: loadListening,

  decide(state, sent, context) {
    const command = state.outside.known.get(sent);
    if (command === undefined) throw new Error("The facts of these reports were not read");
    if (command instanceof Refusal) throw command;
    const { decided, awaits } = decideAll(state, { sent, command, now: context.now });
    const events = decided.flatMap(({ outcome }) => "event" in outcome ? [outcome.event] : []);
    const rewards = payRewards(state, { command, events, newId: context.newId });
    const plays = events.map((event): Append => {
      const transferId = rewards.transferOf.get(event.day);
      const data = { ...event, ...(event.newUnits > 0 && transferId !== undefined && { transferId }) };
      return {
        log: `plays/${command.shard}`,
        stream: playStream(event.playId),
        version: event.report - 1,
        events: [{ type: "PlayReported", data, occurredAt: event.startedAt }],
      };
    });
    return {
      appends: [...rewards.appends, ...plays],
      result: {
        results: decided.map(({ playId, outcome }) => resultOf(playId, outcome)),
        balance: state.balances.of(availableAccount(command.listener.id)) +
          state.balances.of(settlingAccount(command.listener.id)),
        ...(awaits && { awaits }),
      },
    };
  },
};

/** Decides one report after the other, as far as the shard's share of the pool goes. */
function decideAll(
  state: ListeningState,
  { sent, command, now }: { sent: ReportPlays | SentPlays; command: ReportPlays; now: number },
) {
  const decided: { playId: string; outcome: DecidedReport }[] = [];
  const known = new Map(command.reports.map((prepared) => [prepared.report, prepared]));
  for (const { report } of sent.reports) {
    const prepared = known.get(report);
    if (!prepared) {
      decided.push({ playId: report.playId, outcome: UNKNOWN_TRACK });
      continue;
    }
    const { playId, outcome } = decideOne(state, { ...prepared, command, now });
    if (outcome.status === "awaits_pool") {
      const day = lagosDay(now);
      return { decided, awaits: { day, known: state.poolShare(day).grants, wants: outcome.wants } };
    }
    decided.push({ playId, outcome });
  }
  return { decided, awaits: undefined };
}

type DecidedReport = Exclude<ReportOutcome, { status: "awaits_pool" }>;

const UNKNOWN_TRACK: DecidedReport = { status: "refused", reason: "unknown_track", units: 0 };

/** A report beside the command that it came with. */
type Arrived = PreparedReport & { readonly command: ReportPlays };

function decideOne(
  state: ListeningState,
  { now, ...arrived }: Arrived & { readonly now: number },
): { playId: string; outcome: ReportOutcome } {
  const { command: { listener, receivedAt, skewMs }, serverMade, track } = arrived;
  const report = continued(state, arrived);
  const facts: ReportFacts = {
    ...{ report, serverMade, receivedAt, skewMs, listener, track },
    recordedAt: now,
    play: state.plays.get(report.playId),
    delivery: state.deliveryOf(listener.id, report),
    policyAt: (moment) => policyAt(state.outside.policies, moment),
    taken: (from, to, exceptPlay) => state.spansOf(listener.id).within(from, to, exceptPlay),
    creditedOn: (day) => state.creditedOn(listener.id, day, report.trackId),
    poolUsed: (day) => state.poolUsed(day),
    poolShare: (day) => state.poolShare(day),
  };
  const outcome = decideReport(facts);
  if ("event" in outcome) state.evolve(outcome.event);
  return { playId: report.playId, outcome };
}

/** A report without a `playId` belongs to the listener's session of that track, while it can still be going on. */
function continued(state: ListeningState, { command, ...prepared }: Arrived) {
  const session = prepared.serverMade ? state.serverMade(prepared, command) : undefined;
  return session ? { ...prepared.report, playId: session.playId } : prepared.report;
}

/** One transfer from the pool a day of listening; it lists the plays that it pays. */
function payRewards(
  state: ListeningState,
  { command: { listener, shard }, events, newId }: {
    command: ReportPlays;
    events: readonly PlayReported["data"][];
    newId: DecideContext["newId"];
  },
): { appends: Append[]; transferOf: Map<string, string> } {
  const appends: Append[] = [];
  const transferOf = new Map<string, string>();
  const paid = events.filter((event) => event.newUnits > 0);
  for (const [day, plays] of Map.groupBy(paid, (event) => event.day)) {
    const transferId = newId();
    const amount = plays.reduce((sum, play) => sum + play.newUnits, 0);
    transferOf.set(day, transferId);
    appends.push(state.balances.post(`ledger/${shard}`, {
      transferId,
      code: "reward",
      entries: [{ account: REWARD_POOL, amount: -amount }, { account: settlingAccount(listener.id), amount }],
      detail: { day, plays: plays.map((play) => [play.playId, play.newUnits, play.policyVersion] as const) },
    }));
  }
  return { appends, transferOf };
}

function resultOf(playId: string, outcome: DecidedReport): ReportedPlays["results"][number] {
  if ("event" in outcome) {
    const { status, units, reason } = outcome.event;
    return { playId, status, units, ...(reason && { reason }) };
  }
  const { status, units, reason } = outcome;
  return { playId, status, units, ...(reason && { reason }) };
}
