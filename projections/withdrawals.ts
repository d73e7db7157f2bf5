import type { WithdrawalStatus } from "../backend/contract/wallet.ts";
import { type Recorded, shardOfLog } from "../backend/store/log/event.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { WITHDRAWAL_EVENTS, type WithdrawalEvent } from "../backend/wallet/withdrawal/events.ts";

/** A withdrawal as it is kept; the bank details are sealed. Money in units or kobo, times in epoch ms. */
export interface WithdrawalRow {
  readonly shard: number;
  readonly withdrawalId: string;
  readonly userId: string;
  readonly units: number;
  readonly status: WithdrawalStatus;
  readonly fundsReserved: boolean;
  readonly bankDetails: string;
  /** Keyed: the same for everyone who names the account. */
  readonly accountHash: string;
  readonly warnings: readonly string[];
  readonly approvalsNeeded: number;
  readonly approvals: readonly string[];
  readonly reference: string | undefined;
  readonly transferCode: string | undefined;
  readonly feeKobo: number;
  readonly notes: string;
  readonly requestedAt: number;
  readonly updatedAt: number;
  readonly processedAt: number | undefined;
}

/** The row as Postgres gives it. */
interface Row {
  shard: number;
  withdrawal_id: string;
  user_id: string;
  units: number;
  status: WithdrawalStatus;
  funds_reserved: boolean;
  bank_details: string;
  account_hash: string;
  warnings: string[];
  approvals_needed: number;
  approvals: string[];
  reference: string | null;
  transfer_code: string | null;
  fee_kobo: number;
  notes: string;
  requested_at: Date;
  updated_at: Date;
  processed_at: Date | null;
}

/** A stored row as others read it. */
function rowOf(row: Row): WithdrawalRow {
  return {
    ...{ shard: row.shard, withdrawalId: row.withdrawal_id, userId: row.user_id, units: row.units },
    ...{ status: row.status, fundsReserved: row.funds_reserved, bankDetails: row.bank_details },
    ...{ warnings: row.warnings, approvalsNeeded: row.approvals_needed, approvals: row.approvals },
    accountHash: row.account_hash,
    reference: row.reference ?? undefined,
    transferCode: row.transfer_code ?? undefined,
    feeKobo: row.fee_kobo,
    notes: row.notes,
    requestedAt: row.requested_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    processedAt: row.processed_at?.getTime(),
  };
}

/** What an event changes about a withdrawal's row, and the words for its owner; empty where it is no step of theirs. */
interface Step {
  readonly text: string;
  readonly status?: WithdrawalStatus;
  readonly fundsReserved?: boolean;
  readonly approvedBy?: string;
  /** Whose approval is gone; with the last one the request is pending again. */
  readonly unapprovedBy?: string;
  readonly clearsApprovals?: boolean;
  readonly decidedBy?: string;
  readonly reference?: string;
  readonly transferCode?: string;
  readonly feeKobo?: number;
  readonly note?: string;
  readonly isLast?: boolean;
}

/** Waiting for admins. */
export const OPEN_STATUSES: readonly WithdrawalStatus[] = ["pending_review", "awaiting_second_approval"];

