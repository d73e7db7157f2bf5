import type { DuplicateSummary } from "@contract/duplicates.ts";
import { Link, useSearchParams } from "react-router-dom";
import { formatDateTime } from "../../lib/format.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { Badge } from "../parts/Badge.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { useDuplicateQueue } from "./api.ts";
import { Duplicate } from "./Duplicate.tsx";
import { STATES } from "./words.ts";

/** `/duplicates`: recordings that somebody else has uploaded before; `?match=` is one of them. */
export function Duplicates() {
  const matchId = useSearchParams()[0].get("match");
  return matchId === null ? <Queue /> : <Duplicate key={matchId} matchId={matchId} />;
}

function Queue() {
  const query = useDuplicateQueue();
  const { data } = query;
  return (
    <>
      <ScreenHead
        title="Same recordings"
        subtitle="New songs that sound like someone else's: nobody hears them until you decide."
      />
      {!data && <LoadState query={query} count={6} label="Loading..." failure="Failed to load the recordings" />}
      {data?.duplicates.length === 0 && (
        <EmptyState title="Nothing waits" text="No new song sounds like one that someone else has uploaded." />
      )}
      {data && data.duplicates.length > 0 && (
        <ul aria-label="Same recordings">
          {data.duplicates.map((duplicate) => <Row key={duplicate.matchId} duplicate={duplicate} />)}
        </ul>
      )}
    </>
  );
}

function Row({ duplicate }: { duplicate: DuplicateSummary }) {
  const { matchId, at, state, title, artist, otherTitle, otherArtist, percent } = duplicate;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          className="block truncate font-semibold text-link underline-offset-2 hover:underline"
          to={`/duplicates?match=${matchId}`}
        >
          <bdi>{title}</bdi> by <bdi>{artist}</bdi>
        </Link>
        <p className="truncate text-ink-soft">
          {percent} % like <bdi>{otherTitle}</bdi>
          {otherArtist !== "" && (
            <>
              {" by "}
              <bdi>{otherArtist}</bdi>
            </>
          )}
        </p>
      </div>
      <span className="text-ink-soft tabular-nums">{formatDateTime(at)}</span>
      <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
    </li>
  );
}
