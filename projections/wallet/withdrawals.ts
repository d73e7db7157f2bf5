import type { WithdrawalStatus } from "../../backend/contract/wallet.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import { readStreams } from "../../backend/store/log/read.ts";
import {
  bigint,
  boolean,
  int,
  moment,
  type RowOf,
  smallint,
  table,
  text,
  typed,
  uuid,
} from "../../backend/store/projections/table.ts";
import { anyOf } from "../../backend/store/projections/columns.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import {
  WITHDRAWAL_EVENTS,
  type WithdrawalEvent,
  type WithdrawalRequested,
  withdrawalStream,
} from "../../backend/wallet/withdrawal/events.ts";
import { evolve, type Withdrawal } from "../../backend/wallet/withdrawal/state.ts";

/** Waiting for admins. */
export const OPEN_STATUSES: readonly WithdrawalStatus[] = ["pending_review", "awaiting_second_approval"];

const ENDS: ReadonlySet<WithdrawalStatus> = new Set(["completed", "failed", "rejected", "cancelled", "reversed"]);

/** An event's words for the owner, empty where it is no step for them, and for admins, where they change. */
function wordsOf({ type, data }: WithdrawalEvent): { readonly text: string; readonly note?: string } {
  switch (type) {
    case "WithdrawalRequested":
      return { text: "Requested. Your tokens are reserved" };
    case "WithdrawalApproved":
      return { text: data.isLast ? "Approved" : "An admin approved it. A second admin has to approve it, too" };
    case "WithdrawalRejected":
      return { text: `Rejected: ${data.reason}. Your tokens are back`, note: data.reason };
    case "WithdrawalCancelled":
      return { text: "You cancelled it. Your tokens are back" };
    case "ApprovalWithdrawn":
      return { text: "An admin took the approval back. We review it again" };
    case "PayoutResolved":
      return data.outcome === "paid"
        ? { text: "Paid to your bank" }
        : { text: NOT_PAID, note: "An admin checked: the bank did not pay" };
    case "PayoutStarted":
      return { text: "On its way to your bank", note: "" };
    case "PayoutRetryAsked":
    case "PayoutCodeGiven":
    case "PayoutAttempted":
      return { text: "" };
    case "PayoutStopped":
      return { text: "", note: data.problem };
    case "PayoutUnderway":
      return {
        text: data.status === "otp" ? "We still have to confirm the payment" : "The payment provider is sending it",
      };
    case "PayoutPostponed":
      return { text: "Not sent yet. We review it again", note: data.reason };
    case "PayoutHeld":
      return { text: "We are checking this payment", note: data.reason };
    case "PayoutCompleted":
      return { text: "Paid to your bank" };
    case "PayoutFailed":
      return { text: NOT_PAID, note: `The payment provider did not pay: ${data.status}` };
    case "PayoutReversed":
      return {
        text: "Your bank sent the money back. Your tokens are back",
        ...(data.owed && { note: "The bank paid late, then sent the money back: the user owes Orin nothing" }),
      };
    case "PayoutPaidLate":
      return {
        text: "Your bank got the money late. We are checking it",
        note: "The bank paid after the tokens went back: the user owes Orin the amount",
      };
  }
}

const NOT_PAID = "Not paid. Your tokens are back";

const WITHDRAWALS = table("withdrawals", {
  shard: smallint,
  withdrawalId: uuid,
  state: typed<Withdrawal>("json"),
  userId: uuid,
  units: bigint.check("units > 0"),
  status: text,
  fundsReserved: boolean,
  reference: text.optional,
  bankDetails: text,
  /** Keyed: the same for every person who names the account. */
  accountHash: text,
  warnings: typed<string[]>("text[]"),
  transferCode: text.optional,
  notes: text.default("''"),
  requestedAt: moment,
  updatedAt: moment,
  processedAt: moment.optional,
}, {
  key: ["shard", "withdrawalId"],
  indexes: {
    withdrawals_one_open: "unique (shard, user_id) where funds_reserved",
    withdrawals_by_reference: "unique (reference, shard) where reference is not null",
    withdrawals_of_user: "(user_id, requested_at desc)",
    withdrawals_owed: "(user_id) where state->>'funds' = 'owed'",
    withdrawals_of_account: "(account_hash)",
    withdrawals_waiting:
      "(status, requested_at) where status not in ('completed', 'failed', 'rejected', 'cancelled', 'reversed')",
    withdrawals_by_status: "(status, updated_at, withdrawal_id)",
  },
});

