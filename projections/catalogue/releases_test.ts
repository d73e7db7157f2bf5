import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import {
  countDrafts,
  dueReleases,
  findReleases,
  holdersOfUpcs,
  listReleases,
  releases,
  releasesOfTracks,
} from "./releases.ts";

const [releaseId, ada, one, two] = [newId(), newId(), newId(), newId()];
const ids = { releaseId, ownerId: ada };
const stream = `release/${releaseId}`;
const at = Date.UTC(2026, 10, 27, 12);
const drafted = { type: "ReleaseDrafted", data: { ...ids, kind: "ep", title: "Ìrìn", artist: "Ada" }, stream } as const;
const added = (trackId: string) => ({ type: "ReleaseSongAdded", data: { ...ids, trackId }, stream } as const);
const scheduled = { type: "ReleaseScheduled", data: { ...ids, at, earlyUntil: at + 1_000 }, stream } as const;
const published = { type: "ReleasePublished", data: { ...ids, trackIds: [two, one] }, stream } as const;
const all = [
  drafted,
  { type: "ReleaseChanged", data: { ...ids, title: "Àjò", genre: "fuji", upc: "036000291452" }, stream } as const,
  {
    type: "ReleaseChanged",
    data: { ...ids, upc: "", cover: { key: "covers/r/1", placeholder: "#1" } },
    stream,
  } as const,
  added(one),
  added(two),
  { type: "ReleaseOrdered", data: { ...ids, trackIds: [two, one] }, stream } as const,
  {
    type: "ReleaseDeclared",
    data: { ...ids, ownership: "own", society: "MCSN", societyNumber: "sealed", withheldPercent: 7.5 },
    stream,
  } as const,
];

it("keeps releases with their songs in order, what is due, and how many are not out", async () => {
  await using test = await openTestProjection(releases);
  const find = async (tx: Parameters<typeof findReleases>[0]) => (await findReleases(tx, [releaseId])).get(releaseId);
  expect(await test.given(all, find)).toMatchObject({
    ...{ ...ids, kind: "ep", title: "Àjò", artist: "Ada", genre: "fuji", upc: "", status: "draft", placeholder: "#1" },
    trackIds: [two, one],
    declared: { ownership: "own", society: "MCSN", societyNumber: "sealed", withheldPercent: 7.5 },
  });
  const due = (now: number) => (tx: Parameters<typeof findReleases>[0]) => dueReleases(tx, { now, limit: 9 });
  expect(await test.given([...all, scheduled], due(at - 1))).toEqual([]);
  expect(await test.given([...all, scheduled], due(at))).toEqual([{ ...ids, at }]);
  const closed = { type: "AccountClosed", data: { userId: ada, closedBy: "user" } } as never;
  expect(await test.given([...all, scheduled, closed], due(at))).toEqual([]);
  const holders = async (tx: Parameters<typeof findReleases>[0]) => [...await holdersOfUpcs(tx, ["036000291452"])];
  expect(await test.given([...all.slice(0, 2), closed], holders)).toEqual([["036000291452", releaseId]]);
  expect(await test.given([...all, closed], holders)).toEqual([]);
  const unscheduled = { type: "ReleaseUnscheduled", data: ids, stream } as const;
  expect(await test.given([...all, scheduled, unscheduled], find)).toMatchObject({
    status: "draft",
    releaseAt: undefined,
  });
  const drafts = async (tx: Parameters<typeof findReleases>[0]) => (await countDrafts(tx, [ada])).get(ada) ?? 0;
  expect(await test.given([...all, scheduled], drafts)).toBe(1);
  expect(await test.given([...all, published], drafts)).toBe(0);
  const withdrawn = { type: "ReleaseWithdrawn", data: published.data, stream } as const;
  expect(await test.given([...all, scheduled, published, withdrawn], find)).toMatchObject({ status: "withdrawn" });
  const of = async (tx: Parameters<typeof findReleases>[0]) => [...await releasesOfTracks(tx, [one])];
  expect(await test.given(all, of)).toEqual([[one, releaseId]]);
  const gone = { type: "ReleaseDiscarded", data: ids, stream } as const;
  const list = (tx: Parameters<typeof findReleases>[0]) => listReleases(tx, { ownerId: ada, limit: 9 });
  for (const end of [gone, { type: "AccountErased", data: { userId: ada } } as const]) {
    expect(await test.given([...all, end], list)).toEqual([]);
    expect(await test.given([...all, end], of)).toEqual([]);
  }
});
