import { expect, it } from "vitest";
import type { HeartEvent } from "../../backend/social/heart/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { findHearts, hearts, listHearts } from "./hearts.ts";

const [ada, song, other] = [newId(), newId(), newId()];
const change = (type: HeartEvent["type"], targetId: string, kind: "track" | "artist" = "track") => ({
  type,
  data: { userId: ada, kind, targetId },
  stream: `heart/${ada}/${targetId}`,
});
const [given, taken] = [(id: string) => change("HeartGiven", id), (id: string) => change("HeartTaken", id)];

it("keeps whose heart is with what, newest first, until it is taken or its giver erased", async () => {
  await using test = await openTestProjection(hearts);
  const list = (kind: "track" | "artist") => (tx: Parameters<typeof listHearts>[0]) =>
    listHearts(tx, { userId: ada, kind, limit: 10 });
  expect(await test.given([given(song), given(other)], list("track"))).toEqual([other, song]);
  expect(await test.given([given(song), given(song)], list("track"))).toEqual([song]);
  expect(await test.given([given(song), taken(song)], list("track"))).toEqual([]);
  expect(await test.given([given(song), taken(song), given(song)], list("track"))).toEqual([song]);
  // The heart is as old as its last giving, in whatever batches the taps are.
  const again = [given(song), given(other), taken(song), given(song)];
  expect(await test.given(again, list("track"))).toEqual([song, other]);
  expect(await test.given([given(song), change("HeartGiven", other, "artist")], list("artist"))).toEqual([other]);
  const erased = { type: "AccountErased" as const, data: { userId: ada } };
  expect(await test.given([given(song), erased], list("track"))).toEqual([]);
  const asked = [given(song).data, given(other).data];
  expect(await test.given([given(song)], (tx) => findHearts(tx, asked))).toEqual(new Set([`${ada}/track/${song}`]));
});
