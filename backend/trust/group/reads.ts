import { habitsOf, likeness, sketchesOf } from "../../../projections/trust/account_links.ts";
import { findCreators } from "../../../projections/catalogue/creators.ts";
import {
  type Days,
  type Listener,
  type ListenerSums,
  sumsOf,
  timeByDay,
  timeByTrack,
} from "../../../projections/trust/listening_evidence.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { waitingAbout } from "../../../projections/admin/proposals.ts";
import { findUsers } from "../../../projections/accounts/users.ts";
import { stakesOf } from "../../../projections/wallet/wallets.ts";
import { paidUnitsOf } from "../../../projections/wallet/withdrawals.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import { type ProposalEvent, proposalStream } from "../../approvals/events.ts";
import { fullName } from "../../contract/full_name.ts";
import type { GroupAnswer, GroupEntry, GroupMember, GroupMoney, GroupSummary } from "../../contract/groups.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { tokensOf } from "../../contract/money.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { derivedId } from "../../store/log/ids.ts";
import { readStreams } from "../../store/log/read.ts";
import {
  ACCOUNT_RULES,
  type AccountEvidence,
  findingsOf,
  GROUP_RULES,
  type GroupEvidence,
  scoreOf,
} from "../rule/rules.ts";
import { groups } from "./decide.ts";
import { GROUP_DECISION, groupChoiceIn, type GroupDecided, type GroupEvent, groupStream } from "./events.ts";
import { newerThanFreeze } from "./state.ts";
import type { GroupView, SeenGroup } from "./group_view.ts";
import { type Grouped, groupsOf, mostOnOne, sharingAtLeast } from "./grouping.ts";
import { linksBetween } from "./links.ts";

type GroupDeps = Pick<Deps, "store" | "shardOf" | "personal" | "now">;
type Showing = GroupDeps & Pick<Deps, "groups">;
/** What reads need that open no names: a command line has no more. */
type Reading = Pick<Deps, "shardOf" | "now"> & { readonly store: Pick<Deps["store"], "sql"> };

/** Keys of the fewest accounts say the most; a queue is for people, who look at the worst first. */
const MOST_KEYS = 50_000;
const MOST_GROUPS = 200;
const MOST_MEMBERS = 1_000;
const MOST_DAYS = 30;
const MOST_ARTISTS = 10;
/** Members whose sets of tracks are at least this much alike. */
const ALIKE = 0.75;
const SAME_PLAYS = 3;

interface KnownGroup extends Grouped {
  readonly groupId: string;
}

/** The id stays while the group grows: new members are younger. */
export function groupIdOf(oldestMember: string): string {
  return derivedId(oldestMember, "group");
}

async function knownGroups(deps: Reading): Promise<KnownGroup[]> {
  const found = groupsOf(await linksBetween(deps, MOST_KEYS)).sort((one, two) =>
    two.members.length - one.members.length
  );
  return found.slice(0, MOST_GROUPS).map((group) => {
    const members = group.members.slice(0, MOST_MEMBERS);
    return { ...group, members, groupId: groupIdOf(members[0] ?? "") };
  });
}

/** Groups of linked accounts, the most money at stake first; where there are very many people, as of some minutes ago. */
export async function listGroups(deps: Showing): Promise<readonly GroupSummary[]> {
  const { groups: found } = await deps.groups.view(() => findGroups(deps));
  const isWaiting = await readWaiting(deps, found.map(({ groupId }) => groupId));
  return found.map((group) => ({ ...group, isWaiting: isWaiting(group.groupId) }));
}

/** Whether a decision about a group waits for an admin on another side. */
async function readWaiting(
  { store: { sql }, now }: GroupDeps,
  subjects: readonly string[],
): Promise<(groupId: string) => boolean> {
  const waiting = await waitingAbout(sql, { kind: GROUP_DECISION, subjects, now: now() });
  return (groupId) => waiting.has(groupId);
}

/** The group that someone belongs to; as old as the list. */
export async function groupOf(deps: Showing, userId: string): Promise<SeenGroup | undefined> {
  return (await groupsOfMembers(deps)).get(userId);
}

/** The groups that people belong to, by member; as old as the list. */
export async function groupsOfMembers(deps: Showing): Promise<ReadonlyMap<string, SeenGroup>> {
  return (await deps.groups.view(() => findGroups(deps))).ofMember;
}

