import { join } from "node:path";
import { RENDERED, renderRows } from "./documented/render.ts";
import { readRows } from "./documented/rows.ts";
import { readSightings } from "./documented/sightings.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");

/** Writes the table of what the documents promise as a page for people. */
if (import.meta.main) {
  const rows = readRows(ROOT);
  const path = join(ROOT, RENDERED);
  Deno.writeTextFileSync(path, renderRows(rows, readSightings(ROOT)));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", path], cwd: ROOT }).output();
  console.log(`${RENDERED}: ${rows.length} rows`);
}
