import { openDisputesOf } from "../../../projections/payments/disputes.ts";
import { changesSince } from "../../../projections/accounts/account_changes.ts";
import {
  devicesOf,
  type HeardDevice,
  type HeardSum,
  type Listener,
  type WholeEvidence,
  wholeEvidenceOf,
} from "../../../projections/trust/listening_evidence.ts";
import { levelsOf } from "../../../projections/trust/levels.ts";
import { type Review, reviewsOf } from "../../../projections/admin/reviews.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { countActiveAdmins, findUser } from "../../../projections/accounts/users.ts";
import { movementsBetween } from "../../../projections/wallet/wallet_history.ts";
import { othersOnAccount, type WithdrawalRow, withdrawalsOf } from "../../../projections/wallet/withdrawals.ts";
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
import { groupOf } from "../../trust/group/reads.ts";
import { accountEvidence } from "../../trust/rule/evidence.ts";
import { ACCOUNT_RULES, findingsOf } from "../../trust/rule/rules.ts";
import { readStops } from "../../wallet/withdrawal/payable.ts";
import { openBanks } from "../../wallet/banks/details.ts";
import { gatherGifts } from "./gifts.ts";
import { limitFor } from "../../wallet/withdrawal/limits.ts";

type Facts = Omit<CaseFile, "risk" | "caseId">;

type Source = CaseFile["sources"][number];

/** Changes of password, address and name are looked for this long before the request. */
const LOOK_BACK_MS = 30 * 86_400_000;

/** Every Lagos day. */
const ALWAYS = { from: "0001-01-01", before: "9999-12-31" };

const MOST_EARLIER = 50;

