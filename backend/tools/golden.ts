import { join } from "node:path";
import { canonicalJson } from "../store/log/canonical.ts";
import { currentVersion } from "../store/log/upcast.ts";
import { upcasts } from "../../migrations/upcasts.ts";
import { readEventShapes, type Shape } from "./event_shapes.ts";
import { exampleOf } from "./shape_values.ts";

const FOLDER = join(import.meta.dirname ?? "", "golden");

/** What is kept for ever of a version of an event: the shape of its data, and an example as the log stores it. */
interface Golden {
  readonly type: string;
  readonly schemaVersion: number;
  readonly shape: Shape;
  /** Canonical JSON text. */
  readonly stored: string;
}

/** `deno task golden`: keeps an example of every version that has none yet. It never changes one. */
if (import.meta.main) {
  const missing = missingGoldens();
  for (const golden of missing) {
    Deno.writeTextFileSync(join(FOLDER, nameOf(golden)), `${JSON.stringify(golden, null, 2)}\n`);
    console.log(`Saved ${nameOf(golden)}`);
  }
  if (missing.length === 0) console.log("Every version of every event has an example");
}

/** The kept examples of events, by file name. */
export function readGoldens(): Golden[] {
  const names = [...Deno.readDirSync(FOLDER)].map((entry) => entry.name).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => JSON.parse(Deno.readTextFileSync(join(FOLDER, name))));
}

/** Examples of the present versions that are not kept yet. */
export function missingGoldens(): Golden[] {
  const kept = new Set(readGoldens().map(nameOf));
  const present = [...readEventShapes()].map(([type, shape]): Golden => (
    { type, schemaVersion: currentVersion(type, upcasts), shape, stored: canonicalJson(exampleOf(shape)) }
  ));
  return present.filter((golden) => !kept.has(nameOf(golden)));
}

/** The file of an example. */
export function nameOf({ type, schemaVersion }: Pick<Golden, "type" | "schemaVersion">): string {
  return `${type}.v${schemaVersion}.json`;
}
