import { Hono } from "hono";
import { AuditExportRequest } from "../contract/audit.ts";
import { SEALED_WORD } from "../contract/sealed.ts";
import type { Deps } from "../deps.ts";
import { type Cell, csvOf } from "../http/csv.ts";
import { metadataOf } from "../http/request_id.ts";
import { requireAdmin } from "../http/session.ts";
import { jsonBody } from "../http/validate.ts";
import { auditKey } from "./bundle_key.ts";
import { eventsToExport, makeBundle, noteExport } from "./commands_export.ts";
import { hideSealed } from "./open_sealed.ts";
import { filterOf } from "./routes_audit.ts";

const COLUMNS = [
  ...["recordedAt", "occurredAt", "log", "position", "block", "blockHash", "eventHash", "stream", "streamVersion"],
  ...["eventId", "type", "actor", "requestId", "commandId", "correlationId", "data"],
];

/** Takes a history out of Orin, as a table or as a signed bundle; and the key with which bundles are checked. */
export function exportRoutes(deps: Deps) {
  return new Hono()
    .post("/api/v1/admin/audit/export", requireAdmin(deps), jsonBody(AuditExportRequest), async (c) => {
      const { format, ...filters } = c.req.valid("json");
      const what = { filter: filterOf(filters), metadata: metadataOf(c, c.var.session.userId) };
      const made = format === "csv" ? await tableOf(deps, what.filter) : await makeBundle(deps, what);
      await noteExport(deps, { ...what, ...made, format });
      const name = `orin-audit-${(filters.subject ?? "events").replace(":", "-")}.${format === "csv" ? "csv" : "json"}`;
      return c.body(made.text, 200, {
        "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/json",
        "content-disposition": `attachment; filename="${name}"`,
      });
    })
    .get("/api/v1/admin/audit/key", requireAdmin(deps), (c) => c.json(auditKey(deps.secret), 200))
    .get("/.well-known/orin-audit-key", (c) => c.json(auditKey(deps.secret), 200));
}

async function tableOf(deps: Deps, filter: ReturnType<typeof filterOf>): Promise<{ text: string; events: number }> {
  const events = await eventsToExport(deps, filter);
  const rows = events.map((event): Cell[] => {
    const { metadata, data } = event;
    return [
      ...[isoTime(event.recordedAt), isoTime(event.occurredAt), event.log, event.position, event.block ?? ""],
      ...[event.blockHash ?? "", event.eventHash, event.stream, event.streamVersion, event.eventId, event.type],
      ...[metadata.actor, metadata.requestId ?? "", metadata.commandId ?? "", metadata.correlationId ?? ""],
      JSON.stringify(hideSealed(data, SEALED_WORD)),
    ];
  });
  return { text: csvOf([COLUMNS, ...rows]), events: rows.length };
}

function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
