/** What a file is in the house: the rows and columns of the import table. */
export type Place = {
  kind: Kind;
  /** The area, port or feature the file belongs to; two files of one group are "own" to each other. */
  group: string;
};

export type Kind = BackendKind | PwaKind | "proof" | "test" | "tool" | "elsewhere";

type BackendKind =
  | "contract"
  | "request"
  | "call"
  | "store"
  | "vendor"
  | "ledger"
  | "transfer"
  | "http"
  | "adapter"
  | "port"
  | "choice"
  | Slot
  | "projection"
  | "projection list"
  | "app"
  | "config"
  | "deps"
  | "main"
  | "start"
  | "testing"
  | "tools"
  | "demo";

/** What a file of an area is: named slots, and a file per verb beside them. */
type Slot = "events" | "state" | "verb" | "reads" | "routes" | "reactions" | "table";

type PwaKind =
  | "pwa entry"
  | "pwa shell"
  | "pwa ui"
  | "pwa data"
  | "pwa lib"
  | "pwa player"
  | "pwa outbox"
  | "pwa worker"
  | "pwa feature";

/** Tells a file's place from its path relative to the repository, e.g. `backend/wallet/withdrawal/state.ts`. */
export function placeOf(path: string): Place {
  const [top = "", ...rest] = path.split("/");
  if (/_test\.tsx?$/.test(path)) return { kind: "test", group: top };
  if (top === "backend") return backendPlace(rest);
  // Its version is a word that everything may tell (`backend/contract/version.ts`).
  if (path === "package.json") return { kind: "contract", group: "contract" };
  if (path === "projections/mod.ts") return { kind: "projection list", group: "projections" };
  if (top === "projections") return { kind: "projection", group: "projections" };
  if (top === "pwa") return pwaPlace(rest);
  if (top === "proofs") return { kind: "proof", group: top };
  if (rest.length === 0 && path.endsWith(".config.ts")) return { kind: "tool", group: "" };
  return { kind: "elsewhere", group: top };
}

const BACKEND_FOLDERS = new Map<string, Kind>([
  ["contract", "contract"],
  ["store", "store"],
  ["vendor", "vendor"],
  ["ledger", "ledger"],
  ["http", "http"],
  ["start", "start"],
  ["testing", "testing"],
  ["tools", "tools"],
  ["demo", "demo"],
]);

const BACKEND_FILES = new Map<string, Kind>([
  ["main.ts", "main"],
  ["app.ts", "app"],
  ["config.ts", "config"],
  ["deps.ts", "deps"],
]);

function backendPlace([folder = "", ...rest]: string[]): Place {
  if (rest.length === 0) return { kind: BACKEND_FILES.get(folder) ?? "elsewhere", group: "" };
  if (folder === "ledger" && /^(transfer|chart|codes|pass)\.ts$/.test(rest[0] ?? "")) {
    return { kind: "transfer", group: "ledger" };
  }
  if (folder === "adapters" && rest[1]?.startsWith("test_")) return { kind: "testing", group: rest[0] ?? "" };
  if (folder === "adapters") return { kind: PORT_FILES.get(rest[1] ?? "") ?? "adapter", group: rest[0] ?? "" };
  if (folder === "contract" && rest[0] === "requests") return { kind: "request", group: "contract" };
  if (folder === "contract" && rest[0] === "calls") return { kind: "call", group: "contract" };
  const kind = BACKEND_FOLDERS.get(folder);
  return kind ? { kind, group: folder } : { kind: slotOf(rest.at(-1) ?? ""), group: folder };
}

/** The area that a file belongs to; undefined for tests and for what is no area. */
export function areaOf(path: string): string | undefined {
  const { kind, group } = placeOf(path);
  return path.startsWith("backend/") && (kind === "verb" || SLOTS.has(kind)) ? group : undefined;
}

/** The port with its errors, which other code may import, and the choice of an implementation, for the wiring. */
const PORT_FILES = new Map<string, Kind>([["types.ts", "port"], ["mod.ts", "choice"]]);

const SLOTS: ReadonlySet<string> = new Set<Slot>(["events", "state", "reads", "routes", "reactions", "table"]);

/** `<area>/<thing>/<slot>.ts`, or `<area>/<slot>.ts` where the area is one thing; any other name is a verb's. */
function slotOf(file: string): Slot {
  const name = file.replace(/\.tsx?$/, "");
  return SLOTS.has(name) ? name as Slot : "verb";
}

function pwaPlace(rest: string[]): Place {
  const [folder = "", sub = "", ...deeper] = rest;
  if (folder !== "src") return { kind: "tool", group: "pwa" };
  if (deeper.length === 0) return { kind: "pwa entry", group: "" };
  for (const kind of ["shell", "ui", "data", "lib", "player", "outbox", "worker"] as const) {
    if (sub === kind) return { kind: `pwa ${kind}`, group: sub };
  }
  return { kind: "pwa feature", group: sub };
}
