import type { AppealSummary } from "@contract/appeals.ts";
import { Link, useSearchParams } from "react-router-dom";
import { formatDateTime, formatTokens } from "../../lib/format.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { Badge } from "../parts/Badge.tsx";
import { useAppealQueue } from "./api.ts";
import { Appeal } from "./Appeal.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";

/** `/appeals`: what listeners write about decisions on their earnings; `?appeal=` is one of them. */
export function Appeals() {
  const appealId = useSearchParams()[0].get("appeal");
  return appealId === null ? <Queue /> : <Appeal key={appealId} appealId={appealId} />;
}

function Queue() {
  const query = useAppealQueue();
  const { data } = query;
  return (
    <>
      <ScreenHead
        title="Appeals"
        subtitle="Listeners say why a decision is wrong. Oldest first."
        before={<Link className="text-sm text-link underline" to="/groups">All groups</Link>}
      />
      {!data && <LoadState query={query} count={6} label="Loading appeals..." failure="Failed to load the appeals" />}
      {data?.appeals.length === 0 && <EmptyState title="No appeals" text="Nobody has written about a decision." />}
      {data && data.appeals.length > 0 && (
        <ul aria-label="Appeals">{data.appeals.map((appeal) => <Row key={appeal.appealId} appeal={appeal} />)}</ul>
      )}
    </>
  );
}

const STATES = {
  open: { tone: "notice", text: "Open" },
  proposed: { tone: "notice", text: "Needs another side" },
  answered: { tone: "plain", text: "Answered" },
} as const;

function Row({ appeal: { appealId, userId, at, state, held, voided } }: { appeal: AppealSummary }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 text-sm">
      <Link className="font-semibold text-link underline-offset-2 hover:underline" to={`/appeals?appeal=${appealId}`}>
        …{userId.slice(-8)}
      </Link>
      <span className="text-ink-soft">{formatDateTime(at)}</span>
      <span className="tabular-nums">{formatTokens(held)} held, {formatTokens(voided)} removed</span>
      <span className="sm:ml-auto">
        <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
      </span>
    </li>
  );
}