/** Reads everything that is known about a request from the projections, each by an index. */
export async function gatherCase(deps: Deps, row: WithdrawalRow): Promise<Facts> {
  const { sql } = deps.store;
  const { userId, shard, withdrawalId } = row;
  const listener = { shard, listenerId: userId };
  const [money, heard, bank, disputes, stops, changes, earlier, admins, user, identity, trust] = await Promise.all([
    gatherMoney(deps, row),
    readHeard(sql, listener),
    gatherBank(deps, row),
    openDisputesOf(sql, userId),
    readStops(deps, row),
    changesSince(sql, userId, row.requestedAt - LOOK_BACK_MS),
    withdrawalsOf(sql, userId, MOST_EARLIER),
    countActiveAdmins(sql),
    findUser(sql, userId),
    gatherIdentity(deps, row),
    gatherTrust(deps, listener),
  ]);
  const bankSharers = bank.others.map((other) => other.userId);
  const before = earlier.filter((other) => other.withdrawalId !== withdrawalId);
  const [listening, gifts, reviews] = await Promise.all([
    listeningOf(sql, heard),
    gatherGifts(sql, userId, { devices: heard.devices, bankSharers }),
    reviewsOf(sql, earlier.map((other) => other.withdrawalId).concat(withdrawalId)),
  ]);
  const adminIds = [...reviews.values()].flat().map((review) => review.adminId);
  const persons = await openPersonsOf(deps, [...new Set([userId, ...adminIds])]);
  const personName = (id: string) => fullName(persons.get(id));
  const shown = (id: string) => (reviews.get(id) ?? []).map((review) => reviewOf(review, personName(review.adminId)));
  return {
    ...{ shownAt: isoTime(deps.now()), withdrawalId, amount: tokensOf(row.units), status: row.status },
    ...{ requestedAt: isoTime(row.requestedAt), approvalsNeeded: row.approvalsNeeded, admins },
    person: {
      ...{ userId, name: personName(userId), email: persons.get(userId)?.email ?? "" },
      registeredAt: isoTime(user?.createdAt ?? 0),
      ...identity,
    },
    bank: { ...bank, isNew: isNewAccount(row, before) },
    ...money,
    rewards: { ...money.rewards, fromPlays: listening.total.tokens },
    listening,
    ...(gifts && { gifts }),
    ...(disputes.length > 0 && {
      disputes: { count: disputes.length, tokens: tokensOf(disputes.reduce((sum, { units }) => sum + units, 0)) },
    }),
    trust,
    changes: changes.map(({ change, at }) => ({ change, at: isoTime(at) })),
    // The approving admin has the books verified where that is due.
    stops: stops.filter(({ problem }) => problem !== "verification_due"),
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

async function gatherMoney(deps: Deps, { userId, shard }: WithdrawalRow) {
  const { sql } = deps.store;
  const [available, reserved] = [availableAccount(userId), reservedAccount(userId)];
  const settling = settlingAccount(userId);
  const [movements, balances] = await Promise.all([
    movementsBetween(sql, shard, { userId, ...ALWAYS }),
    readBalances(sql, shard, [available, reserved, settling]),
  ]);
  const sources = [...Map.groupBy(movements, ({ kind }) => kind)].map(([kind, list]): Source => ({
    kind,
    label: movementLabel(kind),
    count: list.reduce((sum, one) => sum + one.count, 0),
    tokens: tokensOf(list.reduce((sum, one) => sum + one.available + one.settling + one.pending, 0)),
  }));
  return {
    // A hold that was released moved nothing, and what settled only moved on.
    sources: sources.filter(({ tokens }) => tokens !== 0).sort((one, two) => two.tokens - one.tokens),
    balance: {
      available: tokensOf(balances.get(available) ?? 0),
      reserved: tokensOf(balances.get(reserved) ?? 0),
      settling: tokensOf(balances.get(settling) ?? 0),
    },
    rewards: { booked: sources.find(({ kind }) => kind === "reward")?.tokens ?? 0 },
  };
}

/** The level, and what the month may pay at it. */
async function gatherIdentity(deps: Deps, row: WithdrawalRow): Promise<Pick<Facts["person"], "level" | "month">> {
  const [levels, { units, paidUnits, isOtherName }] = await Promise.all([
    levelsOf(deps.store.sql, [row.userId]),
    limitFor(deps, row),
  ]);
  const month = { paid: tokensOf(paidUnits), ...(units !== undefined && { limit: tokensOf(units) }), isOtherName };
  return { level: levels.get(row.userId) ?? 0, month };
}

async function gatherTrust(deps: Deps, listener: Listener): Promise<NonNullable<CaseFile["trust"]>> {
  const { sql } = deps.store;
  const { listenerId: userId } = listener;
  const [[account], group] = await Promise.all([accountEvidence(sql, [listener]), groupOf(deps, userId)]);
  return {
    findings: account ? findingsOf(ACCOUNT_RULES, account.evidence) : [],
    ...(group && { group: { groupId: group.groupId, members: group.members, score: group.score } }),
  };
}

async function gatherBank(deps: Deps, row: WithdrawalRow) {
  const [[details], others] = await Promise.all([
    openBanks(deps, [row]),
    othersOnAccount(deps.store.sql, row.accountHash, row.userId),
  ]);
  const { accountName = "", accountNumber = "", bankCode = "", bankName = "" } = details ?? {};
  return {
    ...{ accountName, accountNumber, bankCode, bankName, nameMatches: !row.warnings.includes("name_differs") },
    others: others.map(({ userId, requests, paidUnits }) => ({ userId, requests, paidTokens: tokensOf(paidUnits) })),
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

async function readHeard(sql: Sql, listener: Listener): Promise<Heard> {
  const [evidence, devices] = await Promise.all([wholeEvidenceOf(sql, listener, LOOP), devicesOf(sql, listener)]);
  return { ...evidence, devices };
}

/** What a listener heard: days, tracks, devices, loops and proofs, whose sums are the rewards. */
async function listeningOf(
  sql: Sql,
  { days, tracks, reasons, loops, proof, devices }: Heard,
): Promise<CaseFile["listening"]> {
  const [newest, older] = [days.slice(0, MOST_DAYS), days.slice(MOST_DAYS)];
  const [first, rest] = [tracks.slice(0, MOST_TRACKS), tracks.slice(MOST_TRACKS)];
  const facts = await trackFacts(sql, [...new Set([...first, ...loops].map(({ trackId }) => trackId))]);
  const named = (trackId: string) => {
    const { title = "Removed track", artist = "" } = facts.get(trackId) ?? {};
    return { trackId, title, artist };
  };
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