const WITHDRAWAL_STEPS = table("withdrawal_steps", {
  shard: smallint,
  withdrawalId: uuid,
  version: int,
  step: text,
  text,
  at: moment,
}, { key: ["shard", "withdrawalId", "version"] });

/**
 * Every withdrawal with its state and steps. Inline: decisions allow one request at a time, and the unique index on
 * reserved funds enforces it once more. The columns beside `state` are for queries.
 */
export const withdrawals = projection<WithdrawalEvent>({
  name: "withdrawals",
  version: 6,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  tables: [WITHDRAWALS, WITHDRAWAL_STEPS],
  handlers: Object.fromEntries(WITHDRAWAL_EVENTS.map((type) => [type, step])),
});

async function step(tx: Tx, event: Recorded<WithdrawalEvent>): Promise<void> {
  const { log, data: { withdrawalId }, streamVersion: version, recordedAt } = event;
  const shard = shardOfLog(log);
  const known = await WITHDRAWALS.find(tx, { shard, withdrawalId });
  const state = evolve(known?.state, event);
  if (!state) throw new Error(`Cannot apply ${event.type} to withdrawal ${withdrawalId}: it was not requested`);
  const at = new Date(recordedAt);
  const { text, note } = wordsOf(event);
  if (event.type === "WithdrawalRequested") await insert(tx, event.data, { shard, state, at });
  else {
    const { status } = state;
    await tx`
      update withdrawals set state = ${JSON.stringify(state)}::text::json, status = ${status},
        funds_reserved = ${state.funds === "reserved"}, reference = ${state.reference ?? null},
        transfer_code = coalesce(${transferCodeIn(event) ?? null}, transfer_code),
        notes = coalesce(${note ?? null}, notes), updated_at = ${at},
        processed_at = case when ${ENDS.has(status) && status !== known?.state.status} then ${at} else processed_at end
      where shard = ${shard} and withdrawal_id = ${withdrawalId}`;
  }
  await WITHDRAWAL_STEPS.insert(tx, { shard, withdrawalId, version, step: event.type, text, at: recordedAt });
}

async function insert(
  tx: Tx,
  { withdrawalId, userId, units, bankDetails, accountHash, warnings }: WithdrawalRequested["data"],
  { shard, state, at }: { shard: number; state: Withdrawal; at: Date },
): Promise<void> {
  await tx`
    insert into withdrawals (shard, withdrawal_id, state, user_id, units, status, funds_reserved, bank_details,
      account_hash, warnings, requested_at, updated_at)
    values (${shard}, ${withdrawalId}, ${JSON.stringify(state)}::text::json, ${userId}, ${units}, ${state.status}, true,
      ${bankDetails}, ${accountHash}, ${[...warnings]}, ${at}, ${at})`;
}

type Row = RowOf<typeof WITHDRAWALS>;

/** A stored withdrawal; the bank details are sealed. Money in units or kobo, times in epoch ms. */
export type WithdrawalRow =
  & Withdrawal
  & Omit<Row, "state" | "userId" | "units" | "status" | "fundsReserved" | "reference">;

function rowOf({ state, fundsReserved: _fundsReserved, ...row }: Row): WithdrawalRow {
  return { ...row, ...state };
}

/** The provider's code of the transfer, where the event has one. */
function transferCodeIn({ type, data }: WithdrawalEvent): string | undefined {
  if (type === "PayoutResolved") return data.outcome === "paid" ? data.transferCode : undefined;
  return "transferCode" in data ? data.transferCode : undefined;
}

/** A withdrawal in any state. */
export async function findWithdrawal(sql: Sql | Tx, withdrawalId: string): Promise<WithdrawalRow | undefined> {
  const row = await WITHDRAWALS.find(sql, { withdrawalId });
  return row && rowOf(row);
}

