import { createHash } from "node:crypto";
import { decidedAlone, openAbout, type ProposalRow } from "../../../projections/proposals.ts";
import { policyAt, readPolicies } from "../../../projections/policies.ts";
import { newId } from "../../contract/ids.ts";
import type { ProposalState } from "../../contract/proposals.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { SIDE_LOCK_CLASS } from "../../store/advisory_locks.ts";
import { canonicalJson } from "../../store/log/canonical.ts";
import type { CommandHandler, ExecuteOptions } from "../../store/log/command.ts";
import type { LogName, Metadata } from "../../store/log/event.ts";
import { oneAtATime } from "../../store/one_at_a_time.ts";
import { type Streams, streamsOf } from "../../store/streams.ts";
import { isOfSide, isOneSide, ofOwn, readIndependence, sideOf, workingAdmins } from "../team/reads.ts";
import { type ProposalContent, type ProposalEvent, type ProposalMade, proposalStream } from "./events.ts";
import type { Asked, Matter, ProposalKind, Step } from "./kind.ts";
import {
  adopt,
  type Ask,
  decideAsk,
  decideConfirm,
  decideWithdraw,
  evolve,
  NOTHING_PROPOSED,
  type Proposals,
  waitsAlready,
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

type Decision =
  | { readonly does: "ask"; readonly ask: Ask }
  | {
    readonly does: "confirm";
    readonly proposalId: string;
    readonly adminId: string;
    readonly content: ProposalContent;
  }
  | { readonly does: "withdraw"; readonly proposalId: string; readonly adminId: string };

type Deciding<Command> = Place & Decision & {
  /** What carries it out; left out where nothing is carried out. */
  readonly booking?: Command | undefined;
  /** The proposal as it was made before there was this stream. */
  readonly old?: ProposalMade["data"] | undefined;
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
    commands.flatMap((command) => command.booking === undefined ? [] : [bookingOf(command, command.booking)]);
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
      const events = eventsOf(proposals.of(command), command, { now: context.now, areTwo });
      const last = events.at(-1)?.type;
      const isDone = last === "DecidedAlone" || last === "ProposalConfirmed";
      if (isDone && command.booking === undefined) throw new Error(`Nothing carries out the proposal ${kind.name}`);
      // What refuses to be carried out is not decided either.
      const isBooked = isDone || (kind.reserves && last !== undefined);
      const { appends } = isBooked && command.booking !== undefined
        ? booking.decide(inner, bookingOf(command, command.booking), context)
        : { appends: [] };
      return { appends: [...proposals.add(command, events), ...appends], result: { done: isDone } };
    },
  };
}

function bookingOf<Command>(
  command: Deciding<Command>,
  booking: Command,
): Command & { readonly step: Step } {
  const step = command.does === "withdraw"
    ? "withdraw"
    : command.does === "ask" && command.ask.needsTwo
    ? "reserve"
    : "carry_out";
  return { ...booking, step };
}

function eventsOf(
  before: Proposals,
  command: Deciding<unknown>,
  { now, areTwo }: { readonly now: number; readonly areTwo: Facts["areTwo"] },
): ProposalEvent[] {
  const adopted = command.old ? adopt(before, command.old) : [];
  const state = adopted.reduce(evolve, before);
  if (command.does === "ask") return [...adopted, ...decideAsk(state, command.ask, now)];
  // What was shown was read from a table; what is confirmed is what the log says.
  if (
    command.does === "confirm" && state.open && canonicalJson(state.open.content) !== canonicalJson(command.content)
  ) {
    throw changed();
  }
  const decided = command.does === "confirm"
    ? decideConfirm(state, command, { now, areTwo })
    : decideWithdraw(state, command, now);
  return [...adopted, ...decided];
}

type Origin = Pick<Asked, "subject" | "content" | "adminId"> & {
  readonly metadata: Metadata;
  /** By `givenCommandOf`: the same key gives the first result again. */
  readonly given?: Pick<ExecuteOptions, "commandId" | "content"> | undefined;
};

