import type { DuplicateEvent } from "../backend/catalogue/duplicate/events.ts";
import type { TrackRemoved } from "../backend/catalogue/track/events.ts";
import type { DuplicateAsked, DuplicateDecision, DuplicateGround } from "../backend/contract/duplicates.ts";
import type { Recorded } from "../backend/store/log/event.ts";
import type { Sealed } from "../backend/store/personal/personal_data.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { moment, oneOf, smallint, table, text, uuid } from "../backend/store/projections/table.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, isClosing } from "./account_closings.ts";
import { FIRST_PLACE, type WaitingPage } from "./waiting_page.ts";

const DUPLICATES = table("duplicates", {
  matchId: uuid,
  trackId: uuid,
  ownerId: uuid,
  asked: oneOf("owner", "moderator", "nobody"),
  otherId: uuid,
  percent: smallint,
  state: oneOf("open", "kept", "refused", "let_go"),
  foundAt: moment,
  ground: text.optional,
  reason: text.optional,
  adminId: uuid.optional,
  decidedAt: moment.optional,
}, {
  key: ["matchId"],
  indexes: {
    duplicates_of_track: "(track_id)",
    duplicates_of_owner: "(owner_id, found_at desc)",
    duplicates_waiting: "(found_at) where asked = 'moderator' and state = 'open'",
    duplicates_decided: "(decided_at desc) where decided_at is not null",
  },
});

/** Recordings that Orin had already when they came, and what was said of them, as long as they are there. */
export const duplicates: Projection<DuplicateEvent | TrackRemoved | ClosingEvent> = {
  name: "duplicates",
  version: 1,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: ["DuplicateFound", "DuplicateAnswered", "DuplicateDecided", "TrackRemoved", ...CLOSING_EVENTS],
  tables: DUPLICATES.ddl,

  async apply(tx, events) {
    for (const event of events) {
      if (!isClosing(event)) await applyOne(tx, event);
      else if (event.type === "AccountErased") await tx`delete from duplicates where owner_id = ${event.data.userId}`;
    }
  },
};

async function applyOne(tx: Tx, event: Recorded<DuplicateEvent | TrackRemoved>): Promise<void> {
  const at = new Date(event.recordedAt);
  switch (event.type) {
    case "DuplicateFound": {
      const { matchId, trackId, ownerId, asked, like: [first] } = event.data;
      if (!first) return;
      await tx`
        insert into duplicates (match_id, track_id, owner_id, asked, other_id, percent, state, found_at)
        values (${matchId}, ${trackId}, ${ownerId}, ${asked}, ${first.trackId}, ${first.percent},
          ${asked === "nobody" ? "kept" : "open"}, ${at})`;
      return;
    }
    case "DuplicateAnswered":
      await tx`update duplicates set state = 'kept' where match_id = ${event.data.matchId}`;
      return;
    case "DuplicateDecided": {
      const { matchId, decision, ground = null, reason, adminId } = event.data;
      const state = decision === "refuse" ? "refused" : "let_go";
      await tx`
        update duplicates set state = ${state}, ground = ${ground}, reason = ${reason}, admin_id = ${adminId},
          decided_at = ${at}
        where match_id = ${matchId}`;
      return;
    }
    case "TrackRemoved":
      await tx`delete from duplicates where track_id = ${event.data.trackId}`;
  }
}

/** A recording that Orin had already. Times in epoch ms. */
export interface DuplicateRow {
  readonly matchId: string;
  readonly trackId: string;
  readonly ownerId: string;
  readonly asked: DuplicateAsked;
  /** The recording that it sounds like most, and how much of the shorter one sounds the same. */
  readonly otherId: string;
  readonly percent: number;
  readonly state: "open" | "kept" | "refused" | "let_go";
  readonly foundAt: number;
  readonly decision?: {
    readonly decision: DuplicateDecision;
    readonly ground?: DuplicateGround;
    readonly reason: Sealed;
    readonly adminId: string;
    readonly at: number;
  };
}

/** Up to `limit` recordings that wait for a moderator, the oldest first, then those decided last. */
export async function duplicateQueue(sql: Sql | Tx, limit: number): Promise<DuplicateRow[]> {
  const [waiting, decided] = await Promise.all([
    waitingDuplicates(sql, { limit }),
    sql<DbRow[]>`select * from duplicates where decided_at is not null order by decided_at desc limit 20`,
  ]);
  return [...waiting, ...decided.map(rowOf)];
}

/** A page of the recordings that wait for a moderator, the oldest first. */
export async function waitingDuplicates(
  sql: Sql | Tx,
  { limit, after = FIRST_PLACE }: WaitingPage,
): Promise<DuplicateRow[]> {
  const rows = await sql<DbRow[]>`
    select * from duplicates where asked = 'moderator' and state = 'open'
      and (found_at, match_id) > (${new Date(after.at)}, ${after.id}::uuid)
    order by found_at, match_id limit ${limit}`;
  return rows.map(rowOf);
}

/** How many recordings wait for a moderator. */
export async function countDuplicates(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from duplicates where asked = 'moderator' and state = 'open'`;
  return row?.count ?? 0;
}

/** One of them; undefined for unknown ones, and where the recording was deleted since. */
export async function findDuplicate(sql: Sql | Tx, matchId: string): Promise<DuplicateRow | undefined> {
  return (await sql<DbRow[]>`select * from duplicates where match_id = ${matchId}`).map(rowOf)[0];
}

/** What keeps an artist's recordings from coming out, the newest first. */
export async function duplicatesOf(sql: Sql | Tx, ownerId: string): Promise<DuplicateRow[]> {
  const rows = await sql<DbRow[]>`
    select * from duplicates where owner_id = ${ownerId} and state in ('open', 'refused')
    order by found_at desc, match_id limit 200`;
  return rows.map(rowOf);
}

interface DbRow {
  matchId: string;
  trackId: string;
  ownerId: string;
  asked: DuplicateAsked;
  otherId: string;
  percent: number;
  state: DuplicateRow["state"];
  foundAt: number;
  ground: DuplicateGround | undefined;
  reason: string | undefined;
  adminId: string | undefined;
  decidedAt: number | undefined;
}

function rowOf(row: DbRow): DuplicateRow {
  const { ground, reason, adminId, decidedAt: at } = row;
  const decision = row.state === "let_go" ? "let_go" as const : "refuse" as const;
  return {
    ...{ matchId: row.matchId, trackId: row.trackId, ownerId: row.ownerId, asked: row.asked },
    ...{ otherId: row.otherId, percent: row.percent, state: row.state, foundAt: row.foundAt },
    ...(reason !== undefined && adminId !== undefined && at !== undefined && {
      decision: { decision, reason, adminId, at: at, ...(ground === undefined ? {} : { ground }) },
    }),
  };
}
