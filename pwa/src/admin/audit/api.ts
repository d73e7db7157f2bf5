import { AUDIT_VIEWS, type AuditAnswer, type AuditEvent, type AuditView, type OpenedAnswer } from "@contract/audit.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { ApiError } from "../../lib/api_error.ts";
import { fileNameOf, saveFile } from "../../lib/save_file.ts";
import { adminApi } from "../shell/admin_api.ts";

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
    mutationFn: async ({ search, format }: { search: AuditSearch; format: "csv" | "bundle" }) => {
      const response = await fetch(`${PATH}/export`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...chosen(search), format }),
      }).catch((cause) => {
        throw new ApiError({ kind: "network" }, { cause });
      });
      if (!response.ok) throw await failureOf(response);
      // It comes as it is made: what breaks on the way is no file.
      const file = await response.blob().catch((cause) => {
        throw new ApiError({ kind: "network" }, { cause });
      });
      saveFile(file, fileNameOf(response, "orin-audit"));
    },
  });
}

function chosen(search: AuditSearch): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...search, view: viewOf(search) }).filter(([, text]) => text !== ""));
}

async function failureOf(response: Response): Promise<ApiError> {
  const problem = await response.json().catch(() => undefined);
  return new ApiError({ kind: "http", status: response.status, ...(problem?.error && { problem }) });
}
