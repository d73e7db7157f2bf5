import type { Recorded } from "../../backend/store/log/event.ts";
import { int, moment, oneOf, type RowOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import type { CaseEvent } from "../../backend/wallet/cases/events.ts";
import type { WithdrawalEvent } from "../../backend/wallet/withdrawal/events.ts";

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
export const reviews = projection<WithdrawalEvent | CaseEvent>({
  name: "reviews",
  version: 2,
  mode: "async",
  place: "social",
  logs: ["ledger"],
  tables: [REVIEWS, CASES_LEFT_CLOSED],
  handlers: {
    WithdrawalApproved: (tx, event) => add(tx, event, { ...event.data, decision: "approved" }),
    WithdrawalRejected: (tx, event) => add(tx, event, { ...event.data, decision: "rejected" }),
    ApprovalWithdrawn: (tx, event) => add(tx, event, { ...event.data, decision: "approval_withdrawn", caseHash: "" }),
    PayoutResolved: (tx, event) => add(tx, event, { ...event.data, decision: event.data.outcome, caseHash: "" }),
    CaseFileLeftClosed: (tx, { data }) => CASES_LEFT_CLOSED.add(tx, data),
    // Old events say it in a word.
    CaseFileShown: (tx, { data }) => data.because === "decided" ? CASES_LEFT_CLOSED.add(tx, data) : undefined,
  },
});

type ReviewRow = RowOf<typeof REVIEWS>;

async function add(
  tx: Tx,
  { streamVersion: version, recordedAt: at }: Recorded<WithdrawalEvent>,
  decided: Omit<ReviewRow, "version" | "at">,
): Promise<void> {
  await REVIEWS.insert(tx, { ...decided, version, at });
}

/** A decision; `at` in epoch ms, `caseHash` empty where no case file belongs to it, which may have been left closed. */
export interface Review extends Omit<ReviewRow, "version"> {
  readonly isLeftClosed: boolean;
}

/** The decisions about withdrawals, in their order. */
export async function reviewsOf(sql: Sql | Tx, withdrawalIds: readonly string[]): Promise<Map<string, Review[]>> {
  const rows = await sql<Review[]>`
    select withdrawal_id, decision, admin_id, reason, case_hash, at,
      exists (select from cases_left_closed as closed
        where closed.withdrawal_id = reviews.withdrawal_id and closed.hash = case_hash) as is_left_closed
    from reviews where withdrawal_id = any(${[...withdrawalIds]}::uuid[]) order by withdrawal_id, version`;
  return Map.groupBy(rows, (row) => row.withdrawalId);
}