/**
 * An admin decides: alone where the side's sums allow it, else it waits for an admin on another side. Two decisions of one
 * side are taken one after the other, so that both count. Throws Refusal `not_found`, `not_independent`,
 * `already_decided`, `overloaded`, or what the kind refuses.
 */
export async function propose<Command>(
  deps: Deps,
  kind: ProposalKind<Command>,
  { metadata, subject, content, adminId, given }: Origin,
): Promise<ProposalState> {
  const { sql } = deps.store;
  const proposalId = newId(deps.now());
  const asked = { subject, content, adminId, proposalId, proposedBy: undefined, isOneSide: await isOneSide(sql) };
  const matter = await needMatter(deps, kind, asked);
  keepOut(kind, matter, adminId);
  const booking = await kind.prepare(deps, asked);
  if (booking === undefined) return "decided_before";
  const side = await sideOf(sql, adminId);
  const isOwn = await isOfSide(sql, { side, userIds: matter.people });
  if (isOwn && kind.ofOwn === "refused") throw ofOwn();
  const isDone = await oneAtATime(deps.store, { lockClass: SIDE_LOCK_CLASS, key: sideKey(side, adminId) }, async () => {
    const now = deps.now();
    const over = await needNoneOpen(deps, kind, { subject, now });
    const isParty = isOwn || await kind.hadPart?.(deps, asked) === true;
    const needsTwo = !(asked.isOneSide && kind.oneSide === "holds_later") &&
      (isParty || await needsTwoSides(deps, kind, { subject, side, matter, now }));
    const ask = { proposalId, kind: kind.name, subject, adminId, units: matter.units, content, needsTwo };
    const command = {
      ...{ log: matter.log, kind: kind.name, subject, booking, does: "ask" as const },
      ask: { ...ask, lapsesAt: kind.lapsesAt(now, content), replaces: over?.proposalId },
      old: over && placeOf(over, matter).old,
    };
    const options = { logs: [matter.log], metadata, ...given };
    const { result } = await deps.store.execute(handlerOf(kind), command, options);
    return result.done;
  });
  if (!isDone) return "waiting";
  await kind.followUp?.(deps, { subject, content }, metadata);
  return "done";
}

/** Decisions of one side wait for each other by this key. */
function sideKey(side: readonly string[], adminId: string): string {
  return side.toSorted()[0] ?? adminId;
}

/**
 * Refuses with `already_decided` while a proposal waits, also one of before there was this stream. Answers the open one of
 * which nothing is left to decide.
 */
export async function needNoneOpen<Command>(
  deps: Deps,
  kind: ProposalKind<Command>,
  { subject, now }: { readonly subject: string; readonly now: number },
): Promise<ProposalRow | undefined> {
  await needCaughtUp(deps);
  const open = await openAbout(deps.store.sql, { kind: kind.name, subject, now });
  if (open && await kind.matter(deps, subject, open.content)) throw waitsAlready();
  return open;
}

async function needCaughtUp({ store }: Deps): Promise<void> {
  if (await store.catchUp(["proposals"], { timeoutMs: CATCH_UP_MS })) return;
  throw new Refusal("overloaded", "What was decided before is not counted yet: please try again soon");
}

const CATCH_UP_MS = 10_000;

