import { LIVE, makeTables } from "./build.ts";
import type { LogName } from "../log/event.ts";
import { addPositions } from "./checkpoints.ts";
import { type Projection, readsLog } from "./projection.ts";
import { buildTogether, rebuild } from "./rebuild.ts";
import { logsOf } from "./replay.ts";
import { OtherVersion } from "../log/errors.ts";
import { spreadNew } from "../spread.ts";
import type { Sql, Tx } from "../sql.ts";
import { lockHeads } from "../log/append.ts";

interface Installed {
  /** Names with versions. */
  readonly made: readonly string[];
  /** Async ones whose tables have another version: the old ones answer until a rebuild replaces them. */
  readonly changed: readonly Projection[];
  /** Inline ones, built beside those that other processes write: `takeOver` puts them in place. */
  readonly waiting: readonly Projection[];
  /** Async ones whose tables newer code has made: this code neither builds nor writes them. */
  readonly newer: readonly Projection[];
}

/**
 * Brings the tables of every projection to the version in the code, as the owner. A new async one starts empty and
 * catches up; this builds an inline one beside the old tables, because decisions read it, and completes it, or with
 * `ahead` leaves a changed one there. Tables of a newer version are left alone; throws OtherVersion where they are inline,
 * because this code cannot append then.
 */
export async function installProjections(
  sql: Sql,
  ownerUrl: string,
  { projections, ahead = false }: { readonly projections: readonly Projection[]; readonly ahead?: boolean },
): Promise<Installed> {
  const inline = projections.filter(({ mode }) => mode === "inline").map(({ name }) => name);
  // Databases of before have no mark.
  await sql`update projection_versions set inline = true where name = any(${inline}) and not inline`;
  const rows = await sql<{ name: string; version: number }[]>`select name, version from projection_versions`;
  const versions = new Map(rows.map((row) => [row.name, row.version]));
  const isNewer = ({ name, version }: Projection) => (versions.get(name) ?? 0) > version;
  const newer = projections.filter(isNewer);
  const written = newer.filter(({ mode }) => mode === "inline");
  // All of them, before anything is built: who goes back has to know what it costs.
  const unknown = await unknownInline(sql, projections);
  if (written.length + unknown.length > 0) throw new OtherVersion([...newer.map(({ name }) => name), ...unknown]);
  const made: string[] = [];
  const changed: Projection[] = [];
  const waiting: Projection[] = [];
  for (const projection of projections) {
    const installed = versions.get(projection.name);
    if (installed === projection.version || isNewer(projection)) continue;
    const isNew = installed === undefined;
    if (!isNew && projection.mode === "async") {
      changed.push(projection);
      continue;
    }
    if (ahead && projection.mode === "inline") {
      waiting.push(projection);
      continue;
    }
    if (!(isNew && await sql.begin((tx) => makeEmpty(tx, projection)))) await rebuild({ ownerUrl, projection });
    made.push(`${projection.name} v${projection.version}`);
  }
  if (waiting.length > 0) await buildTogether({ ownerUrl, projections: waiting });
  return { made, changed, waiting, newer };
}

/** Inline projections of newer code that this code does not have: what it appends would be missing there. */
export async function unknownInline(sql: Sql, projections: readonly Projection[]): Promise<string[]> {
  const known = projections.map(({ name }) => name);
  const rows = await sql<{ name: string }[]>`
    select name from projection_versions where inline and name <> all(${known}) order by name`;
  return rows.map(({ name }) => name);
}

/** Makes the tables of a new projection where they need no events yet; answers false where they do. */
async function makeEmpty(tx: Tx, projection: Projection): Promise<boolean> {
  const logs = await logsOf(tx, projection);
  if (projection.mode === "inline") {
    const heads = await lockHeads(tx, logs);
    if ([...heads.values()].some((position) => position > 0)) return false;
  }
  const { tables, functions } = await makeTables(tx, LIVE, projection.tables);
  await spreadNew(tx, projection, { schema: LIVE, tables });
  await tx`
    insert into projection_versions (name, version, tables, functions, inline)
    values (
      ${projection.name}, ${projection.version}, ${[...tables]}, ${[...functions]}, ${projection.mode === "inline"}
    )`;
  if (projection.mode === "async") {
    await addPositions(tx, [{ ...projection, positions: new Map(logs.map((log) => [log, 0])) }]);
  }
  return true;
}

/** Gives new reactors their checkpoints: they start at the heads of now, because the past already had its effects. */
export async function installReactors(
  sql: Sql,
  reactors: readonly { name: string; logs: Projection["logs"] }[],
): Promise<void> {
  const heads = await sql<{ log: LogName; lastPosition: number }[]>`select log, last_position from all_logs`;
  const added = reactors.map((reactor) => {
    const own = heads.filter(({ log }) => readsLog(reactor, log));
    const positions = new Map(own.map(({ log, lastPosition: position }) => [log, position]));
    return { name: reactor.name, place: "shard" as const, positions };
  });
  await addPositions(sql, added);
}
