import type { AuditAnswer } from "@contract/audit.ts";
import { formatFullCount, plural } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Select } from "../../ui/Select.tsx";
import { CHECKED_OFFLINE, FileButton } from "../parts/FileButton.tsx";
import { ListBody } from "../parts/ListScreen.tsx";
import { ListTools } from "../parts/ListTools.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { useAddress } from "../parts/use_address.ts";
import { type AuditSearch, saveAudit, useAudit, viewOf } from "./api.ts";
import { VIEW_WORDS } from "./audit_words.ts";
import { AuditFilters } from "./AuditFilters.tsx";
import { EventTable } from "./EventTable.tsx";

const NARROWING = ["subject", "actor", "type", "from", "to"] as const;
const NAMES = ["view", ...NARROWING] as const;
const EVERYTHING = Object.fromEntries(NAMES.map((name) => [name, ""])) as AuditSearch;

/** `/audit`: who did what about whom, straight from the events; what admins decided, unless more is asked for. */
export function Audit() {
  const [search, set] = useAddress(NAMES, { isStep: true });
  const audit = useAudit(search);
  const first = audit.data?.pages[0];
  return (
    <>
      <ScreenHead
        title="Audit"
        subtitle="Every event, with its place in the log and in the hash chain. Nobody can change it."
      />
      <ListTools
        narrowed={NARROWING.filter((name) => search[name] !== "").length}
        after={first && <Exports search={search} />}
        panel={(id) => (
          <AuditFilters
            key={JSON.stringify(search)}
            id={id}
            search={search}
            types={first?.types ?? []}
            names={namesIn(audit.data?.pages ?? [])}
            onSearch={set}
            onClear={() => set(EVERYTHING)}
          />
        )}
      >
        <Select
          hideLabel
          className="lg:h-10"
          label="Show"
          value={viewOf(search)}
          options={Object.entries(VIEW_WORDS).map(([value, label]) => ({ value, label }))}
          onChange={(event) => set({ view: event.target.value })}
        />
      </ListTools>
      {first && <Notes answer={first} subject={search.subject} />}
      <ListBody
        query={audit}
        rows={audit.data?.pages.flatMap((page) => page.events)}
        loading="Loading the history..."
        failure="Failed to load the history"
        empty={{
          title: "No events",
          text: NAMES.every((name) => search[name] === "")
            ? "No admin has decided anything yet."
            : "No events match. Check the filter, show everything, or choose a longer period.",
        }}
      >
        {(events) => <EventTable events={events} subject={search.subject} />}
      </ListBody>
    </>
  );
}

/** Takes what was found out of Orin. Each export is an event of its own. */
function Exports({ search }: { search: AuditSearch }) {
  const failure = "The export failed";
  return (
    <>
      <FileButton
        label="Export as CSV"
        title="The log records it"
        failure={failure}
        save={() => saveAudit(search, "csv")}
      />
      <FileButton
        isSigned
        label="Export signed bundle"
        title={CHECKED_OFFLINE}
        failure={failure}
        save={() => saveAudit(search, "bundle")}
      />
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
