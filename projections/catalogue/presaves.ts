import type { PresaveEvent } from "../../backend/catalogue/presave/events.ts";
import type { ReleaseDiscarded } from "../../backend/catalogue/release/events.ts";
import { boolean, moment, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const PRESAVES = table("presaves", {
  releaseId: uuid,
  userId: uuid,
  presavedAt: moment,
  fulfilled: boolean.default("false"),
}, { key: ["releaseId", "userId"], erase: ["userId"], indexes: { presaves_of_user: "(user_id)" } });

/** Who waits for which release, and who has waited for one that is out. Inline: people see their press immediately. */
export const presaves = projection<PresaveEvent | ReleaseDiscarded>({
  name: "presaves",
  version: 2,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [PRESAVES],
  handlers: {
    ReleasePresaved: (tx, { data, recordedAt: presavedAt }) => PRESAVES.add(tx, { ...data, presavedAt }),
    PresaveTaken: (tx, { data: { releaseId, userId } }) => PRESAVES.delete(tx, { releaseId, userId }),
    PresaveFulfilled: (tx, { data: { releaseId, userId }, recordedAt }) =>
      tx`
        insert into presaves (release_id, user_id, presaved_at, fulfilled)
        values (${releaseId}, ${userId}, ${new Date(recordedAt)}, true)
        on conflict (release_id, user_id) do update set fulfilled = true`,
    ReleaseDiscarded: (tx, { data: { releaseId } }) => PRESAVES.delete(tx, { releaseId }),
  },
});

/** How many people wait for each of these releases; those without any are missing from the map. */
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