/** Whether the facts ask for two sides, or it is more than one may decide alone, with what it has decided before. */
async function needsTwoSides<Command>(
  deps: Deps,
  kind: ProposalKind<Command>,
  { subject, side, matter: { units, needs }, now }: {
    readonly subject: string;
    readonly side: readonly string[];
    readonly matter: Matter;
    readonly now: number;
  },
): Promise<boolean> {
  if (needs !== undefined) return needs === "two";
  if (kind.alone === "nothing") return true;
  const { sql } = deps.store;
  const { onceUnits, spans } = kind.alone(policyAt(await readPolicies(sql), now));
  if (units > onceUnits) return true;
  for (const { ms, units: most } of spans) {
    const since = now - ms;
    const before = await decidedAlone(sql, { kind: kind.name, adminIds: side, since });
    const besides = await kind.alsoAlone?.(deps, { subject, side, since }) ?? 0;
    if (before + besides + units > most) return true;
  }
  return false;
}

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
  const asked = { subject, content, adminId, proposalId, proposedBy: row.adminId, isOneSide: false };
  const matter = await kind.matter(deps, subject, content);
  if (!matter) return "decided_before";
  if (hashOf(kind.name, { matter, content }) !== shown) throw changed();
  keepOut(kind, matter, adminId);
  const booking = await kind.prepare(deps, asked);
  if (booking === undefined) return "decided_before";
  const { sql } = deps.store;
  if (await isOfSide(sql, { side: await sideOf(sql, adminId), userIds: matter.people })) throw ofOwn();
  if (!(await workingAdmins(sql)).has(row.adminId)) throw proposerLeft();
  const command = { ...placeOf(row, matter), does: "confirm" as const, proposalId, adminId, content, booking };
  await deps.store.execute(handlerOf(kind), command, { logs: [matter.log], metadata });
  await kind.followUp?.(deps, { subject, content }, metadata);
  return "done";
}

function proposerLeft(): Refusal {
  return new Refusal(
    "not_independent",
    "The admin who proposed this is none any more, or suspended: withdraw it, and propose it anew",
  );
}

/** An admin takes a proposal away. Throws Refusal `already_decided` or `not_independent`. */
export async function withdrawProposal<Command>(
  deps: Deps,
  kind: ProposalKind<Command>,
  { row, adminId, metadata }: { readonly row: ProposalRow; readonly adminId: string; readonly metadata: Metadata },
): Promise<void> {
  const { proposalId, subject, content } = row;
  const asked = { subject, content, adminId, proposalId, proposedBy: row.adminId, isOneSide: false };
  const matter = await needMatter(deps, kind, asked);
  keepOut(kind, matter, adminId);
  const { sql } = deps.store;
  if (kind.ofOwn === "refused" && await isOfSide(sql, { side: await sideOf(sql, adminId), userIds: matter.people })) {
    throw ofOwn();
  }
  const booking = kind.reserves ? await kind.prepare(deps, asked) : undefined;
  const command = { ...placeOf(row, matter), does: "withdraw" as const, proposalId, adminId, booking };
  await deps.store.execute(handlerOf(kind), command, { logs: [matter.log], metadata });
}

function placeOf({ isOld, ...row }: ProposalRow, { log }: Matter): Place & Pick<Deciding<never>, "old"> {
  const { madeAt: _, ...old } = row;
  return { log, kind: row.kind, subject: row.subject, old: isOld ? old : undefined };
}

/** The hash of what a proposal shows: `ProposalShown.shown`. */
export function hashOf(
  kind: string,
  { matter, content }: { readonly matter: Matter; readonly content: ProposalContent },
): string {
  const { units, title, lines } = matter;
  return createHash("sha256").update(canonicalJson({ kind, content, units, title, lines })).digest("hex");
}

/** Refuses with `conflict` who has no say in what is theirs. */
function keepOut({ partiesKeepOut }: Pick<ProposalKind<never>, "partiesKeepOut">, { people }: Matter, adminId: string) {
  if (partiesKeepOut && people.includes(adminId)) {
    throw new Refusal("conflict", "This is yours: another admin decides about it");
  }
}

function changed(): Refusal {
  return new Refusal("proposal_changed", "What this proposal shows has changed: please look at it again");
}

async function needMatter<Command>(
  deps: Deps,
  kind: ProposalKind<Command>,
  { subject, content }: Pick<Asked, "subject" | "content">,
): Promise<Matter> {
  const matter = await kind.matter(deps, subject, content);
  if (!matter) throw new Refusal("already_decided", "There is nothing to decide about this any more");
  return matter;
}
