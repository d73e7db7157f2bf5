import { disputedUnitsOf } from "../../../projections/payments/disputes.ts";
import { changesSince } from "../../../projections/accounts/account_changes.ts";
import {
  devicesOfMany,
  type HeardDevice,
  type HeardSum,
  type Listener,
  type WholeEvidence,
  wholeEvidenceOf,
} from "../../../projections/trust/listening_evidence.ts";
import { levelsOf } from "../../../projections/trust/levels.ts";
import { type Review, reviewsOf } from "../../../projections/admin/reviews.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { countActiveAdmins, findUsers } from "../../../projections/accounts/users.ts";
import { type Movement, movementsOfMany } from "../../../projections/wallet/wallet_history.ts";
import { usersOfAccounts, type WithdrawalRow, withdrawalsOfMany } from "../../../projections/wallet/withdrawals.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import type { CaseFile } from "../../contract/cases.ts";
import { fullName } from "../../contract/full_name.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { tokensOf } from "../../contract/money.ts";
import { movementLabel } from "../../contract/statement.ts";
import type { Deps } from "../../deps.ts";
import { readBalances } from "../../ledger/accounts.ts";
import { availableAccount, reservedAccount, settlingAccount } from "../../ledger/chart.ts";
import type { Sql } from "../../store/sql.ts";
import { groupsOfMembers } from "../../trust/group/reads.ts";
import { accountEvidence } from "../../trust/rule/evidence.ts";
import { ACCOUNT_RULES, findingsOf } from "../../trust/rule/rules.ts";
import { readStopsOf } from "../../wallet/withdrawal/payable.ts";
import { openBanks } from "../../wallet/banks/details.ts";
import { gatherGifts } from "./gifts.ts";
import { limitsFor } from "../../wallet/withdrawal/limits.ts";

type Facts = Omit<CaseFile, "risk" | "caseId">;

type Source = CaseFile["sources"][number];

/** Changes of password, address and name are looked for this long before the request. */
const LOOK_BACK_MS = 30 * 86_400_000;

/** Every Lagos day. */
const ALWAYS = { from: "0001-01-01", before: "9999-12-31" };

const MOST_EARLIER = 50;

/** Reads everything that is known about a request from the projections, each by an index. */
export async function gatherCase(deps: Deps, row: WithdrawalRow): Promise<Facts> {
  return (await gatherCases(deps, [row]))(row);
}

/** The same about requests, each asked for by itself: the number of statements does not grow with theirs. */
export async function gatherCases(deps: Deps, rows: readonly WithdrawalRow[]): Promise<(row: WithdrawalRow) => Facts> {
  const { sql } = deps.store;
  const read = await readAround(deps, rows);
  const requests = [...read.earlier.values()].flat().concat(rows);
  const [named, reviews] = await Promise.all([
    readTracks(sql, rows.flatMap(({ userId }) => tracksIn(read.heard(userId)))),
    reviewsOf(sql, requests.map(({ withdrawalId }) => withdrawalId)),
  ]);
  const adminIds = [...reviews.values()].flat().map((review) => review.adminId);
  const persons = await openPersonsOf(deps, [...new Set([...rows.map(({ userId }) => userId), ...adminIds])]);
  return (row) => factsOf(row, { ...read, named, reviews, persons });
}

/** What is read of requests and their people in one round. */
async function readAround(deps: Deps, rows: readonly WithdrawalRow[]) {
  const { sql } = deps.store;
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const listeners = rows.map(({ shard, userId: listenerId }) => ({ shard, listenerId }));
  const [money, heard, bank, disputes, stops, changes, earlier, admins, users, identity, trust, gifts] = await Promise
    .all([
      gatherMoney(deps, rows),
      readHeard(sql, listeners),
      gatherBanks(deps, rows),
      disputedUnitsOf(sql, userIds),
      readStopsOf(deps, rows),
      readChanges(sql, rows),
      withdrawalsOfMany(sql, userIds, MOST_EARLIER),
      countActiveAdmins(sql),
      findUsers(sql, userIds),
      gatherIdentities(deps, rows),
      gatherTrust(deps, listeners),
      gatherGifts(sql, userIds),
    ]);
  const shownAt = isoTime(deps.now());
  return { shownAt, money, heard, bank, disputes, stops, changes, earlier, admins, users, identity, trust, gifts };
}

