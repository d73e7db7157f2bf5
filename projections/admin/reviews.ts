import type { Projection } from "../../backend/store/projections/projection.ts";
import { ddlOf, int, moment, oneOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import type { CaseEvent } from "../../backend/wallet/cases/events.ts";
import type { WithdrawalEvent } from "../../backend/wallet/withdrawal/events.ts";

const CASES = ["CaseFileShown", "CaseFileLeftClosed"] as const;

const REVIEWS = table("reviews", {
  withdrawalId: uuid,
  version: int,
  decision: oneOf("approved", "rejected", "approval_withdrawn", "paid", "returned"),
  adminId: uuid,
  reason: text,
  caseHash: text,
  at: moment,
}, { key: ["withdrawalId", "version"] });

const CASES_LEFT_CLOSED = table("cases_left_closed", {
  withdrawalId: uuid,
  hash: text,
}, { key: ["withdrawalId", "hash"] });

/** What admins decided about each withdrawal: who, why, when, and on which case file, opened or not. */
export const reviews: Projection<WithdrawalEvent | CaseEvent> = {
  name: "reviews",
  version: 2,
  mode: "async",
  place: "social",
  logs: ["ledger"],
  on: ["WithdrawalApproved", "WithdrawalRejected", "ApprovalWithdrawn", "PayoutResolved", ...CASES],
  tables: ddlOf(REVIEWS, CASES_LEFT_CLOSED),

  async apply(tx, events) {
    const rows = events.flatMap((event) => {
      const review = reviewIn(event);
      return review ? [{ ...review, version: event.streamVersion, at: event.recordedAt }] : [];
    });
    if (rows.length > 0) await tx`insert into reviews ${REVIEWS.values(tx, rows)}`;
    const closed = events.flatMap((event) => isLeftClosed(event) ? [event.data] : []);
    if (closed.length === 0) return;
    await tx`
      insert into cases_left_closed ${CASES_LEFT_CLOSED.values(tx, closed)}
      on conflict do nothing`;
  },
};

/** Old events say it in a word. */
function isLeftClosed(event: WithdrawalEvent | CaseEvent): event is CaseEvent {
  return event.type === "CaseFileLeftClosed" || (event.type === "CaseFileShown" && event.data.because === "decided");
}

type Decision = "approved" | "rejected" | "approval_withdrawn" | "paid" | "returned";

/** A decision; `at` in epoch ms, `caseHash` empty where no case file belongs to it, which may have been left closed. */
export interface Review {
  readonly withdrawalId: string;
  readonly decision: Decision;
  readonly adminId: string;
  readonly reason: string;
  readonly caseHash: string;
  readonly isLeftClosed: boolean;
  readonly at: number;
}

/** The decisions about withdrawals, in their order. */
export async function reviewsOf(sql: Sql | Tx, withdrawalIds: readonly string[]): Promise<Map<string, Review[]>> {
  const rows = await sql<(Omit<Review, "at"> & { at: number })[]>`
    select withdrawal_id as "withdrawalId", decision, admin_id as "adminId", reason, case_hash as "caseHash", at,
      exists (select from cases_left_closed as closed
        where closed.withdrawal_id = reviews.withdrawal_id and closed.hash = case_hash) as "isLeftClosed"
    from reviews where withdrawal_id = any(${[...withdrawalIds]}::uuid[]) order by withdrawal_id, version`;
  return Map.groupBy(rows.map((row) => ({ ...row, at: row.at })), (row) => row.withdrawalId);
}

function reviewIn({ type, data }: WithdrawalEvent | CaseEvent): Omit<Review, "at" | "isLeftClosed"> | undefined {
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
      return undefined;
  }
}
