import { basename, join } from "node:path";
import { prints } from "../../projections/prints.ts";
import { printOf } from "../../backend/catalogue/print/state.ts";
import { printsOfFile } from "../../backend/adapters/media/audio_print.ts";
import { Store } from "../../backend/store/store.ts";
import { createOrin, openBenchDatabase } from "../bench/database.ts";
import { byKind, inventedSongs, measureFound, measurePairs, takeIn } from "./measure.ts";
import { VARIANTS } from "../../backend/testing/prints/variants.ts";

const MEDIA = join(import.meta.dirname ?? "", "../../backend/demo/media");
const PAIRS = 10_000;
/** So many songs make more than that many pairs. */
const INVENTED = 142;
const SEED = 20_260_101;

/** Measures on the demo's songs and on invented ones how many recordings are recognised; `--songs 5` of each, `--no-pairs`, `--no-changes`. */
if (import.meta.main) {
  const most = Deno.args.includes("--songs") ? Number(Deno.args[Deno.args.indexOf("--songs") + 1]) : Infinity;
  await using database = await openBenchDatabase();
  const { serviceUrl } = await createOrin(database, "prints", [prints]);
  await using store = new Store({ url: serviceUrl, projections: [prints], fingerprintKey: new Uint8Array(32) });
  const folder = await Deno.makeTempDir({ prefix: "orin_prints_" });
  const files = [...Deno.readDirSync(MEDIA)].filter(({ name }) => name.endsWith(".m4a")).sort((a, b) =>
    a.name < b.name ? -1 : 1
  )
    .slice(0, most).map(({ name }) => ({ name: basename(name, ".m4a"), path: join(MEDIA, name) }));
  const songs = await takeIn(store, files);
  const shares = [];
  const variants = Deno.args.includes("--no-changes") ? [] : VARIANTS;
  if (variants.length > 0) console.log("| Change | Found | Mistaken | Missed |\n| --- | ---: | ---: | --- |");
  for (const variant of variants) {
    const own = await measureFound(store, { songs, variants: [variant], folder });
    for (const { asked, found, mistaken, missed } of own) {
      console.log(`| ${variant.name} | ${found} of ${asked} | ${mistaken} | ${missed.join(", ")} |`);
    }
    shares.push(...own);
  }
  for (const { kind, asked, found, met } of byKind(shares)) {
    console.log(`${kind}: ${(found / asked * 100).toFixed(1)} % of ${asked}${met ? "" : ", which is too few"}`);
  }
  if (!Deno.args.includes("--no-pairs")) {
    const demo = await Promise.all(songs.map(async ({ path }) => (await printsOfFile(path)).map(printOf)));
    const invented = await inventedSongs(INVENTED, SEED);
    for (const [name, all] of [["demo", demo], ["invented", invented]] as const) {
      const { pairs, mistaken } = measurePairs(all, PAIRS);
      console.log(`${name}: ${mistaken} of ${pairs} pairs of different songs are taken for the same`);
    }
  }
  await Deno.remove(folder, { recursive: true });
}