interface Read extends Awaited<ReturnType<typeof readAround>> {
  readonly named: Named;
  readonly reviews: ReadonlyMap<string, readonly Review[]>;
  readonly persons: Awaited<ReturnType<typeof openPersonsOf>>;
}

function factsOf(row: WithdrawalRow, read: Read): Facts {
  const { userId, withdrawalId } = row;
  const [moved, bank, heard] = [read.money(userId), read.bank(row), read.heard(userId)];
  const listening = listeningOf(heard, read.named);
  const before = (read.earlier.get(userId) ?? []).filter((other) => other.withdrawalId !== withdrawalId);
  const gifts = read.gifts(userId, { devices: heard.devices, bankSharers: bank.others.map((other) => other.userId) });
  const disputed = read.disputes.get(userId);
  const personName = (id: string) => fullName(read.persons.get(id));
  const shown = (id: string) =>
    (read.reviews.get(id) ?? []).map((review) => reviewOf(review, personName(review.adminId)));
  return {
    ...{ shownAt: read.shownAt, withdrawalId, amount: tokensOf(row.units), status: row.status },
    ...{ requestedAt: isoTime(row.requestedAt), approvalsNeeded: row.approvalsNeeded, admins: read.admins },
    person: {
      ...{ userId, name: personName(userId), email: read.persons.get(userId)?.email ?? "" },
      registeredAt: isoTime(read.users.get(userId)?.createdAt ?? 0),
      ...read.identity(row),
    },
    bank: { ...bank, isNew: isNewAccount(row, before) },
    ...moved,
    rewards: { ...moved.rewards, fromPlays: listening.total.tokens },
    listening,
    ...(gifts && { gifts }),
    ...(disputed && { disputes: { count: disputed.count, tokens: tokensOf(disputed.units) } }),
    trust: read.trust(userId),
    changes: read.changes(withdrawalId),
    // The approving admin has the books verified where that is due.
    stops: read.stops(row).filter(({ problem }) => problem !== "verification_due"),
    reviews: shown(withdrawalId),
    earlier: before.map((other) => ({
      ...{ withdrawalId: other.withdrawalId, amount: tokensOf(other.units), status: other.status },
      ...{ requestedAt: isoTime(other.requestedAt), sameAccount: other.accountHash === row.accountHash },
      reviews: shown(other.withdrawalId),
    })),
  };
}

function isNewAccount({ accountHash }: WithdrawalRow, before: readonly WithdrawalRow[]): boolean {
  const paid = before.filter(({ status }) => status === "completed");
  return paid.length > 0 && !paid.some((other) => other.accountHash === accountHash);
}

/** Each person's changes before a request of theirs, by the request. */
async function readChanges(
  sql: Sql,
  rows: readonly WithdrawalRow[],
): Promise<(withdrawalId: string) => Facts["changes"]> {
  const found = await changesSince(
    sql,
    rows.map(({ withdrawalId, userId, requestedAt }) => ({
      id: withdrawalId,
      userId,
      since: requestedAt - LOOK_BACK_MS,
    })),
  );
  return (withdrawalId) => (found.get(withdrawalId) ?? []).map(({ change, at }) => ({ change, at: isoTime(at) }));
}

