import type { AuditAnswer } from "@contract/audit.ts";
import { useId, useState } from "react";
import { formatFullCount, plural } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { Select } from "../../ui/Select.tsx";
import { type AuditSearch, useAudit, viewOf } from "./api.ts";
import { VIEW_WORDS } from "./audit_words.ts";
import { AuditFilters } from "./AuditFilters.tsx";
import { EventTable } from "./EventTable.tsx";
import { Exports } from "./Exports.tsx";
import { useAuditSearch } from "./use_audit_search.ts";
import { ListTools } from "../parts/ListTools.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";

/** `/audit`: who did what about whom, straight from the events; what admins decided, unless more is asked for. */
export function Audit() {
  const { search, set, clear, isAll, query, choose } = useAuditSearch();
  const audit = useAudit(search);
  const first = audit.data?.pages[0];
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const narrowed = (["subject", "actor", "type", "from", "to"] as const).filter((name) => search[name] !== "").length;
  return (
    <>
      <ScreenHead
        title="Audit"
        subtitle="Every event, with its place in the log and in the hash chain. Nobody can change it."
      />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <div className="min-w-0 basis-72 max-sm:basis-full">
          <Select
            hideLabel
            label="Show"
            value={viewOf(search)}
            options={Object.entries(VIEW_WORDS).map(([value, label]) => ({ value, label }))}
            onChange={(event) => set({ view: event.target.value })}
          />
        </div>
        <ListTools
          narrowed={narrowed}
          isOpen={isOpen}
          panelId={panelId}
          onToggle={() => setOpen(!isOpen)}
          saved={{ list: "audit", query, onChoose: choose }}
        />
        {first && <Exports search={search} />}
      </div>
      {isOpen && (
        <AuditFilters
          key={JSON.stringify(search)}
          id={panelId}
          search={search}
          types={first?.types ?? []}
          names={namesIn(audit.data?.pages ?? [])}
          onSearch={set}
          onClear={clear}
        />
      )}
      {first && <Notes answer={first} subject={search.subject} />}
      <Found search={search} isAll={isAll} audit={audit} />
    </>
  );
}

interface FoundProps {
  search: AuditSearch;
  isAll: boolean;
  audit: ReturnType<typeof useAudit>;
}

function Found({ search, isAll, audit }: FoundProps) {
  if (!audit.data) {
    return <LoadState query={audit} count={8} label="Loading the history..." failure="Failed to load the history" />;
  }
  const events = audit.data?.pages.flatMap((page) => page.events) ?? [];
  if (events.length === 0) {
    return (
      <EmptyState
        title="No events"
        text={isAll
          ? "No admin has decided anything yet."
          : "No events match. Check the filter, show everything, or choose a longer period."}
      />
    );
  }
  return (
    <>
      <EventTable events={events} subject={search.subject} />
      {audit.hasNextPage && (
        <Button
          variant="quiet"
          className="mx-auto mt-4"
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
        <Banner tone="info" className="mb-3">
          {plural(behind, "newest event")} not searchable yet. Reload in a moment.
        </Banner>
      )}
      {plays !== undefined && subject !== "" && (
        <p className="mb-3 text-sm text-ink-soft">
          {formatFullCount(plays)} plays are not listed here. Each play has a receipt on the person's page.
        </p>
      )}
    </>
  );
}

function namesIn(pages: readonly AuditAnswer[]): ReadonlyMap<string, string> {
  const events = pages.flatMap((page) => page.events);
  return new Map(events.flatMap(({ actor, actorName, about }) => [
    ...(actorName ? [[actor.slice("user:".length), actorName] as const] : []),
    ...about.flatMap(({ kind, id, name }) => kind === "user" && name ? [[id, name] as const] : []),
  ]));
}
