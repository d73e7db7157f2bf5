import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { givePremium } from "../../testing/premium.ts";
import type { DemoAccounts } from "./accounts.ts";
import { SeedClock } from "./clock.ts";
import { seedCollections, seedComments, type SeedCommunity } from "./community.ts";

let test: TestListeners;
let people: Record<"listener" | "premium", TestPerson>;
let community: SeedCommunity;
beforeAll(async () => {
  test = await openTestListeners();
  const named = async () => ({ ...await test.addPerson(), firstName: "A", lastName: "B" });
  const artists = [await test.addArtist("Ada Song"), await test.addArtist("Ben Drum")];
  const made = artists.flatMap((artist) => [1, 2, 3, 4].map(() => test.addTrack({ ownerId: artist.userId })));
  const tracks = (await Promise.all(made)).map((track) => ({ ...track, publishedAt: test.now() }));
  const [listener, premium, other, admin] = [await named(), await named(), await named(), await named()];
  await givePremium(test.world.deps, premium.userId);
  people = { listener, premium };
  const accounts: DemoAccounts = {
    ...{ listener, premium, creator: admin, admin, admin2: admin, creators: [], listeners: [other] },
  };
  community = { accounts, creatorIds: artists.map((artist) => artist.userId), tracks };
});
afterAll(() => test[Symbol.asyncDispose]());

async function seed(): Promise<void> {
  const clock = new SeedClock(test.now(), test.now() + 3_600_000);
  await seedCollections(test.world.deps, community);
  for (const part of [0, 1, 2]) await seedComments(test.world.deps, clock, { ...community, part });
}

it("the demo's people comment, like, heart and collect, once, however often it runs", async () => {
  await seed();
  const count = async () => (await test.world.test.store.sql`select 1 from events`).length;
  const events = await count();
  await seed();
  expect(await count()).toBe(events);
  const totals = await Promise.all([
    ...community.creatorIds.map((id) => test.call("GET", `/api/v1/comments/artist/${id}`)),
    ...community.tracks.map(({ trackId }) => test.call("GET", `/api/v1/comments/track/${trackId}`)),
  ]);
  expect(totals.reduce((sum, { body }) => sum + body.total, 0)).toBe(26);
  expect(totals.some(({ body }) => body.comments.some((one: { likeCount: number }) => one.likeCount > 0))).toBe(true);
  const lists = await test.call("GET", "/api/v1/playlists", { token: people.premium.token });
  expect(lists.body.playlists.map((list: { name: string }) => list.name).toSorted()).toEqual(
    ["My Playlist", "Owambe Saturday", "Òwúrọ̀: slow mornings"],
  );
  const hearts = await test.call("GET", "/api/v1/hearts", { token: people.listener.token });
  expect(hearts.body.trackIds.length).toBeGreaterThan(0);
  expect((await test.call("GET", "/api/v1/playlist", { token: people.listener.token })).body.tracks).toHaveLength(2);
});
