import { ADVISORY_LOCKS, takeLock } from "../advisory_locks.ts";
import { otherVersions } from "./other_versions.ts";
import type { Projection } from "./projection.ts";
import { rebuildTogether } from "./rebuild.ts";
import { connect, type Sql } from "../sql.ts";

interface Takeover {
  /** The owner's connection string. */
  readonly ownerUrl: string;
  /** Built beside the live ones. */
  readonly projections: readonly Projection[];
  /** Says that requests may come here; resolves when those who send them have learned of it. */
  announced(): Promise<void>;
  /** Resolves when they have learned that processes of the version before are left. */
  left(): Promise<void>;
}

/**
 * Puts inline tables of a newer version in place while processes of the version before answer: these say at `/readyz` that
 * they are left, and still write, until all requests come here. Then it changes the tables, in one transaction. It does
 * nothing where another process has done so meanwhile; if this one dies, the ones before go on.
 */
export async function takeOver({ ownerUrl, projections, announced, left }: Takeover): Promise<void> {
  const sql = connect(ownerUrl, { name: "orin migrate", max: 2 });
  try {
    const held = await sql.reserve();
    try {
      await takeLock(held, ADVISORY_LOCKS.migrate);
      const others = await otherVersions(sql, projections);
      const changed = projections.filter(({ name }) => others.includes(name));
      if (changed.length === 0) return;
      // First here, then no longer there: at no moment is there nowhere to send a request.
      await announced();
      await takeLock(held, ADVISORY_LOCKS.takeOver);
      await left();
      await rebuildTogether({ ownerUrl, projections: changed });
    } finally {
      await held`select pg_advisory_unlock_all()`;
      held.release();
    }
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Whether a process of a newer version is about to put its tables in place. */
export async function isTakenOver(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`
    select exists(
      select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and classid::bigint << 32 | objid::bigint = ${ADVISORY_LOCKS.takeOver}
    ) as taken`;
  return row?.taken ?? false;
}