async function findGroups(deps: GroupDeps): Promise<GroupView> {
  const known = await knownGroups(deps);
  const facts = await factsOf(deps, known.flatMap(({ members }) => members));
  const stateOf = await groups.states(deps.store.sql, known.map(({ groupId }) => groupId));
  const summaries = await Promise.all(known.map((group) => summaryOf(deps, group, { facts, stateOf })));
  const ofMember = known.flatMap(({ members }, index) => {
    const summary = summaries[index];
    return summary ? members.map((member) => [member, summary] as const) : [];
  });
  return {
    groups: summaries.toSorted((one, two) => stake(two) - stake(one) || two.score - one.score),
    ofMember: new Map(ofMember),
  };
}

function stake({ money: { settling, available } }: SeenGroup): number {
  return settling + available;
}

/** Who is in a group now, and what of theirs settles. Refuses with `not_found`. */
export async function membersOf(
  deps: GroupDeps,
  groupId: string,
): Promise<{ members: readonly string[]; units: number }> {
  const { members } = await existing(deps, groupId);
  const { moneyOf } = await factsOf(deps, members);
  return { members, units: members.reduce((sum, member) => sum + moneyOf(member).settling, 0) };
}

async function existing(deps: GroupDeps, groupId: string): Promise<KnownGroup> {
  const group = (await knownGroups(deps)).find((one) => one.groupId === groupId);
  if (!group) throw new Refusal("not_found", "There is no such group");
  return group;
}

/** All that is known about one group. */
export async function findGroup(deps: GroupDeps, groupId: string): Promise<GroupAnswer> {
  const { sql } = deps.store;
  const group = await existing(deps, groupId);
  const listeners = listenersOf(deps, group.members);
  const [facts, stateOf, users, days, artists, told, policies, isWaiting] = await Promise.all([
    factsOf(deps, group.members),
    groups.states(sql, [groupId]),
    findUsers(sql, group.members),
    timeByDay(sql, listeners, MOST_DAYS),
    artistsOf(deps, listeners),
    toldOf(deps, group.members.map(groupIdOf)),
    readPolicies(sql),
    readWaiting(deps, [groupId]),
  ]);
  const summary = await summaryOf(deps, group, { facts, stateOf });
  const persons = await openPersonsOf(deps, [...new Set(told.flatMap(({ admins }) => admins))]);
  const adminName = (id: string) => fullName(persons.get(id), "A former admin");
  return {
    ...summary,
    isWaiting: isWaiting(groupId),
    people: group.members.map((userId): GroupMember => {
      const evidence = facts.evidenceOf(userId, group);
      return {
        userId,
        joinedAt: isoTime(users.get(userId)?.createdAt ?? 0),
        plays: evidence.plays,
        claimedSeconds: evidence.claimedMs / 1_000,
        unprovenSeconds: evidence.unprovenMs / 1_000,
        money: tokens(facts.moneyOf(userId)),
        findings: findingsOf(ACCOUNT_RULES, evidence),
      };
    }),
    days: days.map(({ day, plays, claimedMs, units }) => (
      { day, plays, hours: claimedMs / 3_600_000, tokens: tokensOf(units) }
    )),
    artists,
    formerGroups: [...new Set(told.map((one) => one.groupId))].filter((id) => id !== groupId),
    history: told.map(({ entry, at, admins }) => ({
      ...entry,
      at: isoTime(at),
      by: admins.map(adminName).join(" and "),
    })),
    secondAdminAbove: tokensOf(policyAt(policies, deps.now()).secondApproverAboveUnits),
  };
}

/** A group as it is now, with what its members did on some days. */
interface GroupOnDays {
  readonly groupId: string;
  readonly evidence: GroupEvidence;
  readonly people: readonly { readonly userId: string; readonly units: number; readonly evidence: AccountEvidence }[];
}

/** Each group with the evidence of some days; what links its members is as it is now. */
export async function* groupsOnDays(deps: Reading, days: Days): AsyncGenerator<GroupOnDays> {
  for (const group of await knownGroups(deps)) {
    const facts = await factsOf(deps, group.members, days);
    yield {
      groupId: group.groupId,
      evidence: await evidenceOf(deps, group, facts),
      people: group.members.map((userId) => (
        { userId, units: facts.unitsOf(userId), evidence: facts.evidenceOf(userId, group) }
      )),
    };
  }
}

