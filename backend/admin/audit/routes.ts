import { Hono } from "hono";
import { type AuditFilter, type AuditPlace, auditTypes, findAudit } from "../../../projections/audit_subjects.ts";
import { countPlays } from "../../../projections/listening_evidence.ts";
import type { MessageAnswer } from "../../contract/accounts.ts";
import type { AuditAnswer, AuditEvent, OpenedAnswer } from "../../contract/audit.ts";
import {
  AuditExportRequest,
  AuditFilters,
  AuditQuery,
  NoteRequest,
  OpenSealedRequest,
} from "../../contract/requests/audit.ts";
import { SEALED_WORD } from "../../contract/sealed.ts";
import type { Deps } from "../../deps.ts";
import { type Cell, CSV_MARK, csvLinesOf } from "../../http/csv.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";
import { metadataOf, requestIdOf } from "../../http/request_id.ts";
import { requireAdmin } from "../../http/session.ts";
import { jsonBody, queryParams } from "../../http/validate.ts";
import { bundleOf } from "./bundle.ts";
import { auditKeys } from "./bundle_key.ts";
import { exportedEvents, notingExport, type Piece, type StartedExport, startExport } from "./export.ts";
import { writeNote } from "./note_opened.ts";
import { eventsAt, hideSealed, openEvents } from "./reads.ts";

const PAGE = 50;

const NAME = "audit_subjects";

/** The history of a withdrawal, a user, a track or the rules, straight from the events; and of who did what. */
export function auditRoutes(deps: Deps) {
  return new Hono()
    .get("/api/v1/admin/audit", requireAdmin(deps), queryParams(AuditQuery), async (c) => {
      const { cursor, ...filters } = c.req.valid("query");
      return c.json(await auditOf(deps, filterOf(filters), cursor), 200);
    })
    .post("/api/v1/admin/note", requireAdmin(deps), jsonBody(NoteRequest), async (c) => {
      const { userId: adminId, sessionId } = c.var.session;
      await writeNote(deps, { adminId, sessionId, ...c.req.valid("json"), requestId: requestIdOf(c) });
      return c.json({ message: "Your note is in the log" } satisfies MessageAnswer, 200);
    })
    .post("/api/v1/admin/audit/open", requireAdmin(deps), jsonBody(OpenSealedRequest), async (c) => {
      const { session } = c.var;
      needFreshPassword(deps.now(), session, "Please enter your password again to open personal details");
      const { subject, places } = c.req.valid("json");
      const metadata = metadataOf(c, session.userId);
      const answer: OpenedAnswer = await openEvents(deps, { places, subject, metadata });
      return c.json(answer, 200);
    });
}

/** The filters of a call as the projection takes them. */
function filterOf({ from, to, ...filters }: typeof AuditFilters._zod.output): AuditFilter {
  const moment = (text: string | undefined) => text === undefined ? undefined : Date.parse(text);
  return { ...filters, from: moment(from), to: moment(to) };
}

async function auditOf(deps: Deps, filter: AuditFilter, cursor: string | undefined): Promise<AuditAnswer> {
  const { store } = deps;
  const userId = /^user:(.+)$/.exec(filter.subject ?? "")?.[1];
  const isFirst = cursor === undefined;
  const [places, types, plays, lags] = await Promise.all([
    findAudit(store.sql, filter, { before: placeIn(cursor), limit: PAGE }),
    isFirst ? auditTypes(store.sql) : undefined,
    isFirst && userId !== undefined
      ? countPlays(store.sql, { shard: deps.shardOf(userId), listenerId: userId })
      : undefined,
    store.lag(),
  ]);
  const events = await eventsAt(deps, places);
  const last = places.length === PAGE ? places.at(-1) : undefined;
  const behind = lags.filter(({ name }) => name === NAME).reduce((sum, row) => sum + row.head - row.position, 0);
  return {
    events: events.map(shown),
    ...(last && { nextCursor: `${last.recordedAt}_${last.log}_${last.position}` }),
    ...(types && { types }),
    ...(plays !== undefined && { plays }),
    behind,
  };
}

/** Sealed fields stay sealed: another call opens them. */
function shown({ metadata, occurredAt, recordedAt, data, ...event }: Awaited<ReturnType<typeof eventsAt>>[number]) {
  const row: AuditEvent = {
    ...event,
    ...metadata,
    occurredAt: new Date(occurredAt).toISOString(),
    recordedAt: new Date(recordedAt).toISOString(),
    data: hideSealed(data, SEALED_WORD),
  };
  return row;
}

/** The schema has seen to its form. */
function placeIn(cursor: string | undefined): AuditPlace | undefined {
  const [recordedAt, log, position] = cursor?.split("_") ?? [];
  return log === undefined
    ? undefined
    : { recordedAt: Number(recordedAt), log: log as AuditPlace["log"], position: Number(position) };
}

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
    .get("/api/v1/admin/audit/key", requireAdmin(deps), async (c) => c.json(await auditKeys(deps), 200))
    .get("/.well-known/orin-audit-key", async (c) => c.json(await auditKeys(deps), 200));
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
