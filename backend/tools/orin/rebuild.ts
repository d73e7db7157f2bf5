import { type BuildProgress, rebuild } from "../../store/projections/rebuild.ts";
import { PersonalData } from "../../store/personal/personal_data.ts";
import { projectionsWith } from "../../../projections/mod.ts";
import { StartError } from "../../start/start_error.ts";
import { openTool } from "./tool.ts";

const BAR = 30;
const PLAIN_EVERY_MS = 5_000;

interface RebuildFlags {
  /** Begins anew where an interrupted build could resume. */
  readonly fresh?: boolean | undefined;
  /** Also in the place of one that newer code has made. */
  readonly older?: boolean | undefined;
}

/**
 * `orin rebuild`: builds a projection beside the live one, compares, and puts it in its place. Throws a StartError
 * where there is none of this name.
 */
export async function rebuildNamed(name: string, { fresh = false, older = false }: RebuildFlags): Promise<void> {
  await using tool = await openTool();
  const projections = projectionsWith(new PersonalData(tool.keys));
  const names = projections.map((projection) => projection.name).join(", ");
  const projection = projections.find((one) => one.name === name);
  if (!projection) throw new StartError(`there is no projection "${name}": ${names}`);
  const progress = progressBar();
  const built = await rebuild({ ownerUrl: tool.ownerUrl, projection, fresh, older, progress });
  if (Deno.stderr.isTerminal()) console.error();
  if (built.resumedAt > 0) console.log(`Resumed at position ${built.resumedAt}`);
  for (const { where, what } of built.differences ?? []) console.log(`The live one was wrong: ${where}: ${what}`);
  const compared = built.differences?.length === 0
    ? "the same as the live one"
    : built.differences
    ? "the live one was wrong and has been replaced"
    : "not compared: the live one was of another version";
  const speed = Math.round((built.positions - built.resumedAt) / built.buildSeconds);
  console.log(
    `${projection.name} v${projection.version}: ${built.positions} positions in ${built.buildSeconds.toFixed(1)} s ` +
      `(${speed} a second), ${compared}, swapped in ${Math.round(built.flipMs)} ms`,
  );
}

/** A bar on a terminal, else a line every few seconds. */
function progressBar(): (progress: BuildProgress) => void {
  const startedAt = performance.now();
  let [begunAt, saidAt] = [-1, 0];
  return ({ done, total }) => {
    if (begunAt < 0) begunAt = done;
    const seconds = (performance.now() - startedAt) / 1000;
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const speed = Math.round((done - begunAt) / seconds);
    const text = `${Math.floor(share * 100)} %  ${done} of ${total} positions, ${speed} a second`;
    if (Deno.stderr.isTerminal()) {
      const bar = "█".repeat(Math.round(share * BAR)).padEnd(BAR, "░");
      Deno.stderr.writeSync(new TextEncoder().encode(`\r${bar} ${text} `));
    } else if (performance.now() - saidAt > PLAIN_EVERY_MS) {
      saidAt = performance.now();
      console.error(text);
    }
  };
}
