import { describe, expect, it } from "vitest";
import { noiseOf, printsOfSong, songOf, syntheticPrint } from "../../testing/prints/synthetic.ts";
import { Fingerprinter } from "../../adapters/media/chromaprint.ts";
import { PRINT_SPEEDS } from "../../contract/prints.ts";
import { seededRandom } from "../../testing/random.ts";
import { decidePrint, evolvePrint, indexedItems, isWorthMatching, likenessOf, type Print, printOf } from "./state.ts";

const base64 = (items: Print) => Buffer.from(items.buffer, items.byteOffset, items.byteLength).toString("base64");
async function printsOf(samples: Int16Array): Promise<Print[]> {
  const fingerprinter = await Fingerprinter.open(PRINT_SPEEDS);
  fingerprinter.take(samples, { sampleRate: 11_025, channels: 1 });
  return fingerprinter.finish();
}
const only = async (samples: Int16Array) => (await printsOf(samples))[0] ?? new Uint32Array();
const print = { trackId: "t1", ownerId: "ada", print: base64(syntheticPrint(seededRandom(1), 400)) };

describe("what there is to recognise by", () => {
  it("is there in music, and what was written is read back", async () => {
    const [own = new Uint32Array()] = await printsOfSong(1, 20);
    expect(isWorthMatching(own)).toBe(true);
    expect(own.length).toBeGreaterThan(120);
    expect(printOf(base64(own))).toEqual(own);
  });

  it("is not in silence, noise, a single tone, or a few seconds", async () => {
    const tone = Int16Array.from({ length: 11_025 * 20 }, (_, at) => Math.round(8_000 * Math.sin(at / 5)));
    const nothing = [
      new Int16Array(11_025 * 20),
      noiseOf(1, 20),
      tone,
      songOf(1, 4),
      new Int16Array(),
    ];
    for (const [index, samples] of nothing.entries()) {
      expect([index, isWorthMatching(await only(samples))]).toEqual([index, false]);
    }
  });

  it("is kept once, and as nothing where nothing is to be recognised by", () => {
    expect(decidePrint(undefined, print)).toEqual([{ type: "RecordingPrinted", data: print }]);
    const known = evolvePrint(undefined, { type: "RecordingPrinted", data: print });
    expect(decidePrint(known, print)).toEqual([]);
    const silence = base64(new Uint32Array(300).fill(627_964_279));
    expect(decidePrint(undefined, { ...print, print: silence })).toMatchObject([{ data: { print: "" } }]);
    expect(decidePrint(undefined, { ...print, print: "" })).toMatchObject([{ data: { print: "" } }]);
  });
});

describe("likenessOf()", () => {
  const song = songOf(7, 26);

  it("finds a recording again that was cut, made louder, or plays a little fast", async () => {
    const own = await only(song);
    const cut = song.slice(11_025 * 10);
    expect(likenessOf(await printsOf(cut), own)).toMatchObject({ percent: 100, atMs: 0, speed: 1 });
    expect(likenessOf(await printsOf(cut), own)?.otherAtMs).toBeGreaterThan(9_500);
    expect(likenessOf(await printsOf(cut), own)?.otherAtMs).toBeLessThan(10_500);
    const loud = song.map((sample) => Math.max(-32_768, Math.min(32_767, sample * 2)));
    expect(likenessOf(await printsOf(loud), own)).toMatchObject({ speed: 1 });
    for (const speed of [0.98, 1.015]) {
      const other = await Fingerprinter.open(PRINT_SPEEDS);
      other.take(song, { sampleRate: Math.round(11_025 * speed), channels: 1 });
      const likeness = likenessOf(other.finish(), own);
      expect([speed, Math.abs((likeness?.speed ?? 0) - speed) < 0.011]).toEqual([speed, true]);
    }
  });

  it("does not find other music, nor nothing in anything", async () => {
    const own = await only(song);
    for (let seed = 20; seed < 24; seed++) expect(likenessOf(await printsOfSong(seed, 16), own)).toBeUndefined();
    expect(likenessOf(await printsOf(new Int16Array(11_025 * 30)), own)).toBeUndefined();
    const noise = await printsOf(noiseOf(2, 20, { isPink: true }));
    expect(likenessOf(noise, own)).toBeUndefined();
    expect(likenessOf(noise, await only(noiseOf(3, 20, { isPink: true })))).toBeUndefined();
    expect(likenessOf([], own)).toBeUndefined();
    expect(likenessOf([own], new Uint32Array())).toBeUndefined();
  });
});

it("the index names the same items of a part of a recording", () => {
  const whole = syntheticPrint(seededRandom(3), 4_000);
  const part = whole.slice(500, 3_500);
  const named = new Set(indexedItems(whole).map(({ hash }) => hash));
  const again = indexedItems(part).map(({ hash }) => hash);
  expect(again.filter((hash) => named.has(hash)).length).toBeGreaterThan(again.length * 0.7);
  expect(named.size).toBeLessThanOrEqual(500);
});
