import type { AuditAnswer } from "@contract/audit.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatFullCount, plural } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { type AuditSearch, useAudit } from "./api.ts";
import { AuditFilters } from "./AuditFilters.tsx";
import { Exports } from "./Exports.tsx";
import { Timeline } from "./Timeline.tsx";
import { useAuditSearch } from "./use_audit_search.ts";
import { ScreenHead } from "../parts/ScreenHead.tsx";

/** `/audit`: what happened to a withdrawal, a user, a track or the rules, straight from the events. */
export function Audit() {
  const { search, set, clear, isAll } = useAuditSearch();
  const audit = useAudit(search);
  const first = audit.data?.pages[0];
  return (
    <>
      <ScreenHead
        title="Audit"
        subtitle="Every event, with its place in the log and in the hash chain. Nobody can change it."
      />
      <div className="flex flex-col gap-6">
        <AuditFilters
          key={JSON.stringify(search)}
          search={search}
          types={first?.types ?? []}
          onSearch={set}
          onClear={clear}
        />
        {first && <Exports search={search} />}
        {first && <Notes answer={first} subject={search.subject} />}
        <Found search={search} isAll={isAll} audit={audit} />
      </div>
    </>
  );
}

interface FoundProps {
  search: AuditSearch;
  isAll: boolean;
  audit: ReturnType<typeof useAudit>;
}

function Found({ search, isAll, audit }: FoundProps) {
  if (audit.isPending) return <Skeleton shape="rows" count={8} label="Loading the history..." />;
  if (audit.isError && !audit.data) {
    return (
      <ErrorState
        message={failureText(audit.error, "Failed to load the history")}
        busy={audit.isFetching}
        onRetry={() => void audit.refetch()}
      />
    );
  }
  const events = audit.data?.pages.flatMap((page) => page.events) ?? [];
  if (events.length === 0) {
    return (
      <EmptyState
        title="No events"
        text={isAll ? "Nothing recorded yet." : "No events match. Check the id, or choose a longer period."}
      />
    );
  }
  return (
    <>
      <Timeline events={events} subject={search.subject} />
      {audit.hasNextPage && (
        <Button
          variant="quiet"
          className="mx-auto"
          busy={audit.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void audit.fetchNextPage()}
        >
          Show older events
        </Button>
      )}
    </>
  );
}

function Notes({ answer: { plays, behind }, subject }: { answer: AuditAnswer; subject: string }) {
  return (
    <>
      {behind > 0 && (
        <Banner tone="info">{plural(behind, "newest event")} not searchable yet. Reload in a moment.</Banner>
      )}
      {plays !== undefined && subject !== "" && (
        <p className="text-sm text-ink-soft">
          {formatFullCount(plays)} plays are not listed here. Each play has a receipt, and the ledger shows its reward.
        </p>
      )}
    </>
  );
}
