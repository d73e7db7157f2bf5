import { basename, join } from "node:path";
import { prints } from "../../projections/catalogue/prints.ts";
import { printOf } from "../../backend/catalogue/fingerprint/state.ts";
import { printsOfFile } from "../../backend/adapters/media/audio_print.ts";
import { VARIANTS } from "../../backend/testing/prints/variants.ts";
import { createOrin, openDatabase, openStore } from "../parts/database.ts";
import { openFolder } from "../parts/folder.ts";
import { readOptions } from "../parts/options.ts";
import { tableOf } from "../parts/table.ts";
import { byKind, inventedSongs, measureFound, measurePairs, type Song, takeIn } from "./measure.ts";

const MEDIA = join(import.meta.dirname ?? "", "../../backend/demo/media");
const PAIRS = 10_000;
const MOST_MISTAKEN = 0.001;
/** So many songs make more than that many pairs. */
const INVENTED = 142;
const SEED = 20_260_101;

/**
 * `deno task proofs prints [--songs 5] [--no-pairs] [--no-changes]`: measures on the demo's songs and on invented ones how
 * many recordings are recognised. Exit code 1 where they are too few, or too many are mistaken for others.
 */
if (import.meta.main) {
  const asked = readOptions({ values: ["songs"], flags: ["no-pairs", "no-changes"] });
  await using database = await openDatabase();
  const { serviceUrl } = await createOrin(database, "prints", [prints]);
  await using store = openStore(serviceUrl, [prints]);
  const songs = await takeIn(store, demoSongs().slice(0, asked.number("songs", 1_000)));
  const missed: string[] = [];
  if (!asked.has("no-changes")) {
    await using folder = await openFolder("prints");
    const shares = await measureFound(store, { songs, variants: VARIANTS, folder: folder.path });
    console.log(tableOf(
      ["Change", "Found", "Mistaken", "Missed"],
      shares.map(({ variant, found, asked, mistaken, missed }) => {
        return [variant.name, `${found} of ${asked}`, String(mistaken), missed.join(", ")];
      }),
    ));
    for (const { kind, asked, found, met } of byKind(shares)) {
      console.log(`${kind}: ${(found / asked * 100).toFixed(1)} % of ${asked}${met ? "" : ", which is too few"}`);
      if (!met) missed.push(kind);
    }
  }
  if (!asked.has("no-pairs")) missed.push(...await comparePairs(songs));
  console.log(
    missed.length === 0 ? "As many are recognised as have to be" : `Not as it has to be: ${missed.join(", ")}`,
  );
  if (missed.length > 0) Deno.exitCode = 1;
}

function demoSongs(): { name: string; path: string }[] {
  const names = [...Deno.readDirSync(MEDIA)].map(({ name }) => name).filter((name) => name.endsWith(".m4a")).toSorted();
  return names.map((name) => ({ name: basename(name, ".m4a"), path: join(MEDIA, name) }));
}

/** Different songs must not be taken for the same; answers those of which too many are. */
async function comparePairs(songs: readonly Song[]): Promise<string[]> {
  const demo = await Promise.all(songs.map(async ({ path }) => (await printsOfFile(path)).map(printOf)));
  const invented = await inventedSongs(INVENTED, SEED);
  return ([["demo", demo], ["invented", invented]] as const).flatMap(([name, all]) => {
    const { pairs, mistaken } = measurePairs(all, PAIRS);
    console.log(`${name}: ${mistaken} of ${pairs} pairs of different songs are taken for the same`);
    return mistaken > pairs * MOST_MISTAKEN ? [`pairs of ${name} songs`] : [];
  });
}
