import { createHash } from "node:crypto";
import { decidedAlone, type ProposalRow } from "../../../projections/proposals.ts";
import { policyAt, readPolicies } from "../../../projections/policies.ts";
import { newId } from "../../contract/ids.ts";
import type { ProposalState } from "../../contract/proposals.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { SIDE_LOCK_CLASS } from "../../store/advisory_locks.ts";
import { canonicalJson } from "../../store/log/canonical.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import type { LogName, Metadata } from "../../store/log/event.ts";
import { oneAtATime } from "../../store/one_at_a_time.ts";
import { type Streams, streamsOf } from "../../store/streams.ts";
import { isOfSide, readIndependence, sideOf } from "../team/reads.ts";
import { type ProposalContent, type ProposalEvent, proposalStream } from "./events.ts";
import type { Asked, Matter, ProposalKind } from "./kind.ts";
import {
  type Ask,
  decideAsk,
  decideConfirm,
  decideWithdraw,
  evolve,
  NOTHING_PROPOSED,
  type Proposals,
} from "./state.ts";

interface Place {
  readonly log: LogName;
  readonly kind: string;
  readonly subject: string;
}

const streams = streamsOf<Place, Proposals, ProposalEvent>({
  log: ({ log }) => log,
  stream: proposalStream,
  initial: NOTHING_PROPOSED,
  evolve,
});

type Step =
  | { readonly does: "ask"; readonly ask: Ask }
  | {
    readonly does: "confirm";
    readonly proposalId: string;
    readonly adminId: string;
    readonly content: ProposalContent;
  }
  | { readonly does: "withdraw"; readonly proposalId: string; readonly adminId: string };

type Deciding<Command> = Place & Step & {
  /** What carries it out; left out where nothing is carried out. */
  readonly booking?: Command;
};

interface Facts {
  readonly areTwo: (one: string, other: string) => boolean;
  readonly inner: unknown;
}

/** The command of a kind: the decision and what carries it out are one transaction. */
function handlerOf<Command>(kind: ProposalKind<Command>): CommandHandler<
  Deciding<Command>,
  {
    readonly proposals: Streams<Place, Proposals, ProposalEvent>;
    readonly inner: unknown;
    readonly areTwo: Facts["areTwo"];
  },
  { done: boolean },
  Facts
> {
  const { booking } = kind;
  const bookings = (commands: readonly Deciding<Command>[]) =>
    commands.flatMap((command) => command.booking === undefined ? [] : [command.booking]);
  return {
    name: `proposal ${kind.name}`,
    async facts(sql, commands, scope) {
      const inner = await booking.facts?.(sql, bookings(commands), scope);
      return { areTwo: await readIndependence(sql, scope.now), inner };
    },
    async load(tx, commands, scope) {
      const proposals = await streams.load(tx, scope, commands);
      const inner = await booking.load(tx, bookings(commands), scope.knowing(scope.facts.inner));
      return { proposals, inner, areTwo: scope.facts.areTwo };
    },
    decide({ proposals, inner, areTwo }, command, context) {
      const state = proposals.of(command);
      const events = eventsOf(state, command, { now: context.now, areTwo });
      const isDone = events.some(({ type }) => type === "DecidedAlone" || type === "ProposalConfirmed");
      if (isDone && command.booking === undefined) throw new Error(`Nothing carries out the proposal ${kind.name}`);
      // What refuses to be carried out is not decided either.
      const { appends } = isDone && command.booking !== undefined
        ? booking.decide(inner, command.booking, context)
        : { appends: [] };
      return { appends: [...proposals.add(command, events), ...appends], result: { done: isDone } };
    },
  };
}

function eventsOf(
  state: Proposals,
  command: Deciding<unknown>,
  { now, areTwo }: { readonly now: number; readonly areTwo: Facts["areTwo"] },
): ProposalEvent[] {
  if (command.does === "ask") return decideAsk(state, command.ask, now);
  // What was shown was read from a table; what is confirmed is what the log says.
  if (
    command.does === "confirm" && state.open && canonicalJson(state.open.content) !== canonicalJson(command.content)
  ) {
    throw changed();
  }
  return command.does === "confirm"
    ? decideConfirm(state, command, { now, areTwo })
    : decideWithdraw(state, command, now);
}

type Origin = Asked & { readonly metadata: Metadata };

/**
 * An admin decides: alone where the side's sums allow it, else it waits for an admin on another side. Two decisions of one
 * side are taken one after the other, so that both count. Throws Refusal `not_found`, `not_independent`,
 * `already_decided`, `overloaded`, or what the kind refuses.
 */