/** Those of these ids that there are, in no order. */
export async function findWithdrawals(sql: Sql | Tx, ids: readonly string[]): Promise<WithdrawalRow[]> {
  if (ids.length === 0) return [];
  return (await sql<Row[]>`select * from withdrawals where withdrawal_id = any(${[...ids]}::uuid[])`).map(rowOf);
}

/** The amounts of withdrawals, in token units. */
export async function unitsOfWithdrawals(sql: Sql | Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ withdrawalId: string; units: number }[]>`
    select withdrawal_id, units from withdrawals where withdrawal_id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map((row) => [row.withdrawalId, row.units]));
}

/** A withdrawal by the reference of its transfer. */
export async function findPayout(sql: Sql | Tx, reference: string): Promise<WithdrawalRow | undefined> {
  const row = await WITHDRAWALS.find(sql, { reference });
  return row && rowOf(row);
}

/** Those of the references that a withdrawal has. */
export async function knownPayouts(sql: Sql | Tx, references: readonly string[]): Promise<string[]> {
  const rows = await sql<{ reference: string }[]>`
    select reference from withdrawals where reference = any(${[...references]})`;
  return rows.map(({ reference }) => reference);
}

/** The user's withdrawals, newest first. */
export async function withdrawalsOf(sql: Sql | Tx, userId: string, limit: number): Promise<WithdrawalRow[]> {
  const rows = await WITHDRAWALS.list(sql, { userId }, { order: "requested_at desc, withdrawal_id desc", limit });
  return rows.map(rowOf);
}

/** The newest withdrawals of many users, so many of each, newest first; who has none is missing from the map. */
export async function withdrawalsOfMany(
  sql: Sql | Tx,
  userIds: readonly string[],
  limit: number,
): Promise<Map<string, WithdrawalRow[]>> {
  const rows = await sql<(Row & { nth: number })[]>`
    select * from (
      select *, row_number() over (partition by user_id order by requested_at desc, withdrawal_id desc)::int as nth
      from withdrawals where user_id = any(${[...userIds]}::uuid[])
    ) as found where nth <= ${limit} order by nth`;
  return Map.groupBy(rows.map(({ nth: _nth, ...row }) => rowOf(row)), ({ userId }) => userId);
}

/** A page of a user's, behind the last one of the page before. */
export async function pageOfUser(
  sql: Sql | Tx,
  userId: string,
  { limit, before }: { limit: number; before?: { requestedAt: number; withdrawalId: string } | undefined },
): Promise<WithdrawalRow[]> {
  const rest = before
    ? sql`and (requested_at, withdrawal_id) < (${new Date(before.requestedAt)}, ${before.withdrawalId}::uuid)`
    : sql``;
  const rows = await sql<Row[]>`
    select * from withdrawals where user_id = ${userId} ${rest}
    order by requested_at desc, withdrawal_id desc limit ${limit}`;
  return rows.map(rowOf);
}

/** All withdrawals in one of the states, longest waiting or last changed first. */
export async function withdrawalsIn(
  sql: Sql | Tx,
  statuses: readonly WithdrawalStatus[],
  { limit, newestFirst = false }: { limit: number; newestFirst?: boolean },
): Promise<WithdrawalRow[]> {
  const order = newestFirst ? sql`updated_at desc` : sql`requested_at`;
  const rows = await sql<Row[]>`
    select * from withdrawals where status = any(${[...statuses]}) order by ${order}, withdrawal_id limit ${limit}`;
  return rows.map(rowOf);
}

/** What a list is narrowed to. Units; times in epoch ms, `to` and `decidedTo` excluded. */
export interface WithdrawalFilter {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** When it was paid or ended otherwise. */
  readonly decidedFrom?: number | undefined;
  readonly decidedTo?: number | undefined;
  /** An admin whose approval it has. */
  readonly approver?: string | undefined;
}

interface PageAfter {
  readonly filter?: WithdrawalFilter;
  readonly limit: number;
  /** The last one of the page before. */
  readonly after: { readonly updatedAt: number; readonly withdrawalId: string } | undefined;
  readonly oldestFirst: boolean;
}

/** The next page of the withdrawals in one of the states, in the order of their last change. */
export async function pageOfWithdrawals(
  sql: Sql | Tx,
  statuses: readonly WithdrawalStatus[],
  { filter = {}, limit, after, oldestFirst }: PageAfter,
): Promise<WithdrawalRow[]> {
  // In whole milliseconds, which is what a cursor holds: stored moments come from the writer's clock in these.
  const rest = after
    ? sql`and (updated_at, withdrawal_id) ${oldestFirst ? sql`>` : sql`<`}
        (${new Date(after.updatedAt)}, ${after.withdrawalId}::uuid)`
    : sql``;
  const order = oldestFirst ? sql`updated_at, withdrawal_id` : sql`updated_at desc, withdrawal_id desc`;
  const rows = await sql<Row[]>`
    select * from withdrawals where status = any(${[...statuses]}) ${fits(sql, filter)} ${rest}
    order by ${order} limit ${limit}`;
  return rows.map(rowOf);
}

function fits(sql: Sql | Tx, { min, max, from, to, decidedFrom, decidedTo, approver }: WithdrawalFilter) {
  return sql`
    ${min === undefined ? sql`` : sql`and units >= ${min}`}
    ${max === undefined ? sql`` : sql`and units <= ${max}`}
    ${from === undefined ? sql`` : sql`and requested_at >= ${new Date(from)}`}
    ${to === undefined ? sql`` : sql`and requested_at < ${new Date(to)}`}
    ${decidedFrom === undefined ? sql`` : sql`and processed_at >= ${new Date(decidedFrom)}`}
    ${decidedTo === undefined ? sql`` : sql`and processed_at < ${new Date(decidedTo)}`}
    ${approver === undefined ? sql`` : sql`and ${approver} in (select json_array_elements_text(state->'approvals'))`}`;
}

/** Units of withdrawals that were reserved at a moment, by the state in which each was. */
export interface ReservedUnits {
  /** For those that waited for admins. */
  readonly requested: number;
  readonly underway: number;
  readonly uncertain: number;
}

/**
 * Of what was reserved what the provider may have sent, with the fees it holds: units and its references. What waits for a
 * code it has not sent.
 */
export interface SentUnits {
  readonly units: number;
  readonly names: readonly string[];
}

/** What was reserved before a moment (epoch ms): the rows only say which streams to fold up to it. */
export async function reservedBefore(
  sql: Sql | Tx,
  before: number,
): Promise<{ readonly units: ReservedUnits; readonly sent: Readonly<Record<"underway" | "uncertain", SentUnits>> }> {
  const rows = await sql<{ shard: number; withdrawalId: string }[]>`
    select shard, withdrawal_id from withdrawals
    where requested_at < ${new Date(before)} and (funds_reserved or updated_at >= ${new Date(before)})`;
  const sums = { requested: 0, underway: 0, uncertain: 0 };
  const sent = { underway: { units: 0, names: [] as string[] }, uncertain: { units: 0, names: [] as string[] } };
  for (const [shard, list] of Map.groupBy(rows, (row) => row.shard)) {
    const streams = list.map((row) => withdrawalStream(row.withdrawalId));
    for (const events of (await readStreams<WithdrawalEvent>(sql, `ledger/${shard}`, streams)).values()) {
      const told = events.filter(({ recordedAt }) => recordedAt < before);
      const state = told.reduce<Withdrawal | undefined>(evolve, undefined);
      if (state?.funds !== "reserved") continue;
      const place = placeOf(state.status);
      sums[place] += state.units;
      if (place === "requested" || state.status === "needs_otp" || state.reference === undefined) continue;
      sent[place].units += state.units + feeSaid(told);
      sent[place].names.push(state.reference);
    }
  }
  return { units: sums, sent };
}

/** The fee that the provider said last while it had not ended the payout; kobo. */
function feeSaid(events: readonly WithdrawalEvent[]): number {
  const said = events.findLast(({ type }) => type === "PayoutUnderway" || type === "PayoutHeld");
  return said && "feeKobo" in said.data ? said.data.feeKobo ?? 0 : 0;
}

function placeOf(status: WithdrawalStatus): keyof ReservedUnits {
  if (OPEN_STATUSES.includes(status)) return "requested";
  return status === "uncertain" ? "uncertain" : "underway";
}

/** The number of withdrawals in each state; with `among` only of those states, which the index of what waits counts. */
export async function countWithdrawals(
  sql: Sql | Tx,
  among?: readonly WithdrawalStatus[],
): Promise<Map<WithdrawalStatus, number>> {
  const rows = await sql<{ status: WithdrawalStatus; count: number }[]>`
    select status, count(*)::int as count from withdrawals
    ${among === undefined ? sql`` : sql`where status = any(${[...among]})`} group by status`;
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** So many people who share a bank account are named. */
const MOST_OTHERS = 50;

/** The users of each of these bank accounts: how often they asked, and how many units it got; most requests first. */
export async function usersOfAccounts(
  sql: Sql | Tx,
  accountHashes: readonly string[],
): Promise<(accountHash: string, except: string) => { userId: string; requests: number; paidUnits: number }[]> {
  const rows = await sql<{ accountHash: string; userId: string; requests: number; paidUnits: number }[]>`
    select account_hash, user_id, requests, paid_units from (
      select account_hash, user_id, count(*)::int as requests,
        coalesce(sum(units) filter (where status = 'completed'), 0)::bigint as paid_units,
        row_number() over (partition by account_hash order by count(*) desc, user_id) as nth
      from withdrawals where account_hash = any(${[...accountHashes]}) group by account_hash, user_id
    ) as found where nth <= ${MOST_OTHERS + 1} order by nth`;
  const users = Map.groupBy(rows, (row) => row.accountHash);
  return (accountHash, except) => (
    (users.get(accountHash) ?? []).filter(({ userId }) => userId !== except).slice(0, MOST_OTHERS)
      .map(({ userId, requests, paidUnits }) => ({ userId, requests, paidUnits }))
  );
}

/** Withdrawals that may have reached the provider, changed at `from` (epoch ms) or later. For reconciliation. */
export async function payoutsSince(sql: Sql | Tx, from: number): Promise<WithdrawalRow[]> {
  const rows = await sql<Row[]>`
    select * from withdrawals where reference is not null and updated_at >= ${new Date(from)} order by updated_at`;
  return rows.map(rowOf);
}

/** The users with money reserved for a withdrawal: for decisions, with the transaction's handle. */
export async function usersWithOpenWithdrawal(tx: Tx, shard: number, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ userId: string }[]>`
    select user_id from withdrawals
    where shard = ${shard} and user_id = any(${[...userIds]}::uuid[]) and funds_reserved`;
  return new Set(rows.map((row) => row.userId));
}

/** The user's open request. */
export async function openWithdrawal(sql: Sql | Tx, shard: number, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ withdrawalId: string }[]>`
    select withdrawal_id from withdrawals where shard = ${shard} and user_id = ${userId} and funds_reserved`;
  return row?.withdrawalId;
}

/** What of a user's requests is open, and whether a human has to judge one first. */
export async function waitingOf(
  sql: Sql | Tx,
  shard: number,
  userId: string,
): Promise<{ openId: string | undefined; isUncertain: boolean }> {
  const rows = await sql<{ withdrawalId: string; isOpen: boolean; isUncertain: boolean }[]>`
    select withdrawal_id, funds_reserved as is_open, status = 'uncertain' as is_uncertain from withdrawals
    where shard = ${shard} and user_id = ${userId} and (funds_reserved or status = 'uncertain')`;
  return {
    openId: rows.find((row) => row.isOpen)?.withdrawalId,
    isUncertain: rows.some((row) => row.isUncertain),
  };
}

/** Whether another user asked to be paid to the same account. */
export async function isAccountOfAnother(sql: Sql | Tx, accountHash: string, userId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from withdrawals where account_hash = ${accountHash} and user_id <> ${userId} limit 1`;
  return rows.length > 0;
}

