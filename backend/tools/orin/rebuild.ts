import { isPassing } from "../../store/log/errors.ts";
import { newerEvents } from "../../store/log/newer_events.ts";
import { type BuildProgress, rebuildTogether } from "../../store/projections/rebuild.ts";
import { unknownInline } from "../../store/projections/install.ts";
import { PersonalData } from "../../store/personal/personal_data.ts";
import { projectionsWith } from "../../../projections/mod.ts";
import { firstLine, StartError } from "../../start/start_error.ts";
import type { Projection } from "../../store/projections/projection.ts";
import { openTool, type Tool } from "./tool.ts";

const BAR = 30;
const PLAIN_EVERY_MS = 5_000;

interface RebuildFlags {
  /** Begins anew where an interrupted build could resume. */
  readonly fresh?: boolean | undefined;
  /** Also in the place of one that newer code has made. */
  readonly older?: boolean | undefined;
}

/**
 * `orin rebuild`: builds projections beside the live ones, compares, and puts them in their place in one transaction.
 * Throws a StartError where there is none of a name, and with `older` where this code cannot read every event.
 */
export async function rebuildNamed(
  names: readonly string[],
  { fresh = false, older = false }: RebuildFlags,
): Promise<void> {
  await using tool = await openTool();
  const all = projectionsWith(new PersonalData(tool.keys));
  const projections = names.length === 0 && older
    ? await madeByNewer(tool, all)
    : all.filter(({ name }) => names.includes(name));
  const unknown = names.filter((name) => !all.some((one) => one.name === name));
  if (unknown.length > 0) {
    throw new StartError(`there is no projection "${unknown[0]}": ${all.map(({ name }) => name).join(", ")}`);
  }
  if (older) await refuseNewerEvents(tool);
  const dropped = names.length === 0 && older ? await unknownInline(tool.sql, all) : [];
  if (projections.length + dropped.length === 0) return console.log("Newer code has made none of the projections");
  const progress = progressBar();
  const { ownerUrl } = tool;
  const built = await rebuildTogether({ ownerUrl, projections, dropped, fresh, older, progress }).catch((error) => {
    if (!isPassing(error)) throw error;
    throw new StartError(`the database was busy or away (${firstLine(error)}): call it again, it goes on where it was`);
  });
  if (Deno.stderr.isTerminal()) console.error();
  for (const name of dropped) console.log(`${name}: gone, because this version does not have it`);
  built.forEach((one, index) => tellOf(projections[index]?.name ?? "", projections[index]?.version ?? 0, one));
}

/** Before anything is built: a shape that this code does not know would end a build, or later the service. */
async function refuseNewerEvents({ sql }: Tool): Promise<void> {
  const newer = await newerEvents(sql);
  if (newer.length === 0) return;
  const listed = newer.map(({ type, version, count }) => `${type} v${version} (${count})`).join(", ");
  throw new StartError(
    `there is no way back to this version: the log has events in shapes that it cannot read: ${listed}. ` +
      "Nothing was changed; stay with the newer version",
  );
}

/** Those that this code cannot use, because newer code has made their tables. */
async function madeByNewer({ sql }: Tool, all: readonly Projection[]): Promise<Projection[]> {
  const rows = await sql<{ name: string; version: number }[]>`select name, version from projection_versions`;
  const versions = new Map(rows.map(({ name, version }) => [name, version]));
  return all.filter(({ name, version }) => (versions.get(name) ?? 0) > version);
}

type Built = Awaited<ReturnType<typeof rebuildTogether>>[number];

function tellOf(name: string, version: number, built: Built): void {
  if (built.resumedAt > 0) console.log(`${name}: resumed at position ${built.resumedAt}`);
  for (const { where, what } of built.differences ?? []) console.log(`The live one was wrong: ${where}: ${what}`);
  const compared = built.differences?.length === 0
    ? "the same as the live one"
    : built.differences
    ? "the live one was wrong and has been replaced"
    : "not compared: the live one was of another version";
  const speed = Math.round((built.positions - built.resumedAt) / built.buildSeconds);
  console.log(
    `${name} v${version}: ${built.positions} positions in ${built.buildSeconds.toFixed(1)} s ` +
      `(${speed} a second), ${compared}, swapped in ${Math.round(built.flipMs)} ms`,
  );
}

/** A bar on a terminal, else a line every few seconds. */
function progressBar(): (progress: BuildProgress, projection: Projection) => void {
  let [startedAt, begunAt, saidAt, last] = [0, 0, 0, ""];
  return ({ done, total }, { name }) => {
    if (name !== last) [startedAt, begunAt, last] = [performance.now(), done, name];
    const seconds = (performance.now() - startedAt) / 1000;
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const speed = Math.round((done - begunAt) / seconds);
    const text = `${name}: ${Math.floor(share * 100)} %  ${done} of ${total} positions, ${speed} a second`;
    if (Deno.stderr.isTerminal()) {
      const bar = "█".repeat(Math.round(share * BAR)).padEnd(BAR, "░");
      Deno.stderr.writeSync(new TextEncoder().encode(`\r${bar} ${text} `));
    } else if (performance.now() - saidAt > PLAIN_EVERY_MS) {
      saidAt = performance.now();
      console.error(text);
    }
  };
}
