import { Hono } from "hono";
import { AuditExportRequest } from "../contract/audit.ts";
import { SEALED_WORD } from "../contract/sealed.ts";
import type { Deps } from "../deps.ts";
import { type Cell, CSV_MARK, csvLinesOf } from "../http/csv.ts";
import { metadataOf } from "../http/request_id.ts";
import { requireAdmin } from "../http/session.ts";
import { jsonBody } from "../http/validate.ts";
import { auditKey } from "./bundle_key.ts";
import { bundleOf } from "./commands_bundle.ts";
import { exportedEvents, notingExport, type Piece, type StartedExport, startExport } from "./commands_export.ts";
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
      const metadata = metadataOf(c, c.var.session.userId);
      const started = await startExport(deps, { filter: filterOf(filters), format, metadata });
      const pieces = format === "csv" ? tableOf(deps, started) : bundleOf(deps, started);
      const name = `orin-audit-${(filters.subject ?? "events").replace(":", "-")}.${format === "csv" ? "csv" : "json"}`;
      // Sent as it is made: a history of any length is never in memory as a whole.
      const body = ReadableStream.from(notingExport(deps, started, pieces)).pipeThrough(new TextEncoderStream());
      return c.body(body, 200, {
        "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/json",
        "content-disposition": `attachment; filename="${name}"`,
      });
    })
    .get("/api/v1/admin/audit/key", requireAdmin(deps), (c) => c.json(auditKey(deps.secret), 200))
    .get("/.well-known/orin-audit-key", (c) => c.json(auditKey(deps.secret), 200));
}

async function* tableOf(deps: Deps, started: StartedExport): AsyncGenerator<Piece, void> {
  yield { text: `${CSV_MARK}${csvLinesOf([COLUMNS])}`, events: 0 };
  for await (const events of exportedEvents(deps, started)) {
    yield { text: csvLinesOf(events.map(rowOf)), events: events.length };
  }
}

type Exported = ReturnType<typeof exportedEvents> extends AsyncGenerator<readonly (infer Event)[]> ? Event : never;

function rowOf({ metadata, data, ...event }: Exported): Cell[] {
  return [
    ...[isoTime(event.recordedAt), isoTime(event.occurredAt), event.log, event.position, event.block ?? ""],
    ...[event.blockHash ?? "", event.eventHash, event.stream, event.streamVersion, event.eventId, event.type],
    ...[metadata.actor, metadata.requestId ?? "", metadata.commandId ?? "", metadata.correlationId ?? ""],
    JSON.stringify(hideSealed(data, SEALED_WORD)),
  ];
}

function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
