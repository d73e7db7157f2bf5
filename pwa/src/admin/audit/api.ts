import type { OpenSealedRequest } from "@contract/requests/audit.ts";
import { auditLog, exportAudit, openSealed } from "@contract/calls/admin.ts";
import { AUDIT_VIEWS, type AuditEvent, type AuditView } from "@contract/audit.ts";
import { chosenOf } from "../parts/use_address.ts";
import { adminFile, askAsAdmin } from "../shell/admin_api.ts";
import { useChange, usePages } from "../shell/queries.ts";

/** What is looked for, as the address holds it; empty where nothing was chosen. Times in ISO 8601. */
export type AuditSearch = Readonly<Record<"view" | "subject" | "actor" | "type" | "from" | "to", string>>;

/** What is shown until a view is chosen: of one thing everything, else what admins decided. */
export function viewOf({ view, subject, actor, type }: AuditSearch): AuditView {
  const chosen = AUDIT_VIEWS.find((one) => one === view);
  return chosen ?? (subject === "" && actor === "" && type === "" ? "decisions" : "all");
}

/** The events that fit, the newest first, a page at a time. */
export function useAudit(search: AuditSearch) {
  return usePages(["admin", "audit", search], auditLog, { query: chosen(search) });
}

/** The log of an event is one that the service named. */
type SealedPlace = OpenSealedRequest["places"][number];

/** Opens the sealed fields of one event; the log says so. */
export function useOpenSealed() {
  return useChange(({ subject, event: { log, position } }: { subject: string; event: AuditEvent }) =>
    askAsAdmin(openSealed, {
      body: { places: [{ log: log as SealedPlace["log"], position }], ...(subject && { subject }) },
    })
  );
}

/** Saves what fits as a file. */
export async function saveAudit(search: AuditSearch, format: "csv" | "bundle"): Promise<void> {
  await adminFile(exportAudit, { body: { ...chosen(search), format } });
}

function chosen(search: AuditSearch): Record<string, string> {
  return chosenOf({ ...search, view: viewOf(search) });
}
