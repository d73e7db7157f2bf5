import { AUDIT_VIEWS, type AuditAnswer, type AuditEvent, type AuditView, type OpenedAnswer } from "@contract/audit.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { adminApi, adminFile } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/audit";

/** What is looked for, as the address holds it; empty where nothing was chosen. Times in ISO 8601. */
export type AuditSearch = Readonly<Record<"view" | "subject" | "actor" | "type" | "from" | "to", string>>;

/** What is shown where nobody has chosen: of one thing everything, else what admins decided. */
export function viewOf({ view, subject, actor, type }: AuditSearch): AuditView {
  const chosen = AUDIT_VIEWS.find((one) => one === view);
  return chosen ?? (subject === "" && actor === "" && type === "" ? "decisions" : "all");
}

/** The events that fit, the newest first, a page at a time. */
export function useAudit(search: AuditSearch) {
  return useInfiniteQuery({
    queryKey: ["admin", "audit", search],
    queryFn: ({ signal, pageParam }) =>
      adminApi<AuditAnswer>(
        `${PATH}?${new URLSearchParams({ ...chosen(search), ...(pageParam && { cursor: pageParam }) })}`,
        {
          signal,
        },
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Opens the sealed fields of one event; the log says so. */
export function useOpenSealed() {
  return useMutation({
    mutationFn: ({ subject, event: { log, position } }: { subject: string; event: AuditEvent }) =>
      adminApi<OpenedAnswer>(`${PATH}/open`, {
        method: "POST",
        body: { places: [{ log, position }], ...(subject && { subject }) },
      }),
  });
}

/** Saves what fits as a file. */
export function useExport() {
  return useMutation({
    mutationFn: ({ search, format }: { search: AuditSearch; format: "csv" | "bundle" }) =>
      adminFile(`${PATH}/export`, { ...chosen(search), format }),
  });
}

function chosen(search: AuditSearch): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...search, view: viewOf(search) }).filter(([, text]) => text !== ""));
}
