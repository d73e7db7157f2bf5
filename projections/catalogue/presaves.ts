import type { PresaveEvent } from "../../backend/catalogue/presave/events.ts";
import type { ReleaseDiscarded } from "../../backend/catalogue/release/events.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { boolean, moment, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, isClosing } from "../account_closings.ts";

const PRESAVES = table("presaves", {
  releaseId: uuid,
  userId: uuid,
  presavedAt: moment,
  fulfilled: boolean.default("false"),
}, { key: ["releaseId", "userId"], indexes: { presaves_of_user: "(user_id)" } });

/**
 * Who waits for which release, and who has waited for one that is out. Inline: people immediately see what they
 * pressed.
 */
export const presaves: Projection<PresaveEvent | ReleaseDiscarded | ClosingEvent> = {
  name: "presaves",
  version: 2,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["ReleasePresaved", "PresaveTaken", "PresaveFulfilled", "ReleaseDiscarded", ...CLOSING_EVENTS],
  tables: PRESAVES.ddl,

  async apply(tx, events) {
    for (const event of events) {
      if (isClosing(event)) {
        if (event.type === "AccountErased") await tx`delete from presaves where user_id = ${event.data.userId}`;
        continue;
      }
      if (event.type === "ReleaseDiscarded") {
        await tx`delete from presaves where release_id = ${event.data.releaseId}`;
        continue;
      }
      const { type, data: { releaseId, userId }, recordedAt } = event;
      if (type === "ReleasePresaved") {
        await tx`
          insert into presaves (release_id, user_id, presaved_at)
          values (${releaseId}, ${userId}, ${new Date(recordedAt)}) on conflict do nothing`;
      } else if (type === "PresaveFulfilled") {
        await tx`
          insert into presaves (release_id, user_id, presaved_at, fulfilled)
          values (${releaseId}, ${userId}, ${new Date(recordedAt)}, true)
          on conflict (release_id, user_id) do update set fulfilled = true`;
      } else await tx`delete from presaves where release_id = ${releaseId} and user_id = ${userId}`;
    }
  },
};

/** How many people wait for each of these releases; releases without any are missing from the map. */
export async function countPresaves(sql: Sql | Tx, releaseIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ releaseId: string; count: number }[]>`
    select release_id, count(*)::int as count from presaves
    where release_id = any(${[...releaseIds]}::uuid[]) and not fulfilled
    group by release_id`;
  return new Map(rows.map((row) => [row.releaseId, row.count]));
}

/** Whether a person waits for a release. */
export async function isPresaved(
  sql: Sql | Tx,
  { userId, releaseId }: { readonly userId: string; readonly releaseId: string },
): Promise<boolean> {
  const rows =
    await sql`select from presaves where release_id = ${releaseId} and user_id = ${userId} and not fulfilled`;
  return rows.length > 0;
}

/** Some of those who wait for a release, by their ids; `after` is the last one of the page before. */
export async function presavers(
  sql: Sql | Tx,
  { releaseId, after, limit }: {
    readonly releaseId: string;
    readonly after?: string | undefined;
    readonly limit: number;
  },
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select user_id from presaves where release_id = ${releaseId} and not fulfilled
      ${after === undefined ? sql`` : sql`and user_id > ${after}`}
    order by user_id limit ${limit}`;
  return rows.map((row) => row.userId);
}

/** The releases that a person waits for. */
export async function presavesOf(sql: Sql | Tx, userId: string): Promise<string[]> {
  const rows = await sql<{ releaseId: string }[]>`
    select release_id from presaves where user_id = ${userId} and not fulfilled order by presaved_at, release_id`;
  return rows.map((row) => row.releaseId);
}

/** Those of some people who wait, or have waited, for a release: they are told of it by themselves. */
export async function presaversAmong(
  sql: Sql | Tx,
  { releaseId, userIds }: { readonly releaseId: string; readonly userIds: readonly string[] },
): Promise<Set<string>> {
  const rows = await sql<{ userId: string }[]>`
    select user_id from presaves where release_id = ${releaseId} and user_id = any(${[...userIds]}::uuid[])`;
  return new Set(rows.map((row) => row.userId));
}
