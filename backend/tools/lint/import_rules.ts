import { dirname, join } from "node:path/posix";
import { IMPORT_TABLE, type ImportRow, PACKAGE_HOMES, PROOFS_WAY_OUT } from "./import_table.ts";
import { type Place, placeOf } from "./places.ts";

type Import = {
  /** Path of the importing file, relative to the repository. */
  from: string;
  specifier: string;
  /** Whether it is `import type`, which leaves nothing behind at run time. */
  typeOnly: boolean;
  /** What it names of the file; left out where it takes all. */
  names?: readonly string[];
};

/** Who holds a pass takes what an owner can spend: one file makes them. */
const PASS = "backend/ledger/pass.ts";
const GATE = "backend/wallet/gate.ts";

/** By these two admins decide together: proposals ask them for every kind of decision. */
const OF_TWO: Readonly<Record<string, readonly string[]>> = {
  "backend/approvals/reads.ts": ["assertTwo", "readIndependence"],
  "backend/approvals/decide.ts": ["confirmProposal", "withdrawProposal"],
};
/** The demo has two admins, who decide as people do. */
const TWO_HOMES = ["backend/approvals/", "backend/admin/proposals/", "backend/demo/seed/capital.ts"];

/** Answers what is wrong with an import and the way out, or nothing when the table allows it. */
export function judgeImport(found: Import, readFile: ReadFile): string | undefined {
  const place = placeOf(found.from);
  const row = IMPORT_TABLE[place.kind];
  const target = resolveTarget(found);
  if (!target) return judgePackage(found, row);
  const targetPlace = placeOf(target);
  if (targetPlace.group === "proofs" && place.group !== "proofs") {
    return `${describe(place)} may not import a proof (${target}): ${PROOFS_WAY_OUT}`;
  }
  if (target === PASS && place.group !== "ledger" && found.from !== GATE && !FREE.has(place.kind) && !found.typeOnly) {
    return `${
      describe(place)
    } may not import ${PASS}: ask the gate (${GATE}), which alone lets an owner's tokens leave`;
  }
  if (isOfTwo(found, target) && !FREE.has(place.kind)) {
    return "only backend/approvals/ confirms and withdraws what an admin proposes: make it a row of backend/admin/proposals/kinds.ts";
  }
  if (!row) return undefined;
  if (!allows(row, { place, targetPlace, typeOnly: found.typeOnly })) {
    return `${describe(place)} may not import ${describe(targetPlace)} (${target}): ${row.wayOut}`;
  }
  if (place.kind === "state" && targetPlace.kind === "verb") {
    return judgePurity(target, { from: found.from, readFile });
  }
  return undefined;
}

function isOfTwo({ from, names }: Import, target: string): boolean {
  const kept = OF_TWO[target];
  if (!kept || TWO_HOMES.some((home) => from.startsWith(home))) return false;
  return names === undefined || names.some((name) => kept.includes(name));
}

/** Reads a file of the repository by its relative path; nothing when it is not there. */
type ReadFile = (path: string) => string | undefined;

function resolveTarget({ from, specifier }: Import): string | undefined {
  if (specifier.startsWith("@contract/")) return specifier.replace("@contract/", "backend/contract/");
  if (specifier.startsWith(".")) return join(dirname(from), specifier);
  return undefined;
}

function allows(
  row: ImportRow,
  { place, targetPlace, typeOnly }: { place: Place; targetPlace: Place; typeOnly: boolean },
): boolean {
  return row.may.some((entry) =>
    entry === targetPlace.kind ||
    (entry === `own ${targetPlace.kind}` && place.group === targetPlace.group) ||
    (entry === `type ${targetPlace.kind}` && typeOnly)
  );
}

function judgePackage({ from, specifier, typeOnly }: Import, row: ImportRow | undefined): string | undefined {
  const place = placeOf(from);
  const name = /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)?.[0] ?? specifier;
  const home = PACKAGE_HOMES[name];
  const free = FREE.has(place.kind);
  if (home && !free && !home.homes.some((folder) => from.startsWith(folder))) {
    return `"${name}" is for ${home.homes.join(" and ")} only: ${home.wayOut}`;
  }
  if (!row || typeOnly || row.packages.some((pattern) => matches(pattern, specifier))) return undefined;
  return `${describe(place)} may not import "${specifier}": ${row.wayOut}`;
}

/** Kinds that may use any package. */
const FREE: ReadonlySet<string> = new Set(["test", "testing", "tools", "tool", "proof"]);

function matches(pattern: string, specifier: string): boolean {
  if (pattern === "node") return specifier.startsWith("node:");
  if (pattern.endsWith("*")) return specifier.startsWith(pattern.slice(0, -1));
  return pattern === specifier;
}

interface PurityWalk {
  /** The file of rules that it began with. */
  from: string;
  readFile: ReadFile;
  seen?: Set<string>;
}

/** Rules may use a file beside them, and it is then as pure as the rules themselves. */
function judgePurity(part: string, walk: PurityWalk): string | undefined {
  const { from, readFile, seen = new Set<string>() } = walk;
  if (seen.has(part)) return undefined;
  seen.add(part);
  for (const inner of importsOf(readFile(part) ?? "")) {
    const wrong = judgeImport({ from, ...inner, specifier: rebase(inner.specifier, { part, from }) }, () => "");
    if (wrong) {
      return `state.ts may not import ${part}, which imports "${inner.specifier}": ${IMPORT_TABLE.state?.wayOut}`;
    }
    const next = resolveTarget({ from: part, ...inner });
    const deeper = next && placeOf(next).kind === "verb" ? judgePurity(next, { from, readFile, seen }) : undefined;
    if (deeper) return deeper;
  }
  return undefined;
}

function rebase(specifier: string, { part, from }: { part: string; from: string }): string {
  if (!specifier.startsWith(".")) return specifier;
  return `${dirname(from).split("/").map(() => "..").join("/")}/${join(dirname(part), specifier)}`;
}

function importsOf(source: string): { specifier: string; typeOnly: boolean }[] {
  const statements = source.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:[\w*{][^"'`;()=]*?\bfrom\s+)?["']([^"'\n]+)["']/gm,
  );
  return [...statements].map(([, type, specifier]) => ({ specifier: specifier ?? "", typeOnly: type !== undefined }));
}

function describe({ kind, group }: Place): string {
  if (kind === "elsewhere") return "a file outside the house's folders";
  return group && group !== kind && !kind.endsWith(group) ? `${kind} of ${group}` : kind;
}
