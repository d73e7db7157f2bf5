import { valuesOf } from "../backend/store/projections/columns.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import type { WithdrawalEvent } from "../backend/wallet/withdrawal/events.ts";

/** What admins decided about each withdrawal: who, why, when, and on which case file. */
export const reviews: Projection<WithdrawalEvent> = {
  name: "reviews",
  version: 1,
  mode: "async",
  logs: ["ledger"],
  on: ["WithdrawalApproved", "WithdrawalRejected", "ApprovalWithdrawn", "PayoutResolved"],
  tables: `
    create table reviews (
      withdrawal_id uuid not null,
      version integer not null,
      decision text not null check (decision in ('approved', 'rejected', 'approval_withdrawn', 'paid', 'returned')),
      admin_id uuid not null,
      reason text not null,
      case_hash text not null,
      at timestamptz not null,
      primary key (withdrawal_id, version)
    )`,

  async apply(tx, events) {
    const rows = events.map((event) => ({ ...reviewIn(event), version: event.streamVersion, at: event.recordedAt }));
    await tx`insert into reviews ${valuesOf(tx, rows, COLUMNS)}`;
  },
};

const COLUMNS = {
  uuid: ["withdrawalId", "adminId"],
  text: ["decision", "reason", "caseHash"],
  int: ["version"],
  ms: ["at"],
} as const;

type Decision = "approved" | "rejected" | "approval_withdrawn" | "paid" | "returned";

/** A decision; `at` in epoch ms, `caseHash` empty where no case file belongs to it. */
export interface Review {
  readonly withdrawalId: string;
  readonly decision: Decision;
  readonly adminId: string;
  readonly reason: string;
  readonly caseHash: string;
  readonly at: number;
}

/** The decisions about withdrawals, in their order. */
export async function reviewsOf(sql: Sql | Tx, withdrawalIds: readonly string[]): Promise<Map<string, Review[]>> {
  const rows = await sql<(Omit<Review, "at"> & { at: Date })[]>`
    select withdrawal_id as "withdrawalId", decision, admin_id as "adminId", reason, case_hash as "caseHash", at
    from reviews where withdrawal_id = any(${[...withdrawalIds]}::uuid[]) order by withdrawal_id, version`;
  return Map.groupBy(rows.map((row) => ({ ...row, at: row.at.getTime() })), (row) => row.withdrawalId);
}

function reviewIn({ type, data }: WithdrawalEvent): Omit<Review, "at"> {
  switch (type) {
    case "WithdrawalApproved":
      return { ...data, decision: "approved" };
    case "WithdrawalRejected":
      return { ...data, decision: "rejected" };
    case "ApprovalWithdrawn":
      return { ...data, decision: "approval_withdrawn", caseHash: "" };
    case "PayoutResolved":
      return { ...data, decision: data.outcome, caseHash: "" };
    default:
      throw new TypeError(`reviews do not read ${type}`);
  }
}
