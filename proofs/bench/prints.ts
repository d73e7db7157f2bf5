import { type PrintRow, prints } from "../../projections/catalogue/prints.ts";
import { hear } from "../../backend/catalogue/fingerprint/find.ts";
import { newId } from "../../backend/contract/ids.ts";
import { PRINT_SPEEDS } from "../../backend/contract/prints.ts";
import { seededRandom } from "../../backend/testing/random.ts";
import { connect } from "../../backend/store/sql.ts";
import type { Store } from "../../backend/store/store.ts";
import { syntheticPrint } from "../../backend/testing/prints/synthetic.ts";
import { createOrin, openStore, type ProofDatabase } from "../parts/database.ts";
import type { BenchOptions } from "./options.ts";
import { latenciesRow, type Row } from "./report.ts";

const BUDGET_MS = 1_000;
const ASKED = 40;
const WRITTEN_AT_ONCE = 200;
/** Three minutes and a quarter. */
const ITEMS = 1_575;

type Printed = Parameters<typeof prints.apply>[1][number];

/**
 * Whether a new recording is in the catalogue: its items are asked for at five speeds, and the likeliest recordings
 * compared. The catalogue's fingerprints are synthetic; those that are looked for are parts of some, with wrong bits as
 * a poor encoding brings them, and new ones.
 */
export async function benchPrints(
  database: ProofDatabase,
  { seed, printedTracks }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const { ownerUrl, serviceUrl } = await createOrin(database, "prints", [prints]);
  const random = seededRandom(seed);
  const sql = connect(ownerUrl, { max: 1 });
  const known = await fill(sql, { count: printedTracks, random, say });
  await using store = openStore(serviceUrl, [prints]);
  const size = `${printedTracks.toLocaleString("en")} songs`;
  const [{ bytes = 0 } = {}] = await sql<{ bytes: number }[]>`
    select (pg_total_relation_size('projected.prints') + pg_total_relation_size('projected.print_items'))::bigint as bytes`;
  await sql.end();
  say(`  ${(bytes / printedTracks / 1_024).toFixed(1)} KiB a song`);
  const [mine, others]: [number[], number[]] = [[], []];
  let found = 0;
  for (let round = 0; round < ASKED; round++) {
    const one = known[Math.floor(random() * known.length)];
    if (!one) break;
    const { ms, same } = await timed(store, changed(one.print, random));
    mine.push(ms);
    if (same.some((each) => each.trackId === one.trackId)) found++;
    others.push((await timed(store, syntheticPrint(random, ITEMS))).ms);
  }
  if (found < ASKED) say(`  ${ASKED - found} of ${ASKED} were not found`);
  return [
    latenciesRow(`a recording among ${size}, found`, mine, { of: "p99", atMost: BUDGET_MS }),
    latenciesRow(`a recording among ${size}, new`, others, { of: "p99", atMost: BUDGET_MS }),
  ];
}

/** Ten seconds later, and of each hundred bits three are wrong. */
function changed(print: Uint32Array, random: () => number): Uint32Array {
  return print.slice(81).map((item) => {
    let bits = item;
    for (let bit = 0; bit < 32; bit++) if (random() < 0.03) bits ^= 1 << bit;
    return bits;
  });
}

/** At the other speeds it sounds like nothing that there is, and is asked for all the same. */
async function timed(store: Store, print: Uint32Array) {
  const random = seededRandom(print[0] ?? 0);
  const asked = PRINT_SPEEDS.map((_, index) => base64Of(index === 0 ? print : syntheticPrint(random, print.length)));
  const started = performance.now();
  const { same } = await hear({ store }, asked);
  return { ms: performance.now() - started, same };
}

/** Through the projection itself, without a log; the index is made afterwards, as in a rebuild of many. */
async function fill(
  sql: ReturnType<typeof connect>,
  { count, random, say }: { count: number; random: () => number; say: (line: string) => void },
): Promise<(Omit<PrintRow, "print"> & { print: Uint32Array })[]> {
  const kept: (Omit<PrintRow, "print"> & { print: Uint32Array })[] = [];
  await sql`set search_path to projected, public`;
  await sql`drop index print_items_by_hash`;
  for (let from = 1; from <= count; from += WRITTEN_AT_ONCE) {
    const events = Array.from({ length: Math.min(WRITTEN_AT_ONCE, count - from + 1) }, (_, index) => {
      const print = syntheticPrint(random, ITEMS);
      const [trackId, ownerId] = [newId(), newId()];
      if (kept.length < 1_000) kept.push({ trackId, ownerId, print });
      const data = { trackId, ownerId, print: base64Of(print) };
      return { type: "RecordingPrinted", data, position: from + index } as unknown as Printed;
    });
    await sql.begin((tx) => prints.apply(tx, events));
    if ((from - 1) % 20_000 === 0) say(`  ${from + events.length - 1} tracks`);
  }
  await sql`create index print_items_by_hash on print_items (hash) include (number, at)`;
  await sql`vacuum analyze prints`;
  await sql`vacuum analyze print_items`;
  return kept;
}

function base64Of(items: Uint32Array): string {
  return Buffer.from(items.buffer, items.byteOffset, items.byteLength).toString("base64");
}
