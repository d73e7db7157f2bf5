import { openAbout, type ProposalRow } from "../../projections/admin/proposals.ts";
import { newId } from "../contract/ids.ts";
import type { ProposalState } from "../contract/proposals.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { SIDE_LOCK_CLASS } from "../store/advisory_locks.ts";
import { canonicalJson } from "../store/log/canonical.ts";
import type { CommandHandler, ExecuteOptions } from "../store/log/command.ts";
import type { LogName, Metadata } from "../store/log/event.ts";
import { oneAtATime } from "../store/one_at_a_time.ts";
import { type Streams, streamsOf } from "../store/streams.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { assertMayAnswer, type FindAnswerers } from "../contract/appeal_reviewers.ts";
import {
  isOfSide,
  isOneSide,
  mayWithdraw,
  ofOwn,
  readAnswerers,
  readIndependence,
  shownHash,
  sideOf,
  workingAdmins,
} from "./reads.ts";
import { type ProposalContent, type ProposalEvent, type ProposalMade, proposalStream } from "./events.ts";
import type { Ladder, Matter, ProposalKind, ProposalRequest, Step } from "./kind.ts";
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
import { type AloneSum, AloneSums, readRoom, sideKey } from "./sums.ts";

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
  /** Without a word on it, the sums say whether the side decides it alone. */
  | {
    readonly does: "ask";
    readonly ask: Omit<Ask, "needsTwo">;
    readonly needsTwo: boolean | AloneSum;
    readonly ladder: Ladder | undefined;
  }
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

/** What a decision is taken on beside its own stream. */
interface Context {
  readonly areTwo: (one: string, other: string) => boolean;
  readonly findAnswerers: FindAnswerers | undefined;
  /** How much of each of these the side may decide alone, in units. */
  readonly room: ReadonlyMap<AloneSum, number>;
}

/** The command of a kind: the decision and what carries it out are one transaction. */
function handlerOf<Command>({ store }: Pick<Deps, "store">, kind: ProposalKind<Command>): CommandHandler<
  Deciding<Command>,
  {
    readonly proposals: Streams<Place, Proposals, ProposalEvent>;
    readonly inner: unknown;
    readonly around: Context;
    readonly sums: AloneSums;
  },
  { done: boolean },
  { readonly inner: unknown; readonly around: Context | undefined }
> {
  const { booking } = kind;
  const bookings = (commands: readonly Deciding<Command>[]) =>
    commands.flatMap((command) =>
      command.booking === undefined ? [] : [{ ...command.booking, step: stepOf(command, needsTwoForSure(command)) }]
    );
  const readAround = async (sql: Sql | Tx, commands: readonly Deciding<Command>[], now: number): Promise<Context> => {
    const room = new Map<AloneSum, number>();
    for (const sum of commands.flatMap(sumsIn)) {
      room.set(sum, await readRoom(sql, kind, { sum, shards: store.shards.all, now }));
    }
    const findAnswerers = kind.ladder && await readAnswerers(sql, now);
    return { areTwo: await readIndependence(sql, now), findAnswerers, room };
  };
  return {
    name: `proposal ${kind.name}`,
    async facts(sql, commands, scope) {
      const inner = await booking.facts?.(sql, bookings(commands), scope);
      const isShards = commands.some(({ log }) => log !== "social");
      return { inner, around: isShards ? await readAround(sql, commands, scope.now) : undefined };
    },
    async load(tx, commands, scope) {
      const { facts, now } = scope;
      const proposals = await streams.load(tx, scope, commands);
      const inner = await booking.load(tx, bookings(commands), scope.knowing(facts.inner));
      // A transaction of a shard reads nothing of other places: there the facts have it, under the side's lock.
      const around = facts.around ?? await readAround(tx, commands, now);
      return { proposals, inner, around, sums: scope.share(AloneSums) };
    },
    decide({ proposals, inner, around: { areTwo, findAnswerers, room }, sums }, command, context) {
      const isSecond = isOfAnotherSide(command, findAnswerers);
      const needsTwo = needsTwoForSure(command) ||
        (!isSecond && sumsIn(command).some((sum) => sums.isOver(sum, room.get(sum) ?? -1)));
      const events = eventsOf(proposals.of(command), command, { now: context.now, areTwo, needsTwo, isSecond });
      const last = events.at(-1)?.type;
      const isDone = last === "DecidedAlone" || last === "ProposalConfirmed";
      if (isDone && command.booking === undefined) throw new Error(`Nothing carries out the proposal ${kind.name}`);
      // What refuses to be carried out is not decided either.
      const isBooked = isDone || (kind.reserves && last !== undefined);
      const { appends } = isBooked && command.booking !== undefined
        ? booking.decide(inner, { ...command.booking, step: stepOf(command, needsTwo) }, context)
        : { appends: [] };
      if (last === "DecidedAlone" && !isSecond) sumsIn(command).forEach((sum) => sums.add(sum));
      return { appends: [...proposals.add(command, events), ...appends], result: { done: isDone } };
    },
  };
}