interface Facts {
  /** Which the evidence is of; undefined for all. */
  readonly days: Days | undefined;
  moneyOf(userId: string): Money;
  /** What someone was paid for the days. */
  unitsOf(userId: string): number;
  evidenceOf(userId: string, group: Grouped): AccountEvidence;
  readonly sketches: ReadonlyMap<string, readonly number[]>;
}

interface Money {
  readonly settling: number;
  readonly available: number;
  readonly paid: number;
}

const NO_SUMS: ListenerSums = {
  ...{ plays: 0, claimedMs: 0, creditedMs: 0, units: 0, unprovenMs: 0, longestDayMs: 0, longestDayHours: 0 },
};

function listenersOf({ shardOf }: Reading, userIds: readonly string[]): Listener[] {
  return userIds.map((listenerId) => ({ shard: shardOf(listenerId), listenerId }));
}

async function factsOf(deps: Reading, userIds: readonly string[], days?: Days): Promise<Facts> {
  const { sql } = deps.store;
  const [sums, habits, paid, sketches, stakes] = await Promise.all([
    sumsOf(sql, listenersOf(deps, userIds), days),
    habitsOf(sql, userIds, days),
    paidUnitsOf(sql, userIds),
    sketchesOf(sql, userIds),
    Promise.all([...Map.groupBy(userIds, deps.shardOf)].map(([shard, own]) => stakesOf(sql, shard, own))),
  ]);
  const stakeOf = new Map(stakes.flatMap((found) => [...found]));
  return {
    days,
    unitsOf: (userId) => sums.get(userId)?.units ?? 0,
    moneyOf: (userId) => ({ settling: 0, available: 0, ...stakeOf.get(userId), paid: paid.get(userId) ?? 0 }),
    evidenceOf(userId, { shared }) {
      const { plays, claimedMs, unprovenMs, longestDayMs, longestDayHours } = sums.get(userId) ?? NO_SUMS;
      const { late = 0, afterMidnight = 0 } = habits.get(userId) ?? {};
      const devices = shared.filter(({ kind, members }) => kind === "device" && members.includes(userId));
      return {
        ...{ plays, claimedMs, unprovenMs, longestDayMs, longestDayHours },
        ...{ latePlays: late, midnightPlays: afterMidnight },
        othersOnDevice: Math.max(0, ...devices.map(({ members }) => members.length - 1)),
      };
    },
    sketches,
  };
}

type StateOf = Awaited<ReturnType<typeof groups.states>>;

async function summaryOf(
  deps: GroupDeps,
  group: KnownGroup,
  { facts, stateOf }: { facts: Facts; stateOf: StateOf },
): Promise<SeenGroup> {
  const { groupId, members, links } = group;
  const evidence = await evidenceOf(deps, group, facts);
  const findings = findingsOf(GROUP_RULES, evidence);
  const money = members.map((member) => facts.moneyOf(member));
  const sum = (pick: (one: Money) => number) => money.reduce((total, one) => total + pick(one), 0);
  const state = stateOf(groupId);
  return {
    groupId,
    members: members.length,
    score: scoreOf(findings),
    findings,
    links: [...links],
    money: tokens({
      settling: sum((one) => one.settling),
      available: sum((one) => one.available),
      paid: sum((one) => one.paid),
    }),
    plays: evidence.plays,
    unprovenShare: evidence.claimedMs === 0 ? 0 : evidence.unprovenMs / evidence.claimedMs,
    isFrozen: state.isFrozen,
    notFrozen: newerThanFreeze(state, members),
  };
}

async function evidenceOf(deps: Reading, group: KnownGroup, facts: Facts): Promise<GroupEvidence> {
  const each = group.members.map((member) => facts.evidenceOf(member, group));
  const sum = (pick: (one: AccountEvidence) => number) => each.reduce((total, one) => total + pick(one), 0);
  const most = (pick: (one: AccountEvidence) => number) => Math.max(0, ...each.map(pick));
  const [top] = await artistsOf(deps, listenersOf(deps, group.members), facts.days);
  return {
    plays: sum((one) => one.plays),
    claimedMs: sum((one) => one.claimedMs),
    unprovenMs: sum((one) => one.unprovenMs),
    latePlays: sum((one) => one.latePlays),
    midnightPlays: sum((one) => one.midnightPlays),
    longestDayHours: most((one) => one.longestDayHours),
    longestDayMs: most((one) => one.longestDayMs),
    othersOnDevice: most((one) => one.othersOnDevice),
    members: group.members.length,
    onOneDevice: mostOnOne(group, "device"),
    signedUpTogether: mostOnOne(group, "sign_up"),
    impossibleTogether: mostOnOne(group, "impossible"),
    playingTogether: sharingAtLeast(group, "span", SAME_PLAYS),
    similar: alikeIn(group, facts.sketches),
    topArtistShare: top?.share ?? 0,
  };
}

