import { Hono } from "hono";
import {
  type AuditAnswer,
  type AuditEvent,
  AuditFilters,
  AuditQuery,
  type OpenedAnswer,
  OpenSealedRequest,
} from "../contract/audit.ts";
import { SEALED_WORD } from "../contract/sealed.ts";
import type { Deps } from "../deps.ts";
import { metadataOf } from "../http/request_id.ts";
import { requireAdmin } from "../http/session.ts";
import { jsonBody, queryParams } from "../http/validate.ts";
import { type AuditFilter, type AuditPlace, auditTypes, findAudit } from "../../projections/audit_subjects.ts";
import { countPlays } from "../../projections/listening_evidence.ts";
import { eventsAt, openEvents } from "./commands_audit.ts";
import { needFreshPassword } from "../http/fresh_password.ts";
import { hideSealed } from "./open_sealed.ts";

const PAGE = 50;
const NAME = "audit_subjects";

/** The history of a withdrawal, a user, a track or the rules, straight from the events; and of who did what. */
export function auditRoutes(deps: Deps) {
  return new Hono()
    .get("/api/v1/admin/audit", requireAdmin(deps), queryParams(AuditQuery), async (c) => {
      const { cursor, ...filters } = c.req.valid("query");
      return c.json(await auditOf(deps, filterOf(filters), cursor), 200);
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
export function filterOf({ from, to, ...filters }: typeof AuditFilters._zod.output): AuditFilter {
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

/** What is sealed stays so: opening it is a call of its own. */
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