/** What an event makes of a withdrawal, and the words for its owner. */
function stepOf({ type, data }: WithdrawalEvent): Step {
  switch (type) {
    case "WithdrawalRequested":
      return { text: "Requested. Your tokens are reserved" };
    case "WithdrawalApproved":
      return {
        text: data.isLast ? "Approved" : "An admin approved it. A second admin has to approve it, too",
        approvedBy: data.adminId,
        decidedBy: data.adminId,
        ...(!data.isLast && { status: "awaiting_second_approval" as const }),
      };
    case "WithdrawalRejected":
      return ended("rejected", `Rejected: ${data.reason}. Your tokens are back`, {
        decidedBy: data.adminId,
        note: data.reason,
      });
    case "WithdrawalCancelled":
      return ended("cancelled", "You cancelled it. Your tokens are back");
    case "ApprovalWithdrawn":
      return { text: "An admin took the approval back. We review it again", unapprovedBy: data.adminId };
    case "PayoutResolved":
      return data.outcome === "paid" ? completed(data) : notPaid("An admin checked: the bank did not pay");
    case "PayoutStarted":
      return { text: "On its way to your bank", status: "processing", reference: data.reference, note: "" };
    case "PayoutRetryAsked":
    case "PayoutCodeGiven":
    case "PayoutAttempted":
      return { text: "" };
    case "PayoutUnderway":
      return data.status === "otp"
        ? { text: "We still have to confirm the payment", status: "needs_otp", transferCode: data.transferCode }
        : { text: "The payment provider is sending it", status: "processing", transferCode: data.transferCode };
    case "PayoutPostponed":
      return {
        text: "Not sent yet. We review it again",
        status: "pending_review",
        clearsApprovals: true,
        note: data.reason,
      };
    case "PayoutHeld":
      return { text: "We are checking this payment", status: "uncertain", note: data.reason };
    case "PayoutCompleted":
      return completed(data);
    case "PayoutFailed":
      return notPaid(`The payment provider did not pay: ${data.status}`);
    case "PayoutReversed":
      return ended("reversed", "Your bank sent the money back. Your tokens are back", {
        feeKobo: -data.feeBackKobo,
        ...(data.owed && { note: "The bank paid late, then sent the money back: the user owes Orin nothing" }),
      });
    case "PayoutPaidLate":
      return {
        text: "Your bank got the money late. We are checking it",
        status: "uncertain",
        transferCode: data.transferCode,
        feeKobo: data.feeKobo,
        note: "The bank paid after the tokens went back: the user owes Orin the amount",
      };
  }
}

function ended(status: WithdrawalStatus, text: string, more: Partial<Step> = {}): Step {
  return { text, status, fundsReserved: false, isLast: true, ...more };
}

function completed({ transferCode, feeKobo }: { transferCode: string; feeKobo: number }): Step {
  return ended("completed", "Paid to your bank", { transferCode, feeKobo });
}

function notPaid(note: string): Step {
  return ended("failed", "Not paid. Your tokens are back", { note });
}

/**
 * Every withdrawal as it stands, and its steps. Inline: one request at a time is decided on it, and the unique index on
 * what is still reserved is the last line of that rule.
 */
export const withdrawals: Projection<WithdrawalEvent> = {
  name: "withdrawals",
  version: 3,
  mode: "inline",
  logs: ["ledger"],
  on: WITHDRAWAL_EVENTS,
  tables: `
    create table withdrawals (
      shard smallint not null,
      withdrawal_id uuid not null,
      user_id uuid not null,
      units bigint not null check (units > 0),
      status text not null,
      funds_reserved boolean not null default true,
      bank_details text not null,
      account_hash text not null,
      warnings text[] not null,
      approvals_needed smallint not null check (approvals_needed in (1, 2)),
      approvals uuid[] not null default '{}',
      decided_by uuid,
      reference text,
      transfer_code text,
      fee_kobo bigint not null default 0,
      notes text not null default '',
      requested_at timestamptz not null,
      updated_at timestamptz not null,
      processed_at timestamptz,
      primary key (shard, withdrawal_id)
    );
    create unique index withdrawals_one_open on withdrawals (shard, user_id) where funds_reserved;
    create unique index withdrawals_by_reference on withdrawals (reference, shard) where reference is not null;
    create index withdrawals_of_user on withdrawals (user_id, requested_at desc);
    create index withdrawals_of_account on withdrawals (account_hash);
    create index withdrawals_waiting on withdrawals (status, requested_at) where status not in
      ('completed', 'failed', 'rejected', 'cancelled', 'reversed');
    create index withdrawals_by_status on withdrawals (status, updated_at, withdrawal_id);
    create table withdrawal_steps (
      shard smallint not null,
      withdrawal_id uuid not null,
      version integer not null,
      step text not null,
      text text not null,
      at timestamptz not null,
      primary key (shard, withdrawal_id, version)
    )`,

  async apply(tx, events) {
    // A handful a second at most; one after another keeps the steps of a withdrawal in their order.
    for (const event of events) await applyOne(tx, event);
  },
};

