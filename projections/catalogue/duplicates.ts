import type { DuplicateEvent } from "../../backend/catalogue/duplicate/events.ts";
import type { TrackRemoved } from "../../backend/catalogue/track/events.ts";
import type { DuplicateDecision, DuplicateGround } from "../../backend/contract/duplicates.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import {
  moment,
  oneOf,
  type RowOf,
  smallint,
  table,
  text,
  textOf,
  uuid,
} from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import { FIRST_PLACE, type WaitingPage } from "../admin/waiting_page.ts";

const DUPLICATES = table("duplicates", {
  matchId: uuid,
  trackId: uuid,
  ownerId: uuid,
  asked: oneOf("owner", "moderator", "nobody"),
  /** The recording that it sounds like most, and how much of the shorter one sounds the same. */
  otherId: uuid,
  percent: smallint,
  state: oneOf("open", "kept", "refused", "let_go"),
  foundAt: moment,
  ground: textOf<DuplicateGround>().optional,
  reason: text.optional,
  adminId: uuid.optional,
  decidedAt: moment.optional,
}, {
  key: ["matchId"],
  erase: ["ownerId"],
  indexes: {
    duplicates_of_track: "(track_id)",
    duplicates_of_owner: "(owner_id, found_at desc)",
    duplicates_waiting: "(found_at) where asked = 'moderator' and state = 'open'",
    duplicates_decided: "(decided_at desc) where decided_at is not null",
  },
});

/** Recordings that Orin had already when they came, and what was said of them, as long as they are there. */
export const duplicates = projection<DuplicateEvent | TrackRemoved>({
  name: "duplicates",
  version: 1,
  mode: "async",
  place: "social",
  logs: ["social"],
  tables: [DUPLICATES],
  handlers: {
    async DuplicateFound(tx, { data, recordedAt: foundAt }) {
      const [first] = data.like;
      if (!first) return;
      const state = data.asked === "nobody" ? "kept" : "open";
      await DUPLICATES.insert(tx, { ...data, otherId: first.trackId, percent: first.percent, state, foundAt });
    },
    DuplicateAnswered: (tx, { data: { matchId } }) => DUPLICATES.set(tx, { matchId }, { state: "kept" }),
    DuplicateDecided: (tx, { data: { matchId, decision, ground, reason, adminId }, recordedAt: decidedAt }) => {
      const state = decision === "refuse" ? "refused" : "let_go";
      return DUPLICATES.set(tx, { matchId }, { state, ground, reason, adminId, decidedAt });
    },
    TrackRemoved: (tx, { data: { trackId } }) => DUPLICATES.delete(tx, { trackId }),
  },
});

type DbRow = RowOf<typeof DUPLICATES>;

/** A recording that Orin had already. Times in epoch ms. */
export interface DuplicateRow extends Omit<DbRow, "ground" | "reason" | "adminId" | "decidedAt"> {
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
  const row = await DUPLICATES.find(sql, matchId);
  return row && rowOf(row);
}

/** What keeps an artist's recordings from coming out, the newest first. */
export async function duplicatesOf(sql: Sql | Tx, ownerId: string): Promise<DuplicateRow[]> {
  const rows = await sql<DbRow[]>`
    select * from duplicates where owner_id = ${ownerId} and state in ('open', 'refused')
    order by found_at desc, match_id limit 200`;
  return rows.map(rowOf);
}

function rowOf({ ground, reason, adminId, decidedAt: at, ...row }: DbRow): DuplicateRow {
  if (reason === undefined || adminId === undefined || at === undefined) return row;
  const decision = row.state === "let_go" ? "let_go" : "refuse";
  return { ...row, decision: { decision, reason, adminId, at, ...(ground === undefined ? {} : { ground }) } };
}