/** Whether one of these people has ever asked to be paid to an account. */
export async function isAccountOfAny(sql: Sql | Tx, accountHash: string, userIds: readonly string[]): Promise<boolean> {
  const rows = await sql`
    select 1 from withdrawals where account_hash = ${accountHash} and user_id = any(${[...userIds]}::uuid[]) limit 1`;
  return rows.length > 0;
}

/** The steps of withdrawals, in their order; `at` in epoch ms. */
export async function stepsOf(
  sql: Sql | Tx,
  withdrawalIds: readonly string[],
): Promise<Map<string, { step: string; text: string; at: number }[]>> {
  const rows = await sql<{ withdrawalId: string; step: string; text: string; at: number }[]>`
    select withdrawal_id, step, text, at from withdrawal_steps
    where withdrawal_id = any(${[...withdrawalIds]}::uuid[]) and text <> '' order by withdrawal_id, version`;
  return new Map([...Map.groupBy(rows, (row) => row.withdrawalId)].map(([withdrawalId, list]) => [
    withdrawalId,
    list.map(({ step, text, at }) => ({ step, text, at })),
  ]));
}

/** What the ledger must hold for all withdrawals together: units and kobo. For reconciliation. */
export async function withdrawalSums(sql: Sql | Tx): Promise<{ reserved: number; throughProvider: number }> {
  // Paid withdrawals left with their fee; returned ones cost only the fee that the provider kept.
  const [row] = await sql<{ reserved: number; throughProvider: number }[]>`
    select coalesce(sum(units) filter (where funds_reserved), 0)::bigint as reserved,
      coalesce(sum(case
        when status = 'completed' or (status = 'uncertain' and not funds_reserved) then units + (state->>'feeKobo')::bigint
        when status = 'reversed' then (state->>'feeKobo')::bigint else 0 end), 0)::bigint as through_provider
    from withdrawals`;
  return row ?? { reserved: 0, throughProvider: 0 };
}