export async function propose<Command>(
  deps: Deps,
  kind: ProposalKind<Command>,
  { metadata, ...asked }: Origin,
): Promise<ProposalState> {
  const { subject, content, adminId } = asked;
  const matter = await needMatter(deps, kind, asked);
  const booking = await kind.prepare(deps, asked);
  if (booking === undefined) return "decided_before";
  const { sql } = deps.store;
  const side = await sideOf(sql, adminId);
  await refuseOwn(deps, side, matter);
  let state: ProposalState = "waiting";
  await oneAtATime(deps.store, { lockClass: SIDE_LOCK_CLASS, key: [...side].sort()[0] ?? adminId }, async () => {
    const now = deps.now();
    const needsTwo = await exceeds(deps, kind, { subject, side, units: matter.units, now });
    const ask = { proposalId: newId(now), kind: kind.name, subject, adminId, units: matter.units, content, needsTwo };
    const command = {
      ...{ log: matter.log, kind: kind.name, subject, booking, does: "ask" as const },
      ask: { ...ask, lapsesAt: now + kind.lapsesMs },
    };
    const { result } = await deps.store.execute(handlerOf(kind), command, { logs: [matter.log], metadata });
    state = result.done ? "done" : "waiting";
  });
  return state;
}

/** Whether a decision is more than a side may decide alone, with what it has decided before. */
async function exceeds<Command>(
  deps: Deps,
  kind: ProposalKind<Command>,
  { subject, side, units, now }: {
    readonly subject: string;
    readonly side: readonly string[];
    readonly units: number;
    readonly now: number;
  },
): Promise<boolean> {
  const { sql } = deps.store;
  const { onceUnits, spans } = kind.alone(policyAt(await readPolicies(sql), now));
  if (units > onceUnits) return true;
  if (!await deps.store.catchUp(["proposals"], { timeoutMs: CATCH_UP_MS })) {
    throw new Refusal("overloaded", "What was decided before is not counted yet: please try again soon");
  }
  for (const { ms, units: most } of spans) {
    const since = now - ms;
    const before = await decidedAlone(sql, { kind: kind.name, adminIds: side, since });
    const besides = await kind.alsoAlone?.(deps, { subject, side, since }) ?? 0;
    if (before + besides + units > most) return true;
  }
  return false;
}

const CATCH_UP_MS = 10_000;

/**
 * An admin on another side confirms what was shown, and it is carried out on today's facts. Throws Refusal
 * `proposal_changed` where these are no longer what was shown, and like `propose`.
 */
export async function confirmProposal<Command>(
  deps: Deps,
  kind: ProposalKind<Command>,
  { row, shown, adminId, metadata }: {
    readonly row: ProposalRow;
    readonly shown: string;
    readonly adminId: string;
    readonly metadata: Metadata;
  },
): Promise<ProposalState> {
  const { proposalId, subject, content } = row;
  const asked = { subject, content, adminId };
  const matter = await kind.matter(deps, subject, content);
  if (!matter) return "decided_before";
  if (hashOf(kind.name, { matter, content }) !== shown) throw changed();
  const booking = await kind.prepare(deps, asked);
  if (booking === undefined) return "decided_before";
  await refuseOwn(deps, await sideOf(deps.store.sql, adminId), matter);
  const place = { log: matter.log, kind: kind.name, subject };
  const command = { ...place, does: "confirm" as const, proposalId, adminId, content, booking };
  await deps.store.execute(handlerOf(kind), command, { logs: [matter.log], metadata });
  return "done";
}

/** An admin takes a proposal away. Throws Refusal `already_decided`. */
export async function withdrawProposal<Command>(
  deps: Deps,
  kind: ProposalKind<Command>,
  { row, adminId, metadata }: { readonly row: ProposalRow; readonly adminId: string; readonly metadata: Metadata },
): Promise<void> {
  const { proposalId, subject, content } = row;
  const { log } = await needMatter(deps, kind, { subject, content, adminId });
  const command = { log, kind: kind.name, subject, does: "withdraw" as const, proposalId, adminId };
  await deps.store.execute(handlerOf(kind), command, { logs: [log], metadata });
}

/** The hash of what a proposal shows: `ProposalShown.shown`. */
export function hashOf(
  kind: string,
  { matter, content }: { readonly matter: Matter; readonly content: ProposalContent },
): string {
  const { units, title, lines } = matter;
  return createHash("sha256").update(canonicalJson({ kind, content, units, title, lines })).digest("hex");
}

function changed(): Refusal {
  return new Refusal("proposal_changed", "What this proposal shows has changed: please look at it again");
}

async function needMatter<Command>(
  deps: Deps,
  kind: ProposalKind<Command>,
  { subject, content }: Asked,
): Promise<Matter> {
  const matter = await kind.matter(deps, subject, content);
  if (!matter) throw new Refusal("already_decided", "There is nothing to decide about this any more");
  return matter;
}

async function refuseOwn({ store: { sql } }: Deps, side: readonly string[], { people }: Matter): Promise<void> {
  if (!await isOfSide(sql, { side, userIds: people })) return;
  throw new Refusal(
    "not_independent",
    "This is about you, someone on your side, or an account that your side opened: an admin on another side decides",
  );
}