async function applyOne(tx: Tx, event: Recorded<WithdrawalEvent>): Promise<void> {
  const shard = shardOfLog(event.log);
  const at = new Date(event.recordedAt);
  const { type, data } = event;
  if (type === "WithdrawalRequested") {
    await tx`
      insert into withdrawals (shard, withdrawal_id, user_id, units, status, bank_details, account_hash, warnings,
        approvals_needed, requested_at, updated_at)
      values (${shard}, ${data.withdrawalId}, ${data.userId}, ${data.units}, 'pending_review', ${data.bankDetails},
        ${data.accountHash}, ${[...data.warnings]}, ${data.approvalsNeeded}, ${at}, ${at})`;
  }
  const change = stepOf(event);
  await tx`
    update withdrawals set
      status = case when ${change.unapprovedBy ?? null}::uuid is null then coalesce(${change.status ?? null}, status)
        when cardinality(array_remove(approvals, ${change.unapprovedBy ?? null}::uuid)) > 0
          then 'awaiting_second_approval' else 'pending_review' end,
      funds_reserved = coalesce(${change.fundsReserved ?? null}, funds_reserved),
      approvals = case when ${change.clearsApprovals ?? false} then '{}'
        when ${change.unapprovedBy ?? null}::uuid is not null
          then array_remove(approvals, ${change.unapprovedBy ?? null}::uuid)
        when ${change.approvedBy ?? null}::uuid is null then approvals
        else approvals || ${change.approvedBy ?? null}::uuid end,
      decided_by = coalesce(${change.decidedBy ?? null}::uuid, decided_by),
      reference = coalesce(${change.reference ?? null}, reference),
      transfer_code = coalesce(${change.transferCode ?? null}, transfer_code),
      fee_kobo = fee_kobo + ${change.feeKobo ?? 0},
      notes = coalesce(${change.note ?? null}, notes),
      updated_at = ${at},
      processed_at = case when ${change.isLast ?? false} then ${at} else processed_at end
    where shard = ${shard} and withdrawal_id = ${data.withdrawalId}`;
  await tx`
    insert into withdrawal_steps (shard, withdrawal_id, version, step, text, at)
    values (${shard}, ${data.withdrawalId}, ${event.streamVersion}, ${type}, ${change.text}, ${at})`;
}

/** A withdrawal, whatever became of it. */
export async function findWithdrawal(sql: Sql | Tx, withdrawalId: string): Promise<WithdrawalRow | undefined> {
  const [row] = await sql<Row[]>`select * from withdrawals where withdrawal_id = ${withdrawalId}`;
  return row && rowOf(row);
}

/** A withdrawal by the reference of its transfer. */
export async function findPayout(sql: Sql | Tx, reference: string): Promise<WithdrawalRow | undefined> {
  const [row] = await sql<Row[]>`select * from withdrawals where reference = ${reference}`;
  return row && rowOf(row);
}

/** The user's withdrawals, the newest first. */
export async function withdrawalsOf(sql: Sql | Tx, userId: string, limit: number): Promise<WithdrawalRow[]> {
  const rows = await sql<Row[]>`
    select * from withdrawals where user_id = ${userId} order by requested_at desc, withdrawal_id desc limit ${limit}`;
  return rows.map(rowOf);
}

/** All withdrawals in one of the states, the longest waiting first, or the last changed first. */
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

interface PageAfter {
  readonly limit: number;
  /** The last one that was seen. */
  readonly after: { readonly updatedAt: number; readonly withdrawalId: string } | undefined;
  readonly oldestFirst: boolean;
}

/** The next page of the withdrawals in one of the states, in the order of their last change. */
export async function pageOfWithdrawals(
  sql: Sql | Tx,
  statuses: readonly WithdrawalStatus[],
  { limit, after, oldestFirst }: PageAfter,
): Promise<WithdrawalRow[]> {
  // In whole milliseconds, which is what a cursor holds: stored moments come from the writer's clock in these.
  const rest = after
    ? sql`and (updated_at, withdrawal_id) ${oldestFirst ? sql`>` : sql`<`}
        (${new Date(after.updatedAt)}, ${after.withdrawalId}::uuid)`
    : sql``;
  const order = oldestFirst ? sql`updated_at, withdrawal_id` : sql`updated_at desc, withdrawal_id desc`;
  const rows = await sql<Row[]>`
    select * from withdrawals where status = any(${[...statuses]}) ${rest}
    order by ${order} limit ${limit}`;
  return rows.map(rowOf);
}