/**
 * How many units have been paid out to each of the users; who never was is missing. With `shard`, to users of this shard
 * alone: for decisions, with the transaction's handle.
 */
export async function paidUnitsOf(
  sql: Sql | Tx,
  userIds: readonly string[],
  shard?: number,
): Promise<Map<string, number>> {
  const rows = await sql<{ userId: string; units: number }[]>`
    select user_id, sum(units)::bigint as units from withdrawals
    where ${shard === undefined ? sql`` : sql`shard = ${shard} and`} user_id = any(${[...userIds]}::uuid[])
      and status = 'completed' group by user_id`;
  return new Map(rows.map(({ userId, units }) => [userId, units]));
}

/**
 * Units that are on their way or paid of payouts that began at a moment or later (epoch ms), for each of the users; who
 * has none is missing. With `shard`, of users of this shard alone: for decisions, with the transaction's handle.
 */
export async function unitsPaidSince(
  sql: Sql | Tx,
  { shard, userIds, from }: { readonly shard?: number; readonly userIds: readonly string[]; readonly from: number },
): Promise<Map<string, number>> {
  const rows = await sql<{ userId: string; units: number }[]>`
    select user_id, sum(units)::bigint as units from withdrawals w
    where user_id = any(${[...userIds]}::uuid[]) and ${isPaidSince(sql, { shard, from })} group by user_id`;
  return new Map(rows.map(({ userId, units }) => [userId, units]));
}

