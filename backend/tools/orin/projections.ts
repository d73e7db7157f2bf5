import { PersonalData } from "../../store/personal/personal_data.ts";
import { projectionsWith } from "../../../projections/mod.ts";
import { openTool } from "./tool.ts";

/** `orin projections`: each with its version in the database, its kind, how far it is and how far behind. */
export async function listProjections(): Promise<void> {
  await using tool = await openTool();
  const { sql, keys } = tool;
  const rows = await sql<{ name: string; version: number; tables: string[]; building: number | undefined }[]>`
    select name, projection_versions.version, projection_versions.tables, projection_builds.version as building
    from projection_versions left join projection_builds using (name)`;
  const checkpoints = await sql<{ name: string; log: string; position: number; head: number }[]>`
    select name, log, position, last_position as head from all_checkpoints join all_logs using (log)
    order by name, log`;
  const found = new Map(rows.map((row) => [row.name, row]));
  console.table(
    projectionsWith(new PersonalData(keys)).map(({ name, version, mode }) => {
      const row = found.get(name);
      const own = checkpoints.filter((checkpoint) => checkpoint.name === name);
      const inCode = row?.version === version ? "" : ` (${version} in the code)`;
      return {
        projection: name,
        version: `${row?.version ?? "none"}${inCode}`,
        mode,
        position: own.map(({ log, position }) => `${log}: ${position}`).join(", ") || "with every append",
        lag: own.reduce((sum, { position, head }) => sum + head - position, 0),
        building: row?.building === undefined ? "" : `v${row.building}`,
        tables: row?.tables.join(", ") ?? "",
      };
    }),
  );
}
