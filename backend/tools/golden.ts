import { join } from "node:path";
import { canonicalJson } from "../store/log/canonical.ts";
import { currentVersion } from "../store/log/upcast.ts";
import { upcasts } from "../../migrations/upcasts.ts";
import { readEventShapes, type Shape } from "./event_shapes.ts";
import { exampleOf } from "./shape_values.ts";

const FOLDER = join(import.meta.dirname ?? "", "golden");

/** What we keep for ever of each event version: the shape of its data, and an example as the log stores it. */
interface Golden {
  readonly type: string;
  readonly schemaVersion: number;
  readonly shape: Shape;
  /** Canonical JSON text. */
  readonly stored: string;
}

type LogKind = "ledger" | "plays" | "social";

/** `deno task make golden`: keeps an example of every version that has none yet. It never changes one. */
if (import.meta.main) {
  const missing = missingGoldens();
  for (const { log, golden } of missing) {
    Deno.writeTextFileSync(fileOf(log), `${JSON.stringify(golden)}\n`, { append: true });
    console.log(`Saved ${goldenName(golden)}`);
  }
  if (missing.length === 0) console.log("Every version of every event has an example");
}

/** The kept examples of events: a file a log, a line an example. */
export function readGoldens(): Golden[] {
  return (["ledger", "plays", "social"] as const).flatMap((log) =>
    Deno.readTextFileSync(fileOf(log)).trimEnd().split("\n").map((line) => JSON.parse(line))
  );
}

/** Examples of the present versions that are not kept yet, with the log they belong to. */
export function missingGoldens(): { log: LogKind; golden: Golden }[] {
  const kept = new Set(readGoldens().map(goldenName));
  return [...readEventShapes()].map(([type, { shape, file }]) => {
    const golden = {
      type,
      schemaVersion: currentVersion(type, upcasts),
      shape,
      stored: canonicalJson(exampleOf(shape)),
    };
    return { log: logOf(file), golden };
  }).filter(({ golden }) => !kept.has(goldenName(golden)));
}

/** What an example is called: `PlayReported.v1`. */
export function goldenName({ type, schemaVersion }: Pick<Golden, "type" | "schemaVersion">): string {
  return `${type}.v${schemaVersion}`;
}

function logOf(eventsFile: string): LogKind {
  if (/\/(ledger|gifts|royalties|subscriptions|wallet\/(withdrawal|settling)|admin\/cases)\//.test(eventsFile)) {
    return "ledger";
  }
  return /\/(listening|catalogue\/licence)\//.test(eventsFile) ? "plays" : "social";
}

function fileOf(log: LogKind): string {
  return join(FOLDER, `${log}.jsonl`);
}
