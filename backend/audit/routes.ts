import * as calls from "../contract/calls/admin.ts";
import { isoTime } from "../contract/iso_time.ts";
import { Routes } from "../http/routes.ts";
import type { Context } from "hono";
import type { AuditFilter } from "../../projections/admin/audit_subjects.ts";
import type { MessageAnswer } from "../contract/accounts.ts";
import { type OpenedAnswer, SEALED_WORD } from "../contract/audit.ts";
import { tokensOf } from "../contract/money.ts";
import { AuditFilters } from "../contract/requests/audit.ts";
import type { Deps } from "../deps.ts";
import { type Cell, CSV_MARK, csvLinesOf } from "../http/csv.ts";
import { needFreshPassword } from "../http/fresh_password.ts";
import { metadataOf, requestIdOf } from "../http/request_id.ts";
import type { WithSession } from "../http/session.ts";
import { bundleOf } from "./bundle.ts";
import { auditKeys } from "./bundle_key.ts";
import { exportedEvents, notingExport, type Piece, type StartedExport, startExport } from "./export.ts";
import { logListAccess, writeNote } from "./log_access.ts";
import { hideSealed, openEvents } from "./reads.ts";
import { type NamedEvent, nameEvents, searchAudit } from "./search.ts";

/** The history of a withdrawal, a user, a track or the rules, straight from the events; and of who did what. */
export function auditRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.auditLog, async (c) => {
      const { cursor, ...filters } = c.req.valid("query");
      const { answer, personIds } = await searchAudit(deps, filterOf(filters), cursor);
      const listed = { list: "audit", filter: { ...filters, cursor }, requestId: requestIdOf(c) } as const;
      await logListAccess(deps, c.var.session, { ...listed, personIds });
      return c.json(answer, 200);
    })
    .serve(calls.noteAccess, async (c) => {
      const { userId: adminId, sessionId } = c.var.session;
      await writeNote(deps, { adminId, sessionId, ...c.req.valid("json"), requestId: requestIdOf(c) });
      return c.json({ message: "Your note is in the log" } satisfies MessageAnswer, 200);
    })
    .serve(calls.openSealed, async (c) => {
      const { session } = c.var;
      needFreshPassword(deps.now(), session, "Please enter your password again to open personal details");
      const { subject, places } = c.req.valid("json");
      const metadata = metadataOf(c, session.userId);
      const answer: OpenedAnswer = await openEvents(deps, { places, subject, metadata });
      return c.json(answer, 200);
    });
}

/** The filters of a call as the projection takes them. */
function filterOf({ view, from, to, ...filters }: typeof AuditFilters._zod.output): AuditFilter {
  const moment = (text: string | undefined) => text === undefined ? undefined : Date.parse(text);
  // Everything narrows nothing: a bundle of it may still be a whole history.
  return { ...filters, view: view === "all" ? undefined : view, from: moment(from), to: moment(to) };
}

const COLUMNS = [
  ...["recordedAt", "occurredAt", "log", "position", "block", "blockHash", "eventHash", "stream", "streamVersion"],
  ...["eventId", "type", "actor", "requestId", "commandId", "correlationId", "who", "about", "tokens", "data"],
];

/** Takes a history out of Orin, as a table or as a signed bundle; and the key with which bundles are checked. */
export function auditExportRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.exportAudit, async (c) => {
      const { format, ...filters } = c.req.valid("json");
      const metadata = metadataOf(c, c.var.session.userId);
      const started = await startExport(deps, { filter: filterOf(filters), format, metadata });
      const pieces = format === "csv" ? tableOf(deps, c, started) : bundleOf(deps, started);
      const name = `orin-audit-${(filters.subject ?? "events").replace(":", "-")}.${format === "csv" ? "csv" : "json"}`;
      // Sent as it is made: a history of any length is never in memory as a whole.
      const body = ReadableStream.from(notingExport(deps, started, pieces)).pipeThrough(new TextEncoderStream());
      return c.body(body, 200, {
        "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/json",
        "content-disposition": `attachment; filename="${name}"`,
      });
    })
    .serve(calls.auditKey, async (c) => c.json(await auditKeys(deps), 200))
    .serve(calls.publicAuditKey, async (c) => c.json(await auditKeys(deps), 200));
}

async function* tableOf(deps: Deps, c: Context<WithSession>, started: StartedExport): AsyncGenerator<Piece, void> {
  yield { text: `${CSV_MARK}${csvLinesOf([COLUMNS])}`, events: 0 };
  for await (const events of exportedEvents(deps, started)) {
    const { named, personIds } = await nameEvents(deps, events);
    const { view, subject, actor, type } = started.filter;
    const listed = { list: "audit_export", filter: { view, subject, actor, type }, requestId: requestIdOf(c) } as const;
    await logListAccess(deps, c.var.session, { ...listed, personIds });
    yield { text: csvLinesOf(named.map(rowOf)), events: events.length };
  }
}

function rowOf({ event, words: { actorName, about, amount } }: NamedEvent): Cell[] {
  const { metadata, data } = event;
  const names = about.map(({ kind, id, name }) => name || `${kind} ${id}`.trim());
  const worth = amount && ("tokens" in amount ? amount.tokens : tokensOf(amount.kobo));
  return [
    ...[isoTime(event.recordedAt), isoTime(event.occurredAt), event.log, event.position, event.block ?? ""],
    ...[event.blockHash ?? "", event.eventHash, event.stream, event.streamVersion, event.eventId, event.type],
    ...[metadata.actor, metadata.requestId ?? "", metadata.commandId ?? "", metadata.correlationId ?? ""],
    ...[actorName ?? "", [...new Set(names)].join(", "), worth ?? "", JSON.stringify(hideSealed(data, SEALED_WORD))],
  ];
}
