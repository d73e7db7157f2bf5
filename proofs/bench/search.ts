import { newId } from "../../backend/contract/ids.ts";
import { setCreatorProfile } from "../../backend/catalogue/artist/change_profile.ts";
import { seededRandom } from "../../backend/testing/random.ts";
import { type ProofDatabase, vacuum } from "../parts/database.ts";
import { addTrack, inTurns, openService, type ProofService, publishTrack } from "../parts/service.ts";
import type { BenchOptions } from "./options.ts";
import { timeRead } from "./timed_read.ts";
import { latenciesRow, type Row } from "./report.ts";

const BUDGET_MS = 50;
const ROUNDS = 10;
const TRACKS_AN_ARTIST = 25;
const TRACKS_AN_ALBUM = 10;
const METADATA = { actor: "system:bench" };
const KINDS = "track,artist,album,playlist";
/** Names are made of these, as many different ones as a large catalogue has. */
const STARTS = ["Adé", "Ọlá", "Chi", "Ngọ", "Ìfẹ́", "Dá", "Fẹ́", "Ba", "Ka", "Zu", "Mo", "Ọ̀ṣu", "Te", "Ya", "Gbé", "Lá"];
const MIDDLES = ["bọ́", "mí", "ná", "rí", "tọ́", "kó", "di", "wá", "ṣé", "lú", "gha", "mẹ́", "ya", "zó", "fú", "nke"];
const ENDS = ["la", "yọ̀", "ka", "ni", "tu", "ra", "go", "be", "sí", "lẹ́", "ma", "dun"];
const PLAIN = ["Love", "Night", "Lagos", "Baby", "Dance", "Morning", "My", "Of", "The", "Story", "Water", "Money"];

/**
 * The answer to each letter that a person types, all kinds together, over HTTP, with the given number of songs: typed
 * words and their beginnings, words of many songs, and slips.
 */
export async function benchSearch(
  database: ProofDatabase,
  { seed, searchedTracks }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  await using service = await openService(database, "search", 1);
  say(`  ${searchedTracks.toLocaleString("en")} tracks`);
  const asked = await fill(service, searchedTracks, seededRandom(seed));
  if (!await service.deps.store.settle(1_800_000)) throw new Error("What follows the log did not catch up");
  await vacuum(service.ownerUrl);
  const size = `${searchedTracks.toLocaleString("en")} songs`;
  const rows: Row[] = [];
  for (const [name, queries] of asked) {
    rows.push(
      latenciesRow(`search of ${size}, ${name}`, await time(service, queries), { of: "p99", atMost: BUDGET_MS }),
    );
  }
  return rows;
}

/** Songs by many artists, on albums; answers what people type to find some of them. */
async function fill(
  { deps }: ProofService,
  count: number,
  random: () => number,
): Promise<[name: string, queries: string[]][]> {
  const of = (parts: readonly string[]) => parts[Math.floor(random() * parts.length)] ?? "";
  const word = () => random() < 0.3 ? of(PLAIN) : `${of(STARTS)}${of(MIDDLES)}${random() < 0.6 ? of(ENDS) : ""}`;
  const words = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, word).join(" ");
  const artists = Array.from({ length: Math.ceil(count / TRACKS_AN_ARTIST) }, () => ({
    ownerId: newId(),
    artist: `${word()} ${word()}`,
    albums: [words(2), words(3)],
  }));
  const rest = [...artists];
  await inTurns(artists.length, async () => {
    const { ownerId = "", artist = "" } = rest.pop() ?? {};
    const page = { creatorId: ownerId, name: artist, bio: "", city: "Lagos", stateProvince: "", country: "" };
    await deps.store.execute(setCreatorProfile, page, { logs: ["social"], metadata: METADATA });
  });
  const songs = Array.from({ length: count }, (_, index) => {
    const { ownerId = "", artist = "", albums = [] } = artists[index % artists.length] ?? {};
    const album = albums[Math.floor(index / artists.length / TRACKS_AN_ALBUM)];
    return { ownerId, title: words(4), artist, ...(album !== undefined && { album }) };
  });
  const waiting = [...songs];
  const trackIds = await inTurns(
    count,
    async () => await addTrack(deps, waiting.pop() ?? { ownerId: "", title: "", artist: "" }),
  );
  await inTurns(count, async () => await publishTrack(deps, trackIds.pop() ?? ""));
  return typedFor(songs, random);
}

function typedFor(songs: readonly { title: string; artist: string }[], random: () => number): [string, string[]][] {
  const some = Array.from(
    { length: 12 },
    () => songs[Math.floor(random() * songs.length)] ?? { title: "", artist: "" },
  );
  const letterByLetter = some.slice(0, 6).flatMap(({ title }) =>
    Array.from(title.trim(), (_, index) => title.slice(0, index + 1)).slice(0, 12)
  );
  const swapped = some.flatMap(({ artist }) => artist.replace(/^(..)(.)(.)/u, "$1$3$2"));
  return [
    ["letter by letter", letterByLetter],
    ["title and artist", some.map(({ title, artist }) => `${title} ${artist}`)],
    ["words of many songs", ["love", "lo", "the", "my lagos", "night of", "baby da", "l", "m", "the love of"]],
    ["with a slip", [...swapped, "lagso night", "mornign"]],
    ["nothing found", ["zzzzqqq", "xqxqxq wvwv", "qqq"]],
  ];
}

async function time({ port }: ProofService, queries: readonly string[]): Promise<number[]> {
  const origin = `http://127.0.0.1:${port}`;
  const { accessToken } = await (await fetch(`${origin}/api/v1/token`)).json();
  const latencies: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const q of queries) {
      if (q.trim() === "") continue;
      const path = `/api/v1/search?${new URLSearchParams({ q, type: KINDS, limit: "4" })}`;
      const ms = await timeRead(`${origin}${path}`, accessToken);
      // The first round warms up and does not count.
      if (round > 0) latencies.push(ms);
    }
  }
  return latencies;
}
