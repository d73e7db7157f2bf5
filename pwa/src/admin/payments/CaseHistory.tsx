import type { CaseFile } from "@contract/cases.ts";
import { Link } from "react-router-dom";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { DECISION_WORDS, STATUS_WORDS } from "./words.ts";

type Reviews = CaseFile["reviews"];

/** The admins' decisions on this request and on the user's earlier ones. */
export function CaseHistory({ caseFile: { reviews, earlier, withdrawalId } }: { caseFile: CaseFile }) {
  return (
    <div>
      <h2 className="mb-3 text-lg">Decisions</h2>
      {reviews.length === 0
        ? <p className="text-sm text-ink-soft">No decision yet.</p>
        : <ReviewList reviews={reviews} />}
      <h3 className="mt-4 mb-2 text-base">Earlier requests</h3>
      {earlier.length === 0 && <p className="text-sm text-ink-soft">This is the user's first request.</p>}
      <ul className="flex flex-col gap-2 text-sm">
        {earlier.map((one) => (
          <li key={one.withdrawalId}>
            {nairaOf(one.amount)} on {formatDate(one.requestedAt)}: {STATUS_WORDS[one.status]}
            {one.sameAccount ? ", same bank account" : ", different bank account"}
            <ReviewList reviews={one.reviews} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <Link to={`/audit?subject=withdrawal:${withdrawalId}`} className="text-link underline underline-offset-2">
          Full history of this request
        </Link>
      </p>
    </div>
  );
}

function ReviewList({ reviews }: { reviews: Reviews }) {
  return (
    <ul className="flex flex-col gap-1 text-sm text-ink-soft">
      {reviews.map(({ adminId, adminName, decision, reason, at, caseHash, isLeftClosed }) => (
        <li key={at + adminId}>
          {adminName || "An admin"} {DECISION_WORDS[decision]}
          {isLeftClosed && " without opening the case file"} on {formatDateTime(at)}
          {reason !== "" && `: “${reason}”`}
          {caseHash !== "" && (
            <span title={`Case file ${caseHash}`} className="ml-1">
              ({isLeftClosed ? "unopened case file" : "case file"}{" "}
              <code className="font-mono">{caseHash.slice(0, 8)}</code>)
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