async function gatherMoney({ store: { sql } }: Deps, rows: readonly WithdrawalRow[]) {
  const shards = await Promise.all(
    [...Map.groupBy(rows, ({ shard }) => shard)].map(async ([shard, own]) => {
      const userIds = own.map(({ userId }) => userId);
      const [movements, balances] = await Promise.all([
        movementsOfMany(sql, shard, { userIds, ...ALWAYS }),
        readBalances(
          sql,
          shard,
          userIds.flatMap((id) => [availableAccount(id), reservedAccount(id), settlingAccount(id)]),
        ),
      ]);
      return userIds.map((userId) => [userId, moneyOf(userId, movements.get(userId) ?? [], balances)] as const);
    }),
  );
  const found = new Map(shards.flat());
  return (userId: string) => found.get(userId) ?? moneyOf(userId, [], new Map());
}

function moneyOf(userId: string, movements: readonly Movement[], balances: ReadonlyMap<string, number>) {
  const sources = [...Map.groupBy(movements, ({ kind }) => kind)].map(([kind, list]): Source => ({
    kind,
    label: movementLabel(kind),
    count: list.reduce((sum, one) => sum + one.count, 0),
    tokens: tokensOf(list.reduce((sum, one) => sum + one.available + one.settling + one.pending, 0)),
  }));
  const balanceOf = (account: string) => tokensOf(balances.get(account) ?? 0);
  return {
    // A hold that was released moved nothing, and what settled only moved on.
    sources: sources.filter(({ tokens }) => tokens !== 0).sort((one, two) => two.tokens - one.tokens),
    balance: {
      available: balanceOf(availableAccount(userId)),
      reserved: balanceOf(reservedAccount(userId)),
      settling: balanceOf(settlingAccount(userId)),
    },
    rewards: { booked: sources.find(({ kind }) => kind === "reward")?.tokens ?? 0 },
  };
}

/** The level, and what the month may pay at it. */
async function gatherIdentities(
  deps: Deps,
  rows: readonly WithdrawalRow[],
): Promise<(row: WithdrawalRow) => Pick<Facts["person"], "level" | "month">> {
  const [levels, limits] = await Promise.all([
    levelsOf(deps.store.sql, rows.map(({ userId }) => userId)),
    limitsFor(deps, rows),
  ]);
  const limitOf = new Map(rows.map(({ withdrawalId }, index) => [withdrawalId, limits[index]]));
  return ({ userId, withdrawalId }) => {
    const limit = limitOf.get(withdrawalId);
    if (!limit) throw new Error(`The limit of withdrawal ${withdrawalId} was not read`);
    const { units, paidUnits, isOtherName } = limit;
    const month = { paid: tokensOf(paidUnits), ...(units !== undefined && { limit: tokensOf(units) }), isOtherName };
    return { level: levels.get(userId) ?? 0, month };
  };
}

async function gatherTrust(
  deps: Deps,
  listeners: readonly Listener[],
): Promise<(userId: string) => NonNullable<CaseFile["trust"]>> {
  const [accounts, groups] = await Promise.all([accountEvidence(deps.store.sql, listeners), groupsOfMembers(deps)]);
  const evidenceOf = new Map(accounts.map(({ userId, evidence }) => [userId, evidence]));
  return (userId) => {
    const [evidence, group] = [evidenceOf.get(userId), groups.get(userId)];
    return {
      findings: evidence ? findingsOf(ACCOUNT_RULES, evidence) : [],
      ...(group && { group: { groupId: group.groupId, members: group.members, score: group.score } }),
    };
  };
}

async function gatherBanks(deps: Deps, rows: readonly WithdrawalRow[]) {
  const [banks, usersOf] = await Promise.all([
    openBanks(deps, rows),
    usersOfAccounts(deps.store.sql, rows.map(({ accountHash }) => accountHash)),
  ]);
  const detailsOf = new Map(rows.map(({ withdrawalId }, index) => [withdrawalId, banks[index]]));
  return ({ withdrawalId, userId, accountHash, warnings }: WithdrawalRow) => {
    const { accountName = "", accountNumber = "", bankCode = "", bankName = "" } = detailsOf.get(withdrawalId) ?? {};
    return {
      ...{ accountName, accountNumber, bankCode, bankName, nameMatches: !warnings.includes("name_differs") },
      others: usersOf(accountHash, userId).map(({ userId: other, requests, paidUnits }) => (
        { userId: other, requests, paidTokens: tokensOf(paidUnits) }
      )),
    };
  };
}