/** How many withdrawals stand in each state. */
export async function countWithdrawals(sql: Sql | Tx): Promise<Map<WithdrawalStatus, number>> {
  const rows = await sql<{ status: WithdrawalStatus; count: number }[]>`
    select status, count(*)::int as count from withdrawals group by status`;
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** Others who have asked to be paid to the account: how often, and how many units they were paid there. */
export async function othersOnAccount(
  sql: Sql | Tx,
  accountHash: string,
  userId: string,
): Promise<{ userId: string; requests: number; paidUnits: number }[]> {
  return await sql<{ userId: string; requests: number; paidUnits: number }[]>`
    select user_id as "userId", count(*)::int as requests,
      coalesce(sum(units) filter (where status = 'completed'), 0)::bigint as "paidUnits"
    from withdrawals where account_hash = ${accountHash} and user_id <> ${userId}
    group by user_id order by requests desc, user_id limit 50`;
}

/** Withdrawals that a call to the provider may have been made for, changed at `from` (epoch ms) or later. For reconciliation. */
export async function payoutsSince(sql: Sql | Tx, from: number): Promise<WithdrawalRow[]> {
  const rows = await sql<Row[]>`
    select * from withdrawals where reference is not null and updated_at >= ${new Date(from)} order by updated_at`;
  return rows.map(rowOf);
}

/** Those of the users whose money is reserved for a withdrawal: for decisions, with the transaction's handle. */
export async function usersWithOpenWithdrawal(tx: Tx, shard: number, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ user_id: string }[]>`
    select user_id from withdrawals
    where shard = ${shard} and user_id = any(${[...userIds]}::uuid[]) and funds_reserved`;
  return new Set(rows.map((row) => row.user_id));
}

/** The user's request that is still open. */
export async function openWithdrawal(sql: Sql | Tx, shard: number, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ withdrawal_id: string }[]>`
    select withdrawal_id from withdrawals where shard = ${shard} and user_id = ${userId} and funds_reserved`;
  return row?.withdrawal_id;
}

/** Whether someone else has asked to be paid to the same account. */
export async function isAccountOfAnother(sql: Sql | Tx, accountHash: string, userId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from withdrawals where account_hash = ${accountHash} and user_id <> ${userId} limit 1`;
  return rows.length > 0;
}

/** The steps of withdrawals, in their order; `at` in epoch ms. */
export async function stepsOf(
  sql: Sql | Tx,
  withdrawalIds: readonly string[],
): Promise<Map<string, { step: string; text: string; at: number }[]>> {
  const rows = await sql<{ withdrawal_id: string; step: string; text: string; at: Date }[]>`
    select withdrawal_id, step, text, at from withdrawal_steps
    where withdrawal_id = any(${[...withdrawalIds]}::uuid[]) and text <> '' order by withdrawal_id, version`;
  const steps = new Map<string, { step: string; text: string; at: number }[]>();
  for (const { withdrawal_id, step, text, at } of rows) {
    steps.set(withdrawal_id, [...steps.get(withdrawal_id) ?? [], { step, text, at: at.getTime() }]);
  }
  return steps;
}

/** What the ledger must say about all withdrawals together: units and kobo. For reconciliation. */
export async function withdrawalSums(sql: Sql | Tx): Promise<{ reserved: number; throughProvider: number }> {
  // Paid ones left with their fee; of those that came back only a fee that was kept is gone.
  const [row] = await sql<{ reserved: number; gone: number }[]>`
    select coalesce(sum(units) filter (where funds_reserved), 0)::bigint as reserved,
      coalesce(sum(case
        when status = 'completed' or (status = 'uncertain' and not funds_reserved) then units + fee_kobo
        when status = 'reversed' then fee_kobo else 0 end), 0)::bigint as gone
    from withdrawals`;
  return { reserved: row?.reserved ?? 0, throughProvider: row?.gone ?? 0 };
}