/** Of a withdrawal `w`: whether it is on its way or paid, and began at a moment or later. */
function isPaidSince(sql: Sql | Tx, { shard, from }: { readonly shard?: number | undefined; readonly from: number }) {
  return sql`${shard === undefined ? sql`` : sql`shard = ${shard} and`}
      (status in ('processing', 'needs_otp', 'uncertain') or state->>'funds' in ('paid', 'owed'))
      and exists (
        select 1 from withdrawal_steps s
        where ${shard === undefined ? sql`` : sql`s.shard = ${shard} and`} s.shard = w.shard
          and s.withdrawal_id = w.withdrawal_id and s.step = 'PayoutStarted' and s.at >= ${new Date(from)})`;
}

/**
 * What these bank accounts were paid, or is on its way to them, in payouts that began since a moment (epoch ms): units
 * by account and person.
 */
export async function paidToAccountsSince(
  sql: Sql | Tx,
  accountHashes: readonly string[],
  from: number,
): Promise<{ accountHash: string; userId: string; units: number }[]> {
  return await sql<{ accountHash: string; userId: string; units: number }[]>`
    select account_hash, user_id, sum(units)::bigint as units from withdrawals w
    where account_hash = any(${[...accountHashes]}) and ${isPaidSince(sql, { from })} group by account_hash, user_id`;
}

