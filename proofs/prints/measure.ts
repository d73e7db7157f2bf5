import { printsOfFile } from "../../backend/adapters/media/audio_print.ts";
import { openAudio } from "../../backend/adapters/media/audio_source.ts";
import { hear } from "../../backend/catalogue/fingerprint/find.ts";
import { printRecording } from "../../backend/catalogue/fingerprint/fingerprints.ts";
import { likenessOf, type Print } from "../../backend/catalogue/fingerprint/state.ts";
import { newId } from "../../backend/contract/ids.ts";
import type { Store } from "../../backend/store/store.ts";
import { LEAST_FOUND, type Variant, writeVariant } from "../../backend/testing/prints/variants.ts";
import { printsOfSong } from "../../backend/testing/prints/synthetic.ts";

/** A song of the catalogue, as a file. */
export interface Song {
  readonly name: string;
  readonly path: string;
  readonly trackId: string;
  readonly sampleRate: number;
  readonly seconds: number;
}

/** Takes sound files into a catalogue's fingerprints. */
export async function takeIn(store: Store, files: readonly { name: string; path: string }[]): Promise<Song[]> {
  const songs: Song[] = [];
  for (const { name, path } of files) {
    const { sampleRate, claimedSeconds: seconds } = await openAudio(path);
    const [print = ""] = await printsOfFile(path, [1]);
    const trackId = newId();
    const command = { trackId, ownerId: newId(), print };
    await store.execute(printRecording, command, { logs: ["social"], metadata: { actor: "system:test" } });
    songs.push({ name, path, trackId, sampleRate, seconds });
  }
  await store.settle(60_000);
  return songs;
}

/** How many of the songs were found again after each change, and which not. */
interface Shares {
  readonly variant: Variant;
  readonly asked: number;
  readonly found: number;
  /** Songs that were found as another one. */
  readonly mistaken: number;
  readonly missed: readonly string[];
}

/** Changes each song in each way, as files in a folder, and looks for it in the catalogue. */
export async function measureFound(
  store: Store,
  { songs, variants, folder }: { songs: readonly Song[]; variants: readonly Variant[]; folder: string },
): Promise<Shares[]> {
  const shares: Shares[] = [];
  for (const variant of variants) {
    let [found, mistaken] = [0, 0];
    const missed: string[] = [];
    for (const song of songs) {
      const output = `${folder}/changed.${variant.ending}`;
      await writeVariant(song, { variant, output });
      const { same } = await hear({ store }, await printsOfFile(output));
      if (same.some(({ trackId }) => trackId === song.trackId)) found++;
      else missed.push(song.name);
      if (same.some(({ trackId }) => trackId !== song.trackId)) mistaken++;
    }
    shares.push({ variant, asked: songs.length, found, mistaken, missed });
  }
  return shares;
}

/** The shares of each kind of change, and whether they are as promised. */
export function byKind(
  shares: readonly Shares[],
): { kind: Variant["kind"]; asked: number; found: number; met: boolean }[] {
  return [...Map.groupBy(shares, ({ variant }) => variant.kind)].map(([kind, own]) => {
    const [asked, found] = [sumOf(own, "asked"), sumOf(own, "found")];
    return { kind, asked, found, met: found >= asked * LEAST_FOUND[kind] };
  });
}

function sumOf(shares: readonly Shares[], name: "asked" | "found"): number {
  return shares.reduce((sum, share) => sum + share[name], 0);
}

/** How many of all pairs of different songs are taken for the same recording. */
export function measurePairs(
  songs: readonly (readonly Print[])[],
  most: number,
): { pairs: number; mistaken: number } {
  let [pairs, mistaken] = [0, 0];
  for (const [index, asked] of songs.entries()) {
    for (const [other = new Uint32Array()] of songs.slice(0, index)) {
      if (pairs >= most) return { pairs, mistaken };
      pairs++;
      if (likenessOf(asked, other)) mistaken++;
    }
  }
  return { pairs, mistaken };
}

/** The fingerprints of so many invented songs. */
export async function inventedSongs(count: number, seed: number): Promise<Print[][]> {
  const songs: Print[][] = [];
  for (let song = 0; song < count; song++) songs.push(await printsOfSong(seed + song));
  return songs;
}
