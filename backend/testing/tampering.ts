import type postgres from "postgres";
import { connect, type Sql } from "../store/sql.ts";
import { isSpread, onEachServer } from "./database.ts";

/** A superuser on each of several servers. It belongs to the servers, so it stays from one run to the next. */
const ROLE = "orin_tampering";

/**
 * One connection of a superuser, whom no trigger stops, on whichever server the rows are: with it tests change what
 * must not change.
 */
export async function connectTampering(ownerUrl: string): Promise<Sql> {
  if (!isSpread()) {
    const sql = connect(ownerUrl, { max: 1 });
    await sql`set session_replication_role = replica`;
    return sql;
  }
  await onEachServer(makeRole);
  const url = new URL(ownerUrl);
  url.username = ROLE;
  return connect(url.href, { max: 1 });
}

/** What a session sets stays on its server, but the role logs in on each: it brings its settings along. */
async function makeRole(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${ROLE}, 0))`;
    const [there] = await tx`select from pg_roles where rolname = ${ROLE}`;
    if (there) return;
    await tx.unsafe(`create role ${ROLE} superuser login`);
    await tx.unsafe(`alter role ${ROLE} set session_replication_role = replica`);
  });
}