/** How many members heard nearly what another one heard, of those whose sketches met. */
function alikeIn({ shared }: Grouped, sketches: Facts["sketches"]): number {
  const alike = shared.filter(({ kind }) => kind === "similar").flatMap(({ members }) =>
    members.slice(1).flatMap((member, index) => {
      const before = members[index] ?? "";
      return likeness(sketches.get(before) ?? [], sketches.get(member) ?? []) >= ALIKE ? [before, member] : [];
    })
  );
  return new Set(alike).size;
}

async function artistsOf(
  { store: { sql } }: Reading,
  listeners: readonly Listener[],
  days?: Days,
): Promise<GroupAnswer["artists"]> {
  const heard = await timeByTrack(sql, listeners, days);
  const tracks = await trackFacts(sql, heard.map(({ trackId }) => trackId));
  const all = heard.reduce((sum, { claimedMs }) => sum + claimedMs, 0);
  const byArtist = new Map<string, number>();
  for (const { trackId, claimedMs } of heard) {
    const artistId = tracks.get(trackId)?.ownerId;
    if (artistId !== undefined) byArtist.set(artistId, (byArtist.get(artistId) ?? 0) + claimedMs);
  }
  const top = [...byArtist].sort(([, one], [, two]) => two - one).slice(0, MOST_ARTISTS);
  const names = await findCreators(sql, top.map(([artistId]) => artistId));
  return top.map(([artistId, ms]) => (
    { artistId, name: names.get(artistId)?.name ?? "A closed account", hours: ms / 3_600_000, share: ms / all }
  ));
}

interface DecidedEntry {
  readonly groupId: string;
  readonly at: number;
  /** Who did it, and who confirmed it. */
  readonly admins: readonly string[];
  readonly entry: Omit<GroupEntry, "at" | "by">;
}

/** What was proposed, decided and noted about a group, and about those that became part of it: newest first. */
async function toldOf({ store }: GroupDeps, groupIds: readonly string[]): Promise<DecidedEntry[]> {
  const streams = groupIds.flatMap((id) => [groupStream(id), proposalStream({ kind: GROUP_DECISION, subject: id })]);
  const found = await readStreams<GroupEvent | ProposalEvent>(store.sql, "social", streams);
  const newest = [...found.values()].flat().sort((one, two) => two.position - one.position);
  return newest.flatMap(({ recordedAt: at, ...event }) => {
    const { data } = event;
    const entry = entryOf(event);
    const admins = "confirmedBy" in data && data.confirmedBy ? [data.adminId, data.confirmedBy] : [data.adminId];
    return entry ? [{ groupId: "groupId" in data ? data.groupId : data.subject, at, admins, entry }] : [];
  });
}

/** What was confirmed or decided alone is told by what it booked. */
function entryOf(event: GroupEvent | ProposalEvent): DecidedEntry["entry"] | undefined {
  switch (event.type) {
    case "GroupNoted":
      return { what: "noted", text: event.data.note };
    case "GroupProposalWithdrawn":
    case "ProposalWithdrawn":
      return { what: "withdrawn", text: "" };
    case "GroupDecisionProposed":
      return { what: "proposed", ...chosen(event.data) };
    case "GroupDecided":
      return { what: "decided", ...chosen(event.data) };
    case "ProposalMade":
      return { what: "proposed", ...chosen(groupChoiceIn(event.data.content)) };
    case "ProposalConfirmed":
    case "DecidedAlone":
      return undefined;
  }
}

function chosen({ action, reason, members }: Pick<GroupDecided["data"], "action" | "reason" | "members">) {
  return { action, text: reason, members: members.length };
}

function tokens({ settling, available, paid }: Money): GroupMoney {
  return { settling: tokensOf(settling), available: tokensOf(available), paid: tokensOf(paid) };
}
