import type { DisputeSummary } from "@contract/disputes.ts";
import { Link, useSearchParams } from "react-router-dom";
import { formatDate } from "../../lib/format.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { Badge } from "../parts/Badge.tsx";
import { DenseTable } from "../parts/DenseTable.tsx";
import { useDisputes } from "./api.ts";
import { Dispute } from "./Dispute.tsx";
import { dueIn, naira, stateOf, WHAT } from "./words.ts";
import { ScreenHead } from "../parts/ScreenHead.tsx";

/** `/disputes`: payments that payers' banks ask back; `?dispute=` is one of them. */
export function Disputes() {
  const disputeId = useSearchParams()[0].get("dispute");
  return disputeId === null ? <Queue /> : <Dispute key={disputeId} disputeId={disputeId} />;
}

function Queue() {
  const query = useDisputes();
  const { data } = query;
  return (
    <>
      <ScreenHead
        title="Disputes"
        subtitle="Payers' banks ask for this money back. Open disputes first, the first due on top."
        before={<Link className="text-sm text-link underline" to="/books">Books</Link>}
      />
      {!data && <LoadState query={query} count={6} label="Loading disputes..." failure="Failed to load the disputes" />}
      {data?.disputes.length === 0 && <EmptyState title="No disputes" text="No bank has asked for money back." />}
      {data && data.disputes.length > 0 && <Table disputes={data.disputes} />}
    </>
  );
}

const COLUMNS = ["Amount", "State", "Due in", "For", "Payer", "Artist", "Reason", "Opened"];

function Table({ disputes }: { disputes: readonly DisputeSummary[] }) {
  const now = Date.now();
  const rows = disputes.map((dispute) => {
    const { disputeId, amount, what, payerId, artist, reason, openedAt } = dispute;
    const { tone, text } = stateOf(dispute);
    return {
      id: disputeId,
      cells: [
        <Link key="open" className="font-semibold text-link underline" to={`/disputes?dispute=${disputeId}`}>
          {naira(amount)}
        </Link>,
        <Badge key="state" tone={tone}>{text}</Badge>,
        dueIn(dispute, now),
        WHAT[what],
        <Link key="giver" className="text-link underline" to={`/people/${payerId}`}>…{payerId.slice(-8)}</Link>,
        artist && (
          <Link key="artist" className="text-link underline" to={`/people/${artist.userId}`}>
            {artist.name || `…${artist.userId.slice(-8)}`}
          </Link>
        ),
        reason,
        formatDate(openedAt),
      ],
    };
  });
  return <DenseTable label="Disputes" columns={COLUMNS} rows={rows} />;
}