/** Whether two sides are needed whatever the sums say. */
function needsTwoForSure(command: Deciding<unknown>): boolean {
  return command.does === "ask" && command.needsTwo === true;
}

/**
 * Whether who answers an appeal is the second side already: who decided what it is about was on another one. Refuses an
 * answer that is not this admin's to give.
 */
function isOfAnotherSide(command: Deciding<unknown>, findAnswerers: FindAnswerers | undefined): boolean {
  if (command.does !== "ask" || !command.ladder || !findAnswerers) return false;
  const { ask: { adminId }, ladder: { asked, isAgreed } } = command;
  const answerers = findAnswerers(asked);
  assertMayAnswer(answerers, { adminId, decidedBy: asked.decidedBy, isAgreed });
  return answerers.rule === "another_side" || answerers.rule === "another_role";
}

function sumsIn(command: Deciding<unknown>): AloneSum[] {
  return command.does === "ask" && typeof command.needsTwo === "object" ? [command.needsTwo] : [];
}

function stepOf({ does }: Pick<Decision, "does">, needsTwo: boolean): Step {
  return does === "withdraw" ? "withdraw" : does === "ask" && needsTwo ? "reserve" : "carry_out";
}

function eventsOf(
  before: Proposals,
  command: Deciding<unknown>,
  { now, areTwo, needsTwo, isSecond }: {
    readonly now: number;
    readonly areTwo: Context["areTwo"];
    readonly needsTwo: boolean;
    readonly isSecond: boolean;
  },
): ProposalEvent[] {
  const adopted = command.old ? adopt(before, command.old) : [];
  const state = adopted.reduce(evolve, before);
  if (command.does === "ask") {
    // What the second of two decides counts against no side's sums.
    const units = isSecond && !needsTwo ? 0 : command.ask.units;
    return [...adopted, ...decideAsk(state, { ...command.ask, units, needsTwo }, now)];
  }
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

type Origin = Pick<ProposalRequest, "subject" | "content" | "adminId"> & {
  readonly metadata: Metadata;
  /** By `givenCommandOf`: the same key gives the first result again. */
  readonly given?: Pick<ExecuteOptions, "commandId" | "content"> | undefined;
};

/**
 * An admin decides: alone where the side's sums allow it, else it waits for an admin on another side. Decisions of one
 * side are added up in the transaction, so that two at the same moment both count. Throws Refusal `not_found`,
 * `not_independent`, `already_decided`, `overloaded`, or what the kind refuses.
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
  const isParty = isOwn || await kind.hadPart?.(deps, asked) === true;
  const { log, units } = matter;
  const decide = async () => {
    const now = deps.now();
    const over = await needNoneOpen(deps, kind, { subject, now });
    const command = {
      ...{ log, kind: kind.name, subject, booking, does: "ask" as const },
      ask: {
        ...{ proposalId, kind: kind.name, subject, adminId, units, content },
        ...{ lapsesAt: kind.lapsesAt(now, content), replaces: over?.proposalId },
      },
      needsTwo: sidesFor(kind, { matter, isParty, isOneSide: asked.isOneSide }) ??
        { log, kinds: [kind.name, ...kind.addsUpWith ?? []], subject, units, side },
      ladder: await kind.ladder?.(deps, asked),
      old: over && placeOf(over, matter).old,
    };
    const options = { logs: [log], metadata, ...given };
    return (await deps.store.execute(handlerOf(deps, kind), command, options)).result.done;
  };
  // The heads of `social` keep its decisions in order; those of several shards wait for each other here.
  const isDone = log === "social"
    ? await decide()
    : await oneAtATime(deps.store, { lockClass: SIDE_LOCK_CLASS, key: sideKey(side) }, decide);
  if (!isDone) return "waiting";
  await kind.followUp?.(deps, { subject, content }, metadata);
  return "done";
}

/** Whether it needs two sides, where that does not depend on the sums. */
function sidesFor<Command>(
  { alone, oneSide }: ProposalKind<Command>,
  { matter: { needs }, isParty, isOneSide: isAlone }: {
    readonly matter: Matter;
    readonly isParty: boolean;
    readonly isOneSide: boolean;
  },
): boolean | undefined {
  if (isAlone && oneSide === "holds_later") return false;
  if (isParty) return true;
  if (needs !== undefined) return needs === "two";
  return alone === "nothing" ? true : undefined;
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

/** Waits, at most `timeoutMs`, until what was proposed or decided a moment before shows, also on a busy machine. */
export async function catchUpProposals(
  { store }: Pick<Deps, "store">,
  { timeoutMs = 5_000, also = [] }: { readonly timeoutMs?: number; readonly also?: readonly string[] } = {},
): Promise<void> {
  await store.catchUp(["proposals", ...also], { timeoutMs });
}

async function needCaughtUp({ store }: Deps): Promise<void> {
  if (await store.catchUp(["proposals"], { timeoutMs: CATCH_UP_MS })) return;
  throw new Refusal("overloaded", "What was decided before is not counted yet: please try again soon");
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
  const asked = { subject, content, adminId, proposalId, proposedBy: row.adminId, isOneSide: false };
  const matter = await kind.matter(deps, subject, content);
  if (!matter) return "decided_before";
  if (shownHash(kind.name, { matter, content }) !== shown) throw changed();
  keepOut(kind, matter, adminId);
  const booking = await kind.prepare(deps, asked);
  if (booking === undefined) return "decided_before";
  const { sql } = deps.store;
  if (await isOfSide(sql, { side: await sideOf(sql, adminId), userIds: matter.people })) throw ofOwn();
  if (!(await workingAdmins(sql)).has(row.adminId)) throw proposerLeft();
  const command = { ...placeOf(row, matter), does: "confirm" as const, proposalId, adminId, content, booking };
  await deps.store.execute(handlerOf(deps, kind), command, { logs: [matter.log], metadata });
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
  if (
    !await mayWithdraw(deps.store.sql, {
      kind,
      row,
      people: matter.people,
      side: await sideOf(deps.store.sql, adminId),
    })
  ) {
    throw ofOwn();
  }
  const booking = kind.reserves ? await kind.prepare(deps, asked) : undefined;
  const command = { ...placeOf(row, matter), does: "withdraw" as const, proposalId, adminId, booking };
  await deps.store.execute(handlerOf(deps, kind), command, { logs: [matter.log], metadata });
}

function placeOf({ isOld, ...row }: ProposalRow, { log }: Matter): Place & Pick<Deciding<never>, "old"> {
  const { madeAt: _, ...old } = row;
  return { log, kind: row.kind, subject: row.subject, old: isOld ? old : undefined };
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
  { subject, content }: Pick<ProposalRequest, "subject" | "content">,
): Promise<Matter> {
  const matter = await kind.matter(deps, subject, content);
  if (!matter) throw new Refusal("already_decided", "There is nothing to decide about this any more");
  return matter;
}