/** The withdrawals of these people that wait for a human's judgement. */
export async function uncertainWithdrawals(
  sql: Sql | Tx,
  userIds: readonly string[],
): Promise<{ userId: string; withdrawalId: string }[]> {
  return await sql<{ userId: string; withdrawalId: string }[]>`
    select user_id, withdrawal_id from withdrawals
    where user_id = any(${[...userIds]}::uuid[]) and status = 'uncertain'`;
}

/** For `debts.ts`, as rows `user_id, units`: what people of a shard were paid although it had been returned. */
export function owedByPayouts(sql: Sql | Tx, shard: number, userIds: readonly string[]) {
  return sql`
    select user_id, units from withdrawals
    where shard = ${shard} and ${anyOf("user_id", userIds)}
      and state->>'funds' = 'owed'`;
}

/** People who were paid although the tokens had been returned. */
export async function debtorsByPayouts(sql: Sql | Tx): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select distinct user_id from withdrawals where state->>'funds' = 'owed'`;
  return rows.map((row) => row.userId);
}

/** Units on their way to banks or there, of payouts that began since a moment. */
interface PaidSince {
  /** To the user. */
  readonly user: number;
  /** To the bank account, for all who asked for it. */
  readonly account: number;
  /** By the admin who alone approved. */
  readonly aloneBy: ReadonlyMap<string, number>;
}

/** What the payouts of all shards come to, and those that began lately: these are in the sums, and no other is. */
export interface PaidSums {
  readonly day: PaidSince;
  readonly week: PaidSince;
  /** Units of all payouts that began from `from` to `dayStart`, and since `since`; without one withdrawal. */
  readonly beforeUnits: number;
  readonly paidUnits: number;
  readonly begun: readonly string[];
}

/**
 * What was paid in the days before, by all shards: decisions add up over it. One statement, so that the sums and `begun`
 * are of one moment in each shard. Moments in epoch ms.
 */
export async function paidSums(
  sql: Sql | Tx,
  { userId, accountHash, day, week, from, dayStart, since, except, lately }: {
    readonly userId: string;
    readonly accountHash: string;
    readonly day: number;
    readonly week: number;
    readonly from: number;
    readonly dayStart: number;
    readonly since: number;
    readonly except: string | undefined;
    readonly lately: number;
  },
): Promise<PaidSums> {
  const sums = (what: ReturnType<Sql>) => sql`coalesce(sum(units) filter (where ${what}), 0)::bigint`;
  const other = sql`withdrawal_id is distinct from ${except ?? null}::uuid`;
  const rows = await sql<PaidRow[]>`
    select alone, ${sums(sql`user_id = ${userId} and at >= ${new Date(day)}`)} as user_day,
      ${sums(sql`user_id = ${userId} and at >= ${new Date(week)}`)} as user_week,
      ${sums(sql`account_hash = ${accountHash} and at >= ${new Date(day)}`)} as account_day,
      ${sums(sql`account_hash = ${accountHash} and at >= ${new Date(week)}`)} as account_week,
      ${sums(sql`at >= ${new Date(day)}`)} as all_day, ${sums(sql`at >= ${new Date(week)}`)} as all_week,
      ${sums(sql`at < ${new Date(dayStart)} and ${other}`)} as before,
      ${sums(sql`at >= ${new Date(since)} and ${other}`)} as paid,
      array_agg(withdrawal_id) filter (where at >= ${new Date(lately)}) as begun
    from (
      select sent.shard, sent.withdrawal_id, user_id, account_hash, units, max(begun.at) as at,
        case when json_array_length(state->'approvals') = 1 then state->'approvals'->>0 end as alone
      from withdrawals as sent join withdrawal_steps as begun
        on begun.shard = sent.shard and begun.withdrawal_id = sent.withdrawal_id and begun.step = 'PayoutStarted'
      where status in ('processing', 'needs_otp', 'uncertain', 'completed') and updated_at >= ${new Date(from)}
      group by sent.shard, sent.withdrawal_id
    ) as paid
    where at >= ${new Date(from)}
    group by alone`;
  const sum = (pick: (row: PaidRow) => number) => rows.reduce((all, row) => all + pick(row), 0);
  const aloneBy = (pick: (row: PaidRow) => number) =>
    new Map(rows.flatMap((row) => row.alone === undefined ? [] : [[row.alone, pick(row)]]));
  return {
    day: {
      user: sum((row) => row.userDay),
      account: sum((row) => row.accountDay),
      aloneBy: aloneBy((row) => row.allDay),
    },
    week: {
      user: sum((row) => row.userWeek),
      account: sum((row) => row.accountWeek),
      aloneBy: aloneBy((row) => row.allWeek),
    },
    beforeUnits: sum((row) => row.before),
    paidUnits: sum((row) => row.paid),
    begun: rows.flatMap((row) => row.begun ?? []),
  };
}

/** Since when a payout is uncertain (epoch ms); 0 for one that never was. */
export async function uncertainSince(sql: Sql | Tx, withdrawalId: string): Promise<number> {
  const [row] = await sql<{ at: number | undefined }[]>`
    select max(at) as at from withdrawal_steps
    where withdrawal_id = ${withdrawalId} and step in ('PayoutHeld', 'PayoutPaidLate')`;
  return row?.at ?? 0;
}

/** Units of payouts that these admins let go alone and that began since a moment (epoch ms), without one withdrawal. */
export async function unitsPaidAlone(
  sql: Sql | Tx,
  { adminIds, since, except }: {
    readonly adminIds: readonly string[];
    readonly since: number;
    readonly except: string;
  },
): Promise<number> {
  const [row] = await sql<{ units: number }[]>`
    select coalesce(sum(units), 0)::bigint as units from withdrawals
    where status in ('processing', 'needs_otp', 'uncertain', 'completed') and updated_at >= ${new Date(since)}
      and withdrawal_id <> ${except} and json_array_length(state->'approvals') = 1
      and state->'approvals'->>0 = any(${[...adminIds]}::text[])
      and exists (
        select from withdrawal_steps as begun
        where begun.shard = withdrawals.shard and begun.withdrawal_id = withdrawals.withdrawal_id
          and begun.step = 'PayoutStarted' and begun.at >= ${new Date(since)}
      )`;
  return row?.units ?? 0;
}

type PaidRow =
  & Record<
    "userDay" | "userWeek" | "accountDay" | "accountWeek" | "allDay" | "allWeek" | "before" | "paid",
    number
  >
  & { readonly alone: string | undefined; readonly begun: string[] | undefined };

/** When the first payout ever was paid, epoch ms. */
export async function firstPaidAt(sql: Sql | Tx): Promise<number | undefined> {
  const [row] = await sql<{ first: number | undefined }[]>`
    select min(updated_at) as first from withdrawals where status = 'completed'`;
  return row?.first;
}

/** When these people last named a bank account for the first time, by person, where that was since a moment (epoch ms). */
export async function bankAccountsSince(
  sql: Sql | Tx,
  { shard, userIds, since }: { readonly shard: number; readonly userIds: readonly string[]; readonly since: number },
): Promise<Map<string, number>> {
  const rows = await sql<{ userId: string; at: number }[]>`
    select user_id, max(first) as at from (
      select user_id, min(requested_at) as first from withdrawals
      where shard = ${shard} and user_id = any(${[...userIds]}::uuid[]) group by user_id, account_hash
    ) as named where first > ${new Date(since)} group by user_id`;
  return new Map(rows.map(({ userId, at }) => [userId, at]));
}

/** Whose payment is uncertain, of these people of a shard. */
export async function usersWithUncertain(
  tx: Tx,
  shard: number,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx<{ userId: string }[]>`
    select user_id from withdrawals
    where shard = ${shard} and user_id = any(${[...userIds]}::uuid[]) and status = 'uncertain'`;
  return new Set(rows.map((row) => row.userId));
}