function reviewOf({ at, withdrawalId: _, ...review }: Review, adminName: string) {
  return { ...review, adminName, at: isoTime(at) };
}

/** A case file lists this many and sums up the rest. */
const MOST_DAYS = 60;

const MOST_TRACKS = 20;

const MOST_DEVICES = 10;

/** This many plays of one track on one day are a loop. */
const LOOP = { plays: 6, limit: 10 };

interface Heard extends WholeEvidence {
  readonly devices: readonly HeardDevice[];
}

async function readHeard(sql: Sql, listeners: readonly Listener[]): Promise<(userId: string) => Heard> {
  const [evidence, devices] = await Promise.all([
    wholeEvidenceOf(sql, listeners, LOOP),
    devicesOfMany(sql, listeners),
  ]);
  return (userId) => {
    const whole = evidence.get(userId);
    if (!whole) throw new Error(`What ${userId} heard was not read`);
    return { ...whole, devices: devices.get(userId) ?? [] };
  };
}

/** The tracks that a case file names. */
function tracksIn({ tracks, loops }: Heard): string[] {
  return [...tracks.slice(0, MOST_TRACKS), ...loops].map(({ trackId }) => trackId);
}

type Named = (trackId: string) => { readonly trackId: string; readonly title: string; readonly artist: string };

async function readTracks(sql: Sql, trackIds: readonly string[]): Promise<Named> {
  const facts = await trackFacts(sql, [...new Set(trackIds)]);
  return (trackId) => {
    const { title = "Removed track", artist = "" } = facts.get(trackId) ?? {};
    return { trackId, title, artist };
  };
}

/** What a listener heard: days, tracks, devices, loops and proofs, whose sums are the rewards. */
function listeningOf(
  { days, tracks, reasons, loops, proof, devices }: Heard,
  named: Named,
): CaseFile["listening"] {
  const [newest, older] = [days.slice(0, MOST_DAYS), days.slice(MOST_DAYS)];
  const [first, rest] = [tracks.slice(0, MOST_TRACKS), tracks.slice(MOST_TRACKS)];
  return {
    total: heardOf(sumOf(days)),
    days: newest.map(({ day, hours, ...heard }) => ({ day, hours, ...heardOf(heard) })),
    olderDays: { days: older.length, ...heardOf(sumOf(older)) },
    tracks: first.map(({ trackId, ...heard }) => ({ ...named(trackId), ...heardOf(heard) })),
    otherTracks: { tracks: rest.length, ...heardOf(sumOf(rest)) },
    devices: devices.slice(0, MOST_DEVICES).map(({ deviceId, others, ...heard }) => (
      { deviceId, others, ...heardOf(heard) }
    )),
    uncredited: reasons.map(({ reason, plays, lostMs }) => ({ reason, plays, seconds: lostMs / 1_000 })),
    loops: loops.map(({ day, trackId, ...heard }) => ({ day, ...named(trackId), ...heardOf(heard) })),
    proof,
  };
}

function sumOf(rows: readonly HeardSum[]): HeardSum {
  const sum = (pick: (row: HeardSum) => number) => rows.reduce((total, row) => total + pick(row), 0);
  return {
    plays: sum((row) => row.plays),
    claimedMs: sum((row) => row.claimedMs),
    creditedMs: sum((row) => row.creditedMs),
    units: sum((row) => row.units),
  };
}

function heardOf({ plays, claimedMs, creditedMs, units }: HeardSum) {
  return { plays, claimedSeconds: claimedMs / 1_000, creditedSeconds: creditedMs / 1_000, tokens: tokensOf(units) };
}
