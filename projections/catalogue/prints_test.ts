import { expect, it } from "vitest";
import { askedItems, printOf } from "../../backend/catalogue/fingerprint/state.ts";
import { newId } from "../../backend/contract/ids.ts";
import { seededRandom } from "../../backend/testing/random.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { syntheticPrint } from "../../backend/testing/prints/synthetic.ts";
import { findPrints, findSounds, printedAmong, prints } from "./prints.ts";

const [ada, bola, song, other, silent] = [newId(), newId(), newId(), newId(), newId()];
const random = seededRandom(5);
const printed = (trackId: string, ownerId = ada, items = syntheticPrint(random, 400)) => ({
  type: "RecordingPrinted" as const,
  data: { trackId, ownerId, print: Buffer.from(items.buffer).toString("base64") },
});
const removed = (trackId: string, by: "owner" | "admin") => ({
  type: "TrackRemoved" as const,
  data: { trackId, ownerId: ada, by },
});
const ofSong = printed(song);
const itemsOf = (print: string) => askedItems(printOf(print)).map((item) => ({ ...item, speed: 0 }));
const looked = (tx: Parameters<typeof findPrints>[0]) => findPrints(tx, itemsOf(ofSong.data.print), 10);

it("leads from a part of a recording to the track, as long as it counts", async () => {
  await using test = await openTestProjection(prints);
  const all = [ofSong, printed(other, bola), printed(silent, bola, new Uint32Array())];
  expect(await test.given(all, looked)).toEqual([ofSong.data]);
  const part = itemsOf(ofSong.data.print).filter(({ at }) => at > 100).map((item) => ({ ...item, at: item.at - 100 }));
  expect(await test.given(all, (tx) => findPrints(tx, part, 10))).toEqual([ofSong.data]);
  expect(await test.given(all, (tx) => findPrints(tx, [], 10))).toEqual([]);
  const chance = itemsOf(printed(other).data.print);
  expect(await test.given(all, (tx) => findPrints(tx, chance, 10))).toEqual([]);

  // Its artist deleted it; what an admin took away is recognised when it comes again.
  expect(await test.given([...all, removed(song, "owner")], looked)).toEqual([]);
  expect(await test.given([...all, removed(song, "admin")], looked)).toEqual([ofSong.data]);
  expect(await test.given([...all, { type: "AccountErased" as const, data: { userId: ada } }], looked)).toEqual([]);
  const held = (hold: "takedown" | "draft") => ({
    type: "TrackHeld" as const,
    data: { trackId: song, ownerId: ada, hold, holdId: newId(), by: "admin" as const },
  });
  expect(await test.given([held("takedown"), ...all, removed(song, "owner")], looked)).toEqual([ofSong.data]);
  expect(await test.given([held("draft"), ...all, removed(song, "owner")], looked)).toEqual([]);
  // The newest says it.
  expect(await test.given([...all, printed(song)], looked)).toEqual([]);
  expect(await test.given([removed(song, "owner"), ofSong], looked)).toEqual([ofSong.data]);

  const known = await test.given(all, (tx) => printedAmong(tx, [song, silent, newId()]));
  expect(known).toEqual(new Set([song]));
  // What is known by nothing else is known by its samples.
  const soundHash = "a".repeat(64);
  const hashed = { type: "RecordingPrinted" as const, data: { trackId: silent, ownerId: bola, print: "", soundHash } };
  expect(await test.given([...all, hashed], (tx) => findSounds(tx, soundHash, 10))).toEqual([hashed.data]);
  expect(await test.given([...all, hashed], (tx) => printedAmong(tx, [silent]))).toEqual(new Set([silent]));
});
