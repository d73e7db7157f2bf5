import { afterAll, expect, it } from "vitest";
import { noteParts, noteStream } from "../../backend/catalogue/stream/table.ts";
import { newId } from "../../backend/contract/ids.ts";
import { PersonalData } from "../../backend/store/personal/personal_data.ts";
import { openTestStore, TEST_KEYS } from "../../backend/testing/store.ts";
import { projectionsWith } from "../mod.ts";
import { provenStreams, takenByAddress, takenOn, timesTaken, wasServed } from "./served_streams.ts";

const test = await openTestStore({ withTables: projectionsWith(new PersonalData(TEST_KEYS)) });
const { sql } = test.store;
afterAll(() => test[Symbol.asyncDispose]());

const NOON = Date.UTC(2026, 5, 1, 12);
const DAY = "2026-06-01";
const DAY_MS = 86_400_000;

interface Served {
  readonly subject: string;
  readonly trackId?: string;
  readonly address?: string;
  readonly at?: number;
  readonly isWhole?: boolean;
}
/** A stream that served enough to prove a play, or the whole song. Answers its grant. */
async function serve({ subject, trackId = newId(), address, at = NOON, isWhole = true }: Served): Promise<string> {
  const grantId = newId();
  const times = { begunAt: at, countedAt: at, isWhole };
  await noteStream(sql, { grantId, shard: 0, subject, trackId, address, bytes: 9, ...times });
  return grantId;
}

it("counts songs that were taken whole, by track, on the Lagos day on which they began", async () => {
  const [subject, one, two] = [newId(), newId(), newId()];
  await serve({ subject, trackId: one });
  await serve({ subject, trackId: one });
  await serve({ subject, trackId: two, isWhole: false });
  await serve({ subject, trackId: two, at: NOON + DAY_MS });
  await serve({ subject: newId(), trackId: one });
  expect(await takenOn(sql, subject, DAY)).toEqual(new Map([[one, 2]]));
  expect(await takenOn(sql, subject, "2026-06-02")).toEqual(new Map([[two, 1]]));
});

it("counts what all visitors behind an address took together", async () => {
  const address = newId();
  await serve({ subject: "device:a", address });
  await serve({ subject: "device:b", address });
  await serve({ subject: "device:c", address, isWhole: false });
  await serve({ subject: "device:a", address: newId() });
  expect(await takenByAddress(sql, address, DAY)).toBe(2);
  expect(await takenByAddress(sql, address, "2026-06-02")).toBe(0);
});

it("knows how often a song was taken by what all processes have sent of it", async () => {
  const [subject, trackId] = [newId(), newId()];
  const asked = { shard: 0, subject, trackId, day: DAY };
  const part = (from: number, to: number, taken = 0) => ({
    ...{
      ...asked,
      grantId: newId(),
      address: undefined,
      bytes: 9,
      begunAt: NOON,
      countedAt: NOON,
      taken,
      wholeMs: 50_000,
    },
    stretches: [[from, to] as const],
  });
  expect(await timesTaken(sql, asked)).toBe(0);
  await noteParts(sql, [part(0, 30_000)]);
  expect(await timesTaken(sql, asked)).toBe(0);
  await noteParts(sql, [part(30_000, 60_000)]);
  expect(await timesTaken(sql, asked)).toBe(1);
  await noteParts(sql, [part(0, 50_000, 1)]);
  expect(await timesTaken(sql, asked)).toBe(2);
  expect(await timesTaken(sql, { ...asked, day: "2026-06-02" })).toBe(0);
  expect(await takenOn(sql, subject, DAY)).toEqual(new Map([[trackId, 2]]));
});

it("finds the streams that may prove a play: the last one, those of the track, and that of the grant", async () => {
  const [subject, trackId, other] = [newId(), newId(), newId()];
  const first = await serve({ subject, trackId, at: NOON });
  const old = await serve({ subject, trackId: other, at: NOON + 1_000, isWhole: false });
  const last = await serve({ subject, at: NOON + 2_000 });
  const theirs = await serve({ subject: newId(), at: NOON + 3_000 });
  const proven = async (grantId?: string, day = DAY) =>
    (await provenStreams(sql, { subject, day, trackId, grantId })).map((one) => one.grantId);
  expect(await proven()).toEqual([last, first]);
  expect(await proven(old)).toEqual([last, old, first]);
  // Whose grant it is, is asked by whom it was given.
  expect(await proven(theirs)).toEqual([theirs, last, first]);
  expect(await proven(undefined, "2026-06-02")).toEqual([]);
  expect(await provenStreams(sql, { subject, day: DAY, trackId, grantId: old })).toMatchObject([
    ...[{ isWhole: true, at: NOON + 2_000 }, { isWhole: false, trackId: other, at: NOON + 1_000 }, { isWhole: true }],
  ]);
});

it.each([["on its day", DAY, true], ["on the day before", "2026-06-02", true], ["later", "2026-06-03", false], [
  ...["before", "2026-05-31", false] as const,
]])("wasServed() finds a track that was served to the listener: %s", async (_when, day, found) => {
  const [listenerId, trackId] = [newId(), newId()];
  await serve({ subject: listenerId, trackId, isWhole: false });
  const asked = async (track: string) =>
    (await sql<{ served: boolean }[]>`
    select ${wasServed(sql)} as served
    from (select ${listenerId}::uuid as listener_id, ${track}::uuid as track_id, ${day}::text::date as day) as heard`)[
      0
    ];
  expect(await asked(trackId)).toEqual({ served: found });
  expect(await asked(newId())).toEqual({ served: false });
});
